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

var characters = &Lexer{Octet: "Octet", Kinds: []Kind{{Name: "Letter", Chars: "a-z"}}}

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

// word reads runs of letters and octets: one to three of them, and more after
// dashes.
type word struct {
	Span  `lift:"word"`
	First firstLetters `parser:"@@" lift:"char octet"`
	Rest  []*after     `parser:"( '-' @@ )*" end:"none(nothing)"`
}

type after struct {
	Span `lift:"after"`
	Rest Plus[letter] `parser:"@@" lift:"octet"`
	Two  []One[digit] `parser:"( @@ @@ )?"`
	Last Star[letter] `parser:"@@" lift:"octet"`
}

type firstLetters struct{ Run }

func (r *firstLetters) Parse(t *Tokens) error { return r.Read(t, letter{}.Class(), 1, 3) }

type letter struct{}

var classLetter = Class{Chars: "a-z", Octets: true}

func (letter) Class() *Class { return &classLetter }

type digit struct{}

var classDigit = Class{Chars: "0-9"}

func (digit) Class() *Class { return &classDigit }

func text(t *grammar.Tree) string {
	out := fmt.Sprintf("%s[%d:%d]", t.Rule, t.Start, t.End)
	for _, c := range t.Children {
		out += "(" + text(c) + ")"
	}
	return out
}

func TestDerive(t *testing.T) {
	base := &Grammar{
		Lexer: characters,
		Rules: map[string]Rule{
			"word":    Struct[word](""),
			"nothing": Empty("nothing(x)"),
			"never":   Empty(""),
			"char":    Character{Chars: "ab", Octet: "char octet"},
			"some":    Character{Octet: "some", Except: []string{"%0a"}},
			"letter":  Character{Chars: "ab"},
			"maybe":   Struct[word]("maybe(x)"),
		},
		Bare: map[string]Rule{"letter": Character{Chars: "c"}, "char": Character{Chars: "e"}},
	}
	g := &Grammar{Lexer: characters, Base: base, Rules: map[string]Rule{"char": Character{Chars: "d"}, "nothing": Empty("")}}
	for _, c := range []struct {
		g    *Grammar
		rule string
		bare bool
		in   string
		out  string // "" if it does not derive
	}{
		{base, "word", false, "ab", "word[0:2](none[2:2](nothing[2:2]))"},
		{base, "word", false, "a%41b-%42-c", "word[0:11](char[1:4](octet[1:4]))(after[6:9](octet[6:9]))(after[10:11])"},
		{base, "word", false, "a-a%4112%42-b1", ""},
		{base, "word", false, "a-a%4112%42-b", "word[0:13](after[2:11](octet[3:6])(octet[8:11]))(after[12:13])"},
		{base, "word", true, "ab", "word[0:2](none[2:2](nothing[2:2]))"},
		{base, "word", false, "", ""},
		{base, "word", false, "abcd", ""}, // a run of three at most
		{base, "word", false, "ab-", ""},
		{base, "word", false, "ab\x00", ""},
		{base, "maybe", false, "", "maybe[0:0](x[0:0])"},
		{base, "nothing", false, "", "nothing[0:0](x[0:0])"},
		{base, "nothing", false, "a", ""},
		{base, "never", false, "", ""},
		{base, "char", false, "a", "char[0:1]"},
		{base, "char", false, "%7e", "char[0:3](octet[0:3])"},
		{base, "char", false, "c", ""},
		{base, "char", false, "%7", ""},
		{base, "char", true, "e", "char[0:1]"},
		{base, "some", false, "%0A", "some[0:3]"},
		{base, "some", false, "%0a", ""},
		{base, "letter", false, "%7e", ""},
		{base, "letter", false, "a", "letter[0:1]"},
		{base, "letter", true, "a", ""},
		{base, "letter", true, "c", "letter[0:1]"},
		{base, "other", false, "a", ""},
		// What the grammar with errata does not have is in its base.
		{g, "word", false, "ab", "word[0:2](none[2:2](nothing[2:2]))"},
		{g, "letter", true, "c", "letter[0:1]"},
		{g, "nothing", false, "", ""},
		{g, "char", false, "d", "char[0:1]"},
		{g, "char", false, "a", ""},
		{g, "char", true, "d", "char[0:1]"},
		{g, "other", false, "a", ""},
	} {
		got, err := c.g.Derive(c.rule, c.bare, c.in)
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
	g := &Grammar{Lexer: characters, Rules: map[string]Rule{"e": Empty("e"), "word": Struct[word]("")}}
	for rule, in := range map[string]string{"e": "", "word": "a"} {
		first, _ := g.Derive(rule, false, in)
		want := text(first)
		first.Rule = "changed"
		for _, c := range first.Children {
			c.Rule = "changed"
		}
		if second, _ := g.Derive(rule, false, in); text(second) != want {
			t.Errorf("the tree of %q is shared", in)
		}
	}
}

// codePoints has code points for characters.
var codePoints = &Lexer{Octet: "Octet", UTF8: true, Kinds: []Kind{
	{Name: "Letter", Chars: "a\u00A0-\uD7FF\U00010000-\U0001FFFD"},
}}

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
	class := &Class{Chars: "a\u00A0-\uD7FF\U00010000-\U0001FFFD", Octets: true}
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
		"char": Character{Chars: "a\u00A0-\uD7FF"},
	}}
	for s, want := range map[string]string{"a": "char[0:1]", "é": "char[0:2]", "€": "char[0:3]", "\u0080": "", "éa": "", "\xC3": "", "": "", "\uFFFD": ""} {
		tree, err := g.Derive("char", false, s)
		if (err == nil) != (want != "") || err == nil && text(tree) != want {
			t.Errorf("%q: %v, %v, want %s", s, tree, err, want)
		}
	}
}
