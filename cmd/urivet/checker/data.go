package checker

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"time"
)

// filling is what is known of what fills a hole.
type filling uint8

const (
	// unknown: nothing speaks for data. It is not reported.
	unknown filling = iota
	// data: a string that may have any characters, delimiters among them.
	data
)

// fills tells what an expression fills a hole with.
func (p *pkg) fills(e ast.Expr) filling {
	e = ast.Unparen(e)
	t := p.TypesInfo.TypeOf(e)
	if t == nil || p.TypesInfo.Types[e].Value != nil || writesItself(t) || p.isEnum(t) {
		return unknown
	}
	if !isString(t) && !isBytes(t) {
		return unknown
	}
	switch x := e.(type) {
	case *ast.Ident:
		if saysText(x.Name) {
			return unknown
		}
		return p.variableFills(x)
	case *ast.SelectorExpr:
		if saysText(x.Sel.Name) || isType(p.TypesInfo.TypeOf(x.X), "net/url", "URL") || p.TypesInfo.Selections[x] == nil {
			return unknown // a field of a URL, or a variable of another package
		}
		return p.fieldFills(x)
	case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr:
		return p.inner(e)
	case *ast.BinaryExpr:
		return max(p.fills(x.X), p.fills(x.Y))
	case *ast.CallExpr:
		return p.callFills(x)
	}
	return unknown
}

// fieldFills is fills for a field: data, unless some function gets its address and may have
// escaped it.
func (p *pkg) fieldFills(x *ast.SelectorExpr) filling {
	p.definitions()
	if base, ok := ast.Unparen(x.X).(*ast.Ident); ok && p.pointed[field{p.TypesInfo.Uses[base], p.TypesInfo.Uses[x.Sel]}] {
		return unknown
	}
	return data
}

// inner is fills for an element, a part or what a pointer points to: the name of the whole says
// what it is.
func (p *pkg) inner(e ast.Expr) filling {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			if sel := p.TypesInfo.Types[x.X]; sel.IsType() {
				return unknown
			}
			e = x.X
			continue
		case *ast.SliceExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			e = x.X
			continue
		case *ast.Ident:
			if saysText(x.Name) || p.constants(x) {
				return unknown
			}
			return data
		case *ast.SelectorExpr:
			if saysText(x.Sel.Name) {
				return unknown
			}
			return data
		case *ast.CallExpr:
			return p.callFills(x)
		}
		return unknown
	}
}

// variableFills is fills for a variable: the worst of what is assigned to it.
func (p *pkg) variableFills(id *ast.Ident) filling {
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return unknown
	}
	if known, ok := p.filled[v]; ok {
		return known
	}
	p.filled[v] = unknown // if it depends on itself, the rest decides
	p.filled[v] = p.assigned(v, id)
	return p.filled[v]
}

// assigned is variableFills for a variable that has not been asked for before.
func (p *pkg) assigned(v *types.Var, id *ast.Ident) filling {
	if v.Parent() == v.Pkg().Scope() {
		// What an author writes into a variable of a package once is like a constant.
		if p.constants(id) {
			return unknown
		}
		return data
	}
	result := unknown
	if p.isParameter(v) {
		result = p.passed(v)
	}
	for _, d := range p.definitions()[v] {
		switch {
		case d.rhs == nil || p.escapes(d.rhs):
			return unknown // on one way at least, somebody has thought of it
		case d.kind == ranged:
			if !p.constants(d.rhs) {
				result = max(result, p.inner(d.rhs))
			}
		default:
			result = max(result, p.fills(d.rhs))
		}
	}
	return result
}

// passed is variableFills for a parameter. If all calls of its function are known, it is what
// they pass.
func (p *pkg) passed(v *types.Var) filling {
	calls := p.callers(v)
	if len(calls) == 0 {
		return data
	}
	result := unknown
	for _, arg := range calls {
		result = max(result, p.fills(arg))
	}
	return result
}

// constants reports whether an expression is a list or a map of constants, or a variable
// whose only value is one or a constant.
func (p *pkg) constants(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Value
			}
			if p.TypesInfo.Types[e].Value == nil {
				return false
			}
		}
		return true
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[x].(*types.Var)
		if !ok || p.isParameter(v) {
			return false
		}
		defs := p.definitions()[v]
		if len(defs) != 1 || defs[0].kind != assigned || defs[0].rhs == nil {
			return false
		}
		_, isIdent := ast.Unparen(defs[0].rhs).(*ast.Ident)
		return p.TypesInfo.Types[defs[0].rhs].Value != nil || !isIdent && p.constants(defs[0].rhs)
	}
	return false
}

// callFills is fills for the result of a call.
func (p *pkg) callFills(call *ast.CallExpr) filling {
	if p.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return p.fills(call.Args[0])
	}
	if p.escapes(call) {
		return unknown
	}
	name := p.callee(call)
	switch {
	case decoded[name]:
		return data
	case name == "(time.Time).Format" && len(call.Args) == 1:
		if layout, ok := p.constant(call.Args[0]); ok && !needsEscape(someTime.Format(layout)) {
			return unknown
		}
		return data
	case name == "fmt.Sprint" && len(call.Args) == 1, sameData[name]:
		if len(call.Args) == 0 {
			return unknown
		}
		return p.fills(call.Args[0])
	case name == "fmt.Sprintf":
		if t, ok := p.format(call, maxDepth); ok {
			result := unknown
			for _, piece := range t {
				if piece.isHole() {
					result = max(result, p.fills(piece.expr))
				}
			}
			return result
		}
	}
	return unknown
}

// decoded are functions that return what somebody else has sent, without its escapes.
var decoded = map[string]bool{
	"(net/url.Values).Get":                       true,
	"(net/http.Header).Get":                      true,
	"(*net/http.Request).FormValue":              true,
	"(*net/http.Request).PostFormValue":          true,
	"(*net/http.Request).PathValue":              true,
	"(*net/http.Request).UserAgent":              true,
	"net/url.PathUnescape":                       true,
	"net/url.QueryUnescape":                      true,
	"os.Getenv":                                  true,
	"flag.Arg":                                   true,
	"(*flag.FlagSet).Arg":                        true,
	"(*bufio.Scanner).Text":                      true,
	"(*encoding/base64.Encoding).EncodeToString": true,
}

// sameData are functions whose result has no other characters than the first argument.
var sameData = map[string]bool{
	"strings.ToLower": true, "strings.ToUpper": true, "strings.TrimSpace": true,
	"strings.Trim": true, "strings.TrimLeft": true, "strings.TrimRight": true,
	"strings.TrimPrefix": true, "strings.TrimSuffix": true, "strings.Clone": true,
	"strings.Title": true, "strings.ToTitle": true,
}

// escapes reports whether an expression is a call of something that escapes or encodes, by
// its name; or replaces characters by escapes.
func (p *pkg) escapes(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	id := calleeName(call)
	if id == nil {
		return false
	}
	switch p.callee(call) {
	case "(*encoding/base64.Encoding).EncodeToString":
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && !strings.HasSuffix(types.ExprString(sel.X), "StdEncoding")
	case "strings.Replace", "strings.ReplaceAll":
		if len(call.Args) < 3 {
			return false // they are the results of one call
		}
		by, ok := p.constant(call.Args[2])
		return ok && strings.HasPrefix(by, "%") || p.escapes(call.Args[0])
	}
	name := strings.ToLower(id.Name)
	return strings.Contains(name, "escape") && !strings.Contains(name, "unescape") || strings.Contains(name, "encode")
}

// someTime needs all the characters that a layout can.
var someTime = time.Date(2001, 2, 3, 4, 5, 6, 7, time.FixedZone("X", 3600))

// needsEscape reports whether a text has characters besides those that are unreserved in all
// editions, and ":", which is data wherever a time is.
func needsEscape(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool {
		return !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.ContainsRune("-_.:", c))
	})
}

// saysText reports whether the name of a variable or a field says that it has a text that is part of
// a URI already, and not data.
func saysText(name string) bool {
	name = strings.ToLower(name)
	for _, word := range textWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// textWords are the words that say so.
var textWords = []string{"url", "uri", "path", "query", "escaped", "encoded", "endpoint", "route", "prefix", "suffix"}

// isEnum reports whether a type is a string type with constants of its own, whose values are
// then mostly these.
func (p *pkg) isEnum(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			return true
		}
	}
	return false
}

// writesItself reports whether the values of a type decide how package fmt writes them.
func writesItself(t types.Type) bool {
	if t == nil || types.IsInterface(t) {
		return true
	}
	for _, name := range []string{"String", "Error", "Format"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name); obj != nil {
			if _, ok := obj.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

// maxVerb is the length of the longest verb that samples are made by; others may pad them to a
// million bytes.
const maxVerb = len("%+08.3f")

// writes returns a sample of what a hole is filled with, if its type and its verb say how that
// looks; false if it may look like anything.
func (p *pkg) writes(hole piece) (sample string, ok bool) {
	if hole.verb == "" || len(hole.verb) > maxVerb {
		return "", false
	}
	t := p.TypesInfo.TypeOf(hole.expr)
	text := strings.ContainsAny(hole.verb, "sv")
	if text && isType(t, "time", "Time") {
		return someTime.Format("2006-01-02 15:04:05 -0700 MST"), true
	}
	if t == nil || writesItself(t) {
		return "", false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsInteger != 0:
			return fmt.Sprintf(hole.verb, 'x'), true
		case info&types.IsFloat != 0:
			return fmt.Sprintf(hole.verb, 1.5), true
		case info&types.IsBoolean != 0:
			return fmt.Sprintf(hole.verb, true), true
		case info&types.IsString != 0 && !text:
			return fmt.Sprintf(hole.verb, "x"), true
		}
	case *types.Slice:
		switch {
		case isBytes(t) && hole.verb == "%s":
			return "", false
		case isBytes(t):
			return fmt.Sprintf(hole.verb, []byte("x")), true
		case text:
			return "[x]", true
		}
	case *types.Array:
		if text {
			return "[x]", true
		}
	case *types.Map:
		if text {
			return "map[x:x]", true
		}
	case *types.Struct:
		if text {
			return "{x}", true
		}
	}
	return "", false
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// isType reports whether t is a named type, or a pointer to it.
func isType(t types.Type, pkg, name string) bool {
	if t == nil {
		return false
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pkg && named.Obj().Name() == name
}

// isAddress reports whether a type is an IP address, which is written without brackets.
func isAddress(t types.Type) bool {
	return isType(t, "net/netip", "Addr") || isType(t, "net", "IP") || isType(t, "net", "IPAddr")
}
