package schemes

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Document is a document with the grammar of one or more URI schemes, such as
// RFC 6068 for mailto. Two of them have no scheme: RFC 6570, URI templates, and RFC 9112,
// the request targets of HTTP.
//
// A Document may be used concurrently. Its grammar is read when it is first asked
// for, which takes milliseconds, and kept.
type Document struct {
	name, title string
	start       string // the first start rule
	data        documentData
	grammar     func() *grammar.Grammar
	reading     func() (*reading.Grammar, error) // for documents that import from it
}

// documentData is the "document" of NAME.json.
type documentData struct {
	Date      string            `json:"date"`
	Status    string            `json:"status"`
	Standing  Standing          `json:"standing"`
	Obsoletes []string          `json:"obsoletes"`
	Updates   []string          `json:"updates"`
	Schemes   map[string]string `json:"schemes"` // the start rules, by scheme
	Forms     bool              `json:"forms"`
	// NoFragment is the section that forbids fragments.
	NoFragment string `json:"no_fragment"`
	Edition    bool   `json:"edition"` // the text is that of the edition of this name
}

// Standing says what became of a document.
type Standing string

// The standings of documents. An Excerpt is a part of a document that others import
// rules from.
const (
	Current     Standing = "current"
	Obsolete    Standing = "obsolete"
	Historic    Standing = "historic"
	Nonstandard Standing = "nonstandard"
	Excerpt     Standing = "excerpt"
)

//go:embed documents/*/*.json documents/*/*.bnf documents/*/*_gen.txt
var folders embed.FS

// registry has all documents by name, from the first time that they are asked for.
var registry struct {
	once    sync.Once
	byName  map[string]*Document
	current map[string]*Document // by scheme
}

func documents() map[string]*Document {
	registry.once.Do(func() {
		entries, err := fs.ReadDir(folders, "documents")
		must(err)
		registry.byName = make(map[string]*Document, len(entries))
		for _, e := range entries {
			registry.byName[e.Name()] = newDocument(e.Name())
		}
		registry.current = make(map[string]*Document)
		for _, d := range ordered(registry.byName, func(d *Document) bool { return d.data.Standing != Nonstandard }) {
			for scheme := range d.data.Schemes {
				registry.current[scheme] = d // the later one counts
			}
		}
	})
	return registry.byName
}

// must is for what the tests hold the embedded folders to.
func must(err error) {
	if err != nil {
		panic("schemes: " + err.Error())
	}
}

func newDocument(name string) *Document {
	folder, err := fs.Sub(folders, path.Join("documents", name))
	must(err)
	text, err := fs.ReadFile(folder, name+".json")
	must(err)
	// Only what a list of documents shows is read here; source reads it all.
	var head struct {
		Title    string       `json:"title"`
		Start    string       `json:"start"`
		Document documentData `json:"document"`
	}
	must(json.Unmarshal(text, &head))
	d := &Document{name: name, title: head.Title, start: head.Start, data: head.Document}
	d.grammar = sync.OnceValue(func() *grammar.Grammar {
		if d.data.Edition {
			return edition(name).Grammar()
		}
		src, err := source(folder, name)
		must(err)
		g, err := grammar.FromVerified(src, folder)
		must(err)
		return g
	})
	d.reading = sync.OnceValues(func() (*reading.Grammar, error) {
		src, err := source(folder, name)
		if err != nil {
			return nil, err
		}
		return reading.New(src)
	})
	return d
}

func edition(name string) *grammar.Edition {
	e, ok := editions.Lookup(name)
	if !ok {
		panic("schemes: there is no edition " + name)
	}
	return e
}

// source reads the source of a document with its imports.
func source(folder fs.FS, name string) (*reading.Source, error) {
	src, err := reading.Read(folder, name)
	if err != nil {
		return nil, err
	}
	return src, src.Import(Import)
}

// editionReadings are the grammars of editions from which documents import.
var editionReadings sync.Map // of func() (*reading.Grammar, error), by name

// Import returns the grammar of an edition or of a document by its name, for
// [reading.Source.Import]: a grammar that is read from data may import their rules.
func Import(name string) (*reading.Grammar, error) {
	if e, ok := editions.Lookup(name); ok {
		read, _ := editionReadings.LoadOrStore(name, sync.OnceValues(func() (*reading.Grammar, error) {
			return reading.New(e.Grammar().Source())
		}))
		return read.(func() (*reading.Grammar, error))()
	}
	if d, ok := documents()[name]; ok {
		return d.reading()
	}
	return nil, fmt.Errorf("there is no edition and no document %q", name)
}

// Documents returns the documents in the order of publication, without excerpts.
func Documents() []*Document {
	return ordered(documents(), func(d *Document) bool { return d.data.Standing != Excerpt })
}

// ordered returns the documents that are wanted, in the order of publication.
func ordered(byName map[string]*Document, wanted func(*Document) bool) []*Document {
	var all []*Document
	for _, d := range byName {
		if wanted(d) {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *Document) int {
		return strings.Compare(a.data.Date+" "+a.name, b.data.Date+" "+b.name)
	})
	return all
}

// LookupDocument finds a document by its name, such as "rfc6068".
func LookupDocument(name string) (*Document, bool) {
	d, ok := documents()[name]
	return d, ok && d.data.Standing != Excerpt
}

// Grammar returns the grammar of a document or of an edition by its name, and false if there
// is none: it is what [grammar.Options] take as Documents, for a grammar that imports rules.
func Grammar(name string) (*grammar.Grammar, bool) {
	if d, ok := LookupDocument(name); ok {
		return d.Grammar(), true
	}
	return editions.Grammar(name)
}

// Schemes returns the schemes that have a document, in alphabetical order.
func Schemes() []string {
	all := make(map[string]bool)
	for _, d := range documents() {
		for scheme := range d.data.Schemes {
			all[scheme] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// DocumentsOf returns the documents of a scheme in the order of publication; nil if
// there are none. The scheme may be in any case.
func DocumentsOf(scheme string) []*Document {
	return ordered(documents(), func(d *Document) bool { return d.data.Schemes[strings.ToLower(scheme)] != "" })
}

// CurrentDocument returns the document that a scheme goes by today: the latest one
// with normative rules for it. The scheme may be in any case.
func CurrentDocument(scheme string) (*Document, bool) {
	documents()
	d, ok := registry.current[strings.ToLower(scheme)]
	return d, ok
}

// Name returns the name, such as "rfc6068".
func (d *Document) Name() string { return d.name }

// String returns the name.
func (d *Document) String() string { return d.name }

// Title returns the title of the document.
func (d *Document) Title() string { return d.title }

// Date returns the year and the month of publication: "2010-10".
func (d *Document) Date() string { return d.data.Date }

// Status returns the status that the document was published with, such as
// "Standards Track".
func (d *Document) Status() string { return d.data.Status }

// Standing returns what became of the document.
func (d *Document) Standing() Standing { return d.data.Standing }

// Obsoletes returns the documents that this one obsoletes, such as "RFC 2368".
func (d *Document) Obsoletes() []string { return slices.Clone(d.data.Obsoletes) }

// Updates returns the documents that this one updates.
func (d *Document) Updates() []string { return slices.Clone(d.data.Updates) }

// Forms reports whether the document prints no grammar, but only forms of URLs. The
// rules are then a reading of these forms.
func (d *Document) Forms() bool { return d.data.Forms }

// ForbidsFragment reports whether the document says that its URIs have no fragments.
// Other documents leave fragments to the generic syntax: "scheme specifications will
// not define fragment identifier syntax or usage" (RFC 3986, 4.3), so their rules mostly
// have none.
func (d *Document) ForbidsFragment() bool { return d.data.NoFragment != "" }

// Schemes returns the schemes of the document in alphabetical order.
func (d *Document) Schemes() []string { return slices.Sorted(maps.Keys(d.data.Schemes)) }

// Start returns the rule of the URIs of a scheme; "" if the document is not about
// the scheme. The scheme may be in any case. The Start of "" is that of a document
// without a scheme.
func (d *Document) Start(scheme string) string {
	if scheme == "" && len(d.data.Schemes) == 0 {
		return d.start
	}
	return d.data.Schemes[strings.ToLower(scheme)]
}

// Grammar returns the grammar of the document.
func (d *Document) Grammar() *grammar.Grammar { return d.grammar() }

// Language returns the URIs of a scheme by the document. It returns false if the
// document is not about the scheme, which may be in any case.
func (d *Document) Language(scheme string) (*grammar.Language, bool) {
	start := d.Start(scheme)
	if start == "" {
		return nil, false
	}
	l, err := d.Grammar().Conforming(start)
	return l, err == nil
}
