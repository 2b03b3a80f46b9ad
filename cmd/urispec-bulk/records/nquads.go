package records

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// nquads reads N-Quads and N-Triples: each IRI of each statement. The characters of an IRI
// are not judged here, but where it ends and what its escapes stand for is read by the
// document: https://www.w3.org/TR/n-quads/#sec-grammar.
type nquads struct {
	*scanner
	place string // the place to read, or "" for all
	iris  []iri  // of the current line, and those that are left
	left  []iri
}

// places are where IRIs stand in a statement.
var places = []string{"subject", "predicate", "object", "graph", "datatype"}

type iri struct{ place, text string }

func newNQuads(r io.Reader, o Options) *nquads {
	return &nquads{scanner: newScanner(r, o.Limit), place: o.Column}
}

// Absent is 0.
func (n *nquads) Absent() int { return 0 }

// Next reads an IRI.
func (n *nquads) Next(r *Record) error {
	for {
		for len(n.left) > 0 {
			next := n.left[0]
			n.left = n.left[1:]
			if n.place == "" || n.place == next.place {
				*r = Record{Line: n.line, Text: next.text}
				return nil
			}
		}
		line, err := n.next()
		if err := n.record(r, line, err); err != nil || r.Err != nil {
			return err
		}
		n.iris = n.iris[:0]
		if err := n.statement(r.Text); err != nil {
			*r = Record{Line: n.line, Err: fmt.Errorf("not N-Quads: %w", err)}
			return nil
		}
		n.left = n.iris
	}
}

// statement reads the IRIs of a line.
func (n *nquads) statement(text string) error {
	line := text
	if !utf8.ValidString(line) {
		return errors.New("not valid UTF-8")
	}
	for i := 0; ; i++ {
		text = strings.TrimLeft(text, " \t")
		switch {
		case text == "" || text[0] == '#':
			if i > 0 {
				return errors.New(`no "." at the end`)
			}
			return nil
		case text[0] == '.' && i >= 3:
			rest := strings.TrimLeft(text[1:], " \t")
			if rest != "" && rest[0] != '#' {
				return fmt.Errorf(`byte %d: something after the "."`, len(line)-len(rest))
			}
			return nil
		case i > 3:
			return fmt.Errorf("byte %d: a fifth term", len(line)-len(text))
		}
		rest, err := n.term(places[i], text)
		if err != nil {
			return fmt.Errorf("byte %d: %w", len(line)-len(text), err)
		}
		text = rest
	}
}

// term reads the term with which text begins, and returns the rest.
func (n *nquads) term(place, text string) (rest string, err error) {
	switch {
	case text[0] == '<':
		return n.iri(place, text)
	case strings.HasPrefix(text, "_:") && place != "predicate":
		end := strings.IndexAny(text, " \t<\"#")
		if end < 0 {
			end = len(text)
		}
		for end > 2 && text[end-1] == '.' { // the last ones end the statement
			end--
		}
		if end == len("_:") {
			return "", errors.New("a blank node without a label")
		}
		return text[end:], nil
	case text[0] == '"' && place == "object":
		return n.literal(text)
	}
	return "", fmt.Errorf("no %s", place)
}

// iri reads an IRI.
func (n *nquads) iri(place, text string) (rest string, err error) {
	end := strings.IndexByte(text, '>')
	if end < 0 {
		return "", errors.New(`an IRI without its ">"`)
	}
	decoded, err := unescape(text[1:end])
	if err != nil {
		return "", err
	}
	n.iris = append(n.iris, iri{place, decoded})
	return text[end+1:], nil
}

// literal reads a literal, and the IRI of its datatype.
func (n *nquads) literal(text string) (rest string, err error) {
	end := 1
	for ; ; end++ {
		if end >= len(text) {
			return "", errors.New("a literal without its quotation mark")
		}
		if text[end] == '\\' {
			end++
		} else if text[end] == '"' {
			break
		}
	}
	text = text[end+1:]
	switch {
	case strings.HasPrefix(text, "^^<"):
		return n.iri("datatype", text[len("^^"):])
	case strings.HasPrefix(text, "^^"):
		return "", errors.New("a datatype that is no IRI")
	case strings.HasPrefix(text, "@"):
		rest := strings.TrimLeft(text[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
		if len(rest) == len(text)-1 {
			return "", errors.New("an empty language tag")
		}
		return rest, nil
	}
	return text, nil
}

// unescape replaces escapes such as \u00E9 and \U0001F600.
func unescape(text string) (string, error) {
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return text, nil
	}
	var out strings.Builder
	for ; i >= 0; i = strings.IndexByte(text, '\\') {
		out.WriteString(text[:i])
		escape := text[i:]
		size := 0
		if len(escape) > 1 {
			size = map[byte]int{'u': 4, 'U': 8}[escape[1]]
		}
		if size == 0 || len(escape) < len(`\u`)+size {
			return "", errors.New(`an IRI with a "\" that begins no escape`)
		}
		code, err := strconv.ParseUint(escape[2:2+size], 16, 32)
		if err != nil || code > utf8.MaxRune || 0xD800 <= code && code <= 0xDFFF {
			return "", fmt.Errorf("%s is no character", escape[:2+size])
		}
		out.WriteRune(rune(code))
		text = escape[2+size:]
	}
	out.WriteString(text)
	return out.String(), nil
}
