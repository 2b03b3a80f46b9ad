package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
)

// format is the value of --get, compiled: pieces that are written one after the other.
type format []piece

// piece is a component, or text.
type piece struct {
	text    string // if the piece is a component, what is written if that is absent
	isField bool
	field   field
	decode  func(text string) (string, error) // nil if the component is written as it stands
}

// parseFormat compiles a format for the references of an edition. If what it writes is to
// be one line, decoded text must not have a line end.
func parseFormat(e *edition, text string, oneLine bool) (format, error) {
	var f format
	for r := (formatReader{text: text, oneLine: oneLine}); r.rest() != ""; {
		before, stop, err := r.until("{}")
		if err != nil {
			return nil, err
		}
		if before != "" {
			f = append(f, piece{text: before})
		}
		switch stop {
		case '{':
			p, err := r.field(e)
			if err != nil {
				return nil, err
			}
			f = append(f, p)
		case '}':
			return nil, fmt.Errorf(`"}" at offset %d has no "{" before it; to write one, put "\}"`, r.at-1)
		}
	}
	return f, nil
}

// append appends what the format writes for a reference. The error, of a component that
// cannot be decoded, is a [*compose.DecodeError], or errDecodedLine.
func (f format) append(dst []byte, ref *ast.Reference, s *session) ([]byte, error) {
	for i := range f {
		p := &f[i]
		span := ast.Absent
		if p.isField {
			span = p.field.span(ref)
		}
		if !span.Present() {
			dst = append(dst, p.text...)
			continue
		}
		text := ref.Text(span)
		if p.decode != nil && strings.IndexByte(text, '%') >= 0 {
			var err error
			if text, err = p.decode(text); err != nil {
				return dst, err
			}
		}
		dst = append(dst, s.shown(text)...)
	}
	return dst, nil
}

// errDecodedLine refuses what would take two lines of output.
var errDecodedLine = errors.New("decoded, a component has a line end; use --null")

// formatReader reads a format.
type formatReader struct {
	text    string
	at      int // how many bytes are read
	oneLine bool
}

func (r *formatReader) rest() string { return r.text[r.at:] }

// formatEscapes are the characters after "\", and what they stand for.
const formatEscapes = "t\tn\nr\r0\x00\\\\{{}}||??"

// until returns the text before the first character of stops, with its escapes undone,
// and that character, which is read too. It is 0 if there is none.
func (r *formatReader) until(stops string) (before string, stop byte, err error) {
	var b strings.Builder
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case strings.IndexByte(stops, c) >= 0:
			return b.String(), c, nil
		case c != '\\':
			b.WriteByte(c)
			continue
		}
		i := -1
		for j := 0; j < len(formatEscapes) && r.rest() != ""; j += 2 {
			if formatEscapes[j] == r.text[r.at] {
				i = j
			}
		}
		if i < 0 {
			_, n := utf8.DecodeRuneInString(r.rest())
			return "", 0, fmt.Errorf(`there is no escape "\%s" at offset %d; choose from \t, \n, \r, \0, \\, \{, \}, \| and \?`, r.rest()[:n], r.at-1)
		}
		b.WriteByte(formatEscapes[i+1])
		r.at++
	}
	return b.String(), 0, nil
}

// field reads a component after its "{": its name, then perhaps "|decode", then perhaps
// "?" and what is written if the component is absent.
func (r *formatReader) field(e *edition) (piece, error) {
	open := r.at - 1
	p := piece{isField: true}
	name, stop, err := r.until("{}|?")
	if err == nil {
		p.field, err = e.field(name)
	}
	if err == nil && stop == '|' {
		var what string
		what, stop, err = r.until("{}?")
		switch {
		case err != nil:
		case what != "decode":
			err = fmt.Errorf("%q at offset %d: after %q there can only be %q", "|"+what, open, name, "|decode")
		default:
			escaper, missing := p.field.escaper(e)
			if missing != nil {
				err = fmt.Errorf("%s cannot be decoded as a whole in %s, because it has parts; decode each part", name, e)
				break
			}
			p.decode = func(text string) (string, error) {
				data, err := escaper.Decode(text)
				if err == nil && r.oneLine && strings.ContainsAny(data, "\r\n") {
					err = errDecodedLine
				}
				return data, err
			}
		}
	}
	if err == nil && stop == '?' {
		p.text, stop, err = r.until("{}")
	}
	if err == nil && stop != '}' {
		err = fmt.Errorf(`"{" at offset %d has no "}"; to write one, put "\{"`, open)
	}
	return p, err
}
