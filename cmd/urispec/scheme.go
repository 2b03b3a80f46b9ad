package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/alecthomas/kong"
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/nearest"
	"github.com/urispec/urispec/grammar/schemes"
)

// schemeFlag is the value of --scheme[=DOCUMENT].
type schemeFlag struct {
	asked    bool
	document *schemes.Document // nil for the current document of each scheme
}

// IsBool says that the flag needs no value.
func (*schemeFlag) IsBool() bool { return true }

// Decode reads the document after the flag, if there is one.
func (f *schemeFlag) Decode(ctx *kong.DecodeContext) error {
	f.asked = true
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	name, ok := ctx.Scan.Pop().Value.(string)
	if !ok {
		return nil // --scheme by itself
	}
	if f.document, ok = documentNamed(name); ok && len(f.document.Schemes()) > 0 {
		return nil
	}
	var known []string
	for _, d := range schemes.Documents() {
		if len(d.Schemes()) > 0 {
			known = append(known, d.Name())
		}
	}
	return unknown(&grammar.UnknownNameError{Kind: "document of a scheme", Name: name, Known: known})
}

var _ kong.BoolMapperValue = (*schemeFlag)(nil)

// schemeHelp is what --help says of the flag.
const schemeHelp = `With --scheme, a URI has to conform to the document of its scheme too; "urispec schemes" lists them. The fragment is left to the edition, as section 4.3 of RFC 3986 says, unless the document speaks of it. A reference without a scheme, or with one that has no document, is judged by the edition alone, and the result says so. --corrected applies the errata of both.`

// schemeJudge judges references by the documents of their schemes.
type schemeJudge struct {
	schemeFlag
	edition   *grammar.Edition
	corrected bool     // with the errata of the documents too
	quick     bool     // nobody wants to know why
	reasons   sync.Map // of *explainer, by language of a document
}

// documentOf returns the scheme of a reference that conforms to the edition, in lower
// case, and the document that judges it; nil if there is none.
func (j *schemeJudge) documentOf(ref string) (scheme string, d *schemes.Document) {
	var parsed ast.Reference
	if j.edition.ParseInto(&parsed, ref) != nil || !parsed.Scheme.Span.Present() {
		return "", nil
	}
	scheme = strings.ToLower(parsed.Text(parsed.Scheme.Span))
	if j.document != nil && j.document.Start(scheme) != "" {
		return scheme, j.document
	}
	d, _ = schemes.CurrentDocument(scheme)
	return scheme, d
}

// language returns the URIs of a scheme by its document.
func (j *schemeJudge) language(d *schemes.Document, scheme string) *grammar.Language {
	l, _ := d.Language(scheme) // documentOf has found the document by the scheme
	if j.corrected {
		l, _ = d.Grammar().Corrected().Conforming(l.Rule())
	}
	return l
}

// after returns a function that judges a reference by its document, after check has found
// nothing.
func (j *schemeJudge) after(check func(ref string) error) func(ref string) error {
	return func(ref string) error {
		if err := check(ref); err != nil {
			return err
		}
		scheme, d := j.documentOf(ref)
		if d == nil {
			return nil
		}
		given := ref
		l := j.language(d, scheme)
		if l.Valid(ref) {
			return nil
		}
		absolute, _, hasFragment := strings.Cut(ref, "#")
		if hasFragment && !d.ForbidsFragment() && l.Valid(absolute) {
			return nil
		}
		if j.quick {
			return errInvalid
		}
		if hasFragment && !d.ForbidsFragment() {
			ref = absolute
		}
		var syntax *grammar.SyntaxError
		if errors.As(l.Check(ref), &syntax) {
			return &schemeError{syntax, scheme, d, l, given[len(ref):]}
		}
		return nil
	}
}

// schemeError says that a reference does not conform to the document of its scheme.
type schemeError struct {
	syntax   *grammar.SyntaxError
	scheme   string
	document *schemes.Document
	language *grammar.Language
	fragment string // with its "#", where the document leaves that to the edition
}

// Error names the document.
func (err *schemeError) Error() string { return err.document.Name() + ": " + err.syntax.Error() }

// Fault implements [ast.FaultError]. Its section names the document.
func (err *schemeError) Fault() ast.Fault {
	f := err.syntax.Fault()
	f.Section = err.document.Grammar().Source().Cite(f.Section)
	return f
}

// cite adds the document to the sections of strings that are nearest.
func (err *schemeError) cite(found *nearest.Result) {
	src := err.document.Grammar().Source()
	for _, x := range found.Nearest {
		for i := range x.Edits {
			x.Edits[i].Section = src.Cite(x.Edits[i].Section)
		}
	}
	if found.Cause != nil {
		found.Cause.Section = src.Cite(found.Cause.Section)
	}
}

// explainer returns what explains errors in the language of a document.
func (j *schemeJudge) explainer(err *schemeError) *explainer {
	x, ok := j.reasons.Load(err.language)
	if !ok {
		made := newExplainer(&source{document: err.document, own: err.language.Grammar()}, nil)
		made.nearest = newNearest(nil, asked{Language: err.language})
		x, _ = j.reasons.LoadOrStore(err.language, made)
	}
	return x.(*explainer)
}

// fix returns a string that is nearest to a reference and conforms to the document, and to
// the edition too.
func (j *schemeJudge) fix(err *schemeError) (string, error) {
	fixed, none := j.explainer(err).nearest.fix(err.syntax.Input)
	if none != nil {
		return "", none
	}
	if fixed += err.fragment; !j.edition.Valid(fixed) {
		return "", fmt.Errorf("the nearest string of %s does not conform to %s", err.document, j.edition)
	}
	return fixed, nil
}

// explain writes why a reference does not conform to the document of its scheme.
func (j *schemeJudge) explain(s *session, err *schemeError) {
	j.explainer(err).explain(s, err.syntax)
	s.item("document", fmt.Sprintf("%s, of the scheme %s; %s accepts it", err.document, err.scheme, j.edition))
}

// note says by which documents a reference that conforms was judged, if it is not a
// document of its scheme.
func (j *schemeJudge) note(ref string) string {
	switch scheme, d := j.documentOf(ref); {
	case scheme == "":
		return fmt.Sprintf("  (no scheme: judged by %s alone)", j.edition)
	case d == nil:
		return fmt.Sprintf("  (no document of the scheme %s: judged by %s alone)", scheme, j.edition)
	}
	return ""
}

// addTo adds to a result the document that judged the reference, or null.
func (j *schemeJudge) addTo(out *object, ref string, err error) {
	d := ""
	if _, own := errors.AsType[*schemeError](err); err == nil || own {
		if _, judge := j.documentOf(ref); judge != nil {
			d = judge.Name()
		}
	}
	out.optional("scheme_document", d, d != "")
}
