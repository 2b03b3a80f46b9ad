// Package nethttp converts between URIs and the requests of package net/http.
//
//	u, err := nethttp.Target(r)                          // in a server: the target URI
//	r, err := nethttp.NewRequest(ctx, "GET", u, nil)     // in a client
//
// A request has no URI in its first line, but a request target, in one of four forms
// (RFC 9112, section 3.2): "/a?b", "http://h/a?b", "h:443" or "*". [Form] names them, and
// [Form.Language] is the set of the strings of each, by the grammar of the RFC. The target
// URI follows from the target, the field Host and the connection (section 3.3).
//
// net/http is lenient on what it receives: its server accepts "GET /a|b". [Target] judges
// the bytes that were received.
//
// The functions may be called concurrently.
//
// The zero value of a type is of use only if the comment of the type says so.
package nethttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/neturl"
)

// Form is a form of request targets. The zero value is none.
type Form uint8

// The forms of RFC 9112, section 3.2.
const (
	OriginForm    Form = iota + 1 // "/a?b": a path and a query
	AbsoluteForm                  // "http://h/a?b": an absolute URI, in requests to proxies
	AuthorityForm                 // "h:443": host and port, for CONNECT
	AsteriskForm                  // "*": the server as a whole, for OPTIONS
)

// String returns the name of the rule: "origin-form"; "" for the zero value.
func (f Form) String() string {
	names := [...]string{"", "origin-form", "absolute-form", "authority-form", "asterisk-form"}
	if int(f) >= len(names) {
		return fmt.Sprintf("Form(%d)", uint8(f))
	}
	return names[f]
}

// Language returns the strings of the form. For the zero value these are all request
// targets, of any form. It panics for a number that is no form. The first call reads the
// grammar, which takes milliseconds.
func (f Form) Language() *grammar.Language { return languages()[f] }

// languages has the language of each form.
var languages = sync.OnceValue(func() (all [AsteriskForm + 1]*grammar.Language) {
	document, ok := schemes.LookupDocument("rfc9112")
	if !ok {
		panic("nethttp: package schemes has no rfc9112")
	}
	g := document.Grammar()
	all[0] = g.Start()
	for f := OriginForm; f <= AsteriskForm; f++ {
		var err error
		if all[f], err = g.Conforming(f.String()); err != nil {
			panic(err) // the document has a rule of that name, which a test asks for
		}
	}
	return all
})

// FormOf returns the form of a request target. That depends on the method, because
// "example.com:80" is a host with a port and also a URI with the scheme "example.com": only
// CONNECT has the authority-form, and only OPTIONS the asterisk-form. The error is an
// [*Error]; its Err is a [*grammar.SyntaxError] with the offset if the target does not
// conform to the form that its method and its first byte ask for.
func FormOf(method, target string) (Form, error) {
	f := AbsoluteForm
	switch {
	case method == http.MethodConnect:
		f = AuthorityForm
	case target == "*":
		if method != http.MethodOptions {
			return 0, &Error{Text: target, Section: "3.2.4", Why: `"*" is a target for OPTIONS only`}
		}
		f = AsteriskForm
	case strings.HasPrefix(target, "/"):
		f = OriginForm
	}
	if err := f.Language().Check(target); err != nil {
		return 0, fault(target, "the request target does not conform", err)
	}
	if f == AuthorityForm && strings.HasSuffix(target, ":") {
		return 0, &Error{Text: target, Section: "9.3.6 of RFC 9110", Why: "CONNECT needs a port, and there is no default"}
	}
	return f, nil
}

// Server is what the configuration of a server says of the URIs that it is asked for
// (RFC 9112, section 3.3). The zero value says nothing.
type Server struct {
	// Scheme is that of all URIs; if it is "", "https" where the request came over TLS, and
	// "http" elsewhere. Set it for a server behind a proxy that terminates TLS.
	Scheme string
	// Authority is the host, and perhaps ":" and a port, of all URIs; if it is "", the field
	// Host of the request has it.
	Authority string
}

// Target is [Server.Target] for a server without configuration.
func Target(r *http.Request) (urispec.URI, error) { return Server{}.Target(r) }

// Target returns the target URI of a request that a server received, as RFC 9112, section
// 3.3, reconstructs it: the request target if that is absolute, and otherwise scheme,
// authority, and the path and query as they were sent. It has no fragment, so it can be the
// base of the references in the response.
//
// The error is an [*Error]: if the request target or the host do not conform, or if the URI
// has no host, which http and https need (RFC 9110, section 4.2.1). The request must be one
// that a server received: [http.Request.RequestURI] has the request target.
func (s Server) Target(r *http.Request) (urispec.URI, error) {
	if r.RequestURI == "" {
		return urispec.URI{}, &Error{Section: "3.2", Why: "the request has no request target; RequestURI is set in requests that a server receives"}
	}
	form, err := FormOf(r.Method, r.RequestURI)
	if err != nil {
		return urispec.URI{}, err
	}
	text, authority := r.RequestURI, ""
	if form != AbsoluteForm {
		scheme, path := s.Scheme, ""
		if scheme == "" {
			scheme = "http"
			if r.TLS != nil {
				scheme = "https"
			}
		}
		switch authority = s.Authority; {
		case authority != "":
		case form == AuthorityForm:
			authority = r.RequestURI
		default:
			authority = r.Host
		}
		if form == OriginForm {
			path = r.RequestURI
		}
		text = scheme + "://" + authority + path
	}
	u, err := urispec.ParseURI(text)
	if err != nil {
		return urispec.URI{}, fault(text, "the target URI does not conform", err)
	}
	// What the authority is put together from must not have been something else.
	if got, _ := u.Authority(); form != AbsoluteForm && got != authority {
		return urispec.URI{}, &Error{Text: authority, Section: "3.3", Why: "the authority is not a host, or a host and a port"}
	}
	if _, ok := u.UserInfo(); ok && form != AbsoluteForm {
		return urispec.URI{}, &Error{Text: authority, Section: "3.3", Why: "the authority has user information, which the field Host has not"}
	}
	if err := hosted(u); err != nil {
		return urispec.URI{}, err
	}
	return u, nil
}

// hosted returns an error if u is an http or https URI without a host.
func hosted(u urispec.URI) error {
	scheme, _ := u.Scheme()
	if host, _ := u.Host(); host == "" && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) {
		return &Error{Text: u.String(), Section: "4.2.1 of RFC 9110", Why: "the URI has no host, which its scheme needs"}
	}
	return nil
}

// NewRequest is [http.NewRequestWithContext] for a URI whose scheme is http or https. What
// the request sends is the URI byte for byte: its path and query are the request target, and
// its host and port the field Host. A fragment is not sent (RFC 9110, section 7.1), and is
// not in the URL of the request. User information is not sent as a part of the URI either;
// net/http turns it into the field Authorization.
//
// The error is an [*Error] if net/http cannot hold the URI, or would send another one; else
// that of [http.NewRequestWithContext].
func NewRequest(ctx context.Context, method string, u urispec.URI, body io.Reader) (*http.Request, error) {
	s := u.String()
	if u.IsZero() {
		return nil, &Error{Why: "the zero value is no URI", Err: &urispec.ZeroError{What: "requested"}}
	}
	if scheme, _ := u.Scheme(); scheme != "http" && scheme != "https" {
		return nil, &Error{Text: s, Section: "4.2 of RFC 9110", Why: "the scheme is " + scheme + ", not http or https in lower case, as net/http writes it"}
	}
	if err := hosted(u); err != nil {
		return nil, err
	}
	target, err := u.With(compose.Without("fragment"))
	if err != nil {
		return nil, err // cannot happen, because a fragment is optional
	}
	to, err := neturl.To(target.Reference())
	if err != nil {
		return nil, fault(s, "net/http cannot hold the URI", err)
	}
	host, _ := u.Host()
	if port, ok := u.Port(); ok {
		host += ":" + port
	}
	if to.Host != host {
		return nil, &Error{Text: s, Section: "3.2", Why: "net/http would send the host as " + grammar.Quoted(to.Host)}
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://h/", body)
	if err != nil {
		return nil, err
	}
	r.URL, r.Host = to, to.Host
	return r, nil
}

// Error says why a request has no target URI, or why there is no request for a URI.
type Error struct {
	Text    string // what is at fault: a URI, a request target, or what stands in the field Host
	Why     string
	Section string // of RFC 9112, or "4.2.1 of RFC 9110"; "" if Err has one
	Err     error  // the [*grammar.SyntaxError] or the [*neturl.Error], or nil
}

// Error returns one line: `"*": "*" is a target for OPTIONS only (section 3.2.4)`.
func (err *Error) Error() string {
	s := err.Why
	if err.Section != "" {
		s += " (section " + err.Section + ")"
	}
	if err.Text != "" {
		s = grammar.Quoted(err.Text) + ": " + s
	}
	return s
}

// Unwrap returns Err.
func (err *Error) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault that Err has, if any.
func (err *Error) Fault() ast.Fault {
	f := ast.Fault{Text: err.Text, Message: err.Why, Section: err.Section, Offset: -1, Whole: true}
	if inner, ok := errors.AsType[ast.FaultError](err.Err); ok {
		f = inner.Fault()
		f.Text = err.Text
	}
	return f
}

var _ ast.FaultError = new(Error)

// fault returns the error about a text that another package has an error for.
func fault(text, why string, err error) error {
	inner := err.Error()
	if held, ok := errors.AsType[*neturl.Error](err); ok {
		inner = held.Why
	}
	return &Error{Text: text, Why: why + ": " + inner, Err: err}
}
