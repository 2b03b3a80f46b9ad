// Package automaton compiles regular expressions over symbols to minimal automata,
// combines them, and finds derivations. It knows nothing of notations and grammars. A
// symbol is a byte, a code point, or any small number to which the caller gives a
// meaning.
//
//	Expr --Compile--> DFA       decides: Accepts, Viable, LiveSet
//	DFA, DFA --> DFA            Union, Intersect, Minus, Complement, Concat, Star, Reverse
//	DFA --> strings             Shortest, Difference, Compare, Cover, Words, AllVerdicts, ShortestSwap
//	Expr --NewParser--> Parser  derives: where each Tag begins and ends
//	Expr --FindAmbiguity-->     a shortest string with two derivations
//
// Three kinds of automata are built to run over millions of strings of bytes:
//
//	DFA --Acceptor--> Acceptor           decides
//	Expr --NewMatcher--> Matcher         finds where some of the tags begin and end
//	Parser, DFA --NewLocator--> Locator  finds where a string leaves the language, and in which tag
//
// An expression is compiled by Thompson's construction, the subset construction
// and Hopcroft's minimization. The result is canonical: two automata of the same
// language over the same symbols are the same table. Languages are therefore compared
// by comparing tables, and [DFA.Key] can be the key of a map.
//
// In the worst case Compile would take exponential time; for the grammars of the URI
// specifications it takes milliseconds. What grows too large is given up after about
// a second: the function panics with a [*LimitError], which [Within] returns. Union, Intersect and Minus take time in
// proportion to the product of the numbers of states; Concat, Star and Reverse are
// subset constructions again. To decide a string takes one look-up a byte; to derive
// it takes two passes over it.
//
// Nothing changes a value of this package once it is made, so all of them may be
// used concurrently. Packages reading and grammar make the automata of rules, and
// gen proves with them what it writes. Programs have that of a rule from
// grammar.Language.Automaton.
//
// # From a rule to machine code
//
// An Acceptor and a Matcher are made in the following steps. [Dump] shows the result
// of each step for an expression, and "go run ./gen -dump EDITION RULE" for a rule of a
// grammar.
//
//  1. Expr (expr.go): the rule, with the rules that it refers to in place of their
//     names. Each rule is a Tag.
//  2. NFA (nfa.go): nodes that take a symbol, or that lead on to several nodes, the
//     preferred one first.
//  3. DFA (dfa.go): the subset construction. A state is a set of nodes. An
//     Acceptor needs no tags and continues with step 7.
//  4. TNFA (tnfa.go): for the tags that a Matcher is to find, an NFA whose
//     transitions say which of them begin and end there.
//  5. Subsets (subsets.go): the ordered subset construction. A state is a list of
//     states of the TNFA, the preferred one first.
//  6. TDFA (registers.go, tdfa.go): the transitions store positions in registers.
//  7. Text (text.go): the TDFA as the generator writes it into the repository.
//  8. Table (tables.go): a row of 256 entries for each state.
//  9. Kernel (kernel.go): the sets of symbols on which states loop, for vectors of
//     bytes.
//  10. Shape (shape.go, grow.go): in the text of a language of references, the form that
//     most references have, with the proof that all strings of the form are in the language.
//
// There are two ways to run over a string (matcher.go). The first looks at every
// byte; as long as bytes lead from a state to itself, it stays in the row of that
// state. The second asks the kernel, for 64 bytes at once, which of them are not in the
// sets on which states loop, and looks only at those: a loop takes a shift and a count
// of zeros. The kernel is assembly for AVX2 and AVX-512 (kernel_amd64.s) and NEON (kernel_arm64.s). It
// counts an escape such as "%41" as one symbol of a loop, and likewise the "." between
// two labels of a host. Before either, a routine without loops over bytes decides whether
// the string has the shape that most references have, and where its parts are
// (find_amd64.h); only a string that does not is given to the automaton. Which way is taken depends on the processor, on the build tag
// purego and on the length of the string. [Acceptor.Lines] reads line
// after line of a text in the same ways, without cutting it first (lines.go). Tests compare all ways with each other and
// with [Parser].
//
// The zero value of a type is of use only if the comment of the type says so.
package automaton
