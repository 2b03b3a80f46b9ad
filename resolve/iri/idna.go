package iri

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urispec/urispec/ast"
)

// This file is about names of hosts. If the name in ireg-name is a domain name, the
// DNS has another form of it, and a program that resolves the URI will look for
// that form: "xn--rsum-bpad.example.org", not "r%C3%A9sum%C3%A9.example.org". RFC
// 3987 lets the mappings convert the name, label by label, by the operations ToASCII
// and ToUnicode of RFC 3490. This is for schemes of which two things are known: the
// name is a domain name, and the scheme does not allow percent-encoding in it.
//
// The operations are those of golang.org/x/net/idna, which are not exactly those
// of RFC 3490: see the package comment. UseSTD3ASCIIRules is true, as section 3.1
// asks. AllowUnassigned has no counterpart: characters that Unicode has not
// assigned are always refused.

// DomainSchemes returns, in lower case, the schemes whose hosts are domain names
// without percent-encodings: those of RFC 1738 that have a host, and https, ws and
// wss.
func DomainSchemes() []string { return slices.Clone(domainSchemes) }

var domainSchemes = []string{"file", "ftp", "gopher", "http", "https", "nntp", "prospero", "telnet", "wais", "ws", "wss"}

// HostError says that a label of a host has no form in the DNS. "This would mean
// that the IRI cannot be resolved" (3.1). It is returned by [Mapper.ToURI].
type HostError struct {
	Input   string // the reference
	Label   string
	Offset  int    // of the label in Input, in bytes
	Section string // of the edition that asks for the form
	Err     error  // why there is none
}

// Error has the offset, the label, the reason and the section.
func (err *HostError) Error() string {
	return fmt.Sprintf("offset %d of the reference: %s (section %s)", err.Offset, err.message(), err.Section)
}

// message is [HostError.Error] without offset and section.
func (err *HostError) message() string {
	return fmt.Sprintf("the label %q of the host has no form in the DNS: %v", err.Label, err.Err)
}

// Unwrap returns Err.
func (err *HostError) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault of the label.
func (err *HostError) Fault() ast.Fault {
	return ast.Fault{In: "reference", Text: err.Input, Message: err.message(), Offset: err.Offset, Section: err.Section}
}

// profile is ToASCII and ToUnicode for one label.
var profile = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true))

// hasDomain reports whether the host of a reference is a domain name.
func hasDomain(ref *ast.Reference) bool {
	return ref.Site.Server.HostPort.Host.Kind == ast.RegName &&
		slices.Contains(domainSchemes, strings.ToLower(ref.Text(ref.Scheme.Span)))
}

// toASCII returns the reference with its ireg-name converted. A name of US-ASCII
// stays as it is, because the mapping does not change URIs.
func toASCII(ref *ast.Reference) (string, error) {
	span := ref.Site.Server.HostPort.Host.Span
	name := ref.Text(span)
	if !hasDomain(ref) || isASCII(name) {
		return ref.Input, nil
	}
	var out []byte
	for at, label := range labels(name) {
		if at > 0 {
			out = append(out, '.')
		}
		ascii, err := labelToASCII(label, at+len(label) == len(name))
		if err != nil {
			return "", &HostError{Input: ref.Input, Label: label, Offset: int(span.Start) + at, Section: "3.1", Err: err}
		}
		out = append(out, ascii...)
	}
	return ref.Input[:span.Start] + string(out) + ref.Input[span.End:], nil
}

// labels yields the labels of a name and the offsets at which they begin. "Whenever
// dots are used as label separators", the other full stops count too (section 3.1 of
// RFC 3490).
func labels(name string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for at := 0; ; {
			i := strings.IndexAny(name[at:], ".\u3002\uFF0E\uFF61")
			if i < 0 {
				yield(at, name[at:])
				return
			}
			if !yield(at, name[at:at+i]) {
				return
			}
			_, size := utf8.DecodeRuneInString(name[at+i:])
			at += i + size
		}
	}
}

// labelToASCII converts one label. The last one may be empty, which names the root.
// A label of US-ASCII is only checked: it may have up to 63 letters, digits and
// hyphens, but no hyphen at an end.
func labelToASCII(label string, last bool) (string, error) {
	switch {
	case label == "" && last:
		return "", nil
	case !isASCII(label):
		ascii, err := profile.ToASCII(label)
		if err == nil && strings.Contains(ascii, ".") {
			err = fmt.Errorf("it would be several labels, %q", ascii)
		}
		return ascii, err
	case label == "" || len(label) > 63:
		return "", fmt.Errorf("it has %d characters; 1 to 63 are allowed", len(label))
	case label[0] == '-' || label[len(label)-1] == '-':
		return "", fmt.Errorf("it begins or ends with a hyphen")
	}
	for i := range len(label) {
		if c := label[i]; c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return "", fmt.Errorf("%q is not a letter, digit or hyphen", c)
		}
	}
	return label, nil
}

// toUnicode returns an IRI with the labels of its host converted that begin with
// xn--. A label stays as it is if it is not the form of another label, or if that
// one would have a character that is not appropriate in an IRI.
func (m *Mapper) toUnicode(s string) (string, error) {
	ref, err := m.iris.Parse(s)
	if err != nil || !hasDomain(&ref) {
		return s, err
	}
	span := ref.Site.Server.HostPort.Host.Span
	parts := strings.Split(ref.Text(span), ".")
	for i, label := range parts {
		if len(label) < len(acePrefix) || !strings.EqualFold(label[:len(acePrefix)], acePrefix) || !isASCII(label) {
			continue
		}
		unicode, err := profile.ToUnicode(label)
		if err != nil || !m.fits(unicode) {
			continue
		}
		if back, err := profile.ToASCII(unicode); err == nil && strings.EqualFold(back, label) {
			parts[i] = unicode
		}
	}
	return s[:span.Start] + strings.Join(parts, ".") + s[span.End:], nil
}

// acePrefix begins a label that is the DNS's form of another one.
const acePrefix = "xn--"

// fits reports whether all characters of a label may stand in the host of an
// IRI.
func (m *Mapper) fits(label string) bool {
	for _, c := range label {
		if c == '.' || !m.appropriateIn(host, c) {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
