package grammar

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/resolve"
)

// This file checks that an edition's data are complete and consistent. Nothing else
// does: once data pass here, every operation on the edition works.

// dataWords are the components that data is written into: the keys of
// [Document.Data].
var dataWords = []string{
	"scheme", "site", "userinfo", "user", "password", "host", "port", "registry",
	"path", "segment", "param", "opaque", "query", "fragment",
}

// quotable are the keys of [Document.Quotes], the codes of package lint. A test
// holds them to that package.
var quotable = []string{
	"nonconforming", "password", "misleading-userinfo", "reserved-port", "port-out-of-range", "empty-host",
	"rare-ipv4", "look-alike", "bidi-control", "invisible-character", "non-ascii", "overlong-utf8", "host-not-utf8",
	"escaped-line-break", "escaped-nul", "escaped-control", "escaped-delimiter", "escaped-dot-segment",
	"double-escape", "other-port", "default-port", "empty-port", "uppercase-scheme", "uppercase-host",
	"unqualified-host", "not-dns-name", "long-host", "localhost", "private-address", "empty-path",
	"dot-segments", "device-name", "unneeded-escape", "lowercase-escape", "not-utf8", "refused-elsewhere",
}

// isDate reports whether text is a year, a month or a day, in digits.
func isDate(text string) bool {
	for i := range len(text) {
		if between := i == 4 || i == 7; between != (text[i] == '-') || !between && (text[i] < '0' || text[i] > '9') {
			return false
		}
	}
	return len(text) == 4 || len(text) == 7 || len(text) == 10
}

// verifier collects what is wrong with an edition's data.
type verifier struct {
	reading.Problems
	*Document
	read *reading.Grammar
}

// verify returns all that is wrong with the data of an edition with a grammar.
func (d *Document) verify(read *reading.Grammar) error {
	v := &verifier{reading.Problems{File: read.Source.Name + ".json"}, d, read}
	v.verifySource()
	v.verifyRoles()
	v.verifyData()
	v.verifyComposition()
	v.verifyResolution()
	v.verifyNormalization()
	v.verifyMapping()
	v.verifyQuotes()
	return v.Err()
}

// need reports a value that is missing.
func (v *verifier) need(key, value string) {
	if value == "" {
		v.Fail(key, "missing")
	}
}

// rule reports a name that no rule has.
func (v *verifier) rule(key, name string) {
	if _, ok := v.read.Lookup(name); !ok {
		v.Fail(key, "there is no rule %q%s", name, meant(name, v.read.Names))
	}
}

// word reports a word that is not in the list of known ones.
func (v *verifier) word(key, kind, word string, known []string) {
	if !slices.Contains(known, word) {
		v.Fail(key, "there is no %s %q%s", kind, word, meant(word, known))
	}
}

// meant suggests a known name that an unknown one may have been meant as.
func meant(name string, known []string) string {
	if near, ok := bnf.Nearest(name, known); ok {
		return "; did you mean " + near + "?"
	}
	return ""
}

// verifySource checks what explains the grammar: titles, reasons, sections and
// notes.
func (v *verifier) verifySource() {
	src := v.read.Source
	v.need("title", src.Title)
	for _, r := range src.Repairs {
		v.need("repair "+r.ID+": why", r.Why)
	}
	for _, d := range slices.Concat(src.Reading, src.Optional()) {
		v.need("reading: rule "+d.Rule+": section", d.Section)
		v.need("reading: rule "+d.Rule+": why", d.Why)
	}
	for _, a := range src.Ambiguities {
		v.need("ambiguity "+a.ID+": why", a.Why)
	}
	for _, rule := range slices.Sorted(maps.Keys(src.Sections)) {
		v.rule("sections", rule)
	}
	for _, c := range src.Classes {
		v.need("class "+c.Name+": section", c.Section)
		v.need("class "+c.Name+": why", c.Why)
	}
	if _, err := charClasses(v.read); err != nil {
		v.Add(err)
	}
	for i, n := range src.Notes {
		v.need(fmt.Sprintf("notes[%d].section", i), n.Section)
		v.need(fmt.Sprintf("notes[%d].text", i), n.Text)
	}
	for _, x := range src.Errata {
		v.need("erratum "+x.ID+": section", x.Section)
		v.need("erratum "+x.ID+": summary", x.Summary)
	}
}

// verifyRoles is about the rules that are references of some kind, or components.
func (v *verifier) verifyRoles() {
	if !isDate(v.Date) {
		v.Fail("edition.date", "%q is no date such as 2005-01", v.Date)
	}
	v.need("edition.status", v.Status)
	for _, form := range []struct{ key, text string }{{"edition.absolute", v.Absolute}, {"edition.uri", v.URI}} {
		if form.text == "" {
			v.Fail(form.key, "missing")
		} else if _, err := v.read.Form(form.text); err != nil {
			v.Fail(form.key, "%w", err)
		}
	}
	words := slices.Sorted(maps.Keys(roleNames))
	for _, rule := range slices.Sorted(maps.Keys(v.Components)) {
		v.rule("edition.components", rule)
		v.word("edition.components."+rule, "component", v.Components[rule], words)
	}
	if v.Site != "" {
		v.rule("edition.site", v.Site)
	}
	for _, rule := range v.Paths {
		v.rule("edition.paths", rule)
	}
}

// verifyData is about the characters of components.
func (v *verifier) verifyData() {
	for _, component := range slices.Sorted(maps.Keys(v.Data)) {
		v.word("edition.data", "component", component, dataWords)
		v.rule("edition.data."+component, v.Data[component])
	}
	if v.Unreserved == "" {
		v.Fail("edition.unreserved", "missing")
	} else if _, err := v.read.CharSet(v.Unreserved); err != nil {
		v.Fail("edition.unreserved", "%w", err)
	}
	v.need("edition.separate", v.Separate)
	v.need("edition.in_text.section", v.InText.Section)
}

// has reports whether some rule is the component.
func (v *verifier) has(component string) bool {
	if _, ok := v.Data[component]; ok {
		return true
	}
	for _, word := range v.Components {
		if word == component {
			return true
		}
	}
	return false
}

// verifyComposition checks the sections that forbid certain combinations of
// components.
func (v *verifier) verifyComposition() {
	key := func(name string) string { return "edition.composition." + name }
	c := v.Composition
	v.need(key("first_empty"), c.FirstEmpty)
	if v.Site != "" {
		v.need(key("after_site"), c.AfterSite)
		v.need(key("two_slashes"), c.TwoSlashes)
	}
	if v.Resolution.Algorithm != "" {
		v.need(key("first_colon"), c.FirstColon)
	}
	if v.has("opaque") {
		v.need(key("opaque"), c.Opaque)
	}
	if v.has("registry") {
		v.need(key("registry"), c.Registry)
	}
	if v.ParamsLast {
		v.need(key("params"), c.Params)
		if _, ok := v.Data["param"]; !ok {
			v.Fail("edition.params_last", "edition.data has no rule of a param")
		}
	}
}

// verifyResolution is about relative references, or why there are none.
func (v *verifier) verifyResolution() {
	r := &v.Resolution
	if r.Algorithm == "" {
		v.need("edition.resolution: without an algorithm: none", r.None)
		v.need("edition.resolution: without an algorithm: section", r.Section)
		v.need("edition.resolution: without an algorithm: see", r.See)
		return
	}
	var names []string
	for _, a := range resolve.Algorithms() {
		names = append(names, a.Name())
	}
	v.word("edition.resolution.algorithm", "algorithm", r.Algorithm, names)
	v.need("edition.resolution.base", r.Base)
	if r.None != "" || r.Section != "" || r.See != "" {
		v.Fail("edition.resolution", "with an algorithm there is no none, section and see")
	}
}

func (v *verifier) verifyNormalization() {
	for i, step := range v.Normalization {
		key := fmt.Sprintf("edition.normalization[%d]", i)
		v.word(key+".step", "step", step.Step, resolve.Steps())
		v.need(key+".section", step.Section)
		v.need(key+".why", step.Why)
		if step.Characters != "" {
			if _, err := v.read.CharSet(step.Characters); err != nil {
				v.Fail(key+".characters", "%w", err)
			}
		}
		for _, class := range step.Without {
			v.class(key+".without", class)
		}
	}
}

// class reports a name that no class of characters has.
func (v *verifier) class(key, name string) {
	var names []string
	classes, _ := charClasses(v.read) // an error has been reported
	for _, c := range classes {
		names = append(names, c.Name)
	}
	v.word(key, "class", name, names)
}

// verifyMapping is about what package iri needs.
func (v *verifier) verifyMapping() {
	if v.Mapping.URI == "" {
		return
	}
	for _, component := range []string{"userinfo", "host", "segment", "query", "fragment"} {
		if _, ok := v.Data[component]; !ok {
			v.Fail("edition.mapping", "edition.data has no rule of the %s", component)
		}
	}
	v.class("edition.mapping.excluded", v.Mapping.Excluded)
	for _, class := range v.Mapping.Inappropriate {
		v.class("edition.mapping.inappropriate", class)
	}
}

func (v *verifier) verifyQuotes() {
	for _, code := range slices.Sorted(maps.Keys(v.Quotes)) {
		key := "edition.quotes." + code
		v.word("edition.quotes", "code", code, quotable)
		v.need(key+".section", v.Quotes[code].Section)
		v.need(key+".text", v.Quotes[code].Text)
	}
}
