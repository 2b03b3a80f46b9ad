package export

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// The limits of what [ReadAutomaton] reads.
const (
	maxText        = 64 << 20 // bytes
	maxTransitions = 1 << 22  // transitions of all states
	octets         = 256
	dead           = -1 // the state from which nothing is accepted, which a table leaves out
)

// ReadAutomaton reads an automaton in JSON, as [WriteAutomaton] writes it or another program
// does. It need not be minimal; that of the result is. The members may come in any order, and
// grammar and rule may be left out. The error says what is wrong, and at which byte if the
// text cannot be read up to its end.
//
// It reads at most 64 MiB and takes time in proportion to them, and then that of minimizing
// the automaton, which may have up to [automaton.MaxStates] states and four million
// transitions: some seconds at most.
func ReadAutomaton(r io.Reader) (*Automaton, error) {
	limited := &io.LimitedReader{R: r, N: maxText + 1}
	t := &tableReader{dec: json.NewDecoder(limited)}
	t.dec.UseNumber()
	err := t.read()
	if limited.N == 0 {
		return nil, fmt.Errorf("the automaton has more than %d bytes", maxText)
	}
	if err != nil {
		return nil, fmt.Errorf("the automaton cannot be read: byte %d: %w", t.dec.InputOffset(), err)
	}
	d, err := t.automaton()
	if err != nil {
		return nil, err
	}
	return &Automaton{t.grammar, t.rule, d}, nil
}

// tableReader reads a table token by token, so that what it keeps is bounded whatever the
// text has.
type tableReader struct {
	dec *json.Decoder

	grammar, rule  string
	version, start int
	accepting      []int
	classes        [][]octetRange
	transitions    [][]int32 // dead for null
}

// members are the members of a table; optional ones may be left out.
var (
	members  = []string{"version", "grammar", "rule", "start", "accepting", "classes", "transitions"}
	optional = []string{"grammar", "rule"}
)

// read reads the table, and nothing after it.
func (t *tableReader) read() error {
	if err := t.delimiter('{'); err != nil {
		return err
	}
	var seen []string
	for t.dec.More() {
		token, err := t.dec.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string) // a key is a string
		switch {
		case !slices.Contains(members, name):
			return fmt.Errorf("there is no member %.50q", name)
		case slices.Contains(seen, name):
			return fmt.Errorf("the member %q is there twice", name)
		}
		seen = append(seen, name)
		if err := t.member(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := t.delimiter('}'); err != nil {
		return err
	}
	for _, name := range members {
		if !slices.Contains(seen, name) && !slices.Contains(optional, name) {
			return fmt.Errorf("there is no member %q, which an automaton needs", name)
		}
	}
	if _, err := t.dec.Token(); err != io.EOF {
		return fmt.Errorf("there is more text after the automaton")
	}
	return nil
}

// member reads the value of a member.
func (t *tableReader) member(name string) (err error) {
	switch name {
	case "version":
		if t.version, err = t.number(); err == nil && t.version != version {
			err = fmt.Errorf("it is %d, not %d", t.version, version)
		}
	case "grammar":
		t.grammar, err = t.text()
	case "rule":
		t.rule, err = t.text()
	case "start":
		t.start, err = t.number()
	case "accepting":
		return t.list("states", automaton.MaxStates, func() error {
			s, err := t.number()
			t.accepting = append(t.accepting, s)
			return err
		})
	case "classes":
		return t.list("classes", octets, func() error {
			var ranges []octetRange
			err := t.list("ranges", octets, func() error {
				r, err := t.octetRange()
				ranges = append(ranges, r)
				return err
			})
			t.classes = append(t.classes, ranges)
			return err
		})
	case "transitions":
		all := 0
		return t.list("states", automaton.MaxStates, func() error {
			var row []int32
			err := t.list("transitions", octets, func() error {
				to, err := t.target()
				row = append(row, to)
				return err
			})
			t.transitions = append(t.transitions, slices.Clip(row))
			if all += len(row); err == nil && all > maxTransitions {
				err = fmt.Errorf("there are more than %d", maxTransitions)
			}
			return err
		})
	}
	return err
}

// octetRange reads a range, which is a list of two octets.
func (t *tableReader) octetRange() (r octetRange, err error) {
	n := 0
	err = t.list("octets", len(r), func() (err error) {
		r[n], err = t.number()
		n++
		return err
	})
	switch {
	case err != nil:
		return r, err
	case n < len(r):
		return r, fmt.Errorf("a range is the first and the last octet")
	case r[0] < 0 || r[1] >= octets || r[0] > r[1]:
		return r, fmt.Errorf("%d to %d is not a range of octets", r[0], r[1])
	}
	return r, nil
}

// target reads the number of a state, or null.
func (t *tableReader) target() (int32, error) {
	token, err := t.dec.Token()
	if err != nil || token == nil {
		return dead, err
	}
	n, err := number(token)
	if err == nil && (n < 0 || n >= automaton.MaxStates) {
		err = fmt.Errorf("there is no state %d: there are at most %d", n, automaton.MaxStates)
	}
	return int32(n), err
}

func (t *tableReader) number() (int, error) {
	token, err := t.dec.Token()
	if err != nil {
		return 0, err
	}
	return number(token)
}

// number returns the value of a token that is an integer.
func number(token json.Token) (int, error) {
	text, ok := token.(json.Number)
	if !ok {
		return 0, fmt.Errorf("found %.50s, expected a number", named(token))
	}
	n, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%.50q is not an integer of 32 bits", text)
	}
	return int(n), nil
}

// named is a token as it is written.
func named(token json.Token) string {
	if token == nil {
		return "null"
	}
	return fmt.Sprint(token)
}

func (t *tableReader) text() (string, error) {
	token, err := t.dec.Token()
	if err != nil {
		return "", err
	}
	text, ok := token.(string)
	if !ok {
		return "", fmt.Errorf("found %.50s, expected a string", named(token))
	}
	return text, nil
}

// delimiter reads a bracket or a brace.
func (t *tableReader) delimiter(want json.Delim) error {
	token, err := t.dec.Token()
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	if err == nil && token != want {
		err = fmt.Errorf("found %.50s, expected %s", fmt.Sprint(token), want.String())
	}
	return err
}

// list reads a list of up to limit items.
func (t *tableReader) list(what string, limit int, item func() error) error {
	if err := t.delimiter('['); err != nil {
		return err
	}
	for n := 0; t.dec.More(); n++ {
		if n == limit {
			return fmt.Errorf("there are more than %d %s", limit, what)
		}
		if err := item(); err != nil {
			return err
		}
	}
	return t.delimiter(']')
}

// automaton returns the automaton of the table.
func (t *tableReader) automaton() (d *automaton.DFA, err error) {
	states := len(t.transitions)
	state := func(s int) error {
		if s < 0 || s >= states {
			return fmt.Errorf("there is no state %d: there are %d", s, states)
		}
		return nil
	}
	classOf := [octets]int{}
	for i := range classOf {
		classOf[i] = dead
	}
	var sets []automaton.Set
	for i, ranges := range t.classes {
		var set automaton.Set
		for _, r := range ranges {
			for octet := r[0]; octet <= r[1]; octet++ {
				if classOf[octet] != dead {
					return nil, fmt.Errorf("octet %d is in classes %d and %d", octet, classOf[octet], i)
				}
				classOf[octet] = i
			}
			set = set.Union(automaton.Between(int32(r[0]), int32(r[1])))
		}
		sets = append(sets, set)
	}
	for s, row := range t.transitions {
		if len(row) != len(t.classes) {
			return nil, fmt.Errorf("state %d has %d transitions, but there are %d classes", s, len(row), len(t.classes))
		}
		for _, to := range row {
			if to == dead {
				continue
			}
			if err := state(int(to)); err != nil {
				return nil, fmt.Errorf("state %d: %w", s, err)
			}
		}
	}
	accepting := make([]bool, states)
	for _, s := range t.accepting {
		if err := state(s); err != nil {
			return nil, fmt.Errorf("accepting: %w", err)
		}
		accepting[s] = true
	}
	start := t.start
	if states == 0 {
		start = dead // no string at all
	} else if err := state(start); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	step := func(s int, octet int32) int {
		if s == dead || classOf[octet] == dead {
			return dead
		}
		return int(t.transitions[s][classOf[octet]])
	}
	err = automaton.Within(func() {
		d = automaton.Explore(octets, sets, start, step, func(s int) bool { return s != dead && accepting[s] })
	})
	return d, err
}
