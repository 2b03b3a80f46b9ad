package peg_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/urispec/urispec/grammar"
	. "github.com/urispec/urispec/grammar/peg"
)

var characters = func() *Lexer {
	l := &Lexer{Kinds: []string{"Octet", "Other", "Letter"}}
	for b := range l.Kind {
		l.Kind[b] = 1
		if 'a' <= b && b <= 'z' {
			l.Kind[b] = 2
		}
	}
	return l
}()

// Every byte is in one token; only a complete escaped octet is three bytes.
func TestLexer(t *testing.T) {
	names := map[lexer.TokenType]string{}
	for name, typ := range characters.Symbols() {
		names[typ] = name
	}
	for _, c := range []struct{ in, out string }{
		{"", "EOF"},
		{"ab", "Letter a,Letter b,EOF"},
		{"%41", "Octet %41,EOF"},
		{"%aF%4", "Octet %aF,Other %,Other 4,EOF"},
		{"%zz%", "Other %,Letter z,Letter z,Other %,EOF"},
		{"%%41", "Other %,Octet %41,EOF"},
		{"\x00\xff é", "Other \x00,Other \xff,Other  ,Other \xc3,Other \xa9,EOF"},
	} {
		lex, err := characters.LexString("", c.in)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		at := 0
		for {
			tok, err := lex.Next()
			if err != nil {
				t.Fatal(err)
			}
			if tok.Pos.Offset != at {
				t.Errorf("%q: a token at %d, want %d", c.in, tok.Pos.Offset, at)
			}
			at += len(tok.Value)
			out = append(out, strings.TrimSuffix(names[tok.Type]+" "+tok.Value, " "))
			if tok.EOF() {
				break
			}
		}
		// The blank is a token whose text is trimmed too.
		if got := strings.Join(out, ","); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(c.out, " ", "") || at != len(c.in) {
			t.Errorf("%q: %q, want %q", c.in, got, c.out)
		}
	}
}

// word reads two letters or more; Text runs over letters and octets.
type word struct {
	Span
	First letters  `parser:"@@"`
	Dash  []*after `parser:"( '-' @@ )*"`
}

type after struct {
	Span
	Rest letters `parser:"@@"`
}

type letters struct{ Run }

var lettersClass = NewClass("abcdefghijklmnopqrstuvwxyz", true)

func (r *letters) Parse(lex *lexer.PeekingLexer) error { return r.Read(lex, lettersClass, 1, 3) }

func (n *word) Lift(l *Lifter) {
	l.Open("word", n.Span)
	All(l, n.Dash) // before what stands first: the order is put right
	l.Octets(n.First.Run, "char", "octet")
	if len(n.Dash) == 0 {
		l.Empty(n.EndPos.Offset, &grammar.Tree{Rule: "none", Children: []*grammar.Tree{{Rule: "nothing"}}})
	}
	l.Close()
}

func (n *after) Lift(l *Lifter) {
	l.Open("after", n.Span)
	l.Octets(n.Rest.Run, "octet")
	l.Close()
}

func text(t *grammar.Tree) string {
	out := fmt.Sprintf("%s[%d:%d]", t.Rule, t.Start, t.End)
	for _, c := range t.Children {
		out += "(" + text(c) + ")"
	}
	return out
}

func TestDerive(t *testing.T) {
	g := &Grammar{
		Lexer: characters,
		Rules: map[string]Rule{
			"word":    Struct[word](nil),
			"nothing": Empty{&grammar.Tree{Rule: "nothing", Children: []*grammar.Tree{{Rule: "x"}}}},
			"char":    Character{Name: "char", Bytes: "ab", Octet: []string{"char", "octet"}},
			"some":    Character{Name: "some", Octet: []string{"some"}, But: []string{"%0a"}},
			"letter":  Character{Name: "letter", Bytes: "ab"},
			"maybe":   Struct[word](&grammar.Tree{Rule: "maybe"}),
		},
		Bare: map[string]Rule{"letter": Character{Name: "letter", Bytes: "c"}},
	}
	for _, c := range []struct {
		rule string
		bare bool
		in   string
		out  string // "" if it does not derive
	}{
		{"word", false, "ab", "word[0:2](none[2:2](nothing[2:2]))"},
		{"word", false, "a%41b-%42-c", "word[0:11](char[1:4](octet[1:4]))(after[6:9](octet[6:9]))(after[10:11])"},
		{"word", true, "ab", "word[0:2](none[2:2](nothing[2:2]))"},
		{"word", false, "", ""},
		{"word", false, "abcd", ""}, // a run of three at most
		{"word", false, "ab-", ""},
		{"word", false, "ab\x00", ""},
		{"maybe", false, "", "maybe[0:0]"},
		{"nothing", false, "", "nothing[0:0](x[0:0])"},
		{"nothing", false, "a", ""},
		{"char", false, "a", "char[0:1]"},
		{"char", false, "%7e", "char[0:3](octet[0:3])"},
		{"char", false, "c", ""},
		{"char", false, "%7", ""},
		{"some", false, "%0A", "some[0:3]"},
		{"some", false, "%0a", ""},
		{"letter", false, "%7e", ""},
		{"letter", false, "a", "letter[0:1]"},
		{"letter", true, "a", ""},
		{"letter", true, "c", "letter[0:1]"},
		{"other", false, "a", ""},
	} {
		got, err := g.Derive(c.rule, c.bare, c.in)
		switch {
		case c.out == "" && err == nil:
			t.Errorf("%s derives %q: %s", c.rule, c.in, text(got))
		case c.out != "" && err != nil:
			t.Errorf("%s on %q: %v", c.rule, c.in, err)
		case c.out != "" && text(got) != c.out:
			t.Errorf("%s on %q: %s, want %s", c.rule, c.in, text(got), c.out)
		}
	}
}

// The trees of the empty string are copies: nobody can change them for others.
func TestEmptyIsCopied(t *testing.T) {
	g := &Grammar{Lexer: characters, Rules: map[string]Rule{"e": Empty{&grammar.Tree{Rule: "e"}}}}
	first, _ := g.Derive("e", false, "")
	first.Rule = "changed"
	if second, _ := g.Derive("e", false, ""); second.Rule != "e" {
		t.Error("the tree is shared")
	}
}
