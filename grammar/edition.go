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
	tables     tables

	document  func() *Document
	absolute  func() *Language
	uris      func() *Language
	roles     func() []role             // of each rule, by its index
	algorithm func() *resolve.Algorithm // nil for none
	corrected func() *Edition

	basis      lazy[basis]
	match      lazy[matcher]
	normalizer lazy[Normalizer]
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
	e := newEdition(name, Generated{}, func() *reading.Grammar { return read }, func() *Document { return doc })
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
		if err := l.within(func() { l.accept.get() }); err != nil {
			return err
		}
	}
	return e.references.within(func() { e.match.get() })
}

// newEdition returns an edition whose grammar and document are read when they are
// first needed.
func newEdition(name string, code Generated, read func() *reading.Grammar, doc func() *Document) *Edition {
	e := &Edition{name: name, document: doc, tables: tables{code.Folder, ""}}
	e.grammar = newGrammar(name, read, code.Rules, &e.references)
	e.init()
	e.corrected = sync.OnceValue(func() *Edition {
		c := &Edition{name: name, document: doc, tables: tables{code.Folder, "corrected/"}}
		if c.grammar = e.grammar.correct(code.Corrected, &c.references); c.grammar == e.grammar {
			return e
		}
		c.init()
		c.corrected = func() *Edition { return c }
		return c
	})
	e.grammar.corrected = func() *Grammar { return e.corrected().grammar }
	return e
}

// init sets up what an edition computes from its grammar.
func (e *Edition) init() {
	e.normalizer.make = func() *Normalizer {
		n, err := e.Normalizer()
		if err != nil {
			panic(err) // cannot happen, because the data has been verified
		}
		return n
	}
	e.tables.serve(&e.references, referencesTable)
	e.grammar.serve = e.serve
	e.absolute = sync.OnceValue(func() *Language { return e.form(e.document().Absolute, absoluteTable) })
	e.uris = sync.OnceValue(func() *Language {
		if doc := e.document(); doc.URI == doc.Absolute {
			return e.absolute()
		}
		return e.form(e.document().URI, urisTable)
	})
	e.roles = sync.OnceValue(func() []role { return rolesOf(e.grammar.read(), e.document().Components) })
	e.algorithm = sync.OnceValue(func() *resolve.Algorithm {
		a, _ := resolve.Lookup(e.document().Resolution.Algorithm) // Document.verify has checked the name
		return a
	})
	e.basis.make = func() *basis { return basisOf(e) }
	e.match.make = e.newMatcher
}

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

// form returns the language of a form of the start rule; its automaton comes from a
// table. [Document.verify] has checked that there is such a form.
func (e *Edition) form(text, table string) *Language {
	if l, err := e.grammar.Conforming(text); err == nil {
		return l // the form is a rule
	}
	l := new(Language)
	l.init(e.grammar, func(read *reading.Grammar) *reading.Rule {
		r, err := read.Form(text)
		if err != nil {
			panic(fmt.Sprintf("grammar: %s: %v", e, err))
		}
		return r
	})
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
func (e *Edition) Absolute() *Language { return e.absolute() }

// URIs returns the language of absolute references with or without a fragment:
// the rule URI of rfc3986, and absoluteURI [ "#" fragment ] of rfc2396. In rfc1738
// a fragment is not part of a URL.
func (e *Edition) URIs() *Language { return e.uris() }

// Language returns the language of a rule of the edition by the published rules
// alone. It is [Grammar.Language], and has the same error.
func (e *Edition) Language(rule string) (*Language, error) { return e.grammar.Language(rule) }

// Corrected returns the edition with those of its errata applied that change the
// language ([reading.Source.Corrections]), or the edition itself if there are none
// or they are already applied. Everything works on it as on the published one. It
// is built at first use, and later calls return the same one.
func (e *Edition) Corrected() *Edition { return e.corrected() }

// Valid reports whether s conforms to the edition as a reference. It is
// [Language.Valid] of [Edition.References]: it does not allocate.
func (e *Edition) Valid(s string) bool {
	if a := e.references.accept.value.Load(); a != nil {
		return a.Accepts(s)
	}
	return e.references.accept.get().Accepts(s)
}

// Check returns nil if s conforms to the edition as a reference, else a
// [*SyntaxError]: it is [Language.Check] of [Edition.References].
func (e *Edition) Check(s string) error { return e.references.Check(s) }

// Tree returns the derivation of s as a reference: it is [Language.Tree] of
// [Edition.References].
func (e *Edition) Tree(s string) (*Tree, error) { return e.references.Tree(s) }

// Algorithm returns the edition's resolution algorithm, or a
// [*NotDefinedError].
func (e *Edition) Algorithm() (*resolve.Algorithm, error) {
	if a := e.algorithm(); a != nil {
		return a, nil
	}
	r := &e.Document().Resolution
	return nil, &NotDefinedError{Edition: e.String(), What: "relative form", Section: r.Section, Text: r.None, See: r.See}
}

// Split finds the components of any string, whether it conforms or not, as the
// edition separates them: see [resolve.Algorithm.Split], and for an edition
// that resolves no references [resolve.Split].
func (e *Edition) Split(s string) ast.Reference {
	if a := e.algorithm(); a != nil {
		return a.Split(s)
	}
	return resolve.Split(s)
}
