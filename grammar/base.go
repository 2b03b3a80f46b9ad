package grammar

import (
	"errors"
	"fmt"
	"math"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/resolve"
)

// Base is a string that the edition accepts as a base, to resolve any number
// of references against. It may be used concurrently.
type Base struct {
	edition   *Edition
	algorithm *resolve.Algorithm
	ref       ast.Reference
	opaque    bool // in an edition by which nothing can be relative to such a base
}

// basis is what an edition asks of a base.
type basis struct {
	*Resolution
	algorithm *resolve.Algorithm // nil for none
	absolute  *Language
}

func basisOf(e *Edition) *basis {
	return &basis{&e.Document().Resolution, e.resolution(), e.Absolute()}
}

// BaseError says why a string cannot be a base. It is returned by
// [Edition.Base] and by all that takes a base; by [Base.Resolve] too, for a
// relative reference where the base is empty or opaque.
type BaseError struct {
	Edition, Base string
	Message       string // "the base has no scheme"
	Section       string // of the edition that asks for what is missing
	Offset        int    // in Base, in bytes: where the fault shows
	Err           error  // the [*SyntaxError] if Base does not conform, else nil
}

// Error has the edition, the offset, the message and the section.
func (err *BaseError) Error() string {
	return fmt.Sprintf("%s: offset %d of the base: %s (section %s)", err.Edition, err.Offset, err.Message, err.Section)
}

// Unwrap returns Err.
func (err *BaseError) Unwrap() error { return err.Err }

// Base returns s as a base: it must conform to the edition as an absolute
// reference ([Edition.Absolute]). In rfc1808 it has to fit generic-RL (2), and may
// have a fragment, which the empty reference inherits (4 step 2a). The empty string
// is a base in rfc1808 (3.4) and url-syntax-02 (5.1.4), for which every reference
// has to be absolute. The error is a [*BaseError], or a [*NotDefinedError].
func (e *Edition) Base(s string) (*Base, error) {
	b := new(Base)
	if err := e.newBase(b, s); err != nil {
		return nil, err
	}
	return b, nil
}

func (e *Edition) newBase(b *Base, s string) error {
	basis := e.basis.get(e, basisOf)
	a, r := basis.algorithm, basis.Resolution
	if a == nil {
		_, err := e.Algorithm()
		return err
	}
	b.edition, b.algorithm = e, a
	if s == "" && r.EmptyBase != "" {
		b.ref = ast.New(s)
		return nil
	}
	if len(s) > math.MaxInt32 {
		return &TooLongError{Length: len(s), Limit: math.MaxInt32}
	}
	if !basis.absolute.split(a, &b.ref, s) {
		return e.baseError(s)
	}
	b.opaque = r.Opaque != "" && e.opaque(&b.ref)
	return nil
}

// opaque reports whether a split reference that conforms is opaque.
func (e *Edition) opaque(ref *ast.Reference) bool {
	if ref.Site.Present() || ref.Path.Kind == ast.Absolute {
		return false
	}
	parsed, err := e.Parse(ref.Input)
	return err == nil && parsed.Path.Kind == ast.Opaque
}

// baseError explains why s is not an absolute reference.
func (e *Edition) baseError(s string) error {
	err := &BaseError{Edition: e.String(), Base: s, Message: "the base is not an absolute reference", Section: e.Document().Resolution.Base}
	if syntax, ok := errors.AsType[*SyntaxError](e.Absolute().Check(s)); ok {
		err.Err, err.Offset, err.Message = syntax, syntax.Offset, syntax.Message()
	}
	switch split := e.Split(s); {
	case e.Valid(s) && !split.Scheme.Present():
		err.Message = "the base has no scheme"
	case e.Valid(s) && e.Absolute().Valid(withoutFragment(&split)):
		err.Message = "the base has a fragment, which must be stripped first"
	}
	return err
}

// String returns the base as it was given.
func (b *Base) String() string { return b.ref.Input }

// Edition returns the edition whose base it is.
func (b *Base) Edition() *Edition { return b.edition }

// Resolve returns the target of a reference. The error is a [*SyntaxError] if
// the reference does not conform, a [*BaseError] if it is relative and the base
// is empty or opaque, or one of [resolve.Algorithm.Resolve]:
// a [*resolve.SameDocumentError], [*resolve.ExcessError],
// [*resolve.UnwritableError] or [*resolve.OptionError].
//
// In rfc2396, rfc2732 and rfc2396bis-00 nothing can be relative to an opaque base
// such as "mailto:a" (section 5). A reference with a scheme, or with nothing but
// a fragment, does not need the base and is resolved all the same: 5.2 decides on
// these before it uses the base. Such a base makes the option Loose
// ineffective, since its scheme does not "always use the <hier_part> syntax"
// (5.2 step 3 of rfc2396).
//
// The target is what the algorithm prescribes, and is read back as the same
// components. It need not conform: in url-syntax-02 and url-syntax-09, "?y" gives
// "http://h?y" from "http://h", which the grammar has no form for; and in
// rfc2396bis-00 a loose "http:[a]" gives the path of an opaque part.
func (b *Base) Resolve(ref string, o resolve.Options) (string, error) {
	var r ast.Reference
	if err := b.split(&r, ref); err != nil {
		return "", err
	}
	o.Loose = o.Loose && !b.opaque
	return b.algorithm.Resolve(&b.ref, &r, o)
}

// AppendResolve appends what [Base.Resolve] returns to dst, which it returns as
// it was if there is an error.
func (b *Base) AppendResolve(dst []byte, ref string, o resolve.Options) ([]byte, error) {
	var r ast.Reference
	if err := b.split(&r, ref); err != nil {
		return dst, err
	}
	o.Loose = o.Loose && !b.opaque
	return b.algorithm.AppendResolve(dst, &b.ref, &r, o)
}

// split finds the components of a reference that conforms and that can be
// resolved against the base.
func (b *Base) split(r *ast.Reference, ref string) error {
	if len(ref) > math.MaxInt32 {
		return &TooLongError{Length: len(ref), Limit: math.MaxInt32}
	}
	if !b.edition.references.split(b.algorithm, r, ref) {
		return b.edition.Check(ref)
	}
	switch {
	case r.Scheme.Present():
	case b.ref.Input == "":
		return b.emptyError()
	case b.opaque && (r.Site.Present() || r.Path.Len() > 0 || r.Query.Present()):
		return b.opaqueError()
	}
	return nil
}

// split finds the components of s as the algorithm separates them, if s is in the
// language; if it is not, it returns false.
func (l *Language) split(a *resolve.Algorithm, r *ast.Reference, s string) bool {
	if x := l.accept.value.Load(); x != nil && a.ByExpression() {
		var at automaton.Parts
		if x.Find(s, &at) {
			bySplit.fill(r, form{}, s, &at)
			return true
		}
	}
	if !l.Valid(s) {
		return false
	}
	a.SplitInto(r, s)
	return true
}

// bySplit is what [resolve.Split] says of sites.
var bySplit = plain{plain: true, siteKind: ast.Unsplit, noHost: -1}

// emptyError is for a relative reference where the base is empty.
func (b *Base) emptyError() error {
	return &BaseError{
		Edition: b.edition.String(), Section: b.edition.Document().Resolution.EmptyBase,
		Message: "the base is empty, so that every reference is absolute, but this one has no scheme",
	}
}

// opaqueError is for a relative reference where the base is opaque.
func (b *Base) opaqueError() error {
	return &BaseError{
		Edition: b.edition.String(), Base: b.ref.Input, Section: b.edition.Document().Resolution.Opaque,
		Offset:  int(b.ref.Path.Start),
		Message: "the base is opaque, so nothing can be relative to it",
	}
}

// Relativize returns the shortest reference that resolves to target, which
// must be an absolute reference, with or without a fragment. The error is a
// [*SyntaxError], a [*TargetError] or a [*resolve.UnreachableError].
func (b *Base) Relativize(target string) (string, error) {
	if err := b.edition.Check(target); err != nil {
		return "", err
	}
	if len(target) > math.MaxInt32 {
		return "", &TooLongError{Length: len(target), Limit: math.MaxInt32}
	}
	t := b.algorithm.Split(target)
	if !t.Scheme.Present() {
		return "", &TargetError{b.edition.String(), target}
	}
	if b.ref.Input == "" || b.opaque {
		return target, nil // nothing is relative to the base
	}
	return b.algorithm.Relativize(&b.ref, &t, b.edition.Valid)
}

// TargetError says that a string is not a target, because it is itself relative.
// It is returned by [Base.Relativize].
type TargetError struct {
	Edition, Target string
}

// Error names the edition and quotes the target.
func (err *TargetError) Error() string {
	return fmt.Sprintf("%s: %q has no scheme: it is not a target, but itself relative", err.Edition, err.Target)
}
