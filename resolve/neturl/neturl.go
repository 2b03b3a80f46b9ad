// Package neturl converts between references and the URLs of package net/url.
//
// A [url.URL] is not a URI reference. It holds what net/url makes of a string, which is
// decoded in part; it cannot tell an absent fragment from an empty one; and its fields can be
// set to what no reference has. So both ways can fail, and then the error says which
// component is at fault. A conversion that succeeds changes nothing.
//
// The functions may be called concurrently.
//
// The zero value of a type is of use only if the comment of the type says so.
package neturl

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// Error says that a reference has no equal in the other package.
type Error struct {
	// Text is the reference, or what the String method of the URL writes.
	Text string
	// Component is what differs: a word of package ast, or "" if that is not known.
	Component string
	Why       string
	Err       error // of net/url's or this module's parser, or nil
}

// Error returns one line: `http://a#: net/url cannot tell an empty fragment from none`.
func (err *Error) Error() string { return err.Text + ": " + err.Why }

// Unwrap returns Err.
func (err *Error) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault that Err has, if any.
func (err *Error) Fault() ast.Fault {
	f := ast.Fault{Text: err.Text, Message: err.Why, Offset: -1, Whole: true}
	if inner, ok := err.Err.(ast.FaultError); ok {
		f = inner.Fault()
		f.Text = err.Text
	}
	return f
}

var _ ast.FaultError = new(Error)

// To returns a reference as a [url.URL] whose String is the reference, byte for byte. The
// error is an [*Error]: net/url refuses some references that conform, such as "1:80", and
// changes others, such as "HTTP://a".
func To(r urispec.Reference) (*url.URL, error) {
	s := r.String()
	if r.IsZero() {
		return nil, &Error{Why: "the zero value is no reference", Err: &urispec.ZeroError{What: "converted"}}
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, &Error{Text: s, Why: fmt.Sprintf("net/url cannot parse it: %v", reason(err)), Err: err}
	}
	if written := u.String(); written != s {
		component, why := "", fmt.Sprintf("net/url would write it as %s", written)
		if fragment, ok := r.Fragment(); ok && fragment == "" {
			component, why = "fragment", "net/url cannot tell an empty fragment from none"
		}
		return nil, &Error{Text: s, Component: component, Why: why}
	}
	if component, ok := same(u, r); !ok {
		return nil, &Error{Text: s, Component: component, Why: fmt.Sprintf("net/url finds another %s in it", component)}
	}
	return u, nil
}

// reason is the error of net/url without the string, which stands before it already.
func reason(err error) error {
	if u, ok := err.(*url.Error); ok {
		return u.Err
	}
	return err
}

// From returns a URL as a reference of RFC 3986. The error is an [*Error], whose Err is the
// [*grammar.SyntaxError] of what the URL's String method writes, or which says that this would
// not be read as the URL: as if a host has "/" in it.
func From(u *url.URL) (urispec.Reference, error) {
	return from(u, urispec.Parse)
}

// FromIn is [From] by another edition.
func FromIn(e *grammar.Edition, u *url.URL) (urispec.Reference, error) {
	return from(u, func(s string) (urispec.Reference, error) { return urispec.ParseIn(e, s) })
}

func from(u *url.URL, parse func(string) (urispec.Reference, error)) (urispec.Reference, error) {
	if u == nil {
		return urispec.Reference{}, &Error{Why: "there is no URL"}
	}
	s := u.String()
	r, err := parse(s)
	if err != nil {
		return urispec.Reference{}, &Error{Text: s, Why: err.Error(), Err: err}
	}
	if component, ok := same(u, r); !ok {
		return urispec.Reference{}, &Error{Text: s, Component: component, Why: fmt.Sprintf("it has another %s than the URL", component)}
	}
	return r, nil
}

// same reports whether a URL and a reference have the same components. If not, it names the
// first that differs.
func same(u *url.URL, r urispec.Reference) (component string, ok bool) {
	scheme, _ := r.Scheme()
	if u.Scheme != scheme {
		return "scheme", false
	}
	info, hasInfo := r.UserInfo()
	if hasInfo != (u.User != nil) || hasInfo && u.User.String() != info {
		return "userinfo", false
	}
	host, _ := r.Host()
	if port, ok := r.Port(); ok {
		host += ":" + port
	}
	if urispec.Decode(host) != urispec.Decode(u.Host) {
		return "host", false
	}
	path := u.EscapedPath()
	if u.Opaque != "" {
		path = u.Opaque
	}
	if r.Path() != path {
		return "path", false
	}
	query, hasQuery := r.Query()
	if hasQuery != (u.RawQuery != "" || u.ForceQuery) || query != u.RawQuery {
		return "query", false
	}
	fragment, _ := r.Fragment()
	if fragment != strings.TrimPrefix(u.EscapedFragment(), "#") {
		return "fragment", false
	}
	return "", true
}
