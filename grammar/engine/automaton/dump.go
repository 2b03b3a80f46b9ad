package automaton

import (
	"fmt"
	"slices"
	"strings"
)

// Dump returns the forms that e takes on its way to a [Matcher], in order, to be
// read: the expression, the NFA, the DFA, the tagged automaton, its registers
// and the loops that the kernel runs. name gives the names of tags.
func Dump(e *Expr, name func(tag int) string, wanted ...Wanted) string {
	var b strings.Builder
	title := func(format string, args ...any) { fmt.Fprintf(&b, "\n"+format+"\n\n", args...) }

	fmt.Fprintf(&b, "Expression\n\n%s\n", e.text(name))

	n := compile(256, e)
	title("NFA: %d nodes; it begins at %d and accepts at %d", len(n.nodes), n.start, n.match)
	for i, x := range n.nodes {
		fmt.Fprintf(&b, "%4d %s\n", i, x.text(name))
	}

	d := n.determinize()
	plain, tagged := d.minimize().machine(), compileMatcher(e, wanted)
	title("DFA: %d states by subsets of nodes, %d when minimal, over %d classes of bytes", len(d.accept), len(plain.states), len(plain.classes.sets))
	plain.write(&b)

	t := newTagged(e, wanted)
	title("Tagged automaton: %d states, each a list of items, the preferred first", len(t.states))
	for k, w := range wanted {
		var names []string
		for _, tag := range w.Tags {
			names = append(names, name(tag))
		}
		fmt.Fprintf(&b, "bounds %d, %d: %s, in registers %d, %d\n", 2*k, 2*k+1, strings.Join(names, " or "), w.Begin, w.End)
	}
	fmt.Fprintf(&b, "noted at the beginning: %v\n", t.atStart.list())
	for i, s := range t.states {
		fmt.Fprintf(&b, "%4d has %d items", i, s.items)
		if s.accept >= 0 {
			fmt.Fprintf(&b, "; item %d accepts and notes %v", s.accept, s.final.list())
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

	title("Registers: %d states when minimal", len(tagged.states))
	tagged.write(&b)

	for _, m := range []struct {
		what string
		*machine
	}{{"to decide", plain}, {"to find", tagged}} {
		table := newTable(m.machine)
		title("Loops %s: %d sets in the kernel, %d actions, %d KB of rows", m.what, table.kernel.inUse(), len(table.actions)-1, len(table.rows))
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
			k, besides := &table.kernel, ""
			switch {
			case set < foldedSets:
				besides = fmt.Sprintf(" and escapes with %q", k.escape[0])
			case set == foldedSets && k.joined > 0:
				besides = fmt.Sprintf(" and %s before %s", nibbleSet(k.joints).text(), nibbleSet(k.follows).text())
			}
			fmt.Fprintf(&b, "states %v on %s%s\n", states, nibbleSet(k.nibbles[set]).text(), besides)
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

// text writes a set of bytes: [%A-Fa-f], what does not print in hexadecimal.
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

// text writes an expression: x y for a sequence, | for alternatives, {2,4} for
// repetition, <name: x> for a tag.
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
		return list(" ", opAlt, opNotPrefix)
	case opAlt:
		return list(" | ", opNotPrefix)
	case opRepeat:
		most := fmt.Sprint(e.max)
		if e.max == Unbounded {
			most = ""
		}
		lazy := ""
		if e.lazy {
			lazy = "?"
		}
		return fmt.Sprintf("%s{%d,%s}%s", part(e.subs[0], opAlt, opCat, opNotPrefix), e.min, most, lazy)
	case opTag:
		return fmt.Sprintf("<%s: %s>", name(e.tag), e.subs[0].text(name))
	case opNotPrefix:
		return fmt.Sprintf("%s but not behind %s", part(e.subs[0], opAlt, opCat), part(e.subs[1], opAlt, opCat))
	case opLanguage:
		return fmt.Sprintf("(a language of %d states)", len(e.dfa.accept))
	}
	panic("automaton: an Expr that no constructor made")
}

// text writes a node.
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
		return fmt.Sprintf("begin a turn of loop %d then %d", x.id, x.outs[0])
	case nodeLeave:
		return fmt.Sprintf("end a turn of loop %d then %d, unless it is empty", x.id, x.outs[0])
	}
	return "accept"
}
