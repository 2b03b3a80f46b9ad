package main

import (
	"context"
	"strings"
	"testing"

	fredbi "github.com/fredbi/uri"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/learn"
)

// TestLearnCounter learns from a parser that counts: fredbi/uri takes labels of up to 63 bytes
// and names of up to 255, so its automaton has thousands of states. Learning ends when its
// queries are used up, says so, and names the limits.
func TestLearnCounter(t *testing.T) {
	var priors []*automaton.DFA
	for _, e := range editions.All() {
		priors = append(priors, e.References().Automaton())
	}
	most := effort.Pick(60_000_000, 3_000_000, 1_000_000)
	r, err := learn.Learn(context.Background(), learn.Func(fredbi.IsURIReference), learn.Options{Priors: priors, MaxQueries: most})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unfinished != "the number of queries has reached its limit" || r.Queries > most {
		t.Errorf("%q after %d queries", r.Unfinished, r.Queries)
	}
	t.Logf("%d states after %d queries", r.DFA.States(), r.Queries)
	label, name := false, false
	for _, limit := range r.Limits {
		_, host, _ := strings.Cut(limit.Before+strings.Repeat(limit.Again, limit.Most)+limit.After, "//")
		t.Logf("%v: %d bytes", limit, len(host))
		label = label || len(host) == 63 && !strings.Contains(host, ".")
		name = name || len(host) == 255 && strings.Contains(host, ".")
	}
	if !label || !name {
		t.Errorf("the label of 63 bytes was found: %v; the name of 255: %v", label, name)
	}
}
