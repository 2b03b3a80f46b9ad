package main

import (
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
)

// ast adds the components of a reference that conforms. Absent is null, empty is "".
func (o *object) ast(e *grammar.Edition, ref *ast.Reference) {
	component := func(o *object, name string, span ast.Span) { o.optional(name, ref.Text(span), span.Present()) }
	o.in("ast", func(o *object) {
		component(o, "scheme", ref.Scheme.Span)
		site, server := &ref.Site, &ref.Site.Server
		if !site.Present() {
			o.add("site", nil)
		} else {
			o.in("site", func(o *object) {
				o.text("kind", site.Kind.String())
				component(o, "text", site.Span)
				user, host := &server.UserInfo, &server.HostPort.Host
				if !user.Present() {
					o.add("userinfo", nil)
				} else {
					o.in("userinfo", func(o *object) {
						component(o, "text", user.Span)
						if hasComponent(e, "user") { // the edition's grammar splits a userinfo
							component(o, "user", user.User)
							component(o, "password", user.Password)
						}
					})
				}
				if !host.Present() {
					o.add("host", nil)
				} else {
					o.in("host", func(o *object) {
						o.text("kind", host.Kind.String())
						component(o, "text", host.Span)
					})
				}
				component(o, "port", server.HostPort.Port.Span)
			})
		}
		o.in("path", func(o *object) {
			o.text("kind", ref.Path.Kind.String())
			component(o, "text", ref.Path.Span)
			o.segments(ref)
		})
		component(o, "query", ref.Query.Span)
		component(o, "fragment", ref.Fragment.Span)
		if e.Name() != editions.RFC1738.Name() {
			return
		}
		parse := schemes.Parse
		if e.Grammar().IsCorrected() {
			parse = schemes.ParseCorrected
		}
		if url, err := parse(ref.Input); err == nil { // always, because it conforms
			o.add("url", newURLJSON(url))
		}
	})
}

// segments adds the segments of a path, each with its text and its parameters.
func (o *object) segments(ref *ast.Reference) {
	o.name("segments")
	before := `[{"text":`
	for s := range ref.Segments() {
		o.open = append(o.open, before...)
		o.string(ref.Text(s.Name))
		o.open = append(o.open, `,"params":[`...)
		comma := ""
		for p := range ref.Params(s) {
			o.open = append(o.open, comma...)
			o.string(ref.Text(p.Span))
			comma = ","
			o.spill()
		}
		o.open = append(o.open, "]}"...)
		before = `,{"text":`
		o.spill()
	}
	if before[0] == '[' {
		o.open = append(o.open, '[')
	}
	o.open = append(o.open, ']')
}

// hasComponent reports whether the edition has a rule for a component.
func hasComponent(e *grammar.Edition, name string) bool {
	for _, component := range e.Document().Components {
		if component == name {
			return true
		}
	}
	return false
}

// manyParts are the parts that may occur any number of times in an RFC 1738 URL.
var manyParts = map[string]bool{"hsegment": true, "cwd": true, "fsegment": true, "fieldname": true, "fieldvalue": true}

// newURLJSON returns the kind of an RFC 1738 URL, and its parts by name. Parts that may
// occur any number of times are lists; other parts are null if they are absent.
func newURLJSON(u ast.URL) *object {
	texts := make(map[string][]string)
	for name, part := range u.Parts() {
		texts[name] = append(texts[name], u.Text(part))
	}
	out := new(object)
	out.add("kind", u.Kind())
	added := make(map[string]bool)
	for _, part := range schemes.Describe(u).Fields { // including the absent ones
		switch {
		case added[part.Name]:
		case manyParts[part.Name]:
			out.add(part.Name, list(texts[part.Name]))
		default:
			out.optional(part.Name, part.Text, part.Present)
		}
		added[part.Name] = true
	}
	return out
}
