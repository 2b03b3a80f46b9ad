package compose

import (
	"math"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// components are the texts of a reference, as they are meant or as they are parsed. Two
// references with the same components are the same, so components can be compared.
type components struct {
	scheme text
	// A site is either one text (a registry-based name, or the net_loc of rfc1808), or
	// it consists of userinfo, host and port, any of which may be absent.
	site                     bool
	registry                 text
	unsplit                  bool // registry is a net_loc
	userinfo, user, password text // userinfo is absent where the edition splits it
	host, port               text
	path                     string
	kind                     ast.PathKind
	query, fragment          text
}

// text is a component that may be absent.
type text struct {
	s       string
	present bool
}

func textOf(ref *ast.Reference, s ast.Span) text { return text{ref.Text(s), s.Present()} }

// read returns the components of a parsed reference.
func read(ref *ast.Reference) components {
	c := components{
		scheme: textOf(ref, ref.Scheme.Span), path: ref.Text(ref.Path.Span), kind: ref.Path.Kind,
		query: textOf(ref, ref.Query.Span), fragment: textOf(ref, ref.Fragment.Span),
	}
	c.setSite(ref)
	return c
}

// setSite gives c the site of a parsed reference.
func (c *components) setSite(ref *ast.Reference) {
	c.removeSite()
	c.site = ref.Site.Present()
	c.unsplit = ref.Site.Kind == ast.Unsplit
	if ref.Site.Kind == ast.Registry || c.unsplit {
		c.registry = textOf(ref, ref.Site.Span)
		return
	}
	user, host := &ref.Site.Server.UserInfo, &ref.Site.Server.HostPort
	if c.user, c.password = textOf(ref, user.User), textOf(ref, user.Password); !c.user.present {
		c.userinfo = textOf(ref, user.Span)
	}
	c.host, c.port = textOf(ref, host.Host.Span), textOf(ref, host.Port.Span)
}

func (c *components) removeSite() {
	c.site, c.registry, c.unsplit = false, text{}, false
	c.removeUserInfo()
	c.host, c.port = text{}, text{}
}

func (c *components) removeUserInfo() { c.userinfo, c.user, c.password = text{}, text{}, text{} }

// field returns the component with a name, or nil for components that are not one text.
func (c *components) field(name string) *text {
	switch name {
	case "scheme":
		return &c.scheme
	case "registry":
		return &c.registry
	case "userinfo":
		return &c.userinfo
	case "user":
		return &c.user
	case "password":
		return &c.password
	case "host":
		return &c.host
	case "port":
		return &c.port
	case "query":
		return &c.query
	case "fragment":
		return &c.fragment
	}
	return nil
}

// fields are the names of all components that are one text, in the order in
// which they are written.
var fields = [...]string{"scheme", "registry", "userinfo", "user", "password", "host", "port", "query", "fragment"}

// set gives a component a text, and removes what cannot stand beside it in a site.
func (c *components) set(name, s string) {
	switch name {
	case "path", "opaque":
		c.path, c.kind = s, ast.Rootless
		switch {
		case name == "opaque":
			c.kind = ast.Opaque
		case s == "":
			c.kind = ast.Empty
		case s[0] == '/':
			c.kind = ast.Absolute
		}
		return
	case "registry":
		c.removeSite()
		c.site = true
	case "userinfo", "user", "password", "host", "port":
		c.site, c.registry = true, text{}
	}
	*c.field(name) = text{s, true}
}

// recompose writes the components as a reference, as [resolve.Recompose] does. It writes them
// itself because they are texts of their own, which may be long. The error is a
// [*grammar.TooLongError].
func (c *components) recompose() (string, error) {
	var texts []string
	if c.scheme.present {
		texts = append(texts, c.scheme.s, ":")
	}
	if c.site {
		texts = append(append(texts, "//"), c.siteTexts()...)
	}
	texts = append(texts, c.path)
	if c.query.present {
		texts = append(texts, "?", c.query.s)
	}
	if c.fragment.present {
		texts = append(texts, "#", c.fragment.s)
	}
	length := int64(0)
	for _, s := range texts {
		length += int64(len(s))
	}
	if length > math.MaxInt32 {
		return "", &grammar.TooLongError{Length: int(length), Limit: math.MaxInt32}
	}
	return strings.Join(texts, ""), nil
}

// siteTexts are the texts of a site with the delimiters between them.
func (c *components) siteTexts() []string {
	if c.registry.present {
		return []string{c.registry.s}
	}
	var texts []string
	if c.userinfo.present || c.user.present || c.password.present {
		texts = append(texts, c.userinfo.s, c.user.s)
		if c.password.present {
			texts = append(texts, ":", c.password.s)
		}
		texts = append(texts, "@")
	}
	texts = append(texts, c.host.s)
	if c.port.present {
		texts = append(texts, ":", c.port.s)
	}
	return texts
}
