package automaton

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The TDFA of an Acceptor or a Matcher can be written as text and read back. So a
// generator can do most of the work beforehand, and a program only has to lay out the
// table. A text has these lines, in this order:
//
//	# ...                     comments, anywhere
//	registers 32 0 3          how many registers, and those that are 0 at the beginning
//	class 30-39 41-46 61-66   the bytes of a class, in hexadecimal; a line for each class
//	program 1<here 4<after    what a program copies to which register; by number from 1
//	shape FFFFFFFFFFFFFFFF    the shape of most strings, if it is known: its forms
//	first 41-5A 61-7A         the characters of a set of the shape; a line for each
//	escapes host tail         where escapes may be
//	part site 2 3             the registers of a capture that is a part, - for none; a line for each
//	state 5 6*3 7/2 -         where a state leads, class by class; by number from 0
//	final/1 5 6*3 7/2 -       the same for a state that accepts; /1 is its program
//
// Where a state leads is written as a state, or "-" if no string of the language
// continues like that; then "/" and the program that runs on the way, if there is one;
// then "*" and a number, if the same holds for that many classes.

// Limits on what is read, so that a short text cannot take much memory.
const (
	maxPrograms = maxActions - 3 // the other actions are: none, skipping and refusing
	maxEdges    = 1 << 20        // 32 classes for each of maxStates
)

// AcceptorText returns the text of the Acceptor of d. [ReadAcceptor] reads it, within
// its limits.
func AcceptorText(d *DFA) string {
	var b strings.Builder
	m := d.tdfa()
	m.shape = newShape(m, nil)
	m.write(&b)
	return b.String()
}

// MatcherText returns the text of the Matcher that [NewMatcher] makes, at the
// same cost and with the same panics. [ReadMatcher] reads it in a fraction of the
// time.
func MatcherText(e *Expr, wanted ...Wanted) string {
	var b strings.Builder
	m := compileMatcher(e, wanted)
	m.shape = newShape(m, wanted)
	m.write(&b)
	return b.String()
}

// ReadAcceptor returns the Acceptor of a text that [AcceptorText] returned. The error
// names the line that is wrong, or in which there are too many states (more than 32766)
// or transitions (more than 2^20: states times classes). ReadAcceptor takes time and
// memory in proportion to the length of the text, whatever it is, and at most some
// 150 MB and a second more.
func ReadAcceptor(text string) (*Acceptor, error) {
	m, err := readTDFA(text)
	if err != nil {
		return nil, fmt.Errorf("automaton: %w", err)
	}
	if !m.idle() {
		return nil, errors.New("automaton: the text of an Acceptor has programs")
	}
	return &Acceptor{newTable(m)}, nil
}

// ReadMatcher is [ReadAcceptor] for a Matcher and [MatcherText].
func ReadMatcher(text string) (*Matcher, error) {
	m, err := readTDFA(text)
	if err != nil {
		return nil, fmt.Errorf("automaton: %w", err)
	}
	return newMatcher(m), nil
}

// write appends the text of m.
func (m *tdfa) write(b *strings.Builder) {
	fmt.Fprintf(b, "registers %d", m.registers)
	for r, at := range m.initial {
		if at == 0 {
			fmt.Fprintf(b, " %d", r)
		}
	}
	b.WriteString("\n")
	writeClasses(b, m.classes)
	live := m.dfa().findLive()
	names := m.writePrograms(b, live)
	if m.shape != nil {
		m.shape.write(b)
	}
	for _, s := range m.states {
		if s.accept {
			b.WriteString("final" + names[string(s.final.key(nil))])
		} else {
			b.WriteString("state")
		}
		for i := 0; i < len(s.edges); {
			to := edgeText(s.edges[i], live, names)
			from := i
			for i < len(s.edges) && edgeText(s.edges[i], live, names) == to {
				i++
			}
			b.WriteString(" " + to)
			if n := i - from; n > 1 {
				fmt.Fprintf(b, "*%d", n)
			}
		}
		b.WriteString("\n")
	}
}

func writeClasses(b *strings.Builder, c *Classes) {
	for _, set := range c.sets {
		writeSet(b, "class", set)
	}
}

// writeSet writes a set of bytes.
func writeSet(b *strings.Builder, word string, set Set) {
	b.WriteString(word)
	for _, r := range set {
		fmt.Fprintf(b, " %02X", r.Lo)
		if r.Hi > r.Lo {
			fmt.Fprintf(b, "-%02X", r.Hi)
		}
	}
	b.WriteString("\n")
}

// edgeText returns where an edge leads, without a number of classes.
func edgeText(e tdfaEdge, live []bool, names map[string]string) string {
	if !live[e.to] {
		return "-"
	}
	return strconv.Itoa(int(e.to)) + names[string(e.program.key(nil))]
}

// writePrograms writes the programs of m in the order in which its states run
// them. It returns what names each after a state, as "/1", by its key.
func (m *tdfa) writePrograms(b *strings.Builder, live []bool) map[string]string {
	names := map[string]string{string(program(nil).key(nil)): ""}
	add := func(p program) {
		key := string(p.key(nil))
		if _, ok := names[key]; ok {
			return
		}
		names[key] = fmt.Sprintf("/%d", len(names))
		b.WriteString("program")
		for _, a := range p {
			fmt.Fprintf(b, " %d<%s", a.to, sourceName(a.from))
		}
		b.WriteString("\n")
	}
	for _, s := range m.states {
		add(s.final)
		for _, e := range s.edges {
			if live[e.to] {
				add(e.program)
			}
		}
	}
	return names
}

// sourceNames are the sources of assignments that are no registers.
var sourceNames = map[uint16]string{fromHere: "here", fromAfter: "after", fromAbsent: "absent"}

func sourceName(from uint16) string {
	if name, ok := sourceNames[from]; ok {
		return name
	}
	return strconv.Itoa(int(from))
}

// idle reports whether m has no programs and stores nothing at the beginning.
func (m *tdfa) idle() bool {
	for _, s := range m.states {
		if len(s.final) > 0 {
			return false
		}
		for _, e := range s.edges {
			if len(e.program) > 0 {
				return false
			}
		}
	}
	return m.initial == allAbsent
}

// reader reads the text of a TDFA line by line.
type reader struct {
	rest     string   // the lines after this one
	line     int      // the number of this one, from 1
	word     string   // its first word; "" after the last line
	words    []string // the words after it
	m        *tdfa
	programs []program // by number; 0 is none
	named    int       // the greatest state that an edge leads to
}

// readTDFA reads what write writes.
func readTDFA(text string) (*tdfa, error) {
	r := &reader{
		rest: text, m: &tdfa{classes: &Classes{limit: 256}, initial: allAbsent}, programs: []program{nil},
	}
	for _, read := range []func() error{r.next, r.readRegisters, r.readClasses, r.readPrograms, r.readShape, r.readStates} {
		if err := read(); err != nil {
			return nil, fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	return r.m, nil
}

// next goes on to the next line that is not a comment.
func (r *reader) next() error {
	for r.word, r.words = "", nil; r.rest != ""; {
		var line string
		line, r.rest, _ = strings.Cut(r.rest, "\n")
		r.line++
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			return errors.New("an empty line")
		}
		r.word, r.words = words[0], words[1:]
		return nil
	}
	return nil
}

func (r *reader) readRegisters() (err error) {
	if r.word != "registers" || len(r.words) == 0 {
		return fmt.Errorf("%q stands where the number of registers should", r.word)
	}
	if r.m.registers, err = number(r.words[0], Registers, maxRegisters); err != nil {
		return err
	}
	for _, w := range r.words[1:] {
		i, err := number(w, 0, Registers-1)
		if err != nil {
			return err
		}
		r.m.initial[i] = 0
	}
	return r.next()
}

// readSet reads a set of bytes.
func (r *reader) readSet() (set Set, err error) {
	for _, w := range r.words {
		lo, hi, ok := strings.Cut(w, "-")
		if !ok {
			hi = lo
		}
		from, err := strconv.ParseUint(lo, 16, 8)
		if err != nil {
			return nil, err
		}
		to, err := strconv.ParseUint(hi, 16, 8)
		if err != nil {
			return nil, err
		}
		set = append(set, Between(int32(from), int32(to))...)
	}
	return set, nil
}

func (r *reader) readClasses() error {
	c := r.m.classes
	var taken [256]bool
	for r.word == "class" {
		set, err := r.readSet()
		if err != nil {
			return err
		}
		for _, s := range set {
			for x := s.Lo; x <= s.Hi; x++ {
				if taken[x] {
					return fmt.Errorf("byte %02X is in two classes", x)
				}
				taken[x] = true
				c.bytes[x] = uint16(len(c.sets))
			}
		}
		if len(set) == 0 {
			return errors.New("a class without bytes")
		}
		c.sets = append(c.sets, normal(set))
		if err := r.next(); err != nil {
			return err
		}
	}
	if x := slices.Index(taken[:], false); x >= 0 {
		return fmt.Errorf("byte %02X is in no class", x)
	}
	return nil
}

func (r *reader) readPrograms() error {
	for r.word == "program" {
		if len(r.programs) > maxPrograms {
			return fmt.Errorf("more than %d programs", maxPrograms)
		}
		var p program
		for _, w := range r.words {
			to, from, _ := strings.Cut(w, "<")
			x, err := number(to, 0, r.m.registers-1)
			if err != nil {
				return err
			}
			a := assignment{to: uint16(x)}
			if a.from, err = r.source(from); err != nil {
				return err
			}
			p = append(p, a)
		}
		r.programs = append(r.programs, p)
		if err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

// source reads the source of an assignment.
func (r *reader) source(word string) (uint16, error) {
	for from, name := range sourceNames {
		if word == name {
			return from, nil
		}
	}
	x, err := number(word, 0, r.m.registers-1)
	return uint16(x), err
}

// readStates reads the states, to the end of the text.
func (r *reader) readStates() error {
	m := r.m
	for r.word != "" {
		word, p, err := r.cutProgram(r.word)
		if err != nil {
			return err
		}
		accept := word == "final"
		if !accept && r.word != "state" {
			return fmt.Errorf("%q begins no line here", r.word)
		}
		if n := len(m.states) + 1; n >= maxStates || n*len(m.classes.sets) > maxEdges {
			return fmt.Errorf("%d states of %d classes are too many", n, len(m.classes.sets))
		}
		edges, err := r.readEdges()
		if err != nil {
			return err
		}
		m.states = append(m.states, tdfaState{accept, p, edges})
		if err := r.next(); err != nil {
			return err
		}
	}
	if len(m.states) <= r.named {
		return fmt.Errorf("there are %d states, and none with the number %d", len(m.states), r.named)
	}
	m.addDead()
	return nil
}

// readEdges reads where a state leads, -1 for "-".
func (r *reader) readEdges() ([]tdfaEdge, error) {
	k := len(r.m.classes.sets)
	edges := make([]tdfaEdge, 0, k)
	for _, w := range r.words {
		w, times, repeated := strings.Cut(w, "*")
		w, p, err := r.cutProgram(w)
		if err != nil {
			return nil, err
		}
		e := tdfaEdge{-1, p}
		if w != "-" {
			to, err := number(w, 0, maxStates-1)
			if err != nil {
				return nil, err
			}
			e.to = int32(to)
			r.named = max(r.named, to)
		}
		n := 1
		if repeated {
			if n, err = number(times, 1, k); err != nil {
				return nil, err
			}
		}
		if len(edges)+n > k {
			return nil, fmt.Errorf("edges for more than %d classes", k)
		}
		edges = append(edges, slices.Repeat([]tdfaEdge{e}, n)...)
	}
	if len(edges) < k {
		return nil, fmt.Errorf("edges for %d of %d classes", len(edges), k)
	}
	return edges, nil
}

// cutProgram cuts the name of a program off a word.
func (r *reader) cutProgram(word string) (before string, p program, err error) {
	before, name, found := strings.Cut(word, "/")
	if !found {
		return before, nil, nil
	}
	i, err := number(name, 1, len(r.programs)-1)
	if err != nil {
		return "", nil, err
	}
	return before, r.programs[i], nil
}

// addDead lets the edges that lead to -1 lead to a state that leads nowhere else.
func (m *tdfa) addDead() {
	dead := slices.IndexFunc(m.states, func(s tdfaState) bool {
		return !s.accept && !slices.ContainsFunc(s.edges, func(e tdfaEdge) bool { return e.to >= 0 })
	})
	if dead < 0 {
		dead = len(m.states)
		m.states = append(m.states, tdfaState{edges: slices.Repeat([]tdfaEdge{{to: -1}}, len(m.classes.sets))})
	}
	for _, s := range m.states {
		for c := range s.edges {
			if e := &s.edges[c]; e.to < 0 {
				e.to = int32(dead)
			}
		}
	}
}

// number reads a number from least to most.
func number(s string, least, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, err
	}
	if n < least || n > most {
		return 0, fmt.Errorf("%d is not from %d to %d", n, least, most)
	}
	return n, nil
}
