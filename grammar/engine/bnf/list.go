package bnf

import (
	"fmt"
	"strconv"
	"strings"
)

// Lists is how a list is read, the "#rule" of RFC 822 and its successors: with
// "<n>#<m>element" there are at least n elements and at most m, with commas between them.
// The documents do not agree on what else may stand there, so it has to be declared.
type Lists int

const (
	NoLists Lists = iota // "#" cannot be read
	// RFC822Lists separates elements by one or more commas (RFC 822 section 2.7).
	RFC822Lists
	// RFC2616Lists also permits the grammar's rule LWS, any number of times, before each
	// comma and each element (RFC 2616 section 2.1). Elsewhere, white space is not implied.
	RFC2616Lists
	// RFC9110Lists separates elements by one comma with the grammar's rule OWS on both
	// sides, as a sender has to (RFC 9110 section 5.6.1.1, and RFC 7230 section 7).
	RFC9110Lists
)

// maxListed is how many repetitions a text with lists may stand for.
const maxListed = 1 << 18

// listNames are the documents that define lists, by their Lists.
var listNames = []string{RFC822Lists: "rfc822", RFC2616Lists: "rfc2616", RFC9110Lists: "rfc9110"}

// ParseLists returns the lists of a document, such as "rfc9110"; none for "".
func ParseLists(name string) (Lists, error) {
	for l, known := range listNames {
		if name == known {
			return Lists(l), nil
		}
	}
	return NoLists, fmt.Errorf("no document %q defines lists; choose %s", name, strings.Join(listNames[1:], ", "))
}

// scanList scans the count before the element of a list: "#", "1#", "#2" or "1#2". The
// first size bytes of rest are digits.
func scanList(rest string, size int) (tokenKind, int) {
	size++
	size += span(rest[size:], isDigit)
	if _, _, ok := parseList(rest[:size]); !ok {
		return tokIllegal, size
	}
	return tokList, size
}

// parseList returns the bounds of a list token.
func parseList(text string) (least, most int, ok bool) {
	from, to, _ := strings.Cut(text, "#")
	least, most = 0, Unbounded
	for _, of := range []struct {
		text  string
		bound *int
	}{{from, &least}, {to, &most}} {
		if of.text == "" {
			continue
		}
		n, err := strconv.ParseInt(of.text, 10, 32)
		if err != nil {
			return 0, 0, false
		}
		*of.bound = int(n)
	}
	return least, most, most != 0 && (most == Unbounded || least <= most)
}

// list returns a list of an element, which is written at pos, as the notation has it
// without lists.
func (r *reader) list(pos Pos, x Element, least, most int) Element {
	once := func(x Element) *Repetition { return &Repetition{Pos: pos, Min: 1, Max: 1, Element: x} }
	some := func(least, most int, x Element) *Repetition {
		return &Repetition{Pos: pos, Min: least, Max: most, Element: x}
	}
	group := func(parts ...*Repetition) *Alternation {
		return &Alternation{Pos: pos, Concatenations: []*Concatenation{{Pos: pos, Repetitions: parts}}}
	}
	comma := &CharVal{Pos: pos, Text: ",", CaseSensitive: r.notation == RFC822}
	var first, between []*Repetition
	switch r.lists {
	case RFC822Lists:
		between = []*Repetition{some(1, Unbounded, comma)}
	case RFC2616Lists:
		space := some(0, Unbounded, &Rulename{Pos: pos, Name: "LWS"})
		first = []*Repetition{space}
		between = []*Repetition{some(1, Unbounded, &Group{Pos: pos, Alternation: group(space, once(comma))}), space}
	case RFC9110Lists:
		space := once(&Rulename{Pos: pos, Name: "OWS"})
		between = []*Repetition{space, once(comma), space}
	}
	parts := append(first, once(x))
	if most != 1 {
		rest := Unbounded
		if most != Unbounded {
			rest = most - 1
		}
		next := &Group{Pos: pos, Alternation: group(append(between, once(x))...)}
		parts = append(parts, some(max(least-1, 0), rest, next))
	}
	if least == 0 {
		return &Option{Pos: pos, Alternation: group(parts...)}
	}
	return &Group{Pos: pos, Alternation: group(parts...)}
}
