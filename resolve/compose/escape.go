package compose

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// Encode returns the text of data in a component of the edition. Octets that may not
// stand there are escaped as "%" and two upper-case hexadecimal digits. In rfc3987, a
// character that may stand there is kept, in UTF-8. "%" is always escaped, because data
// is never text already. In a host, an IP literal in brackets stays as it is. In a whole
// path, "/" and ";" remain delimiters; see [Segments] for a path made from data.
//
// If the component is a rule whose first octet has to be a delimiter (abs_path), nothing
// is escaped: the data conforms as it stands, or cannot be written.
//
// Delimiters that only the scheme knows, such as "&" and "=" in a query, are not escaped,
// so data is to be a whole query. A part of one is a query-value, in which everything but
// unreserved characters is escaped. [Escaper.Strict] does that in any component, and
// [Escaper.Escaping] escapes the delimiters that it is given.
//
// What it takes to escape a component is kept with the edition. For the name of a rule it
// is computed anew each time; an [Escaper] saves that.
//
// The error is an [*EncodeError] if the data cannot be written in the component, or a
// [*grammar.UnknownNameError].
func Encode(e *grammar.Edition, component, data string) (string, error) {
	s, err := builderOf(e).escaper(component)
	if err != nil {
		return "", err
	}
	return s.Encode(data)
}

// Decode returns the data of a component's text: each escape becomes its octet, once, so
// "%2541" becomes "%41".
//
// The error is a [*DecodeError] in three cases: if the text does not conform to the
// component's rule; if a decoded octet would divide the component into parts, such as an
// escaped "/" in a path (then decode the parts by themselves); or if a host that is a
// name would become an IP literal. It may also be a [*grammar.UnknownNameError].
func Decode(e *grammar.Edition, component, text string) (string, error) {
	s, err := builderOf(e).escaper(component)
	if err != nil {
		return "", err
	}
	return s.Decode(text)
}

// DecodeUnnamed is [Decode] for text whose component is not known. Because a reference
// must be split into its components before they are decoded, the unescaped octets of the
// text must be data in all components that hold data. Any other octet, such as ":" or
// "/", gives a [*DecodeError].
func DecodeUnnamed(e *grammar.Edition, text string) (string, error) {
	return builderOf(e).unnamed().Decode(text)
}

// Escaper is [Encode] and [Decode] for one component of one edition, prepared for many
// calls. Preparing it takes about as long as escaping ten thousand octets. It is safe for
// concurrent use. The zero value is not usable.
type Escaper struct {
	edition   *grammar.Edition
	component string
	rule      *grammar.DataRule // nil if the component is not known
	many      bool              // the rule is that of one character, and the component is any number of them
	// first and rest are the characters that may stand unescaped, at the beginning and
	// after it. Encode leaves only those of keptFirst and keptRest unescaped, which are
	// the same unless the escaper is strict.
	first, rest, keptFirst, keptRest *grammar.Chars

	ends     byte // the octet that ends the component, though its rule has it; 0 for none
	escapes  bool // the component may have escapes
	literal  bool // the component may be an IP literal
	strict   bool // delimiters are escaped: see [Escaper.Strict] and [Escaper.Escaping]
	dividers []divider
}

// The components that NewEscaper knows beyond the data of the edition. A user and a
// password are what the first ":" divides a userinfo into, in editions whose grammar does
// not divide it.
const (
	queryValue = "query-value"
	user       = "user"
	password   = "password"
	userinfo   = "userinfo"
)

// Components returns the names of the components that an edition's data can be written
// in, in alphabetical order: those that [NewEscaper] knows, without the rules.
func Components(e *grammar.Edition) []string {
	data := e.Document().Data
	names := slices.Collect(maps.Keys(data))
	for _, extra := range [...]struct{ name, of string }{{queryValue, "query"}, {user, userinfo}, {password, userinfo}} {
		_, known := data[extra.name]
		if _, ok := data[extra.of]; ok && !known {
			names = append(names, extra.name)
		}
	}
	slices.Sort(names)
	return names
}

// dataOf returns the component that the edition has data for, of which component may be
// a part.
func dataOf(e *grammar.Edition, component string) string {
	data := e.Document().Data
	if _, ok := data[component]; ok {
		return component
	}
	_, splits := data[userinfo]
	switch {
	case component == queryValue:
		return "query"
	case splits && (component == user || component == password):
		return userinfo
	}
	return component
}

// divider is an octet that divides a component into parts.
type divider struct {
	component string // a word of package ast
	octet     byte
	parts     string // for people
	params    bool   // only an edition with params divides so
}

// dividers are all dividers. They are about the structure of references, not about their
// characters. A divider is data if it is escaped and, unlike other reserved octets, it is
// known to divide if it is not. What the others mean ("&" in a query) only the scheme can
// say.
var dividers = []divider{
	{"path", '/', "segments", false},
	{"path", ';', "segments and their parameters", true},
	// Most grammars leave it to the prose and the scheme that ":" divides.
	{"userinfo", ':', "user and password", false},
	{"site", '@', "userinfo, host and port", false},
	{"site", ':', "userinfo, host and port", false},
}

// of reports whether d divides the component of a rule. The component may have been named
// by its rule.
func (d divider) of(e *grammar.Edition, r *grammar.DataRule) bool {
	doc := e.Document()
	if _, ok := doc.Data["param"]; d.params && !ok {
		return false
	}
	return r.Component == d.component || doc.Data[d.component] == r.Rule || doc.Components[r.Rule] == d.component ||
		d.component == "path" && slices.Contains(doc.Paths, r.Rule)
}

// NewEscaper returns the escaper of a component, or a
// [*grammar.UnknownNameError].
func NewEscaper(e *grammar.Edition, component string) (*Escaper, error) {
	of := dataOf(e, component)
	r, err := e.DataRule(of)
	if missing, ok := errors.AsType[*grammar.UnknownNameError](err); ok {
		missing.Name, missing.Known = component, Components(e)
	}
	if err != nil {
		return nil, err
	}
	s := &Escaper{
		edition: e, component: component, rule: r,
		first: r.First, rest: r.Rest, escapes: r.Escapes,
		literal: component == "host",
		// One character is never empty, but any number of them may be.
		many: r.Accepts("") && !r.Language().Valid(""),
	}
	if component == "opaque" {
		// An octet cannot come first if the reading then prefers another part, as in
		// "x:?".
		first := *s.first
		for b, raw := range first.Bytes {
			if raw {
				ref, err := e.Parse("x:" + string([]byte{byte(b)}))
				first.Bytes[b] = err == nil && ref.Path.Kind == ast.Opaque
			}
		}
		s.first = &first
	}
	s.keptFirst, s.keptRest = s.first, s.rest
	if component == queryValue {
		return s.Strict()
	}
	if of != component {
		if component == user {
			s.ends = ':'
			s.keptFirst, s.keptRest = without(s.first, s.ends), without(s.rest, s.ends)
		}
		return s, nil // a part is not divided
	}
	for _, d := range dividers {
		if d.of(e, r) {
			s.dividers = append(s.dividers, d)
		}
	}
	return s, nil
}

// without returns the characters but for one.
func without(c *grammar.Chars, octet byte) *grammar.Chars {
	less := *c
	less.Bytes[octet] = false
	return &less
}

// Strict returns an escaper whose Encode leaves only unreserved characters unescaped, as
// the edition defines them, so that whoever divides the component at any delimiter finds
// the data in one piece. An IP literal is escaped too; a component without escapes takes
// what conforms, as ever. Decode is the same. The error says that the edition has no such
// characters.
func (s *Escaper) Strict() (*Escaper, error) {
	unreserved, err := s.edition.Grammar().Chars(s.edition.Document().Unreserved)
	if err != nil {
		return nil, err
	}
	strict := *s
	strict.keptFirst, strict.keptRest = s.keptFirst.Intersect(unreserved), s.keptRest.Intersect(unreserved)
	strict.strict = true
	return &strict, nil
}

// Escaping returns an escaper whose Encode also escapes the given delimiters, which are
// octets of US-ASCII: Escaping("&=") for a part of a query that is divided at "&" and "=".
// [Escaper.Strict] is for data whose delimiters are not known. An IP literal is escaped too.
// Decode is the same, and a component without escapes takes what conforms, as ever.
func (s *Escaper) Escaping(delimiters string) *Escaper {
	more := *s
	for i := range len(delimiters) {
		more.keptFirst, more.keptRest = without(more.keptFirst, delimiters[i]), without(more.keptRest, delimiters[i])
	}
	more.strict = true
	return &more
}

// NewUnnamedEscaper returns the escaper for text whose component is not known. Its Decode
// is [DecodeUnnamed]. Its Encode always succeeds, and returns text that means the same
// data in every component that can hold data: user information, segments, query and the
// like, but not scheme, host and port.
func NewUnnamedEscaper(e *grammar.Edition) *Escaper {
	s := &Escaper{edition: e, escapes: true, many: true}
	var divides [256]bool
	for component := range e.Document().Data {
		switch component {
		case "scheme", "host", "port", "path": // names, numbers, and segments
			continue
		}
		r, err := e.DataRule(component)
		if err != nil {
			continue // cannot happen, because Data has it
		}
		if s.first == nil {
			s.first = r.First
		}
		s.first = s.first.Intersect(r.First).Intersect(r.Rest)
		for _, d := range dividers {
			if d.of(e, r) {
				divides[d.octet] = true
			}
		}
	}
	for b, d := range divides {
		s.first.Bytes[b] = s.first.Bytes[b] && !d
	}
	s.rest, s.keptFirst, s.keptRest = s.first, s.first, s.first
	return s
}

// Encode is the function [Encode]; the error is an [*EncodeError].
func (s *Escaper) Encode(data string) (string, error) {
	if !s.escapes {
		// A rule that begins with a delimiter may have escapes after it. They are text,
		// not data.
		if strings.Contains(data, "%") || !s.accepts(data) {
			return "", s.encodeError(data, data)
		}
		return data, nil
	}
	switch {
	case s.strict:
	case s.isLiteral(data):
		return data, nil
	case s.lacksBrackets(data):
		return "", s.bracketError(data)
	}
	text := s.escape(data)
	// Any number of characters needs no further check, because each one is correct.
	if !s.many && !s.accepts(text) {
		return "", s.encodeError(data, text)
	}
	return text, nil
}

// accepts reports whether the component may be text.
func (s *Escaper) accepts(text string) bool {
	if s.many {
		_, whole := s.characters(text)
		return whole
	}
	return s.rule.Accepts(text) && (s.ends == 0 || strings.IndexByte(text, s.ends) < 0)
}

// isLiteral reports whether the octets are an IP literal, which is never
// escaped.
func (s *Escaper) isLiteral(data string) bool {
	return s.literal && strings.HasPrefix(data, "[") && !strings.Contains(data, "%") && s.rule.Accepts(data)
}

// lacksBrackets reports whether the octets would be an IP literal if they were in brackets.
// It is more likely that they were forgotten than that such a name is meant.
func (s *Escaper) lacksBrackets(data string) bool {
	return s.literal && strings.Contains(data, ":") && s.isLiteral("["+data+"]")
}

// raw returns the length of the character at offset i of text if it may stand unescaped,
// and 0 if it may not.
func (s *Escaper) raw(text string, i int) int {
	if i == 0 {
		return s.first.At(text, i)
	}
	return s.rest.At(text, i)
}

// kept returns the length of the character at offset i of data if Encode leaves it
// unescaped, and 0 if the octet is escaped.
func (s *Escaper) kept(data string, i int) int {
	if i == 0 {
		return s.keptFirst.At(data, i)
	}
	return s.keptRest.At(data, i)
}

func (s *Escaper) escape(data string) string {
	n := 0
	for i := 0; i < len(data); {
		size := s.kept(data, i)
		if size == 0 {
			n++
		}
		i += max(size, 1)
	}
	if n == 0 {
		return data
	}
	b := make([]byte, 0, len(data)+n*(escape.Len-1))
	for i := 0; i < len(data); {
		if size := s.kept(data, i); size > 0 {
			b = append(b, data[i:i+size]...)
			i += size
			continue
		}
		b = escape.Append(b, data[i])
		i++
	}
	return string(b)
}

// dataOffset returns the offset of the octet whose text is at an offset of the
// escaped text.
func (s *Escaper) dataOffset(data string, textOffset int) int {
	at := 0
	for i := 0; i < len(data); {
		size := s.kept(data, i)
		if size == 0 {
			at += escape.Len
		}
		if at += size; textOffset < at {
			return i
		}
		i += max(size, 1)
	}
	return len(data)
}

// Decode is the function [Decode], or [DecodeUnnamed]; the error is a
// [*DecodeError].
func (s *Escaper) Decode(text string) (string, error) {
	if err := s.check(text); err != nil {
		return "", err
	}
	if !strings.Contains(text, "%") {
		return text, nil
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		octet, ok := escape.At(text, i)
		if !ok {
			b.WriteByte(text[i])
			continue
		}
		for _, d := range s.dividers {
			if d.octet == octet {
				return "", s.dividerError(text, i, d)
			}
		}
		b.WriteByte(octet)
		i += escape.Len - 1
	}
	data := b.String()
	if s.isLiteral(data) || s.lacksBrackets(data) {
		return "", s.literalError(text)
	}
	return data, nil
}

// check returns nil if text conforms to the component's rule, else a
// [*DecodeError].
func (s *Escaper) check(text string) error {
	if s.accepts(text) {
		return nil
	}
	return s.decodeError(text)
}

// characters reports, for a component that is any number of characters, whether text
// consists of characters and escapes. It also returns the length of the longest prefix
// with which such a text begins.
func (s *Escaper) characters(text string) (end int, whole bool) {
	for i := 0; i < len(text); i++ {
		size := s.raw(text, i)
		switch {
		case size > 0:
			i += size - 1
		case text[i] != '%' || !s.escapes:
			return i, false
		default:
			for range escape.Len - 1 {
				if i++; i == len(text) {
					return i, false
				}
				if _, ok := escape.Digit(text[i]); !ok {
					return i, false
				}
			}
		}
	}
	return len(text), true
}
