package peg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// tokenKind is a type of token: a set of characters that no class of the grammar
// cuts.
type tokenKind struct {
	name string
	set  automaton.Set
}

// findKinds cuts the characters by the classes of the sets that the structs ask
// for. A character that is in none of them is told by its value instead.
func (e *emitter) findKinds() {
	e.kinds = []tokenKind{}
	taken := Names{"EOF": true, "Begin": true, "Other": true, e.octetKind(): true}
	var cuts []automaton.Set
	for _, set := range e.asked {
		classes, _ := e.grammar.Cover(set)
		for _, r := range classes {
			if r.Class.Len() > 2 {
				cuts = append(cuts, r.Class)
			}
		}
	}
	for _, part := range automaton.Partition(automaton.Between(0, escapes-1), cuts) {
		if slices.ContainsFunc(cuts, func(c automaton.Set) bool { return c.Contains(part) }) {
			e.kinds = append(e.kinds, tokenKind{taken.Take(e.kindName(part)), part})
		}
	}
}

// kindName names a part of a class by the smallest class that contains it and
// by the classes that cut it out of that one: HexdigNotDigit, AlphaAndHexdig.
func (e *emitter) kindName(part automaton.Set) string {
	var name string
	var set automaton.Set
	for _, r := range e.grammar.Rules {
		if len(r.Class) > 0 && r.Class.Contains(part) && (name == "" || r.Class.Len() < set.Len()) {
			name, set = title(r.Name), r.Class
		}
	}
	for !set.Equal(part) {
		word, least := "", set
		for _, r := range e.grammar.Rules {
			if rest := set.Minus(r.Class); rest.Contains(part) && rest.Len() < least.Len() {
				word, least = "Not"+title(r.Name), rest
			}
			if rest := set.Intersect(r.Class); rest.Contains(part) && rest.Len() < least.Len() {
				word, least = "And"+title(r.Name), rest
			}
		}
		name, set = name+word, least
	}
	return name
}

// title writes a rule's name as one word: HEXDIG is Hexdig.
func title(rule string) string {
	name := GoName(rule)
	return name[:1] + strings.ToLower(name[1:])
}

// octetKind is the name of the tokens that are escaped octets, "" if there are
// none.
func (e *emitter) octetKind() string {
	if e.tokens.escape == nil {
		return ""
	}
	return GoName(e.tokens.escape.Name)
}

// kindChars writes the characters of a kind, "" if there is none of that name.
func (e *emitter) kindChars(name string) string {
	for _, k := range e.kinds {
		if k.name == name {
			return e.chars(k.set)
		}
	}
	return ""
}

// lexer writes the lexer with the kinds that the structs name.
func (e *emitter) lexer(name string) {
	what := "a byte"
	if e.tokens.source.UTF8() {
		what = "a code point"
	}
	if octet := e.tokens.escape; octet != nil {
		what = octet.Name + " or " + what
	}
	e.printf("// %s cuts a string into tokens: each is one character, %s.\n", name, what)
	e.printf("var %s = &pegrun.Lexer{\n", name)
	if kind := e.octetKind(); kind != "" {
		e.printf("Octet: %q,\n", kind)
	}
	e.printf("Kinds: []pegrun.Kind{\n")
	for _, k := range e.kinds {
		e.printf("{Name: %q, Chars: %s},\n", k.name, e.chars(k.set))
	}
	e.printf("},\n")
	if e.tokens.source.UTF8() {
		e.printf("UTF8: true,\n")
	}
	e.printf("}\n\n")
}

// chars writes a set of characters as the Go expression of a string as it stands
// in pegrun.Class. The code points of a class of the grammar are a constant.
func (e *emitter) chars(set automaton.Set) string {
	var out []string
	set = set.Intersect(automaton.Between(0, escapes-1))
	beyond := set.Intersect(e.tokens.beyond())
	if short := e.charText(set.Minus(beyond)); short != "" || len(beyond) == 0 {
		out = append(out, strconv.Quote(short))
	}
	for _, r := range e.grammar.Rules {
		if len(r.Class) > 0 && beyond.Contains(r.Class) {
			out = append(out, e.rangesName(r))
			beyond = beyond.Minus(r.Class)
		}
	}
	if len(beyond) > 0 {
		out = append(out, strconv.QuoteToASCII(e.charText(beyond)))
	}
	return strings.Join(out, " + ")
}

// charText writes a set of characters as in pegrun.Class: what begins with a "-"
// goes first, because elsewhere it would be a range.
func (e *emitter) charText(set automaton.Set) string {
	var first, rest []byte
	for _, r := range set {
		piece := e.tokens.source.AppendCharacter(nil, r.Lo)
		if r.Hi > r.Lo+1 {
			piece = append(piece, '-')
		}
		if r.Hi > r.Lo {
			piece = e.tokens.source.AppendCharacter(piece, r.Hi)
		}
		if r.Lo == '-' {
			first = piece
		} else {
			rest = append(rest, piece...)
		}
	}
	return string(append(first, rest...))
}

// rangesName is the constant of the code points of a class.
func (e *emitter) rangesName(r *reading.Rule) string {
	name := lower(GoName(r.Name)) + "Ranges"
	if e.base != nil && !e.declaredByBase(r) {
		name += e.suffix
	}
	return name
}

// declaredByBase reports whether the grammar as published has the constant of a
// class.
func (e *emitter) declaredByBase(r *reading.Rule) bool {
	same, ok := e.base.grammar.Lookup(r.Name)
	return ok && same.Class.Equal(r.Class)
}

// ranges writes the constants that chars names.
func (e *emitter) ranges() {
	for _, r := range e.grammar.Rules {
		if len(r.Class) == 0 || !e.tokens.beyond().Contains(r.Class) || e.base != nil && e.declaredByBase(r) {
			continue
		}
		e.printf("// %s are the code points of %s.\nconst %s = %s\n\n", e.rangesName(r), r.Name, e.rangesName(r), strconv.QuoteToASCII(e.charText(r.Class)))
	}
}

// class is a type that stands for a class of characters: pegrun.Star[SchemeChars]
// reads any number of them.
type class struct {
	name  string
	rule  *reading.Rule // of which these are the characters, nil for none
	set   automaton.Set
	code  string      // the pegrun.Class
	owner *production // below which it is declared
	ahead bool        // the owner only looks ahead
}

// class returns the type of a set of characters. It is named after the rule
// that is this class or else after the first rule that takes characters of it.
func (e *emitter) class(set automaton.Set, q *production, ahead bool) *class {
	code := "Chars: " + e.chars(set)
	if set.Has(escapes) {
		code += ", Octets: true"
	}
	if odd := e.tokens.odd(set); odd != nil {
		code += fmt.Sprintf(", Except: %#v", odd)
	}
	if e.base != nil {
		for _, c := range e.base.classes {
			if c.code == code {
				return c
			}
		}
	}
	for _, c := range e.classes {
		if c.code == code {
			if c.ahead && !ahead {
				c.owner, c.ahead = q, false
			}
			return c
		}
	}
	c := &class{set: set, code: code, owner: q, ahead: ahead}
	e.classes = append(e.classes, c)
	return c
}

// nameClasses names the classes, when all are known.
func (e *emitter) nameClasses() {
	for _, c := range e.classes {
		for _, r := range e.grammar.Rules {
			if set, ok := e.characters(&reading.Ref{Rule: r}); c.rule == nil && ok && r.Character && set.Equal(c.set) {
				c.rule = r
			}
		}
		if c.rule != nil {
			c.name = e.take(c.rule, e.goNames[c.rule.Name]+e.suffix)
		} else {
			c.name = e.names.Take(e.goNames[c.owner.rule.Name] + "Chars" + e.suffix)
		}
	}
}

// declare writes the class.
func (e *emitter) declare(c *class) {
	text := e.setText(c.set, "and")
	if c.rule != nil {
		text = "the characters of the rule " + c.rule.Name
	}
	e.printf("// %s is the class of %s.\ntype %s struct{}\n\n", c.name, text, c.name)
	e.printf("var class%s = pegrun.Class{%s}\n\n", c.name, c.code)
	e.printf("func (%s) Class() *pegrun.Class { return &class%s }\n\n", c.name, c.name)
}
