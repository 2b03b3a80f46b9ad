package peg

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// rules draws a small grammar, of which each rule refers only to those after
// it. Its start rule is s. Larger ones would take gigabytes: what an expression
// with ordered choice accepts may be of exponential size.
func rules(r *rand.Rand) string {
	names := []string{"s", "r1", "r2"}
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var alternation func(rule, depth int) string
	element := func(rule, depth int) string {
		if depth > 0 {
			switch r.IntN(6) {
			case 0:
				return "( " + alternation(rule, depth-1) + " )"
			case 1:
				return "[ " + alternation(rule, depth-1) + " ]"
			case 2:
				return pick("*", "1*", "*", "*2", "2", "1*2", "2*") + "( " + alternation(rule, depth-1) + " )"
			}
		}
		leaves := []string{`%s"a"`, `%s"b"`, `%s"c"`, "x", "u"}
		for _, next := range names[rule+1:] {
			leaves = append(leaves, next, next)
		}
		return pick("", "", "", "*", "1*", "*2") + pick(leaves...)
	}
	alternation = func(rule, depth int) string {
		var alts []string
		for range 1 + r.IntN(2) {
			var parts []string
			for range 1 + r.IntN(2) {
				parts = append(parts, element(rule, depth))
			}
			alts = append(alts, strings.Join(parts, " "))
		}
		return strings.Join(alts, " / ")
	}
	var text strings.Builder
	for i, name := range names {
		fmt.Fprintf(&text, "%s = %s\n", name, alternation(i, 1))
	}
	return text.String() + "x = %s\"a\" / %s\"b\"\nu = x / esc\nesc = \"%\" HEXDIG HEXDIG\n"
}

// Whatever grammar is given, either each rule has a form that reads its strings
// and derives them as the grammar means it, or the error shows a string.
func TestRandomGrammars(t *testing.T) {
	words := slices.Concat(
		wordsOver([]int32{'a', 'b', 'c', escapes}, 4), // escapes is %41
		wordsOver([]int32{'a', 'b'}, 6),
		[][]int32{{'%'}, {'a', '%'}, {'a', 'b', 'z'}},
	)
	seeds := effort.Pick[uint64](1500, 300, 100)
	// The seeds are always the same, because what some grammars would take in
	// memory is better not met by chance.
	count, refused := 0, 0
	for seed := range seeds {
		text := rules(rand.New(rand.NewPCG(seed, 1)))
		p, err := proverOfText(text)
		switch {
		case p == nil:
			continue
		case err != nil:
			refused++
			checkRefusal(t, text, err)
			continue
		}
		count++
		for _, q := range p.order {
			checkProduction(t, p, q, q.contexts, words)
		}
		for rule, q := range p.roots {
			for _, w := range words {
				checkDerivation(t, p, rule, q, w)
			}
		}
	}
	t.Logf("%d grammars have forms, %d have none", count, refused)
	if count == 0 || refused == 0 {
		t.Errorf("%d grammars have forms, %d have none", count, refused)
	}
}

// proverOfText finds the forms of a grammar; nil if it is not in order.
func proverOfText(text string) (*prover, error) {
	src := sourceOf(text)
	g, err := reading.New(src)
	if err != nil {
		return nil, nil
	}
	p, err := newProver(g, newLanguages(tokenLimit))
	if err == nil {
		err = p.exactly()
	}
	return p, err
}

// sourceOf is an edition of a grammar in ABNF whose start rule is s.
func sourceOf(text string) *reading.Source {
	src := &reading.Source{Name: "x", Notation: "abnf", Start: "s", Text: []byte(text),
		Sections: map[string]string{"HEXDIG": "core", "DIGIT": "core"}}
	for line := range strings.Lines(text) {
		name, _, _ := strings.Cut(line, " ")
		src.Sections[name] = "1"
	}
	return src
}

func checkRefusal(t *testing.T, text string, err error) {
	t.Helper()
	var lost *GrammarError
	switch {
	case errors.As(err, &lost):
		// A string that is lost is one of the language; one on which
		// participle would stall need not be.
		stalls := strings.Contains(lost.What, "takes nothing")
		if !stalls && strings.Trim(strings.ReplaceAll(lost.Lost, "%41", ""), "abc") != "" {
			t.Fatalf("%s%v", text, err)
		}
	case strings.HasPrefix(err.Error(), "no form for"):
		// 2( *x ): turns that must be there and may be empty.
	default:
		t.Fatalf("%s%v", text, err)
	}
}

// checkDerivation runs the form of the root q on w, and compares the derivation
// with that of the automaton.
func checkDerivation(t tb, p *prover, rule *reading.Rule, q *production, w []int32) {
	t.Helper()
	if len(w) == 0 || rule.Character {
		return // a struct derives neither the empty string nor a character alone
	}
	s := p.tokens.text(w)
	var want []event
	accepted := p.grammar.Derivation(rule).Parse(s, func(e automaton.Event, at int) {
		if !p.grammar.Rules[e.Tag].Character {
			want = append(want, event{p.grammar.Names[e.Tag], e.Open, at})
		}
	})
	tr := &tracer{w: w}
	end, ok := tr.run(&node{kind: ref, prod: q}, 0)
	if ok = ok && end == len(w); ok != accepted {
		t.Fatalf("%s on %q: %v, want %v\n%s\n%s", rule.Name, s, ok, accepted, notation(q.body), p.grammar.BNF)
	}
	for i, e := range tr.events {
		tr.events[i].at = len(p.tokens.text(w[:e.at]))
	}
	if accepted && !slices.Equal(tr.events, want) {
		t.Fatalf("%s on %q: %v, want %v\n%s\n%s", rule.Name, s, tr.events, want, notation(q.body), p.grammar.BNF)
	}
}

// An alternative that may be empty comes before another one: where the empty
// string leads to success, it is preferred.
func TestEmptyAlternativeEarlier(t *testing.T) {
	for _, text := range []string{
		"s = r *%s\"b\"\nr = *%s\"a\" / %s\"b\"\n",
		"s = ( \"\" / %s\"b\" ) *%s\"b\" \n",
		"s = 1*( r %s\"b\" )\nr = [ %s\"a\" ] / %s\"b\" %s\"a\"\n",
	} {
		p, err := proverOfText(text + "esc = \"%\" HEXDIG HEXDIG\n")
		if err != nil {
			continue // an error is in order
		}
		for rule, q := range p.roots {
			for _, w := range wordsOver([]int32{'a', 'b'}, 5) {
				checkDerivation(t, p, rule, q, w)
			}
		}
	}
}
