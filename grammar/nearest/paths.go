package nearest

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// path is a way through the input to a string that conforms.
type path struct {
	text  string
	edits []edit
}

// edit is an [Edit] as the search finds it.
type edit struct {
	op       Op
	position int // the number of the character in the input
	to       string
	at       int   // where to begins in the new string, in bytes
	state    int32 // before it
	label    int32 // of the new character, or of the one that is deleted
}

// option is a step on a path.
type option struct {
	edit           // op is "" if the character stays as it is
	target   int32 // the state after it
	consumes int   // how many characters of the input it takes: 0 or 1
	cost     cost  // of the step
}

// paths returns up to n paths with the least number of edits and different texts, in
// order. The costs are those of the input.
func (m *machine) paths(in *input, c *costs, n int) []path {
	least := c.least()
	if least >= never {
		return nil
	}
	// First those of the least cost; then those by which more characters move.
	w := newWalk(m, in, c, n)
	if w.run(least) {
		c.settle(true)
		w = newWalk(m, in, c, n)
		for total := least; total/oneEdit == least/oneEdit && w.run(total); total = w.next {
		}
	}
	return w.found
}

func newWalk(m *machine, in *input, c *costs, n int) *walk {
	w := &walk{machine: m, in: in, costs: c, wanted: max(n, 1), texts: make(map[string]bool)}
	w.budget = 16 * (w.wanted + 16) * (len(in.chars) + 16)
	return w
}

// walk looks for paths.
type walk struct {
	*machine
	in     *input
	costs  *costs
	wanted int
	budget int // how many steps may still be taken
	texts  map[string]bool
	found  []path

	total cost // of the paths that are looked for
	next  cost // the least cost of a path that is greater

	seen    map[place]bool
	text    []byte
	edits   []edit
	stack   []frame
	options []option // of all frames
}

// frame is a place on the path.
type frame struct {
	position    int
	state       int32
	spent       cost
	text, edits int // how much of both there was before the step to here
	first, next int // its options begin here, and this is the next one to take
}

// place tells places apart from which the same paths go on.
type place struct {
	position int
	state    int32
	spent    cost
	text     uint64
}

var seed = maphash.MakeSeed()

// run looks for the paths of a total cost, until there are as many as wanted; then it
// returns false.
func (w *walk) run(total cost) bool {
	w.total, w.next = total, never
	w.seen, w.text, w.edits, w.stack, w.options = make(map[place]bool), w.text[:0], w.edits[:0], w.stack[:0], w.options[:0]
	w.enter(frame{})
	for len(w.stack) > 0 {
		if len(w.found) == w.wanted || w.budget == 0 {
			return false
		}
		w.budget--
		f := &w.stack[len(w.stack)-1]
		if f.next == len(w.options) {
			w.text, w.edits, w.options = w.text[:f.text], w.edits[:f.edits], w.options[:f.first]
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		o := &w.options[f.next]
		f.next++
		to := frame{position: f.position + o.consumes, state: o.target, spent: f.spent + o.cost, text: len(w.text), edits: len(w.edits)}
		o.at = len(w.text)
		w.text = append(w.text, o.to...)
		if o.op != "" {
			w.edits = append(w.edits, o.edit)
		}
		w.enter(to)
	}
	return true
}

// enter goes to a place.
func (w *walk) enter(f frame) {
	f.first, f.next = len(w.options), len(w.options)
	w.stack = append(w.stack, f)
	if w.wanted > 1 {
		p := place{f.position, f.state, f.spent, maphash.Bytes(seed, w.text)}
		if w.seen[p] {
			return // there are no options
		}
		w.seen[p] = true
	}
	if f.position == len(w.in.chars) && w.accept[f.state] && f.spent == w.total {
		if s := string(w.text); !w.texts[s] {
			w.texts[s] = true
			w.found = append(w.found, path{s, slices.Clone(w.edits)})
		}
	}
	w.findOptions(f)
}

// findOptions finds the steps that lead on from a place to paths of the total cost, in the
// order of the package comment.
func (w *walk) findOptions(f frame) {
	// leads reports whether a step leads to such a path.
	leads := func(target int32, consumes int, step cost) bool {
		total := f.spent + step + w.costs.at(f.position+consumes, target)
		if total > w.total {
			w.next = min(w.next, total)
		}
		return total <= w.total
	}
	add := func(op Op, to string, target, label int32, consumes int, c cost) {
		w.options = append(w.options, option{edit{op: op, position: f.position, to: to, state: f.state, label: label}, target, consumes, c})
	}
	first, edges := w.edgesOf(int(f.state))
	if f.position < len(w.in.chars) {
		x := &w.in.chars[f.position]
		text := w.in.text[x.at : x.at+x.size]
		w.escaped(f.state, text, func(to, label int32) {
			if c := w.costs.escaping(x, label); leads(to, 1, c) {
				add(Escape, percentEncoded(text), to, label, 1, c)
			}
		})
		replaces := len(w.options)
		for i := range edges {
			e := &edges[i]
			c := w.costs.replacing(x, e)
			if !leads(e.to, 1, c) {
				continue
			}
			if to := w.encode(mostLike(x.symbol, w.chars[first+i])); to != text {
				add(Replace, to, e.to, e.label, 1, c)
			}
		}
		w.sortOptions(replaces, x.symbol)
		if c := w.costs.deleting(x); leads(f.state, 1, c) {
			add(Delete, "", f.state, x.label, 1, c)
		}
	}
	inserts := len(w.options)
	for i := range edges {
		if e := &edges[i]; leads(e.to, 0, oneEdit) {
			add(Insert, w.encode(mostLike(-1, w.chars[first+i])), e.to, e.label, 0, oneEdit)
		}
	}
	w.sortOptions(inserts, -1)
	if f.position < len(w.in.chars) {
		x := &w.in.chars[f.position]
		for _, v := range w.by(int(f.state), x.class) {
			if c := w.costs.keeping(x, v.label); leads(v.to, 1, c) {
				add("", w.in.text[x.at:x.at+x.size], v.to, v.label, 1, c)
			}
		}
	}
}

// sortOptions sorts the options from the first one on, which propose characters in place of
// another one.
func (w *walk) sortOptions(first int, symbol int32) {
	slices.SortStableFunc(w.options[first:], func(a, b option) int { return preference(symbol, a.to) - preference(symbol, b.to) })
}

// encode returns a character as text.
func (m *machine) encode(symbol int32) string {
	if m.size > 256 {
		return string(symbol)
	}
	return string([]byte{byte(symbol)})
}

// percentEncoded returns text with each byte escaped (section 2.1 of RFC 3986).
func percentEncoded(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteByte('%')
		b.WriteByte(upper[text[i]>>4])
		b.WriteByte(upper[text[i]&15])
	}
	return b.String()
}

// kind is what a character is to a reader.
type kind int

const (
	other kind = iota
	letter
	digit
	punctuation
	kinds
)

func kindOf(symbol int32) kind {
	switch {
	case 'a' <= symbol && symbol <= 'z' || 'A' <= symbol && symbol <= 'Z':
		return letter
	case '0' <= symbol && symbol <= '9':
		return digit
	case ' ' < symbol && symbol < 0x7F:
		return punctuation
	}
	return other
}

// preferred are the characters that are proposed first, of those that will do.
const preferred = "-_.~abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ/:@?#]["

// mostLike returns the character of a set that is most like another one: the same
// letter in the other case, or the first of its kind, or the first of all. The set is
// not empty.
func mostLike(symbol int32, set automaton.Set) int32 {
	if kindOf(symbol) == letter && set.Has(symbol^0x20) {
		return symbol ^ 0x20
	}
	for _, ofKind := range []bool{true, false} {
		for i := range len(preferred) {
			if c := int32(preferred[i]); set.Has(c) && (!ofKind || kindOf(c) == kindOf(symbol)) {
				return c
			}
		}
		for _, r := range set {
			for c := r.Lo; ofKind && c <= min(r.Hi, utf8.RuneSelf-1); c++ {
				if kindOf(c) == kindOf(symbol) {
					return c
				}
			}
		}
	}
	return set[0].Lo
}

// preference orders the characters that are proposed in place of another one.
func preference(symbol int32, text string) int {
	if kindOf(symbol) == letter && text == string(symbol^0x20) {
		return -1
	}
	if i := strings.Index(preferred, text); i >= 0 && len(text) == 1 {
		return i
	}
	return len(preferred)
}
