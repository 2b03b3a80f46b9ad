package automaton

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Exits is what [Locator]s of some languages know, as one small automaton: it says where
// a string of bytes leaves a language, and has a number for the place, its exit. It can be
// written as text and read back, which takes a fraction of the time that a Locator takes.
// It may be used concurrently.
type Exits struct {
	classes *Classes
	starts  []uint16 // by language
	exits   []uint16 // by state
	next    []uint16 // next[state*classes+class]; noState where no string goes on

	kernel  kernel
	kernels sync.Once // made when a string first has more than firstBlock bytes
}

const (
	noState    = 1<<16 - 1
	firstBlock = 64 // shorter strings do not repay what it takes to make the kernel
)

// NewExits joins Locators. number returns the exit, from 0 to 65535, of a place that the
// Locator of a language, by its index in of, describes by a state and a tag. No language
// may be empty. NewExits panics with a [*LimitError] if there are more than 65535 states.
func NewExits(number func(language, state, tag int) int, of ...*Locator) *Exits {
	var sets []Set
	for _, l := range of {
		sets = append(sets, l.classes.sets...)
	}
	d := &DFA{classes: newClasses(256, sets)}
	// The states of all, and one that is not viable; for each its kind, which is its exit.
	const dead = 0
	d.next = make([]int32, len(d.classes.sets))
	kinds, exits, known := []int32{0}, []int{-1}, make(map[int]int32)
	var starts []int32
	for i, l := range of {
		base, k := int32(len(kinds)), len(l.classes.sets)
		starts = append(starts, base)
		for state, out := range l.outputs {
			kind := kinds[dead]
			if int32(state) != l.dead {
				exit, ok := number(i, int(out.state), int(out.tag)), false
				if kind, ok = known[exit]; !ok {
					kind = int32(len(exits))
					known[exit] = kind
					exits = append(exits, exit)
				}
			}
			kinds = append(kinds, kind)
			for _, set := range d.classes.sets {
				to := l.next[state*k+int(l.classes.bytes[set[0].Lo])]
				if to == l.dead {
					to = dead - base
				}
				d.next = append(d.next, base+to)
			}
		}
	}
	blocks, n := d.partition(kinds)
	if n > noState {
		panic(&LimitError{"states", noState})
	}
	// The blocks, in the order in which a search from the starts meets them.
	k := len(d.classes.sets)
	numbers := slices.Repeat([]int32{-1}, n)
	var first []int32 // a state of each
	meet := func(state int32) int32 {
		b := blocks[state]
		if b == blocks[dead] {
			return -1
		}
		if numbers[b] < 0 {
			numbers[b] = int32(len(first))
			first = append(first, state)
		}
		return numbers[b]
	}
	x := new(Exits)
	for _, s := range starts {
		x.starts = append(x.starts, uint16(meet(s)))
	}
	joined := &DFA{classes: d.classes}
	for i := 0; i < len(first); i++ {
		s := int(first[i])
		x.exits = append(x.exits, uint16(exits[kinds[s]]))
		for _, to := range d.next[s*k : s*k+k] {
			joined.next = append(joined.next, meet(to))
		}
	}
	joined.accept = make([]bool, len(first))
	joined = joined.joinClasses()
	x.classes = joined.classes
	for _, to := range joined.next {
		x.next = append(x.next, uint16(to)) // -1 is noState
	}
	return x
}

// Find returns the length in bytes of the longest prefix of s that is a prefix of some
// string of a language, and the exit there. It takes one pass over s and does not
// allocate, except when it is first called with a long string.
func (x *Exits) Find(language int, s string) (length, exit int) {
	if vector && len(s) > firstBlock {
		x.kernels.Do(x.makeKernel)
		if x.kernel.sets() > 0 {
			return x.findBlocks(language, s, wide)
		}
	}
	return x.findBytes(language, s)
}

func (x *Exits) findBytes(language int, s string) (length, exit int) {
	return x.after(leaveBytes(x.next, noState, x.classes, x.starts[language], s))
}

func (x *Exits) findBlocks(language int, s string, wide bool) (length, exit int) {
	return x.after(leaveBlocks(x.next, noState, x.classes, &x.kernel, x.starts[language], s, wide))
}

func (x *Exits) after(state uint16, length int) (int, int) { return length, int(x.exits[state]) }

// makeKernel makes the kernel for the loops of x.
func (x *Exits) makeKernel() {
	k, dead := len(x.classes.sets), int32(len(x.exits))
	live := slices.Repeat([]bool{true}, len(x.exits)+1)
	live[dead] = false
	m := &tdfa{classes: x.classes, states: make([]tdfaState, len(live))}
	edges := make([]tdfaEdge, len(live)*k)
	for i := range edges {
		edges[i].to = dead
		if i < len(x.next) && x.next[i] != noState {
			edges[i].to = int32(x.next[i])
		}
	}
	for i := range m.states {
		m.states[i].edges = edges[i*k:][:k]
	}
	x.kernel = m.newKernel(live, m.findEscapes(live))
}

// Text returns x as text, which has these lines, in this order:
//
//	class 30-39 41-46 61-66   the bytes of a class, in hexadecimal; a line for each class
//	start 0 0 4               the first state of each language; states are numbered from 0
//	state 5 6*3 7 -           of a state its exit, and where it leads, class by class
//
// Where a state leads is a state, "=" for itself, or "-" if no string goes on like that;
// then "*" and a number, if the same holds for that many classes. At the end "-" is left
// out.
func (x *Exits) Text() string {
	var b strings.Builder
	writeClasses(&b, x.classes)
	b.WriteString("start")
	for _, s := range x.starts {
		fmt.Fprintf(&b, " %d", s)
	}
	b.WriteByte('\n')
	k := len(x.classes.sets)
	for s, exit := range x.exits {
		fmt.Fprintf(&b, "state %d", exit)
		row := x.next[s*k:][:k]
		for len(row) > 0 && row[len(row)-1] == noState {
			row = row[:len(row)-1]
		}
		for len(row) > 0 {
			n := 1
			for n < len(row) && row[n] == row[0] {
				n++
			}
			switch to := row[0]; to {
			case noState:
				b.WriteString(" -")
			case uint16(s):
				b.WriteString(" =")
			default:
				fmt.Fprintf(&b, " %d", to)
			}
			if n > 1 {
				fmt.Fprintf(&b, "*%d", n)
			}
			row = row[n:]
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ReadExits returns what [Exits.Text] returned as text. The error names the line that is
// wrong. ReadExits takes time and memory in proportion to the length of the text and,
// for each of its states, to the number of classes.
func ReadExits(text string) (*Exits, error) {
	r := &reader{rest: text, m: &tdfa{classes: &Classes{limit: 256}}}
	x := &Exits{classes: r.m.classes}
	err := r.next()
	if err == nil {
		err = r.readClasses()
	}
	if err == nil {
		err = x.readStarts(r)
	}
	if err != nil {
		return nil, fmt.Errorf("automaton: line %d: %w", r.line, err)
	}
	if err := x.readStates(r.rest); err != nil {
		return nil, fmt.Errorf("automaton: %w", err)
	}
	return x, nil
}

func (x *Exits) readStarts(r *reader) error {
	if r.word != "start" {
		return fmt.Errorf("%q stands where the starts should", r.word)
	}
	for _, w := range r.words {
		s, err := number(w, 0, noState-1)
		if err != nil {
			return err
		}
		x.starts = append(x.starts, uint16(s))
	}
	return nil
}

// readStates reads the states byte by byte, because there may be many.
func (x *Exits) readStates(text string) error {
	k := len(x.classes.sets)
	lines := strings.Count(text, "\n")
	if lines > noState || lines*k > maxEdges {
		return fmt.Errorf("%d states of %d classes are too many", lines, k)
	}
	x.exits, x.next = make([]uint16, 0, lines), make([]uint16, 0, lines*k)
	named := uint16(0)
	if len(x.starts) > 0 {
		named = slices.Max(x.starts)
	}
	for len(text) > 0 {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		state := len(x.exits)
		row, ok := strings.CutPrefix(line, "state ")
		exit, row, read := leadingNumber(row)
		if !ok || !read {
			return fmt.Errorf("state %d: %q begins no line here", state, line)
		}
		x.exits = append(x.exits, exit)
		end := len(x.next) + k
		for row != "" {
			to := uint16(noState)
			ok := row[0] == ' ' && len(row) > 1
			if ok {
				switch row = row[1:]; row[0] {
				case '-':
					row = row[1:]
				case '=':
					to, row = uint16(state), row[1:]
				default:
					to, row, ok = leadingNumber(row)
					named = max(named, to)
				}
			}
			n := uint16(1)
			if ok && row != "" && row[0] == '*' {
				n, row, ok = leadingNumber(row[1:])
			}
			if !ok || n == 0 || int(n) > end-len(x.next) {
				return fmt.Errorf("state %d: %q: what is before %q is wrong, or too much", state, line, row)
			}
			for range n {
				x.next = append(x.next, to)
			}
		}
		for len(x.next) < end {
			x.next = append(x.next, noState)
		}
	}
	if len(x.exits) <= int(named) {
		return fmt.Errorf("there are %d states, and none with the number %d", len(x.exits), named)
	}
	if len(x.starts) == 0 {
		return errors.New("there is no language")
	}
	return nil
}

// leadingNumber reads the number that text begins with, which is less than noState.
func leadingNumber(text string) (n uint16, rest string, ok bool) {
	i, v := 0, 0
	for i < len(text) && '0' <= text[i] && text[i] <= '9' && v < noState {
		v = v*10 + int(text[i]-'0')
		i++
	}
	return uint16(v), text[i:], i > 0 && v < noState
}

// Greatest returns the greatest exit.
func (x *Exits) Greatest() int { return int(slices.Max(x.exits)) }

// Languages returns the number of languages.
func (x *Exits) Languages() int { return len(x.starts) }
