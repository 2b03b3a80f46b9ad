// Package grammar reads strings by the grammar of one document, and references by
// one edition of the URL and URI specifications.
//
// Three types answer all questions:
//
//	Language  the strings of one rule: which they are, why a string is not one of
//	          them, how it is derived, how two languages differ
//	Grammar   rules, each a Language; it knows nothing of references
//	Edition   a document on references: a Grammar, and what the document says about
//	          components, resolution and normalization
//
// Package editions has the editions:
//
//	e := editions.RFC3986
//	e.Valid("//h/x;y?q#f")        // true: it conforms as a reference
//	e.URIs().Valid("//h/x;y?q#f") // false: it is relative
//	host, err := e.Language("host")
//	host.Valid("[::1]")           // true
//	err = e.Check("http://a/%zz")
//	var syntax *grammar.SyntaxError
//	errors.As(err, &syntax)       // syntax.Offset == 10, syntax.Rule == "pct-encoded"
//
// [Read] and [Load] read a grammar of your own in ABNF, and [Inspect] says what a
// compiler would of it.
//
// A string conforms to an edition if the edition's grammar derives it under the
// reading: the published rules, less the derivations that the prose of the same
// document rules out (package reading). A rule by itself is judged by the published
// rules alone. Bytes are judged as they stand; nothing is decoded, trimmed or
// repaired first. The characters of IRIs (rfc3987) are code points, which a string
// holds as UTF-8. The automata read the bytes of these strings too, and a string
// that is not UTF-8 does not conform.
//
// Each grammar has two engines. Valid, Check and Parse run on automata that are
// made from the rules: a minimal one decides, one with registers finds the
// components, and one whose states know the rule being read explains errors. Tree
// runs on the participle grammar that gen writes from the same rules, which knows
// nothing of the automata. Tests compare the two. A grammar without generated code
// derives its trees with the automaton.
//
// Everything here is built at first use, kept, and safe for concurrent use.
//
// The zero value of a type is of use only if the comment of the type says so.
package grammar
