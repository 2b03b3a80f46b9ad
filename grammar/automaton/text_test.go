package automaton_test

import (
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
	"pgregory.net/rapid"
)

// TestMatcherText: what is written and read back does the same.
func TestMatcherText(t *testing.T) {
	inputs := append(stringsOver("ab", 5), stringsOver(alphabet, 3)...)
	rapid.Check(t, func(t *rapid.T) {
		r := re.tag(10, drawRegex(t, 4))
		wanted := single(tagsTo(10))
		j := newJudgeOf(r.expr(), wanted...)
		m, err := automaton.ReadMatcher(automaton.MatcherText(r.expr(), wanted...))
		if err != nil {
			t.Fatal(err)
		}
		j.m, j.regs = m, make([]int32, m.Registers())
		for _, s := range inputs {
			j.check(t, s)
		}
	})
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		written := automaton.MatcherText(exprOf(start(t, g)), j.wanted...)
		t.Logf("%d lines, %d bytes", strings.Count(written, "\n"), len(written))
		m, err := automaton.ReadMatcher(written)
		if err != nil {
			t.Fatal(err)
		}
		read := *j
		read.m = m
		for _, w := range automaton.Cover(g.Automaton(start(t, g))) {
			read.check(t, text(w))
		}
	})
}

// TestReadMatcherErrors: a text that is none is refused, with the line.
func TestReadMatcherErrors(t *testing.T) {
	good := automaton.MatcherText(re.tag(1, re.star(re.symbol("a"))).expr(), single([]int{1})...)
	if _, err := automaton.ReadMatcher(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"accepts\n", "", "two machines"},
		{"matches\n", "", "two machines"},
		{"registers 32", "registers 31", "line 1: 31 is not"},
		{"class 61", "class 6G", `line 3: strconv.ParseUint: parsing "6G"`},
		{"class 61", "class", "of 256 bytes"},
		{"final - 0", "final - 7", "states of"},
		{"final - 0", "final 0*3", "edges for"},
		{"final - 0", "finale - 0", "is no line"},
		{"final - 0", "final - 0/9", "9 is not"},
		{"final - 0", "\nfinal - 0", "is empty"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if _, err := automaton.ReadMatcher(bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q\n%s", c.new, c.old, err, c.want, bad)
		}
	}
}
