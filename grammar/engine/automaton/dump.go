package automaton

import (
	"fmt"
	"slices"
	"strings"
)

// Dump returns as text what e becomes on its way to a [Matcher], in order: the
// expression, the NFA, the DFA, the subsets of the ordered subset construction, the
// TDFA with its registers, and the loops that the kernel runs. name gives the names
// of tags.
func Dump(e *Expr, name func(tag int) string, wanted ...Wanted) string {
	var b strings.Builder
	title := func(format string, args ...any) { fmt.Fprintf(&b, "\n"+format+"\n\n", args...) }

	n := compile(new(Meter), 256, e)
	fmt.Fprintf(&b, "Expression\n\n%s\n", e.text(name))

	title("NFA: %d nodes; it begins at %d and accepts at %d", len(n.nodes), n.start, n.match)
	for i, x := range n.nodes {
		fmt.Fprintf(&b, "%4d %s\n", i, x.text(name))
	}

	d := n.determinize()
	plain, tagged := d.minimize().tdfa(), compileMatcher(e, wanted)
	title("DFA: %d sets of nodes, %d states when minimal, over %d classes of bytes", len(d.accept), len(plain.states), len(plain.classes.sets))
	plain.write(&b)

	t := newSubsets(e, wanted)
	title("Ordered subsets: %d states, each a list of members, the preferred first", len(t.states))
	for k, w := range wanted {
		var names []string
		for _, tag := range w.Tags {
			names = append(names, name(tag))
		}
		fmt.Fprintf(&b, "bounds %d, %d: %s, in registers %d, %d\n", 2*k, 2*k+1, strings.Join(names, " or "), w.Begin, w.End)
	}
	fmt.Fprintf(&b, "at the beginning: bounds %v\n", t.atStart.list())
	for i, s := range t.states {
		fmt.Fprintf(&b, "%4d has %d members", i, s.members)
		if s.accept >= 0 {
			fmt.Fprintf(&b, "; member %d accepts, with bounds %v", s.accept, s.final.list())
		}
		b.WriteString("\n")
		for c, edge := range s.edges {
			if len(edge.moves) == 0 {
				continue
			}
			fmt.Fprintf(&b, "     by %s to %d:", t.classes.sets[c].text(), edge.to)
			for j, m := range edge.moves {
				fmt.Fprintf(&b, " %d>%d", m.from, j)
				if m.before != 0 {
					fmt.Fprintf(&b, " before %v", m.before.list())
				}
				if m.after != 0 {
					fmt.Fprintf(&b, " after %v", m.after.list())
				}
			}
			b.WriteString("\n")
		}
	}

	title("TDFA: %d states when minimal, %d registers", len(tagged.states), tagged.registers)
	tagged.write(&b)

	for _, m := range []struct {
		what string
		*tdfa
	}{{"of the Acceptor", plain}, {"of the Matcher", tagged}} {
		table := newTable(m.tdfa)
		title("Loops %s: %d sets in the kernel, %d actions, %d KB of rows", m.what, table.kernel.sets(), len(table.actions)-1, len(table.rows))
		for set := range uint8(noSet) {
			var states []int
			for s, of := range table.kernel.setOf {
				if of == set {
					states = append(states, s)
				}
			}
			if states == nil {
				continue
			}
			k, more := &table.kernel, ""
			switch {
			case set < foldedSets:
				more = fmt.Sprintf(" and escapes with %q", k.escape[0])
			case set == foldedSets && k.joined > 0:
				more = fmt.Sprintf(" and %s before %s", nibbleSet(k.joints).text(), nibbleSet(k.follows).text())
			}
			fmt.Fprintf(&b, "states %v on %s%s\n", states, nibbleSet(k.nibbles[set]).text(), more)
		}
	}
	return b.String()
}

// list returns the bounds in ascending order.
func (b bounds) list() []int {
	list := []int{}
	for i := range 64 {
		if b.has(i) {
			list = append(list, i)
		}
	}
	return list
}

// nibbleSet is the inverse of nibbles.
func nibbleSet(t [16]byte) (set Set) {
	for x := range int32(128) {
		if t[x&15]>>(x>>4)&1 != 0 {
			set = append(set, Range{x, x})
		}
	}
	return normal(set)
}

// text returns a set of bytes as [%A-Fa-f], with bytes that do not print in
// hexadecimal.
func (s Set) text() string {
	var b strings.Builder
	symbol := func(x int32) {
		switch {
		case x > ' ' && x < 0x7F && !strings.ContainsRune(`\]-`, x):
			b.WriteRune(x)
		case x < 0x80 && x > ' ':
			b.WriteString(`\` + string(x))
		default:
			fmt.Fprintf(&b, `\x%02X`, x)
		}
	}
	b.WriteByte('[')
	for _, r := range s {
		symbol(r.Lo)
		if r.Hi > r.Lo+1 {
			b.WriteByte('-')
		}
		if r.Hi > r.Lo {
			symbol(r.Hi)
		}
	}
	b.WriteByte(']')
	return b.String()
}

// text returns an expression: x y is a sequence, x | y are alternatives, x{2,4} is
// a repetition, <name: x> a tag.
func (e *Expr) text(name func(tag int) string) string {
	part := func(x *Expr, around ...op) string {
		text := x.text(name)
		if slices.Contains(around, x.op) && len(x.subs) > 1 {
			return "(" + text + ")"
		}
		return text
	}
	list := func(separator string, around ...op) string {
		parts := make([]string, len(e.subs))
		for i, x := range e.subs {
			parts[i] = part(x, around...)
		}
		return strings.Join(parts, separator)
	}
	switch e.op {
	case opSet:
		return e.set.text()
	case opCat:
		if len(e.subs) == 0 {
			return `""`
		}
		return list(" ", opAlt, opNotPrefix, opBoth)
	case opAlt:
		return list(" | ", opNotPrefix, opBoth)
	case opRepeat:
		most := fmt.Sprint(e.max)
		if e.max == Unbounded {
			most = ""
		}
		lazy := ""
		if e.lazy {
			lazy = "?"
		}
		return fmt.Sprintf("%s{%d,%s}%s", part(e.subs[0], opAlt, opCat, opNotPrefix, opBoth), e.min, most, lazy)
	case opTag:
		return fmt.Sprintf("<%s: %s>", name(e.tag), e.subs[0].text(name))
	case opNotPrefix:
		return fmt.Sprintf("%s not beginning with %s", part(e.subs[0], opAlt, opCat), part(e.subs[1], opAlt, opCat))
	case opBoth:
		return fmt.Sprintf("%s that is %s", part(e.subs[0], opAlt, opCat), part(e.subs[1], opAlt, opCat))
	case opLanguage:
		return fmt.Sprintf("(a language of %d states)", len(e.dfa.accept))
	}
	panic("automaton: an Expr that no constructor made")
}

// text returns a node.
func (x node) text(name func(tag int) string) string {
	switch x.kind {
	case nodeSymbol:
		return fmt.Sprintf("%s then %d", x.set.text(), x.outs[0])
	case nodeSplit:
		return fmt.Sprintf("one of %v", x.outs)
	case nodeOpen:
		return fmt.Sprintf("begin %s then %d", name(int(x.id)), x.outs[0])
	case nodeClose:
		return fmt.Sprintf("end %s then %d", name(int(x.id)), x.outs[0])
	case nodeEnter:
		return fmt.Sprintf("begin an iteration of loop %d then %d", x.id, x.outs[0])
	case nodeLeave:
		return fmt.Sprintf("end an iteration of loop %d then %d, unless it is empty", x.id, x.outs[0])
	}
	return "accept"
}
