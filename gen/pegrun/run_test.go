package pegrun_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/alecthomas/participle/v2/lexer"

	. "github.com/urispec/urispec/gen/pegrun"
)

// A run takes between its bounds, and stops before what is not of the class.
func TestRun(t *testing.T) {
	ab, withOctets := &Class{Chars: "ab"}, &Class{Chars: "ab", Octets: true}
	withSome, withOne := &Class{Chars: "ab", Octets: true, Except: []string{"%41", "%0a"}}, &Class{Chars: "ab", Except: []string{"%41"}}
	for _, c := range []struct {
		class    *Class
		min, max int
		in       string
		taken    int // tokens; -1 for no match
	}{
		{ab, 0, -1, "", 0},
		{ab, 1, -1, "", -1},
		{ab, 0, -1, "abbac", 4},
		{ab, 0, 3, "abbac", 3},
		{ab, 2, 2, "abb", 2},
		{ab, 2, 2, "ac", -1},
		{ab, 0, 0, "ab", 0},
		{ab, 0, -1, "a%41", 1}, // an octet is no byte
		{ab, 0, -1, "%", 0},
		{withOctets, 0, -1, "a%41b%zz", 3},
		{withOctets, 3, -1, "a%41", -1},
		{withSome, 0, -1, "a%42%0Ab%0a", 4},
		{withSome, 0, -1, "%41", 0},
		{withOne, 0, -1, "%41%41%42", 2},
		{&Class{Chars: "\x00\xff"}, 0, -1, "\xff\x00a", 2},
		{&Class{Chars: "\x80-\xff"}, 0, -1, "\xc3\xa9\x80\xffa", 4},
		{&Class{Chars: "-+.0-9A-Z"}, 0, -1, "A-z", 2},
		{&Class{Chars: "--9"}, 0, -1, "-./0189:", 7},
		{&Class{Chars: "!--"}, 0, -1, "!#-.", 3},
		{&Class{Chars: "-"}, 0, -1, "--.", 2},
		{&Class{}, 0, -1, "a", 0},
	} {
		lex, err := characters.LexString("", c.in)
		if err != nil {
			t.Fatal(err)
		}
		peeking, err := lexer.Upgrade(lex)
		if err != nil {
			t.Fatal(err)
		}
		err = new(Run).Read(peeking, c.class, c.min, c.max)
		if taken := peeking.RawCursor(); err == nil && int(taken) != c.taken || (err != nil) != (c.taken < 0) {
			t.Errorf("%d to %d of %q: %d, %v, want %d", c.min, c.max, c.in, taken, err, c.taken)
		}
	}
}

// The lexer as a lexer.Definition: types begin at 1, because participle's own
// are negative and zero is none.
func TestDefinition(t *testing.T) {
	symbols := characters.Symbols()
	for name, want := range map[string]lexer.TokenType{"EOF": lexer.EOF, "Octet": 1, "Other": 2, "Letter": 3} {
		if symbols[name] != want {
			t.Errorf("%s is %d, want %d", name, symbols[name], want)
		}
	}
	if len(symbols) != 5 { // these and Begin
		t.Errorf("%d types", len(symbols))
	}
	lex, err := characters.Lex("", strings.NewReader("a%41"))
	if err != nil {
		t.Fatal(err)
	}
	if tokens, err := lexer.ConsumeAll(lex); err != nil || len(tokens) != 3 || tokens[1].Value != "%41" {
		t.Errorf("%v, %v", tokens, err)
	}
	if tok, err := lex.Next(); err != nil || !tok.EOF() {
		t.Errorf("after the end: %v, %v", tok, err)
	}
	broken := errors.New("broken")
	if _, err := characters.Lex("", io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}
