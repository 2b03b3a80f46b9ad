package automaton

import (
	"strings"
	"unsafe"
)

// Shape is a shape, with what decides whether a string has it.
type Shape struct{ shape *shape }

// ShapeOf returns the shape of a text, nil if there is none.
func ShapeOf(text string) (*Shape, error) {
	m, err := readTDFA(text)
	if err != nil || m.shape == nil {
		return nil, err
	}
	return &Shape{m.shape}, nil
}

// Settled returns the shape of the strings that are normalized.
func (s *Shape) Settled() *Shape { return &Shape{s.shape.settled()} }

// Ends returns the registers in which m stores where its captures end.
func (m *Matcher) Ends() (ends []int) {
	for _, c := range m.captures {
		ends = append(ends, c.end)
	}
	return ends
}

// ShapeHolds reports whether every string of the shape in a text is in the language, and
// has the captures that the shape says; true if there is no shape.
func ShapeHolds(text string) bool {
	m, err := readTDFA(text)
	if err != nil || m.shape == nil {
		return err == nil
	}
	g := newGrower(m, nil)
	g.symbols = nil
	for c := int32(1); c < 128; c++ {
		g.symbols = append(g.symbols, c)
	}
	return g.wrong(m.shape) == 0
}

// DFA returns the automaton of the shape.
func (s *Shape) DFA() *DFA { return s.shape.dfa() }

// Find is the slow twin of the routines that find parts.
func (s *Shape) Find(text string) (at Parts, ok bool) {
	var r reading
	where := make(map[marks]int32)
	note := func(m marks, i int) {
		for bit := beginMark; bit <= fragmentEnd; bit <<= 1 {
			if m&bit != 0 {
				where[bit] = int32(i)
			}
		}
	}
	for i := range len(text) {
		to, here, after := s.shape.step(r, int32(text[i]))
		note(here, i)
		note(after, i+1)
		r = to
	}
	f, m, ok := s.shape.end(r)
	if s.shape.noDots && (strings.Contains(text, "/.") || f.has(schemePart) && strings.HasPrefix(text[where[schemeMark]:], ":.")) {
		ok = false
	}
	note(m, len(text))
	span := func(p part) Span {
		if !f.has(p) {
			return Span{-1, -1}
		}
		begin, end := p.bounds()
		return Span{where[begin], where[end]}
	}
	at = Parts{Scheme: span(schemePart), Site: span(sitePart), Query: span(queryPart), Fragment: span(fragmentPart)}
	if at.Path.End = int32(len(text)); f.has(queryPart) {
		at.Path.End = at.Query.Start - 1
	} else if f.has(fragmentPart) {
		at.Path.End = at.Fragment.Start - 1
	}
	if f.has(sitePart) {
		at.Path.Start = at.Site.End
	} else if f.has(schemePart) {
		at.Path.Start = at.Scheme.End + 1
	}
	switch {
	case !ok || at.Path.Start == at.Path.End:
	case text[at.Path.Start] == '/':
		at.Begins = AbsolutePath
	default:
		at.Begins = RootlessPath
	}
	return at, ok
}

// Finds reports whether there is a routine that finds parts on this processor.
func Finds() bool { return finds }

// ByBytes is the name of the finder that is there without a vector kernel. It may miss more
// than the others.
const ByBytes = "bytes"

// Finders returns the routines that find parts on this processor. They are allowed to
// find nothing.
func (s *Shape) Finders() map[string]func(text string, at *Parts) bool {
	out := make(map[string]func(string, *Parts) bool)
	if f := s.shape.byteFinder(); f != nil && !s.shape.noDots {
		out[ByBytes] = f.find
	}
	f := s.shape.finder()
	add := func(name string, can bool, find func(*finder, *byte, int, *Parts) bool) {
		if can {
			out[name] = func(text string, at *Parts) bool { return find(f, unsafe.StringData(text), len(text), at) }
		}
	}
	add("32", finds, find32)
	add("64", wide, find64)
	return out
}
