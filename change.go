package urispec

import (
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/compose"
)

// With returns the reference with some components changed; all others stay as they are, byte
// for byte. The changes are those of package compose, which takes data and escapes it:
//
//	r.With(compose.Host("example.org"), compose.Pair("q", "a&b"), compose.Without("fragment"))
//
// The result parses into exactly the components that were meant. The error is a
// [*compose.BuildError] if there is no such reference, or a [*ZeroError].
func (r Reference) With(changes ...compose.Change) (Reference, error) {
	s, err := r.with(changes)
	if err != nil {
		return Reference{}, err
	}
	return ParseIn(r.edition, s)
}

// With is [Reference.With]. The result has to be a URI.
func (u URI) With(changes ...compose.Change) (URI, error) {
	s, err := u.with(changes)
	if err != nil {
		return URI{}, err
	}
	return ParseURIIn(u.edition, s)
}

func (p *parsed) with(changes []compose.Change) (string, error) {
	if p.IsZero() {
		return "", &ZeroError{"changed"}
	}
	return compose.Edit(p.edition, p.ref.Input, changes...)
}

// Normalize returns the reference with all steps of normalization taken that the edition
// permits for every scheme (RFC 3986, section 6.2): the case of scheme, host and escapes,
// needless escapes, dot segments, default ports. The error is a [*ZeroError].
func (r Reference) Normalize() (Reference, error) {
	s, err := r.normal()
	if err != nil {
		return Reference{}, err
	}
	return ParseIn(r.edition, s)
}

// Normalize is [Reference.Normalize].
func (u URI) Normalize() (URI, error) {
	s, err := u.normal()
	if err != nil {
		return URI{}, err
	}
	return ParseURIIn(u.edition, s)
}

func (p *parsed) normal() (string, error) {
	if p.IsZero() {
		return "", &ZeroError{"normalized"}
	}
	return p.edition.Normalize(p.ref.Input)
}

// Equivalent reports whether r and other are references by the same edition that
// [Reference.Normalize] makes the same. If they are not equivalent, they may still identify
// the same resource (RFC 3986, section 6.1). The zero value is equivalent to nothing.
func (r Reference) Equivalent(other Reference) bool { return r.equivalent(&other.parsed) }

// Equivalent is [Reference.Equivalent].
func (u URI) Equivalent(other URI) bool { return u.equivalent(&other.parsed) }

func (p *parsed) equivalent(other *parsed) bool {
	if p.edition != other.edition {
		return false
	}
	a, err := p.normal()
	if err != nil {
		return false
	}
	b, err := other.normal()
	return err == nil && a == b
}

// Resolve returns the target of a reference with u as the base, by the algorithm of u's
// edition (RFC 3986, section 5.2). A fragment of u is stripped first (section 5.1). Programs
// that resolve many references keep what [URI.Base] returns.
//
// The error is that of [grammar.Base.Resolve]: for example a [*resolve.SameDocumentError]
// in editions in which "#f" refers to the current document and has no target. It is a
// [*ZeroError] if u or ref is the zero value.
func (u URI) Resolve(ref Reference) (URI, error) {
	if u.IsZero() || ref.IsZero() {
		return URI{}, &ZeroError{"resolved"}
	}
	target, err := u.edition.Resolve(u.withoutFragment(), ref.ref.Input)
	if err != nil {
		return URI{}, err
	}
	return ParseURIIn(u.edition, target)
}

// Base returns u as a base to resolve many references against. Its fragment is stripped
// (RFC 3986, section 5.1). The error is that of [grammar.Edition.Base], or a [*ZeroError].
func (u URI) Base() (*grammar.Base, error) {
	if u.IsZero() {
		return nil, &ZeroError{"a base"}
	}
	return u.edition.Base(u.withoutFragment())
}

func (u *URI) withoutFragment() string {
	if f := u.ref.Fragment; f.Present() {
		return u.ref.Input[:f.Start-1]
	}
	return u.ref.Input
}

// Relativize returns the shortest reference that u as a base resolves to target. The error is
// a [*grammar.TargetError] or a [*resolve.UnreachableError] if there is none, or a
// [*ZeroError].
func (u URI) Relativize(target URI) (Reference, error) {
	if u.IsZero() || target.IsZero() {
		return Reference{}, &ZeroError{"relativized"}
	}
	base, err := u.Base()
	if err != nil {
		return Reference{}, err
	}
	ref, err := base.Relativize(target.ref.Input)
	if err != nil {
		return Reference{}, err
	}
	return ParseIn(u.edition, ref)
}

// ZeroError says that the zero value of a [Reference] or [URI] was used as if a string had
// been parsed to it.
type ZeroError struct {
	What string // that was to be done with it: "resolved"
}

// Error returns one line: "urispec: the zero value is no reference and cannot be resolved".
func (err *ZeroError) Error() string {
	return fmt.Sprintf("urispec: the zero value is no reference and cannot be %s", err.What)
}
