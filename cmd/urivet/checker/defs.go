package checker

import (
	"go/ast"
	"go/token"
	"go/types"
)

// def is one way in which a local variable gets its value.
type def struct {
	kind defKind
	// rhs is the expression: the one that is assigned or appended, the call of whose
	// results it is one, or what it ranges over. It is nil if the value is not known.
	rhs ast.Expr
}

type defKind uint8

const (
	assigned defKind = iota
	appended         // by +=
	result           // of several of a call
	ranged           // the values of rhs
)

// field is a field of a variable.
type field struct{ base, field types.Object }

// definitions returns the definitions of the variables of the package. Parameters have none
// besides assignments.
func (p *pkg) definitions() map[*types.Var][]def {
	if p.defs != nil {
		return p.defs
	}
	p.defs, p.pointed = make(map[*types.Var][]def), make(map[field]bool)
	add := func(e ast.Expr, d def) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
				p.defs[v] = append(p.defs[v], d)
			}
		}
	}
	addAll := func(left, right []ast.Expr) {
		for i, e := range left {
			switch {
			case len(left) == len(right):
				add(e, def{assigned, right[i]})
			case len(right) == 1:
				add(e, def{result, right[0]})
			}
		}
	}
	for _, file := range p.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				switch n.Tok {
				case token.ASSIGN, token.DEFINE:
					addAll(n.Lhs, n.Rhs)
				case token.ADD_ASSIGN:
					add(n.Lhs[0], def{appended, n.Rhs[0]})
				default:
					add(n.Lhs[0], def{})
				}
			case *ast.ValueSpec:
				names := make([]ast.Expr, len(n.Names))
				for i, name := range n.Names {
					names[i] = name
				}
				addAll(names, n.Values)
			case *ast.RangeStmt:
				if n.Value != nil {
					add(n.Value, def{ranged, n.X})
				}
				if n.Key != nil {
					add(n.Key, def{})
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					add(n.X, def{})
					if x, ok := ast.Unparen(n.X).(*ast.SelectorExpr); ok {
						if base, ok := ast.Unparen(x.X).(*ast.Ident); ok {
							p.pointed[field{p.TypesInfo.Uses[base], p.TypesInfo.Uses[x.Sel]}] = true
						}
					}
				}
			}
		}
	}
	return p.defs
}

// variable returns the variable that an expression names, if it is a local one with
// definitions that can be followed.
func (p *pkg) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == p.Pkg.Scope() {
		return nil
	}
	defs := p.definitions()[v]
	for _, d := range defs {
		if d.rhs == nil {
			return nil
		}
	}
	if len(defs) == 0 {
		return nil
	}
	return v
}

// definition returns the only expression that is assigned to a local variable, or nil.
func (p *pkg) definition(id *ast.Ident) ast.Expr {
	v := p.variable(id)
	if v == nil || p.isParameter(v) {
		return nil
	}
	if defs := p.definitions()[v]; len(defs) == 1 && defs[0].kind == assigned {
		return defs[0].rhs
	}
	return nil
}

// isParameter reports whether a variable is a parameter or a result, which has a value
// before any assignment.
func (p *pkg) isParameter(v *types.Var) bool {
	return v.Kind() == types.ParamVar || v.Kind() == types.ResultVar || v.Kind() == types.RecvVar
}

// callers returns what the calls of a function pass for a parameter. It is empty if not all of
// them are known: if the function is exported, used as a value, or not called.
func (p *pkg) callers(v *types.Var) []ast.Expr {
	if p.args == nil {
		p.args = p.passedArgs()
	}
	return p.args[v]
}

// passedArgs returns what is passed for each parameter whose values are all known.
func (p *pkg) passedArgs() map[*types.Var][]ast.Expr {
	args := make(map[*types.Var][]ast.Expr)
	called := make(map[*ast.Ident]bool) // the names in calls
	for _, file := range p.Files {
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				continue
			}
			fn, id := p.called(call), calleeName(call)
			if fn == nil || id == nil || fn.Exported() || fn.Pkg() != p.Pkg {
				continue
			}
			called[id] = true
			params := fn.Signature().Params()
			for i := range params.Len() {
				if v := params.At(i); i < len(call.Args) && isString(v.Type()) {
					args[v] = append(args[v], call.Args[i])
				}
			}
		}
	}
	for id, obj := range p.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || called[id] {
			continue
		}
		params := fn.Origin().Signature().Params()
		for i := range params.Len() {
			delete(args, params.At(i))
		}
	}
	return args
}
