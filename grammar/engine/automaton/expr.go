package automaton

// Unbounded is the max of a repetition without an upper bound.
const Unbounded = -1

// Expr is a regular expression over symbols. The functions below build it; it is
// never changed.
type Expr struct {
	op       op
	set      Set
	subs     []*Expr
	min, max int
	lazy     bool
	tag      int
	dfa      *DFA
}

type op uint8

const (
	opSet op = iota
	opCat
	opAlt
	opRepeat
	opTag
	opNotPrefix
	opBoth
	opLanguage
)

// Symbol matches one symbol of the set; with an empty set it matches nothing.
func Symbol(set Set) *Expr { return &Expr{op: opSet, set: set} }

// Literal matches the bytes of s one after the other. Only tests use it.
func Literal(s string) *Expr {
	e := &Expr{op: opCat}
	for i := range len(s) {
		e.subs = append(e.subs, Symbol(Of(int32(s[i]))))
	}
	return e
}

// Cat matches its parts one after the other; without parts it matches the empty
// string.
func Cat(parts ...*Expr) *Expr { return &Expr{op: opCat, subs: parts} }

// Alt matches one of its parts and prefers the earlier one; without parts it
// matches nothing.
func Alt(parts ...*Expr) *Expr { return &Expr{op: opAlt, subs: parts} }

// Repeat matches x from min to max times (max may be [Unbounded]) and prefers more
// iterations, or fewer if lazy is true. In a derivation no iteration beyond min
// matches the empty string.
func Repeat(x *Expr, min, max int, lazy bool) *Expr {
	return &Expr{op: opRepeat, subs: []*Expr{x}, min: min, max: max, lazy: lazy}
}

// Tag matches what x does. In a derivation, [Parser.Parse] reports where it begins
// and ends; a DFA ignores it.
func Tag(tag int, x *Expr) *Expr { return &Expr{op: opTag, subs: []*Expr{x}, tag: tag} }

// NotPrefix matches what x does, except strings that begin with a string of
// prefix.
func NotPrefix(x, prefix *Expr) *Expr {
	return &Expr{op: opNotPrefix, subs: []*Expr{x, prefix}}
}

// Both matches what x and y do. In a derivation there is only x.
func Both(x, y *Expr) *Expr { return &Expr{op: opBoth, subs: []*Expr{x, y}} }

// Language matches the strings that d accepts.
func Language(d *DFA) *Expr { return &Expr{op: opLanguage, dfa: d} }
