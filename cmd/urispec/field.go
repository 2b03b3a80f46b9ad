package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/escape"
)

// field is a component of a reference, or a part of one, that a flag names.
type field struct {
	name string // as it was given: "segment:2"
	kind fieldKind
	n    int    // of a segment: from 1, or from -1 down if it is counted from the end
	key  string // of a pair of the query, as data
}

// fieldKind says which component a field is.
type fieldKind uint8

const (
	schemeField fieldKind = iota
	authorityField
	userinfoField
	userField
	passwordField
	hostField
	portField
	pathField
	segmentField
	queryField
	pairField
	fragmentField
)

// fieldNames are the names of the kinds, in the order of a reference.
var fieldNames = [...]string{
	"scheme", "authority", "userinfo", "user", "password", "host", "port", "path", "segment:N", "query", "query:KEY", "fragment",
}

// hasField reports whether references of the edition have a component.
func (e *edition) hasField(kind fieldKind) bool {
	doc := e.Document()
	has := func(names ...string) bool {
		for _, name := range names {
			if _, ok := doc.Data[name]; ok || hasComponent(e.Edition, name) {
				return true
			}
		}
		return false
	}
	switch kind {
	case authorityField:
		return doc.Site != ""
	case userinfoField, userField, passwordField:
		return has("userinfo", "user")
	case pathField, segmentField:
		return true
	case pairField:
		return has("query")
	}
	return has(fieldNames[kind])
}

// fields returns the components that references of the edition have, without their parts.
func (e *edition) fields() []field {
	var fields []field
	for kind, name := range fieldNames {
		if !strings.Contains(name, ":") && e.hasField(fieldKind(kind)) {
			fields = append(fields, field{name: name, kind: fieldKind(kind)})
		}
	}
	return fields
}

// fieldNames are the names of those components.
func (e *edition) fieldNames() []string {
	var names []string
	for _, f := range e.fields() {
		names = append(names, f.name)
	}
	return names
}

// field finds the component with a name. The error lists those that the edition has.
func (e *edition) field(name string) (field, error) {
	f := field{name: name}
	before, after, parted := strings.Cut(name, ":")
	var known []string
	found := false
	for kind, pattern := range fieldNames {
		if !e.hasField(fieldKind(kind)) {
			continue
		}
		known = append(known, pattern)
		if word, _, needs := strings.Cut(pattern, ":"); word == before && needs == parted {
			f.kind, found = fieldKind(kind), true
		}
	}
	if !found {
		return f, unknown(&grammar.UnknownNameError{Edition: e.Name(), Kind: "component", Name: name, Known: known})
	}
	f.key = after
	if f.kind == segmentField {
		var err error
		if f.n, err = strconv.Atoi(after); err != nil || f.n == 0 {
			return f, fmt.Errorf("%s: segments are counted from 1, or from -1 if they are counted from the end", quoted(name))
		}
	}
	return f, nil
}

// span returns where the component is in a reference. The user and the password are what
// the first ":" divides the userinfo into, in editions whose grammar does not divide it.
func (f *field) span(ref *ast.Reference) ast.Span {
	user := &ref.Site.Server.UserInfo
	switch f.kind {
	case schemeField:
		return ref.Scheme.Span
	case authorityField:
		return ref.Site.Span
	case userinfoField:
		return user.Span
	case userField:
		if !user.User.Present() {
			before, _ := dividedUserInfo(ref)
			return before
		}
		return user.User
	case passwordField:
		if !user.User.Present() {
			_, after := dividedUserInfo(ref)
			return after
		}
		return user.Password
	case hostField:
		return ref.Site.Server.HostPort.Host.Span
	case portField:
		return ref.Site.Server.HostPort.Port.Span
	case pathField:
		return ref.Path.Span
	case segmentField:
		return segment(ref, f.n)
	case queryField:
		return ref.Query.Span
	case pairField:
		return pairValue(ref, f.key)
	default:
		return ref.Fragment.Span
	}
}

// form is the kind of the component's text, in the words of the JSON, or "" if there is only one.
func (f *field) form(ref *ast.Reference) string {
	switch f.kind {
	case authorityField:
		return ref.Site.Kind.String()
	case hostField:
		return ref.Site.Server.HostPort.Host.Kind.String()
	case pathField:
		return ref.Path.Kind.String()
	}
	return ""
}

// dividedUserInfo divides the userinfo at the first ":".
func dividedUserInfo(ref *ast.Reference) (user, password ast.Span) {
	whole := ref.Site.Server.UserInfo.Span
	i := int32(strings.IndexByte(ref.Text(whole), ':'))
	if i < 0 {
		return whole, ast.Absent
	}
	return ast.Span{Start: whole.Start, End: whole.Start + i}, ast.Span{Start: whole.Start + i + 1, End: whole.End}
}

// segment returns a segment of the path with its parameters, by its number.
func segment(ref *ast.Reference, n int) ast.Span {
	if n < 0 {
		for range ref.Segments() {
			n++
		}
		if n++; n < 1 {
			return ast.Absent
		}
	}
	for s := range ref.Segments() {
		if n--; n == 0 {
			return s.Span
		}
	}
	return ast.Absent
}

// pairValue returns the value of the first pair of the query that has a key. It is empty
// if the pair has no "=".
func pairValue(ref *ast.Reference, key string) ast.Span {
	for p := range ref.Pairs() {
		if !escape.Means(ref.Text(p.Key), key) {
			continue
		}
		if p.Value.Present() {
			return p.Value
		}
		return ast.Span{Start: p.End, End: p.End}
	}
	return ast.Absent
}

// escaper returns what decodes the component.
func (f *field) escaper(e *edition) (*compose.Escaper, error) {
	doc := e.Document()
	name, _, _ := strings.Cut(fieldNames[f.kind], ":")
	switch f.kind {
	case authorityField:
		name = doc.Site
	case pathField:
		if _, ok := doc.Data[name]; !ok && len(doc.Paths) > 0 {
			name = doc.Paths[0] // what all paths have in common
		}
	case pairField:
		name = "query-value"
	}
	return compose.NewEscaper(e.Edition, name)
}
