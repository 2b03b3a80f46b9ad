package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
)

// octets examines escapes and bytes that are not ASCII, component by component.
func (c *check) octets() {
	for _, part := range c.parts() {
		// The "%25" of a zone identifier in an IP literal is a delimiter (RFC 6874).
		if part.in == Host && c.conforms && isLiteral(c.ref.Text(part.span)) {
			continue
		}
		o := octets{check: c, in: part.in, end: int(part.span.End), stray: -escape.Len}
		o.scan(int(part.span.Start))
	}
}

// octets is the examination of one component.
type octets struct {
	*check
	in  Component
	end int // of the component

	stray int  // the last "%" that does not begin an escape
	chain int  // where the run of adjacent escapes around the current one begins
	word  word // the current word of letters
}

func (o *octets) scan(i int) {
	o.chain = i
	for i < o.end {
		b := o.s[i]
		v, escaped := escape.At(o.s[:o.end], i)
		switch {
		case b >= utf8.RuneSelf || escaped && v >= utf8.RuneSelf:
			i = o.character(i)
		case escaped:
			o.escaped(i, v)
			i = o.ascii(v, i, i+escape.Len)
		default:
			if b == '%' {
				o.stray = i
			}
			i = o.ascii(b, i, i+1)
			o.chain = i
		}
	}
	o.endWord()
}

// escaped examines an escaped octet of ASCII at offset i.
func (o *octets) escaped(i int, v byte) {
	end := i + escape.Len
	switch {
	case v == '\r' || v == '\n':
		o.count(EscapedLineBreak, o.in, i, end)
	case v == 0:
		o.count(EscapedNUL, o.in, i, end)
	case v < ' ' || v == 0x7F:
		if v != '\t' || !o.tabbed() {
			o.count(EscapedControl, o.in, i, end)
		}
	case v == '%':
		o.twice(i)
	case o.delimits(v):
		o.count(EscapedDelimiter, o.in, i, end)
	}
	if o.unneeded(i, v) {
		o.run(UnneededEscape, o.in, i, end, o.conforms && o.mayUnescape(i, v))
		o.chain = end
		return
	}
	o.lowercase(i)
}

// tabbed reports whether the scheme uses TAB as a delimiter.
func (o *octets) tabbed() bool { return strings.EqualFold(o.ref.Text(o.ref.Scheme.Span), "gopher") }

// delimits reports whether an octet would be a delimiter at this place if it were
// not escaped.
func (o *octets) delimits(v byte) bool {
	switch o.in {
	case Path:
		return v == '/' || v == '\\'
	case Userinfo:
		// "@" and ":" are escaped in mail addresses.
		return v == '/' || v == '\\' || v == '?' || v == '#'
	case Host:
		return strings.IndexByte(`/\?#@:[]`, v) >= 0
	}
	return false
}

// twice finds out whether the escaped "%" at offset i is followed by two digits,
// as in "%2541", or by more escapes of "%" and then two digits, as in "%252541".
func (o *octets) twice(i int) {
	at, found := i+escape.Len, false
	for {
		v, ok := escape.Octet(o.s[:o.end], at)
		if !ok {
			break
		}
		at, found = at+2, true
		if v != '%' {
			break
		}
	}
	if found {
		o.add(DoubleEscape, o.in, i, at)
	}
}

// unneeded reports whether v could stand at offset i without its escape.
func (o *octets) unneeded(i int, v byte) bool {
	switch {
	case !o.unreserved[v], o.in == Scheme, o.in == Port:
		return false
	case o.in.inSite() && !o.site.server:
		return false // only the registry knows whether the two names are the same
	case i-o.stray < escape.Len:
		return false // v could form an escape with the "%" before it
	}
	return v != '.' || o.in != Path || !inDots(o.s, o.ref.Path.Span, i)
}

// mayUnescape reports whether the edition says that the escape of v at offset i
// and v are equivalent.
func (o *octets) mayUnescape(i int, v byte) bool {
	if v == '.' && o.opaque && o.in == Query && inDots(o.s, o.ref.Query.Span, i) {
		return false // what looks like the query may be a segment of the path
	}
	scheme := o.ref.Text(o.ref.Scheme.Span)
	for _, l := range o.unescape {
		if l.schemes != nil && !slices.ContainsFunc(l.schemes, func(s string) bool { return strings.EqualFold(s, scheme) }) ||
			l.bytes != "" && strings.IndexByte(l.bytes, v) < 0 ||
			l.pathStart && (o.in != Path || o.ref.Path.Kind != ast.Absolute || i != int(o.ref.Path.Start)+1) {
			continue
		}
		return true
	}
	return false
}

// lowercase examines the digits of the escape at offset i. Adjacent escapes are
// one finding, from the first to the last with lower-case digits.
func (o *octets) lowercase(i int) {
	if o.s[i+1] < 'a' && o.s[i+2] < 'a' || o.in == Scheme || o.in == Port {
		return
	}
	end := i + escape.Len
	if n := o.last[LowercaseEscape]; n > 0 {
		if f := &o.out[n-1]; f.Component == o.in && int(f.Span.Start) >= o.chain {
			f.Span.End = int32(end)
			return
		}
	}
	o.run(LowercaseEscape, o.in, i, end, o.conforms && o.licensed[resolve.EscapeCase])
}

// sequence holds the octets of what may be a character in UTF-8.
type sequence struct {
	octets [utf8.UTFMax]byte
	ends   [utf8.UTFMax]int // the offset after each octet
	n      int              // how many octets there are
}

// read reads octets that are not ASCII, escaped or not, up to end.
func (q *sequence) read(s string, i, end int) {
	for q.n < len(q.octets) && i < end {
		v, escaped := escape.At(s[:end], i)
		if escaped {
			i += escape.Len
		} else {
			v = s[i]
			i++
		}
		if v < utf8.RuneSelf {
			return
		}
		q.octets[q.n], q.ends[q.n] = v, i
		q.n++
	}
}

// overlong returns the length in octets of an overlong form, or 0 if there is
// none.
func (q *sequence) overlong() int {
	length := 0
	switch first := q.octets[0]; {
	case first == 0xC0 || first == 0xC1:
		length = 2
	case first == 0xE0 && q.octets[1] < 0xA0:
		length = 3
	case first == 0xF0 && q.octets[1] < 0x90:
		length = 4
	default:
		return 0
	}
	if q.n < length {
		return 0
	}
	for _, b := range q.octets[1:length] {
		if b&0xC0 != 0x80 {
			return 0
		}
	}
	return length
}

// character examines the octets from offset i on, the first of which is not
// ASCII, and returns the offset after the character that they form.
func (o *octets) character(i int) int {
	var q sequence
	q.read(o.s, i, o.end)
	r, size := utf8.DecodeRune(q.octets[:q.n])
	overlong := 0
	if r == utf8.RuneError && size == 1 {
		if overlong = q.overlong(); overlong > 0 {
			size = overlong
		}
		r = utf8.RuneError
	} else if size == 0 {
		size = 1
	}
	end := q.ends[size-1]
	raw := false
	for at := i; at < end; {
		if o.s[at] >= utf8.RuneSelf {
			raw = true
			at++
			o.chain = at
		} else {
			o.lowercase(at)
			at += escape.Len
		}
	}
	if raw && !o.conforms {
		o.run(NonASCII, o.in, i, end, false)
	}
	switch {
	case overlong > 0:
		o.endWord()
		o.count(OverlongUTF8, o.in, i, end)
	case r == utf8.RuneError && size == 1:
		o.endWord()
		switch {
		case raw:
		case o.in == Host:
			o.count(HostNotUTF8, o.in, i, end)
		default:
			o.count(NotUTF8, o.in, i, end)
		}
	default:
		o.rune(r, i, end)
	}
	return end
}
