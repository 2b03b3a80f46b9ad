package peg

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// structure is a production as it is written.
type structure struct {
	prod    *production
	name    string
	comment string   // above the struct, but for what was proved
	code    string   // the struct, and those of its parts
	runs    string   // the types of its runs that no other has
	kinds   []string // the kinds of tokens that the tags name
	numbers int      // of parts and runs
	err     error
}

// structure writes a production.
func (e *emitter) structure(q *production) *structure {
	s := &structure{prod: q, name: q.name, comment: e.comment(q)}
	r := &renderer{emitter: e, of: s, fieldNames: fieldNames()}
	r.body(q.body)
	s.add(q.name, fmt.Sprintf("lift:%q", q.rule.Name)+r.empty, r)
	s.code += s.runs
	return s
}

// add writes a struct, and those of its parts.
func (s *structure) add(name, tag string, r *renderer) {
	var b strings.Builder
	fields := r.fields()
	if run, ok := r.onlyRun(fields); ok && tag != "" {
		if run.lift != "" {
			tag += fmt.Sprintf(" octets:%q", run.lift)
		}
		s.code += fmt.Sprintf("type %s struct {\n%s %s\n}\n\n", name, run.typ, quoteTag(tag))
		return
	}
	fmt.Fprintf(&b, "type %s struct {\npegrun.Span %s\n", name, quoteTag(tag))
	for _, f := range fields {
		tag := fmt.Sprintf("parser:%q", strings.Join(f.text, " ")) + f.tags
		fmt.Fprintf(&b, "%s %s %s\n", f.name, f.typ, quoteTag(tag))
	}
	s.code += b.String() + "}\n\n"
	for _, p := range r.parts {
		s.code += fmt.Sprintf("// %s is a part of %s.\n", p.name, s.prod.rule.Name)
		s.add(p.name, "", p.renderer)
	}
}

// onlyRun returns the run that is all that the fields read.
func (r *renderer) onlyRun(fields []field) (run item, ok bool) {
	if len(fields) != 1 || r.empty != "" || fields[0].name != "Chars" || strings.Join(fields[0].text, " ") != "@@" {
		return run, false
	}
	i := slices.IndexFunc(r.items, func(it item) bool { return it.name != "" })
	return r.items[i], !strings.HasPrefix(r.items[i].typ, "[]")
}

// quoteTag writes a struct tag as Go code.
func quoteTag(tag string) string {
	switch {
	case tag == "":
		return ""
	case strconv.CanBackquote(tag):
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

// renderer writes an expression as the fields of a struct.
type renderer struct {
	*emitter
	of         *structure
	items      []item
	fieldNames Names
	sealed     int    // no later item is joined with those of items[:sealed]
	ahead      int    // depth of lookahead
	empty      string // tag of the Span: what stands in a struct that read nothing
	parts      []part
}

// fieldNames are the names that no field may have: participle fills Pos, EndPos
// and Tokens.
func fieldNames() Names { return Names{"Span": true, "Pos": true, "EndPos": true, "Tokens": true} }

// part is a part of a rule that has a struct of its own.
type part struct {
	name string
	*renderer
}

// item is a piece of participle's notation. With a name it is a capture, the
// first of a field; if more is true it is a further capture of the field before.
type item struct {
	text      string
	name, typ string
	more      bool
	ahead     bool   // the capture is in a lookahead
	lift      string // the tag of that name
	tags      string // further ones
}

// field is a field of a struct.
type field struct {
	name, typ string
	text      []string
	tags      string
}

func (r *renderer) fail(format string, args ...any) {
	r.of.err = errors.Join(r.of.err, fmt.Errorf("%s.bnf: rule %s: %s", r.grammar.Source.Name, r.of.prod.rule.Name, fmt.Sprintf(format, args...)))
}

func (r *renderer) text(s string) { r.items = append(r.items, item{text: s}) }

// capture adds a field for what the struct typ reads.
func (r *renderer) capture(name, typ string, many bool) {
	lift := ""
	if r.ahead > 0 {
		lift = "-"
	}
	r.field(name, "*"+typ, lift, many)
}

// field adds a field; a second one of the same type, right after the first,
// makes that a list.
func (r *renderer) field(name, typ, lift string, many bool) {
	if r.ahead > 0 {
		name = "Ahead"
	}
	for i := len(r.items) - 1; i >= r.sealed; i-- {
		first := &r.items[i]
		if first.name == "" {
			continue
		}
		if r.ahead == 0 && strings.TrimPrefix(first.typ, "[]") == typ && first.lift == lift && !first.ahead {
			first.typ = "[]" + typ
			r.items = append(r.items, item{text: "@@", more: true})
			return
		}
		break
	}
	if many {
		typ = "[]" + typ
	}
	r.items = append(r.items, item{text: "@@", name: r.fieldNames.Take(name), typ: typ, ahead: r.ahead > 0, lift: lift})
}

// run writes min to max characters of n's class, max -1 for any number. Their
// escaped octets are nodes.
func (r *renderer) run(n *node, min, max int, many bool) {
	c := r.class(n.set, r.of.prod, r.ahead > 0)
	lift := ""
	if r.ahead == 0 {
		lift = strings.Join(n.escape, " ")
	}
	typ := ""
	switch {
	case min == 0 && max < 0:
		typ = "pegrun.Star[" + c.name + "]"
	case min == 1 && max < 0:
		typ = "pegrun.Plus[" + c.name + "]"
	case min == 1 && max == 1:
		typ = "pegrun.One[" + c.name + "]"
	default:
		typ = r.numbered("Run")
		r.of.runs += fmt.Sprintf("// %s is %d to %d characters of %s.\ntype %s struct{ pegrun.Run }\n\n", typ, min, max, c.name, typ)
		r.of.runs += fmt.Sprintf("func (r *%s) Parse(t *pegrun.Tokens) error { return r.Read(t, %s{}.Class(), %d, %d) }\n\n", typ, c.name, min, max)
	}
	r.field("Chars", typ, lift, many)
}

// numbered returns a name for a type that only this rule has.
func (r *renderer) numbered(what string) string {
	for {
		r.of.numbers++
		if name := fmt.Sprintf("%s%s%d", r.of.name, what, r.of.numbers); !r.names[name] {
			return name
		}
	}
}

// loop writes a repetition; one of single characters is a run.
func (r *renderer) loop(n *node, min int, many bool, suffix string) {
	x := n.subs[0]
	if x.kind == token && x.set.Len() > 2 {
		r.run(x, min, -1, many)
		return
	}
	r.group(x, true, suffix)
}

// body writes what a struct holds.
func (r *renderer) body(n *node) {
	if n.kind == choice {
		r.alternatives(n, false)
	} else {
		r.node(n, false)
	}
}

// part writes an alternative, or the body of an option or repetition: something
// that participle tries and may give up. When it comes to a second rule there,
// it has stored the first in its struct already and does not take it out again;
// such a part gets a struct of its own.
func (r *renderer) part(n *node, many bool) {
	if r.ahead > 0 || !storesEarly(n) {
		r.node(n, many)
		return
	}
	p := part{r.numbered("Part"), &renderer{emitter: r.emitter, of: r.of, fieldNames: fieldNames()}}
	p.body(n)
	r.parts = append(r.parts, p)
	r.capture(strings.TrimPrefix(p.name, r.of.name), p.name, many)
}

// storesEarly reports whether in n a rule stands after another one, so that
// participle stores the first when it reads the second. What an option, a
// repetition or a choice holds is stored later.
func storesEarly(n *node) bool {
	captured := false
	var walk func(n *node) bool
	walk = func(n *node) bool {
		switch n.kind {
		case ref:
			if captured {
				return true
			}
			captured = true
		case seq:
			return slices.ContainsFunc(n.subs, walk)
		case minus:
			return walk(n.subs[1])
		case token, choice, option, star, plus:
			captured = captured || captures(n)
		}
		return false
	}
	return walk(n)
}

// captures reports whether some string of n holds a rule or an escaped octet.
func captures(n *node) bool {
	return n.kind == ref || len(n.escape) > 0 || n.kind != ahead && n.kind != not && slices.ContainsFunc(n.subs, captures)
}

func (r *renderer) node(n *node, many bool) {
	switch n.kind {
	case token:
		r.token(n, many)
	case seq:
		if x := n.subs[0]; x.kind == token && len(n.subs) > 4 && !slices.ContainsFunc(n.subs, func(y *node) bool { return y != x }) {
			r.run(x, len(n.subs), len(n.subs), many)
			return
		}
		for _, x := range n.subs {
			if x.kind == choice {
				r.group(x, many, "")
			} else {
				r.node(x, many)
			}
		}
	case choice:
		r.group(n, many, "")
	case option:
		r.option(n, many)
	case star:
		r.loop(n, 0, many, "*")
	case plus:
		r.loop(n, 1, many, "+")
	case ref:
		r.capture(GoName(n.prod.rule.Name), n.prod.name, many)
	case ahead:
		r.look("(?=", n.subs[0])
	case not:
		r.look("(?!", n.subs[0])
	case minus:
		r.look("(?!", n.subs[0])
		r.node(n.subs[1], many)
	}
}

// look writes a lookahead; without a capture it is one item.
func (r *renderer) look(open string, n *node) {
	first := len(r.items)
	r.ahead++
	r.text(open)
	switch {
	case n.kind == choice:
		r.alternatives(n, true)
	case n.kind == token && r.someOctets(n.set):
		r.run(n, 1, 1, false)
	case n.kind == token:
		// Each alternative that fails would cost a copy of the state.
		named := len(r.of.kinds)
		if alts := r.setAlternatives(n.set); len(alts) > 3 {
			r.of.kinds = r.of.kinds[:named]
			r.run(n, 1, 1, false)
		} else {
			r.text(strings.Join(alts, " | "))
		}
	default:
		r.node(n, false)
	}
	r.text(")")
	r.ahead--
	var text []string
	for _, it := range r.items[first:] {
		if it.name != "" {
			return
		}
		text = append(text, it.text)
	}
	r.items = append(r.items[:first], item{text: strings.Join(text, " ")})
}

// group writes n in parentheses with a suffix.
func (r *renderer) group(n *node, many bool, suffix string) {
	if n.kind == token && len(n.escape) == 0 {
		r.token(n, many)
		r.items[len(r.items)-1].text += suffix
		return
	}
	r.text("(")
	switch n.kind {
	case choice:
		r.alternatives(n, many)
	default:
		r.part(n, many)
	}
	r.text(")" + suffix)
}

func (r *renderer) alternatives(n *node, many bool) {
	for i, x := range n.subs {
		if i > 0 {
			r.text("|")
		}
		r.part(x, many)
	}
}

func (r *renderer) token(n *node, many bool) {
	if len(n.escape) > 0 && r.ahead == 0 || r.someOctets(n.set) {
		r.run(n, 1, 1, many)
		return
	}
	if alts := r.setAlternatives(n.set); len(alts) == 1 {
		r.text(alts[0])
	} else {
		r.text("( " + strings.Join(alts, " | ") + " )")
	}
}

// setAlternatives writes a set of tokens: the kinds that it contains, those with
// the most characters first, and other characters by their text.
func (r *renderer) setAlternatives(set automaton.Set) []string {
	r.asked = append(r.asked, set)
	var kinds []tokenKind
	rest := set
	for _, k := range r.kinds {
		if set.Contains(k.set) {
			kinds = append(kinds, k)
			rest = rest.Minus(k.set)
		}
	}
	slices.SortStableFunc(kinds, func(a, b tokenKind) int { return b.set.Len() - a.set.Len() })
	var out []string
	for _, k := range kinds {
		out = append(out, k.name)
		r.of.kinds = append(r.of.kinds, k.name)
	}
	if octets := r.tokens.octets(); len(octets) > 0 && set.Contains(octets) {
		out = append(out, r.octetKind()) // last, because it is the rarest
		rest = rest.Minus(octets)
	}
	if x := rest.Intersect(r.tokens.beyond()); len(x) > 0 {
		if r.kinds != nil { // else they are not known yet
			r.fail("the code points %q have no class", r.charText(x))
		}
		rest = rest.Minus(x)
	}
	for _, x := range rest {
		for t := x.Lo; t <= x.Hi; t++ {
			if t > escapes && int(t) > escapes+len(r.tokens.literals) {
				continue // stands for no character
			}
			out = append(out, literal(r.tokens.text([]int32{t})))
		}
	}
	if len(out) == 0 {
		r.fail("an empty set of tokens")
		return []string{"Other"}
	}
	return out
}

// someOctets reports whether a set has escaped octets that nothing names, but not
// all: only a run can say so, a kind of tokens cannot.
func (r *renderer) someOctets(set automaton.Set) bool {
	return set.Has(escapes) && !set.Contains(r.tokens.octets())
}

// literal writes a token's text for participle.
func literal(s string) string {
	if s == "'" || s == `\` {
		return `'\` + s + `'`
	}
	return "'" + s + "'"
}

// option writes an option, with tags for the nodes that stand in its place where
// it is an optional choice that found nothing.
func (r *renderer) option(n *node, many bool) {
	if len(n.empty) == 0 {
		r.group(n.subs[0], many, "?")
		return
	}
	first := len(r.items)
	r.sealed = first
	r.group(n.subs[0], many, "?")
	r.sealed = len(r.items)
	text := treeText(n.empty)
	body := r.of.prod.body
	if body == n {
		r.empty = fmt.Sprintf(" empty:%q", text)
		return
	}
	alternatives := n.subs
	if n.subs[0].kind == choice {
		alternatives = n.subs[0].subs
	}
	if slices.ContainsFunc(alternatives, func(x *node) bool { return !hasRef(x) }) {
		r.fail("an alternative that refers to no rule stands beside one that may be empty")
		return
	}
	var fields []*item
	for i := range r.items[first:] {
		if it := &r.items[first+i]; it.name != "" && !it.ahead {
			fields = append(fields, it)
		}
	}
	switch parts := body.subs; {
	case body.kind == seq && parts[len(parts)-1] == n:
		fields[0].tags += fmt.Sprintf(" end:%q", text)
	case body.kind == seq && parts[0] == n:
		fields[len(fields)-1].tags += fmt.Sprintf(" start:%q", text)
	default:
		r.fail("a choice with an empty alternative is neither the beginning nor the end of the rule")
	}
}

// hasRef reports whether n always holds a reference to a rule.
func hasRef(n *node) bool {
	switch n.kind {
	case ref:
		return true
	case seq, minus, plus:
		return slices.ContainsFunc(n.subs, hasRef)
	}
	return false
}

// fields cuts the items into fields: each ends after its last capture, the
// brackets that close there and a guard. What follows the last capture stays
// with it.
func (r *renderer) fields() []field {
	var out []field
	var text []string
	for i := 0; i < len(r.items); i++ {
		it := r.items[i]
		text = append(text, it.text)
		if it.name == "" && !it.more {
			continue
		}
		for i+1 < len(r.items) && r.items[i+1].name == "" &&
			(strings.HasPrefix(r.items[i+1].text, ")") || strings.HasPrefix(r.items[i+1].text, "(?")) {
			i++
			text = append(text, r.items[i].text)
		}
		if it.more {
			last := &out[len(out)-1]
			last.text = append(last.text, text...)
		} else {
			f := field{it.name, it.typ, text, it.tags}
			if it.lift != "" {
				f.tags = fmt.Sprintf(" lift:%q", it.lift) + it.tags
			}
			out = append(out, f)
		}
		text = nil
	}
	switch {
	case len(text) == 0:
	case len(out) == 0:
		out = append(out, field{name: "Text", typ: "struct{}", text: text})
	default:
		last := &out[len(out)-1]
		last.text = append(last.text, text...)
	}
	return out
}
