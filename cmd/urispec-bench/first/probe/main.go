// Command probe times the first call of a method in a process:
//
//	probe EDITION valid|error|tree|parse
//	probe rule|scheme|own error
//
// It prints the nanoseconds that the call took, and the bytes that it allocated. Program
// first, in the folder above, starts it many times, also as WebAssembly.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
)

func main() {
	if len(os.Args) != 3 {
		fail("usage: probe EDITION valid|error|tree|parse, or probe rule|scheme|own error")
	}
	call, ok := subject(os.Args[1], os.Args[2])
	if !ok {
		fail("there is no " + os.Args[1] + " " + os.Args[2])
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	answer := call()
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if answer != nil {
		fail(answer.Error())
	}
	fmt.Println(took.Nanoseconds(), after.TotalAlloc-before.TotalAlloc)
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "probe:", message)
	os.Exit(2)
}

// Each edition accepts the first of these, and refuses the second.
const (
	conforming = "http://www.example.com/docs/page.html?lang=en"
	broken     = "http://www.example.com/docs/%zz"
)

var errWrong = errors.New("this is the wrong answer")

// subject returns what is timed. It returns an error if the answer is not the right one.
func subject(of, what string) (call func() error, ok bool) {
	if e, ok := editions.Lookup(of); ok {
		switch what {
		case "valid":
			return func() error { return when(e.Valid(conforming)) }, true
		case "error":
			return func() error { return syntax(e.Check(broken)) }, true
		case "tree":
			return func() error {
				t, err := e.Tree(conforming)
				return errors.Join(err, when(t != nil && t.End == len(conforming)))
			}, true
		case "parse":
			return func() error {
				r, err := e.Parse(conforming)
				return errors.Join(err, when(r.Text(r.Path.Span) == "/docs/page.html"))
			}, true
		}
	}
	switch of + " " + what {
	case "rule error": // a rule by itself, with what it takes to get it
		return func() error {
			l, err := editions.RFC3986.Language("authority")
			if err != nil {
				return err
			}
			return syntax(l.Check("www.example.com:8o"))
		}, true
	case "scheme error": // by the document of a scheme
		return func() error {
			d, ok := schemes.CurrentDocument("mailto")
			if !ok {
				return errWrong
			}
			l, ok := d.Language("mailto")
			if !ok {
				return errWrong
			}
			return syntax(l.Check("mailto:a b@c"))
		}, true
	case "own error": // of a grammar of one's own
		return func() error {
			g, err := grammar.Read("date.abnf", "date = 4DIGIT \"-\" 2DIGIT \"-\" 2DIGIT\n", grammar.Options{})
			if err != nil {
				return err
			}
			return syntax(g.Start().Check("2005-1"))
		}, true
	}
	return nil, false
}

func when(right bool) error {
	if !right {
		return errWrong
	}
	return nil
}

// syntax returns nil if err says where a string does not conform, as it should.
func syntax(err error) error {
	if _, ok := errors.AsType[*grammar.SyntaxError](err); ok {
		return nil
	}
	return errors.Join(errWrong, err)
}
