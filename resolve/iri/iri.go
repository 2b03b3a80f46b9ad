// Package iri maps internationalized references (IRIs) to those of US-ASCII
// (URIs), and back, by sections 3.1 and 3.2 of RFC 3987:
//
//	http://example.org/rosé  --ToURI-->  http://example.org/ros%C3%A9
//	http://example.org/rosé  <--ToIRI--  http://example.org/ros%C3%A9
//
// Both directions take the steps of the document by their numbers, and
// [Options.Trace] shows them. The grammars of the editions say which characters a
// component may have.
//
// The two mappings are not inverse to each other. ToURI does not change a URI, so
// it may be applied again. ToURI maps the result of ToIRI back to the same URI,
// except for characters that were escaped without need (%7E stays "~") and for the
// case of hexadecimal digits. An IRI that is partly escaped, or that has a
// character which section 4.1 forbids, comes back from its URI as another IRI.
//
// An IRI in UTF-8 is in "a Unicode-based character encoding", so its text is not
// normalized (step 1c). If an IRI is read from paper or from another encoding, the
// caller has to normalize it to NFC first (steps 1a and 1b).
//
// # Hosts
//
// The name of a host is mapped like everything else, unless [Options.IDNA] asks
// for its form in the DNS. Section 3.1 names the operations ToASCII and ToUnicode
// of RFC 3490 (IDNA2003) for that. This package uses those of
// golang.org/x/net/idna instead, which follow Unicode's UTS #46 without its
// transitional mappings, as browsers do today. No library that is kept up to date
// has RFC 3490. The two differ:
//
//   - RFC 3490 maps "ß" to "ss" and "ς" to "σ", and drops U+200C and U+200D. Here
//     the first two are kept, and the others are kept where UTS #46 allows
//     them and an error elsewhere.
//   - RFC 3490 knows the characters of Unicode 3.2 only. Here later ones are
//     characters like any other, and those that Unicode has not assigned are an
//     error.
//
// # Use
//
// A [Mapper] is made once and may be used concurrently. Both directions take time
// linear in their input.
//
// The zero value of a type is of use only if the comment of the type says so.
package iri

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// Mapper maps between the references of two editions. It may be used
// concurrently.
type Mapper struct {
	iris, uris *grammar.Edition
	unreserved *grammar.Chars // of URIs
	excluded   grammar.CharClass
	// appropriate are the characters that an IRI may have, by component.
	appropriate [components]*grammar.Chars
	forbidden   []grammar.CharClass // but not these
}

// component is the part of a reference that an octet stands in. Each has its own
// set of characters.
type component uint8

const (
	outside component = iota // delimiters, and parts that are always US-ASCII
	userinfo
	host
	path
	query
	fragment
	components
)

// componentRules are the names by which [grammar.Edition.DataRule] knows them.
var componentRules = [components]string{userinfo: "userinfo", host: "host", path: "segment", query: "query", fragment: "fragment"}

// Options are choices that RFC 3987 leaves open. The zero value chooses nothing.
type Options struct {
	// IDNA converts names of hosts to the form that they have in the DNS (ToURI),
	// or back (ToIRI), if the scheme is one of [DomainSchemes]. The form is that
	// of UTS #46, not of RFC 3490; the package comment says how they differ.
	IDNA bool
	// Excluded makes ToURI escape the printable characters of US-ASCII that are
	// not allowed in URIs, as "systems accepting IRIs MAY" (3.1). An IRI may not
	// have them either, so without Excluded they are an error.
	Excluded bool
	// Trace, if not nil, is called for every step.
	Trace func(Step)
}

// Step is one step of a mapping as it was taken.
type Step struct {
	Number string // the section, and the document's own number: "3.2 4"
	What   string // what the step does
	// Result is the reference after the step. Octets beyond US-ASCII that have not
	// been read as characters yet are written as in the document: <c3>.
	Result string
}

// New returns the mapper between the references of an edition that defines a
// mapping (rfc3987) and those of another (rfc3986). The error is a
// [*grammar.NotDefinedError].
func New(iris, uris *grammar.Edition) (*Mapper, error) {
	mapping := iris.Document().Mapping
	if mapping.URI == "" {
		return nil, &grammar.NotDefinedError{Edition: iris.Name(), What: "mapping between IRIs and URIs"}
	}
	m := &Mapper{iris: iris, uris: uris}
	var err error
	if m.unreserved, err = uris.Grammar().Chars(uris.Document().Unreserved); err != nil {
		return nil, err
	}
	for c, name := range componentRules {
		if name == "" {
			continue
		}
		rule, err := iris.DataRule(name)
		if err != nil {
			return nil, err
		}
		m.appropriate[c] = rule.Rest
	}
	class := func(name string) grammar.CharClass {
		c, ok := iris.Grammar().CharClass(name)
		if !ok && err == nil {
			err = fmt.Errorf("iri: %s has no class of characters %q", iris, name)
		}
		return c
	}
	m.excluded = class(mapping.Excluded)
	for _, name := range mapping.Inappropriate {
		m.forbidden = append(m.forbidden, class(name))
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// ToURI maps an IRI reference to a URI reference (3.1), which conforms to the
// edition of URIs. The error is a [*grammar.SyntaxError] if s is not an IRI
// reference, or a [*HostError]. It takes time linear in s.
func (m *Mapper) ToURI(s string, o Options) (string, error) {
	if o.Excluded {
		// The result is the same as if they were escaped in step 2.
		s = m.escapeExcluded(s)
		o.trace("3.1", "the printable characters of US-ASCII that are not allowed in URIs are percent-encoded", s)
	}
	ref, err := m.iris.Parse(s)
	if err != nil {
		return "", err
	}
	o.trace("3.1 1c", "the characters are those of the UCS already: they are not normalized", s)
	if o.IDNA {
		if s, err = toASCII(&ref); err != nil {
			return "", err
		}
		o.trace("3.1 ireg-name", "each label of the host is converted by ToASCII, if the scheme's hosts are domain names", s)
	}
	out := escapeBeyond(s)
	o.trace("3.1 2", "each character beyond US-ASCII is converted to octets by UTF-8 (2.1), and each octet to %HH (2.2, 2.3)", out)
	return out, nil
}

// escapeBeyond escapes the octets beyond US-ASCII. In an IRI these are the octets
// of ucschar and iprivate.
func escapeBeyond(s string) string {
	return escapeAll(s, func(b byte) bool { return b >= utf8.RuneSelf })
}

func (m *Mapper) escapeExcluded(s string) string {
	return escapeAll(s, func(b byte) bool { return b < utf8.RuneSelf && m.excluded.Has(rune(b)) })
}

// escapeAll escapes the octets for which bad is true.
func escapeAll(s string, bad func(byte) bool) string {
	n := 0
	for i := range len(s) {
		if bad(s[i]) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + n*(escape.Len-1))
	var buf [escape.Len]byte
	for i := range len(s) {
		if bad(s[i]) {
			out.Write(escape.Append(buf[:0], s[i]))
		} else {
			out.WriteByte(s[i])
		}
	}
	return out.String()
}

// octet is an octet of a URI on the way to an IRI.
type octet struct {
	b  byte
	in component
}

// ToIRI converts a URI reference to an IRI reference (3.2), which conforms to the
// edition of IRIs. In step 4 a character is inappropriate if the rule of the
// component does not have it (2.2), or if it is in one of the classes that the data
// of the edition names (4.1, 6.1).
//
// Dots are unreserved, so an escaped dot segment (%2E) becomes a dot segment.
//
// The error is a [*grammar.SyntaxError] if s is not a URI reference. ToIRI takes
// time linear in s, and a few bytes of memory for each byte of s.
func (m *Mapper) ToIRI(s string, o Options) (string, error) {
	ref, err := m.uris.Parse(s)
	if err != nil {
		return "", err
	}
	octets := represent(&ref)
	o.traceOctets("3.2 1", "the URI is a sequence of octets in US-ASCII", octets)
	steps := []struct {
		number, what string
		take         func([]octet) []octet
	}{
		{"3.2 2", `percent-encodings are converted to octets, except those of "%", of reserved characters, and of US-ASCII that is not allowed in URIs`, m.decode},
		{"3.2 3", "octets that are not part of strictly legal UTF-8 are percent-encoded again", m.illegal},
		{"3.2 4", "octets of characters that are not appropriate (2.2, 4.1, 6.1) are percent-encoded again", m.inappropriate},
	}
	for _, step := range steps {
		octets = step.take(octets)
		o.traceOctets(step.number, step.what, octets)
	}
	out := text(octets)
	o.trace("3.2 5", "the octets are characters in UTF-8", out)
	if o.IDNA {
		if out, err = m.toUnicode(out); err != nil {
			return "", err
		}
		o.trace("3.2.1 ToUnicode", "each label of the host that begins with xn-- is converted, if the scheme's hosts are domain names", out)
	}
	return out, nil
}

// represent is step 1.
func represent(ref *ast.Reference) []octet {
	s := ref.Input
	out := make([]octet, len(s))
	for i := range len(s) {
		out[i].b = s[i]
	}
	server := &ref.Site.Server
	for c, span := range [components]ast.Span{
		outside: ast.Absent, userinfo: server.UserInfo.Span, host: server.HostPort.Host.Span,
		path: ref.Path.Span, query: ref.Query.Span, fragment: ref.Fragment.Span,
	} {
		if span.Present() {
			for i := span.Start; i < span.End; i++ {
				out[i].in = component(c)
			}
		}
	}
	return out
}

// decode is step 2. The characters of US-ASCII that are not "%", not reserved, and
// allowed in URIs are the unreserved ones.
func (m *Mapper) decode(octets []octet) []octet {
	out := make([]octet, 0, len(octets))
	s := text(octets)
	for i := 0; i < len(s); i++ {
		o := octets[i]
		if b, ok := escape.At(s, i); ok && (b >= utf8.RuneSelf || m.unreserved.Bytes[b]) {
			o.b = b
			i += escape.Len - 1
		}
		out = append(out, o)
	}
	return out
}

// illegal is step 3.
func (m *Mapper) illegal(octets []octet) []octet {
	return reencode(octets, func(_ component, c rune, size int) bool { return c == utf8.RuneError && size == 1 })
}

// inappropriate is step 4.
func (m *Mapper) inappropriate(octets []octet) []octet {
	return reencode(octets, func(in component, c rune, _ int) bool { return !m.appropriateIn(in, c) })
}

// appropriateIn reports whether a character is appropriate in a component of an
// IRI.
func (m *Mapper) appropriateIn(in component, c rune) bool {
	return m.appropriate[in].Has(c) &&
		!slices.ContainsFunc(m.forbidden, func(class grammar.CharClass) bool { return class.Has(c) })
}

// reencode percent-encodes again the octets of the characters beyond US-ASCII for
// which bad is true; all of them were decoded. An octet that does not begin a
// character counts as a character of its own, with the value utf8.RuneError.
func reencode(octets []octet, bad func(in component, c rune, size int) bool) []octet {
	out := make([]octet, 0, len(octets))
	var buf [utf8.UTFMax]byte
	for i := 0; i < len(octets); {
		o := octets[i]
		if o.b < utf8.RuneSelf {
			out = append(out, o)
			i++
			continue
		}
		n := 0
		for n < len(buf) && i+n < len(octets) && octets[i+n].b >= utf8.RuneSelf {
			buf[n] = octets[i+n].b
			n++
		}
		c, size := utf8.DecodeRune(buf[:n])
		if !bad(o.in, c, size) {
			out = append(out, octets[i:i+size]...)
		} else {
			for _, o := range octets[i : i+size] {
				for _, b := range escape.Append(nil, o.b) {
					out = append(out, octet{b, o.in})
				}
			}
		}
		i += size
	}
	return out
}

// text is step 5.
func text(octets []octet) string {
	b := make([]byte, len(octets))
	for i, o := range octets {
		b[i] = o.b
	}
	return string(b)
}

// show writes octets as the document does.
func show(octets []octet) string {
	var b strings.Builder
	for _, o := range octets {
		if o.b < utf8.RuneSelf {
			b.WriteByte(o.b)
		} else {
			fmt.Fprintf(&b, "<%02x>", o.b)
		}
	}
	return b.String()
}

func (o *Options) trace(number, what, result string) {
	if o.Trace != nil {
		o.Trace(Step{number, what, result})
	}
}

func (o *Options) traceOctets(number, what string, octets []octet) {
	if o.Trace != nil {
		o.trace(number, what, show(octets))
	}
}
