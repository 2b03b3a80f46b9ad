package peg

import (
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// More of what participle does that the generated code has to mind; see
// participle_test.go.

func TestParticipleLoopThatTakesNothing(t *testing.T) {
	defer func(n int) { participle.MaxIterations = n }(participle.MaxIterations)
	participle.MaxIterations = 1000
	type optional struct {
		Text struct{} `parser:"( 'a'? )* 'b'"`
	}
	if _, err := build[optional](t).ParseString("", "b"); err == nil || !strings.Contains(err.Error(), "too many iterations") {
		t.Errorf("an optional turn: %v", err)
	}
	// A choice may take nothing at the end of the input; a turn may not there
	// either.
	type choice struct {
		Text struct{} `parser:"'a' ( 'b'? | 'c' )"`
	}
	if _, err := build[choice](t).ParseString("", "a"); err != nil {
		t.Errorf("an alternative that takes nothing at the end: %v", err)
	}
	type turn struct {
		Text struct{} `parser:"'a' ( (?! 'a' | 'b') )*"`
	}
	if _, err := build[turn](t).ParseString("", "a"); err == nil || !strings.Contains(err.Error(), "too many iterations") {
		t.Errorf("a turn that takes nothing at the end: %v", err)
	}
}

// digraph is two letters, read as pegrun.Run reads characters.
type digraph struct{ text string }

func (d *digraph) Parse(lex *lexer.PeekingLexer) error {
	for range 2 {
		t := lex.Peek()
		if t.EOF() {
			return participle.NextMatch
		}
		d.text += t.Value
		lex.Next()
	}
	return nil
}

// What a Parseable read is stored by the next struct, like a struct.
func TestParticipleStoresParseables(t *testing.T) {
	type letter struct {
		Text string `parser:"@Letter"`
	}
	type g struct {
		Given digraph `parser:"( @@"`
		Up    *letter `parser:"@@ 'x' )?"`
		Taken digraph `parser:"@@"`
		Last  *letter `parser:"@@"`
	}
	v, err := build[g](t).ParseString("", "abc")
	if err != nil {
		t.Fatal(err)
	}
	if v.Given.text != "ab" || v.Taken.text != "ab" {
		t.Errorf("%q is given up and %q is taken; want both to be stored", v.Given.text, v.Taken.text)
	}
	// Without a struct after it in the part that is given up, it is not.
	type h struct {
		Given digraph `parser:"( @@ 'x' )?"`
		Taken digraph `parser:"@@"`
	}
	w, err := build[h](t).ParseString("", "ab")
	if err != nil {
		t.Fatal(err)
	}
	if w.Given.text != "" {
		t.Errorf("%q is stored, though nothing after it was", w.Given.text)
	}
}

// Ordered choice commits, and a repetition gives nothing back, however far
// participle looks ahead.
func TestParticipleGivesNothingBack(t *testing.T) {
	type choice struct {
		Text struct{} `parser:"( 'a' | 'a' 'b' ) 'c'"`
	}
	type loop struct {
		Text struct{} `parser:"'a'* 'a'"`
	}
	if _, err := build[choice](t).ParseString("", "abc"); err == nil {
		t.Error("the second alternative is tried after the first one matched")
	}
	if _, err := build[loop](t).ParseString("", "aa"); err == nil {
		t.Error("a repetition gives back its last turn")
	}
}

// A lookahead takes nothing, and stores nothing that is lifted.
func TestParticipleLooksAhead(t *testing.T) {
	type g struct {
		Ahead digraph `parser:"(?= @@ 'c')"`
		Text  digraph `parser:"@@ (?! 'x') Letter (?! Letter)"`
	}
	v, err := build[g](t).ParseString("", "abc")
	if err != nil || v.Text.text != "ab" || v.Ahead.text != "" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := build[g](t).ParseString("", "abd"); err == nil {
		t.Error("what a lookahead asks for need not follow")
	}
}
