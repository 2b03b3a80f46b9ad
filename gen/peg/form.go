package peg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// A form is a way to write an expression so that ordered choice reads it
// exactly. The form "as written" is always tried first.
//
//	as written
//	stop       option, repetition: the body, and then not what cannot follow it
//	commit     an alternative, and then not what cannot follow the choice
//	run        *(x / y) x is written ( x+ | y+ x )+; see converter.run
//	fits       repetition: stop where the rest of the rule fits here and does
//	           not fit after one more turn
//	lazy       repetition: stop where the rest of the calling rule fits
//
// Guards stand after the body, so that nothing is read twice. They refuse only what
// no context allows, so that the published order of alternatives is kept.

// exactly finds a form for every production, callees first, and proves it.
func (p *prover) exactly() error {
	p.calleesFirst = p.sorted()
	for _, q := range slices.Backward(p.calleesFirst) {
		p.spread(q)
	}
	for _, q := range p.calleesFirst {
		if err := p.prove(q); err != nil {
			return err
		}
	}
	return nil
}

// sorted returns the productions, callees before their callers.
func (p *prover) sorted() []*production {
	for _, q := range p.order {
		p.lazyCallers(q, q.body)
	}
	done := make(map[*production]bool)
	var out []*production
	var visit func(q *production)
	var walk func(n *node)
	walk = func(n *node) {
		if n.kind == ref {
			visit(n.prod)
		}
		for _, x := range n.subs {
			walk(x)
		}
	}
	visit = func(q *production) {
		if done[q] {
			return
		}
		done[q] = true
		walk(q.body)
		for _, n := range q.rest {
			walk(n)
		}
		out = append(out, q)
	}
	for _, q := range p.order {
		visit(q)
	}
	return out
}

// lazyCallers notes for each lazy rule where it is called and what follows.
func (p *prover) lazyCallers(q *production, n *node) {
	if n.kind == seq {
		for i, x := range n.subs {
			if x.kind == ref && x.prod.rule.Variant == reading.Lazy {
				x.prod.caller, x.prod.rest = q, n.subs[i+1:]
			}
		}
	}
	for _, x := range n.subs {
		p.lazyCallers(q, x)
	}
}

// spread adds to each production that q refers to the contexts in which q uses it.
func (p *prover) spread(q *production) {
	for _, k := range q.contexts {
		p.context(q, q.body, k)
	}
}

// context adds to each production that n refers to the contexts in which it stands
// if k follows n. n is a part of q.
func (p *prover) context(q *production, n *node, k lang) {
	switch n.kind {
	case seq:
		for i := len(n.subs) - 1; i >= 0; i-- {
			p.context(q, n.subs[i], k)
			k = p.alg.concat(p.truth(n.subs[i]), k)
		}
	case choice:
		for _, x := range n.subs {
			p.context(q, x, k)
		}
	case option:
		p.context(q, n.subs[0], k)
	case star, plus:
		p.context(q, n.subs[0], p.again(n, k))
	case minus:
		p.context(q, n.subs[1], k)
	case ref:
		if !slices.Contains(n.prod.contexts, k) {
			n.prod.contexts = append(n.prod.contexts, k)
		}
		if !slices.Contains(n.prod.callers, q) {
			n.prod.callers = append(n.prod.callers, q)
		}
	}
}

// again returns what may follow a turn of the repetition n if k follows n.
func (p *prover) again(n *node, k lang) lang {
	return p.alg.concat(p.alg.star(p.truth(n.subs[0])), k)
}

// prove finds the form of q and proves that it is exact in every context.
func (p *prover) prove(q *production) error {
	f := &finder{prover: p, prod: q}
	q.body = f.find(q.body, q.contexts, []*node{})
	if f.err != nil {
		return f.err
	}
	for _, k := range q.contexts {
		if want, got := p.alg.concat(q.truth, k), p.wp(q.body, k); got != want {
			return f.fail("whole rule", q.body, q.contexts, want, got)
		}
	}
	return f.noProgress(q.body)
}

// finder finds the forms of one production.
type finder struct {
	*prover
	prod *production
	err  error
}

func (f *finder) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(f.prod.forms, text) {
		f.prod.forms = append(f.prod.forms, text)
	}
}

// lost returns the strings that n should accept in one of the contexts and
// does not.
func (f *finder) lost(n *node, ks []lang) lang {
	l := f.alg.none
	for _, k := range ks {
		l = f.alg.union(l, f.alg.minus(f.alg.concat(f.truth(n), k), f.wp(n, k)))
	}
	return l
}

func (f *finder) exact(n *node, ks []lang) bool {
	for _, k := range ks {
		if f.wp(n, k) != f.alg.concat(f.truth(n), k) {
			return false
		}
	}
	return true
}

// find returns n in a form that is exact in the contexts ks. rest is what
// follows n in the rule, nil if n stands inside an option or repetition.
func (f *finder) find(n *node, ks []lang, rest []*node) *node {
	if f.err != nil {
		return n
	}
	m := *n
	m.subs = slices.Clone(n.subs)
	switch {
	case n.unit && n.kind != seq || n.unit && len(n.subs) == 2 && n.subs[0].kind == not:
		f.note("run: its last character is found by its class, because a repetition gives nothing back")
		return n
	case n.kind == seq:
		for i := len(m.subs) - 1; i >= 0; i-- {
			after := rest
			if rest != nil {
				after = slices.Concat(m.subs[i+1:], rest)
			}
			m.subs[i] = f.find(m.subs[i], ks, after)
			next := make([]lang, len(ks))
			for j, k := range ks {
				next[j] = f.alg.concat(f.truth(m.subs[i]), k)
			}
			ks = unique(next)
		}
		return &m
	case n.kind == option:
		m.subs[0] = f.find(n.subs[0], ks, nil)
		f.emptyFirst(n, ks)
		return f.repetition(&m, ks, ks, rest)
	case n.kind == star, n.kind == plus:
		again := make([]lang, len(ks))
		for j, k := range ks {
			again[j] = f.again(n, k)
		}
		m.subs[0] = f.find(n.subs[0], unique(slices.Clone(again)), nil)
		for j, k := range ks {
			f.meant[wpKey{m.subs[0], k}] = again[j]
		}
		again = unique(again)
		if n.lazy {
			return f.lazily(&m, ks)
		}
		return f.repetition(&m, ks, again, rest)
	case n.kind == choice:
		for i := range m.subs {
			m.subs[i] = f.find(n.subs[i], ks, nil)
		}
		return f.choose(&m, ks)
	case n.kind == minus:
		m.subs[1] = f.find(n.subs[1], ks, nil)
		if !f.exact(&m, ks) {
			f.err = f.inexact("exclusion", &m, ks)
		}
		return &m
	}
	return n
}

func unique(ks []lang) []lang {
	slices.Sort(ks)
	return slices.Compact(ks)
}

// repetition finds the form of an option, star or plus whose body has one. The
// body must lead to success whenever one more turn can (so the derivation is
// the greedy one), and the whole must be exact.
func (f *finder) repetition(n *node, ks, again []lang, rest []*node) *node {
	right := func(m *node) bool {
		if !f.exact(m.subs[0], again) || !f.exact(m, ks) {
			return false
		}
		// An option that matches nothing is absent.
		return m.kind != option || !slices.ContainsFunc(ks, func(k lang) bool {
			return f.alg.meet(f.zero(m.subs[0]), k)
		})
	}
	tried := func(m *node, form string) bool {
		ok := right(m)
		f.try(n, form, ok, func() lang { return f.alg.union(f.lost(m, ks), f.lost(m.subs[0], again)) })
		return ok
	}
	if tried(n, "as written") {
		return n
	}
	with := func(body *node) *node {
		m := *n
		m.subs = []*node{body}
		if n.kind != option {
			for _, k := range ks {
				f.meant[wpKey{body, k}] = f.again(n, k)
			}
		}
		return &m
	}
	body := n.subs[0]
	for _, guard := range f.guards(body, again, f.lost(n, ks)) {
		if m := with(f.followed(body, guard)); tried(m, "stop, if "+f.describe(guard)+" follows") {
			f.note("stop: the turn is taken only if %s follows it", f.describe(guard))
			return m
		}
	}
	if len(rest) > 0 && n.kind == star {
		_, guard := f.follow(f.prod.contexts)
		fits := &node{kind: seq, subs: slices.Concat(rest, []*node{guard})}
		body := &node{kind: choice, truth: body.truth, subs: []*node{
			{kind: seq, truth: body.truth, unit: true, subs: []*node{{kind: not, subs: []*node{fits}}, body}},
			{kind: seq, truth: body.truth, unit: true, subs: []*node{body, {kind: ahead, subs: []*node{fits}}}},
		}}
		if m := with(body); tried(m, "fits") {
			f.note("fits: another turn is taken where the rest of the rule does not fit here, or fits after the turn")
			return m
		}
	}
	f.err = f.inexact("repetition", n, ks)
	return n
}

// inexact returns the error for a node without a form: what it loses in the
// first context that it is not exact in.
func (f *finder) inexact(what string, n *node, ks []lang) error {
	for _, k := range ks {
		if want, got := f.alg.concat(f.truth(n), k), f.wp(n, k); want != got {
			return f.fail(what, n, []lang{k}, want, got)
		}
	}
	return f.fail(what, n, ks, f.alg.empty, f.alg.none)
}

// emptyFirst proves, of a choice with an alternative that may be empty, that
// trying the alternatives after it first changes no derivation: wherever taking the
// empty alternative leads to success, taking one of them does not.
func (f *finder) emptyFirst(n *node, ks []lang) {
	for _, k := range ks {
		first, late := f.alg.none, f.alg.none
		for _, x := range n.beforeEmpty {
			first = f.alg.union(first, f.alg.concat(f.truth(x), k))
		}
		for _, x := range n.afterEmpty {
			late = f.alg.union(late, f.alg.concat(f.truth(x), k))
		}
		if other := f.alg.intersect(k, f.alg.minus(late, first)); other != f.alg.none {
			f.err = f.fail("an alternative that may be empty before another", n, []lang{k}, other, f.alg.none)
		}
	}
}

// lazily finds the form of a star that matches as little as it can: it goes on
// only where what follows its rule in the caller does not fit.
func (f *finder) lazily(n *node, ks []lang) *node {
	if f.prod.caller == nil || len(ks) == 0 {
		return n // derived alone, where nothing follows
	}
	_, guard := f.follow(f.prod.caller.contexts)
	fits := &node{kind: seq, subs: slices.Concat(f.prod.rest, []*node{guard})}
	body := &node{kind: seq, truth: n.subs[0].truth, unit: true,
		subs: []*node{{kind: not, subs: []*node{fits}}, n.subs[0]}}
	m := *n
	m.subs = []*node{body}
	for _, k := range ks {
		// A turn is taken exactly where the rest does not fit instead.
		again := f.again(n, k)
		want := f.alg.minus(f.alg.concat(f.truth(body), again), k)
		if got := f.wp(body, again); got != want {
			f.err = f.fail("lazy repetition", n, []lang{again}, want, got)
		}
	}
	if !f.exact(&m, ks) {
		f.err = f.inexact("lazy repetition", &m, ks)
	}
	f.try(n, "lazy", f.err == nil, func() lang { return f.lost(&m, ks) })
	f.note("lazy: it stops where the rest of %s fits", f.prod.caller.rule.Name)
	return &m
}

// choose finds the form of a choice whose alternatives have one: an alternative
// is guarded if it commits on strings whose rest then fails.
func (f *finder) choose(n *node, ks []lang) *node {
	m := *n
	m.subs = slices.Clone(n.subs)
	for i, x := range m.subs {
		lost := f.committed(&m, i, ks)
		if lost == f.alg.none {
			continue
		}
		f.try(x, "as written", false, func() lang { return lost })
		fits := func(guard *node) bool {
			y := f.followed(x, guard)
			ok := f.exact(y, ks) && !f.alg.meet(lost, f.dom(y))
			f.try(x, "commit, if "+f.describe(guard)+" follows", ok, func() lang {
				return f.alg.union(f.lost(y, ks), f.alg.intersect(lost, f.dom(y)))
			})
			return ok
		}
		guards := append(f.guards(x, ks, lost), f.longer(n.subs[i+1:], x)...)
		g := slices.IndexFunc(guards, fits)
		if g < 0 {
			f.err = f.fail(fmt.Sprintf("alternative %d of the choice", i+1), x, ks, lost, f.alg.none)
			return n
		}
		f.note("commit: alternative %d is taken only if %s follows it", i+1, f.describe(guards[g]))
		m.subs[i] = f.followed(x, guards[g])
	}
	// The derivation takes an alternative wherever that leads to success.
	for _, x := range append(slices.Clone(m.subs), &m) {
		if !f.exact(x, ks) {
			f.err = f.inexact("choice", x, ks)
		}
	}
	return &m
}

// committed returns the strings that the choice n should accept in one of the
// contexts and does not, because it takes alternative i.
func (f *finder) committed(n *node, i int, ks []lang) lang {
	x := n.subs[i]
	taken := f.dom(x)
	for _, earlier := range n.subs[:i] {
		taken = f.alg.minus(taken, f.dom(earlier))
	}
	lost := f.alg.none
	for _, k := range ks {
		meant := f.alg.intersect(f.alg.concat(f.truth(n), k), taken)
		lost = f.alg.union(lost, f.alg.minus(meant, f.wp(x, k)))
	}
	return lost
}

// followed returns x with a guard after it.
func (f *finder) followed(x, guard *node) *node {
	return &node{kind: seq, subs: []*node{x, guard}, truth: x.truth, unit: true}
}

// follow returns the tokens that may follow in the contexts and a guard that
// lets nothing else pass.
func (f *finder) follow(ks []lang) (automaton.Set, *node) {
	var first automaton.Set
	end := false
	for _, k := range ks {
		first = first.Union(f.alg.first(k))
		end = end || f.alg.hasEmpty(k)
	}
	if end {
		return first, f.guard(not, f.alg.used.Minus(first))
	}
	return first, f.guard(ahead, first)
}

func (f *finder) guard(k kind, set automaton.Set) *node {
	return &node{kind: k, subs: []*node{f.token(set, nil)}}
}

// guards proposes guards to put after x so that x is not taken for the lost
// strings: the first refuses the tokens that come after x in these strings and
// cannot follow; the second asks for a token that can.
func (f *finder) guards(x *node, ks []lang, lost lang) []*node {
	first, full := f.follow(ks)
	// Tokens that neither x nor lost tells apart are refused together.
	sets := append(f.sets(x), first)
	sets = append(sets, f.alg.dfas[lost].Classes().Sets()...)
	var refuse automaton.Set
	for _, part := range automaton.Partition(f.alg.used.Minus(first), sets) {
		then := f.wp(x, f.alg.prepend(part, f.alg.all))
		if f.alg.meet(then, lost) {
			refuse = refuse.Union(part)
		}
	}
	var out []*node
	if len(refuse) > 0 {
		out = append(out, f.guard(not, refuse))
	}
	return append(out, full)
}

// sets returns the sets of the tokens that n reads or looks for.
func (f *finder) sets(n *node) []automaton.Set {
	switch n.kind {
	case token:
		return []automaton.Set{n.set}
	case ref:
		return f.sets(n.prod.body)
	}
	var out []automaton.Set
	for _, x := range n.subs {
		out = append(out, f.sets(x)...)
	}
	return out
}

// longer proposes guards to put after x if later alternatives begin with x too:
// each refuses the characters that come after x in one of them.
func (f *finder) longer(later []*node, x *node) []*node {
	var out []*node
	for _, y := range later {
		if x.kind != ref || y.kind != seq || y.subs[0].kind != ref || y.subs[0].prod != x.prod {
			continue
		}
		end := 1
		for end < len(y.subs) && y.subs[end].kind == token {
			end++
		}
		if end > 1 {
			out = append(out, &node{kind: not, subs: []*node{{kind: seq, subs: y.subs[1:end]}}})
		}
	}
	return out
}

// describe says what a guard asks for.
func (f *finder) describe(guard *node) string {
	var sets []string
	if x := guard.subs[0]; x.kind == seq {
		for _, y := range x.subs {
			sets = append(sets, f.setText(y.set, "or"))
		}
	} else {
		sets = append(sets, f.setText(x.set, "or"))
	}
	text := strings.Join(sets, " ")
	if guard.kind == not {
		return "no " + text
	}
	return text
}

// noProgress returns an error if an alternative or a turn could succeed and
// take nothing: participle panics or loops there.
func (f *finder) noProgress(n *node) error {
	var bodies []*node
	switch n.kind {
	case choice:
		bodies = n.subs
	case star, plus:
		bodies = n.subs
	}
	for _, x := range bodies {
		// At the end of the input nothing is taken in any case.
		if l := f.alg.minus(f.zero(x), f.alg.empty); l != f.alg.none {
			return f.fail("alternative or turn that takes nothing,", x, nil, l, f.alg.none)
		}
	}
	for _, x := range n.subs {
		if n.kind == ahead || n.kind == not {
			break
		}
		if err := f.noProgress(x); err != nil {
			return err
		}
	}
	return nil
}
