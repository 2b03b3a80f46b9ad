package automaton

import "unsafe"

// Span is a part of a string: from the byte Start up to, but not including, End. Both are
// -1 if the part is absent.
type Span struct{ Start, End int32 }

// Parts are the parts of a reference, as the regular expression of Appendix B of RFC 3986
// divides it.
type Parts struct {
	Scheme, Site, Path, Query, Fragment Span
	Begins                              PathBegin
}

// PathBegin is how a path begins.
type PathBegin uint32

const (
	EmptyPath    PathBegin = iota // there are no characters in it
	AbsolutePath                  // it begins with "/"
	RootlessPath                  // it begins with something else
)

// finder is a shape as the assembly reads it, which knows the layout.
type finder struct {
	forms       uint64
	joined      uint64 // 1 if the site has to begin with one of begin
	hostEscapes uint64 // all bits are set if the site may have escapes
	tailEscapes uint64 // the same for what follows the site
	noDots      uint64 // 1 if no segment may begin with a dot
	scheme      [16]byte
	host        [16]byte // with the joints
	tail        [16]byte
	joints      [16]byte
	begin       [16]byte
	digits      [16]byte
	notFirst    [256]uint8 // 1 for what a scheme cannot begin with
}

// finder returns s for the assembly, nil if s is nil or there is no assembly.
func (s *shape) finder() *finder {
	if s == nil || !finds {
		return nil
	}
	f := &finder{
		forms:  s.forms,
		scheme: nibbles(s.scheme), host: nibbles(s.host.Union(s.joints)), tail: nibbles(s.tail),
		joints: nibbles(s.joints), begin: nibbles(s.begin), digits: nibbles(hexDigits),
	}
	if s.begin != nil {
		f.joined = 1
	}
	if s.noDots {
		f.noDots = 1
	}
	if s.hostEscapes {
		f.hostEscapes = ^uint64(0)
	}
	if s.tailEscapes {
		f.tailEscapes = ^uint64(0)
	}
	for x := range f.notFirst {
		if !s.first.Has(int32(x)) {
			f.notFirst[x] = 1
		}
	}
	return f
}

// settled returns the shape of those strings of s that no step of normalization changes:
// there is no letter in upper case and no port before the path, there are no escapes, no
// path is empty after a site and no segment begins with a dot. There are others.
func (s *shape) settled() *shape {
	if s == nil {
		return nil
	}
	less := *s
	lower := ascii.Minus(Between('A', 'Z')).Minus(Of(':'))
	for _, set := range []*Set{&less.first, &less.scheme, &less.host, &less.joints, &less.begin} {
		*set = set.Intersect(lower)
	}
	less.hostEscapes, less.tailEscapes = false, false
	for f := range form(forms) {
		if f.has(sitePart) && f.path() == emptyPath {
			less.forms &^= 1 << f
		}
	}
	less.noDots = true
	return &less
}

// find reports whether s has the shape, and if so stores its parts, if at is not nil. A
// string of which find says no may be in the language all the same.
func (f *finder) find(s string, at *Parts) bool {
	if f == nil || s == "" {
		return false
	}
	if wide {
		return find64(f, unsafe.StringData(s), len(s), at)
	}
	return find32(f, unsafe.StringData(s), len(s), at)
}

func (t *table) find(s string, at *Parts) bool {
	if t.finder != nil {
		return t.finder.find(s, at)
	}
	return t.byBytes.find(s, at)
}

// Find reports whether s is a reference of the ordinary form, and if so stores its parts.
// Most references of the web are; a string of which Find says no may be in the
// language all the same. There is such a form only if the language is one of references,
// in an Acceptor that [ReadAcceptor] has read, and where [Vector] is false for fewer languages. s must not
// be longer than 2^31-1 bytes. Find does not allocate.
func (a *Acceptor) Find(s string, at *Parts) bool { return a.table.find(s, at) }

// Settled reports whether s is a reference of the ordinary form, and one that no step of
// normalization changes, whatever the edition: there are no escapes, no letter in upper
// case and no ":" of a port before the path, no segment begins with ".", and no path is
// empty after a site. It does not allocate.
func (a *Acceptor) Settled(s string) bool { return a.table.settled.find(s, nil) }

// Find is [Acceptor.Find] for a Matcher. What Match would find in s is what [Matcher.Note]
// stores.
func (m *Matcher) Find(s string, at *Parts) bool { return m.table.find(s, at) }

// Note stores in regs what Match finds in a string in which Find finds parts. The
// registers from [Registers] on are not changed.
func (m *Matcher) Note(at *Parts, regs []int32) {
	for r := range Registers {
		regs[r] = -1
	}
	for _, c := range m.captures {
		span := at.part(c.part)
		if regs[c.end] = span.End; c.begin != Nowhere {
			regs[c.begin] = span.Start
		}
	}
}

// part returns where a part is.
func (at *Parts) part(p part) Span {
	switch p {
	case schemePart:
		return at.Scheme
	case sitePart:
		return at.Site
	case queryPart:
		return at.Query
	case fragmentPart:
		return at.Fragment
	}
	return Span{-1, -1}
}
