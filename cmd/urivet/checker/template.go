package checker

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"
)

// template is a string expression as constants and holes, in order. No two constants stand
// side by side.
type template []piece

// piece is a part of a template: a constant, or a hole, which is filled when the program runs.
type piece struct {
	// expr is the constant, or what fills the hole.
	expr ast.Expr
	text string
	// at returns the place in the source of the byte at an offset of a constant's text; nil for
	// a hole.
	at func(offset int) token.Pos
	// verb is the verb of package fmt that writes what fills the hole; "" if it is
	// concatenated.
	verb string
}

func (p piece) isHole() bool { return p.at == nil }

// isText reports whether a string that fills the hole is written as it is.
func (p piece) isText() bool {
	return p.verb == "" || strings.HasSuffix(p.verb, "s") || strings.HasSuffix(p.verb, "v")
}

// start returns the text of a constant that the template begins with.
func (t template) start() string { return t[0].text }

// size returns the number of bytes of all constants.
func (t template) size() (n int) {
	for _, piece := range t {
		n += len(piece.text)
	}
	return n
}

// append appends pieces, and makes one of two constants side by side.
func (t template) append(pieces ...piece) template {
	for _, next := range pieces {
		if !next.isHole() && next.text == "" && len(t) > 0 {
			continue
		}
		if len(t) == 1 && !t[0].isHole() && t[0].text == "" {
			t = t[:0]
		}
		if n := len(t); n > 0 && !next.isHole() && !t[n-1].isHole() {
			first := t[n-1]
			cut := len(first.text)
			t[n-1] = piece{expr: first.expr, text: first.text + next.text, at: func(offset int) token.Pos {
				if offset < cut {
					return first.at(offset)
				}
				return next.at(offset - cut)
			}}
			continue
		}
		t = append(t, next)
	}
	return t
}

// maxDepth is how many definitions of variables are followed.
const maxDepth = 4

// templates returns the templates of an argument. That of a local variable has one for
// each of its definitions; a text appended to it is one whose beginning is a hole.
func (p *pkg) templates(arg ast.Expr) (all []template) {
	v := p.variable(arg)
	if v == nil {
		return []template{p.template(arg, maxDepth)}
	}
	defs := p.definitions()[v]
	for _, d := range defs {
		switch {
		case d.kind == assigned && d.rhs != nil:
			t := p.template(d.rhs, maxDepth)
			if t.start() == "" && !t[0].isHole() && len(defs) > 1 {
				continue // `u := ""`, before it is known
			}
			all = append(all, t)
		case d.kind == appended:
			all = append(all, template{{expr: arg}}.append(p.template(d.rhs, maxDepth)...))
		}
	}
	return all
}

// template returns the template of an expression. A variable that is defined once by
// more than another expression stands for what defines it.
func (p *pkg) template(e ast.Expr, depth int) template {
	e = ast.Unparen(e)
	if text, ok := p.constant(e); ok {
		return template{{expr: e, text: text, at: p.bytes(e, text)}}
	}
	hole := template{{expr: e}}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return p.template(x.X, depth).append(p.template(x.Y, depth)...)
		}
	case *ast.CallExpr:
		if p.TypesInfo.Types[x.Fun].IsType() && len(x.Args) == 1 && isString(p.TypesInfo.TypeOf(x.Args[0])) {
			if t := p.template(x.Args[0], depth); len(t) != 1 || !t[0].isHole() {
				return t
			}
		}
		if p.callee(x) == "fmt.Sprintf" && !x.Ellipsis.IsValid() {
			if t, ok := p.format(x, depth); ok {
				return t
			}
		}
	case *ast.Ident:
		if d := p.definition(x); d != nil && depth > 0 {
			if t := p.template(d, depth-1); len(t) != 1 || !t[0].isHole() {
				return t
			}
		}
	}
	return hole
}

// callee returns the full name of the function that is called; "" if that is not known.
func (p *pkg) callee(call *ast.CallExpr) string {
	if fn := p.called(call); fn != nil {
		return fn.FullName()
	}
	return ""
}

// calleeName returns the identifier that names the function which is called, or nil.
func calleeName(call *ast.CallExpr) *ast.Ident {
	switch fn := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fn
	case *ast.SelectorExpr:
		return fn.Sel
	}
	return nil
}

// bytes returns where the bytes of a constant expression are in the source. The bytes of
// a constant that is named are all where the name is.
func (p *pkg) bytes(e ast.Expr, text string) func(int) token.Pos {
	switch x := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return func(offset int) token.Pos { return x.Pos() + token.Pos(inLiteral(x.Value, offset)) }
	case *ast.BinaryExpr:
		left, ok := p.constant(x.X)
		if ok && x.Op == token.ADD {
			cut := len(left)
			first, second := p.bytes(x.X, left), p.bytes(x.Y, text[cut:])
			return func(offset int) token.Pos {
				if offset < cut {
					return first(offset)
				}
				return second(offset - cut)
			}
		}
	}
	return func(int) token.Pos { return e.Pos() }
}

// inLiteral returns where in a string literal of Go the byte at an offset of its value is
// written.
func inLiteral(literal string, offset int) int {
	quote, rest := literal[0], literal[1:]
	for offset > 0 && len(rest) > 1 {
		switch {
		case quote == '`' && rest[0] == '\r':
			rest = rest[1:]
			continue
		case quote == '`' || rest[0] != '\\':
			rest, offset = rest[1:], offset-1
			continue
		}
		char, multibyte, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			break
		}
		n := 1
		if multibyte {
			n = utf8.RuneLen(char)
		}
		if n > offset {
			break
		}
		rest, offset = tail, offset-n
	}
	return len(literal) - len(rest)
}

// format returns the template of a call of fmt.Sprintf; false if its format is not constant,
// or not as package fmt wants it.
func (p *pkg) format(call *ast.CallExpr, depth int) (t template, ok bool) {
	if len(call.Args) == 0 {
		return nil, false
	}
	format, ok := p.constant(call.Args[0])
	if !ok {
		return nil, false
	}
	place := p.bytes(ast.Unparen(call.Args[0]), format)
	t = template{{expr: call.Args[0], at: place}}
	next := 1 // argument
	for i := 0; i < len(format); {
		end := i + 1
		if format[i] != '%' {
			for end < len(format) && format[end] != '%' {
				end++
			}
			t = t.append(piece{expr: call.Args[0], text: format[i:end], at: func(offset int) token.Pos { return place(i + offset) }})
			i = end
			continue
		}
		for end < len(format) && strings.IndexByte("+-# 0123456789.", format[end]) >= 0 {
			end++
		}
		flags := format[i:end]
		if n, size, found := explicitIndex(format[end:]); found {
			next, end = n, end+size
		}
		char, size := utf8.DecodeRuneInString(format[end:])
		end += size
		switch {
		case char == '%' && flags == "%":
			t = t.append(piece{expr: call.Args[0], text: "%", at: func(int) token.Pos { return place(i) }})
		case char == '%' || char == '*' || size == 0 || next >= len(call.Args):
			return nil, false
		default:
			t = t.append(p.verb(call.Args[next], flags+string(char), depth)...)
			next++
		}
		i = end
	}
	return t, true
}

// explicitIndex reads an index such as "[2]".
func explicitIndex(s string) (n, size int, ok bool) {
	if !strings.HasPrefix(s, "[") {
		return 0, 0, false
	}
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return 0, 0, false
	}
	n, err := strconv.Atoi(s[1:end])
	return n, end + 1, err == nil && n > 0
}

// verb returns the template of an argument that a verb writes.
func (p *pkg) verb(arg ast.Expr, verb string, depth int) template {
	if (verb == "%s" || verb == "%v") && isString(p.TypesInfo.TypeOf(arg)) && !writesItself(p.TypesInfo.TypeOf(arg)) {
		return p.template(arg, depth)
	}
	return template{{expr: arg, verb: verb}}
}

// isString reports whether the values of a type are strings.
func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func constantString(tv types.TypeAndValue) (string, bool) {
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}
