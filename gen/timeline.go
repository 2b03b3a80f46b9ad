package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/resolve"
)

// resolution is a reference to resolve against a base.
type resolution struct {
	base, ref string
	loose     bool
}

// usualBase is the base of the documents' examples.
const usualBase = "http://a/b/c/d;p?q"

// The references of the timeline: those that the editions resolve differently,
// and some that all resolve alike.
var (
	usualReferences = []resolution{
		{ref: ""}, {ref: "#s"}, {ref: "?y"}, {ref: "?"}, {ref: ";x"}, {ref: "g"}, {ref: "../g"},
		{ref: "g;x=1/./y"}, {ref: "g;x=1/../y"}, {ref: "g?y/./x"}, {ref: "g?y/../x"}, {ref: "g#s/../x"},
		{ref: "../../../g"}, {ref: "/./g"}, {ref: "/../g"}, {ref: "//g"}, {ref: "//g/../x"},
		{ref: "http:g"}, {ref: "http:g", loose: true}, {ref: "http:"}, {ref: "http:", loose: true},
		{ref: "http://x/a/../b"}, {ref: "mailto:a/../b"},
	}
	otherReferences = []resolution{
		{base: "http://a", ref: "g"}, {base: "http://a", ref: "?y"}, {base: "http://a?q", ref: "g"},
		{base: "a:", ref: "c"}, {base: "a:b", ref: "c"}, {base: "a:b/c", ref: "../../d"}, {base: "f:/a", ref: ".//g"},
		{base: "http://a/b/../c/d", ref: "g"}, {base: "http://a/b/../c/d", ref: "?y"},
	}
)

// judged are the strings of the timeline on which the editions differ.
var judged = []string{
	"", "#f", "#", "?q", "a?b?c", "#a#b", "/a;b=c", ":a", "./a:b", "a_b:c", "1a:b", "a:", "HTTP://h/",
	"//", "//h", "//h?q", "http://h?q", "http://h/", "http://u:p@h/", "http://a:b:c/", "http://a_b/", "http://a./", "http://1/",
	"http://1.2.3.4/", "http://999.1.1.1/", "http://h:/", "http://[::1]/", "http://[v1.a]/", "http://[fe80::1%25a]/", "http:///",
	"mailto:a@b", "mailto:a?b", "a:[b]", "/a[b]", "a#[", "/~a", "/a$b", "/a,b", "/a|b", "%7E", "%zz", "a b", "é", "http://é/?\uE000", "\xFF",
}

// timeline makes the page on all editions.
func (b *book) timeline() (file, error) {
	m := newPage("The editions, in the order of publication")
	b.index(m)
	b.changes(m)
	if err := b.resolutions(m); err != nil {
		return file{}, err
	}
	b.verdicts(m)
	if err := b.separations(m); err != nil {
		return file{}, err
	}
	return file{"grammar/editions/README.md", m.Bytes()}, nil
}

// index lists the editions.
func (b *book) index(m *markdown) {
	m.paragraph("Each edition is a folder with the published text and the data that say how to read it. Its page shows both.")
	var rows [][]string
	for i, e := range b.editions {
		src, doc := e.source, e.whole.Document()
		rows = append(rows, []string{
			b.link(i, "."), doc.Date, prose(doc.Status), b.documents(doc.Obsoletes, "."), b.documents(doc.Updates, "."),
			strconv.Itoa(len(e.whole.Grammar().Rules())), strconv.Itoa(len(src.AllRepairs())), strconv.Itoa(len(src.Errata)), prose(src.Title),
		})
	}
	m.table([]string{"edition", "date", "status", "obsoletes", "updates", "rules", "repairs", "errata", "title"}, rows)
}

// changes compares the references of each edition with those of the ones before
// it.
func (b *book) changes(m *markdown) {
	m.heading("What changed")
	m.paragraph("No shorter string tells the two editions apart.")
	var items []string
	for _, c := range b.comparisons {
		item := fmt.Sprintf("**%s to %s**: %s", c.A, c.B, c.Sentence("reference", "references"))
		for _, only := range []struct {
			edition *grammar.Grammar
			witness *grammar.Witness
		}{{c.A, c.Whole.OnlyA}, {c.B, c.Whole.OnlyB}} {
			if only.witness != nil {
				item += fmt.Sprintf(" Only %s has %s.", only.edition, quoted(only.witness.Input))
			}
		}
		changed := 0
		for _, r := range c.Rules {
			if r.Relation != grammar.Equal {
				changed++
			}
		}
		items = append(items, item+fmt.Sprintf(" Of %d rules with the same name, %d differ.", len(c.Rules), changed))
	}
	m.list(items)
}

// resolutions writes what the references resolve to, by each edition's own
// algorithm.
func (b *book) resolutions(m *markdown) error {
	m.heading("Resolution")
	m.paragraph("Targets for the base %s, by each edition's own algorithm. \"Loose\" ignores a scheme that is the same as the base's, where the edition permits it (otherwise -). Editions with the same answers share a column. A target in parentheses does not count: it is what the algorithm gives, but the base or the reference does not conform, or the target would be parsed into other components.", code(usualBase))
	usual := slices.Clone(usualReferences)
	for i := range usual {
		usual[i].base = usualBase
	}
	header, rows, err := b.resolved(usual)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i] = rows[i][1:]
	}
	m.table(header[1:], rows)
	m.paragraph("From other bases:")
	header, rows, err = b.resolved(otherReferences)
	if err != nil {
		return err
	}
	m.table(header, rows)
	var without []string
	for _, e := range b.editions {
		if _, err := e.whole.Algorithm(); err != nil {
			without = append(without, prose(err.Error())+".")
		}
	}
	m.list(without)
	return nil
}

// resolved returns a table: the base, the reference, and what it resolves to in
// the editions that resolve. Equal columns are one.
func (b *book) resolved(list []resolution) (header []string, rows [][]string, err error) {
	type column struct {
		editions []string
		cells    []string
	}
	var columns []column
	for _, e := range b.editions {
		if _, err := e.whole.Algorithm(); err != nil { // there is no relative form
			continue
		}
		var cells []string
		for _, r := range list {
			cell, err := resolved(e.whole, r)
			if err != nil {
				return nil, nil, err
			}
			cells = append(cells, cell)
		}
		i := slices.IndexFunc(columns, func(c column) bool { return slices.Equal(c.cells, cells) })
		if i < 0 {
			i = len(columns)
			columns = append(columns, column{cells: cells})
		}
		columns[i].editions = append(columns[i].editions, e.name)
	}
	header = []string{"base", "reference"}
	for _, c := range columns {
		header = append(header, strings.Join(c.editions, ", "))
	}
	for i, r := range list {
		row := []string{code(r.base), code(r.ref)}
		switch {
		case r.ref == "":
			row[1] = "(empty)"
		case r.loose:
			row[1] += " loose"
		}
		for _, c := range columns {
			row = append(row, c.cells[i])
		}
		rows = append(rows, row)
	}
	return header, rows, nil
}

// resolved says what a reference resolves to in an edition. A target
// that does not count is in parentheses.
func resolved(e *grammar.Edition, r resolution) (string, error) {
	algorithm, err := e.Algorithm()
	if err != nil {
		return "", err
	}
	options := resolve.Options{Loose: r.loose}
	if algorithm.Allows(options) != nil {
		return "-", nil
	}
	var target string
	base, err := e.Base(r.base)
	if err == nil {
		target, err = base.Resolve(r.ref, options)
	}
	same := new(resolve.SameDocumentError)
	switch {
	case err == nil:
		return code(target), nil
	case errors.As(err, &same):
		return prose(same.Error()), nil
	}
	options.Unchecked = true
	split, ref := algorithm.Split(r.base), algorithm.Split(r.ref)
	target, err = algorithm.Resolve(&split, &ref, options)
	if errors.As(err, &same) {
		return "(" + prose(same.Error()) + ")", nil
	}
	return "(" + code(target) + ")", err
}

// verdicts writes which strings conform to which edition.
func (b *book) verdicts(m *markdown) {
	m.heading("What conforms")
	m.paragraph("For a string that does not conform, the number is the offset of the first byte that no conforming string has after the same beginning. A verdict that differs from the one before it is bold.")
	header := []string{"string"}
	for _, e := range b.editions {
		header = append(header, e.name)
	}
	var rows [][]string
	for _, s := range judged {
		row := []string{quoted(s)}
		for i, e := range b.editions {
			cell := "yes"
			if syntax := new(grammar.SyntaxError); errors.As(e.whole.Check(s), &syntax) {
				cell = fmt.Sprintf("no, %d", syntax.Offset)
			}
			if i > 0 && b.editions[i-1].whole.Valid(s) != e.whole.Valid(s) {
				cell = "**" + cell + "**"
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	m.table(header, rows)
}

// separations writes every list of verdicts that the editions give on some string.
func (b *book) separations(m *markdown) error {
	var references []*grammar.Language
	header := []string{"string"}
	for _, e := range b.editions {
		references = append(references, e.whole.References())
		header = append(header, e.name)
	}
	all, err := sample.Between(references...)
	if err != nil {
		return err
	}
	m.heading("What separates the editions")
	m.paragraph("On any string, the editions together give one of %d lists of verdicts; a search through their automata shows that there are no others. Each has a row, with a shortest string.", len(all))
	var rows [][]string
	for _, v := range all {
		row := []string{quoted(v.Text)}
		for _, valid := range v.Valid {
			row = append(row, map[bool]string{true: "yes", false: "no"}[valid])
		}
		rows = append(rows, row)
	}
	m.table(header, rows)
	return nil
}
