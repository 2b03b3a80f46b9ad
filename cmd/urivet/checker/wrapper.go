package checker

import (
	"go/ast"
	"go/token"
	"go/types"
)

// maxRounds is how many functions deep a string is followed through a package.
const maxRounds = 8

// exportWrappers exports a fact for each function that gives one of its parameters to a
// function that takes a URI: as it is, or as the last part of a text. Then what is given to
// the wrapper is checked too.
func (p *pkg) exportWrappers() {
	calls := p.calls()
	for again, round := true, 0; again && round < maxRounds; round++ {
		again = false
		for _, c := range calls {
			for _, to := range p.params(c.to) {
				if to.Index >= len(c.call.Args) || to.Index == c.to.Signature().Params().Len()-1 && c.to.Signature().Variadic() {
					continue
				}
				if wrapped, ok := p.handover(c, to); ok && !p.takes(c.from, wrapped.Index) {
					var fact uriParams
					p.ImportObjectFact(c.from, &fact)
					// The slice of a fact may be shared.
					fact.Params = append(fact.Params[:len(fact.Params):len(fact.Params)], wrapped)
					p.ExportObjectFact(c.from, &fact)
					again = true
				}
			}
		}
	}
}

// handover returns the parameter of the function around a call which the call hands over to
// a parameter that takes a URI.
func (p *pkg) handover(c inner, to param) (wrapped param, ok bool) {
	wrapped = param{Kind: to.Kind, Inferred: true}
	for _, t := range p.templates(c.call.Args[to.Index]) {
		asItIs := len(t) == 1
		t = p.given(c.call, t, to)
		last := len(t) - 1
		if !t[last].isHole() || !t[last].isText() {
			continue
		}
		id, isName := t[last].expr.(*ast.Ident)
		if !isName {
			continue
		}
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		wrapped.Index, ok = c.params[v]
		switch {
		case !ok || len(p.definitions()[v]) > 0:
			continue
		case last == 0:
			return wrapped, true
		case asItIs || saysText(v.Name()) || t[last-1].isHole():
			wrapped.Rest, wrapped.Before = true, t[last-1].text
			return wrapped, true
		}
	}
	return param{}, false
}

// given returns the template of an argument for a parameter: if that is the rest of a URI,
// what stands before it comes first.
func (p *pkg) given(call *ast.CallExpr, t template, to param) template {
	if !to.Rest {
		return t
	}
	before := template{{expr: call.Fun}}
	if to.Before != "" {
		before = before.append(piece{expr: call.Fun, text: to.Before, at: func(int) token.Pos { return call.Lparen }})
	}
	return before.append(t...)
}

// takes reports whether a parameter is known to take a URI.
func (p *pkg) takes(fn *types.Func, index int) bool {
	for _, param := range p.params(fn) {
		if param.Index == index {
			return true
		}
	}
	return false
}

// inner is a call in a function that has parameters which are strings.
type inner struct {
	from   *types.Func
	params map[*types.Var]int
	call   *ast.CallExpr
	to     *types.Func
}

// calls returns those calls of the package.
func (p *pkg) calls() (all []inner) {
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			outer, ok := decl.(*ast.FuncDecl)
			if !ok || outer.Body == nil {
				continue
			}
			from, ok := p.TypesInfo.Defs[outer.Name].(*types.Func)
			if !ok {
				continue
			}
			params := make(map[*types.Var]int)
			for i := range from.Signature().Params().Len() {
				if v := from.Signature().Params().At(i); isString(v.Type()) {
					params[v] = i
				}
			}
			if len(params) == 0 {
				continue
			}
			for n := range ast.Preorder(outer.Body) {
				if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
					if to := p.called(call); to != nil {
						all = append(all, inner{from, params, call, to})
					}
				}
			}
		}
	}
	return all
}
