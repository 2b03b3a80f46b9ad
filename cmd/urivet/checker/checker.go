// Package checker is the analysis behind the command urivet, for programs that
// combine several analyzers: see [New].
//
// A string expression is read as a template: constants, and holes that a program fills
// when it runs. The automaton of the language that the string has to be in goes over it
// with sample texts in place of the holes. If no text fits, that shows which constant is at
// fault, and at which byte. Otherwise the result is a conforming example, and the edition's
// parser tells in which component of it each hole stands.
package checker

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// Doc is the documentation of the analyzer: a title, a blank line, and a description.
const Doc = `check URLs and URIs in Go code by the grammar of the specification

urivet reports two kinds of mistakes in the strings that are given to url.Parse,
http.NewRequest, http.Get, httptest.NewRequest and the like, and to functions
that are marked with a comment "//urivet:uri PARAMETER" or named by -funcs:

  - a constant that does not conform, such as "http://a/b c" or "example.com/x"
    where an http URI is needed; and the constant parts of formats such as
    fmt.Sprintf("http://%s/a b", host) and of concatenations;
  - a string that is written unescaped into a path segment, a query or other
    data, as in fmt.Sprintf("http://h/%s", name).

A comment "//urivet:ignore REASON" on a line, or alone on the line above, hides
what is found there.`

// New returns the analyzer urivet. Its flags are:
//
//	-edition  the edition to check by; "rfc3986" unless it is set
//	-funcs    more functions that take URIs, as [the README of urivet] describes
//
// What it needs of the grammar is built when the first string is checked, and shared by all
// packages; in a package without such a string it looks at the calls at most.
//
// [the README of urivet]: https://github.com/urispec/urispec/blob/main/cmd/urivet/README.md
func New() *analysis.Analyzer {
	o := options{edition: editionFlag{editions.RFC3986}}
	a := &analysis.Analyzer{
		Name:      "urivet",
		Doc:       Doc,
		URL:       "https://pkg.go.dev/github.com/urispec/urispec/cmd/urivet",
		FactTypes: []analysis.Fact{new(uriParams)},
		Run:       o.run,
	}
	a.Flags.Var(&o.edition, "edition", "check by `EDITION`, such as rfc2396")
	a.Flags.Var(&o.funcs, "funcs", "also check what is given to these functions: a list of `FUNCTION:PARAMETER[:KIND]`, such as example.com/api.Get:addr:http,(*example.com/api.Client).Do:2")
	return a
}

// options are the flags of one analyzer.
type options struct {
	edition editionFlag
	funcs   funcsFlag
}

// editionFlag is the flag -edition.
type editionFlag struct{ *grammar.Edition }

func (f *editionFlag) String() string {
	if f.Edition == nil { // the zero value, which package flag asks
		return ""
	}
	return f.Name()
}

// Set implements flag.Value. As in the command urispec, the number of an RFC is enough.
func (f *editionFlag) Set(name string) error {
	known := strings.ToLower(name)
	if known != "" && '0' <= known[0] && known[0] <= '9' {
		known = "rfc" + known
	}
	if e, ok := editions.Lookup(known); ok {
		f.Edition = e
		return nil
	}
	var names []string
	for _, e := range editions.All() {
		names = append(names, e.Name())
	}
	return fmt.Errorf("it is none of %s", strings.Join(names, ", "))
}

// run checks a package.
func (o *options) run(pass *analysis.Pass) (any, error) {
	p := &pkg{Pass: pass, edition: o.edition.Edition, named: o.funcs, filled: make(map[*types.Var]filling), reported: make(map[string]bool)}
	marked := p.exportMarks()
	if !marked && len(o.funcs) == 0 && !p.importsTaker() && len(pass.AllObjectFacts()) == 0 {
		return nil, nil
	}
	p.exportWrappers()
	for _, file := range pass.Files {
		p.test = strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go")
		for n := range ast.Preorder(file) {
			if call, ok := n.(*ast.CallExpr); ok {
				p.call(call)
			}
		}
	}
	return nil, nil
}

// pkg is a package while it is checked.
type pkg struct {
	*analysis.Pass
	edition *grammar.Edition
	named   funcsFlag

	test bool // the file that is being checked is a test

	defs     map[*types.Var][]def      // see definitions
	pointed  map[field]bool            // fields whose address is taken
	args     map[*types.Var][]ast.Expr // see callers
	filled   map[*types.Var]filling    // see variableFills
	ignored  map[string]bool           // "file:line"; see hidden
	reported map[string]bool
}

// call checks the arguments of a call that have to be URIs.
func (p *pkg) call(call *ast.CallExpr) {
	fn := p.called(call)
	if fn == nil {
		return
	}
	for _, param := range p.params(fn) {
		// The tests of a function that validates give it what does not conform.
		if param.Inferred && p.test {
			continue
		}
		last := fn.Signature().Params().Len() - 1
		for i := param.Index; i < len(call.Args); i++ {
			if kind, ok := p.kindAt(fn, call, param); ok {
				for _, t := range p.templates(call.Args[i]) {
					p.check(p.given(call, t, param), kind)
				}
			}
			if i < last || !fn.Signature().Variadic() || call.Ellipsis.IsValid() {
				break
			}
		}
	}
}

// called returns the function or method that is called, or nil if that is not known.
func (p *pkg) called(call *ast.CallExpr) *types.Func {
	fn, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func)
	if !ok {
		return nil
	}
	if of, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		// In (*C).Get(c, addr) the arguments have other numbers than the parameters.
		if s := p.TypesInfo.Selections[of]; s != nil && s.Kind() == types.MethodExpr {
			return nil
		}
	}
	return fn.Origin()
}

// kindAt returns what an argument of a call has to be; false if it may be anything.
func (p *pkg) kindAt(fn *types.Func, call *ast.CallExpr, param param) (*kind, bool) {
	kind := kinds[param.Kind]
	switch fn.FullName() {
	case "net/http.NewRequest", "net/http.NewRequestWithContext":
		// Tests give such requests to handlers, as if httptest had made them, or complete them.
		if p.test {
			kind = kinds["reference"]
		}
	case "net/http/httptest.NewRequest", "net/http/httptest.NewRequestWithContext":
		// The target of CONNECT is an authority.
		if method, ok := p.constant(call.Args[param.Index-1]); ok && method == "CONNECT" {
			return nil, false
		}
	}
	return kind, true
}

// check checks one template.
func (p *pkg) check(t template, k *kind) {
	if len(t) == 1 && (t[0].isHole() || t[0].text == elided) || t.size() > maxSize || len(t) > maxPieces {
		return
	}
	l := k.language(p.edition, t.start())
	example, fault := l.fill(p, t)
	if example != nil {
		fault = k.scheme(t, l, example)
	}
	if fault != nil {
		p.reportFault(t, k, l, fault)
	}
	if fault != nil || example == nil {
		return
	}
	for i, piece := range t {
		if piece.isHole() {
			p.hole(t, i, example, l)
		}
	}
}

// elided is what examples write for a URI that does not matter.
const elided = "..."

// Templates beyond these sizes are not checked.
const (
	maxSize   = 1 << 16 // bytes of constants
	maxPieces = 64
)

// constant returns the value of a constant string.
func (p *pkg) constant(e ast.Expr) (string, bool) {
	return constantString(p.TypesInfo.Types[e])
}

func (p *pkg) warn(d analysis.Diagnostic) {
	key := fmt.Sprint(d.Pos, d.Message)
	if p.reported[key] || p.hidden(d.Pos) {
		return
	}
	p.reported[key] = true
	p.Report(d)
}
