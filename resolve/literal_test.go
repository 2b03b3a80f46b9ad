package resolve_test

import (
	"regexp"
	"strings"

	"github.com/urispec/urispec/resolve"
)

// The algorithms once more, as the documents' string buffers, step by step and
// with no thought of time: what the shipped ones are held to.

// appendixB are the regular expressions: as url-syntax-02 prints it, and the
// one of every later edition. "." stands for any byte here.
var (
	appendixB02 = regexp.MustCompile(`^(?s:(([^/?#]+):)?(//([^/?#]*))?([^?#]*)?(\?([^#]*))?(#(.*))?)`)
	appendixB   = regexp.MustCompile(`^(?s:(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?)`)
)

// parts are the components, nil where undefined.
type parts struct {
	scheme, site    *string
	path            string
	query, fragment *string
}

func literalSplit(expression *regexp.Regexp, s string) parts {
	m := expression.FindStringSubmatchIndex(s)
	group := func(n int) *string {
		if m[2*n] < 0 {
			return nil
		}
		text := s[m[2*n]:m[2*n+1]]
		return &text
	}
	p := parts{scheme: group(2), site: group(4), query: group(7), fragment: group(9)}
	if path := group(5); path != nil {
		p.path = *path
	}
	return p
}

func literalRecompose(p parts) string {
	result := ""
	if p.scheme != nil {
		result += *p.scheme + ":"
	}
	if p.site != nil {
		result += "//" + *p.site
	}
	result += p.path
	if p.query != nil {
		result += "?" + *p.query
	}
	if p.fragment != nil {
		result += "#" + *p.fragment
	}
	return result
}

// same reports whether two components are both undefined or equal.
func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

func (p parts) equal(q parts) bool {
	return same(p.scheme, q.scheme) && same(p.site, q.site) && p.path == q.path && same(p.query, q.query) && same(p.fragment, q.fragment)
}

// literal is the result of an edition's steps, as the command prints it: a
// target, "(current document)", or "(error)".
func literal(edition, base, ref string, o resolve.Options) string {
	b, r := literalSplit(appendixB, base), literalSplit(appendixB, ref)
	var t parts
	var outcome string
	switch edition {
	case "rfc1808":
		return literal1808(base, ref, o)
	case "url-syntax-02":
		t, outcome = literal02(b, r)
	case "url-syntax-09":
		t, outcome = literal09(b, r, o)
	case "rfc2396":
		t, outcome = literal2396(b, r, o)
	case "rfc2396bis-00":
		t, outcome = literalBis00(b, r, o)
	case "rfc3986":
		t, outcome = literal3986(b, r, o)
	}
	switch {
	case outcome == "(current document)" && o.NewRequest:
		b.fragment = r.fragment
		return literalRecompose(b)
	case outcome == "(current document)" && r.fragment != nil:
		return outcome + "#" + *r.fragment
	case outcome != "":
		return outcome
	}
	result := literalRecompose(t)
	if !o.Unchecked && !literalSplit(appendixB, result).equal(t) {
		return "(unwritable) " + result
	}
	return result
}

// allButLast: "any characters after the last (right-most) slash character, if
// any, are excluded".
func allButLast(path string) string { return path[:strings.LastIndex(path, "/")+1] }

// A pattern of the steps where it stands as complete segments: after the
// beginning of the string, or a slash. The slash at the beginning of a path
// begins its first segment and ends none.
var (
	dotSlash = regexp.MustCompile(`(^|/)\./`)
	finalDot = regexp.MustCompile(`(^|/)\.$`)
)

// removeSegments takes the steps from `All occurrences of "./"` to `ends with
// "<segment>/.."`.
func removeSegments(buffer string) string {
	for dotSlash.MatchString(buffer) {
		buffer = dotSlash.ReplaceAllString(buffer, "$1")
	}
	buffer = finalDot.ReplaceAllString(buffer, "$1")
	for {
		from, to := leftmost(buffer, false)
		if from < 0 {
			break
		}
		buffer = buffer[:from] + buffer[to:]
	}
	if from, _ := leftmost(buffer, true); from >= 0 {
		buffer = buffer[:from]
	}
	return buffer
}

// leftmost finds the leftmost "<segment>/../", or "<segment>/.." at the end,
// whose segment is not "..": where it begins and ends, or -1.
func leftmost(buffer string, final bool) (from, to int) {
	start := 0
	if strings.HasPrefix(buffer, "/") {
		start = 1
	}
	for ; start <= len(buffer); start++ {
		if start > 0 && buffer[start-1] != '/' {
			continue // no segment begins here
		}
		slash := strings.Index(buffer[start:], "/")
		if slash < 0 {
			break
		}
		rest := buffer[start+slash:]
		if buffer[start:start+slash] == ".." {
			continue
		}
		if final && rest == "/.." {
			return start, len(buffer)
		}
		if !final && strings.HasPrefix(rest, "/../") {
			return start, start + slash + len("/../")
		}
	}
	return -1, -1
}

// excessive takes the step on ".." at the beginning; false is to refuse.
func excessive(buffer string, o resolve.Options) (string, bool) {
	root := ""
	rest := buffer
	if strings.HasPrefix(rest, "/") {
		root, rest = "/", rest[1:]
	}
	left := rest
	for left == ".." || strings.HasPrefix(left, "../") {
		left = strings.TrimPrefix(strings.TrimPrefix(left, ".."), "/")
	}
	switch {
	case left == rest:
		return buffer, true
	case o.DotDot == resolve.Refuse:
		return "", false
	case o.DotDot == resolve.Remove:
		return root + left, true
	}
	return buffer, true
}

func literal02(base, r parts) (parts, string) {
	if r.path == "" && r.scheme == nil && r.site == nil && r.query == nil { // 2
		return parts{}, "(current document)"
	}
	if r.scheme != nil { // 3
		return r, ""
	}
	r.scheme = base.scheme
	if r.site != nil { // 4
		return r, ""
	}
	r.site = base.site
	if strings.HasPrefix(r.path, "/") { // 5
		return r, ""
	}
	buffer := allButLast(base.path) + r.path // 6a, 6b
	if r.query != nil {                      // 6c
		buffer += "?" + *r.query
	}
	buffer = removeSegments(buffer)                // 6d to 6g
	path, query, found := strings.Cut(buffer, "?") // 6h, 6i
	if r.path, r.query = path, nil; found {
		r.query = &query
	}
	return r, ""
}

func literal09(base, r parts, o resolve.Options) (parts, string) {
	if r.path == "" && r.scheme == nil && r.site == nil && r.query == nil { // 2
		return parts{}, "(current document)"
	}
	return literal09From3(base, r, o)
}

// literal09From3 takes steps 3 to 6, which rfc2396 has too.
func literal09From3(base, r parts, o resolve.Options) (parts, string) {
	if r.scheme != nil { // 3
		return r, ""
	}
	r.scheme = base.scheme
	if r.site != nil { // 4
		return r, ""
	}
	r.site = base.site
	if strings.HasPrefix(r.path, "/") { // 5
		return r, ""
	}
	buffer := removeSegments(allButLast(base.path) + r.path) // 6a to 6f
	buffer, ok := excessive(buffer, o)                       // 6g
	if !ok {
		return parts{}, "(error)"
	}
	r.path = buffer // 6h
	return r, ""
}

func literal2396(base, r parts, o resolve.Options) (parts, string) {
	if r.path == "" && r.scheme == nil && r.site == nil && r.query == nil { // 2
		return parts{}, "(current document)"
	}
	if o.Loose && r.scheme != nil && base.scheme != nil && strings.EqualFold(*r.scheme, *base.scheme) {
		r.scheme = nil
	}
	return literal09From3(base, r, o)
}

func literalBis00(base, r parts, o resolve.Options) (parts, string) {
	if o.Loose && r.scheme != nil && base.scheme != nil && strings.EqualFold(*r.scheme, *base.scheme) {
		r.scheme = nil
	}
	t := parts{fragment: r.fragment}
	if r.scheme != nil {
		t.scheme, t.site, t.path, t.query = r.scheme, r.site, r.path, r.query
		return t, ""
	}
	if r.site != nil {
		t.site, t.path, t.query = r.site, r.path, r.query
	} else {
		if r.path == "" {
			if r.query == nil {
				return parts{}, "(current document)"
			}
			t.path, t.query = base.path, r.query
		} else {
			if strings.HasPrefix(r.path, "/") {
				t.path = r.path
			} else {
				buffer := allButLast(base.path)
				if base.path == "" {
					buffer = "/"
				}
				buffer, ok := excessive(removeSegments(buffer+r.path), o)
				if !ok {
					return parts{}, "(error)"
				}
				t.path = buffer
			}
			t.query = r.query
		}
		t.site = base.site
	}
	t.scheme = base.scheme
	return t, ""
}

func literal3986(base, r parts, o resolve.Options) (parts, string) {
	if o.Loose && r.scheme != nil && base.scheme != nil && strings.EqualFold(*r.scheme, *base.scheme) {
		r.scheme = nil
	}
	t := parts{fragment: r.fragment}
	if r.scheme != nil {
		t.scheme, t.site, t.path, t.query = r.scheme, r.site, removeDotSegments(r.path), r.query
		return t, ""
	}
	if r.site != nil {
		t.site, t.path, t.query = r.site, removeDotSegments(r.path), r.query
	} else {
		if r.path == "" {
			t.path = base.path
			if t.query = r.query; r.query == nil {
				t.query = base.query
			}
		} else {
			if strings.HasPrefix(r.path, "/") {
				t.path = removeDotSegments(r.path)
			} else if base.site != nil && base.path == "" {
				t.path = removeDotSegments("/" + r.path)
			} else {
				t.path = removeDotSegments(allButLast(base.path) + r.path)
			}
			t.query = r.query
		}
		t.site = base.site
	}
	t.scheme = base.scheme
	return t, ""
}

// removeDotSegments is 5.2.4 with its two buffers.
func removeDotSegments(input string) string {
	output := ""
	removeLast := func() { output = output[:max(0, strings.LastIndex(output, "/"))] }
	for input != "" {
		switch {
		case strings.HasPrefix(input, "../"): // A
			input = input[3:]
		case strings.HasPrefix(input, "./"):
			input = input[2:]
		case strings.HasPrefix(input, "/./"): // B
			input = "/" + input[3:]
		case input == "/.":
			input = "/"
		case strings.HasPrefix(input, "/../"): // C
			input = "/" + input[4:]
			removeLast()
		case input == "/..":
			input = "/"
			removeLast()
		case input == "." || input == "..": // D
			input = ""
		default: // E
			end := 1 + strings.Index(input[1:], "/")
			if end == 0 {
				end = len(input)
			}
			output += input[:end]
			input = input[end:]
		}
	}
	return output
}

// six are the components of RFC 1808; an empty one is absent, and a path has
// the slash that may precede it.
type six struct{ scheme, netLoc, path, params, query, fragment string }

var scheme1808 = regexp.MustCompile(`^([A-Za-z0-9+.-]+):`)

// parse1808 is section 2.4.
func parse1808(s string) six {
	var p six
	s, p.fragment, _ = strings.Cut(s, "#")               // 2.4.1
	if m := scheme1808.FindStringSubmatch(s); m != nil { // 2.4.2
		p.scheme, s = m[1], s[len(m[0]):]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok { // 2.4.3
		end := strings.Index(rest+"/", "/")
		p.netLoc, s = rest[:end], rest[end:]
	}
	s, p.query, _ = strings.Cut(s, "?")       // 2.4.4
	p.path, p.params, _ = strings.Cut(s, ";") // 2.4.5, 2.4.6
	return p
}

// recombine1808 is step 7.
func recombine1808(p six) string {
	result := ""
	if p.scheme != "" {
		result += p.scheme + ":"
	}
	if p.netLoc != "" {
		result += "//" + p.netLoc
	}
	result += p.path
	for _, c := range []struct{ separator, text string }{{";", p.params}, {"?", p.query}, {"#", p.fragment}} {
		if c.text != "" {
			result += c.separator + c.text
		}
	}
	return result
}

// literal1808 is section 4.
func literal1808(base, ref string, o resolve.Options) string {
	b, r := parse1808(base), parse1808(ref)
	switch {
	case base == "": // 1
		return ref
	case ref == "": // 2a
		return base
	case r.scheme != "": // 2b
		return ref
	}
	r.scheme = b.scheme // 2c
	if r.netLoc == "" { // 3
		r.netLoc = b.netLoc
		switch {
		case strings.HasPrefix(r.path, "/"): // 4
		case r.path == "": // 5
			r.path = b.path
			if r.params == "" { // 5a
				r.params = b.params
				if r.query == "" { // 5b
					r.query = b.query
				}
			}
		default: // 6
			r.path = removeSegments(allButLast(b.path) + r.path)
		}
	}
	result := recombine1808(r)
	if !o.Unchecked && parse1808(result) != r {
		return "(unwritable) " + result
	}
	return result
}
