package editions_test

import (
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// language is a rule of an edition, by the published grammar alone or under
// the reading: what the engines are compared on.
type language struct {
	*fixture
	rule string // or a form of the start rule
	read bool
}

// languages are every rule by itself, and references and absolute ones under the
// reading.
func (f *fixture) languages() []language {
	var all []language
	for _, name := range f.read.Names {
		all = append(all, language{f, name, false})
	}
	all = append(all, language{f, f.start(), true})
	if absolute := f.Document().Absolute; absolute != f.start() {
		all = append(all, language{f, absolute, true})
	}
	return all
}

// some are the languages, but with -short only every third rule.
func (f *fixture) some() []language {
	every, at := effort.Pick(1, 1, 3), 0
	return slices.DeleteFunc(f.languages(), func(l language) bool {
		at++
		return at%every != 0 && !l.read
	})
}

// reference is the language of conforming references.
func (f *fixture) reference() language { return language{f, f.start(), true} }

// String returns "rfc3986 host" or "rfc3986 URI-reference, as read".
func (l language) String() string {
	if l.read {
		return l.Name() + " " + l.rule + ", as read"
	}
	return l.Name() + " " + l.rule
}

// language is the library's value.
func (l language) language() *grammar.Language {
	switch {
	case !l.read:
		return rule(l.Edition, l.rule)
	case l.rule == l.Document().Absolute:
		return l.Absolute()
	}
	return l.References()
}

// rule is the language of a rule that the edition has.
func rule(e *grammar.Edition, name string) *grammar.Language {
	l, err := e.Language(name)
	if err != nil {
		panic(err)
	}
	return l
}

// hasTree is false for absolute references: the participle grammar has no struct
// of them under the reading.
func (l language) hasTree() bool { return !l.read || l.rule == l.start() }

// check is what the library says of a string.
func (l language) check(s string) error { return l.language().Check(s) }

// tree is the participle grammar's derivation.
func (l language) tree(s string) (*grammar.Tree, error) { return l.language().Tree(s) }

// chars is the automaton's derivation.
func (l language) chars(s string) (*grammar.Tree, error) { return l.language().TreeChars(s) }

// dfa is the minimal automaton.
func (l language) dfa() *automaton.DFA { return l.fixture.read.Automaton(l.derives()) }

// derives is the rule or form that derives the language.
func (l language) derives() *reading.Rule {
	r, err := l.fixture.read.Form(l.rule)
	if err != nil {
		panic(err)
	}
	if !l.read {
		r = l.fixture.read.Membership(r)
	}
	return r
}

// shortest returns a shortest string of the language.
func shortest(l language) string {
	w, _ := l.dfa().ShortestFrom(0)
	return text(w)
}

// text makes a string of the symbols of an automaton, which are bytes.
func text(symbols []int32) string {
	b := make([]byte, len(symbols))
	for i, s := range symbols {
		b[i] = byte(s)
	}
	return string(b)
}

// accepts is the slow recogniser's verdict.
func (l language) accepts(s string) bool { return l.slow.accepts(l.rule, l.read, s) }

// viable is the slow recogniser's verdict on a prefix.
func (l language) viable(s string) bool { return l.slow.viable(l.rule, l.read, s) }

// letter is one or more spellings of which any will do: the bytes of a class,
// or one phrase.
type letter []string

// classes are the classes of bytes that the automaton of the language tells
// apart, as letters. Every byte is in one, so the bytes that no string has are
// one letter too. Of bytes that encode code points few strings are right, so
// there the letters are kinds of characters.
func (l language) classes() []letter {
	if l.slow.utf8 {
		return l.kinds()
	}
	var all []letter
	for _, set := range l.dfa().Classes().Sets() {
		var x letter
		for _, r := range set {
			for b := r.Lo; b <= r.Hi; b++ {
				x = append(x, string([]byte{byte(b)}))
			}
		}
		all = append(all, x)
	}
	return all
}

// characters is every character as a string: all bytes, or US-ASCII, the code
// points at the ends of the ranges of the grammar and beside them, and what is
// no character in UTF-8. Where the bounds are not exhaustive, it is one of each
// kind that the grammar tells apart, and some that are in none.
func (f *fixture) characters() []string {
	var all []string
	if !effort.Exhaustive() {
		all = append(slowRepresentatives(f.slow.sets()), "\x00", " ", "\x80", "\xFF")
		if f.slow.utf8 {
			all = append(all, "\u0080", "\xC3", "\xE2\x82", "\xED\xA0\x80")
		}
		return all
	}
	if !f.slow.utf8 {
		for b := range 256 {
			all = append(all, string([]byte{byte(b)}))
		}
		return all
	}
	var points []rune
	for c := range rune(0x80) {
		points = append(points, c)
	}
	points = append(points, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, utf8.MaxRune)
	for _, r := range f.slow.bnf.Rules {
		elements(r.Elements, func(e bnf.Element) {
			if e, ok := e.(*bnf.NumVal); ok {
				for _, v := range e.Values {
					points = append(points, v-1, v, v+1)
				}
			}
		})
	}
	slices.Sort(points)
	for _, c := range slices.Compact(points) {
		if utf8.ValidRune(c) {
			all = append(all, string(c))
		}
	}
	return append(all, malformed...)
}

// malformed is what UTF-8 does not have: a byte that continues nothing,
// characters cut short, overlong ones, surrogates, what is beyond the last code
// point, bytes that never occur.
var malformed = []string{
	"\x80", "\xBF", "\xC3", "\xE2\x82", "\xF0\x9F", "\xF0\x9F\x98", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\xAF", "\xE0\x9F\xBF",
	"\xF0\x80\x80\xAF", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80", "\xFE", "\xFF",
}

// kinds are the characters of the alphabet, those in one letter that are in the
// same classes of characters of the grammar. The automata have no part in them.
func (f *fixture) kinds() []letter {
	var all []letter
	byRules := make(map[string]int) // the classes that a character is in, to its letter
	for _, c := range f.alphabet {
		var in []byte
		for _, name := range f.read.Names {
			n := f.slow.lookup(name, false)
			if n.isClass() && f.slow.accepts(name, false, c) {
				in = append(in, name...)
				in = append(in, ' ')
			}
		}
		if at, ok := byRules[string(in)]; ok {
			all[at] = append(all[at], c)
			continue
		}
		byRules[string(in)] = len(all)
		all = append(all, letter{c})
	}
	return all
}

// phrases are letters that say much in few: the literals of the edition's
// grammar, an escape, and the kinds of characters.
func (f *fixture) phrases() []letter {
	all := f.kinds()
	for _, r := range f.slow.bnf.Rules {
		if f.slow.lookup(r.Name, false).isClass() {
			continue
		}
		elements(r.Elements, func(e bnf.Element) {
			if e, ok := e.(*bnf.CharVal); ok {
				all = adding(all, e.Text)
			}
		})
	}
	return adding(all, "%41")
}

// adding returns letters with one more, if it is not there and not empty.
func adding(letters []letter, text string) []letter {
	if text == "" || slices.ContainsFunc(letters, func(x letter) bool { return len(x) == 1 && x[0] == text }) {
		return letters
	}
	return append(letters, letter{text})
}

// pieces are the letters that the definition of the rule is made of: its
// literals and, for each rule that it refers to, a shortest string and a
// shortest one of those that are not empty.
func (l language) pieces() []letter {
	var all []letter
	elements(l.slow.definition(l.rule), func(e bnf.Element) {
		switch e := e.(type) {
		case *bnf.CharVal:
			all = adding(all, e.Text)
		case *bnf.NumVal:
			all = adding(all, string(l.Grammar().Source().AppendCharacter(nil, e.Values[0])))
		case *bnf.Rulename:
			to := language{l.fixture, e.Name, false}
			all = adding(all, shortest(to))
			for s := range to.cover() {
				if s != "" && to.accepts(s) {
					all = adding(all, s)
					break
				}
			}
		}
	})
	return adding(all, "\x00")
}

// longest is a length at which strings over one or two letters say no more.
const longest = 16

// upTo yields all strings of letters, shorter ones first, up to the greatest
// length with which they are no more than max, or to longest. The spellings of
// a letter take turns.
func upTo(letters []letter, max int) iter.Seq[string] {
	length, sum, last := 0, 1, 1
	for length < longest && last*len(letters) <= max-sum {
		last *= len(letters)
		sum += last
		length++
	}
	return func(yield func(string) bool) {
		turn := 0
		var buf []byte
		var extend func(n int) bool
		extend = func(n int) bool {
			if n == 0 {
				return yield(string(buf))
			}
			for _, x := range letters {
				before := len(buf)
				buf = append(buf, x[turn%len(x)]...)
				turn++
				if !extend(n - 1) {
					return false
				}
				buf = buf[:before]
			}
			return true
		}
		for n := range length + 1 {
			if !extend(n) {
				return
			}
		}
	}
}

// cover yields strings that together take every step of the language's
// automaton, right and wrong ones, but none that the slow recogniser refuses
// for its length.
func (l language) cover() iter.Seq[string] {
	return func(yield func(string) bool) {
		all, ok := l.covers[l]
		if !ok {
			for _, w := range automaton.Cover(l.dfa()) {
				if len(w) <= slowLimit {
					all = append(all, text(w))
				}
			}
			l.covers[l] = all
		}
		for _, s := range all {
			if !yield(s) {
				return
			}
		}
	}
}

// mutations yields the strings that are one byte away from s: each byte left
// out, and before and instead of each a byte of every letter.
func mutations(s string, letters []letter) iter.Seq[string] {
	return func(yield func(string) bool) {
		turn := 0
		for i := range len(s) + 1 {
			if i < len(s) && !yield(s[:i]+s[i+1:]) {
				return
			}
			for _, x := range letters {
				turn++
				b := x[turn%len(x)]
				if !yield(s[:i]+b+s[i:]) || i < len(s) && !yield(s[:i]+b+s[i+1:]) {
					return
				}
			}
		}
	}
}

// every yields one string of each n.
func every(n int, seq iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		i := 0
		for s := range seq {
			if i++; i%n == 0 && !yield(s) {
				return
			}
		}
	}
}

// texts yields the strings of the edition's examples and errata, and of those of
// the edition that it amends, each once.
func (f *fixture) texts() iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := make(map[string]bool)
		rows := f.rows()
		if amended := f.Grammar().Source().Amends; amended != "" {
			rows = append(rows, edition(amended).rows()...)
		}
		for _, x := range rows {
			if seen[x.text] || len(x.text) > slowLimit {
				continue
			}
			seen[x.text] = true
			if !yield(x.text) {
				return
			}
		}
	}
}

// row is a string that is said to be of a rule, or not to be.
type row struct{ rule, text string }

// rows are the rows of the edition's examples and errata.
func (f *fixture) rows() []row {
	var all []row
	for _, x := range f.examples {
		all = append(all, row{x.rule, x.text})
	}
	for _, x := range f.errata {
		all = append(all, row{x.rule, x.text})
	}
	for i := range all {
		if all[i].rule == "-" {
			all[i].rule = f.start()
		}
	}
	return all
}
