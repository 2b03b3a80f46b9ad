package nearest

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// machine is a labelled automaton in a form for the search.
type machine struct {
	size       int32
	components []string
	used       []bool          // the labels that some character has
	accept     []bool          // of each state; only live states are there
	edges      lists[edge]     // by state
	chars      []automaton.Set // of each edge, by its place in edges.all

	// The classes of characters that no state and no label tells apart: where they
	// begin, and which class begins there.
	starts  []int32
	classes []int32
	count   int
	moves   lists[move] // by class*states + state
	percent int32       // the class of "%"; -1 if it is in none
	hex     [16]int32
	escapes lists[move]  // by escaped octet
	before  lists[int32] // the states from which an edge leads to a state
	byLabel [][]arc      // the edges with each label
}

// lists are many short lists, one after the other.
type lists[T any] struct {
	ends []int32 // of each list
	all  []T
}

func (l *lists[T]) of(i int) []T { return l.all[l.start(i):l.ends[i]] }

// start returns where a list begins.
func (l *lists[T]) start(i int) int32 {
	if i == 0 {
		return 0
	}
	return l.ends[i-1]
}

// end ends a list, and begins the next one.
func (l *lists[T]) end() { l.ends = append(l.ends, int32(len(l.all))) }

// edge leads from a state to another one, by any of its characters with a label.
type edge struct {
	to, label int32
	kinds     [kinds]bool // the kinds of its characters
}

// arc is an edge with the state that it leads from.
type arc struct {
	from int32
	edge
}

// move leads from a state to another one by a character with a label.
type move struct{ from, to, label int32 }

func newMachine(l *grammar.Language, x *grammar.Labelled) *machine {
	m := &machine{size: x.Size, components: x.Components, used: make([]bool, len(x.Components))}
	d := x.Automaton
	live := d.Live()
	number := make([]int, d.States())
	var states []int
	for state, ok := range live {
		if ok {
			number[state] = len(states)
			states = append(states, state)
			m.accept = append(m.accept, d.Accepting(state))
		}
	}
	// The labelled symbols of each class, by label.
	type part struct {
		label int
		chars automaton.Set
	}
	var parts []part
	var sets []automaton.Set
	for _, set := range d.Classes().Sets() {
		for label := range x.Components {
			first := int32(label) * x.Size
			var chars automaton.Set
			for _, r := range set.Intersect(automaton.Between(first, first+x.Size-1)) {
				chars = append(chars, automaton.Range{Lo: r.Lo - first, Hi: r.Hi - first})
			}
			if len(chars) > 0 {
				parts, sets = append(parts, part{label, chars}), append(sets, chars)
			}
		}
	}
	for _, state := range states {
		first := len(m.chars)
		for _, p := range parts {
			to := d.Step(state, p.chars[0].Lo+int32(p.label)*x.Size)
			if !live[to] {
				continue
			}
			m.used[p.label] = true
			e := edge{to: int32(number[to]), label: int32(p.label)}
			i := first + slices.Index(m.edges.all[first:], e)
			if i < first {
				i = len(m.chars)
				m.edges.all, m.chars = append(m.edges.all, e), append(m.chars, nil)
			}
			m.chars[i] = m.chars[i].Union(p.chars)
		}
		m.edges.end()
	}
	for i, set := range m.chars {
		for c := range int32(utf8.RuneSelf) {
			if set.Has(c) {
				m.edges.all[i].kinds[kindOf(c)] = true
			}
		}
		m.edges.all[i].kinds[other] = false // none is like another
	}
	m.classify(l.Grammar().Source().Characters(), sets)
	return m
}

// classify finds the classes of characters, and the moves by each.
func (m *machine) classify(all automaton.Set, sets []automaton.Set) {
	type start struct{ lo, hi, class int32 }
	var starts []start
	parts := automaton.Partition(all, sets)
	m.count = len(parts)
	for class, set := range parts {
		for _, r := range set {
			starts = append(starts, start{r.Lo, r.Hi, int32(class)})
		}
	}
	slices.SortFunc(starts, func(a, b start) int { return int(a.lo - b.lo) })
	next := int32(0)
	for _, s := range starts {
		if s.lo > next { // surrogates
			m.starts, m.classes = append(m.starts, next), append(m.classes, -1)
		}
		m.starts, m.classes = append(m.starts, s.lo), append(m.classes, s.class)
		next = s.hi + 1
	}
	for _, set := range parts {
		for state := range m.accept {
			first, edges := m.edgesOf(state)
			for i, e := range edges {
				if m.chars[first+i].Has(set[0].Lo) {
					m.moves.all = append(m.moves.all, move{int32(state), e.to, e.label})
				}
			}
			m.moves.end()
		}
	}
	m.byLabel = make([][]arc, len(m.components))
	before := make([][]int32, len(m.accept))
	for state := range m.accept {
		for _, e := range m.edges.of(state) {
			m.byLabel[e.label] = append(m.byLabel[e.label], arc{int32(state), e})
			if list := before[e.to]; len(list) == 0 || list[len(list)-1] != int32(state) {
				before[e.to] = append(list, int32(state))
			}
		}
	}
	for _, list := range before {
		m.before.all = append(m.before.all, list...)
		m.before.end()
	}
	m.percent = m.classOf('%')
	for i := range m.hex {
		m.hex[i] = m.classOf(int32(upper[i]))
	}
	for octet := range 256 {
		for state := range m.accept {
			m.escaped(int32(state), string([]byte{byte(octet)}), func(to, label int32) {
				m.escapes.all = append(m.escapes.all, move{int32(state), to, label})
			})
		}
		m.escapes.end()
	}
}

const upper = "0123456789ABCDEF"

// classOf returns the class of a character; -1 if it is none.
func (m *machine) classOf(symbol int32) int32 {
	if symbol < 0 || symbol >= m.size {
		return -1
	}
	return m.classes[sort.Search(len(m.starts), func(i int) bool { return m.starts[i] > symbol })-1]
}

// label returns the label of the first of these components that some character has; 0
// if none has.
func (m *machine) label(names ...string) int32 {
	for _, name := range names {
		if i := slices.Index(m.components, name); i > 0 && m.used[i] {
			return int32(i)
		}
	}
	return 0
}

// edgesOf returns the edges from a state, and the place of the first of them.
func (m *machine) edgesOf(state int) (first int, edges []edge) {
	return int(m.edges.start(state)), m.edges.of(state)
}

// by returns the moves from a state by a class.
func (m *machine) by(state int, class int32) []move {
	if class < 0 {
		return nil
	}
	return m.moves.of(int(class)*len(m.accept) + state)
}

// byClass returns the moves by a class, from all states.
func (m *machine) byClass(class int32) []move {
	if class < 0 {
		return nil
	}
	n := len(m.accept)
	return m.moves.all[m.moves.start(int(class)*n):m.moves.ends[int(class)*n+n-1]]
}

// escaped calls visit for each state to which the escaped form of text leads from a
// state, with its label.
func (m *machine) escaped(state int32, text string, visit func(to, label int32)) {
	if m.percent < 0 {
		return
	}
	for _, first := range m.by(int(state), m.percent) {
		m.escapedFrom(first.to, first.label, text, visit)
	}
}

func (m *machine) escapedFrom(state, label int32, text string, visit func(to, label int32)) {
	for _, hi := range m.by(int(state), m.hex[text[0]>>4]) {
		if hi.label != label {
			continue
		}
		for _, lo := range m.by(int(hi.to), m.hex[text[0]&15]) {
			switch {
			case lo.label != label:
			case len(text) == 1:
				visit(lo.to, label)
			default:
				for _, next := range m.by(int(lo.to), m.percent) {
					if next.label == label {
						m.escapedFrom(next.to, label, text[1:], visit)
					}
				}
			}
		}
	}
}
