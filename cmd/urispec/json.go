package main

import (
	"bytes"
	"encoding/base64"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/grammar"
)

// With --json, every command writes JSON Lines: one object on each line. The commands
// share one vocabulary.
//
//   - An object begins with those of these members that it has, in the order of
//     [firstMembers]: the input, what was asked about it, the verdict, and the reason. The
//     command's own members follow. resolve and relativize have base, reference and
//     target, the parts of a resolution, instead of input. If the input has a place, that is
//     first: file and line, and in documents start and end.
//   - input is the string that was given; a command that writes another string names it
//     after what was done: normalized, mapped, encoded.
//   - valid says whether the input conforms to the edition or, if there is a rule, whether the
//     rule derives it.
//   - Absent is null, and empty is "". A string that is not UTF-8 is in a member whose name
//     ends with _base64, instead of the member itself.
//   - Offsets (offset, start, end) count bytes from 0, and end is exclusive; lines count
//     from 1.
//   - section is the bare number of a section of the edition's own document, as in "3.2.2",
//     or several, as in "2.4.1, 2.4.4", or an appendix, as in "B". If it is a section of another
//     document, document names that, as in "RFC 2396".
//   - An error has the members of [vocabulary.Fault], in its order. The characters of the grammar's
//     notation are in quotes ("/"), and characters that do not print have their numbers (byte
//     0xFF, U+00A0).
//
// The files in the folder schema describe each command's objects as JSON Schemas, with their
// members in the order in which they are written. The tests hold all output to them.

// firstMembers are the members that objects begin with, in order.
var firstMembers = []string{"input", "edition", "corrected", "options", "rule", "valid", "error"}

// json writes v, which is an *object or a struct, as one line of JSON Lines.
func (s *session) json(v any) {
	o, ok := v.(*object)
	if !ok {
		o = new(object)
		o.open = bytes.TrimSuffix(jsonOf(v), []byte("}"))
	}
	brace := 0
	if s.place.file != "" { // its members come first
		s.stdout.Write(s.place.object().open)
		s.stdout.WriteByte(',')
		brace = len("{")
	}
	o.write(s.stdout, brace)
	s.stdout.WriteByte('\n')
}

// jsonOf returns v as JSON.
func jsonOf(v any) []byte { return vocabulary.JSON(v) }

// object is a JSON object that is built member by member. The members keep the order
// in which they are added.
type object struct {
	open  []byte     // what is not written yet, without the brace at the end, and without long texts
	long  []longText // which are not copied, but written from where they are
	start int        // where the object begins in open, if it is in another one; -1 if that is written
	to    io.Writer  // to write open to when it is long; or nil
}

// longText is a text that is longer than a piece.
type longText struct {
	at     int // where it belongs in the open object
	text   string
	base64 bool
}

// write writes the object, but for the bytes before from.
func (o *object) write(w io.Writer, from int) {
	for _, l := range o.long {
		w.Write(o.open[from:l.at])
		from = l.at
		l.write(w)
	}
	w.Write(o.open[from:])
	io.WriteString(w, "}")
}

// write writes the text as JSON, piece by piece.
func (l longText) write(w io.Writer) {
	io.WriteString(w, `"`)
	for text := l.text; len(text) > 0; {
		n := min(pieceSize, len(text)) // base64 has groups of three bytes
		var piece []byte
		if l.base64 {
			piece = base64.StdEncoding.AppendEncode(nil, []byte(text[:n]))
		} else {
			for n < len(text) && !utf8.RuneStart(text[n]) {
				n++
			}
			quoted := jsonOf(text[:n])
			piece = quoted[1 : len(quoted)-1]
		}
		w.Write(piece)
		text = text[n:]
	}
	io.WriteString(w, `"`)
}

// add adds a long text as a value.
func (l longText) add(o *object) {
	if o.to == nil {
		l.at = len(o.open)
		o.long = append(o.long, l)
		return
	}
	o.to.Write(o.open)
	l.write(o.to)
	o.open, o.start = o.open[:0], -1
}

// object returns an object for one result, which begins with its place. It is written
// while it is built, because the list of a path's segments takes much more memory than
// the path.
func (s *session) object() *object {
	o := &object{open: s.scratch[:0], to: s.stdout}
	if s.place.file != "" {
		s.place.add(o)
	}
	return o
}

// end writes the rest of a result that [session.object] has begun.
func (s *session) end(o *object) {
	s.stdout.Write(append(o.open, "}\n"...))
	if s.scratch = o.open; cap(s.scratch) > keptSize {
		s.scratch = nil
	}
}

// spill writes what there is if that is long.
func (o *object) spill() {
	if o.to != nil && len(o.open) > readSize {
		o.to.Write(o.open)
		if o.open = o.open[:0]; cap(o.open) > keptSize {
			o.open = nil
		}
		o.start = -1
	}
}

// in adds an object, whose members write adds.
func (o *object) in(name string, write func(in *object)) {
	o.name(name)
	o.nested(write)
}

// list adds a list of objects, whose members write adds.
func (o *object) list(name string, length int, write func(item *object, i int)) {
	o.name(name)
	o.open = append(o.open, '[')
	for i := range length {
		if i > 0 {
			o.open = append(o.open, ',')
		}
		o.nested(func(item *object) { write(item, i) })
	}
	o.open = append(o.open, ']')
}

// nested appends an object, whose members write adds.
func (o *object) nested(write func(in *object)) {
	in := object{open: o.open, long: o.long, start: len(o.open), to: o.to}
	write(&in)
	o.long = in.long
	if o.open = append(in.open, '}'); in.start < 0 {
		o.start = -1
	}
}

func (o *object) add(name string, value any) {
	o.name(name)
	switch v := value.(type) {
	case nil:
		o.open = append(o.open, "null"...)
	case bool:
		o.open = strconv.AppendBool(o.open, v)
	case int:
		o.open = strconv.AppendInt(o.open, int64(v), 10)
	case *object:
		o.object(v)
	case []*object:
		o.open = append(o.open, '[')
		for i, item := range v {
			if i > 0 {
				o.open = append(o.open, ',')
			}
			o.object(item)
		}
		o.open = append(o.open, ']')
	default:
		o.open = append(o.open, jsonOf(value)...)
	}
}

// object appends an object as a value.
func (o *object) object(v *object) {
	if o.to != nil && v.long != nil {
		o.to.Write(o.open)
		v.write(o.to, 0)
		o.open, o.start = o.open[:0], -1
		return
	}
	for _, l := range v.long {
		l.at += len(o.open)
		o.long = append(o.long, l)
	}
	o.open = append(append(o.open, v.open...), '}')
}

// text adds a string: as name, or as name_base64 if it is not valid UTF-8.
func (o *object) text(name, s string) {
	if len(s) <= pieceSize && isLiteral(s) {
		o.name(name)
		o.literal(s)
		o.spill()
		return
	}
	if !isPlain(s) && !utf8.ValidString(s) {
		if len(s) <= pieceSize {
			o.add(name+"_base64", []byte(s))
			return
		}
		o.name(name + "_base64")
		longText{text: s, base64: true}.add(o)
		return
	}
	o.name(name)
	o.string(s)
	o.spill()
}

// string appends a string that is valid UTF-8.
func (o *object) string(s string) {
	if len(s) > pieceSize {
		longText{text: s}.add(o)
		return
	}
	if isLiteral(s) {
		o.literal(s)
		return
	}
	o.open = append(o.open, jsonOf(s)...)
}

// isLiteral reports whether nothing has to be escaped in a JSON string, as in every reference
// that conforms to RFC 3986.
func isLiteral(s string) bool { return isPrintable(s, '"', '\\') }

// literal appends a string in which nothing has to be escaped.
func (o *object) literal(s string) { o.open = append(append(append(o.open, '"'), s...), '"') }

// edition adds the name of an edition, and says so if its errata are applied or options of
// its reading are chosen.
func (o *object) edition(e *grammar.Edition) {
	o.text("edition", e.Name())
	if e.Grammar().IsCorrected() {
		o.add("corrected", true)
	}
	if chosen := e.Grammar().Source().Chosen(); len(chosen) > 0 {
		o.add("options", chosen)
	}
}

// verdict adds valid and, if err is not nil, error. A reference may conform and yet have an
// error, for example because it is too long for a tree.
func (o *object) verdict(valid bool, err error) {
	o.add("valid", valid)
	if err != nil {
		o.add("error", newFault("", err).json())
	}
}

// section adds a section, or null if it is "", and its document if that is not the
// edition's own.
func (o *object) section(section string) {
	s := newSection(section)
	o.add("section", s.Section)
	if s.Document != "" {
		o.text("document", s.Document)
	}
}

// optional adds a string, or null if it is absent.
func (o *object) optional(name, s string, present bool) {
	if present {
		o.text(name, s)
	} else {
		o.add(name, nil)
	}
}

// name begins a member. Names need no escapes.
func (o *object) name(name string) {
	before := `,"`
	if len(o.open) == o.start {
		before = `{"`
	}
	o.open = append(append(append(o.open, before...), name...), `":`...)
}

// MarshalJSON returns the whole object.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	o.write(&b, 0)
	return b.Bytes(), nil
}

// sectionJSON is a section of a document.
type sectionJSON = vocabulary.Section

// newSection takes a citation apart.
func newSection(cited string) sectionJSON { return vocabulary.CitedSection(cited) }

// list returns items, as a list that is [] in JSON if it is empty.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
