package checker

import (
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// kind is what a string has to be where it is given.
type kind struct {
	noun string
	of   func(*grammar.Edition) *grammar.Language
	// target is true if the string may also be what RFC 9112 calls a request target: an
	// absolute path with a query, or "*". In such a path "//" does not begin a host.
	target bool
	// web is true if the scheme has to be http or https, and the host not empty; transport is
	// true if another scheme may have a transport of its own, and its URIs then begin with an
	// authority too.
	web, transport bool
}

// kinds are all there are, by the words of comments and flags.
var kinds = map[string]*kind{
	"reference": {noun: "a URI reference", of: (*grammar.Edition).References},
	"uri":       {noun: "a URI", of: (*grammar.Edition).URIs},
	"absolute":  {noun: "an absolute URI", of: (*grammar.Edition).Absolute},
	"target":    {noun: "a request target", of: (*grammar.Edition).Absolute, target: true},
	"http":      {noun: "an http or https URI", of: (*grammar.Edition).URIs, web: true},
	"client":    {noun: "an http or https URI", of: (*grammar.Edition).URIs, web: true, transport: true},
}

// language is the strings that, after a prefix, are in a language of an edition.
type language struct {
	*grammar.Language
	edition *grammar.Edition
	prefix  string
}

// language returns the language of a string of the kind which begins with start. The path of a
// request target is judged where it would stand in an absolute URI.
func (k *kind) language(e *grammar.Edition, start string) *language {
	l := &language{Language: k.of(e), edition: e}
	if k.target && (strings.HasPrefix(start, "/") || start == "*") {
		l.Language, l.prefix = e.Absolute(), someServer
		if start == "*" {
			l.prefix += "/"
		}
	}
	return l
}

// someServer stands for the beginning of a URI that a template does not say.
const someServer = "http://h"

// scheme says why an example that conforms is not of a kind that is for the web.
func (k *kind) scheme(t template, l *language, example *example) *fault {
	if !k.web {
		return nil
	}
	ref, err := l.edition.Parse(example.text)
	if err != nil || !ref.Scheme.Present() || t[0].isHole() || int(ref.Scheme.End) >= len(t[0].text) {
		return nil
	}
	switch scheme := ref.Text(ref.Scheme.Span); {
	case !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		if k.transport && ref.Site.Kind != ast.NoSite {
			return nil
		}
		return &fault{found: `scheme "` + scheme + `"`, expected: `"http" or "https"`, where: "section 4.2 of rfc9110"}
	case len(t) == 1 && (ref.Site.Kind == ast.NoSite || ref.Site.Kind == ast.ByServer && ref.Site.Server.HostPort.Host.Len() == 0):
		return &fault{offset: int(max(ref.Site.Start, ref.Scheme.End+1)), found: "no host", expected: "a host", where: "section 4.2 of rfc9110"}
	}
	return nil
}
