package automaton

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The names of the parts in a text; the place of each is its number.
var partNames = []string{"none", "scheme", "site", "query", "fragment"}

// The names of what may have escapes.
const (
	hostWord = "host"
	tailWord = "tail"
)

// sets returns the sets of s by their names in a text, in the order in which they are
// written.
func (s *shape) sets() []namedSet {
	return []namedSet{
		{"first", &s.first}, {"scheme", &s.scheme}, {hostWord, &s.host}, {tailWord, &s.tail},
		{"joints", &s.joints}, {"begin", &s.begin},
	}
}

type namedSet struct {
	name string
	set  *Set
}

// write appends the text of s.
func (s *shape) write(b *strings.Builder) {
	fmt.Fprintf(b, "shape %016X\n", s.forms)
	for _, x := range s.sets() {
		if len(*x.set) > 0 {
			writeSet(b, x.name, *x.set)
		}
	}
	var escapes []string
	if s.hostEscapes {
		escapes = append(escapes, hostWord)
	}
	if s.tailEscapes {
		escapes = append(escapes, tailWord)
	}
	if len(escapes) > 0 {
		fmt.Fprintf(b, "escapes %s\n", strings.Join(escapes, " "))
	}
	for _, c := range s.captures {
		begin := "-"
		if c.begin != Nowhere {
			begin = strconv.Itoa(c.begin)
		}
		fmt.Fprintf(b, "part %s %s %d\n", partNames[c.part], begin, c.end)
	}
}

// readShape reads a shape, if there is one.
func (r *reader) readShape() error {
	if r.word != "shape" {
		return nil
	}
	if len(r.words) != 1 {
		return fmt.Errorf("a shape of %d words", len(r.words))
	}
	s := new(shape)
	var err error
	if s.forms, err = strconv.ParseUint(r.words[0], 16, 64); err != nil {
		return err
	}
	r.m.shape = s
	if err := r.next(); err != nil {
		return err
	}
	for _, x := range s.sets() {
		if r.word != x.name {
			continue
		}
		set, err := r.readSet()
		if err != nil {
			return err
		}
		if *x.set = normal(set); !ascii.Minus(Of('%', '#')).Contains(*x.set) {
			return errors.New("a shape cannot have that character")
		}
		if err := r.next(); err != nil {
			return err
		}
	}
	if r.word == "escapes" {
		s.hostEscapes, s.tailEscapes = slices.Contains(r.words, hostWord), slices.Contains(r.words, tailWord)
		if err := r.next(); err != nil {
			return err
		}
	}
	for r.word == "part" {
		c, err := r.readCapture()
		if err != nil {
			return err
		}
		s.captures = append(s.captures, c)
		if err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readCapture() (c capture, err error) {
	if len(r.words) != 3 {
		return c, fmt.Errorf("a part of %d words", len(r.words))
	}
	p := slices.Index(partNames, r.words[0])
	if p < 0 {
		return c, fmt.Errorf("%q is no part", r.words[0])
	}
	c = capture{part: part(p), begin: Nowhere}
	if r.words[1] != "-" {
		if c.begin, err = number(r.words[1], 0, Registers-1); err != nil {
			return c, err
		}
	}
	c.end, err = number(r.words[2], 0, Registers-1)
	return c, err
}
