package main

import (
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
)

// astJSON is an [ast.Reference]: absent is null, empty is "".
type astJSON struct {
	Scheme   *string   `json:"scheme"`
	Site     *siteJSON `json:"site"`
	Path     pathJSON  `json:"path"`
	Query    *string   `json:"query"`
	Fragment *string   `json:"fragment"`
	// URL has the parts of an RFC 1738 URL; it is nil for other editions.
	URL *object `json:"url,omitempty"`
}

type siteJSON struct {
	Kind     string        `json:"kind"`
	Text     string        `json:"text"`
	UserInfo *userInfoJSON `json:"userinfo"`
	Host     *hostJSON     `json:"host"`
	Port     *string       `json:"port"`
}

type userInfoJSON struct {
	Text       string `json:"text"`
	*loginJSON        // nil if the edition's grammar does not split a userinfo
}

type loginJSON struct {
	User     *string `json:"user"`
	Password *string `json:"password"`
}

type hostJSON struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

type pathJSON struct {
	Kind     string        `json:"kind"`
	Text     string        `json:"text"`
	Segments []segmentJSON `json:"segments"`
}

// segmentJSON is a segment, with its text and its parameters.
type segmentJSON struct {
	Text   string   `json:"text"`
	Params []string `json:"params"`
}

// newASTJSON returns the components of a reference that conforms.
func newASTJSON(e *grammar.Edition, ref *ast.Reference) *astJSON {
	text := func(s ast.Span) *string {
		if !s.Present() {
			return nil
		}
		t := ref.Text(s)
		return &t
	}
	out := &astJSON{
		Scheme:   text(ref.Scheme.Span),
		Path:     pathJSON{ref.Path.Kind.String(), ref.Text(ref.Path.Span), []segmentJSON{}},
		Query:    text(ref.Query.Span),
		Fragment: text(ref.Fragment.Span),
	}
	for s := range ref.Segments() {
		segment := segmentJSON{ref.Text(s.Name), []string{}}
		for p := range ref.Params(s) {
			segment.Params = append(segment.Params, ref.Text(p.Span))
		}
		out.Path.Segments = append(out.Path.Segments, segment)
	}
	if e.Name() == editions.RFC1738.Name() {
		parse := schemes.Parse
		if e.Grammar().IsCorrected() {
			parse = schemes.ParseCorrected
		}
		if url, err := parse(ref.Input); err == nil { // always, because it conforms
			out.URL = newURLJSON(url)
		}
	}
	site := &ref.Site
	if !site.Present() {
		return out
	}
	user, host := &site.Server.UserInfo, &site.Server.HostPort.Host
	out.Site = &siteJSON{
		Kind: site.Kind.String(), Text: ref.Text(site.Span), Port: text(site.Server.HostPort.Port.Span),
	}
	if user.Present() {
		out.Site.UserInfo = &userInfoJSON{Text: ref.Text(user.Span)}
		if hasComponent(e, "user") { // the edition splits a userinfo
			out.Site.UserInfo.loginJSON = &loginJSON{text(user.User), text(user.Password)}
		}
	}
	if host.Present() {
		out.Site.Host = &hostJSON{host.Kind.String(), ref.Text(host.Span)}
	}
	return out
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
