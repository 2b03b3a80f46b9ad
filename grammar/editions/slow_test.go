package editions_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/bnf"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// A slow, obvious recogniser, which knows neither package automaton nor
// participle nor the expressions of package reading. For a node of the grammar
// and a place in the string it computes where the strings of the node that
// begin there may end, in the order in which the grammar prefers them: earlier
// alternatives first, more turns before fewer, no empty turn that need not be.
// A place is between bytes, or between code points where the grammar's terminals
// are those, which are decoded first. So the first derivation of a whole string
// can be read off. Results are kept
// for each (node, start), which makes all of it polynomial.
//
// The reading is applied from its data, reading.Decision, independently of
// package reading:
//
//	not    the alternative ends nowhere after the end of a string of the prefix
//	drop   the alternative is left out
//	first  the alternative goes before the others
//	lazy   the rule's repetition prefers fewer turns
//	utf8   the alternative ends only where its escaped octets are UTF-8
//
// and so are the literals that an erratum folds, reading.Erratum: they match in
// either case.

// slowGrammar is an edition's rules as nodes.
type slowGrammar struct {
	bnf       *bnf.Grammar
	utf8      bool // the terminals are code points
	decisions []reading.Decision
	folded    []string // literals that match in either case under the reading
	rules     map[slowVariant]*slowNode
	forms     map[string]*bnf.Alternation // of the start rule, by their text
	nodes     int                         // how many there are
	match     slowMatch
}

// slowVariant is a rule as it stands in one place.
type slowVariant struct {
	rule string
	read bool // under the reading: literals are folded, decisions that take strings away apply
	lazy bool
}

type slowNode struct {
	id   int
	kind slowKind
	set  slowSet // slowChar
	rule string  // slowRule
	lazy bool    // slowTurn
	// slowSeq has the first part and the rest, slowTurn the turn and what may
	// follow it (itself, if there is no end), slowRule the definition, slowNot
	// the expression and the prefix.
	parts []*slowNode
}

// slowSet is a set of characters: bytes, or code points.
type slowSet struct {
	ascii  [0x80]bool
	beyond [][2]rune // ranges
}

func (x *slowSet) add(lo, hi rune) {
	for c := lo; c <= min(hi, 0x7F); c++ {
		x.ascii[c] = true
	}
	if hi >= 0x80 {
		x.beyond = append(x.beyond, [2]rune{max(lo, 0x80), hi})
	}
}

func (x *slowSet) addAll(y *slowSet) {
	for c, has := range y.ascii {
		x.ascii[c] = x.ascii[c] || has
	}
	x.beyond = append(x.beyond, y.beyond...)
}

func (x *slowSet) has(c rune) bool {
	if c < 0x80 {
		return c >= 0 && x.ascii[c]
	}
	return slices.ContainsFunc(x.beyond, func(r [2]rune) bool { return r[0] <= c && c <= r[1] })
}

// slowRepresentatives returns one character of each kind that the sets tell
// apart.
func slowRepresentatives(sets []*slowSet) []string {
	// The characters of a kind begin where a set begins, or after its end.
	var from []rune
	for c := range rune(0x80) {
		from = append(from, c)
	}
	for _, set := range sets {
		for _, r := range set.beyond {
			from = append(from, r[0], r[1]+1)
		}
	}
	slices.Sort(from) // so that the first of a kind is the shortest
	var out []string
	kinds := make(map[string]bool)
	for _, c := range from {
		kind, none := make([]byte, len(sets)), true
		for i, set := range sets {
			if set.has(c) {
				kind[i], none = 1, false
			}
		}
		if !none && !kinds[string(kind)] {
			kinds[string(kind)] = true
			out = append(out, string(c))
		}
	}
	return out
}

// slowSets returns the sets of characters of nodes and of all below them.
func slowSets(nodes ...*slowNode) []*slowSet {
	var sets []*slowSet
	seen := make(map[*slowNode]bool)
	var visit func(n *slowNode)
	visit = func(n *slowNode) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		if n.kind == slowChar {
			sets = append(sets, &n.set)
		}
		for _, p := range n.parts {
			visit(p)
		}
	}
	for _, n := range nodes {
		visit(n)
	}
	return sets
}

// sets returns the sets of characters of all rules.
func (s *slowGrammar) sets() []*slowSet {
	return slowSets(slices.Collect(maps.Values(s.rules))...)
}

// first returns the character that s begins with and its length in bytes; -1 if
// it should be UTF-8 and is not.
func (s *slowGrammar) first(text string) (c rune, size int) {
	if !s.utf8 {
		return rune(text[0]), 1
	}
	if c, size = utf8.DecodeRuneInString(text); size == 1 && c == utf8.RuneError {
		return -1, 1
	}
	return c, size
}

type slowKind uint8

const (
	slowEmpty slowKind = iota
	slowChar
	slowSeq
	slowAlt
	slowTurn // a turn that may be left out
	slowRule
	slowNot
	slowUTF8
)

func newSlowGrammar(g *bnf.Grammar, decisions []reading.Decision, folded []string, utf8 bool) (*slowGrammar, error) {
	s := &slowGrammar{bnf: g, decisions: decisions, folded: folded, utf8: utf8, rules: make(map[slowVariant]*slowNode), forms: make(map[string]*bnf.Alternation)}
	for _, rules := range [][]*bnf.Rule{g.Rules, g.Core} {
		for _, r := range rules {
			for _, read := range []bool{false, true} {
				if _, err := s.rule(slowVariant{rule: r.Name, read: read}); err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

// lookup finds a rule that there is, or a form of the start rule.
func (s *slowGrammar) lookup(rule string, read bool) *slowNode {
	if n, ok := s.rules[slowVariant{rule: rule, read: read}]; ok {
		return n
	}
	return s.rules[slowVariant{rule: s.bnf.Lookup(rule).Name, read: read}] // in another case
}

// form adds a form of the start rule, which is an expression, under the reading.
func (s *slowGrammar) form(start, text string) error {
	e, err := bnf.ReadExpression("form", text, s.bnf.Notation)
	if err != nil {
		return err
	}
	v := slowVariant{rule: text, read: true}
	x, err := s.alternation(e, v)
	if err != nil {
		return err
	}
	s.rules[v] = s.node(slowNode{kind: slowRule, rule: start, parts: []*slowNode{x}})
	s.forms[text] = e
	return nil
}

// definition returns what defines a rule, or a form of the start rule.
func (s *slowGrammar) definition(rule string) *bnf.Alternation {
	if e, ok := s.forms[rule]; ok {
		return e
	}
	return s.bnf.Lookup(rule).Elements
}

func (s *slowGrammar) node(n slowNode) *slowNode {
	n.id = s.nodes
	s.nodes++
	return &n
}

// rule makes the node of a rule. It has one part, the definition.
func (s *slowGrammar) rule(v slowVariant) (*slowNode, error) {
	def := s.bnf.Lookup(v.rule)
	if def == nil {
		return nil, fmt.Errorf("no rule %s", v.rule)
	}
	v.rule = def.Name
	if n, ok := s.rules[v]; ok {
		return n, nil
	}
	x, err := s.alternation(def.Elements, v)
	if err != nil {
		return nil, err
	}
	if v.lazy {
		last := x
		for last.kind == slowSeq {
			last = last.parts[1]
		}
		if last.kind != slowTurn {
			return nil, fmt.Errorf("rule %s does not end with a repetition", v.rule)
		}
		last.lazy = true
	}
	s.rules[v] = s.node(slowNode{kind: slowRule, rule: def.Name, parts: []*slowNode{x}})
	return s.rules[v], nil
}

func (s *slowGrammar) alternation(a *bnf.Alternation, in slowVariant) (*slowNode, error) {
	var first, parts []*slowNode
	for _, c := range a.Concatenations {
		x, err := s.concatenation(c, in)
		if err != nil {
			return nil, err
		}
		list := &parts
		for _, d := range s.decisions {
			if !strings.EqualFold(d.Rule, in.rule) || d.Lazy || !s.same(d.Element, c) {
				continue
			}
			switch {
			case d.First:
				list = &first
			case !in.read:
			case d.Drop:
				list = nil
			case d.Not != "":
				prefix, err := bnf.ReadExpression("not", d.Not, s.bnf.Notation)
				if err != nil {
					return nil, err
				}
				p, err := s.alternation(prefix, slowVariant{rule: "the prefix", read: true})
				if err != nil {
					return nil, err
				}
				x = s.node(slowNode{kind: slowNot, parts: []*slowNode{x, p}})
			case d.UTF8:
				x = s.node(slowNode{kind: slowUTF8, parts: []*slowNode{x}})
			}
		}
		if list != nil {
			*list = append(*list, x)
		}
	}
	parts = append(first, parts...)
	if len(parts) == 1 {
		return parts[0], nil
	}
	// A class of characters is one node: that is all the speed there is.
	var set slowSet
	for _, p := range parts {
		if p.kind != slowChar {
			return s.node(slowNode{kind: slowAlt, parts: parts}), nil
		}
		set.addAll(&p.set)
	}
	return s.node(slowNode{kind: slowChar, set: set}), nil
}

// same reports whether an alternative is the one that the decision's text
// means.
func (s *slowGrammar) same(element string, c *bnf.Concatenation) bool {
	e, err := bnf.ReadExpression("element", element, s.bnf.Notation)
	return err == nil && e.Format(s.bnf.Notation) == c.Format(s.bnf.Notation)
}

func (s *slowGrammar) concatenation(c *bnf.Concatenation, in slowVariant) (*slowNode, error) {
	var parts []*slowNode
	for _, r := range c.Repetitions {
		x, err := s.element(r.Element, in)
		if err != nil {
			return nil, err
		}
		if r.Min != 1 || r.Max != 1 {
			x = s.turns(x, r.Min, r.Max)
		}
		parts = append(parts, x)
	}
	return s.seq(parts), nil
}

// seq makes a node of parts that stand one after the other.
func (s *slowGrammar) seq(parts []*slowNode) *slowNode {
	switch len(parts) {
	case 0:
		return s.node(slowNode{kind: slowEmpty})
	case 1:
		return parts[0]
	}
	return s.node(slowNode{kind: slowSeq, parts: []*slowNode{parts[0], s.seq(parts[1:])}})
}

// turns makes a node of min to max turns: 1*3x is x [ x [ x ] ].
func (s *slowGrammar) turns(x *slowNode, min, max int) *slowNode {
	var n *slowNode
	if max == bnf.Unbounded {
		n = s.node(slowNode{kind: slowTurn, parts: []*slowNode{x, nil}})
		n.parts[1] = n
	} else {
		n = s.seq(nil)
		for range max - min {
			n = s.node(slowNode{kind: slowTurn, parts: []*slowNode{x, n}})
		}
	}
	for range min {
		n = s.seq([]*slowNode{x, n})
	}
	return n
}

func (s *slowGrammar) element(e bnf.Element, in slowVariant) (*slowNode, error) {
	switch e := e.(type) {
	case *bnf.Rulename:
		to := slowVariant{rule: e.Name, read: in.read}
		for _, d := range s.decisions {
			if d.Lazy && strings.EqualFold(d.Rule, in.rule) && strings.EqualFold(d.Element, e.Name) {
				to.lazy = true
			}
		}
		return s.rule(to)
	case *bnf.Group:
		return s.alternation(e.Alternation, in)
	case *bnf.Option:
		x, err := s.alternation(e.Alternation, in)
		return s.turns(x, 0, 1), err
	case *bnf.CharVal:
		var parts []*slowNode
		for i := range len(e.Text) {
			spellings := e.Text[i : i+1]
			if !e.CaseSensitive || in.read && slices.Contains(s.folded, e.Text) {
				spellings += strings.ToLower(spellings) + strings.ToUpper(spellings)
			}
			x := slowNode{kind: slowChar}
			for _, c := range spellings {
				x.set.add(c, c)
			}
			parts = append(parts, s.node(x))
		}
		return s.seq(parts), nil
	case *bnf.NumVal:
		if e.Range {
			x := slowNode{kind: slowChar}
			x.set.add(e.Values[0], e.Values[1])
			return s.node(x), nil
		}
		var parts []*slowNode
		for _, c := range e.Values {
			x := slowNode{kind: slowChar}
			x.set.add(c, c)
			parts = append(parts, s.node(x))
		}
		return s.seq(parts), nil
	}
	return nil, fmt.Errorf("%s: %T", e.Position(), e)
}

// slowLimit is the length in bytes of the longest string that the slow
// recogniser takes. It is far more than any rule's automaton needs to go
// through all of its states, and the places fit a byte.
const slowLimit = 255

// slowMatch is the answers about one string.
type slowMatch struct {
	g     *slowGrammar
	s     string
	stamp int        // of this string, so that the memory can be used again
	memo  []slowEnds // by start and node
	nodes int
}

// slowEnds is where the strings of a node may end.
type slowEnds struct {
	stamp int
	at    []uint8 // each place once, the preferred first
	set   [slowLimit/64 + 1]uint64
	// more is true if the node has a string that begins with all that is left
	// of the input and goes on. It supposes that every node has a string, and
	// that what a prefix does not exclude yet can go on without it: true of
	// the readings that there are, and the tests would show if it were not.
	more bool
}

func (x *slowEnds) has(end int) bool { return x.set[end/64]&(1<<(end%64)) != 0 }

func (x *slowEnds) add(end int) {
	if !x.has(end) {
		x.set[end/64] |= 1 << (end % 64)
		x.at = append(x.at, uint8(end))
	}
}

// addAll adds the ends of a node that stands at the end of another one.
func (x *slowEnds) addAll(y *slowEnds) {
	for _, e := range y.at {
		x.add(int(e))
	}
	x.more = x.more || y.more
}

// on begins with a new string.
func (s *slowGrammar) on(text string) *slowMatch {
	if len(text) > slowLimit {
		panic(fmt.Sprintf("slow: a string of %d bytes", len(text)))
	}
	m := &s.match
	m.g, m.s, m.nodes = s, text, s.nodes
	m.stamp++
	if size := m.nodes * (len(text) + 1); size > len(m.memo) {
		m.memo = make([]slowEnds, size)
	}
	return m
}

// ends returns where the strings of n that begin at start may end.
func (m *slowMatch) ends(n *slowNode, start int) *slowEnds {
	x := &m.memo[start*m.nodes+n.id]
	if x.stamp == m.stamp {
		return x
	}
	*x = slowEnds{stamp: m.stamp, at: x.at[:0]}
	switch n.kind {
	case slowEmpty:
		x.add(start)
	case slowChar:
		if start == len(m.s) {
			x.more = true
		} else if c, size := m.g.first(m.s[start:]); n.set.has(c) {
			x.add(start + size)
		}
	case slowSeq:
		first := m.ends(n.parts[0], start)
		x.more = first.more
		for _, e := range first.at {
			x.addAll(m.ends(n.parts[1], int(e)))
		}
	case slowAlt:
		for _, p := range n.parts {
			x.addAll(m.ends(p, start))
		}
	case slowTurn:
		if n.lazy {
			x.add(start)
		}
		turn := m.ends(n.parts[0], start)
		x.more = turn.more
		for _, e := range turn.at {
			if int(e) != start { // no empty turn that need not be
				x.addAll(m.ends(n.parts[1], int(e)))
			}
		}
		x.add(start)
	case slowRule:
		x.addAll(m.ends(n.parts[0], start))
	case slowNot:
		prefix := m.ends(n.parts[1], start)
		if len(prefix.at) == 0 {
			x.addAll(m.ends(n.parts[0], start))
			break
		}
		for _, e := range m.ends(n.parts[0], start).at {
			if e < slices.Min(prefix.at) {
				x.add(int(e))
			}
		}
	case slowUTF8:
		of := m.ends(n.parts[0], start)
		for _, e := range of.at {
			if octets, rest := slowOctets(m.s[start:e]); rest == "" && utf8.ValidString(octets) {
				x.add(int(e))
			}
		}
		x.more = of.more && slowUTF8Prefix(m.s[start:])
	}
	return x
}

// slowOctets returns what s stands for, with a NUL for each character that is not
// escaped, and the beginning of an escaped octet that is cut short at the end of s.
func slowOctets(s string) (octets, rest string) {
	for s != "" {
		switch {
		case s[0] != '%':
			octets, s = octets+"\x00", s[1:]
		case len(s) < 3:
			return octets, s
		default:
			n, err := strconv.ParseUint(s[1:3], 16, 8)
			if err != nil {
				return octets, s
			}
			octets, s = octets+string([]byte{byte(n)}), s[3:]
		}
	}
	return octets, ""
}

// slowUTF8Prefix reports whether some string whose escaped octets are UTF-8 begins with s:
// whether up to four more octets make it one.
func slowUTF8Prefix(s string) bool {
	octets, rest := slowOctets(s)
	tries := []string{octets}
	if rest != "" {
		tries = nil
		for b := range 256 {
			if strings.HasPrefix(fmt.Sprintf("%%%02X", b), strings.ToUpper(rest)) {
				tries = append(tries, octets+string([]byte{byte(b)}))
			}
		}
	}
	for range utf8.UTFMax {
		for _, x := range tries {
			if utf8.ValidString(x) {
				return true
			}
		}
		longer := make([]string, 0, 4*len(tries))
		for _, x := range tries {
			for _, next := range []string{"\x80", "\x90", "\xA0"} { // one of each kind that may not be the first
				longer = append(longer, x+next)
			}
		}
		tries = longer
	}
	return false
}

// accepts reports whether the rule derives the text, under the reading or
// without.
func (s *slowGrammar) accepts(rule string, read bool, text string) bool {
	return s.on(text).ends(s.lookup(rule, read), 0).has(len(text))
}

// viable reports whether some string of the rule begins with the text.
func (s *slowGrammar) viable(rule string, read bool, text string) bool {
	x := s.on(text).ends(s.lookup(rule, read), 0)
	return x.more || x.has(len(text))
}

// tree returns the derivation of the text from the rule with a node for every
// rule but those inside a class of characters; nil if there is none.
func (s *slowGrammar) tree(rule string, read bool, text string) *grammar.Tree {
	m, n := s.on(text), s.lookup(rule, read)
	if !m.ends(n, 0).has(len(text)) {
		return nil
	}
	return m.derive(n, 0, len(text))[0]
}

// derive returns the first derivation of the text from start to end by n.
func (m *slowMatch) derive(n *slowNode, start, end int) []*grammar.Tree {
	switch n.kind {
	case slowRule:
		return []*grammar.Tree{{Rule: n.rule, Start: start, End: end, Children: m.derive(n.parts[0], start, end)}}
	case slowNot, slowUTF8:
		return m.derive(n.parts[0], start, end)
	case slowAlt:
		for _, p := range n.parts {
			if m.ends(p, start).has(end) {
				return m.derive(p, start, end)
			}
		}
	case slowSeq:
		for _, e := range m.ends(n.parts[0], start).at {
			if m.ends(n.parts[1], int(e)).has(end) {
				return append(m.derive(n.parts[0], start, int(e)), m.derive(n.parts[1], int(e), end)...)
			}
		}
	case slowTurn:
		if n.lazy && start == end {
			return nil
		}
		for _, e := range m.ends(n.parts[0], start).at {
			if int(e) != start && m.ends(n.parts[1], int(e)).has(end) {
				return append(m.derive(n.parts[0], start, int(e)), m.derive(n.parts[1], int(e), end)...)
			}
		}
	}
	return nil
}

// elements visits the elements of an alternation, those in brackets too.
func elements(a *bnf.Alternation, visit func(bnf.Element)) {
	for _, c := range a.Concatenations {
		for _, r := range c.Repetitions {
			visit(r.Element)
			switch e := r.Element.(type) {
			case *bnf.Group:
				elements(e.Alternation, visit)
			case *bnf.Option:
				elements(e.Alternation, visit)
			}
		}
	}
}

// isClass reports whether n is one character of a set.
func (n *slowNode) isClass() bool {
	switch n.kind {
	case slowChar:
		return true
	case slowAlt:
		return !slices.ContainsFunc(n.parts, func(p *slowNode) bool { return !p.isClass() })
	case slowRule:
		return n.parts[0].isClass()
	}
	return false
}

// isCharacter reports whether n, the definition of a rule, is one character: one
// of a set, or an escaped octet, or a choice of such rules. A rule that only gives
// another one a new name is not meant.
func (n *slowNode) isCharacter() bool {
	switch n.kind {
	case slowSeq:
		first := n.parts[0]
		return first.kind == slowChar && first.set.has('%') && n.width() == 3
	case slowAlt:
		return !slices.ContainsFunc(n.parts, func(p *slowNode) bool {
			return !p.isClass() && (p.kind != slowRule || !p.parts[0].isCharacter())
		})
	}
	return n.isClass()
}

// width is the length of the strings of n, a large number if they differ.
func (n *slowNode) width() int {
	const differ = 1 << 20
	switch {
	case n.isClass():
		return 1
	case n.kind == slowRule:
		return n.parts[0].width()
	case n.kind == slowSeq:
		return n.parts[0].width() + n.parts[1].width()
	case n.kind == slowAlt:
		for _, p := range n.parts {
			if p.width() != n.parts[0].width() {
				return differ
			}
		}
		return n.parts[0].width()
	}
	return differ
}

// shown returns what Tree shows of a derivation: no characters but escaped
// ones, unless they are the root.
func (s *slowGrammar) shown(t *grammar.Tree, text string) *grammar.Tree {
	out := &grammar.Tree{Rule: t.Rule, Start: t.Start, End: t.End}
	for _, c := range t.Children {
		one := 0
		if c.End > c.Start {
			_, one = s.first(text[c.Start:])
		}
		if c.End-c.Start > one || !s.lookup(c.Rule, false).parts[0].isCharacter() {
			out.Children = append(out.Children, s.shown(c, text))
		}
	}
	return out
}

// withChars returns what TreeChars shows of a derivation: characters down to
// the rules that are a class.
func (s *slowGrammar) withChars(t *grammar.Tree) *grammar.Tree {
	out := &grammar.Tree{Rule: t.Rule, Start: t.Start, End: t.End}
	if s.lookup(t.Rule, false).isClass() {
		return out
	}
	for _, c := range t.Children {
		out.Children = append(out.Children, s.withChars(c))
	}
	return out
}

// The slow recogniser itself is held to rules small enough to see.
func TestSlow(t *testing.T) {
	g, err := bnf.Read("test.bnf", []byte(`
s     = a | b
a     = *x [ y ]
b     = 2*3( "c" | "d" ) "e"
x     = "x" | "y"
y     = "y" [ "z" ]
late  = early rest
early = *x
rest  = *( "x" | "z" )
no    = *( "x" | "z" ) | "v"
empty = *( [ "x" ] )
case  = "fold" | "keep"
`), bnf.RFC822)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSlowGrammar(g, []reading.Decision{
		{Rule: "s", Element: "b", First: true},
		{Rule: "late", Element: "early", Lazy: true},
		{Rule: "no", Element: `*( "x" | "z" )`, Not: `"x" "z"`},
		{Rule: "no", Element: `"v"`, Drop: true},
	}, []string{"fold"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		rule, text string
		bare, read bool
		viable     bool // under the reading
		want       string
	}{
		{"s", "", true, true, true, `s(a"")`},
		{"s", "xy", true, true, true, `s(a(x"x" x"y"))`},
		{"s", "xyz", true, true, true, `s(a(x"x" y"yz"))`},
		{"s", "xz", false, false, false, ``},
		{"s", "cd", false, false, true, ``},
		{"s", "cdce", true, true, true, `s(b"cdce")`},
		{"s", "cdcde", false, false, false, ``},
		{"s", "ce", false, false, false, ``},
		{"late", "xxz", true, true, true, `late(early"" rest"xxz")`},
		{"late", "xyx", true, true, true, `late(early(x"x" x"y") rest"x")`},
		{"no", "zxz", true, true, true, `no"zxz"`},
		{"no", "x", true, true, true, `no"x"`},
		{"no", "xz", true, false, false, ``},
		{"no", "xzx", true, false, false, ``},
		{"no", "v", true, false, false, ``},
		{"empty", "", true, true, true, `empty""`},
		{"case", "fold", true, true, true, `case"fold"`},
		{"case", "fOLD", false, true, true, `case"fOLD"`},
		{"case", "Keep", false, false, false, ``},
		{"empty", "xx", true, true, true, `empty"xx"`},
	} {
		if got := s.accepts(test.rule, false, test.text); got != test.bare {
			t.Errorf("%s %q: derivable %v, want %v", test.rule, test.text, got, test.bare)
		}
		if got := s.accepts(test.rule, true, test.text); got != test.read {
			t.Errorf("%s %q: under the reading %v, want %v", test.rule, test.text, got, test.read)
		}
		if got := s.viable(test.rule, true, test.text); got != test.viable {
			t.Errorf("%s %q: viable %v, want %v", test.rule, test.text, got, test.viable)
		}
		tree := s.tree(test.rule, true, test.text)
		if got := ""; tree != nil {
			if got = dump(tree, test.text); got != test.want {
				t.Errorf("%s %q: tree\n%s, want\n%s", test.rule, test.text, got, test.want)
			}
		} else if test.want != "" {
			t.Errorf("%s %q: no tree, want %s", test.rule, test.text, test.want)
		}
	}
}
