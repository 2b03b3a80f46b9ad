package automaton

import "unsafe"

// MatcherSize is how large a Matcher is.
type MatcherSize struct {
	Items, Lists int // states of the NFA by what follows; of the tagged automaton
	States       int // after minimization
	Codes        int // ways to enter them
	Noting, Slow int // of these, with positions to note; with another program
	Escapes      int
	Pages        int
	Extra        int // registers besides those of bounds
	Classes      int
	Bytes        int // of rows and the tables of pages
}

// SizesOf returns the sizes of the matcher of e: for deciding and for finding.
func SizesOf(e *Expr, tags ...int) (plain, tagged MatcherSize) {
	t := newTagged(e, tags)
	m := t.allot().minimize()
	size := func(m *machine) MatcherSize {
		l := m.layout()
		s := MatcherSize{States: len(m.states), Codes: len(l.codes), Escapes: len(l.escapes), Classes: len(m.classes.sets)}
		for _, c := range l.codes {
			switch {
			case !c.program.quick():
				s.Slow++
			case len(c.program) > 0:
				s.Noting++
			}
		}
		pages := make(map[*page]bool)
		for _, p := range newPages(m).page.places {
			pages[p.page] = true
		}
		s.Pages = len(pages)
		s.Bytes = s.Codes*256 + s.Pages*int(unsafe.Sizeof(page{}))
		return s
	}
	plain, tagged = size(m.dfa().minimize().machine()), size(m)
	tagged.Lists = len(t.states)
	tagged.Extra = m.registers - firstExtra
	return plain, tagged
}

// TaggedCover returns strings that together take every transition of the
// automaton that Match runs.
func TaggedCover(e *Expr, tags ...int) [][]int32 {
	d := newTagged(e, tags).allot().minimize().dfa()
	d.live = d.findLive()
	return Cover(d)
}
