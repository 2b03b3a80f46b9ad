package judge

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Allowances are disagreements that are known, as a file that people review:
//
//	# What our parser does on purpose.
//
//	# Browsers accept it.
//	{"subject":"verdict","how":"accepted","rule":"segment","bytes":"^ |","example":"\"a/|\""}
//
// Each line is an entry, and the comments before it belong to it. The zero value has none.
type Allowances struct {
	// Head is the lines before the first empty line, if they are all comments.
	Head []string
	List []Allowance
}

// Allowance is an entry: a group of disagreements. It allows a [Disagreement] that agrees with
// it in everything but the example, and in which no other bytes are accepted.
type Allowance struct {
	Comments []string // lines before the entry, which begin with "#"
	Subject  Subject
	How      How
	Rule     string
	Part     string
	Bytes    automaton.Set
	End      bool
	Example  string // a question, for the reader; it has no meaning
}

// allowanceJSON is the JSON of an entry.
type allowanceJSON struct {
	Subject Subject `json:"subject"`
	How     How     `json:"how"`
	Rule    string  `json:"rule,omitempty"`
	Part    string  `json:"part,omitempty"`
	Bytes   string  `json:"bytes,omitempty"` // as [BytesText] writes them
	Example string  `json:"example"`
}

// ReadAllowances reads a file. The error names the line.
func ReadAllowances(r io.Reader) (*Allowances, error) {
	a := new(Allowances)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	var comments []string
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "":
			if len(a.List) == 0 && a.Head == nil {
				a.Head, comments = comments, nil
			}
		case line[0] == '#':
			comments = append(comments, line)
		default:
			entry, err := readAllowance([]byte(line))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			entry.Comments, comments = comments, nil
			a.List = append(a.List, entry)
		}
	}
	return a, lines.Err()
}

// readAllowance reads an entry.
func readAllowance(line []byte) (Allowance, error) {
	var j allowanceJSON
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return Allowance{}, err
	}
	a := Allowance{Subject: j.Subject, How: j.How, Rule: j.Rule, Part: j.Part, Example: j.Example}
	var err error
	switch a.Bytes, a.End, err = parseBytes(j.Bytes); {
	case err != nil:
		return Allowance{}, err
	case d.More():
		return Allowance{}, fmt.Errorf("more than one object")
	case !slices.Contains(Subjects(), a.Subject):
		return Allowance{}, fmt.Errorf("unknown subject %q", a.Subject)
	case !slices.Contains(Hows(), a.How):
		return Allowance{}, fmt.Errorf("unknown way %q", a.How)
	}
	return a, nil
}

// WriteTo writes the file.
func (a *Allowances) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if a.Head != nil {
		b.WriteString(strings.Join(a.Head, "\n") + "\n\n")
	}
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, entry := range a.List {
		for _, line := range entry.Comments {
			b.WriteString(line + "\n")
		}
		e.Encode(allowanceJSON{entry.Subject, entry.How, entry.Rule, entry.Part, BytesText(entry.Bytes, entry.End), entry.Example})
	}
	return b.WriteTo(w)
}

// String returns what is allowed, without the example.
func (a *Allowance) String() string {
	words := []string{string(a.Subject), string(a.How), a.Rule, a.Part, BytesText(a.Bytes, a.End)}
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
}

// allows reports whether the entry allows a disagreement.
func (a *Allowance) allows(d *Disagreement) bool {
	return a.names(d) && a.Bytes.Contains(d.Bytes) && (a.End || !d.End)
}

// names reports whether the entry is about a disagreement, perhaps with other bytes.
func (a *Allowance) names(d *Disagreement) bool {
	return a.Subject == d.Subject && a.How == d.How && a.Rule == d.Rule && a.Part == d.Part
}

// Allow marks the disagreements that are known, and returns the entries that no longer occur.
func (r *Report) Allow(known *Allowances) (unused []Allowance) {
	for _, a := range known.List {
		used := false
		for i := range r.Disagreements {
			d := &r.Disagreements[i]
			used = used || a.names(d)
			d.Allowed = d.Allowed || a.allows(d)
		}
		if !used {
			unused = append(unused, a)
		}
	}
	return unused
}

// Allowances returns what would allow all disagreements of a report, with the head and the
// comments of those that were known.
func (r *Report) Allowances(known *Allowances) *Allowances {
	a := &Allowances{Head: known.Head}
	for i := range r.Disagreements {
		d := &r.Disagreements[i]
		entry := Allowance{Subject: d.Subject, How: d.How, Rule: d.Rule, Part: d.Part, Bytes: d.Bytes, End: d.End, Example: grammar.Quoted(d.Question.Input)}
		if d.Question.Base != nil {
			entry.Example += " against " + grammar.Quoted(*d.Question.Base)
		}
		for _, k := range known.List {
			if k.names(d) {
				entry.Comments = k.Comments
				break
			}
		}
		a.List = append(a.List, entry)
	}
	return a
}

// endText stands for the end of a string.
const endText = "end"

// BytesText returns bytes as words: one that prints is itself, and three or more letters or
// digits are "A-Z"; others are "%x00" or "%x00-1F", and "end" is the end of a string.
func BytesText(set automaton.Set, end bool) string {
	var words []string
	for _, r := range set {
		for lo := r.Lo; lo <= r.Hi; {
			kind, hi := kindOf(lo), lo
			for hi < r.Hi && kindOf(hi+1) == kind {
				hi++
			}
			switch {
			case kind == unprintable && lo == hi:
				words = append(words, fmt.Sprintf("%%x%02X", lo))
			case kind == unprintable:
				words = append(words, fmt.Sprintf("%%x%02X-%02X", lo, hi))
			case kind != punctuation && hi > lo+1:
				words = append(words, fmt.Sprintf("%c-%c", lo, hi))
			default:
				hi = lo
				words = append(words, string(rune(lo)))
			}
			lo = hi + 1
		}
	}
	if end {
		words = append(words, endText)
	}
	return strings.Join(words, " ")
}

// byteKind is what ranges of bytes are made of.
type byteKind uint8

const (
	unprintable byteKind = iota
	punctuation
	digit
	upper
	lower
)

// kindOf returns the kind of a byte.
func kindOf(c int32) byteKind {
	switch {
	case c <= ' ' || c >= 0x7F:
		return unprintable
	case '0' <= c && c <= '9':
		return digit
	case 'A' <= c && c <= 'Z':
		return upper
	case 'a' <= c && c <= 'z':
		return lower
	}
	return punctuation
}

// parseBytes is the inverse of BytesText.
func parseBytes(text string) (set automaton.Set, end bool, err error) {
	for word := range strings.FieldsSeq(text) {
		digits, isNumber := strings.CutPrefix(word, "%x")
		from, to, isRange := strings.Cut(digits, "-")
		lo, err := hex.DecodeString(from)
		hi := lo
		if isRange && err == nil {
			hi, err = hex.DecodeString(to)
		}
		switch {
		case word == endText:
			end = true
		case len(word) == 1:
			set = set.Union(automaton.Of(int32(word[0])))
		case len(word) == 3 && word[1] == '-' && word[0] < word[2] && kindOf(int32(word[0])) > punctuation && kindOf(int32(word[0])) == kindOf(int32(word[2])):
			set = set.Union(automaton.Between(int32(word[0]), int32(word[2])))
		case isNumber && err == nil && len(lo) == 1 && len(hi) == 1 && lo[0] <= hi[0]:
			set = set.Union(automaton.Between(int32(lo[0]), int32(hi[0])))
		default:
			return nil, false, fmt.Errorf("%q is neither a byte, nor A-Z, %%x00, %%x00-1F or %s", word, endText)
		}
	}
	return set, end, nil
}
