package peg

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// tracer runs an expression with ordered choice as interpret does, and notes
// what participle and the generated structs would make of it.
type tracer struct {
	w []int32
	// events are the rules that begin and end, those that are no character.
	events []event
	// stalls counts the turns of repetitions that take nothing, and the
	// alternatives that take nothing before the end of the input: participle
	// does not get past them.
	stalls int
}

type event struct {
	rule string
	open bool
	at   int
}

// run returns where n, begun at i, ends; false if it fails.
func (tr *tracer) run(n *node, i int) (int, bool) {
	before := len(tr.events)
	j, ok := tr.node(n, i)
	if !ok {
		tr.events = tr.events[:before]
	}
	return j, ok
}

func (tr *tracer) node(n *node, i int) (int, bool) {
	switch n.kind {
	case token:
		return i + 1, i < len(tr.w) && n.set.Has(tr.w[i])
	case seq:
		ok := true
		for _, x := range n.subs {
			if i, ok = tr.run(x, i); !ok {
				return i, false
			}
		}
		return i, true
	case choice:
		for _, x := range n.subs {
			if j, ok := tr.run(x, i); ok {
				tr.stall(j == i && i < len(tr.w))
				return j, true
			}
		}
		return i, false
	case option:
		if j, ok := tr.run(n.subs[0], i); ok {
			return j, true
		}
		tr.empty(n.empty, i)
		return i, true
	case star:
		return tr.loop(n.subs[0], i), true
	case plus:
		j, ok := tr.run(n.subs[0], i)
		if !ok {
			return i, false
		}
		tr.stall(j == i)
		return tr.loop(n.subs[0], j), true
	case ref:
		tr.events = append(tr.events, event{n.prod.rule.Name, true, i})
		j, ok := tr.run(n.prod.body, i)
		tr.events = append(tr.events, event{n.prod.rule.Name, false, j})
		return j, ok
	case ahead, not:
		return i, tr.look(n.subs[0], i) == (n.kind == ahead)
	case minus:
		if tr.look(n.subs[0], i) {
			return i, false
		}
		return tr.run(n.subs[1], i)
	}
	panic(fmt.Sprint("kind ", n.kind))
}

func (tr *tracer) loop(x *node, i int) int {
	for {
		j, ok := tr.run(x, i)
		tr.stall(ok && j == i)
		if !ok || j == i {
			return i
		}
		i = j
	}
}

// look reports whether x matches at i.
func (tr *tracer) look(x *node, i int) bool {
	before := len(tr.events)
	_, ok := tr.run(x, i)
	tr.events = tr.events[:before]
	return ok
}

func (tr *tracer) stall(is bool) {
	if is {
		tr.stalls++
	}
}

// empty notes the derivations of the empty string that stand where an optional
// choice found nothing.
func (tr *tracer) empty(ts []*tree, i int) {
	for _, t := range ts {
		tr.events = append(tr.events, event{t.rule, true, i})
		tr.empty(t.children, i)
		tr.events = append(tr.events, event{t.rule, false, i})
	}
}

// notation writes a node as participle would, a reference as <rule: body>.
func notation(n *node) string {
	var subs []string
	for _, x := range n.subs {
		subs = append(subs, notation(x))
	}
	switch n.kind {
	case token:
		var b strings.Builder
		for _, r := range n.set {
			fmt.Fprintf(&b, "%q", rune(r.Lo))
			if r.Hi > r.Lo {
				fmt.Fprintf(&b, "-%q", rune(r.Hi))
			}
		}
		return "[" + b.String() + "]"
	case choice:
		return "(" + strings.Join(subs, " | ") + ")"
	case option:
		return subs[0] + "?"
	case star:
		return subs[0] + "*"
	case plus:
		return subs[0] + "+"
	case ref:
		return fmt.Sprintf("<%s: %s>", n.prod.rule.Name, notation(n.prod.body))
	case ahead:
		return "(?= " + subs[0] + ")"
	case not:
		return "(?! " + subs[0] + ")"
	case minus:
		return "((?! " + subs[0] + ") " + subs[1] + ")"
	}
	return "(" + strings.Join(subs, " ") + ")"
}

// hasTokens reports whether w is in the language, which is kept backwards.
func (alg *algebra) hasTokens(l lang, w []int32) bool {
	d, state := alg.dfas[l], 0
	for _, x := range slices.Backward(w) {
		state = d.Step(state, x)
	}
	return d.Accepting(state)
}

// tb is *testing.T or *rapid.T.
type tb interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkProduction runs the form of q on words and compares with what the
// grammar says of it, in each of its contexts.
func checkProduction(t tb, p *prover, q *production, contexts []lang, words [][]int32) {
	t.Helper()
	want := make([]lang, len(contexts))
	for i, k := range contexts {
		want[i] = p.alg.concat(q.truth, k)
	}
	for _, w := range words {
		tr := &tracer{w: w}
		end, ok := tr.run(q.body, 0)
		if tr.stalls > 0 {
			t.Fatalf("%s stalls on %q:\n%s", q.rule.Name, p.tokens.text(w), notation(q.body))
		}
		for i, k := range contexts {
			got := ok && p.alg.hasTokens(k, w[end:])
			if want := p.alg.hasTokens(want[i], w); got != want {
				t.Fatalf("%s on %q in context %d: %v, want %v\n%s", q.rule.Name, p.tokens.text(w), i, got, want, notation(q.body))
			}
		}
	}
}

// wordsOver are the strings over some tokens up to a length, the shorter
// first.
func wordsOver(tokens []int32, length int) [][]int32 {
	out := [][]int32{nil}
	for from := 0; length > 0; length-- {
		to := len(out)
		for _, w := range out[from:to] {
			for _, x := range tokens {
				out = append(out, append(slices.Clone(w), x))
			}
		}
		from = to
	}
	return out
}

// representatives are a token of each class of the grammar.
func (p *prover) representatives() []int32 {
	out := make(map[int32]bool)
	for _, atom := range p.alg.atoms {
		out[atom[0].Lo] = true
	}
	return slices.Sorted(maps.Keys(out))
}
