package peg

// legend says how to read a generated grammar.
const legend = `// github.com/alecthomas/participle/v2: a struct for each rule that has structure,
// with the rule above it. The other rules are in the table of rules.
//
// The "parser" tags of a struct, one after the other, are the rule in the
// notation of participle. @@ reads what the type of the field reads; 'x' reads
// this character, and Digit a character of that kind (see characters);
// (?= ) and (?! ) look ahead and take nothing. participle takes the first
// alternative that matches and as many turns of a repetition as it can, and
// gives nothing back. Therefore each struct is proved: in every context, which
// is what may follow the rule where the grammar refers to it, the struct reads
// exactly what the rule derives there. "Form" says what that took:
//
//	as written  nothing: alternatives, options and repetitions as in the rule
//	commit      an alternative counts only if something certain follows it
//	stop        a turn or an option counts only if something certain follows it
//	run         *(x / y) x is written ( x+ | y+ x )+
//	fits        another turn is taken where the rest of the rule does not match
//	            here, or matches after the turn
//	lazy        no further turn is taken where what follows the rule matches
//
// Star[C], Plus[C] and One[C] of package pegrun read any number of characters of
// the class C, one or more, and one; the class stands below a rule that uses it.
// XPart1 is a part of the rule X that participle may have to give up: a struct
// of its own, because what a struct has stored stays there. XNonEmpty is X
// without the empty string, which participle cannot read as an alternative or
// a turn. XBare is X by the published grammar alone, without the reading. XLazy
// is X where the reading wants it to take as little as possible. The tags lift,
// empty, start and end say which nodes of the tree a struct becomes: see package
// pegrun.
`
