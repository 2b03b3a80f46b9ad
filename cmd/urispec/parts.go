package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
	"github.com/urispec/urispec/resolve/escape"
)

// schemePart is a part of a reference by the document of its scheme.
type schemePart struct {
	grammar.Rule
	start, end int
	text       string
	parts      []*schemePart
}

// described is what describe --scheme finds in a reference.
type described struct {
	document *schemes.Document // nil if none judges the reference
	whole    *schemePart
	err      error
}

// byScheme describes references by the documents of their schemes.
func (c *describeCmd) byScheme(s *session) error {
	e := c.Edition.Edition
	if e == editions.RFC1738 {
		e = editions.RFC3986 // the default of the commands that need no description
	}
	if c.Corrected {
		e = e.Corrected()
	}
	judge := &schemeJudge{schemeFlag: c.Scheme, edition: e, corrected: c.Corrected}
	check := judge.after(e.Check)
	explain := newExplainer(&source{edition: edition{e}}, (*grammar.Edition).References)
	return c.each(s, results{json: c.JSON, end: '\n', apart: true}, func(s *session, w *worker) {
		for ref := range w.refs {
			d := judge.describe(ref, check)
			if d.err != nil {
				s.no()
			}
			if c.JSON {
				s.json(partsJSON(ref, e, d))
				continue
			}
			if s.preceded {
				fmt.Fprintln(s.stdout)
			}
			if refused := new(schemeError); errors.As(d.err, &refused) {
				judge.explain(s, refused)
			} else if d.err != nil {
				explain.fail(s, ref, d.err)
			} else {
				writeParts(s, ref, d)
			}
		}
	})
}

// describe finds the parts of a reference that check accepts.
func (j *schemeJudge) describe(ref string, check func(ref string) error) described {
	scheme, d := j.documentOf(ref)
	if err := check(ref); err != nil {
		return described{document: d, err: err}
	}
	switch {
	case scheme == "":
		return described{err: errors.New("it has no scheme, so no document describes it")}
	case d == nil:
		return described{err: fmt.Errorf("there is no document of the scheme %s", scheme)}
	}
	l := j.language(d, scheme)
	judged := ref
	if !l.Valid(ref) {
		judged, _, _ = strings.Cut(ref, "#") // the fragment is left to the edition
	}
	tree, err := bounded(l.Tree)(judged)
	if err != nil {
		return described{document: d, err: err}
	}
	rules := make(map[string]grammar.Rule)
	for _, r := range l.Grammar().Rules() {
		rules[r.Name] = r
	}
	return described{document: d, whole: newPart(rules, judged, tree)}
}

// newPart returns the part that a rule derives. Rules of single characters are no parts.
func newPart(rules map[string]grammar.Rule, ref string, t *grammar.Tree) *schemePart {
	p := &schemePart{Rule: rules[t.Rule], start: t.Start, end: t.End, text: ref[t.Start:t.End]}
	for _, child := range t.Children {
		if !rules[child.Rule].Character {
			p.parts = append(p.parts, newPart(rules, ref, child))
		}
	}
	return p
}

// unescaped returns text with its escaped octets decoded.
func unescaped(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if octet, ok := escape.At(text, i); ok {
			out = append(out, octet)
			i += len("%XX") - 1
		} else {
			out = append(out, text[i])
		}
	}
	return string(out)
}

// writeParts writes a reference, its document, and its parts below each other:
//
//	tel:+1-201;ext=5
//	    document                    rfc3966, The tel URI for Telephone Numbers
//	    telephone-uri               "tel:+1-201;ext=5" (3)
//	      telephone-subscriber      "+1-201;ext=5" (3)
//	      ...
func writeParts(s *session, ref string, d described) {
	fmt.Fprintln(s.stdout, visible(ref))
	type line struct{ label, text string }
	lines := []line{{"document", fmt.Sprintf("%s, %s", d.document, d.document.Title())}}
	var add func(p *schemePart, depth int)
	add = func(p *schemePart, depth int) {
		text := quoted(p.text)
		if decoded := unescaped(p.text); p.parts == nil && decoded != p.text {
			text += ", decoded " + quoted(decoded)
		}
		if p.Section != "" {
			text += " (" + p.Section + ")"
		}
		lines = append(lines, line{strings.Repeat("  ", depth) + p.Name, text})
		for _, in := range p.parts {
			add(in, depth+1)
		}
	}
	add(d.whole, 0)
	width := 0
	for _, l := range lines {
		width = max(width, len(l.label))
	}
	for _, l := range lines {
		label := l.label
		for _, text := range s.fitted(len("      ")+width, l.text) {
			fmt.Fprintf(s.stdout, "    %s  %s\n", s.color.dim(fmt.Sprintf("%-*s", width, label)), text)
			label = ""
		}
	}
}

// partsJSON is what --json writes for a reference.
func partsJSON(ref string, e *grammar.Edition, d described) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(e)
	out.verdict(d.whole != nil || e.Valid(ref) && d.document == nil, d.err)
	name := ""
	if d.document != nil {
		name = d.document.Name()
	}
	out.optional("scheme_document", name, name != "")
	if d.whole != nil {
		out.add("parts", []*object{d.whole.json()})
	}
	return out
}

func (p *schemePart) json() *object {
	out := new(object)
	out.text("rule", p.Name)
	out.section(p.Section)
	out.add("start", p.start)
	out.add("end", p.end)
	out.text("text", p.text)
	if p.parts == nil {
		out.text("decoded", unescaped(p.text))
	} else {
		out.add("decoded", nil) // an escaped delimiter would look like a delimiter
	}
	parts := []*object{}
	for _, in := range p.parts {
		parts = append(parts, in.json())
	}
	out.add("parts", parts)
	return out
}
