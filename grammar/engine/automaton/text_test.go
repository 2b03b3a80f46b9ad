package automaton_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
	"pgregory.net/rapid"
)

// TestMatcherText: an Acceptor and a Matcher that are written and read back do the
// same.
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

// read replaces the Acceptor and the Matcher of j by those of the texts.
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

// TestReadErrors: any other text is refused, with the line.
func TestReadErrors(t *testing.T) {
	good := automaton.MatcherText(re.tag(1, re.star(re.symbol("a"))).expr(), single([]int{1})...)
	const want = "registers 32 0\nclass 00-60 62-FF\nclass 61\nprogram 1<here\nfinal/1 - 0\nstate -*2\n"
	if good != want {
		t.Fatalf("%s\nwant\n%s", good, want)
	}
	for _, c := range []struct{ old, new, want string }{
		{good, "", `line 0: "" stands where the number of registers should`},
		{"registers 32", "registers 31", "line 1: 31 is not from 32 to"},
		{"registers 32", "registers 65534", "line 1: 65534 is not from"},
		{"registers 32 0", "registers 32 32", "line 1: 32 is not from 0 to 31"},
		{"registers 32 0\n", "", `line 1: "class" stands where the number`},
		{"class 61", "class 6G", `line 3: strconv.ParseUint: parsing "6G"`},
		{"class 61", "class 161", `line 3: strconv.ParseUint: parsing "161"`},
		{"class 61", "class", "line 3: a class without bytes"},
		{"class 61", "class 62-61", "line 3: a class without bytes"},
		{"class 61", "class 60-61", "line 3: byte 60 is in two classes"},
		{"class 61\n", "", "line 3: byte 61 is in no class"},
		{"program 1<here", "program 32<here", "line 4: 32 is not from 0 to 31"},
		{"program 1<here", "program 1<there", `line 4: strconv.Atoi: parsing "there"`},
		{"program 1<here", "program 1<32", "line 4: 32 is not from 0 to 31"},
		{"program 1<here", "program 1", `line 4: strconv.Atoi: parsing ""`},
		{"program 1<here\n", "", "line 4: 1 is not from 1 to 0"},
		{"final/1 - 0", "final/2 - 0", "line 5: 2 is not from 1 to 1"},
		{"final/1 - 0", "final/1 - 7", "line 6: there are 2 states, and none with the number 7"},
		{"final/1 - 0", "final/1 - -1", "line 5: -1 is not from 0"},
		{"final/1 - 0", "final/1 0*3", "line 5: 3 is not from 1 to 2"},
		{"final/1 - 0", "final/1 0*2 0", "line 5: edges for more than 2 classes"},
		{"final/1 - 0", "final/1 0", "line 5: edges for 1 of 2 classes"},
		{"final/1 - 0", "final/1 - 0/9", "line 5: 9 is not from 1 to 1"},
		{"final/1 - 0", "finale/1 - 0", `line 5: "finale/1" begins no line here`},
		{"state", "state/1", `line 6: "state/1" begins no line here`},
		{"final/1 - 0", "\nfinal/1 - 0", "line 5: an empty line"},
		{"state", "class 61\nstate", `line 6: "class" begins no line here`},
		{"final/1 - 0\nstate -*2\n", "", "line 4: there are 0 states"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if _, err := automaton.ReadMatcher(bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q\n%s", c.new, c.old, err, c.want, bad)
		}
	}
	const shape = "shape FFFFFFFFFFFFFFFF\nfirst 61\nescapes host\npart site 2 3\nfinal/1"
	if _, err := automaton.ReadMatcher(strings.Replace(good, "final/1", shape, 1)); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"FFFFFFFFFFFFFFFF", "", "line 5: a shape of 0 words"},
		{"FFFFFFFFFFFFFFFF", "G", `line 5: strconv.ParseUint: parsing "G"`},
		{"first 61", "first 6G", `line 6: strconv.ParseUint: parsing "6G"`},
		{"first 61", "first 80", "line 6: a shape cannot have that character"},
		{"first 61", "first 25", "line 6: a shape cannot have that character"},
		{"first 61", "last 61", `line 6: "last" begins no line here`},
		{"first 61", "begin 61\nfirst 61", `line 7: "first" begins no line here`},
		{"part site 2 3", "part site 2", "line 8: a part of 2 words"},
		{"part site", "part host", `line 8: "host" is no part`},
		{"site 2 3", "site 32 3", "line 8: 32 is not from 0 to 31"},
		{"site 2 3", "site 2 -", `line 8: strconv.Atoi: parsing "-"`},
	} {
		bad := strings.Replace(good, "final/1", strings.Replace(shape, c.old, c.new, 1), 1)
		if _, err := automaton.ReadMatcher(bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q\n%s", c.new, c.old, err, c.want, bad)
		}
	}
	if _, err := automaton.ReadAcceptor(good); err == nil || !strings.Contains(err.Error(), "has programs") {
		t.Errorf("a Matcher is read as an Acceptor: %v", err)
	}
}

// TestReadLimits: a text that would need too much memory is refused before it gets
// it.
func TestReadLimits(t *testing.T) {
	var classes strings.Builder
	for x := range 256 {
		fmt.Fprintf(&classes, "class %02X\n", x)
	}
	for _, c := range []struct{ text, want string }{
		{"registers 32\nclass 00-FF\n" + strings.Repeat("state 0\n", 1<<20), "line 32770: 32768 states of 1 classes are too many"},
		{"registers 32\n" + classes.String() + strings.Repeat("state 0*256\n", 1<<16), "line 4354: 4097 states of 256 classes are too many"},
		{"registers 32\nclass 00-FF\n" + strings.Repeat("program 0<here\n", 1<<16) + "state 0\n", "line 16384: more than 16381 programs"},
	} {
		if _, err := automaton.ReadMatcher(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// FuzzRead: no text makes reading or running panic. What is read and written is
// read again as the same, and all ways to run it agree.
func FuzzRead(f *testing.F) {
	for _, r := range []*regex{
		re.tag(1, re.star(re.symbol("ab"))),
		re.cat(re.tag(1, re.star(re.symbol("a"))), re.alt(re.cat(re.tag(2, re.star(re.symbol("a"))), re.symbol("b")), re.tag(3, re.symbol("c")))),
	} {
		f.Add(automaton.MatcherText(r.expr(), single([]int{1, 2, 3})...), "aab")
	}
	for _, g := range grammars(f, five...) {
		f.Add(automaton.AcceptorText(g.Automaton(start(f, g))), "http://user@example.com/%41?q")
		f.Add(automaton.MatcherText(exprOf(start(f, g)), single(components(g))...), "http://user@example.com/%41?q")
	}
	f.Fuzz(func(t *testing.T, text, s string) {
		m, err := automaton.ReadMatcher(text)
		again, d, err2 := automaton.Rewrite(text)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%v, and %v", err, err2)
		}
		a, err2 := automaton.ReadAcceptor(text)
		if err != nil {
			if err2 == nil {
				t.Fatalf("only an Acceptor is read: %v", err)
			}
			return
		}
		if twice, _, err := automaton.Rewrite(again); err != nil || twice != again {
			t.Fatalf("%v\n%s\nwritten again\n%s", err, again, twice)
		}
		if a == nil { // it has programs
			a = d.Acceptor()
		} else if !automaton.ShapeHolds(text) {
			return // nobody has proved this shape, so strings may be found that are not in the language
		}
		var want []int32
		for _, run := range automaton.Runs(a, m) {
			regs := make([]int32, m.Registers())
			if accepts, matches := run.Accepts(s), run.Match(s, regs); accepts != d.Accepts(s) || matches != accepts {
				t.Fatalf("%s on %q: Accepts %v, Match %v, DFA %v", run.Name, s, accepts, matches, d.Accepts(s))
			}
			if want == nil {
				want = regs
			}
			if d.Accepts(s) && !slices.Equal(regs, want) {
				t.Fatalf("%s on %q: %v, want %v", run.Name, s, regs, want)
			}
		}
	})
}
