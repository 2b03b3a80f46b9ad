package export

import (
	"encoding/binary"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// node is an expression over characters. Those that a builder makes are interned: equal
// nodes are the same pointer.
type node struct {
	op       op
	set      automaton.Set // of opSet
	subs     []*node       // of opCat and opAlt; one of opRepeat
	min, max int           // of opRepeat; max may be automaton.Unbounded
	id       uint32
	nullable bool // the empty string matches
	size     int  // about the length of the text, at most maxSize
}

type op uint8

const (
	opSet    op = iota // one character; with an empty set, nothing matches
	opCat              // without parts, the empty string
	opAlt              // two parts or more
	opRepeat           // not of the empty string, and not exactly once
)

// maxSize is where sizes stop to grow. Nodes are shared, so the text may be exponentially
// longer than the memory that they take.
const maxSize = 1 << 30

// builder makes nodes, and simplifies them in ways that keep the language.
type builder struct {
	known map[string]*node
	limit int32 // the characters are those from 0 to limit-1
}

func newBuilder(limit int32) *builder {
	return &builder{known: make(map[string]*node), limit: limit}
}

// intern returns the node that is equal to n.
func (b *builder) intern(n node) *node {
	key := []byte{byte(n.op)}
	for _, r := range n.set {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(r.Lo)), int64(r.Hi))
	}
	for _, s := range n.subs {
		key = binary.AppendUvarint(key, uint64(s.id))
	}
	if n.op == opRepeat {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(n.min)), int64(n.max))
	}
	if same, ok := b.known[string(key)]; ok {
		return same
	}
	n.id = uint32(len(b.known))
	n.size = 1
	switch n.op {
	case opSet:
		n.size = 4*len(n.set) + 1
	case opCat:
		n.nullable = !slices.ContainsFunc(n.subs, func(s *node) bool { return !s.nullable })
	case opAlt:
		n.nullable = slices.ContainsFunc(n.subs, func(s *node) bool { return s.nullable })
	case opRepeat:
		n.size = 4
		n.nullable = n.min == 0 || n.subs[0].nullable
	}
	for _, s := range n.subs {
		n.size = min(n.size+s.size+1, maxSize)
	}
	made := &n
	b.known[string(key)] = made
	return made
}

func (b *builder) set(s automaton.Set) *node { return b.intern(node{op: opSet, set: s}) }
func (b *builder) nothing() *node            { return b.set(nil) }
func (b *builder) empty() *node              { return b.intern(node{op: opCat}) }

func (n *node) isNothing() bool { return n.op == opSet && len(n.set) == 0 }
func (n *node) isEmpty() bool   { return n.op == opCat && len(n.subs) == 0 }

// parts returns the parts of a concatenation; anything else is its own only part.
func (n *node) parts() []*node {
	if n.op == opCat {
		return n.subs
	}
	return []*node{n}
}

// counted returns what a node repeats, and how often: a node that repeats nothing, once.
func (n *node) counted() (x *node, min, max int) {
	if n.op == opRepeat {
		return n.subs[0], n.min, n.max
	}
	return n, 1, 1
}

// cat returns the concatenation.
func (b *builder) cat(parts ...*node) *node {
	var out []*node
	for _, p := range parts {
		if p.isNothing() {
			return p
		}
		for _, p := range p.parts() {
			out = append(out, p)
			// Neighbours that repeat the same thing become one repetition.
			for len(out) > 1 {
				x, min1, max1 := out[len(out)-2].counted()
				y, min2, max2 := out[len(out)-1].counted()
				single := x.op == opSet && x.set.Len() == 1 && out[len(out)-2] == x && out[len(out)-1] == y
				if x != y || single {
					break
				}
				out = append(out[:len(out)-2], b.repeat(x, min1+min2, sum(max1, max2)))
			}
		}
	}
	out = b.fold(out)
	if len(out) == 1 {
		return out[0]
	}
	return b.intern(node{op: opCat, subs: out})
}

// fold makes one repetition of parts that occur several times in a row: "abab" is "(ab){2}".
func (b *builder) fold(parts []*node) []*node {
	const longest, least = 8, 12 // parts of a period, and its size
	var out []*node
	for len(parts) > 0 {
		period, times := 1, 1
		for p := 2; p <= min(longest, len(parts)/2) && times == 1; p++ {
			n := 1
			for (n+1)*p <= len(parts) && slices.Equal(parts[:p], parts[n*p:(n+1)*p]) {
				n++
			}
			size := 0
			for _, part := range parts[:p] {
				size += part.size
			}
			if n > 1 && size >= least {
				period, times = p, n
			}
		}
		if times == 1 {
			out = append(out, parts[0])
		} else {
			out = append(out, b.repeat(b.intern(node{op: opCat, subs: slices.Clone(parts[:period])}), times, times))
		}
		parts = parts[period*times:]
	}
	return out
}

func sum(max1, max2 int) int {
	if max1 == automaton.Unbounded || max2 == automaton.Unbounded {
		return automaton.Unbounded
	}
	return max1 + max2
}

// repeat returns the repetition.
func (b *builder) repeat(x *node, min, max int) *node {
	switch {
	case max == 0 || x.isEmpty():
		return b.empty()
	case x.isNothing() && min == 0:
		return b.empty()
	case x.isNothing() || min == 1 && max == 1:
		return x
	}
	if x.op == opRepeat && x.min <= 1 {
		switch {
		case x.max == automaton.Unbounded: // (y*)*, (y+)*, (y+)+
			return b.repeat(x.subs[0], min*x.min, automaton.Unbounded)
		case x.max == 1: // (y?){2,5}
			return b.repeat(x.subs[0], 0, max)
		}
	}
	return b.intern(node{op: opRepeat, subs: []*node{x}, min: min, max: max})
}

// alt returns the alternatives. Their order is of no consequence for the language, and
// neither is whether several of them match.
func (b *builder) alt(parts ...*node) *node {
	var (
		chars    automaton.Set
		optional bool
		out      []*node
	)
	var add func(n *node)
	add = func(n *node) {
		switch {
		case n.isEmpty():
			optional = true
		case n.op == opSet:
			chars = chars.Union(n.set)
		case n.op == opAlt:
			for _, s := range n.subs {
				add(s)
			}
		case n.op == opRepeat && n.min == 0 && n.max == 1:
			optional = true
			add(n.subs[0])
		case !slices.Contains(out, n):
			out = append(out, n)
		}
	}
	for _, p := range parts {
		add(p)
	}
	if len(chars) > 0 {
		out = append(out, b.set(chars))
	}
	out = b.factor(out, func(n *node) *node { return n.parts()[0] }, func(n *node) *node { return b.cat(n.parts()[1:]...) },
		func(common, rest *node) *node { return b.cat(common, rest) })
	out = b.factor(out, func(n *node) *node { return n.parts()[len(n.parts())-1] }, func(n *node) *node { return b.cat(n.parts()[:len(n.parts())-1]...) },
		func(common, rest *node) *node { return b.cat(rest, common) })
	var n *node
	switch len(out) {
	case 0:
		n = b.nothing()
	case 1:
		n = out[0]
	default:
		n = b.intern(node{op: opAlt, subs: out})
	}
	switch {
	case !optional || n.nullable:
		return n
	case n.op == opRepeat && n.min <= 1:
		return b.repeat(n.subs[0], 0, n.max)
	}
	return b.repeat(n, 0, 1)
}

// factor joins alternatives that begin, or end, with the same part: "ab / ac" is "a(b / c)".
func (b *builder) factor(alts []*node, end, rest func(*node) *node, join func(common, rest *node) *node) []*node {
	by := make(map[*node][]*node)
	for _, a := range alts {
		by[end(a)] = append(by[end(a)], a)
	}
	var out []*node
	for _, a := range alts {
		same := by[end(a)]
		switch {
		case len(same) == 1:
			out = append(out, a)
		case same[0] == a:
			var rests []*node
			for _, s := range same {
				rests = append(rests, rest(s))
			}
			out = append(out, join(end(a), b.alt(rests...)))
		}
	}
	return out
}

// expr returns the node as an expression of package automaton.
func (n *node) expr() *automaton.Expr {
	known := make(map[*node]*automaton.Expr)
	var of func(n *node) *automaton.Expr
	of = func(n *node) *automaton.Expr {
		if e, ok := known[n]; ok {
			return e
		}
		var subs []*automaton.Expr
		for _, s := range n.subs {
			subs = append(subs, of(s))
		}
		var e *automaton.Expr
		switch n.op {
		case opSet:
			e = automaton.Symbol(n.set)
		case opCat:
			e = automaton.Cat(subs...)
		case opAlt:
			e = automaton.Alt(subs...)
		case opRepeat:
			e = automaton.Repeat(subs[0], n.min, n.max, false)
		}
		known[n] = e
		return e
	}
	return of(n)
}
