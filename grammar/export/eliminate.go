package export

import (
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// eliminate returns an expression of the strings that an automaton over the builder's
// characters accepts. States are taken away one by one, and the ways through them become
// ways past them. The next one is that which makes the expressions grow least (Delgado and
// Morais, 2004). eliminate returns nil if an expression becomes longer than limit.
func (b *builder) eliminate(d *automaton.DFA, limit int) *node {
	// The states are those of d, a start without ways in, and an end without ways out.
	begin, end := d.States(), d.States()+1
	out := make([]map[int]*node, d.States()+2)
	in := make([]map[int]bool, d.States()+2)
	for s := range out {
		out[s], in[s] = make(map[int]*node), make(map[int]bool)
	}
	way := func(from, to int, n *node) {
		if old, ok := out[from][to]; ok {
			n = b.alt(old, n)
		}
		out[from][to] = n
		in[to][from] = true
	}
	live, left := d.Live(), 0
	if !live[0] {
		return b.nothing()
	}
	way(begin, 0, b.empty())
	for s := range d.States() {
		if !live[s] {
			continue
		}
		left++
		sets := make(map[int]automaton.Set)
		for _, class := range d.Classes().Sets() {
			if to := d.Step(s, class[0].Lo); live[to] {
				sets[to] = sets[to].Union(class)
			}
		}
		for to, set := range sets {
			way(s, to, b.set(set))
		}
		if d.Accepting(s) {
			way(s, end, b.empty())
		}
	}

	for ; left > 0; left-- {
		next, least := -1, 0
		for s := range d.States() {
			if len(in[s]) == 0 {
				continue // it is dead, or taken away
			}
			if w := weight(s, out, in); next < 0 || w < least {
				next, least = s, w
			}
		}
		if next < 0 {
			break
		}
		loop := b.empty()
		if l, ok := out[next][next]; ok {
			loop = b.repeat(l, 0, automaton.Unbounded)
		}
		for _, from := range sorted(in[next]) {
			if from == next {
				continue
			}
			to := out[from][next]
			delete(out[from], next)
			for _, after := range sorted(out[next]) {
				if after == next {
					continue
				}
				way(from, after, b.cat(to, loop, out[next][after]))
				if out[from][after].size > limit {
					return nil
				}
			}
		}
		for after := range out[next] {
			delete(in[after], next)
		}
		clear(out[next])
		clear(in[next])
	}
	return out[begin][end]
}

// weight is about how much longer all expressions become if a state is taken away.
func weight(state int, out []map[int]*node, in []map[int]bool) int {
	ins, outs := len(in[state]), len(out[state])
	loop := 0
	if l, ok := out[state][state]; ok {
		loop = l.size
		ins, outs = ins-1, outs-1
	}
	w := loop * (ins*outs - 1)
	for from := range in[state] {
		if from != state {
			w += out[from][state].size * (outs - 1)
		}
	}
	for to, n := range out[state] {
		if to != state {
			w += n.size * (ins - 1)
		}
	}
	return w
}

// sorted returns the keys of m in order.
func sorted[V any](m map[int]V) []int { return slices.Sorted(maps.Keys(m)) }
