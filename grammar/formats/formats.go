// Package formats has the checks that schema languages and validators know by name: uri,
// uri-reference, iri, iri-reference and uri-template. Each is a [Format], whose methods have
// the signatures that other libraries register: Valid is a func(string) bool, Check a
// func(string) error.
//
//	validate.RegisterStringFormat("uri", formats.URI.Check)
//
// The adapters in examples/formats register them with JSON Schema, OpenAPI, validator tags,
// CEL and Rego.
//
// # Editions
//
// The formats are those of JSON Schema (draft 2020-12, validation, sections 7.3.5 and 7.3.6) and
// OpenAPI, which name the documents:
//
//	uri, uri-reference   RFC 3986: the rules URI and URI-reference
//	iri, iri-reference   RFC 3987: the rules IRI and IRI-reference
//	uri-template         RFC 6570: the rule URI-Template, with verified erratum 6937, by which "'" is a literal
//
// RFC 6874 adds zone identifiers to the IPv6 addresses of RFC 3986. JSON Schema does not name
// it, most programs do not know it, and RFC 9844 has made it obsolete; so a uri here has no zone
// identifier. Other libraries judge by other editions: protovalidate's uri has zone identifiers, and in its hosts escaped
// octets are UTF-8, as section 3.2.2 of RFC 3986 asks of those who write URIs. [By] returns the
// formats by any editions, with any options of their readings.
//
// A format judges the string as it is, byte by byte. Nothing is trimmed, decoded or guessed.
package formats

import (
	"slices"
	"sync"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
	"github.com/urispec/urispec/grammar/editions/rfc3987"
	"github.com/urispec/urispec/grammar/schemes/documents/rfc6570"
)

// Format is a language of strings with the name by which others know it. A Format is
// immutable and may be used concurrently. The zero value is not a format.
type Format struct {
	name     string
	language func() *grammar.Language
}

// The formats by the editions that JSON Schema and OpenAPI name.
var (
	URI          = newFormat("uri", rfc3986.Edition.URIs)
	URIReference = newFormat("uri-reference", rfc3986.Edition.References)
	IRI          = newFormat("iri", rfc3987.Edition.URIs)
	IRIReference = newFormat("iri-reference", rfc3987.Edition.References)
	URITemplate  = newFormat("uri-template", func() *grammar.Language { return rfc6570.Grammar().Corrected().Start() })
)

func newFormat(name string, language func() *grammar.Language) *Format {
	return &Format{name, sync.OnceValue(language)}
}

// Name returns the name, such as "uri-reference".
func (f *Format) Name() string { return f.name }

// String returns the name, too.
func (f *Format) String() string { return f.name }

// Valid reports whether s is of the format. It takes at most one table look-up for each byte
// and does not allocate. The first call of a format reads its tables, which takes a few
// milliseconds; for an edition with options and for uri-template it builds them, which takes
// some tens.
func (f *Format) Valid(s string) bool { return f.language().Valid(s) }

// Check returns nil if s is of the format, else a [*grammar.SyntaxError] with the offset in
// bytes, the rule that is being read there, and the section of the document that defines the
// rule. A string of the format costs what Valid costs. An error takes one more pass; the first
// one of a format takes some tens of milliseconds.
func (f *Format) Check(s string) error { return f.language().Check(s) }

// Language returns the strings of the format, for programs that want more of them, such as
// trees.
func (f *Format) Language() *grammar.Language { return f.language() }

// Set is a table of formats, each with a name of its own.
type Set []*Format

// Standard returns the five formats by the editions that JSON Schema and OpenAPI name.
func Standard() Set { return Set{URI, URIReference, IRI, IRIReference, URITemplate} }

// By returns the formats by other editions: uri decides uri and uri-reference, and iri decides
// iri and iri-reference. For nil it takes the standard edition. See [grammar.WithOptions] for
// editions with options, and [grammar.Edition.Corrected] for those with their errata.
func By(uri, iri *grammar.Edition) Set {
	set := Standard()
	if uri != nil {
		set[0], set[1] = newFormat(URI.name, uri.URIs), newFormat(URIReference.name, uri.References)
	}
	if iri != nil {
		set[2], set[3] = newFormat(IRI.name, iri.URIs), newFormat(IRIReference.name, iri.References)
	}
	return set
}

// Lookup returns the format of that name, and false if there is none.
func (s Set) Lookup(name string) (*Format, bool) {
	i := slices.IndexFunc(s, func(f *Format) bool { return f.name == name })
	if i < 0 {
		return nil, false
	}
	return s[i], true
}
