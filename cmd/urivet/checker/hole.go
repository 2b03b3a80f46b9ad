package checker

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// place is where in a reference a hole stands.
type place struct {
	component string // a word of package ast
	noun      string
	// wrap is what escapes data for it, as a format for the data.
	wrap string
}

// places are the components that data is written into. The functions of net/url escape at
// least what the grammar asks for; for a host there is none.
var places = map[string]place{
	"segment":  {"segment", "a path segment", "url.PathEscape(%s)"},
	"param":    {"param", "a path segment", "url.PathEscape(%s)"},
	"query":    {"query", "the query", "url.QueryEscape(%s)"},
	"fragment": {"fragment", "the fragment", "url.PathEscape(%s)"},
	"userinfo": {"userinfo", "the user information", "url.User(%s).String()"},
	"user":     {"user", "the user", "url.User(%s).String()"},
	"password": {"password", "the password", "url.User(%s).String()"},
}

// hole checks what fills a hole, which is the piece i of a template.
func (p *pkg) hole(t template, i int, x *example, l *language) {
	ref, err := l.edition.Parse(x.text)
	if err != nil {
		return // the prose of some editions is stricter than their rules
	}
	start, end := x.start(i, len(l.prefix)), x.ends[i]
	component := ""
	for name, span := range ref.Walk() {
		if int(span.Start) <= start && end <= int(span.End) {
			component = name
		}
	}
	if component == "host" && isAddress(p.TypesInfo.TypeOf(t[i].expr)) && !bracketed(x.text, start) {
		p.warn(analysis.Diagnostic{
			Pos: t[i].expr.Pos(), End: t[i].expr.End(), Category: "address",
			Message: fmt.Sprintf("%s stands for the host; an IPv6 address needs brackets there: net.JoinHostPort writes them%s", p.source(t[i].expr), l.rule("host")),
		})
		return
	}
	place, ok := places[component]
	if !ok || p.test || !t[i].isText() || t.composed(i, component) || p.fills(t[i].expr) != data {
		return
	}
	wrapped := fmt.Sprintf(place.wrap, p.source(t[i].expr))
	p.warn(analysis.Diagnostic{
		Pos: t[i].expr.Pos(), End: t[i].expr.End(), Category: "escape",
		Message:        fmt.Sprintf("%s is not escaped for %s, where it stands: use %s%s", p.source(t[i].expr), place.noun, wrapped, l.rule(place.component)),
		SuggestedFixes: p.wrap(t[i].expr, place.wrap),
	})
}

// rule returns what the edition says of a component: " (rule query, section 3.4 of rfc3986)".
func (l *language) rule(component string) string {
	d, err := l.edition.DataRule(component)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (rule %s, section %s of %s)", d.Rule, d.Section, l.edition)
}

// bracketed reports whether what stands at an offset is within an IP literal.
func bracketed(text string, offset int) bool { return strings.HasSuffix(text[:offset], "[") }

// composed reports whether what fills a hole is more likely a text that the program has
// composed than the data of the component it begins in: what follows another hole or a
// word at the end may begin with a delimiter, and what is a whole query, or a whole
// part of it between "&", has delimiters of its own.
func (t template) composed(i int, component string) bool {
	if i == 0 || t[i-1].isHole() {
		return true
	}
	before, last := t[i-1].text, i == len(t)-1
	after := byte(0)
	if !last {
		if t[i+1].isHole() {
			return false
		}
		after = t[i+1].text[0]
	}
	switch c := before[len(before)-1]; {
	case c == '%':
		return true // the octet of an escape
	case component == "query" && (c == '?' || c == '&'):
		return last || after == '&' || after == '#'
	case last:
		return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == ')' || c == '}'
	}
	return false
}

// source returns the source of an expression, cut if it is long.
func (p *pkg) source(e ast.Expr) string {
	s := types.ExprString(e)
	if len(s) > 50 {
		return s[:cutRune(s, 47)] + "..."
	}
	return s
}
