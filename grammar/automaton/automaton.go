// Package automaton compiles regular expressions over symbols to minimal
// automata, combines them, and finds derivations. It knows no notation and no
// grammar; a symbol is a byte, a code point, or any small number.
//
//	Expr --Compile--> DFA       decides: Accepts, Viable, LiveSet
//	DFA  x DFA --> DFA          Union, Intersect, Minus, Complement, Concat, Star, Reverse
//	DFA  --> strings            Shortest, Difference, Cover
//	Expr --NewParser--> Parser  derives: where each Tag begins and ends
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
package automaton
