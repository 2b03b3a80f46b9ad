package lint

import (
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// alphabets are the characters that may stand unescaped in each component of an
// edition, by the component's name (grammar.Component).
type alphabets map[string]*grammar.Chars

func alphabetsOf(e *grammar.Edition) alphabets {
	a := make(alphabets)
	for _, component := range e.Components() {
		a[component.Name] = component.Chars()
	}
	return a
}

// first returns the alphabet of the first of some components that the edition
// has, or an empty alphabet if it has none of them.
func (a alphabets) first(components ...string) *grammar.Chars {
	for _, name := range components {
		if set := a[name]; set != nil {
			return set
		}
	}
	return new(grammar.Chars)
}

// repair rewrites a string that does not conform, and reports whether the result
// conforms. It splits the string by Appendix B and escapes the characters that
// may not stand in their component. It writes the scheme in lower case if the
// edition has no upper-case letters there, and a path "/" between a site and a
// query if the edition needs one. It does not guess delimiters: a second "#" is
// data of the fragment.
func (l *Linter) repair(s string) (string, bool) {
	ref := l.edition.Split(s)
	site := splitSite(s, ref.Site.Span)
	a := l.alphabets()
	out := make([]byte, 0, len(s)+escape.Len)
	part := func(before string, span ast.Span, after string, components ...string) {
		if span.Present() {
			out = append(out, before...)
			out = appendRepaired(out, ref.Text(span), a.first(components...))
			out = append(out, after...)
		}
	}
	if scheme := ref.Text(ref.Scheme.Span); ref.Scheme.Present() {
		if set := a.first("scheme"); !set.Has('A') {
			scheme = strings.ToLower(scheme)
		}
		out = append(append(out, scheme...), ':')
	}
	if site.Present() {
		out = append(out, "//"...)
	}
	part("", site.userinfo, "@", "userinfo", "user")
	if host := ref.Text(site.host); isLiteral(host) {
		out = append(out, host...)
	} else {
		part("", site.host, "", "host")
	}
	if site.port.Present() {
		out = append(append(out, ':'), ref.Text(site.port)...)
	}
	path := "path"
	if ref.Scheme.Present() && ref.Path.Kind == ast.Rootless && a["opaque"] != nil {
		path = "opaque"
	}
	part("", ref.Path.Span, "", path)
	end := len(out)
	part("?", ref.Query.Span, "", "query", path)
	part("#", ref.Fragment.Span, "", "fragment")
	if l.edition.Valid(string(out)) {
		return string(out), true
	}
	if site.Present() && ref.Path.Kind == ast.Empty && ref.Query.Present() {
		withPath := string(out[:end]) + "/" + string(out[end:])
		return withPath, l.edition.Valid(withPath)
	}
	return "", false
}

// appendRepaired appends a text in which the bytes of all characters outside the
// alphabet are escaped. Existing escapes stay as they are.
func appendRepaired(out []byte, text string, alphabet *grammar.Chars) []byte {
	for i := 0; i < len(text); i++ {
		if _, ok := escape.At(text, i); ok {
			out = append(out, text[i:i+escape.Len]...)
			i += escape.Len - 1
		} else if n := alphabet.At(text, i); n > 0 {
			out = append(out, text[i:i+n]...)
			i += n - 1
		} else {
			out = escape.Append(out, text[i])
		}
	}
	return out
}
