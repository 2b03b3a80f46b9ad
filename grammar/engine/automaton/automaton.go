// Package automaton compiles regular expressions over symbols to minimal
// automata, combines them, and finds derivations. It knows no notation and no
// grammar; a symbol is a byte, a code point, or any small number.
//
//	Expr --Compile--> DFA       decides: Accepts, Viable, LiveSet
//	DFA  x DFA --> DFA          Union, Intersect, Minus, Complement, Concat, Star, Reverse
//	DFA  --> strings            Shortest, Difference, Compare, Cover, ShortestSwap
//	Expr --NewParser--> Parser  derives: where each Tag begins and ends
//	Expr --FindAmbiguity-->     a shortest string with two derivations
//	DFA --Acceptor--> Acceptor, Expr --NewMatcher--> Matcher
//	                            decide and derive strings of bytes, by the million
//	DFA, Parser --NewExplainer--> Explainer
//	                            says where the others are not in the language, and why
//
// An expression is compiled by Thompson's construction, the subset
// construction and Hopcroft's minimization. The result is canonical: two
// automata of one language over the same symbols are the same table, so
// equality is a comparison and [DFA.Key] a key for maps.
//
// Costs: Compile is exponential in the worst case, and milliseconds for the
// grammars of the URI specifications; products take the product of the
// states; Concat, Star and Reverse are a subset construction again. A string
// is decided with one look-up a byte and derived in two passes over it.
//
// # From a rule to machine code
//
// What runs over millions of references takes these forms; [Dump] shows them all
// for an expression, and "go run ./gen -dump EDITION RULE" for a rule.
//
//	Expr     a rule with all that it refers to written out, each rule a Tag
//	nfa      nodes that take a symbol or split, the preferred way first   nfa.go
//	DFA      sets of nodes: a state for each way that a string may go on  dfa.go
//	tagged   lists of nodes, the preferred first: a state knows besides
//	         where the components begin and end that may be found         tagged.go
//	machine  positions are noted in registers, on the way into a state    registers.go
//	text     the machine as the generator writes it into the repository   text.go
//	table    a row of 256 entries for each state                          tables.go
//	kernel   the sets on which states loop, for vectors of bytes          kernel.go
//
// A run over a table (matcher.go) looks at every byte, and stays in a row as
// long as the bytes lead from its state to itself. A run with the kernel, which
// is assembly for AVX2 and for AVX-512 (kernel_amd64.s), learns from it for 64
// bytes at once which are not in the sets of the loops, and looks only at
// those: a loop is a shift and a count of zeros. An escape such as "%41" in a
// loop over escapes counts as one of its symbols, and so does the "." between two
// labels of a host. Which run is taken depends on
// the processor, on the build tag purego and on the length of the string; tests
// hold all to each other and to [Parser].
package automaton
