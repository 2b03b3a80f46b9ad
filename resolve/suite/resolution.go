package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// question is a base and a reference.
type question struct{ base, ref string }

// resolutions adds the cases of the kind [Resolution]: the document's examples, then the
// shortest of many questions for each way through the algorithm (in a full suite, for each
// with every path), and for each way in which the editions' answers differ. Questions without an answer, such as those whose target would be
// read as something else, are left out. An edition without resolution has no such cases.
func (m *maker) resolutions() {
	a, err := m.edition.Algorithm()
	if err != nil {
		return
	}
	r := &resolver{maker: m, bases: make(map[question]*grammar.Base)}
	for _, e := range editions.All() {
		if other, err := e.Algorithm(); err == nil && other.Name() == e.Name() {
			r.others = append(r.others, e)
		}
	}
	described, ok := editions.Lookup(a.Name())
	for _, row := range rows(a.Name(), "resolve.tsv") {
		c, answered := r.answer(m.edition, question{row[0], row[1]}, nil)
		printed := row[2]
		if !answered || !m.base(row[0]) || c.Target != printed && !(c.SameDocument && strings.HasPrefix(printed, "(current document)")) {
			continue // it contradicts the document's algorithm, or shows what an option does
		}
		c.Origin, c.Section = Document, row[3]
		if ok && described.Name() != m.edition.Name() {
			c.Section = described.Grammar().Source().Cite(row[3])
		}
		m.add(c)
	}
	ways, answers := make(map[string]bool), make(map[string]bool)
	for _, q := range m.questions() {
		var way []string
		c, ok := r.answer(m.edition, q, func(s resolve.Step) {
			if step := s.Number + s.What; m.options.Size == Full || !slices.Contains(way, step) {
				way = append(way, step)
			}
		})
		if !ok {
			continue
		}
		key := strings.Join(way, "\n")
		if m.options.Size == Full {
			path, _, _ := strings.Cut(q.ref, "?")
			path, _, _ = strings.Cut(path, "#")
			key += "\n" + path
		}
		if !ways[key] {
			ways[key] = true
			c.Origin = Branch
			m.add(c)
		}
		if key, differ := r.differences(q); differ && !answers[key] {
			answers[key] = true
			c.Origin = Editions
			m.add(c)
		}
	}
}

// questions returns bases and references, short ones first: combinations of components, and
// all paths of some segments that may be dots.
func (m *maker) questions() []question {
	scheme := "s:"
	if m.options.Scheme != "" {
		scheme = m.options.Scheme + ":"
	}
	var out []question
	add := func(bases, refs [][]string) {
		var all []string
		product(refs, func(ref string) { all = append(all, ref) })
		product(bases, func(base string) {
			if !m.base(base) {
				return
			}
			for _, ref := range all {
				out = append(out, question{base, ref})
			}
		})
	}
	add([][]string{{scheme}, {"", "//h"}, {"", "/", "/b/c/d;p", "b/c"}, {"", "?q"}}, [][]string{
		{"", scheme, "t:", "//", "//g", scheme + "//g"},
		{"", "/", "g", "/g", "g/", ";x", "g;x", ".", "..", "/./g", "/../g", "../../../g", "./g:h", ".//g", "g/../h;x=1/./y"},
		{"", "?", "?y", "?y/../z"}, {"", "#", "#s", "#s/../x"},
	})
	segments, longest := []string{".", "..", "g", ""}, 3
	if m.options.Size == Full {
		longest = 4
	}
	paths, last := []string{}, []string{""}
	for range longest {
		var longer []string
		for _, before := range last {
			for _, s := range segments {
				longer = append(longer, before+s, before+"/"+s)
			}
		}
		paths, last = append(paths, longer...), longer
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	add([][]string{{scheme}, {"", "//h"}, {"", "/", "/b", "/b/", "/b/c/d", "/b/../c/", "/.", "b", "b/c/d"}}, [][]string{paths})
	slices.SortStableFunc(out, func(a, b question) int { return len(a.base) + len(a.ref) - len(b.base) - len(b.ref) })
	return out
}

// base reports whether a string is a base of the scheme that the suite is about.
func (m *maker) base(text string) bool {
	if m.options.Scheme != "" && !m.conforms(text) {
		return false
	}
	_, err := m.edition.Base(text)
	return err == nil
}

// resolver resolves by several editions, and keeps their bases.
type resolver struct {
	*maker
	bases map[question]*grammar.Base // by the name of the edition and the text of the base
	// others are the editions whose answers are compared: one for each algorithm.
	others []*grammar.Edition
}

// answer returns the case of a question by an edition; false if there is no target.
func (r *resolver) answer(e *grammar.Edition, q question, trace func(resolve.Step)) (Case, bool) {
	key := question{e.Name(), q.base}
	base, known := r.bases[key]
	if !known {
		base, _ = e.Base(q.base) // nil if it is none
		r.bases[key] = base
	}
	c := Case{Kind: Resolution, Base: q.base, Input: q.ref}
	if base == nil {
		return c, false
	}
	var err error
	c.Target, err = base.Resolve(q.ref, resolve.Options{Trace: trace})
	var same *resolve.SameDocumentError
	if errors.As(err, &same) {
		c.SameDocument, c.Target = true, ""
		return c, true
	}
	return c, err == nil
}

// differences returns a description of which editions give the same answers to a question,
// and whether two of them give different ones.
func (r *resolver) differences(q question) (which string, differ bool) {
	var b strings.Builder
	known := make(map[string]int)
	for _, e := range r.others {
		if c, ok := r.answer(e, q, nil); ok {
			key := fmt.Sprint(c.SameDocument, c.Target)
			if _, ok := known[key]; !ok {
				known[key] = len(known)
			}
			fmt.Fprint(&b, e.Name(), known[key], " ")
		}
	}
	return b.String(), len(known) > 1
}
