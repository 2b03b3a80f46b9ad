package reading

import (
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// compilable says in messages which recursion is permitted.
const compilable = "; recursion can be compiled where it is only at the right ends or only at the left ends of the rules and the cycle is not too long, or unrolled to some depth"

// solve takes out the recursion at one end of rules: first that of each rule by itself, then
// that of rules that refer to each other.
func (x *recursion) solve() {
	for i, r := range x.rules {
		if slices.ContainsFunc(r.References(), func(name string) bool { return x.key(name) == x.key(r.Name) }) {
			x.solveTogether([]int{i})
		}
	}
	for _, members := range x.cycles() {
		x.solveTogether(members)
	}
}

// solveTogether replaces the definitions of rules, which are in the order of the text, if all
// that they refer to of each other is at their right ends, or at their left ends.
func (x *recursion) solveTogether(members []int) {
	for _, left := range []bool{false, true} {
		s := &solver{recursion: x, left: left, ok: true, number: make(map[string]int)}
		for n, i := range members {
			s.number[x.key(x.rules[i].Name)] = n
			s.rows = append(s.rows, make(map[int][]parts))
		}
		for n, i := range members {
			s.row = n
			s.alternation(nil, x.rules[i].Elements)
		}
		if s.eliminate(); !s.ok {
			continue
		}
		for n, i := range members {
			solved := *x.rules[i]
			solved.Elements = s.solution(n, members)
			x.rules[i] = &solved
		}
		return
	}
}

// parts are repetitions, one after the other. There may be none.
type parts []*bnf.Repetition

// solver solves a system of rules. A row has the alternatives of a rule, by the number of the
// rule that they go on with at the end, without that; those that go on with none have the
// number of rules.
type solver struct {
	*recursion
	number map[string]int // of the rules, by key
	left   bool           // rules go on at the left end
	rows   []map[int][]parts
	again  [][]parts // the alternatives of each rule that go on with the rule itself
	ok     bool
	row    int // the rule that is being read
	size   int // how much has been made
}

// maxSolved is how many repetitions the alternatives of a system may have: those that are
// read, and those that are made.
const maxSolved = 1 << 16

// within reports whether something refers to a rule of the system.
func (s *solver) within(e bnf.Element) bool {
	of := func(a *bnf.Alternation) bool {
		return slices.ContainsFunc((&bnf.Rule{Elements: a}).References(), func(name string) bool {
			_, ok := s.number[s.key(name)]
			return ok
		})
	}
	switch e := e.(type) {
	case *bnf.Rulename:
		_, ok := s.number[s.key(e.Name)]
		return ok
	case *bnf.Group:
		return of(e.Alternation)
	case *bnf.Option:
		return of(e.Alternation)
	}
	return false
}

// alternation adds the alternatives of a; inner is what stands between them and the end of
// the rule that goes on with no rule of the system.
func (s *solver) alternation(inner parts, a *bnf.Alternation) {
	for _, c := range a.Concatenations {
		s.concatenation(inner, c)
	}
}

func (s *solver) concatenation(inner parts, c *bnf.Concatenation) {
	n := len(c.Repetitions)
	outer, rest := c.Repetitions[n-1], c.Repetitions[:n-1]
	if s.left {
		outer, rest = c.Repetitions[0], c.Repetitions[1:]
	}
	if !s.ok || slices.ContainsFunc(rest, func(r *bnf.Repetition) bool { return s.within(r.Element) }) {
		s.ok = false
		return
	}
	inner = s.join(inner, rest)
	if !s.within(outer.Element) {
		s.add(s.row, len(s.rows), s.join(inner, parts{outer}))
		return
	}
	if outer.Max != 1 {
		s.ok = false
		return
	}
	optional := outer.Min == 0
	switch e := outer.Element.(type) {
	case *bnf.Rulename:
		s.add(s.row, s.number[s.key(e.Name)], inner)
	case *bnf.Group:
		s.alternation(inner, e.Alternation)
	case *bnf.Option:
		s.alternation(inner, e.Alternation)
		optional = true
	}
	if optional {
		s.add(s.row, len(s.rows), inner)
	}
}

// join puts what is nearer to the end at which rules go on on that side of inner.
func (s *solver) join(inner, more parts) parts {
	if s.left {
		return slices.Concat(more, inner)
	}
	return slices.Concat(inner, more)
}

// add adds an alternative of a rule that goes on with another one.
func (s *solver) add(row, to int, p parts) {
	s.size += 1 + len(p)
	if s.size > maxSolved {
		s.ok = false
		return
	}
	s.rows[row][to] = append(s.rows[row][to], p)
}

// eliminate puts the alternatives of each rule in the places of its name in the rules before
// it. Then no rule goes on with itself or with a later one.
func (s *solver) eliminate() {
	s.again = make([][]parts, len(s.rows))
	for k := len(s.rows) - 1; k >= 0 && s.ok; k-- {
		row := s.rows[k]
		s.again[k] = row[k]
		delete(row, k)
		if len(row) == 0 || slices.ContainsFunc(s.again[k], func(p parts) bool { return len(p) == 0 }) {
			s.ok = false // it derives nothing, or it is itself
			return
		}
		for i := range k {
			into := s.rows[i][k]
			if into == nil {
				continue
			}
			delete(s.rows[i], k)
			before := s.one(into)
			if s.again[k] != nil {
				before = s.join(before, parts{group(0, bnf.Unbounded, s.again[k])})
			}
			for _, to := range slices.Sorted(maps.Keys(row)) {
				p := s.join(before, s.one(row[to]))
				s.size += sizeOf(p)
				s.add(i, to, p)
			}
		}
	}
}

// one returns alternatives as one.
func (s *solver) one(alternatives []parts) parts {
	if len(alternatives) == 1 {
		return alternatives[0]
	}
	return parts{group(1, 1, alternatives)}
}

// sizeOf returns how many repetitions there are in p and in its groups, up to a few more than
// may be.
func sizeOf(p parts) int {
	n := 0
	work := []parts{p}
	for len(work) > 0 && n <= maxSolved {
		last := len(work) - 1
		p, work = work[last], work[:last]
		n += len(p)
		for _, r := range p {
			switch e := r.Element.(type) {
			case *bnf.Group:
				for _, c := range e.Alternation.Concatenations {
					work = append(work, c.Repetitions)
				}
			case *bnf.Option:
				for _, c := range e.Alternation.Concatenations {
					work = append(work, c.Repetitions)
				}
			}
		}
	}
	return n
}

// solution returns the definition of a rule without recursion.
func (s *solver) solution(n int, members []int) *bnf.Alternation {
	pos := s.rules[members[n]].Elements.Pos
	var last []parts
	for _, to := range slices.Sorted(maps.Keys(s.rows[n])) {
		for _, p := range s.rows[n][to] {
			if to < len(members) {
				name := &bnf.Rulename{Pos: pos, Name: s.rules[members[to]].Name}
				p = s.join(p, parts{{Pos: pos, Min: 1, Max: 1, Element: name}})
			}
			last = append(last, p)
		}
	}
	if s.again[n] == nil {
		return at(pos, alternation(last))
	}
	return at(pos, alternation([]parts{s.join(parts{group(0, bnf.Unbounded, s.again[n])}, parts{group(1, 1, last)})}))
}

// group returns a repetition of alternatives.
func group(least, most int, of []parts) *bnf.Repetition {
	a := alternation(of)
	return &bnf.Repetition{Pos: a.Pos, Min: least, Max: most, Element: &bnf.Group{Pos: a.Pos, Alternation: a}}
}

// alternation returns alternatives as a definition has them.
func alternation(of []parts) *bnf.Alternation {
	a := new(bnf.Alternation)
	for _, p := range of {
		if len(p) == 0 {
			p = parts{{Min: 1, Max: 1, Element: new(bnf.CharVal)}}
		}
		a.Concatenations = append(a.Concatenations, &bnf.Concatenation{Pos: p[0].Pos, Repetitions: p})
	}
	a.Pos = a.Concatenations[0].Pos
	return a
}

// at gives a definition a position.
func at(pos bnf.Pos, a *bnf.Alternation) *bnf.Alternation {
	a.Pos = pos
	return a
}

// cycles returns the largest sets of several rules that refer to each other, by their places
// in the order of the text.
func (x *recursion) cycles() [][]int {
	place := make(map[string]int)
	to, from := make([][]int, len(x.rules)), make([][]int, len(x.rules))
	for i, r := range x.rules {
		place[x.key(r.Name)] = i
	}
	for i, r := range x.rules {
		for _, name := range r.References() {
			if j, ok := place[x.key(name)]; ok {
				to[i], from[j] = append(to[i], j), append(from[j], i)
			}
		}
	}
	// By Kosaraju: what is reached backwards from the rules, those that are left last first.
	var order []int
	seen := make([]bool, len(x.rules))
	walk := func(start int, edges [][]int, leave func(int)) {
		type visit struct{ rule, next int }
		seen[start] = true
		for work := []visit{{start, 0}}; len(work) > 0; {
			top := &work[len(work)-1]
			if top.next == len(edges[top.rule]) {
				leave(top.rule)
				work = work[:len(work)-1]
				continue
			}
			j := edges[top.rule][top.next]
			if top.next++; !seen[j] {
				seen[j] = true
				work = append(work, visit{j, 0})
			}
		}
	}
	for i := range x.rules {
		if !seen[i] {
			walk(i, to, func(j int) { order = append(order, j) })
		}
	}
	clear(seen)
	var cycles [][]int
	for _, i := range slices.Backward(order) {
		if seen[i] {
			continue
		}
		var members []int
		if walk(i, from, func(j int) { members = append(members, j) }); len(members) > 1 {
			slices.Sort(members)
			cycles = append(cycles, members)
		}
	}
	return cycles
}
