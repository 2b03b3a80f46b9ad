package export

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Syntax is a syntax of regular expressions.
type Syntax struct{ *style }

// The syntaxes. Each is named after the engine or the document that defines it.
var (
	// RE2 is read by RE2 and by package regexp.
	RE2 = Syntax{&style{
		name: "re2", begin: "^", end: "$", open: "(?:", most: 1000,
		special: `\.+*?()|[]{}^$`, inClass: `\]^-[`, hex: `\x%02X`, wide: `\x{%X}`, unicode: true,
	}}
	// PCRE is read by PCRE and by Perl, between slashes too. An expression with code points
	// beyond U+007F needs the option UTF.
	PCRE = Syntax{&style{
		name: "pcre", begin: `\A`, end: `\z`, open: "(?:", most: 65535,
		special: `\.+*?()|[]{}^$#@/`, inClass: `\]^-[$@/`, hex: `\x%02X`, wide: `\x{%X}`, unicode: true, octets: true,
	}}
	// ECMAScript is read by JavaScript, between slashes too, and is the pattern of JSON Schema.
	// An expression with code points beyond U+007F needs the flag u.
	ECMAScript = Syntax{&style{
		name: "ecmascript", begin: "^", end: "$", open: "(?:", most: 1<<31 - 1,
		special: `\.+*?()|[]{}^$/`, inClass: `\]^-[/`, hex: `\x%02X`, wide: `\u{%X}`, unicode: true,
	}}
	// Python is read by Python's module re: as a str, or as bytes if it has octets beyond
	// 7F.
	Python = Syntax{&style{
		name: "python", begin: `\A`, end: `\Z`, open: "(?:", most: 1<<32 - 2,
		special: `\.+*?()|[]{}^$#`, inClass: `\]^-[&~|`, hex: `\x%02X`, wide: `\U%08X`, unicode: true, octets: true,
	}}
	// POSIX is an extended regular expression of IEEE Std 1003.1 in the locale "C", read by
	// grep -E. It has no escapes for characters that do not print.
	POSIX = Syntax{&style{
		name: "posix", begin: "^", end: "$", open: "(", most: 255,
		special: `\.+*?()|[]{}^$`, raw: true,
	}}
	// RE2C is a rule of the scanner generator re2c. It is not anchored: re2c looks for the
	// longest match, so the end of the input has to be matched after it.
	RE2C = Syntax{&style{
		name: "re2c", open: "(", most: 1 << 30,
		special: `\"`, inClass: `\]^-`, hex: `\x%02X`, wide: `\U%08X`, unicode: true, octets: true, quoted: true,
	}}
)

// Syntaxes returns all syntaxes.
func Syntaxes() []Syntax { return []Syntax{RE2, PCRE, ECMAScript, Python, POSIX, RE2C} }

// ParseSyntax returns the syntax of a name, such as "re2"; the error lists the names.
func ParseSyntax(name string) (Syntax, error) {
	var names []string
	for _, s := range Syntaxes() {
		if s.name == name {
			return s, nil
		}
		names = append(names, s.name)
	}
	return Syntax{}, fmt.Errorf("there is no syntax %q; there are %s", name, strings.Join(names, ", "))
}

// String returns the name: "re2", "pcre", "ecmascript", "python", "posix" or "re2c".
func (s Syntax) String() string { return s.name }

// style says how expressions are written. All of them have ( | ) * + ? {n,m} [a-z].
type style struct {
	name       string
	begin, end string // the anchors of a whole string
	open       string // what begins a group
	most       int    // the greatest count of a repetition
	special    string // what is escaped by "\" outside of a class
	inClass    string // what is escaped by "\" in a class
	hex, wide  string // the escapes of characters up to U+007F that do not print, and beyond
	raw        bool   // characters that do not print stand for themselves, and in a class all do
	quoted     bool   // literals are in quotation marks
	unicode    bool   // characters may be beyond U+007F
	octets     bool   // characters may be octets beyond 7F
}

// writer writes an expression.
type writer struct {
	*style
	b     strings.Builder
	wide  bool // characters are code points, not octets
	limit int  // bytes; the rest is not written
	err   error
	open  bool // a quoted literal is open
}

// The levels at which an expression stands. An expression of a lower level than where it is
// needs a group.
const (
	alternatives = iota
	sequence
	repetition
	atom
)

// write returns an anchored expression for a node, over octets or code points.
func (s *style) write(n *node, wide bool, limit int) (string, error) {
	w := &writer{style: s, wide: wide, limit: limit}
	w.b.WriteString(s.begin)
	if level := sequence; s.begin == "" && s.end == "" {
		w.node(n, alternatives)
	} else {
		w.node(n, level)
	}
	w.unquote()
	w.b.WriteString(s.end)
	if w.err == nil && w.b.Len() > limit {
		w.err = errLong
	}
	return w.b.String(), w.err
}

// fail keeps the first error.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// node writes a node where an expression of a level stands.
func (w *writer) node(n *node, level int) {
	if w.err != nil || w.b.Len() > w.limit {
		return
	}
	own := atom
	switch {
	case n.op == opAlt:
		own = alternatives
	case n.op == opCat && len(n.subs) > 0:
		own = sequence
	case n.op == opRepeat:
		own = repetition
	}
	if own < level || n.isEmpty() && (level > sequence || w.quoted) {
		if n.isEmpty() && w.quoted {
			w.unquote()
			w.b.WriteString(`""`)
			return
		}
		w.unquote()
		w.b.WriteString(w.style.open)
		w.node(n, alternatives)
		w.unquote()
		w.b.WriteByte(')')
		return
	}
	switch n.op {
	case opSet:
		w.set(n.set)
	case opCat:
		for _, s := range n.subs {
			w.node(s, repetition)
		}
	case opAlt:
		for i, s := range n.subs {
			if i > 0 {
				w.unquote()
				w.b.WriteByte('|')
			}
			w.node(s, sequence)
		}
	case opRepeat:
		w.unquote()
		w.node(n.subs[0], atom)
		w.unquote()
		w.count(n.min, n.max)
	}
}

// count writes how often something is repeated.
func (w *writer) count(least, most int) {
	if max(least, most) > w.most {
		w.fail(fmt.Errorf("%s cannot repeat anything %d times", w.name, max(least, most)))
		return
	}
	switch {
	case least == 0 && most == automaton.Unbounded:
		w.b.WriteByte('*')
	case least == 1 && most == automaton.Unbounded:
		w.b.WriteByte('+')
	case least == 0 && most == 1:
		w.b.WriteByte('?')
	case least == most:
		fmt.Fprintf(&w.b, "{%d}", least)
	case most == automaton.Unbounded:
		fmt.Fprintf(&w.b, "{%d,}", least)
	default:
		fmt.Fprintf(&w.b, "{%d,%d}", least, most)
	}
}

// set writes a character of a set.
func (w *writer) set(set automaton.Set) {
	switch {
	case len(set) == 0:
		w.fail(fmt.Errorf("the rule derives no string, which %s cannot say", w.name))
		return
	case set.Len() == 1:
		c := set[0].Lo
		if w.quoted && !w.open {
			w.b.WriteByte('"')
			w.open = true
		}
		w.char(c, w.special)
		return
	}
	w.unquote()
	if w.raw {
		w.rawClass(set)
		return
	}
	w.b.WriteByte('[')
	for _, r := range set {
		w.char(r.Lo, w.inClass)
		if r.Hi > r.Lo+1 {
			w.b.WriteByte('-')
		}
		if r.Hi > r.Lo {
			w.char(r.Hi, w.inClass)
		}
	}
	w.b.WriteByte(']')
}

// rawClass writes a bracket expression of POSIX, in which nothing is escaped: "]" comes first,
// "-" last, and "^" not first. No range begins or ends with one of them.
func (w *writer) rawClass(set automaton.Set) {
	const placed = "]^-["
	var first, last, middle string
	for _, c := range placed {
		if !set.Has(c) {
			continue
		}
		switch set = set.Minus(automaton.Of(c)); c {
		case ']':
			first = "]"
		case '[':
			middle = "["
		default:
			last = string(c) + last // "-" comes after "^"
		}
	}
	if strings.HasPrefix(last, "-") {
		last = last[1:] + "-"
	}
	w.b.WriteString("[" + first)
	for _, r := range set {
		w.char(r.Lo, "")
		if r.Hi > r.Lo+1 {
			w.b.WriteByte('-')
		}
		if r.Hi > r.Lo {
			w.char(r.Hi, "")
		}
	}
	if first == "" && len(set) == 0 && middle == "" && strings.HasPrefix(last, "^") {
		last = last[1:] + "^" // "-" and "^" alone
	}
	w.b.WriteString(middle + last + "]")
}

// char writes a character, with "\" before those that are special.
func (w *writer) char(c int32, special string) {
	switch {
	case c < utf8.RuneSelf && strings.IndexByte(special, byte(c)) >= 0:
		w.b.WriteByte('\\')
		w.b.WriteByte(byte(c))
	case w.raw && c == 0:
		w.fail(fmt.Errorf("%s cannot write NUL", w.name))
	case c >= ' ' && c <= '~' || w.raw && c < utf8.RuneSelf:
		w.b.WriteByte(byte(c))
	case c < utf8.RuneSelf || !w.wide && w.octets:
		fmt.Fprintf(&w.b, w.hex, c)
	case w.wide && w.unicode:
		fmt.Fprintf(&w.b, w.style.wide, c)
	default:
		w.fail(fmt.Errorf("%s cannot write the %s", w.name, charName(c, w.wide)))
	}
}

// unquote ends a quoted literal.
func (w *writer) unquote() {
	if w.open {
		w.b.WriteByte('"')
		w.open = false
	}
}

// charName names a character beyond U+007F.
func charName(c int32, wide bool) string {
	if wide {
		return fmt.Sprintf("character %U", c)
	}
	return fmt.Sprintf("octet %02X", c)
}
