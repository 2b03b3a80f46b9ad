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
	used       []bool // the labels that some character has
	accept     []bool // of each state; only live states are there
	edges      [][]edge

	// The classes of characters that no state and no label tells apart: where they
	// begin, and which class begins there.
	starts  []int32
	classes []int32
	count   int
	moves   [][]move // by state*count + class
	percent int32    // the class of "%"; -1 if it is in none
	hex     [16]int32
}

// edge leads from a state to another one, by any of its characters with a label.
type edge struct {
	to, label int
	chars     automaton.Set
	kinds     [kinds]bool // the kinds of chars
}

// move leads from a state to another one by a character with a label.
type move struct{ to, label int32 }

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
		var out []edge
		for _, p := range parts {
			to := d.Step(state, p.chars[0].Lo+int32(p.label)*x.Size)
			if !live[to] {
				continue
			}
			m.used[p.label] = true
			i := slices.IndexFunc(out, func(e edge) bool { return e.to == number[to] && e.label == p.label })
			if i < 0 {
				i = len(out)
				out = append(out, edge{to: number[to], label: p.label})
			}
			out[i].chars = out[i].chars.Union(p.chars)
		}
		for i := range out {
			for c := range int32(utf8.RuneSelf) {
				if out[i].chars.Has(c) {
					out[i].kinds[kindOf(c)] = true
				}
			}
			out[i].kinds[other] = false // none is like another
		}
		m.edges = append(m.edges, out)
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
	m.moves = make([][]move, len(m.edges)*m.count)
	for state, edges := range m.edges {
		for _, e := range edges {
			for class, set := range parts {
				if e.chars.Has(set[0].Lo) {
					at := state*m.count + class
					m.moves[at] = append(m.moves[at], move{int32(e.to), int32(e.label)})
				}
			}
		}
	}
	m.percent = m.classOf('%')
	for i := range m.hex {
		m.hex[i] = m.classOf(int32(upper[i]))
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
func (m *machine) label(names ...string) int {
	for _, name := range names {
		if i := slices.Index(m.components, name); i > 0 && m.used[i] {
			return i
		}
	}
	return 0
}

// by returns the moves from a state by a class.
func (m *machine) by(state int, class int32) []move {
	if class < 0 {
		return nil
	}
	return m.moves[state*m.count+int(class)]
}

// escaped calls visit for each state to which the escaped form of text leads from a
// state, with its label.
func (m *machine) escaped(state int, text string, visit func(to, label int)) {
	if m.percent < 0 {
		return
	}
	for _, first := range m.by(state, m.percent) {
		m.escapedFrom(int(first.to), first.label, text, visit)
	}
}

func (m *machine) escapedFrom(state int, label int32, text string, visit func(to, label int)) {
	for _, hi := range m.by(state, m.hex[text[0]>>4]) {
		if hi.label != label {
			continue
		}
		for _, lo := range m.by(int(hi.to), m.hex[text[0]&15]) {
			switch {
			case lo.label != label:
			case len(text) == 1:
				visit(int(lo.to), int(label))
			default:
				for _, next := range m.by(int(lo.to), m.percent) {
					if next.label == label {
						m.escapedFrom(int(next.to), label, text[1:], visit)
					}
				}
			}
		}
	}
}

// cost counts edits and, in the lower half, characters that move.
type cost = uint32

const (
	oneEdit cost = 1 << 16
	oneMove cost = 1
	never   cost = 1 << 29 // a few of them can be added
)

// costs are the least costs from each position and state to the end.
type costs struct {
	all    []cost // by position*states + state
	states int
	move   cost // what a character costs that moves
}

func (c *costs) at(position, state int) cost { return c.all[position*c.states+state] }

// moved returns how many characters move.
func (c *costs) moved() int { return int(c.at(0, 0) % oneEdit) }

// costs finds the least costs, from the end to the beginning. If moving is false, no
// character may move.
func (m *machine) costs(in *input, moving bool) *costs {
	n := len(m.accept)
	c := &costs{all: make([]cost, (len(in.chars)+1)*n), states: n, move: never}
	if moving {
		c.move = oneMove
	}
	end := c.all[len(in.chars)*n:]
	for state, accept := range m.accept {
		if end[state] = never; accept {
			end[state] = 0
		}
	}
	m.insert(end)
	for i := len(in.chars) - 1; i >= 0; i-- {
		x := &in.chars[i]
		here, next := c.all[i*n:(i+1)*n], c.all[(i+1)*n:(i+2)*n]
		text := in.text[x.at : x.at+x.size]
		for state := range here {
			best := next[state] + c.deleting(x)
			for _, v := range m.by(state, x.class) {
				best = min(best, next[v.to]+c.keeping(x, int(v.label)))
			}
			for i := range m.edges[state] {
				e := &m.edges[state][i]
				best = min(best, next[e.to]+c.replacing(x, e))
			}
			m.escaped(state, text, func(to, label int) {
				best = min(best, next[to]+c.escaping(x, label))
			})
			here[state] = min(best, never)
		}
		m.insert(here)
	}
	return c
}

// keeping is the cost of a character that has this label in the new string.
func (c *costs) keeping(x *character, label int) cost {
	if label == x.label {
		return 0
	}
	return c.move
}

// deleting is the cost of a character that is deleted.
func (c *costs) deleting(x *character) cost {
	if x.delimiter {
		return oneEdit + c.move
	}
	return oneEdit
}

// replacing is the cost of a character that is replaced by one of an edge.
func (c *costs) replacing(x *character, e *edge) cost {
	sum := c.deleting(x) + c.keeping(x, e.label)
	if !e.kinds[x.kind] {
		sum += c.move
	}
	return sum
}

// escaping is the cost of a character that has this label after it is escaped.
func (c *costs) escaping(x *character, label int) cost { return c.deleting(x) + c.keeping(x, label) }

// insert adds to the costs at a position what can be inserted there.
func (m *machine) insert(here []cost) {
	for changed := true; changed; {
		changed = false
		// Edges lead to states with greater numbers, mostly.
		for state := len(here) - 1; state >= 0; state-- {
			best := here[state]
			for i := range m.edges[state] {
				best = min(best, here[m.edges[state][i].to]+oneEdit)
			}
			if best < here[state] {
				here[state], changed = best, true
			}
		}
	}
}
