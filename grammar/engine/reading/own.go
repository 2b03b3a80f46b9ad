package reading

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Own is what a grammar is read from that is no document: texts, which are one grammar
// together, and no data. All rules count as they are written.
//
// A prose value that names a document imports a rule of it. It may name the rule, or
// else it stands for the rule that it defines:
//
//	uri-host = <host, see [RFC3986], Section 3.2.2>
//	pchar    = <as specified in RFC 3986, Appendix A>
type Own struct {
	Files    []bnf.File
	Notation bnf.Notation // 0: what [bnf.Guess] returns
	Lists    bnf.Lists    // how "#" is read
	Start    string       // the start rule; "" for the first
	// Imports are rules of other documents, besides those that prose values name. They
	// take the place of prose values and of names that are not defined.
	Imports []Import
	// Depth is how deep recursion is unrolled that is not at one end of a rule only; 0
	// refuses it.
	Depth int
	// Find returns the grammar of a document, such as "rfc3986"; nil if there are none.
	Find func(name string) (*Grammar, error)
}

// maxOwn is how many bytes the texts of a grammar of our own may have. The largest
// grammar of an RFC has 60 KB.
const maxOwn = 1 << 20

// Read returns the grammar. The error names file, line and column of what is wrong: all
// that cannot be read, or all that is undefined, defined twice, recursive or cannot be
// imported. Read makes no automaton; see [Grammar.Build].
func (o Own) Read() (*Grammar, error) {
	w, err := o.prepare()
	if err != nil {
		return nil, err
	}
	return w.read()
}

// TextError says what is wrong at a place of a text.
type TextError struct {
	Pos    bnf.Pos
	Import bool // it is about a rule that is to be imported
	Err    error
}

// Error begins with the place.
func (err *TextError) Error() string { return fmt.Sprintf("%v: %v", err.Pos, err.Err) }

// Unwrap returns Err.
func (err *TextError) Unwrap() error { return err.Err }

func textError(pos bnf.Pos, format string, args ...any) error {
	return &TextError{Pos: pos, Err: fmt.Errorf(format, args...)}
}

// prepare reads the rules of the texts.
func (o Own) prepare() (*rewriter, error) {
	files, err := o.texts()
	if err != nil {
		return nil, err
	}
	if o.Notation == 0 {
		o.Notation = bnf.Guess(files...)
	}
	b, err := bnf.ReadListed(o.Notation, o.Lists, files...)
	if err != nil {
		return nil, err
	}
	if len(b.Rules) == 0 {
		return nil, textError(bnf.Pos{File: files[0].Name, Line: 1, Column: 1}, "there are no rules")
	}
	src := &Source{
		Files: files, Name: path.Base(files[0].Name), Notation: o.Notation.String(), Start: o.Start, lists: o.Lists,
		Imports: slices.Clone(o.Imports), imported: make(map[string]*Grammar),
	}
	if src.Start == "" {
		src.Start = b.Rules[0].Name
	} else if b.Lookup(src.Start) == nil {
		return nil, textError(bnf.Pos{File: files[0].Name, Line: 1, Column: 1},
			"there is no rule %q to start with%s", src.Start, (&Grammar{BNF: b}).meant(src.Start))
	}
	return &rewriter{Own: o, src: src, text: b, known: make(map[origin]string), missing: make(map[string]error)}, nil
}

// read returns the grammar, with what it imports.
func (w *rewriter) read() (*Grammar, error) {
	w.run()
	if len(w.errs) > 0 {
		return nil, errors.Join(append(w.errs, w.others()...)...)
	}
	w.src.rewrite = func(*bnf.Grammar) *bnf.Grammar { return w.out }
	return New(w.src)
}

// texts returns the texts without a byte order mark, if they are in UTF-8 and not too
// long.
func (o Own) texts() ([]bnf.File, error) {
	if len(o.Files) == 0 {
		return nil, errors.New("a grammar of no files")
	}
	files := slices.Clone(o.Files)
	left := maxOwn
	for i, f := range files {
		if left -= len(f.Text); left < 0 {
			return nil, textError(placeOf(f.Name, f.Text, max(len(f.Text)+left, 0)), "the grammar has more than %d bytes", maxOwn)
		}
		files[i].Text = bytes.TrimPrefix(f.Text, []byte("\uFEFF"))
		for at := 0; at < len(f.Text); {
			r, size := utf8.DecodeRune(f.Text[at:])
			if r == utf8.RuneError && size == 1 {
				return nil, textError(placeOf(f.Name, f.Text, at), "the byte 0x%02X is not UTF-8", f.Text[at])
			}
			at += size
		}
	}
	return files, nil
}

// placeOf returns the position of an offset.
func placeOf(file string, text []byte, offset int) bnf.Pos {
	before := text[:offset]
	return bnf.Pos{File: file, Line: 1 + bytes.Count(before, []byte("\n")), Column: offset - bytes.LastIndexByte(before, '\n')}
}

// maxMeant is for how many errors a name is looked for that may be meant.
const maxMeant = 50

// rewriter finds the rules that the prose values of a text name, and puts names in
// the places of those prose values.
type rewriter struct {
	Own
	src   *Source
	text  *bnf.Grammar
	out   *bnf.Grammar
	known map[origin]string // the names of rules that are imported
	// missing has for each document that is not found what is wrong.
	missing map[string]error
	errs    []error
}

func (w *rewriter) run() {
	for _, x := range w.src.Imports {
		if o, ok := w.grammar(x.From, x.Rule, bnf.Pos{File: w.src.File(), Line: 1, Column: 1}); ok {
			w.known[o] = x.name() // o has the name as the document writes it
		}
	}
	w.out = &bnf.Grammar{Notation: w.Notation}
	for _, r := range w.text.Rules {
		if text, ok := r.Prose(); ok {
			if !w.given(r.Name) {
				if r = w.whole(r, text); r == nil {
					continue
				}
			}
		} else {
			r = r.Map(r.Name, w.element)
		}
		w.out.Rules = append(w.out.Rules, r)
	}
	x := &recursion{notation: w.Notation, rules: w.out.Rules}
	x.solve()
	if w.Depth > 0 {
		if err := x.unroll(w.Depth); err != nil {
			w.errs = append(w.errs, textError(bnf.Pos{File: w.src.File(), Line: 1, Column: 1}, "%w", err))
		}
	}
	w.src.depth, w.src.unrolled = w.Depth, x.unrolled
	w.out.Rules = x.rules
	w.out = w.out.Amend(new(bnf.Grammar)) // with the core rules that it uses now
	if slices.ContainsFunc(w.out.Rules, beyondBytes) || w.importsCharacters() {
		w.src.Terminals = Characters
	}
}

// others returns what is wrong besides imports. What is to be imported counts as defined.
func (w *rewriter) others() []error {
	told := make(map[bnf.Pos]bool)
	for _, err := range w.errs {
		if text, ok := errors.AsType[*TextError](err); ok {
			told[text.Pos] = true
		}
	}
	g := &bnf.Grammar{Notation: w.Notation, Core: w.out.Core}
	for _, r := range w.out.Rules {
		if _, ok := r.Prose(); !ok || !w.given(r.Name) {
			g.Rules = append(g.Rules, r)
		}
	}
	for _, x := range w.src.Imports {
		g.Rules = append(g.Rules, &bnf.Rule{Name: x.name(), Elements: new(bnf.Alternation)})
	}
	var errs []error
	for _, p := range wrong(g) {
		if !told[p.Pos] {
			errs = append(errs, p)
		}
	}
	return errs
}

// given reports whether a rule is to be imported under this name.
func (w *rewriter) given(name string) bool {
	return slices.ContainsFunc(w.src.Imports, func(x Import) bool { return w.same(x.name(), name) })
}

func (w *rewriter) same(a, b string) bool {
	return a == b || w.Notation == bnf.ABNF && strings.EqualFold(a, b)
}

func (w *rewriter) importsCharacters() bool {
	for _, g := range w.src.imported {
		if g != nil && g.Source.UTF8() {
			return true
		}
	}
	return false
}

// beyondBytes reports whether a rule has a value that is no byte.
func beyondBytes(r *bnf.Rule) bool {
	found := false
	r.Map(r.Name, func(e bnf.Element) bnf.Element {
		if v, ok := e.(*bnf.NumVal); ok {
			found = found || slices.Max(v.Values) >= Limit
		}
		return e
	})
	return found
}

// whole returns a rule whose definition is a prose value, as it is to be read; nil if it
// is a core rule, which needs no definition.
func (w *rewriter) whole(r *bnf.Rule, text string) *bnf.Rule {
	rule, from, ok := citation(text)
	if !ok {
		return r
	}
	if rule == "" {
		rule = r.Name
	}
	pos := r.Elements.Pos
	if from == core {
		if c := bnf.CoreRule(rule); c == nil {
			w.fail(pos, "%s has no core rule %s", core, rule)
		} else if w.same(c.Name, r.Name) {
			return nil
		}
		return w.alias(r, rule)
	}
	o, ok := w.grammar(from, rule, pos)
	if !ok {
		return r
	}
	if name, ok := w.known[o]; ok {
		return w.alias(r, name)
	}
	w.bring(o, r.Name)
	return r
}

// alias returns a rule that is another name of a rule.
func (w *rewriter) alias(r *bnf.Rule, of string) *bnf.Rule {
	return r.Map(r.Name, func(e bnf.Element) bnf.Element { return &bnf.Rulename{Pos: e.Position(), Name: of} })
}

// element returns what stands in the place of an element.
func (w *rewriter) element(e bnf.Element) bnf.Element {
	p, ok := e.(*bnf.ProseVal)
	if !ok {
		return e
	}
	rule, from, ok := citation(p.Text)
	if !ok || rule == "" {
		return e
	}
	if from == core {
		if bnf.CoreRule(rule) == nil {
			w.fail(p.Pos, "%s has no core rule %s", core, rule)
		}
		return &bnf.Rulename{Pos: p.Pos, Name: rule}
	}
	o, ok := w.grammar(from, rule, p.Pos)
	if !ok {
		return e
	}
	if _, ok := w.known[o]; !ok {
		name := o.rule
		if w.text.Lookup(name) != nil {
			name = o.from + ":" + o.rule
		}
		w.bring(o, name)
	}
	return &bnf.Rulename{Pos: p.Pos, Name: w.known[o]}
}

// bring imports a rule.
func (w *rewriter) bring(o origin, as string) {
	w.known[o] = as
	w.src.Imports = append(w.src.Imports, Import{Rule: o.rule, From: o.from, As: as})
}

// grammar finds a rule of a document, and the name that it has there.
func (w *rewriter) grammar(from, rule string, pos bnf.Pos) (origin, bool) {
	g, ok := w.src.imported[from]
	if !ok {
		err := fmt.Errorf("there is no document %q to import %s from", from, rule)
		if w.Find != nil {
			g, err = w.Find(from)
		}
		if err != nil {
			g, w.missing[from] = nil, err
		}
		w.src.imported[from] = g
	}
	if g == nil {
		w.fail(pos, "%w", w.missing[from])
		return origin{}, false
	}
	r, ok := g.Lookup(rule)
	if !ok {
		meant := ""
		if len(w.errs) < maxMeant {
			meant = g.meant(rule)
		}
		w.fail(pos, "%s has no rule %q to import%s", from, rule, meant)
		return origin{}, false
	}
	return origin{from, r.Name}, true
}

func (w *rewriter) fail(pos bnf.Pos, format string, args ...any) {
	w.errs = append(w.errs, &TextError{pos, true, fmt.Errorf(format, args...)})
}

var (
	rfc   = pattern{text: `(?i)\b(?:RFC|STD)[- ]?([0-9]+)\b`}
	label = pattern{text: `\[([A-Za-z][A-Za-z0-9-]*)\]`}
	// first is the name of a rule at the beginning, before what says where it is.
	first = pattern{text: `^"?([A-Za-z][A-Za-z0-9_-]*)"?(?:,| +(?:see|from|in|as|is|defined|specified|per)\b)`}
)

// labels are documents that RFCs cite by a label instead of a number.
var labels = map[string]string{"uri": "rfc3986", "iri": "rfc3987", "abnf": core, "std66": "rfc3986", "std68": core}

// cores are the documents that define the core rules of ABNF.
var cores = []string{"rfc2234", "rfc4234"}

// citation finds in a prose value the rule that it names and the document where that is
// defined; rule is "" if it is not named.
func citation(prose string) (rule, document string, ok bool) {
	rest := prose // after the name, which may look like a document: rfc1123-date
	if m := first.get().FindStringSubmatch(prose); m != nil && !slices.Contains([]string{"see", "as", "defined", "specified"}, strings.ToLower(m[1])) {
		rule, rest = m[1], prose[len(m[1]):]
	}
	if m := rfc.get().FindStringSubmatch(rest); m != nil {
		document = strings.ToLower(m[0][:3]) + m[1]
	} else if m := label.get().FindStringSubmatch(rest); m != nil {
		document = strings.ToLower(m[1])
	} else {
		return "", "", false
	}
	if of, ok := labels[document]; ok {
		document = of
	}
	if slices.Contains(cores, document) {
		document = core
	}
	return rule, document, true
}

// Barren returns an error if a rule derives no string; see [Grammar.Build].
func (g *Grammar) Barren(r *Rule) error {
	if automaton.Empty(g.Automaton(r)) {
		return fmt.Errorf("%v: rule %s derives no string", g.Definition(r).Pos, r.Name)
	}
	return nil
}
