package bnf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// FuzzRead: no text makes Read or Verify panic; an error stands in the text;
// what was read prints as a text that reads as the same and prints the same;
// and every reference stands where its position says.
func FuzzRead(f *testing.F) {
	for folder, specs := range map[string][]spec{"published": published, "repaired": repaired} {
		for _, s := range specs {
			f.Add(s.text(f, folder), s.notation == bnf.ABNF)
		}
	}
	for _, text := range []string{
		`a = "b" / %x31-39 0<c> [ *( d ) ]`, "a =/ b", `a = %s"x" %i"Y" <"> 1*5b`, "a = b\nA = a\n", "a = [[", "a ; b\n = \"\xff\"",
	} {
		f.Add([]byte(text), true)
		f.Add([]byte(text), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, abnf bool) {
		n := bnf.RFC822
		if abnf {
			n = bnf.ABNF
		}
		lines := strings.Split(string(text), "\n")
		// at returns the text from a position on, to the end of its line.
		at := func(p bnf.Pos) string {
			if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
				t.Fatalf("%v is not in the text", p)
			}
			return lines[p.Line-1][p.Column-1:]
		}
		_, _ = bnf.ReadExpression("f", string(text), n)
		g, err := bnf.Read("f", text, n)
		if err != nil {
			var syntax *bnf.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatal(err)
			}
			at(syntax.Pos)
			return
		}
		checkPrint(t, g)
		for _, p := range g.Verify() {
			if p.Pos.File == "f" {
				at(p.Pos)
			}
		}
		for _, r := range g.Rules {
			if !strings.HasPrefix(at(r.Pos), r.Name) {
				t.Errorf("%s does not stand at %v", r.Name, r.Pos)
			}
			for _, c := range r.Elements.Concatenations {
				for _, x := range c.Repetitions {
					if e, ok := x.Element.(*bnf.Rulename); ok && !strings.HasPrefix(at(e.Pos), e.Name) {
						t.Errorf("%s does not stand at %v", e.Name, e.Pos)
					}
				}
			}
		}
	})
}
