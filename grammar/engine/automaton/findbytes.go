package automaton

import (
	"math/bits"
	"strings"
)

// Without a vector kernel, a shape is found byte by byte: a scheme and a site by loops
// that end at a delimiter, and what follows by a loop that looks at all bytes, whatever
// they are. That is faster than the automaton, because no byte waits for the one before.

// byteClasses says for each byte what it is in a shape.
type byteClasses [256]byteClass

// byteClass is bits. Over all bytes of a part, they are joined by "or".
type byteClass uint8

const (
	noHost    byteClass = 1 << iota // the byte cannot be in a site
	noScheme                        // nor in a scheme
	noFirst                         // nor begin one
	noTail                          // nor be in a path, a query or a fragment
	delimiter                       // it is one of ":/?#"
	questMark
	hashMark
	percent
)

// byteFinder is a shape as findBytes reads it.
type byteFinder struct {
	classes byteClasses
	begins  [256]bool // what a site may begin with
	joined  bool      // it has to
}

// byteFinder returns s for findBytes; nil if it is nil, or has more conditions than
// findBytes knows.
func (s *shape) byteFinder() *byteFinder {
	if s == nil || s.forms != ^uint64(0) || len(s.joints) > 0 || !s.hostEscapes || !s.tailEscapes {
		return nil
	}
	if lower := Between('a', 'z'); !s.first.Contains(lower) || !s.scheme.Contains(lower) {
		return nil // see shortScheme
	}
	f := &byteFinder{joined: s.begin != nil}
	for x := range f.classes {
		c := int32(x)
		f.begins[x] = s.begin.Has(c)
		for _, bit := range []struct {
			bit byteClass
			is  bool
		}{
			{noHost, !s.host.Has(c) && c != '%'}, {noScheme, !s.scheme.Has(c)}, {noFirst, !s.first.Has(c)},
			{noTail, !s.tail.Has(c) && c != '%' && c != '#'}, {delimiter, delimiters.Has(c)},
			{questMark, c == '?'}, {hashMark, c == '#'}, {percent, c == '%'},
		} {
			if bit.is {
				f.classes[x] |= bit.bit
			}
		}
	}
	return f
}

// find is [finder.find].
func (f *byteFinder) find(s string, at *Parts) bool {
	if f == nil || s == "" {
		return false
	}
	t := &f.classes
	var seen, c byteClass
	i := shortScheme(s)
	if i > 0 {
		c = delimiter
	} else {
		i, seen, c = f.span(s)
	}
	found := Parts{Scheme: absentSpan, Site: absentSpan, Query: absentSpan, Fragment: absentSpan}
	path := 0 // where it begins
	if c&delimiter != 0 && s[i] == ':' {
		if seen&noScheme != 0 || i == 0 || t[s[0]]&noFirst != 0 {
			return false
		}
		found.Scheme = Span{0, int32(i)}
		seen, path = 0, i+1
		i = path
	}
	if i == path && i+1 < len(s) && s[i] == '/' && s[i+1] == '/' {
		i += 2
		if f.joined && (i == len(s) || !f.begins[s[i]]) {
			return false
		}
		var n int
		if n, seen, c = f.span(s[i:]); seen&noHost != 0 || c&delimiter != 0 && s[i+n] == ':' {
			return false
		}
		found.Site = Span{int32(i), int32(i + n)}
		seen &= percent
		i += n
		path = i
	}
	seen |= f.join(s[i:])
	if seen&noTail != 0 || seen&percent != 0 && !escaped(s) {
		return false
	}
	if at == nil {
		return seen&hashMark == 0 || strings.IndexByte(s[i:], '#') == strings.LastIndexByte(s[i:], '#')
	}
	end := len(s)
	if seen&hashMark != 0 {
		end = i + strings.IndexByte(s[i:], '#')
		if strings.IndexByte(s[end+1:], '#') >= 0 {
			return false
		}
		found.Fragment = Span{int32(end + 1), int32(len(s))}
	}
	if seen&questMark != 0 {
		if n := strings.IndexByte(s[i:end], '?'); n >= 0 {
			found.Query = Span{int32(i + n + 1), int32(end)}
			end = i + n
		}
	}
	found.Path = Span{int32(path), int32(end)}
	if path < end {
		if found.Begins = RootlessPath; s[path] == '/' {
			found.Begins = AbsolutePath
		}
	}
	*at = found
	return true
}

var absentSpan = Span{-1, -1}

// span returns where the first delimiter of s is, what the bytes before it are, and what
// it is; or the length of s.
func (f *byteFinder) span(s string) (n int, seen, last byteClass) {
	for ; n < len(s); n++ {
		if last = f.classes[s[n]]; last&delimiter != 0 {
			return n, seen, last
		}
		seen |= last
	}
	return n, seen, 0
}

// join returns what the bytes of s are.
func (f *byteFinder) join(s string) (seen byteClass) {
	t := &f.classes
	for len(s) >= 8 {
		seen |= t[s[0]] | t[s[1]] | t[s[2]] | t[s[3]] | t[s[4]] | t[s[5]] | t[s[6]] | t[s[7]]
		if len(s) == 8 {
			return seen
		}
		s = s[min(8, len(s)-8):] // some bytes twice, rather than one by one
	}
	for i := range len(s) {
		seen |= t[s[i]]
	}
	return seen
}

// shortScheme returns the length of a scheme of at most seven letters in lower case, which
// may begin any shape with schemes; 0 if s does not begin with one and a ":". It has no loop.
func shortScheme(s string) int {
	const (
		ones = 0x0101010101010101
		high = ones << 7
	)
	if len(s) < 8 {
		return 0
	}
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	x := w ^ ones*':'
	colon := (x - ones) &^ x & high // the lowest bit is at the first ":"
	before := colon&-colon - 1
	low := w &^ high
	letters := (low + (0x80-'a')*ones) &^ (low + (0x7F-'z')*ones) &^ w & high
	if colon == 0 || before&high&^letters != 0 {
		return 0
	}
	return bits.TrailingZeros64(colon) / 8
}

// escaped reports whether each "%" of s begins an escape.
func escaped(s string) bool {
	for i := strings.IndexByte(s, '%'); i >= 0; i = strings.IndexByte(s, '%') {
		if len(s) < i+3 || !isHex[s[i+1]] || !isHex[s[i+2]] {
			return false
		}
		s = s[i+3:]
	}
	return true
}

var isHex = func() (is [256]bool) {
	for x := range is {
		is[x] = hexDigits.Has(int32(x))
	}
	return is
}()
