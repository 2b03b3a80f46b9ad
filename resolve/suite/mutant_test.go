package suite_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// A mutant is a recogniser with one fault. Those of the automaton are its table with one
// entry changed; those of the rules are compiled from a definition that is changed in one
// place. A mutant that accepts the same strings as the edition is none.

// table is an automaton with an entry for each byte.
type table struct {
	next   [][256]int32
	accept []bool
}

func newTable(d *automaton.DFA) *table {
	t := &table{make([][256]int32, d.States()), make([]bool, d.States())}
	for q := range t.next {
		for c := range 256 {
			t.next[q][c] = int32(d.Step(q, int32(c)))
		}
		t.accept[q] = d.Accepting(q)
	}
	return t
}

func (t *table) accepts(text string) bool {
	q := int32(0)
	for i := range len(text) {
		q = t.next[q][text[i]]
	}
	return t.accept[q]
}

// operator is a kind of fault.
type operator string

const (
	drop     operator = "a transition is dropped"
	add      operator = "a transition is added"
	retarget operator = "a transition leads elsewhere"
	end      operator = "a state accepts, or does not"
	widen    operator = "a byte is added to a class in a state"
	narrow   operator = "a byte is taken from a class in a state"
	rules    operator = "a rule is changed"
)

var operators = []operator{drop, add, retarget, end, widen, narrow, rules}

// fault is a change of one state: some bytes lead to another state, or, if there are none,
// the state accepts where it did not.
type fault struct {
	operator operator
	state    int
	bytes    automaton.Set
	to       int32
}

func (f fault) String() string {
	if f.bytes == nil {
		return fmt.Sprintf("%s: state %d", f.operator, f.state)
	}
	return fmt.Sprintf("%s: state %d, bytes %v, to state %d", f.operator, f.state, f.bytes, f.to)
}

// faults yields all faults of an automaton. Some are without effect, because the state to
// which a transition leads accepts the same in the mutant as the old one did; [differs]
// decides that.
func faults(d *automaton.DFA, yield func(fault)) {
	live := d.Live()
	sets := d.Classes().Sets()
	for q := range d.States() {
		yield(fault{operator: end, state: q})
		var near []int // the states to which some class leads
		for _, set := range sets {
			near = append(near, d.Step(q, set[0].Lo))
		}
		slices.Sort(near)
		near = slices.Compact(near)
		for _, set := range sets {
			from := d.Step(q, set[0].Lo)
			for to := range d.States() {
				if to == from {
					continue
				}
				op := retarget
				switch {
				case !live[from]:
					op = add
				case !live[to]:
					op = drop
				}
				yield(fault{op, q, set, int32(to)})
			}
			if set.Len() == 1 {
				continue
			}
			for _, r := range set {
				for c := r.Lo; c <= r.Hi; c++ {
					for _, to := range near {
						if to != from && live[to] {
							yield(fault{widen, q, automaton.Of(c), int32(to)})
						}
					}
					if live[from] {
						yield(fault{narrow, q, automaton.Of(c), int32(slices.Index(live, false))})
					}
				}
			}
		}
	}
}

// sampled returns n faults or, if there are fewer, all, and always the same. No operator has
// more of them than another unless that one has no more.
func sampled(d *automaton.DFA, n int) map[operator][]fault {
	all := make(map[operator]int)
	faults(d, func(f fault) { all[f.operator]++ })
	each := sort.Search(n, func(each int) bool {
		sum := 0
		for _, most := range all {
			sum += min(most, each)
		}
		return sum >= n
	})
	kept, seen := make(map[operator][]fault), make(map[operator]int)
	random := rand.New(rand.NewPCG(1, 2))
	faults(d, func(f fault) {
		seen[f.operator]++
		if len(kept[f.operator]) < each {
			kept[f.operator] = append(kept[f.operator], f)
		} else if i := random.IntN(seen[f.operator]); i < each {
			kept[f.operator][i] = f
		}
	})
	return kept
}

// with returns the table with a fault, and a function that takes it back.
func (t *table) with(f fault) (undo func()) {
	if f.bytes == nil {
		t.accept[f.state] = !t.accept[f.state]
		return func() { t.accept[f.state] = !t.accept[f.state] }
	}
	row := t.next[f.state]
	for _, r := range f.bytes {
		for c := r.Lo; c <= r.Hi; c++ {
			t.next[f.state][c] = f.to
		}
	}
	return func() { t.next[f.state] = row }
}

// questions are strings, by the entries of the table that they use.
type questions struct {
	texts   []string
	valid   []bool
	through map[int][]int32 // by state*257 + byte, or + 256 for the end
}

func newQuestions(t *table, texts []string) *questions {
	qs := &questions{texts: texts, through: make(map[int][]int32)}
	for i, text := range texts {
		q := int32(0)
		seen := make(map[int]bool)
		note := func(key int) {
			if !seen[key] {
				seen[key] = true
				qs.through[key] = append(qs.through[key], int32(i))
			}
		}
		for k := range len(text) {
			note(int(q)*257 + int(text[k]))
			q = t.next[q][text[k]]
		}
		note(int(q)*257 + 256)
		qs.valid = append(qs.valid, t.accept[q])
	}
	return qs
}

// kills reports whether some question is answered differently by the table with a fault,
// which t has.
func (qs *questions) kills(t *table, f fault) bool {
	wrong := func(key int) bool {
		return slices.ContainsFunc(qs.through[key], func(i int32) bool { return t.accepts(qs.texts[i]) != qs.valid[i] })
	}
	if f.bytes == nil {
		return wrong(f.state*257 + 256)
	}
	for _, r := range f.bytes {
		for c := r.Lo; c <= r.Hi; c++ {
			if wrong(f.state*257 + int(c)) {
				return true
			}
		}
	}
	return false
}

// differs reports whether a table accepts other strings than d, and a shortest such string.
func differs(t *table, d *automaton.DFA) (string, bool) {
	type pair struct{ a, b int32 }
	type step struct {
		from int
		c    byte
	}
	seen := map[pair]bool{{0, 0}: true}
	queue := []pair{{0, 0}}
	steps := []step{{-1, 0}}
	for i := 0; i < len(queue); i++ {
		p := queue[i]
		if t.accept[p.a] != d.Accepting(int(p.b)) {
			var text []byte
			for k := i; steps[k].from >= 0; k = steps[k].from {
				text = append(text, steps[k].c)
			}
			slices.Reverse(text)
			return string(text), true
		}
		for c := range 256 {
			next := pair{t.next[p.a][c], int32(d.Step(int(p.b), int32(c)))}
			if !seen[next] {
				seen[next] = true
				queue, steps = append(queue, next), append(steps, step{i, byte(c)})
			}
		}
	}
	return "", false
}

// ruleMutant is an edition with one rule changed.
type ruleMutant struct {
	rule, with string
	d          *automaton.DFA
}

func (m ruleMutant) String() string { return m.rule + " = " + m.with }

// ruleMutants returns the mutants of an edition's rules that accept other strings as whole
// references.
func ruleMutants(e *grammar.Edition) (out []ruleMutant, failed int) {
	src := e.Grammar().Source()
	original := e.References().Automaton()
	seen := map[string]bool{original.Key(): true}
	for _, r := range e.Grammar().Rules() {
		for _, with := range definitions(r.Definition.Elements, src) {
			erratum := &reading.Erratum{ID: "mutant", Rules: []reading.Correction{{Rule: r.Name, With: with}}}
			var d *automaton.DFA
			err := automaton.Within(func() {
				g, err := reading.New(src.Corrected(erratum))
				if err != nil {
					return
				}
				start, _ := g.Lookup(src.Start)
				d = g.Automaton(start)
			})
			if err != nil || d == nil {
				failed++
				continue
			}
			if !seen[d.Key()] {
				seen[d.Key()] = true
				out = append(out, ruleMutant{r.Name, with, d})
			}
		}
	}
	return out, failed
}

// definitions returns the right sides of a rule that differ from it in one place: an
// alternative or an element is left out, an option is demanded, a count is one more or less,
// or a character is another one.
func definitions(a *bnf.Alternation, src *reading.Source) []string {
	n := bnf.ABNF
	if src.Notation == "rfc822" {
		n = bnf.RFC822
	}
	a, err := bnf.ReadExpression("copy", a.Format(n), n)
	if err != nil {
		panic(err) // what is printed can be read
	}
	var out []string
	emit := func() { out = append(out, a.Format(n)) }
	var alternation func(a *bnf.Alternation)
	var element func(r *bnf.Repetition)
	alternation = func(a *bnf.Alternation) {
		all := a.Concatenations
		if len(all) > 1 {
			for i := range all {
				a.Concatenations = slices.Delete(slices.Clone(all), i, i+1)
				emit()
			}
			a.Concatenations = all
		}
		for _, c := range all {
			parts := c.Repetitions
			if len(parts) > 1 {
				for i := range parts {
					c.Repetitions = slices.Delete(slices.Clone(parts), i, i+1)
					emit()
				}
				c.Repetitions = parts
			}
			for _, r := range parts {
				element(r)
			}
		}
	}
	element = func(r *bnf.Repetition) {
		least, most := r.Min, r.Max
		others := [][2]int{{least + 1, most}, {least - 1, most}, {least, most + 1}, {least, most - 1}, {least, bnf.Unbounded}}
		if least == 1 && most == 1 {
			others = [][2]int{{0, 1}} // where nothing is counted, nobody miscounts
		}
		for _, counts := range others {
			if counts[0] < 0 || counts[1] == 0 || counts[1] != bnf.Unbounded && counts[1] < counts[0] || most == bnf.Unbounded && counts[1] != most {
				continue
			}
			if counts[0] != least || counts[1] != most {
				r.Min, r.Max = counts[0], counts[1]
				emit()
			}
		}
		r.Min, r.Max = least, most
		switch x := r.Element.(type) {
		case *bnf.Group:
			alternation(x.Alternation)
		case *bnf.Option:
			r.Element = &bnf.Group{Alternation: x.Alternation}
			emit()
			r.Element = x
			alternation(x.Alternation)
		case *bnf.CharVal:
			if x.Text == "" {
				break
			}
			for _, c := range []string{"a", "0", "/", "@"} {
				y := *x
				if y.Text = c + x.Text[1:]; y.Text != x.Text {
					r.Element = &y
					emit()
				}
			}
			r.Element = x
		case *bnf.NumVal:
			if !x.Range {
				break
			}
			for i := range x.Values {
				for _, by := range []rune{-1, 1} {
					y := *x
					y.Values = slices.Clone(x.Values)
					y.Values[i] += by
					r.Element = &y
					emit()
				}
			}
			r.Element = x
		}
	}
	alternation(a)
	return out
}
