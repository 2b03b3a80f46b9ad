package export

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// read reads an expression of a syntax as the engine of that syntax does, and returns an
// expression of package automaton for the strings that it matches as a whole. It knows what
// write writes, and refuses everything else. The proof that an expression is right rests on
// it, so it shares nothing with write.
func (s Syntax) read(text string) (*automaton.Expr, error) {
	if s == RE2 {
		return readRE2(text)
	}
	r := &reader{text: text}
	switch s {
	case PCRE:
		r.begin, r.end, r.group = `\A`, `\z`, "(?:"
		r.escape = perlEscape('{')
	case ECMAScript:
		r.begin, r.end, r.group = "^", "$", "(?:"
		r.escape = ecmaEscape
	case Python:
		r.begin, r.end, r.group = `\A`, `\Z`, "(?:"
		r.escape = perlEscape('U')
	case POSIX:
		r.begin, r.end, r.group = "^", "$", "("
		r.bracket = (*reader).posixBracket
		r.escape = func(rest string) (int32, int, bool) {
			return asciiEscape(rest, `^.[$()|*+?{\`+`]}`) // "\]" and "\}" are themselves in GNU's
		}
	case RE2C:
		r.group, r.quotes = "(", true
		r.escape = re2cEscape
	}
	if r.bracket == nil {
		r.bracket = (*reader).escapedBracket
	}
	return r.whole()
}

// reader reads an expression.
type reader struct {
	text       string
	at         int
	begin, end string // anchors
	group      string // what begins a group
	quotes     bool   // literals are in quotation marks
	// escape reads what follows a "\": the character, and how many bytes it takes.
	escape func(rest string) (c int32, n int, ok bool)
	// bracket reads a class after its "[".
	bracket func(r *reader) (automaton.Set, error)
}

func (r *reader) rest() string { return r.text[r.at:] }

// take skips a token if it comes next.
func (r *reader) take(token string) bool {
	if token != "" && strings.HasPrefix(r.rest(), token) {
		r.at += len(token)
		return true
	}
	return false
}

func (r *reader) fail(what string) error { return fmt.Errorf("at byte %d: %s", r.at, what) }

// whole reads an expression with its anchors.
func (r *reader) whole() (*automaton.Expr, error) {
	if r.begin != "" && !r.take(r.begin) {
		return nil, r.fail("the expression does not begin with " + r.begin)
	}
	var (
		e   *automaton.Expr
		err error
	)
	if r.begin != "" {
		e, err = r.sequence() // "^a|b$" would be anchored on one side each
	} else {
		e, err = r.alternatives()
	}
	if err != nil {
		return nil, err
	}
	if r.end != "" && !r.take(r.end) {
		return nil, r.fail("the expression does not end with " + r.end)
	}
	if r.rest() != "" {
		return nil, r.fail("there is more text")
	}
	return e, nil
}

// alternatives reads sequences between "|".
func (r *reader) alternatives() (*automaton.Expr, error) {
	var parts []*automaton.Expr
	for {
		e, err := r.sequence()
		if err != nil {
			return nil, err
		}
		parts = append(parts, e)
		if !r.take("|") {
			return automaton.Alt(parts...), nil
		}
	}
}

// sequence reads repetitions up to the end of the group or of the expression.
func (r *reader) sequence() (*automaton.Expr, error) {
	var parts []*automaton.Expr
	for {
		rest := r.rest()
		if rest == "" || rest[0] == '|' || rest[0] == ')' || r.end != "" && rest == r.end {
			return automaton.Cat(parts...), nil
		}
		e, err := r.atom()
		if err != nil {
			return nil, err
		}
		if e, err = r.repetition(e); err != nil {
			return nil, err
		}
		parts = append(parts, e)
	}
}

// repetition reads what may follow an atom. There may be one of them, since a second one
// would mean something else: that the first is lazy, or possessive.
func (r *reader) repetition(e *automaton.Expr) (*automaton.Expr, error) {
	least, most := 1, 1
	switch {
	case r.take("*"):
		least, most = 0, automaton.Unbounded
	case r.take("+"):
		most = automaton.Unbounded
	case r.take("?"):
		least = 0
	case r.take("{"):
		counts, _, ok := strings.Cut(r.rest(), "}")
		if !ok {
			return nil, r.fail(`"}" is missing`)
		}
		r.at += len(counts) + 1
		low, high, comma := strings.Cut(counts, ",")
		n, err := strconv.ParseUint(low, 10, 31)
		if err != nil {
			return nil, r.fail("a count is missing")
		}
		least, most = int(n), int(n)
		if comma {
			most = automaton.Unbounded
		}
		if high != "" {
			if n, err = strconv.ParseUint(high, 10, 31); err != nil {
				return nil, r.fail("a count is not a number")
			}
			most = int(n)
		}
		if most != automaton.Unbounded && most < least {
			return nil, r.fail("the counts are in the wrong order")
		}
	default:
		return e, nil
	}
	if rest := r.rest(); rest != "" && strings.IndexByte("*+?{", rest[0]) >= 0 {
		return nil, r.fail("a repetition is repeated")
	}
	return automaton.Repeat(e, least, most, false), nil
}

// atom reads a group, a class or a character.
func (r *reader) atom() (*automaton.Expr, error) {
	switch {
	case r.take(r.group):
		e, err := r.alternatives()
		if err != nil {
			return nil, err
		}
		if !r.take(")") {
			return nil, r.fail(`")" is missing`)
		}
		return e, nil
	case r.take("["):
		set, err := r.bracket(r)
		if err != nil {
			return nil, err
		}
		return automaton.Symbol(set), nil
	case r.quotes:
		return r.quoted()
	}
	if c := r.rest()[0]; strings.IndexByte(`.^$()*+?{}]`, c) >= 0 {
		return nil, r.fail(fmt.Sprintf("%q is not a character", c))
	}
	c, err := r.char()
	if err != nil {
		return nil, err
	}
	return automaton.Symbol(automaton.Of(c)), nil
}

// quoted reads a literal in quotation marks.
func (r *reader) quoted() (*automaton.Expr, error) {
	if !r.take(`"`) {
		return nil, r.fail("a literal has no quotation mark")
	}
	var parts []*automaton.Expr
	for !r.take(`"`) {
		if r.rest() == "" {
			return nil, r.fail("a quotation mark is missing")
		}
		c, err := r.char()
		if err != nil {
			return nil, err
		}
		parts = append(parts, automaton.Symbol(automaton.Of(c)))
	}
	return automaton.Cat(parts...), nil
}

// char reads a character, which may be escaped.
func (r *reader) char() (int32, error) {
	if r.rest() == "" {
		return 0, r.fail("a character is missing")
	}
	if r.take(`\`) {
		c, n, ok := r.escape(r.rest())
		if !ok {
			return 0, r.fail("the escape is not known")
		}
		r.at += n
		return c, nil
	}
	c := r.rest()[0]
	if c >= utf8.RuneSelf {
		return 0, r.fail("the character is not ASCII, and not escaped")
	}
	r.at++
	return int32(c), nil
}

// escapedBracket reads a class in which special characters are escaped.
func (r *reader) escapedBracket() (automaton.Set, error) {
	var set automaton.Set
	for !r.take("]") {
		if rest := r.rest(); rest != "" && strings.IndexByte("[-^", rest[0]) >= 0 && !(r.quotes && rest[0] == '[') {
			return nil, r.fail(fmt.Sprintf("%q is not escaped", rest[0]))
		}
		low, err := r.char()
		if err != nil {
			return nil, err
		}
		high := low
		if r.take("-") {
			if high, err = r.char(); err != nil {
				return nil, err
			}
		}
		if high < low {
			return nil, r.fail("a range is in the wrong order")
		}
		set = set.Union(automaton.Between(low, high))
	}
	return set, nil
}

// posixBracket reads a bracket expression of POSIX, which has no escapes (9.3.5).
func (r *reader) posixBracket() (automaton.Set, error) {
	var set automaton.Set
	if strings.HasPrefix(r.rest(), "^") {
		return nil, r.fail("the class is negated")
	}
	for first := true; ; first = false {
		rest := r.rest()
		switch {
		case rest == "":
			return nil, r.fail(`"]" is missing`)
		case rest[0] == ']' && !first:
			r.at++
			return set, nil
		case rest[0] >= utf8.RuneSelf:
			return nil, r.fail("the character is not ASCII")
		case len(rest) > 1 && rest[0] == '[' && strings.IndexByte(".=:", rest[1]) >= 0:
			return nil, r.fail("a class has a name")
		}
		low, high := int32(rest[0]), int32(rest[0])
		r.at++
		if rest = r.rest(); len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			if high = int32(rest[1]); high < low || high >= utf8.RuneSelf || low == '-' {
				return nil, r.fail("a range is in the wrong order")
			}
			r.at += 2
		}
		set = set.Union(automaton.Between(low, high))
	}
}

// asciiEscape reads an escape of a character that stands for itself.
func asciiEscape(rest, known string) (int32, int, bool) {
	if rest == "" || strings.IndexByte(known, rest[0]) < 0 {
		return 0, 0, false
	}
	return int32(rest[0]), 1, true
}

// punctuation is what may be escaped in most syntaxes without another meaning.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// hexEscape reads digits before an end, which may be "" if there are n digits.
func hexEscape(rest string, n int, end string) (c int32, length int, ok bool) {
	digits := rest
	if end != "" {
		if digits, _, ok = strings.Cut(rest, end); !ok {
			return 0, 0, false
		}
	} else if len(rest) < n {
		return 0, 0, false
	} else {
		digits = rest[:n]
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || v > utf8.MaxRune {
		return 0, 0, false
	}
	return int32(v), len(digits) + len(end), true
}

// perlEscape returns a function that reads the escapes of Perl and its kin: \x41 and, after
// wide, \x{100} or \U00000100.
func perlEscape(wide byte) func(rest string) (int32, int, bool) {
	return func(rest string) (int32, int, bool) {
		switch {
		case wide == '{' && strings.HasPrefix(rest, "x{"):
			c, n, ok := hexEscape(rest[2:], 0, "}")
			return c, n + 2, ok
		case wide == 'U' && strings.HasPrefix(rest, "U"):
			c, n, ok := hexEscape(rest[1:], 8, "")
			return c, n + 1, ok
		case strings.HasPrefix(rest, "x"):
			c, n, ok := hexEscape(rest[1:], 2, "")
			return c, n + 1, ok
		}
		return asciiEscape(rest, punctuation)
	}
}

// ecmaEscape reads the escapes of ECMAScript that mean the same with and without the flag u,
// and \u{100}, which needs it. With the flag, only SyntaxCharacter, "/" and "-" may be
// escaped.
func ecmaEscape(rest string) (int32, int, bool) {
	switch {
	case strings.HasPrefix(rest, "u{"):
		c, n, ok := hexEscape(rest[2:], 0, "}")
		return c, n + 2, ok
	case strings.HasPrefix(rest, "x"):
		c, n, ok := hexEscape(rest[1:], 2, "")
		return c, n + 1, ok
	}
	return asciiEscape(rest, `^$\.*+?()[]{}|/-`)
}

// re2cEscape reads the escapes of re2c.
func re2cEscape(rest string) (int32, int, bool) {
	if strings.HasPrefix(rest, "U") {
		c, n, ok := hexEscape(rest[1:], 8, "")
		return c, n + 1, ok
	}
	if strings.HasPrefix(rest, "x") {
		c, n, ok := hexEscape(rest[1:], 2, "")
		return c, n + 1, ok
	}
	return asciiEscape(rest, `\"]^-`)
}

// readRE2 reads an expression with package regexp/syntax.
func readRE2(text string) (*automaton.Expr, error) {
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if re.Op != syntax.OpConcat || len(re.Sub) < 2 || re.Sub[0].Op != syntax.OpBeginText || re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return nil, errors.New("the expression is not anchored")
	}
	var of func(re *syntax.Regexp) (*automaton.Expr, error)
	list := func(subs []*syntax.Regexp) ([]*automaton.Expr, error) {
		var out []*automaton.Expr
		for _, s := range subs {
			e, err := of(s)
			if err != nil {
				return nil, err
			}
			out = append(out, e)
		}
		return out, nil
	}
	of = func(re *syntax.Regexp) (*automaton.Expr, error) {
		subs, err := list(re.Sub)
		if err != nil {
			return nil, err
		}
		switch re.Op {
		case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
			if re.Flags&syntax.NonGreedy != 0 {
				return nil, fmt.Errorf("%q is not greedy", re)
			}
		}
		switch re.Op {
		case syntax.OpEmptyMatch:
			return automaton.Cat(), nil
		case syntax.OpLiteral:
			var parts []*automaton.Expr
			for _, c := range re.Rune {
				set := automaton.Of(c)
				if re.Flags&syntax.FoldCase != 0 { // as regexp/syntax has [Vv]
					for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
						set = set.Union(automaton.Of(other))
					}
				}
				parts = append(parts, automaton.Symbol(set))
			}
			return automaton.Cat(parts...), nil
		case syntax.OpCharClass:
			var set automaton.Set
			for i := 0; i < len(re.Rune); i += 2 {
				set = set.Union(automaton.Between(re.Rune[i], re.Rune[i+1]))
			}
			return automaton.Symbol(set), nil
		case syntax.OpStar:
			return automaton.Repeat(subs[0], 0, automaton.Unbounded, false), nil
		case syntax.OpPlus:
			return automaton.Repeat(subs[0], 1, automaton.Unbounded, false), nil
		case syntax.OpQuest:
			return automaton.Repeat(subs[0], 0, 1, false), nil
		case syntax.OpRepeat:
			return automaton.Repeat(subs[0], re.Min, re.Max, false), nil // -1 is Unbounded too
		case syntax.OpConcat:
			return automaton.Cat(subs...), nil
		case syntax.OpAlternate:
			return automaton.Alt(subs...), nil
		}
		return nil, fmt.Errorf("%q is not expected", re)
	}
	parts, err := list(re.Sub[1 : len(re.Sub)-1])
	if err != nil {
		return nil, err
	}
	return automaton.Cat(parts...), nil
}
