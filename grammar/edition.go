package grammar

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/resolve"
)

// Edition is one published document on URLs or URIs: a [Grammar], and what
// the document says about references. Its languages ([Edition.References] and so
// on) answer all questions about strings; the most common ones have short forms
// here.
//
// An Edition is built at first use and may be used concurrently. The zero value is
// not an edition; package editions has all there are.
type Edition struct {
	references Language // by value: Valid reaches it without another step
	name       string
	grammar    *Grammar
	code       Generated
	tables     tables
	given      *reading.Grammar // what New has read; else nil
	of         *Edition         // the one that this one is with errata or options; else nil
	chosen     *reading.Source  // with options; else nil

	documents  lazy[Document, Edition]
	absolute   lazy[Language, Edition]
	uris       lazy[Language, Edition]
	byRule     lazy[[]role, Edition]
	algorithm  lazy[resolve.Algorithm, Edition]
	corrected  lazy[Edition, Edition]
	basis      lazy[basis, Edition]
	match      lazy[matcher, Edition]
	normalizer lazy[Normalizer, Edition]
	derived    sync.Map // see [Derived]
}

// Derived returns a value that another package computes from an edition and wants to
// keep with it, such as the escapers of package compose. The first call with a key
// makes the value, and later ones return it; an error is not kept. Key is comparable, of
// an unexported type of that package, and of few values. Two concurrent first calls may
// both call make, but return the same value. What make returns must be safe for
// concurrent use.
func Derived[T any](e *Edition, key any, make func() (*T, error)) (*T, error) {
	if v, ok := e.derived.Load(key); ok {
		return v.(*T), nil
	}
	v, err := make()
	if err != nil {
		return nil, err
	}
	kept, _ := e.derived.LoadOrStore(key, v)
	return kept.(*T), nil
}

// New returns the edition whose NAME.bnf and NAME.json are in folder; amended is
// the edition that it amends, or nil if it is complete in itself. Its trees come
// from the automaton, because it has no generated code. The error lists everything
// that is wrong with the data, each with its file and key, or its file and line. It is
// a [*LimitError] if a rule is too large to compile. New compiles all rules, which takes
// up to some hundred milliseconds.
func New(name string, folder fs.FS, amended *Edition) (*Edition, error) {
	src, err := reading.Read(folder, name)
	if err != nil {
		return nil, err
	}
	var of *Document
	if amended != nil {
		if err := src.Amend(amended.grammar.Source()); err != nil {
			return nil, err
		}
		of = amended.document()
	}
	read, unread := reading.New(src)
	doc, err := readDocument(src, of)
	if err := errors.Join(unread, err); err != nil {
		return nil, err
	}
	if err := doc.verify(read); err != nil {
		return nil, err
	}
	e := &Edition{name: name, given: read}
	e.documents.value.Store(doc)
	e.init(name, startOf(read), nil)
	e.references.acceptor = (*Language).compile
	if err := e.build(); err != nil {
		return nil, err
	}
	if options := src.Options(); len(options) > 0 {
		if _, err := reading.New(src.With(options...)); err != nil {
			return nil, fmt.Errorf("with its options: %w", err)
		}
		if err := e.with(options).build(); err != nil {
			return nil, fmt.Errorf("with its options: %w", err)
		}
	}
	if errata := src.Corrections(); len(errata) > 0 {
		corrected, err := reading.New(src.Corrected(errata...))
		if err == nil {
			err = doc.verify(corrected)
		}
		if err == nil {
			err = e.Corrected().build()
		}
		if err != nil {
			return nil, fmt.Errorf("with its errata: %w", err)
		}
	}
	return e, nil
}

// build makes all that could turn out to be too large where no error can be returned.
func (e *Edition) build() error {
	if err := e.grammar.build(); err != nil {
		return err
	}
	for _, l := range []*Language{e.Absolute(), e.URIs()} {
		if err := l.within(func() { l.accept.get(l, l.acceptor) }); err != nil {
			return err
		}
	}
	return e.references.within(func() { e.match.get(e, (*Edition).newMatcher) })
}

// init makes the edition's grammar and the language of its references, which has no
// acceptor yet.
func (e *Edition) init(label, start string, deriver Deriver) {
	e.references.name, e.references.table = start, referencesTable
	e.grammar = newGrammar(label, e, deriver, &e.references)
}

// read reads the edition's rules.
func (e *Edition) read() *reading.Grammar {
	switch {
	case e.given != nil:
		return e.given
	case e.chosen != nil:
		return mustRead(e.chosen)
	case e.of != nil:
		return correctedOf{e.of.grammar}.read()
	}
	return e.code.rules()
}

// document returns what the data say of references.
func (e *Edition) document() *Document {
	return e.documents.get(e, func(e *Edition) *Document {
		if e.of != nil {
			return e.of.document()
		}
		return e.code.document(e.grammar.Source())
	})
}

// roles returns the role of each rule, by its index.
func (e *Edition) roles() []role { return *e.byRule.get(e, rolesOf) }

// correct is what [Grammar.Corrected] of the edition's grammar returns.
func (e *Edition) correct(*Grammar) *Grammar { return e.Corrected().grammar }

// serve gives the language of a rule the generated table that fits: the one of
// references, absolute references or URIs if that is what the rule stands for.
func (e *Edition) serve(l *Language, r *reading.Rule) {
	if r.Variant != reading.Plain {
		return // by the published rules alone, it is a different language
	}
	switch r.Name {
	case e.grammar.Source().Start:
		e.tables.serve(l, referencesTable)
	case e.document().Absolute:
		e.tables.serve(l, absoluteTable)
	case e.document().URI:
		e.tables.serve(l, urisTable)
	}
}

// explanations returns the text of the table that explains errors.
func (e *Edition) explanations() string {
	switch {
	case e.of != nil && e.chosen == nil && e.of.code.Explanations != nil:
		return e.of.code.Explanations.Corrected()
	case e.of == nil && e.code.Explanations != nil:
		return e.code.Explanations.Published()
	}
	return ""
}

// form returns the language of a form of the start rule; its automaton comes from a
// table. [Document.verify] has checked that there is such a form.
func (e *Edition) form(text, table string) *Language {
	if l, err := e.grammar.Conforming(text); err == nil {
		return l // the form is a rule
	}
	find := func(read *reading.Grammar) *reading.Rule {
		r, err := read.Form(text)
		if err != nil {
			panic(fmt.Sprintf("grammar: %s: %v", e, err))
		}
		return r
	}
	l := &Language{grammar: e.grammar, finder: find, name: find(e.grammar.read()).Name}
	e.tables.serve(l, table)
	return l
}

// Name returns the edition's name, such as "rfc3986", whether it is corrected or
// not.
func (e *Edition) Name() string { return e.name }

// String returns the edition's name, followed by " corrected" if errata are
// applied.
func (e *Edition) String() string { return e.grammar.label }

// Document returns what the edition's data say about references. It must not be
// changed.
func (e *Edition) Document() *Document { return e.document() }

// Grammar returns the edition's grammar: its rules, and the language of each.
func (e *Edition) Grammar() *Grammar { return e.grammar }

// References returns the language of references, absolute and relative, that
// conform to the edition.
func (e *Edition) References() *Language { return &e.references }

// Absolute returns the language of the absolute references that may be a base. They
// have a fragment only where the edition lets a base have one (section 4 of
// rfc1808, rfc2396bis-00). The language is that of the rule url, absoluteURL,
// absoluteURI, absolute-URI-reference or absolute-URI, or of generic-RL
// [ "#" fragment ] in rfc1808.
func (e *Edition) Absolute() *Language {
	return e.absolute.get(e, func(e *Edition) *Language { return e.form(e.document().Absolute, absoluteTable) })
}

// URIs returns the language of absolute references with or without a fragment:
// the rule URI of rfc3986, and absoluteURI [ "#" fragment ] of rfc2396. In rfc1738
// a fragment is not part of a URL.
func (e *Edition) URIs() *Language {
	return e.uris.get(e, func(e *Edition) *Language {
		if doc := e.document(); doc.URI == doc.Absolute {
			return e.Absolute()
		}
		return e.form(e.document().URI, urisTable)
	})
}

// Language returns the language of a rule of the edition by the published rules
// alone. It is [Grammar.Language], and has the same error.
func (e *Edition) Language(rule string) (*Language, error) { return e.grammar.Language(rule) }

// Corrected returns the edition with those of its errata applied that change the
// language ([reading.Source.Corrections]), or the edition itself if there are none
// or they are already applied. Everything works on it as on the published one. It
// is built at first use, and later calls return the same one.
func (e *Edition) Corrected() *Edition {
	return e.corrected.get(e, func(e *Edition) *Edition {
		switch {
		case e.chosen != nil && e.of.Corrected() != e.of:
			return e.of.Corrected().with(e.chosen.Chosen())
		case e.of != nil || !e.correctable():
			return e
		}
		c := &Edition{name: e.name, of: e, tables: tables{e.code.Folder, "corrected/"}}
		c.init(e.name+correctedLabel, e.references.name, e.code.Corrected)
		c.tables.serve(&c.references, referencesTable)
		return c
	})
}

// correctable reports whether the edition has errata that change the language.
func (e *Edition) correctable() bool {
	if e.given != nil {
		return len(e.given.Source.Corrections()) > 0
	}
	return e.code.Corrected != nil // which is known without the data
}

// Valid reports whether s conforms to the edition as a reference. It is
// [Language.Valid] of [Edition.References]: it does not allocate.
func (e *Edition) Valid(s string) bool {
	if a := e.references.accept.value.Load(); a != nil {
		return a.Accepts(s)
	}
	l := &e.references
	return l.accept.get(l, l.acceptor).Accepts(s)
}

// Check returns nil if s conforms to the edition as a reference, else a
// [*SyntaxError]: it is [Language.Check] of [Edition.References].
func (e *Edition) Check(s string) error { return e.references.Check(s) }

// Tree returns the derivation of s as a reference: it is [Language.Tree] of
// [Edition.References].
func (e *Edition) Tree(s string) (*Tree, error) { return e.references.Tree(s) }

// resolution returns the edition's resolution algorithm, nil for none.
func (e *Edition) resolution() *resolve.Algorithm {
	return e.algorithm.get(e, func(e *Edition) *resolve.Algorithm {
		a, _ := resolve.Lookup(e.document().Resolution.Algorithm) // Document.verify has checked the name
		return a
	})
}

// Algorithm returns the edition's resolution algorithm, or a
// [*NotDefinedError].
func (e *Edition) Algorithm() (*resolve.Algorithm, error) {
	if a := e.resolution(); a != nil {
		return a, nil
	}
	r := &e.Document().Resolution
	return nil, &NotDefinedError{Edition: e.String(), What: "relative form", Section: r.Section, Text: r.None, See: r.See}
}

// Split finds the components of any string, whether it conforms or not, as the
// edition separates them: see [resolve.Algorithm.Split], and for an edition
// that resolves no references [resolve.Split].
func (e *Edition) Split(s string) ast.Reference {
	if a := e.resolution(); a != nil {
		return a.Split(s)
	}
	return resolve.Split(s)
}
