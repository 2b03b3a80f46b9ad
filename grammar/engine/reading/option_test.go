package reading_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// optional returns a source of four rules with one decision.
func optional(decision map[string]any) (*reading.Source, error) {
	data, err := json.Marshal(map[string]any{
		"name": "t", "notation": "abnf", "start": "a", "section": "1", "reading": []map[string]any{decision},
	})
	if err != nil {
		return nil, err
	}
	return reading.Read(fstest.MapFS{
		"t.bnf":  {Data: []byte("a = b [ \"/\" c ]\nb = *( \"x\" / e )\nc = *e\ne = \"%\" HEXDIG HEXDIG\n")},
		"t.json": {Data: data},
	}, "t")
}

func TestOption(t *testing.T) {
	src, err := optional(map[string]any{"rule": "b", "element": `*( "x" / e )`, "section": "1", "why": "why", "utf8": true, "option": "strict"})
	if err != nil {
		t.Fatal(err)
	}
	if got := src.Options(); !slices.Equal(got, []string{"strict"}) || len(src.Optional()) != 1 || len(src.Reading) != 0 || src.Chosen() != nil {
		t.Errorf("options %q, optional %v, reading %v, chosen %q", got, src.Optional(), src.Reading, src.Chosen())
	}
	strict := src.With("strict", "another", "strict")
	if got := strict.Chosen(); !slices.Equal(got, []string{"strict"}) || len(strict.Reading) != 1 || len(src.Reading) != 0 {
		t.Errorf("chosen %q, reading %v; before %v", got, strict.Reading, src.Reading)
	}
	if again := strict.With("strict"); len(again.Reading) != 1 {
		t.Errorf("chosen twice, the reading is %v", again.Reading)
	}
	g, err := reading.New(strict)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := g.Lookup("a")
	for s, want := range map[string]bool{
		"": true, "x%41x": true, "%C3%A9": true, "%c3%a9/%FF": true, "x%e2%82%AC%f0%9F%98%80x": true,
		"%C3": false, "%C3x%A9": false, "%A9": false, "%C0%80": false, "%ED%A0%80": false, "%F4%90%80%80": false, "%F5%80%80%80": false, "%C3/": false, "%": false,
	} {
		if got := g.Automaton(a).Accepts(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
		// Derivations, and the automaton over characters, are under the option, too.
		parsed := false
		g.Derivation(a).Parse(s, func(automaton.Event, int) { parsed = true })
		if parsed != want {
			t.Errorf("%q: derived %v, want %v", s, parsed, want)
		}
		if bare := g.Membership(a); g.Automaton(bare).Accepts(s) != (s != "%") {
			t.Errorf("%q: the option counts by the published rules alone", s)
		}
	}
	labelled, size := g.Labelled(a, 2, func(r *reading.Rule) int {
		if r.Name == "e" {
			return 1
		}
		return -1
	})
	label := func(s string) (symbols []int32) { // "%" and digits are of e
		for i := range len(s) {
			symbol := int32(s[i])
			if s[i] != 'x' && s[i] != '/' {
				symbol += size
			}
			symbols = append(symbols, symbol)
		}
		return symbols
	}
	for s, want := range map[string]bool{"x%C3%A9": true, "x%C3x": false, "x/%C3": true} {
		state := 0
		for _, symbol := range label(s) {
			state = labelled.Step(state, symbol)
		}
		if labelled.Accepting(state) != want {
			t.Errorf("labelled %q: %v, want %v", s, !want, want)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	for _, test := range []struct {
		decision map[string]any
		want     string
	}{
		{map[string]any{"rule": "b", "element": "x", "utf8": true}, "t.json: reading[0]: utf8 and option are wanted together"},
		{map[string]any{"rule": "b", "element": "x", "drop": true, "option": "o"}, "t.json: reading[0]: utf8 and option are wanted together"},
		{map[string]any{"rule": "b", "element": "x", "option": "o"}, "t.json: reading[0]: one of not, drop, first, lazy and utf8 is wanted"},
		{map[string]any{"rule": "b", "element": "x", "utf8": true, "option": "o", "since": "t-L1"}, "t.json: reading[0].option: an option does not depend on errata"},
	} {
		if _, err := optional(test.decision); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.decision, err, test.want)
		}
	}
	// What only binding finds.
	src, err := optional(map[string]any{"rule": "b", "element": "x", "section": "1", "why": "why", "utf8": true, "option": "o"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reading.New(src); err != nil {
		t.Errorf("an option that is not chosen: %v", err)
	}
	if _, err := reading.New(src.With("o")); err == nil || !strings.Contains(err.Error(), "t.json: reading: rule b has no x") {
		t.Errorf("an element that the rule does not have: %v", err)
	}
	src, err = optional(map[string]any{"rule": "z", "element": "x", "section": "1", "why": "why", "utf8": true, "option": "o"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reading.New(src); err == nil || !strings.Contains(err.Error(), `t.json: reading: there is no rule "z"`) {
		t.Errorf("an option of a rule that there is not: %v", err)
	}
}
