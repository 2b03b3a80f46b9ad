package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// A slow, obvious way to find references, which has the whole text in memory
// and asks at each place what begins there. It knows neither page breaks nor
// MaxLength; texts that have a form feed or are long are not for it.

var (
	white     = regexp.MustCompile(`[\t-\r ]+`)
	atBreak   = regexp.MustCompile(`^[\t-\r ]*[\r\n][\t-\r ]*$`)
	blankLine = regexp.MustCompile(`[\r\n][\t\x0B\x0C ]*[\r\n]`)
	inBracket = regexp.MustCompile(`^<([\t-\r ]*)(URL:)?([^<>]*)>`)
	inQuotes  = regexp.MustCompile(`^"([\t-\r ]*)(URL:)?([^<>"]*)"`)
	anyScheme = regexp.MustCompile(`(?s)^[A-Za-z][A-Za-z0-9+.-]*:.`)
	sureForm  = regexp.MustCompile(`(?si)^([A-Z][A-Z0-9+.-]*://.|(cid|data|geo|magnet|mailto|mid|news|sip|sips|sms|tel|urn|xmpp):.)`)
	bareForm  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]{0,63}:([(){}[\]]|[^\x00- \x7F<>"\pZ\p{Cc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}])*`)
	atEnd     = regexp.MustCompile("([.,;:!?'`]|[^\x00-\x7F])$")
	foreign   = regexp.MustCompile(`[^\x00-\x7F]$`)
	foreignP  = regexp.MustCompile(`\pP$`)
)

func slow(e *grammar.Edition, text string) []Found {
	var out []Found
	floor := 0
	for i := 0; i < len(text); {
		f, end, ok := slowAt(e, text, floor, i)
		if !ok {
			i++
			continue
		}
		f.Line = 1 + strings.Count(text[:f.Start], "\n")
		f.Err = e.Check(f.Text)
		out = append(out, f)
		i, floor = end, end
	}
	return out
}

func slowAt(e *grammar.Edition, text string, floor, i int) (f Found, end int, ok bool) {
	for _, form := range []struct {
		delimiter Delimiter
		re        *regexp.Regexp
	}{{Brackets, inBracket}, {Quotes, inQuotes}} {
		m := form.re.FindStringSubmatchIndex(text[i:])
		if m == nil {
			continue
		}
		for j := range m {
			m[j] += i
		}
		prefixed := m[4] >= i
		from, to := m[6], m[7]
		inside := text[from:to]
		if blankLine.MatchString(unix(text[m[2]:m[3]])) || blankLine.MatchString(unix(inside)) {
			continue
		}
		if prefixed {
			f.Prefix = "URL:"
			from += len(inside) - len(strings.TrimLeft(inside, "\t\n\v\f\r "))
		}
		to -= len(inside) - len(strings.TrimRight(inside, "\t\n\v\f\r "))
		f.Start, f.End = int64(from), int64(max(from, to))
		f.Text = white.ReplaceAllString(inside, "")
		if f.Text == "" {
			f.Start = int64(m[7])
			f.End = f.Start
		}
		blanks := false
		runs := white.FindAllString(text[int(f.Start):m[7]], -1)
		if !prefixed {
			runs = append(runs, white.FindAllString(text[m[2]:m[3]], -1)...)
		}
		for _, run := range runs {
			blanks = blanks || !atBreak.MatchString(run)
		}
		if f.Text == "" {
			blanks = false
		}
		sure, any := sureForm.MatchString(f.Text), anyScheme.MatchString(f.Text)
		switch form.delimiter {
		case Brackets:
			ok = prefixed || !strings.Contains(f.Text, `"`) && (sure || any && !blanks)
		case Quotes:
			ok = !blanks && (sure || prefixed && any)
		}
		if ok {
			f.Delimiter = form.delimiter
			for _, m := range regexp.MustCompile(`-[\t-\r ]*[\r\n]`).FindAllStringIndex(text[f.Start:f.End], -1) {
				before := text[f.Start : int(f.Start)+m[0]]
				f.Hyphens = append(f.Hyphens, len(white.ReplaceAllString(before, "")))
			}
			return f, m[1], true
		}
	}
	return slowBare(e, text, floor, i)
}

// unix returns text with LF for CR and LF.
func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

var schemeChars = regexp.MustCompile(`[A-Za-z0-9+.-]*$`)

func slowBare(e *grammar.Edition, text string, floor, i int) (f Found, end int, ok bool) {
	run := bareForm.FindString(text[i:])
	before := text[floor:i]
	if run == "" || strings.HasPrefix(run, "URL:") || regexp.MustCompile(`[A-Za-z]`).MatchString(schemeChars.FindString(before)) {
		return f, 0, false
	}
	// The bound counts what stands before the first letter, too.
	if len(schemeChars.FindString(before))+strings.IndexByte(run, ':') > maxScheme {
		return f, 0, false
	}
	prefix := regexp.MustCompile(`(^|[^A-Za-z0-9+.-])URL:$`)
	if e.Document().InText.PrefixBlank {
		prefix = regexp.MustCompile(`(^|[^A-Za-z0-9+.-])URL: ?$`)
	}
	if m := prefix.FindStringIndex(before); m != nil {
		f.Prefix = "URL:"
		before = before[:strings.LastIndex(before, "URL:")]
	}
	if before != "" {
		opening := before[len(before)-1]
		closing := map[byte]byte{'(': ')', '[': ']', '{': '}', '\'': '\'', '`': '`'}[opening]
		for j, depth := 0, 0; closing != 0 && j < len(run); j++ {
			if run[j] == closing {
				if depth--; depth < 0 {
					run = run[:j]
				}
			} else if run[j] == opening {
				depth++
			}
		}
	}
	for {
		r := []rune(run)
		last := ""
		if len(r) > 0 {
			last = run[len(run)-1:]
			if foreign.MatchString(run) {
				last = foreign.FindString(run)
			}
		}
		unbalanced := false
		for _, pair := range []string{"()", "[]", "{}"} {
			unbalanced = unbalanced || last == pair[1:] && strings.Count(run, pair[1:]) > strings.Count(run, pair[:1])
		}
		if !unbalanced && (!atEnd.MatchString(run) || foreign.MatchString(run) && !foreignP.MatchString(run)) {
			break
		}
		run = run[:len(run)-len(last)]
	}
	if !sureForm.MatchString(run) && !(f.Prefix != "" && anyScheme.MatchString(run)) {
		return f, 0, false
	}
	f.Text, f.Start, f.End = run, int64(i), int64(i+len(run))
	return f, i + len(run), true
}

// differ returns how what was found differs from what the slow way finds.
func differ(e *grammar.Edition, text string, got []Found) string {
	want := slow(e, text)
	same := slices.EqualFunc(got, want, func(a, b Found) bool {
		return a.Text == b.Text && a.Start == b.Start && a.End == b.End && a.Line == b.Line &&
			a.Delimiter == b.Delimiter && a.Prefix == b.Prefix && slices.Equal(a.Hyphens, b.Hyphens) && (a.Err == nil) == (b.Err == nil)
	})
	if same {
		return ""
	}
	return "found " + lines(got) + ", slowly " + lines(want)
}
