package grammar

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/resolve"
)

// Document is what an edition's data say of references, besides the grammar: it
// is the object "edition" of NAME.json.
type Document struct {
	Date      string   `json:"date"`      // of publication: "1994-12" or "1996-12-07"
	Status    string   `json:"status"`    // "Internet Standard (STD 66)", "Internet-Draft", ...
	Obsoletes []string `json:"obsoletes"` // documents, as the document itself says: "RFC 1738"
	Updates   []string `json:"updates"`   // likewise

	// Absolute is what a base has to be, and URI an absolute reference with or
	// without a fragment: the name of a rule, or an expression of the grammar's
	// notation that is a form of the start rule.
	Absolute string `json:"absolute"`
	URI      string `json:"uri"`
	// ByScheme is true if the grammar has a rule for each scheme, in which the
	// scheme is a literal. Then every reference has a scheme, which ends at the
	// first ":".
	ByScheme bool `json:"by_scheme"`

	// Components says which rules are which components of a reference; see
	// package ast for the words.
	Components map[string]string `json:"components"`
	// Data gives each component that data is written into the rule whose
	// characters may stand in it as themselves: the word of package ast, or
	// segment, param or registry.
	Data map[string]string `json:"data"`
	// Unreserved are the characters that mean the same whether they are escaped or
	// not: a character class in the grammar's notation, mostly the name of a rule.
	Unreserved string `json:"unreserved"`
	// Site is the rule of what stands between "//" and the path; "" if references
	// have no site.
	Site string `json:"site"`
	// Paths are the rules of paths, whose segments "/" divides. Where Data has no
	// rule of a path, the first of them is what all paths have in common.
	Paths []string `json:"paths"`
	// ParamsLast is true if params follow the whole path, and not each segment.
	// There are params if Data has a rule for param.
	ParamsLast bool `json:"params_last"`
	// Composition has the sections by which components cannot stand beside each
	// other in just any form.
	Composition Composition `json:"composition"`
	// Separate is the section by which a reference is separated into its
	// components before they are decoded.
	Separate string `json:"separate"`
	// InText is what the document says of references in running text.
	InText InText `json:"in_text"`
	// Abbreviated is the section on abbreviated references ("www.w3.org"), ""
	// if there is none.
	Abbreviated string `json:"abbreviated"`
	// Resolution is how relative references are resolved.
	Resolution Resolution `json:"resolution"`
	// Normalization is what the document says of equivalence, in the order in
	// which the steps are taken.
	Normalization []Normalization `json:"normalization"`
	// Mapping is how references are mapped to those of another edition, and back.
	Mapping Mapping `json:"mapping"`
	// Defers is the edition whose prose counts where this document refers to it,
	// as for security considerations; mostly "".
	Defers string `json:"defers"`
	// Quotes are the words of the document that support the findings of package
	// lint, by the name of the code. An amendment has only its own.
	Quotes map[string]Quote `json:"quotes"`
}

// Quote is what a document says, in its own words.
type Quote struct {
	Section string `json:"section"` // "7.5", or a letter for an appendix
	Text    string `json:"text"`    // verbatim, except for line breaks
}

// Composition has the sections that a message cites when components cannot be
// written beside each other, or would be read as others. A section is "" where
// there can be no such case, or where the document says nothing of it.
type Composition struct {
	Opaque     string `json:"opaque"`      // an opaque part follows the scheme, and nothing follows it but a fragment
	AfterSite  string `json:"after_site"`  // a path after a site begins with "/"
	FirstEmpty string `json:"first_empty"` // a path that does not begin with "/" has a first segment that is not empty
	TwoSlashes string `json:"two_slashes"` // what follows "//" at the beginning is a site, not a path
	FirstColon string `json:"first_colon"` // what precedes the first ":" is a scheme, not a part of the first segment
	Query      string `json:"query"`       // a query after a site needs a path
	Registry   string `json:"registry"`    // a registry-based name that could be a server is one
	Params     string `json:"params"`      // only the last segment has params
}

// InText is what a document says of references in running text.
type InText struct {
	Section string `json:"section"` // with the document if that is another one
	// PrefixRecommended is true if references are to be written with the prefix
	// "URL:". PrefixBlank is true if a blank may follow it between white space
	// ("with or without a trailing space").
	PrefixRecommended bool `json:"prefix_recommended"`
	PrefixBlank       bool `json:"prefix_blank"`
}

// Resolution says which algorithm of package resolve is the document's, or why
// there is none.
type Resolution struct {
	Algorithm string `json:"algorithm"` // the name of the edition that describes it
	// Base is the section that says what a base has to be, Opaque the one by
	// which nothing can be relative to a base with an opaque part, "" if none says
	// so.
	Base   string `json:"base"`
	Opaque string `json:"opaque"`
	// EmptyBase is the section by which the empty string is a base for which all
	// references are absolute; mostly "".
	EmptyBase string `json:"empty_base"`
	// Fragment is the section by which a base may have a fragment, which the
	// target of some reference inherits; mostly "".
	Fragment string `json:"fragment"`

	// Without an algorithm: what the document says instead, and the edition to
	// use.
	None    string `json:"none"`
	Section string `json:"section"`
	See     string `json:"see"`
}

// Normalization is a step of package resolve's normalization that the document
// licenses.
type Normalization struct {
	// Beyond is not in the data: it follows from Characters and Without.
	resolve.Equivalence

	Section string `json:"section"`
	Why     string `json:"why"` // in the document's words
	// Characters are the characters beyond US-ASCII, in the grammar's notation,
	// that the step reads out of the escaped octets of their UTF-8, without those
	// of the classes in Without: unescape writes them, and host-case leaves a host
	// that has one, escaped or not.
	Characters string   `json:"characters"`
	Without    []string `json:"without"`
}

// Mapping is between internationalized references and those of US-ASCII.
type Mapping struct {
	URI string `json:"uri"` // the edition of the latter; "" if there is no mapping
	// Excluded is the class of the characters of US-ASCII that a system may map
	// though neither edition has them.
	Excluded string `json:"excluded"`
	// Inappropriate are the classes of characters that are not to become
	// themselves on the way back, though the grammar has them.
	Inappropriate []string `json:"inappropriate"`
}

// readDocument reads the edition's part of the data of src; amended is that of
// the edition that it amends, nil for none.
func readDocument(src *reading.Source, amended *Document) (*Document, error) {
	d := new(Document)
	if len(src.Edition) == 0 {
		return nil, fmt.Errorf("%s.json: edition: missing", src.Name)
	}
	if err := src.DecodeEdition(d); err != nil {
		return nil, err
	}
	if amended == nil {
		return d, nil
	}
	p := reading.Problems{File: src.Name + ".json"}
	for _, key := range d.inherited() {
		p.Fail("edition."+key, "an amendment has that of %s", src.Amends)
	}
	d.amend(amended, src.Amended.Cite)
	return d, p.Err()
}

// inherited returns the keys of which an amendment must not have values, because it
// has those of the edition it amends, that have one.
func (d *Document) inherited() (given []string) {
	for _, of := range []struct {
		key   string
		given bool
	}{
		{"absolute", d.Absolute != ""}, {"uri", d.URI != ""}, {"by_scheme", d.ByScheme}, {"unreserved", d.Unreserved != ""},
		{"site", d.Site != ""}, {"paths", d.Paths != nil}, {"params_last", d.ParamsLast},
		{"composition", d.Composition != Composition{}}, {"separate", d.Separate != ""}, {"in_text", d.InText != InText{}},
		{"abbreviated", d.Abbreviated != ""}, {"resolution", d.Resolution != Resolution{}},
	} {
		if of.given {
			given = append(given, of.key)
		}
	}
	return given
}

// amend completes the data of an amendment with those of the edition it amends;
// cite names a section of that edition's document.
func (d *Document) amend(amended *Document, cite func(section string) string) {
	merged := func(of, by map[string]string) map[string]string {
		all := maps.Clone(of)
		maps.Copy(all, by)
		return all
	}
	d.Absolute, d.URI, d.ByScheme = amended.Absolute, amended.URI, amended.ByScheme
	d.Unreserved, d.Site, d.Paths, d.ParamsLast = amended.Unreserved, amended.Site, amended.Paths, amended.ParamsLast
	d.Composition = amended.Composition
	d.Components = merged(amended.Components, d.Components)
	d.Data = merged(amended.Data, d.Data)
	d.Separate, d.Abbreviated = cite(amended.Separate), cite(amended.Abbreviated)
	d.InText = amended.InText
	d.InText.Section = cite(d.InText.Section)
	d.Resolution = amended.Resolution
	for _, section := range []*string{
		&d.Composition.Opaque, &d.Composition.AfterSite, &d.Composition.FirstEmpty, &d.Composition.TwoSlashes,
		&d.Composition.FirstColon, &d.Composition.Query, &d.Composition.Registry, &d.Composition.Params,
		&d.Resolution.Base, &d.Resolution.Opaque, &d.Resolution.EmptyBase, &d.Resolution.Fragment, &d.Resolution.Section,
	} {
		*section = cite(*section)
	}
	steps := slices.Clone(amended.Normalization)
	for i := range steps {
		steps[i].Section = cite(steps[i].Section)
	}
	d.Normalization = append(steps, d.Normalization...)
}
