package automaton_test

import (
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
	"pgregory.net/rapid"
)

// TestMatcherText: what is written and read back does the same.
func TestMatcherText(t *testing.T) {
	inputs := append(stringsOver("ab", 5), stringsOver(alphabet, 3)...)
	rapid.Check(t, func(t *rapid.T) {
		r := re.tag(10, drawRegex(t, 4))
		wanted := single(tagsTo(10))
		j := tryJudge(r.expr(), wanted...)
		if j == nil {
			return
		}
		j.read(t, automaton.AcceptorText(automaton.Compile(256, r.expr())), automaton.MatcherText(r.expr(), wanted...))
		for _, s := range inputs {
			j.check(t, s)
		}
	})
	eachEdition(t, func(t *testing.T, g *reading.Grammar, j *judge) {
		r := start(t, g)
		read := *j
		accepts, finds := automaton.AcceptorText(g.Automaton(r)), automaton.MatcherText(exprOf(r), j.wanted...)
		t.Logf("%d and %d bytes", len(accepts), len(finds))
		read.read(t, accepts, finds)
		for _, w := range automaton.Cover(g.Automaton(r)) {
			read.check(t, text(w))
		}
	})
}

// read makes j run what the texts say.
func (j *judge) read(t tb, accepts, finds string) {
	var err error
	if j.a, err = automaton.ReadAcceptor("# a comment\n" + accepts); err != nil {
		t.Fatalf("%v", err)
	}
	if j.m, err = automaton.ReadMatcher(finds); err != nil {
		t.Fatalf("%v", err)
	}
	j.regs = make([]int32, j.m.Registers())
}

// TestReadMatcherErrors: a text that is none is refused, with the line.
func TestReadMatcherErrors(t *testing.T) {
	good := automaton.MatcherText(re.tag(1, re.star(re.symbol("a"))).expr(), single([]int{1})...)
	if _, err := automaton.ReadMatcher(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"registers 32", "registers 31", "line 1: 31 is not"},
		{"class 61", "class 6G", `line 3: strconv.ParseUint: parsing "6G"`},
		{"class 61", "class", "of 256 bytes"},
		{"final/1 - 0", "final/1 - 7", "states of"},
		{"final/1 - 0", "final/1 0*3", "edges for"},
		{"final/1 - 0", "finale/1 - 0", "is no line"},
		{"final/1 - 0", "final/1 - 0/9", "9 is not"},
		{"final/1 - 0", "\nfinal/1 - 0", "is empty"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if _, err := automaton.ReadMatcher(bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q\n%s", c.new, c.old, err, c.want, bad)
		}
	}
}
