package checker

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// param is a parameter that takes a URI.
type param struct {
	Index int
	Kind  string // a key of kinds
	// Inferred is true if no comment says so, but the function hands the string over to
	// one that takes a URI.
	Inferred bool
	// Rest is true if the string is the rest of a URI, which begins with what is not known and
	// then Before.
	Rest   bool
	Before string
}

// takers are the functions of the standard library that take URIs.
var takers = map[string]param{
	"net/url.Parse":                           {Index: 0, Kind: "reference"},
	"net/url.ParseRequestURI":                 {Index: 0, Kind: "target"},
	"(*net/url.URL).Parse":                    {Index: 0, Kind: "reference"},
	"net/http.NewRequest":                     {Index: 1, Kind: "client"},
	"net/http.NewRequestWithContext":          {Index: 2, Kind: "client"},
	"net/http.Get":                            {Index: 0, Kind: "http"},
	"net/http.Head":                           {Index: 0, Kind: "http"},
	"net/http.Post":                           {Index: 0, Kind: "http"},
	"net/http.PostForm":                       {Index: 0, Kind: "http"},
	"(*net/http.Client).Get":                  {Index: 0, Kind: "client"},
	"(*net/http.Client).Head":                 {Index: 0, Kind: "client"},
	"(*net/http.Client).Post":                 {Index: 0, Kind: "client"},
	"(*net/http.Client).PostForm":             {Index: 0, Kind: "client"},
	"net/http/httptest.NewRequest":            {Index: 1, Kind: "target"},
	"net/http/httptest.NewRequestWithContext": {Index: 2, Kind: "target"},
}

// importsTaker reports whether the package imports one with such functions.
func (p *pkg) importsTaker() bool {
	return slices.ContainsFunc(p.Pkg.Imports(), func(imported *types.Package) bool {
		return slices.Contains([]string{"net/url", "net/http", "net/http/httptest"}, imported.Path())
	})
}

// uriParams is the fact that some parameters of a function take URIs.
type uriParams struct{ Params []param }

// AFact implements analysis.Fact.
func (*uriParams) AFact() {}

func (f *uriParams) String() string {
	var b strings.Builder
	for _, p := range f.Params {
		fmt.Fprintf(&b, "uri(%d:%s", p.Index, p.Kind)
		if p.Rest {
			fmt.Fprintf(&b, ":rest after %q", p.Before)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// params returns the parameters of a function that take URIs.
func (p *pkg) params(fn *types.Func) []param {
	if fn.Pkg() == nil {
		return nil
	}
	if strings.HasPrefix(fn.Pkg().Path(), "net/") {
		if known, ok := takers[fn.FullName()]; ok {
			return []param{known}
		}
	}
	var all []param
	for _, f := range p.named {
		if f.function == fn.FullName() {
			if i, ok := paramIndex(fn, f.param); ok {
				all = append(all, param{Index: i, Kind: f.kind})
			}
		}
	}
	var fact uriParams
	if p.ImportObjectFact(fn, &fact) {
		all = append(all, fact.Params...)
	}
	return all
}

// paramIndex returns the index of a parameter by its name or its number from 1.
func paramIndex(fn *types.Func, name string) (int, bool) {
	params := fn.Signature().Params()
	if n, err := strconv.Atoi(name); err == nil {
		return n - 1, 1 <= n && n <= params.Len()
	}
	for i := range params.Len() {
		if params.At(i).Name() == name {
			return i, true
		}
	}
	return 0, false
}

// mark is the beginning of a comment that marks a function:
//
//	//urivet:uri PARAMETER [KIND]
const mark = "//urivet:uri"

// exportMarks exports a fact for each marked function and method of an interface; it
// reports whether there are any.
func (p *pkg) exportMarks() (marked bool) {
	for _, file := range p.Files {
		if !slices.ContainsFunc(file.Comments, func(g *ast.CommentGroup) bool {
			return slices.ContainsFunc(g.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, mark) })
		}) {
			continue
		}
		marked = true
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.FuncDecl:
				p.exportMark(n.Name, n.Doc)
			case *ast.InterfaceType:
				for _, method := range n.Methods.List {
					for _, name := range method.Names {
						p.exportMark(name, method.Doc)
					}
				}
			}
		}
	}
	return marked
}

// exportMark exports the fact that the comment of a function states.
func (p *pkg) exportMark(name *ast.Ident, doc *ast.CommentGroup) {
	fn, ok := p.TypesInfo.Defs[name].(*types.Func)
	if !ok || doc == nil {
		return
	}
	var fact uriParams
	for _, comment := range doc.List {
		rest, ok := strings.CutPrefix(comment.Text, mark)
		rest, _, _ = strings.Cut(rest, " //")
		words := strings.Fields(rest)
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		found, err := parseMark(fn, words)
		if err != nil {
			p.Report(analysis.Diagnostic{Pos: comment.Pos(), End: comment.End(), Category: "comment", Message: err.Error()})
			continue
		}
		fact.Params = append(fact.Params, found)
	}
	if len(fact.Params) > 0 {
		p.ExportObjectFact(fn, &fact)
	}
}

// parseMark reads the words of a comment.
func parseMark(fn *types.Func, words []string) (param, error) {
	if len(words) == 0 || len(words) > 2 {
		return param{}, fmt.Errorf("%s needs the name of a parameter, and perhaps a kind", mark)
	}
	kind := "reference"
	if len(words) == 2 {
		kind = words[1]
	}
	if err := checkKind(kind); err != nil {
		return param{}, fmt.Errorf("%s: %w", mark, err)
	}
	i, ok := paramIndex(fn, words[0])
	if !ok {
		return param{}, fmt.Errorf("%s: %s has no parameter %s", mark, fn.Name(), words[0])
	}
	t := fn.Signature().Params().At(i).Type()
	if slice, ok := t.Underlying().(*types.Slice); ok && fn.Signature().Variadic() && i == fn.Signature().Params().Len()-1 {
		t = slice.Elem()
	}
	if !isString(t) {
		return param{}, fmt.Errorf("%s: %s is no string", mark, words[0])
	}
	return param{Index: i, Kind: kind}, nil
}

func checkKind(kind string) error {
	if kinds[kind] == nil {
		return fmt.Errorf("%q is none of reference, uri, absolute, target, http, client", kind)
	}
	return nil
}

// funcsFlag is the flag -funcs.
type funcsFlag []namedParam

// namedParam is a parameter that the flag names.
type namedParam struct{ function, param, kind string }

func (f *funcsFlag) String() string {
	if f == nil {
		return ""
	}
	var list []string
	for _, n := range *f {
		list = append(list, n.function+":"+n.param+":"+n.kind)
	}
	return strings.Join(list, ",")
}

// Set implements flag.Value: it appends to what is there.
func (f *funcsFlag) Set(list string) error {
	for item := range strings.SplitSeq(list, ",") {
		if item == "" {
			continue
		}
		words := strings.Split(item, ":")
		if len(words) == 2 {
			words = append(words, "reference")
		}
		if len(words) != 3 || words[0] == "" || words[1] == "" {
			return fmt.Errorf("%q is not FUNCTION:PARAMETER[:KIND]", item)
		}
		if err := checkKind(words[2]); err != nil {
			return err
		}
		*f = append(*f, namedParam{words[0], words[1], words[2]})
	}
	return nil
}
