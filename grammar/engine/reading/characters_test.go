package reading_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// TestEncoding: the bytes of a set of code points are the UTF-8 of its members,
// and nothing else is in the language.
func TestEncoding(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	every := automaton.Between(0, utf8.MaxRune)
	sets := map[string]automaton.Set{
		"none": nil, "all": every, "surrogates": automaton.Between(0xD800, 0xDFFF), "ASCII": automaton.Between(0, 0x7F),
		"borders":         automaton.Of(0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, utf8.MaxRune),
		"beside borders":  automaton.Of(1, 0x7E, 0x81, 0x7FE, 0x801, 0xFFFE, 0x10001, utf8.MaxRune-1),
		"over surrogates": automaton.Between(0xD700, 0xE0FF),
		"no characters":   noncharacters(),
		"all but":         every.Minus(noncharacters()),
	}
	g := edition(t, "rfc3987")
	for _, r := range g.Rules {
		if len(r.Class) > 0 {
			sets[r.Name] = r.Class
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var set automaton.Set
		for range 1 + r.IntN(6) {
			lo := r.Int32N(utf8.MaxRune) >> r.IntN(14)
			set = set.Union(automaton.Between(lo, min(lo+r.Int32N(1<<r.IntN(20)), utf8.MaxRune)))
		}
		sets[strings.Repeat("random ", len(sets))] = set
	}
	for name, set := range sets {
		d := automaton.Compile(reading.Limit, reading.Encoding(set))
		wrong := 0
		for c := range rune(utf8.MaxRune + 1) {
			if got, want := d.Accepts(string(c)), set.Has(c) && utf8.ValidRune(c); utf8.ValidRune(c) && got != want {
				if wrong++; wrong < 5 {
					t.Errorf("%s: %U is in the language: %v", name, c, got)
				}
			}
		}
		// Strings of up to four bytes that are no single character.
		for range 20_000 {
			s := mistaken(r)
			if _, size := utf8.DecodeRuneInString(s); (size != len(s) || !utf8.ValidString(s)) && d.Accepts(s) {
				t.Errorf("%s: %q is in the language", name, s)
			}
		}
	}
}

// mistaken draws a few bytes as a mistaken encoder may write them.
func mistaken(r *rand.Rand) string {
	b := make([]byte, r.IntN(5))
	for i := range b {
		switch {
		case r.IntN(3) == 0:
			b[i] = byte(r.IntN(256))
		case i == 0:
			b[i] = 0xC0 | byte(r.IntN(0x40))
		default:
			b[i] = 0x80 | byte(r.IntN(0x40))
		}
	}
	return string(b)
}

func noncharacters() automaton.Set {
	set := automaton.Between(0xFDD0, 0xFDEF)
	for plane := range int32(17) {
		set = set.Union(automaton.Between(plane<<16|0xFFFE, plane<<16|0xFFFF))
	}
	return set
}

// TestAtoms: no class of an edition cuts an atom, and characters of one atom are
// alike to every automaton.
func TestAtoms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes most of a second; runs without -short")
	}
	for _, name := range editions(t) {
		g := grammarOf(t, read(t, name))
		var all automaton.Set
		count := 0
		for i, atom := range g.Atoms() {
			if len(atom) == 0 || i > 0 && g.Atoms()[i-1][0].Lo >= atom[0].Lo {
				t.Fatalf("%s: atom %v is not in order", name, atom)
			}
			all, count = all.Union(atom), count+atom.Len()
			for _, r := range g.Variants() {
				if both := atom.Intersect(r.Class); len(both) > 0 && !both.Equal(atom) {
					t.Errorf("%s: %s cuts the atom %v", name, r.Name, atom)
				}
				d := g.Automaton(r)
				first, last := atom[0].Lo, atom[len(atom)-1].Hi
				for _, state := range between(g, d) {
					if to := g.Step(d, state, first); to != g.Step(d, state, last) {
						t.Errorf("%s: %s tells %d from %d in state %d", name, r.Name, first, last, state)
					}
				}
			}
		}
		if !all.Equal(g.Source.Characters()) || count != all.Len() {
			t.Errorf("%s: the atoms are %v", name, g.Atoms())
		}
	}
}

// between returns the states of an automaton that whole characters lead to.
func between(g *reading.Grammar, d *automaton.DFA) []int {
	states := []int{0}
	for i := 0; i < len(states); i++ {
		for _, atom := range g.Atoms() {
			if to := g.Step(d, states[i], atom[0].Lo); !slices.Contains(states, to) {
				states = append(states, to)
			}
		}
	}
	return states
}

// TestNext: what may stand next is what leads to a state from which a string of
// the language can be reached.
func TestNext(t *testing.T) {
	for _, name := range editions(t) {
		g := grammarOf(t, read(t, name))
		r, _ := g.Lookup(g.Source.Start)
		d := g.Automaton(r)
		for _, state := range between(g, d) {
			if !d.Live()[state] {
				continue
			}
			next := g.Next(d, state)
			if !g.Source.UTF8() {
				if live := d.LiveSet(state); !next.Equal(live) {
					t.Errorf("%s: state %d: %v, want %v", name, state, next, live)
				}
				continue
			}
			for _, r := range next {
				for _, c := range []int32{r.Lo, r.Hi} {
					if !d.Live()[g.Step(d, state, c)] {
						t.Errorf("%s: state %d: %U", name, state, c)
					}
				}
				for _, c := range []int32{r.Lo - 1, r.Hi + 1} {
					if utf8.ValidRune(c) && d.Live()[g.Step(d, state, c)] {
						t.Errorf("%s: state %d has %U too", name, state, c)
					}
				}
			}
		}
	}
}

// TestWhole: a character that is cut short is left out.
func TestWhole(t *testing.T) {
	bytes, characters := &reading.Source{}, &reading.Source{Terminals: "characters"}
	for s, want := range map[string]int{
		"": 0, "a": 1, "é": 2, "aé": 3, "a€": 4, "a𐌀": 5,
		"a\xC3": 1, "a\xE2": 1, "a\xE2\x82": 1, "a\xF0": 1, "a\xF0\x90": 1, "a\xF0\x90\x8C": 1, "é\xC3": 2,
	} {
		if got := characters.Whole(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
		if got := bytes.Whole(s); got != len(s) {
			t.Errorf("%q: %d of bytes", s, got)
		}
	}
}

// TestTerminals: values of a grammar over bytes are bytes, of one over characters
// code points that UTF-8 has.
func TestTerminals(t *testing.T) {
	for _, c := range []struct {
		value, terminals, err string
	}{
		{"%xFF", "", ""},
		{"%x100", "", "the value 256 is not a byte"},
		{"%x100", "characters", ""},
		{"%x10FFFF", "characters", ""},
		{"%xD800", "characters", "the value 55296 is not a character"},
		{"%xD7FF-DFFF", "characters", "the value 57343 is not a character"},
		{"%xD7FF-E000", "characters", ""},
		{"%x41", "words", `terminals: "words" is not "characters", and without the key they are bytes`},
	} {
		_, err := makeGrammar("a = "+c.value+"\n", data{"terminals": c.terminals})
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s, %q: %v, want %q", c.value, c.terminals, err, c.err)
		}
	}
}
