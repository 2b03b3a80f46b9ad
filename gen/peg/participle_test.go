package peg

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// What participle does that the generated code has to mind. If one of these
// fails, participle has changed and gen may be simpler.

var letterLexer = lexer.MustSimple([]lexer.SimpleRule{{Name: "Letter", Pattern: `[a-z]`}})

func build[T any](t *testing.T) *participle.Parser[T] {
	t.Helper()
	p, err := participle.Build[T](participle.Lexer(letterLexer), participle.UseLookahead(-1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParticipleAlternativeThatTakesNothingPanics(t *testing.T) {
	type g struct {
		Text struct{} `parser:"( 'a'? | 'b' ) 'c'"`
	}
	defer func() {
		if recover() == nil {
			t.Error("it did not panic")
		}
	}()
	_, _ = build[g](t).ParseString("", "c")
}

func TestParticipleEmptyLiteralMatchesAnything(t *testing.T) {
	type g struct {
		Text struct{} `parser:"'a' '' 'b'"`
	}
	if _, err := build[g](t).ParseString("", "axb"); err != nil {
		t.Errorf("'' does not match x: %v", err)
	}
}

func TestParticipleStoresBeforeItGivesUp(t *testing.T) {
	type letter struct {
		Text string `parser:"@Letter"`
	}
	type g struct {
		First  *letter `parser:"( @@"`
		Second *letter `parser:"@@ 'x' )?"`
		Third  *letter `parser:"@@ 'b'"`
	}
	v, err := build[g](t).ParseString("", "ab")
	if err != nil {
		t.Fatal(err)
	}
	if v.First == nil {
		t.Error("what an option captured before it failed is gone: storesEarly is not needed any more")
	}
}

// The tags of the generated structs, one by one.
func TestGeneratedTags(t *testing.T) {
	files, err := filepath.Glob("../../grammar/editions/*/*_gen.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	emptyGroup := regexp.MustCompile(`\(\s*\)|\|\s*\)|\(\s*\||\|\s*\|`)
	tags := 0
	for _, name := range files {
		f, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil || field.Names == nil { // a Span has other tags
				return true
			}
			tags++
			raw, err := strconv.Unquote(field.Tag.Value)
			if err != nil {
				t.Fatal(err)
			}
			tag, ok := reflect.StructTag(raw).Lookup("parser")
			if !ok || tag == "" {
				t.Errorf("%s: %s has no keyed tag", name, raw)
			}
			if strings.Contains(tag, "''") || strings.Contains(tag, `""`) {
				t.Errorf("%s: %s has an empty literal, which matches any token", name, tag)
			}
			if emptyGroup.MatchString(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(tag, "'('", "p"), "')'", "p"), "'|'", "p")) {
				t.Errorf("%s: %s has an empty alternative", name, tag)
			}
			return true
		})
	}
	if tags < 400 {
		t.Errorf("only %d tags were seen", tags)
	}
}
