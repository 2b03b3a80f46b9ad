package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/reading"
)

// book is what the pages tell of.
type book struct {
	editions []edition
	grammars []*grammar.Edition // of each edition
	// comparisons are those of each edition with what stands before it.
	comparisons []*grammar.Comparison
}

// open returns the edition in the folder of e. It derives no trees, which takes
// what gen writes.
func (b *book) open(root string, e edition) *grammar.Edition {
	folder := os.DirFS(filepath.Join(root, "grammar", e.name))
	if of := b.find(e.source.Amends); of >= 0 {
		return grammar.NewAmendment(b.grammars[of], e.name, folder, nil, nil)
	}
	return grammar.New(e.name, folder, nil, nil)
}

// before returns the editions that edition i is compared with, of those that are
// older: the last of them, and the one that it amends.
func (b *book) before(i int) []int {
	if i == 0 {
		return nil
	}
	if of := b.find(b.editions[i].source.Amends); of >= 0 && of != i-1 {
		return []int{i - 1, of}
	}
	return []int{i - 1}
}

// pages makes the page of each edition and the one on all of them.
func pages(root string, editions []edition) ([]file, error) {
	b := &book{editions: editions}
	var pairs [][2]*grammar.Edition
	for i, e := range editions {
		g := b.open(root, e)
		b.grammars = append(b.grammars, g)
		for _, j := range b.before(i) {
			pairs = append(pairs, [2]*grammar.Edition{b.grammars[j], g})
		}
	}
	b.comparisons = make([]*grammar.Comparison, len(pairs))
	errs := make([]error, len(pairs))
	var wg sync.WaitGroup
	for i, p := range pairs {
		wg.Go(func() { b.comparisons[i], errs[i] = grammar.Compare(p[0], p[1]) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	files := make([]file, len(editions))
	errs = make([]error, len(editions)+1)
	var timeline file
	wg.Go(func() { timeline, errs[len(editions)] = b.timeline() })
	for i := range editions {
		wg.Go(func() { files[i], errs[i] = b.page(i) })
	}
	wg.Wait()
	return append(files, timeline), errors.Join(errs...)
}

// page makes the page of an edition.
func (b *book) page(i int) (file, error) {
	e, g := b.editions[i], b.grammars[i]
	m := newPage(fmt.Sprintf("%s: %s", e.name, prose(e.source.Title)))
	b.facts(m, i)
	m.reading(g)
	m.components(g)
	if err := b.resolution(m, g); err != nil {
		return file{}, err
	}
	m.normalization(g)
	m.repairs(e.source)
	m.errata(e.source)
	if err := m.ambiguities(g); err != nil {
		return file{}, err
	}
	m.rules(g)
	for _, c := range b.comparisons {
		if c.A == g || c.B == g {
			m.comparison(c, g)
		}
	}
	return file{path.Join("grammar", e.name, "README.md"), m.Bytes()}, nil
}

// facts writes what is known of the document, and how to name the edition.
func (b *book) facts(m *markdown, i int) {
	e, src := b.editions[i], b.editions[i].source
	amends, terminals := "-", "bytes"
	if src.Terminals != "" {
		terminals = prose(src.Terminals)
	}
	if src.Amends != "" {
		amends = b.link(b.find(src.Amends), "..") + ", whose rules and data count where it has none"
	}
	m.table([]string{"edition", code(e.name)}, [][]string{
		{"date", src.Date},
		{"status", prose(src.Status)},
		{"amends", amends},
		{"obsoletes", b.documents(src.Obsoletes, "..")},
		{"updates", b.documents(src.Updates, "..")},
		{"text", fmt.Sprintf("[%s](%s), the collected grammar as published; notation %s", src.File(), src.File(), code(src.Notation))},
		{"data", fmt.Sprintf("[%s.json](%s.json), which this page is made of", e.name, e.name)},
		{"terminals", terminals},
		{"references", fmt.Sprintf("%s; absolute ones %s", code(src.Start), code(src.Absolute))},
		{"command", code("urispec check -e " + e.name + " REF...")},
		{"library", fmt.Sprintf("%s of package %s, or %s of %s", code(e.variable()), code("grammar/editions"), code("Edition"), code("grammar/"+e.name))},
	})
	links := []string{"[All editions](../README.md)"}
	if i > 0 {
		links = append(links, "before this one "+b.link(i-1, ".."))
	}
	if i+1 < len(b.editions) {
		links = append(links, "after it "+b.link(i+1, ".."))
	}
	m.paragraph("%s.", strings.Join(links, ", "))
}

// link is to the page of an edition, from a page in a folder from which the
// folder of grammars is up.
func (b *book) link(i int, up string) string {
	name := b.editions[i].name
	return fmt.Sprintf("[%s](%s)", name, path.Join(up, name, "README.md"))
}

// find returns the edition of a name, -1 if there is none.
func (b *book) find(name string) int {
	return slices.IndexFunc(b.editions, func(e edition) bool { return e.name == name })
}

// documents lists documents by the names that documents have for each other
// ("RFC 1738"), those that are editions as links.
func (b *book) documents(list []string, up string) string {
	var out []string
	for _, doc := range list {
		if i := b.find(strings.ToLower(strings.ReplaceAll(doc, " ", ""))); i >= 0 {
			out = append(out, b.link(i, up))
		} else {
			out = append(out, prose(doc))
		}
	}
	if out == nil {
		return "-"
	}
	return strings.Join(out, ", ")
}

func (m *markdown) reading(g *grammar.Edition) {
	m.heading("Reading")
	decisions := g.Source().Reading
	if len(decisions) == 0 {
		m.paragraph("The prose excludes nothing that the grammar derives.")
		return
	}
	m.paragraph("What the prose decides and the grammar leaves open. A reference conforms if the grammar derives it so.")
	var items []string
	for _, d := range decisions {
		items = append(items, fmt.Sprintf("In %s, section %s: %s. %s", code(d.Rule), d.Section, decided(d), prose(d.Why)))
	}
	m.list(items)
}

// decided marks up what a decision is: text of the grammar stands between
// backticks there.
func decided(d reading.Decision) string {
	var out strings.Builder
	for i, part := range strings.Split(d.String(), "`") {
		if i%2 == 1 {
			out.WriteString(code(part))
		} else {
			out.WriteString(proseEscapes.Replace(part))
		}
	}
	return out.String()
}

func (m *markdown) components(g *grammar.Edition) {
	m.heading("Components")
	m.paragraph("The words of package [ast](../../ast) for what the rules derive.")
	var rows [][]string
	for _, r := range g.Rules() {
		if word, ok := g.Source().Components[r.Name]; ok {
			rows = append(rows, []string{code(r.Name), word, r.Section})
		}
	}
	m.table([]string{"rule", "component", "section"}, rows)
}

func (b *book) resolution(m *markdown, g *grammar.Edition) error {
	m.heading("Resolution")
	r := g.Source().Resolution
	algorithm, err := g.Algorithm()
	if none := new(grammar.NoRelativeFormError); errors.As(err, &none) {
		m.paragraph("Section %s: \"%s\" See %s.", none.Section, prose(none.Text), b.documents([]string{none.See}, ".."))
		return nil
	} else if err != nil {
		return err
	}
	m.paragraph("References are resolved by the algorithm of %s, section %s.", algorithm.Name(), algorithm.Section())
	items := []string{fmt.Sprintf("A base conforms as %s (section %s).", code(g.Source().Absolute), r.Base)}
	if r.Opaque != "" {
		items = append(items, fmt.Sprintf("A base is not opaque (section %s).", r.Opaque))
	}
	if r.Fragment != "" {
		items = append(items, fmt.Sprintf("A base may have a fragment (section %s).", r.Fragment))
	}
	if r.EmptyBase != "" {
		items = append(items, fmt.Sprintf("The empty string is a base for which all references are absolute (section %s).", r.EmptyBase))
	}
	m.list(items)
	return nil
}

func (m *markdown) normalization(g *grammar.Edition) {
	m.heading("Normalization")
	if len(g.Normalizations()) == 0 {
		m.paragraph("The document says of no references that they are equivalent.")
		return
	}
	m.paragraph("The equivalences that the document licenses, in the order in which they are applied.")
	var rows [][]string
	for _, n := range g.Normalizations() {
		only := ""
		if n.Schemes != nil {
			only += fmt.Sprintf(" Only in references of %s.", codes(n.Schemes))
		}
		if n.Bytes != "" {
			only += fmt.Sprintf(" Only %s.", code(n.Bytes))
		}
		if n.PathStart {
			only += " Only at the beginning of the path."
		}
		if n.Characters != "" {
			only += fmt.Sprintf(" Characters beyond US-ASCII: %s", code(n.Characters))
			if n.Without != nil {
				only += fmt.Sprintf(", without %s", codes(n.Without))
			}
			only += "."
		}
		if n.ASCII {
			only += " Only hosts of US-ASCII."
		}
		rows = append(rows, []string{code(n.Step), n.Section, prose(n.Why) + only})
	}
	m.table([]string{"step", "section", "the document"}, rows)
}

func (m *markdown) repairs(src *reading.Source) {
	m.heading("Repairs")
	all := src.AllRepairs()
	if len(all) == 0 {
		m.paragraph("The published text can be read as it stands.")
		return
	}
	m.paragraph("Corrections without which the published text cannot be read as a grammar. They are always made.")
	var items []string
	for _, r := range all {
		what := code(r.What)
		if r.Regexp {
			what = "the regular expression " + what
		}
		with := code(r.With)
		if r.With == "" {
			with = "nothing"
		}
		items = append(items, fmt.Sprintf("**%s**: %s is read as %s. %s", r.ID, what, with, prose(r.Why)))
	}
	m.list(items)
}

func (m *markdown) errata(src *reading.Source) {
	m.heading("Errata")
	m.paragraph("What the published grammar accepts or refuses, against the prose or against what one would expect. Conformance follows the grammar as it is published; with %s it follows the definitions below, where there are some.", code("--corrected"))
	var items []string
	for _, x := range src.Errata {
		item := fmt.Sprintf("**%s**, section %s: %s", x.ID, x.Section, prose(x.Summary))
		if x.RFCEditor != "" {
			item += fmt.Sprintf(" RFC Editor: %s.", prose(x.RFCEditor))
		}
		if len(x.Fold) > 0 {
			item += fmt.Sprintf(" In either case match %s.", codes(x.Fold))
		}
		for _, c := range x.Rules {
			item += "\n  <br>" + code(c.Rule+" = "+c.With)
		}
		items = append(items, item)
	}
	m.list(items)
}

// ambiguities writes what is ambiguous under the reading, and by the published
// grammar alone: what settles it, and the shortest string of each rule.
func (m *markdown) ambiguities(g *grammar.Edition) error {
	m.heading("Ambiguities")
	read := g.Ambiguities()
	if len(read) == 0 {
		m.paragraph("Under the reading no reference has two derivations.")
	} else {
		m.paragraph("Shortest references with two derivations under the reading, by the rule in which these part:")
		m.settled(read)
	}
	var bare []*grammar.Ambiguity
	rules := g.Rules()
	certain := len(rules)
	for _, r := range rules {
		found, err := g.AmbiguitiesRule(r.Name)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			certain--
		}
		bare = append(bare, found...)
	}
	m.paragraph("By the published grammar alone %d of the %d rules derive no string in two ways. For the others, shortest strings with two derivations:", certain, len(rules))
	m.settled(bare)
	return nil
}

// settled lists ambiguities by the rule in which the derivations part, and by
// what settles which one counts.
func (m *markdown) settled(found []*grammar.Ambiguity) {
	var items []string // what settles
	var strs [][]string
	for _, a := range found {
		by := "the order of the grammar decides: the earlier alternative, repetition greedy."
		if s := a.Settled; s != nil && s.Section != "" {
			by = fmt.Sprintf("section %s decides. %s", s.Section, prose(s.Why))
		} else if s != nil {
			by += " " + prose(s.Why)
		}
		item := fmt.Sprintf("In %s %s", code(a.Parting), by)
		i := slices.Index(items, item)
		if i < 0 {
			i = len(items)
			items, strs = append(items, item), append(strs, nil)
		}
		strs[i] = append(strs[i], fmt.Sprintf("%s %s", code(a.Rule), quoted(a.Text)))
	}
	for i := range items {
		items[i] += "\n  <br>" + strings.Join(strs[i], ", ")
	}
	m.list(items)
}

func (m *markdown) rules(g *grammar.Edition) {
	m.heading("Rules")
	file := g.Source().File()
	m.paragraph("As they are read, repairs made. Above each stand its lines in [%s](%s) or the text that is named, its section, and the repairs that touched it.", file, file)
	var text strings.Builder
	for _, r := range g.Rules() {
		origin := "core rule of RFC 5234"
		switch {
		case r.EndLine > r.Line:
			origin = fmt.Sprintf("lines %d-%d", r.Line, r.EndLine)
		case r.Line > 0:
			origin = fmt.Sprintf("line %d", r.Line)
		}
		if r.Line > 0 && r.File != file {
			origin = fmt.Sprintf("%s, %s", r.File, origin)
		}
		fmt.Fprintf(&text, "; %s, section %s", origin, r.Section)
		for _, repair := range r.Repairs {
			fmt.Fprintf(&text, ", %s", repair.ID)
		}
		fmt.Fprintf(&text, "\n%s\n\n", r.Text)
	}
	m.fence(strings.TrimSpace(text.String()))
}

// comparison writes how an edition stands to another one.
func (m *markdown) comparison(c *grammar.Comparison, g *grammar.Edition) {
	other := c.A
	if c.A == g {
		other = c.B
	}
	m.heading("Against " + other.Name())
	m.paragraph("%s", c)
	m.paragraph("Strings as short as any on which they differ, for whole references under each reading, and for the rules of one name by the published grammars alone:")
	rows := differenceRows("(reference)", &c.Whole)
	var equal []string
	for i := range c.Rules {
		if d := &c.Rules[i]; d.Relation == grammar.Equal {
			equal = append(equal, d.A)
		} else {
			rows = append(rows, differenceRows(ruleNames(d.A, d.B), d)...)
		}
	}
	m.table([]string{"rule", "relation", "string", c.A.Name(), c.B.Name()}, rows)
	var items []string
	for _, names := range []struct {
		what string
		list []string
	}{
		{"Equal", equal},
		{"Only rules of " + c.A.Name(), c.UnpairedA},
		{"Only rules of " + c.B.Name(), c.UnpairedB},
	} {
		if names.list != nil {
			items = append(items, fmt.Sprintf("%s: %s.", names.what, codes(names.list)))
		}
	}
	m.list(items)
	if c.Classes != nil {
		m.paragraph("Characters that only one of two classes has:")
		rows = nil
		for _, x := range c.Classes {
			rows = append(rows, []string{ruleNames(x.A, x.B), ranges(x.OnlyA), ranges(x.OnlyB)})
		}
		m.table([]string{"class", c.A.Name(), c.B.Name()}, rows)
	}
	m.causes(c, c.A, c.B, c.CausesA)
	m.causes(c, c.B, c.A, c.CausesB)
}

// ruleNames names two rules, once if they have one name.
func ruleNames(a, b string) string {
	if a == b {
		return code(a)
	}
	return code(a) + " = " + code(b)
}

// ranges writes characters: "!" "#"-"%".
func ranges(list []grammar.CharRange) string {
	var out []string
	for _, r := range list {
		text := strconv.Quote(string(r.First))
		if r.Last > r.First {
			text += "-" + strconv.Quote(string(r.Last))
		}
		out = append(out, text)
	}
	if out == nil {
		return "-"
	}
	return code(strings.Join(out, " "))
}

// differenceRows are the witnesses of two rules and both verdicts.
func differenceRows(name string, d *grammar.Difference) [][]string {
	var rows [][]string
	for _, w := range []*grammar.Witness{d.OnlyA, d.OnlyB} {
		if w != nil {
			rows = append(rows, []string{name, d.Relation.String(), quoted(w.Input), verdict(w.A), verdict(w.B)})
		}
	}
	if len(rows) == 0 {
		rows = append(rows, []string{name, d.Relation.String(), "", "", ""})
	}
	return rows
}

// verdict says whether a string is one of an edition, and if not, where and why.
func verdict(err error) string {
	if syntax := new(grammar.SyntaxError); errors.As(err, &syntax) {
		return fmt.Sprintf("no, offset %d: %s", syntax.Offset, code(syntax.Message()))
	}
	return "yes"
}

// causes writes the rules that make references conform to one edition only.
func (m *markdown) causes(c *grammar.Comparison, only, other *grammar.Edition, causes []grammar.Cause) {
	if len(causes) == 0 {
		return
	}
	m.paragraph("The rules that make references conform to %s only; with the other part instead the reference conforms to both:", only)
	var rows [][]string
	for _, x := range causes {
		err := x.A
		if only == c.A {
			err = x.B
		}
		rows = append(rows, []string{code(x.Rule), quoted(x.Input), quoted(x.Part()), quoted(x.Instead), verdict(err)})
	}
	m.table([]string{"rule", "reference", "its part", "instead", other.Name()}, rows)
}
