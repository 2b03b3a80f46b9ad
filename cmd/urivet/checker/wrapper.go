package checker

import (
	"go/ast"
	"go/types"
)

// handover is a call that gives a parameter of the function around it, as it is, to a
// parameter of another function.
type handover struct {
	from      *types.Func
	fromIndex int
	param     *types.Var
	to        *types.Func
	toIndex   int
}

// exportWrappers exports a fact for each function that hands a parameter over to one
// that takes a URI, so that a constant given to the wrapper is checked too.
func (p *pkg) exportWrappers() {
	calls := p.handovers()
	for again := true; again; {
		again = false
		for _, c := range calls {
			for _, to := range p.params(c.to) {
				if to.Index != c.toIndex || p.takes(c.from, c.fromIndex) || len(p.definitions()[c.param]) > 0 {
					continue
				}
				var fact uriParams
				p.ImportObjectFact(c.from, &fact)
				// The slice of a fact may be shared.
				fact.Params = append(fact.Params[:len(fact.Params):len(fact.Params)], param{Index: c.fromIndex, Kind: to.Kind, Inferred: true})
				p.ExportObjectFact(c.from, &fact)
				again = true
			}
		}
	}
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

// handovers returns the calls of the package that hand a string over.
func (p *pkg) handovers() (all []handover) {
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
				call, ok := n.(*ast.CallExpr)
				if !ok {
					continue
				}
				for i, arg := range call.Args {
					id, ok := ast.Unparen(arg).(*ast.Ident)
					if !ok {
						continue
					}
					v, _ := p.TypesInfo.Uses[id].(*types.Var)
					if index, ok := params[v]; ok {
						if to := p.called(call); to != nil {
							all = append(all, handover{from, index, v, to, i})
						}
					}
				}
			}
		}
	}
	return all
}
