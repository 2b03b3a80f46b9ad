// Package urispec reads, edits and resolves URI references, strictly by RFC 3986 or by
// another edition of the specification.
//
//	u, err := urispec.ParseURI("http://example.com:8080/a%20b?k=v#top")
//	host, ok := u.Host()              // "example.com", true
//	port, ok := u.PortNumber()        // 8080, true
//	query, ok := u.Query()            // "k=v", true; an absent query is "", false
//	value, ok := u.QueryValue("k")    // "v", true
//	v, err := u.With(compose.Pair("k", "a&b"))
//	fmt.Println(v)                    // http://example.com:8080/a%20b?k=a%26b#top
//
// A [Reference] is a string that conforms to the rule URI-reference, such as "../a?b"; a
// [URI] also has a scheme. Both are values: they can be compared with ==, used as keys of
// maps, copied, and shared between goroutines. Their zero values are not references;
// IsZero recognizes them.
//
// A string is judged as it is: nothing is trimmed, escaped or repaired first. If it does not
// conform, the error is a [*grammar.SyntaxError], which says at which byte, under which rule
// of which section, and what could stand there. [grammar.SyntaxError] and all other errors of
// this module that have a place implement [ast.FaultError].
//
// Three rules hold for all accessors:
//
//   - Absent and empty are different. "http://h?" has an empty query and "http://h" has
//     none, so accessors return a string and whether there is one.
//   - A component is returned as it is written, with its escapes. [Decode] undoes them.
//     What cannot be divided any further is returned decoded: segments, and the keys and
//     values of a query.
//   - What a change writes is data, which is escaped so that it changes nothing but its
//     component; see package [compose].
//
// [ParseIn] and [ParseURIIn] take another edition, such as editions.RFC3987 for
// internationalized references. Packages resolve/neturl and resolve/nethttp convert to and
// from net/url and net/http. For languages of single rules, trees, differences between
// editions and more, see package [grammar] and its editions.
//
// What is built at first use takes some tens of milliseconds; [Prepare] builds it at once.
package urispec

import (
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
	"github.com/urispec/urispec/resolve/compose"
	"github.com/urispec/urispec/resolve/escape"
)

// Valid reports whether s is a URI reference by RFC 3986 (section 4.1). It does not
// allocate.
func Valid(s string) bool { return rfc3986.Edition.Valid(s) }

// ValidURI reports whether s is a URI by RFC 3986 (section 3): a reference with a scheme.
// It does not allocate.
func ValidURI(s string) bool { return rfc3986.Edition.URIs().Valid(s) }

// Parse returns s as a URI reference by RFC 3986 (section 4.1). The error is a
// [*grammar.SyntaxError], or a [*grammar.TooLongError] for more than 2^31-1 bytes. Parse
// takes one pass over s, which the reference keeps, and allocates nothing.
func Parse(s string) (r Reference, err error) {
	err = r.read(rfc3986.Edition, s)
	return r, err
}

// ParseURI returns s as a URI by RFC 3986 (section 3): a reference with a scheme. The error
// is that of [Parse].
func ParseURI(s string) (URI, error) { return ParseURIIn(rfc3986.Edition, s) }

// ParseIn is [Parse] by another edition. The reference keeps the edition, by which it is
// also resolved, normalized and changed.
func ParseIn(e *grammar.Edition, s string) (r Reference, err error) {
	err = r.read(e, s)
	return r, err
}

// read sets p, which is the zero value, to s; in case of an error p stays that. It is not
// inlined, so that its callers are, and the value is made where the caller wants it.
//
//go:noinline
func (p *parsed) read(e *grammar.Edition, s string) error {
	p.edition = e
	err := e.ParseInto(&p.ref, s)
	if err != nil {
		*p = parsed{}
	}
	return err
}

// ParseURIIn is [ParseURI] by another edition: s has to be in its language
// [grammar.Edition.URIs].
func ParseURIIn(e *grammar.Edition, s string) (u URI, err error) {
	if err = e.URIs().Check(s); err != nil {
		return u, err
	}
	err = u.read(e, s)
	return u, err
}

// Prepare builds now what this package otherwise builds when it first needs it, so that a
// server does so before its first request. That takes some tens of milliseconds. It may be
// called concurrently.
func Prepare() { PrepareIn(rfc3986.Edition) }

// PrepareIn is [Prepare] for another edition; see [grammar.Prepare].
func PrepareIn(e *grammar.Edition) {
	grammar.Prepare(e)
	compose.Prepare(e)
}

// Decode returns text with each escape replaced by its octet, once: "%2541" becomes "%41".
// The text has to be a part that cannot be divided any further, such as a segment or a
// fragment: in the decoded form of a larger part, data would look like delimiters
// (RFC 3986, section 2.4). A "%" that begins no escape stays. "+" is not decoded to a space: that is
// the convention of HTML forms, not of URIs.
func Decode(text string) string {
	i := strings.IndexByte(text, '%')
	if i < 0 {
		return text
	}
	data := append(make([]byte, 0, len(text)), text[:i]...)
	for i < len(text) {
		if octet, ok := escape.At(text, i); ok {
			data = append(data, octet)
			i += escape.Len
			continue
		}
		data = append(data, text[i])
		i++
	}
	return string(data)
}
