package automaton

import (
	"math/bits"
	"slices"
)

// newShape returns the shape that most references of a language have, as far as the
// automaton permits; nil if there is none to speak of. It begins with letters and the
// forms in which these conform, and adds class after class of characters to each set, as
// long as every string of the shape is in the language and, if captures are wanted, they
// are parts of the shape.
func newShape(m *tdfa, wanted []Wanted) *shape {
	if m.classes.limit != 256 || m.registers > Registers {
		return nil
	}
	g := newGrower(m, wanted)
	// If captures are wanted, the kind of a host depends on how it begins.
	s := g.grow(true)
	if len(wanted) == 0 && (s == nil || len(s.joints) == 0) {
		s = g.grow(false)
	}
	if s != nil && !Empty(Minus(s.dfa(), m.dfa())) {
		panic("automaton: a string of the shape is not in the language")
	}
	return s
}

// letters are the characters that a shape has to begin with.
var letters = Between('A', 'Z').Union(Between('a', 'z'))

// grower finds and proves shapes with an automaton.
type grower struct {
	*tdfa
	wanted  []Wanted
	atoms   []Set   // the characters that a shape can have, by what tells them apart
	symbols []int32 // one of each
}

func newGrower(m *tdfa, wanted []Wanted) *grower {
	g := &grower{tdfa: m, wanted: wanted}
	g.atoms = Partition(ascii.Minus(delimiters).Minus(Of('%')), append(slices.Clone(m.classes.sets), hexDigits, letters))
	for _, c := range []int32{'%', ':', '/', '?', '#'} {
		g.atoms = append(g.atoms, Of(c))
	}
	for _, a := range g.atoms {
		g.symbols = append(g.symbols, a[0].Lo)
	}
	return g
}

// grow returns the shape, nil for none. A site has to begin with certain characters only
// if joined is true.
func (g *grower) grow(joined bool) *shape {
	s := &shape{forms: ^uint64(0), first: letters, scheme: letters, host: letters, tail: letters.Union(Of('/'))}
	if joined {
		s.begin = letters
	}
	if len(g.wanted) > 0 {
		if s.captures = g.findCaptures(s); s.captures == nil {
			return nil
		}
	}
	s.forms &^= g.wrong(s)
	if !slices.ContainsFunc(usualForms, s.hasForm) {
		return nil
	}
	g.extend(s, &s.tail, ascii.Minus(Of('#', '%')))
	g.extend(s, &s.host, ascii.Minus(Of('/', '?', '#', '%')))
	if joined {
		g.extend(s, &s.joints, ascii.Minus(Of('/', '?', '#', '%')).Minus(s.host))
		g.extend(s, &s.begin, s.host)
	}
	g.extend(s, &s.scheme, ascii.Minus(delimiters).Minus(Of('%')))
	g.extend(s, &s.first, s.scheme)
	g.permit(s, &s.tailEscapes)
	g.permit(s, &s.hostEscapes)
	return s
}

// extend adds to a set of s those of some characters that can be added.
func (g *grower) extend(s *shape, set *Set, by Set) {
	var more []Set
	for _, a := range g.atoms {
		if by.Minus(*set).Contains(a) {
			more = append(more, a)
		}
	}
	var add func(more []Set)
	add = func(more []Set) {
		was := *set
		for _, a := range more {
			*set = set.Union(a)
		}
		if len(more) == 0 || g.wrong(s) == 0 {
			return
		}
		*set = was
		if half := len(more) / 2; half > 0 {
			add(more[:half])
			add(more[half:])
		}
	}
	add(more)
}

// permit permits escapes if they can be.
func (g *grower) permit(s *shape, escapes *bool) {
	*escapes = true
	*escapes = g.wrong(s) == 0
}

// usualForms are the forms of which a shape must have one to be of use: those of
// "http://h/p" and of "//h/p".
var usualForms = []form{formScheme | formSite | formPath*form(slashPath), formSite | formPath*form(slashPath)}

func (s *shape) hasForm(f form) bool { return s.forms>>f&1 != 0 }

// dfa returns the automaton of the shape.
func (s *shape) dfa() *DFA {
	sets := []Set{s.first, s.scheme, s.host, s.tail, s.joints, s.begin, hexDigits}
	for _, c := range []int32{'%', ':', '/', '?', '#'} {
		sets = append(sets, Of(c))
	}
	return Explore(256, sets, reading{}, func(r reading, c int32) reading {
		to, _, _ := s.step(r, c)
		return to
	}, func(r reading) bool {
		_, _, ok := s.end(r)
		return ok
	})
}

// value is what is known of a register: the marks that stand where the position that it
// holds is.
type value uint16

const (
	absentValue value = 1 << (15 - iota) // it is -1
	hereValue                            // it is the position after the last symbol
)

// walked is a state of shape and automaton together.
type walked struct {
	reading reading
	state   int32
	here    marks // at the position after the last symbol
	regs    [Registers]value
}

// run runs a program at a symbol: here and after are what is known of the positions
// before it and after it.
func (w *walked) run(p program, here, after value) {
	for _, a := range p {
		switch a.from {
		case fromHere:
			w.regs[a.to] = here
		case fromAfter:
			w.regs[a.to] = after
		case fromAbsent:
			w.regs[a.to] = absentValue
		default:
			w.regs[a.to] = w.regs[a.from]
		}
	}
}

// arrive notes which marks the last position turns out to have.
func (w *walked) arrive(at marks, stay bool) {
	for r, v := range w.regs {
		if v&hereValue != 0 {
			if v |= value(at); !stay {
				v &^= hereValue
			}
			w.regs[r] = v
		}
	}
}

// walk calls found for each form in which a string of the shape can end, with what the
// automaton makes of such strings: whether it accepts, and what the registers hold.
func (g *grower) walk(s *shape, found func(f form, accept bool, regs *[Registers]value)) {
	begin := walked{here: beginMark}
	for r, at := range g.initial {
		if begin.regs[r] = absentValue; at == 0 {
			begin.regs[r] = value(beginMark) | hereValue
		}
	}
	seen := map[walked]bool{begin: true}
	for work := []walked{begin}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if f, at, ok := s.end(w.reading); ok {
			last := w
			last.arrive(at, true)
			x := &g.states[w.state]
			last.run(x.final, value(w.here|at), 0)
			found(f, x.accept, &last.regs)
		}
		for _, c := range g.symbols {
			to, here, after := s.step(w.reading, c)
			if to == refused {
				continue
			}
			next := w
			next.arrive(here, false)
			e := &g.states[w.state].edges[g.classes.bytes[c]]
			next.run(e.program, value(w.here|here), value(after)|hereValue)
			next.reading, next.state, next.here = to, e.to, after
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
}

// wrong returns the forms of the shape in which it has a string that is not in the
// language, or whose captures are not those of the shape.
func (g *grower) wrong(s *shape) (wrong uint64) {
	g.walk(s, func(f form, accept bool, regs *[Registers]value) {
		right := accept
		for _, c := range s.captures {
			switch captured := c.captured(regs); {
			case !f.has(c.part):
				right = right && captured == absent
			default:
				right = right && captured>>c.part&1 != 0
			}
		}
		if !right {
			wrong |= 1 << f
		}
	})
	return wrong
}

// absent is what captured returns for a capture that does not occur.
const absent = 1 << noPart

// captured returns which parts the registers hold for a capture, as bits; 0 if they hold
// no part.
func (c *capture) captured(regs *[Registers]value) (parts uint8) {
	last := regs[c.end]
	if last == absentValue {
		return absent
	}
	for p := schemePart; p <= fragmentPart; p++ {
		begin, end := p.bounds()
		if last&value(end) != 0 && (c.begin == Nowhere || regs[c.begin]&value(begin) != 0) {
			parts |= 1 << p
		}
	}
	return parts
}

// findCaptures returns which part each capture is in strings that have all parts; nil if
// one of these is refused, or has a capture that is no part.
func (g *grower) findCaptures(s *shape) []capture {
	const all = formScheme | formSite | formPath*form(slashPath) | formQuery | formFragment
	parts := make([]uint8, len(g.wanted))
	captures := make([]capture, len(g.wanted))
	for i, w := range g.wanted {
		parts[i], captures[i] = ^uint8(0), capture{begin: w.Begin, end: w.End}
	}
	g.walk(s, func(f form, accept bool, regs *[Registers]value) {
		if f != all {
			return
		}
		for i := range captures {
			if parts[i] &= captures[i].captured(regs); !accept {
				parts[i] = 0
			}
		}
	})
	for i, found := range parts {
		if found == 0 {
			return nil
		}
		captures[i].part = part(bits.TrailingZeros8(found))
	}
	return captures
}
