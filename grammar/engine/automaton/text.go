package automaton

import (
	"fmt"
	"strconv"
	"strings"
)

// This file writes what an Acceptor or a Matcher runs as text and reads it back,
// so that a generator can make what a program then only lays out. A line is
//
//	# ...                     a comment
//	registers 32 0 3          how many, and those that are 0 at the beginning
//	class 30-39 41-46 61-66   the bytes of a class, in hexadecimal, by number from 0
//	program 1<here 4<after    what a program copies to which register, by number from 1
//	state 5 6*3 7/2 -         where a state leads, class by class
//	final 5 6*3 7/2 -         the same for one that accepts; /1 behind the word is its program
//
// Where a state leads is a state by number from 0, "-" for nowhere that matters,
// each with *n for the same for n classes, or /p for a program.

// AcceptorText returns the text of the Acceptor of d, which [ReadAcceptor] reads.
func AcceptorText(d *DFA) string {
	var b strings.Builder
	d.machine().write(&b)
	return b.String()
}

// MatcherText returns the text of the Matcher that [NewMatcher] makes, at the
// same cost. [ReadMatcher] reads it in a fraction of that.
func MatcherText(e *Expr, wanted ...Wanted) string {
	var b strings.Builder
	compileMatcher(e, wanted).write(&b)
	return b.String()
}

// ReadAcceptor returns the Acceptor of a text. It takes time in proportion to
// the text and to the states, each of which has a row of 1 KB.
func ReadAcceptor(text string) (*Acceptor, error) {
	m, err := readMachine(text)
	if err != nil {
		return nil, fmt.Errorf("automaton: %w", err)
	}
	return &Acceptor{newTable(m)}, nil
}

// ReadMatcher is [ReadAcceptor] for a Matcher.
func ReadMatcher(text string) (*Matcher, error) {
	m, err := readMachine(text)
	if err != nil {
		return nil, fmt.Errorf("automaton: %w", err)
	}
	return newMatcher(m), nil
}

// write appends the text of m.
func (m *machine) write(b *strings.Builder) {
	fmt.Fprintf(b, "registers %d", m.registers)
	for r, at := range m.initial {
		if at == 0 {
			fmt.Fprintf(b, " %d", r)
		}
	}
	b.WriteString("\n")
	for _, set := range m.classes.sets {
		b.WriteString("class")
		for _, r := range set {
			fmt.Fprintf(b, " %02X", r.Lo)
			if r.Hi > r.Lo {
				fmt.Fprintf(b, "-%02X", r.Hi)
			}
		}
		b.WriteString("\n")
	}
	live := m.dfa().findLive()
	known := make(map[string]int)
	number := func(p program) string {
		if len(p) == 0 {
			return ""
		}
		key := string(p.key(nil))
		n, ok := known[key]
		if !ok {
			n = len(known) + 1
			known[key] = n
			b.WriteString("program")
			for _, c := range p {
				from := strconv.Itoa(int(c.from))
				switch c.from {
				case fromHere:
					from = "here"
				case fromAfter:
					from = "after"
				case fromAbsent:
					from = "absent"
				}
				fmt.Fprintf(b, " %d<%s", c.to, from)
			}
			b.WriteString("\n")
		}
		return fmt.Sprintf("/%d", n)
	}
	for _, s := range m.states {
		// Programs stand before the states that run them.
		var words []string
		word := "state"
		if s.accept {
			word = "final" + number(s.final)
		}
		for _, e := range s.edges {
			to := "-"
			if live[e.to] {
				to = strconv.Itoa(int(e.to)) + number(e.program)
			}
			words = append(words, to)
		}
		b.WriteString(word)
		for i := 0; i < len(words); {
			n := 1
			for i+n < len(words) && words[i+n] == words[i] {
				n++
			}
			b.WriteString(" " + words[i])
			if n > 1 {
				fmt.Fprintf(b, "*%d", n)
			}
			i += n
		}
		b.WriteString("\n")
	}
}

// readMachine reads what write writes.
func readMachine(text string) (*machine, error) {
	m := &machine{classes: &Classes{limit: 256}, initial: allAbsent}
	programs := []program{nil}
	byProgram := func(s string) (rest string, p program, err error) {
		rest, n, ok := strings.Cut(s, "/")
		if !ok {
			return rest, nil, nil
		}
		i, err := number(n, 1, len(programs)-1)
		if err != nil {
			return "", nil, err
		}
		return rest, programs[i], nil
	}
	var states int // how many are named
	covered := 0
	line := func(words []string) error {
		switch word, p, err := byProgram(words[0]); {
		case err != nil:
			return err
		case word == "registers" && len(words) > 1 && m.registers == 0:
			n, err := number(words[1], Registers, 1<<16-4)
			if err != nil {
				return err
			}
			m.registers = n
			for _, w := range words[2:] {
				r, err := number(w, 0, Registers-1)
				if err != nil {
					return err
				}
				m.initial[r] = 0
			}
		case word == "class":
			var set Set
			for _, w := range words[1:] {
				lo, hi, ok := strings.Cut(w, "-")
				if !ok {
					hi = lo
				}
				from, err := strconv.ParseUint(lo, 16, 8)
				if err != nil {
					return err
				}
				to, err := strconv.ParseUint(hi, 16, 8)
				if err != nil {
					return err
				}
				for x := from; x <= to; x++ {
					m.classes.bytes[x] = uint16(len(m.classes.sets))
					covered++
				}
				set = append(set, Range{int32(from), int32(to)})
			}
			m.classes.sets = append(m.classes.sets, normal(set))
		case word == "program":
			var p program
			for _, w := range words[1:] {
				to, from, _ := strings.Cut(w, "<")
				r, err := number(to, 0, m.registers-1)
				if err != nil {
					return err
				}
				c := copying{to: uint16(r)}
				switch from {
				case "here":
					c.from = fromHere
				case "after":
					c.from = fromAfter
				case "absent":
					c.from = fromAbsent
				default:
					r, err := number(from, 0, m.registers-1)
					if err != nil {
						return err
					}
					c.from = uint16(r)
				}
				p = append(p, c)
			}
			programs = append(programs, p)
		case word == "state" || word == "final":
			s := machineState{accept: word == "final", final: p}
			for _, w := range words[1:] {
				w, times, repeated := strings.Cut(w, "*")
				n := 1
				if repeated {
					if n, err = number(times, 1, 256); err != nil {
						return err
					}
				}
				to, p, err := byProgram(w)
				if err != nil {
					return err
				}
				e := machineEdge{to: -1, program: p}
				if to != "-" {
					i, err := number(to, 0, 1<<stateBits-2)
					if err != nil {
						return err
					}
					e.to = int32(i)
					states = max(states, i+1)
				}
				for range n {
					s.edges = append(s.edges, e)
				}
			}
			if len(s.edges) != len(m.classes.sets) {
				return fmt.Errorf("%d edges for %d classes", len(s.edges), len(m.classes.sets))
			}
			m.states = append(m.states, s)
		default:
			return fmt.Errorf("%q is no line", strings.Join(words, " "))
		}
		return nil
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		words := strings.Fields(l)
		if strings.HasPrefix(l, "#") {
			continue
		}
		if len(words) == 0 {
			return nil, fmt.Errorf("line %d is empty", n)
		}
		if err := line(words); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if len(m.states) == 0 || states > len(m.states) || covered != 256 {
		return nil, fmt.Errorf("%d states of %d, %d of 256 bytes", len(m.states), states, covered)
	}
	// What leads nowhere that matters leads to a state that does not.
	for i := range m.states {
		for c := range m.states[i].edges {
			if e := &m.states[i].edges[c]; e.to < 0 {
				e.to = int32(len(m.states))
			}
		}
	}
	dead := machineState{edges: make([]machineEdge, len(m.classes.sets))}
	for c := range dead.edges {
		dead.edges[c].to = int32(len(m.states))
	}
	m.states = append(m.states, dead)
	return m, nil
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
