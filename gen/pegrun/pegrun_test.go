package pegrun_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	. "github.com/urispec/urispec/gen/pegrun"
	"github.com/urispec/urispec/grammar"
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

// codePoints has code points for characters.
var codePoints = &Lexer{
	Kinds:  []string{"Octet", "Other", "Letter"},
	Kind:   [256]uint8{'a': 2},
	UTF8:   true,
	Beyond: []KindRange{{Range: Range{0xA0, 0xD7FF}, Kind: 2}, {Range: Range{0x10000, 0x1FFFD}, Kind: 2}},
}

// A token is a code point, whole; what is not UTF-8 is cut into bytes.
func TestCodePoints(t *testing.T) {
	const letter, other, octet = 3, 2, 1
	type token struct {
		kind lexer.TokenType
		text string
		at   int
	}
	for s, want := range map[string][]token{
		"":                     nil,
		"aé€𐌀":                 {{letter, "a", 0}, {letter, "é", 1}, {letter, "€", 3}, {letter, "𐌀", 6}},
		"é%C3%A9é":             {{letter, "é", 0}, {octet, "%C3", 2}, {octet, "%A9", 5}, {letter, "é", 8}},
		"\u0080\uE000\uFFFDa":  {{other, "\u0080", 0}, {other, "\uE000", 2}, {other, "\uFFFD", 5}, {letter, "a", 8}},
		"\xC3a\xA9é":           {{other, "\xC3", 0}, {letter, "a", 1}, {other, "\xA9", 2}, {letter, "é", 3}},
		"\xE2\x82\xED\xA0\x80": {{other, "\xE2", 0}, {other, "\x82", 1}, {other, "\xED", 2}, {other, "\xA0", 3}, {other, "\x80", 4}},
	} {
		lex, err := codePoints.LexString("", s)
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := lexer.ConsumeAll(lex)
		if err != nil {
			t.Fatal(err)
		}
		var got []token
		for _, x := range tokens[:len(tokens)-1] {
			got = append(got, token{x.Type, x.Value, x.Pos.Offset})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
	// A run takes the code points of its ranges.
	class := NewClass("a", true, []Range{{0xA0, 0xD7FF}}, []Range{{0x10000, 0x1FFFD}})
	for s, want := range map[string]int{"aé%41𐌀\uE000": 4, "éé\xC3": 2, "\uFFFD": 0, "\xC3": 0, "\u0080": 0} {
		lex, err := codePoints.LexString("", s)
		if err != nil {
			t.Fatal(err)
		}
		peeking, err := lexer.Upgrade(lex)
		if err != nil {
			t.Fatal(err)
		}
		if err := new(Run).Read(peeking, class, 0, -1); err != nil || int(peeking.RawCursor()) != want {
			t.Errorf("%q: %d tokens, %v, want %d", s, peeking.RawCursor(), err, want)
		}
	}
	g := &Grammar{Lexer: codePoints, Rules: map[string]Rule{
		"char": Character{Name: "char", Bytes: "a", Beyond: [][]Range{{{0xA0, 0xD7FF}}}},
	}}
	for s, want := range map[string]string{"a": "char[0:1]", "é": "char[0:2]", "€": "char[0:3]", "\u0080": "", "éa": "", "\xC3": "", "": "", "\uFFFD": ""} {
		tree, err := g.Derive("char", false, s)
		if (err == nil) != (want != "") || err == nil && text(tree) != want {
			t.Errorf("%q: %v, %v, want %s", s, tree, err, want)
		}
	}
}
