// Package grammar reads strings by the grammar of one document, and references by
// one edition of the URL and URI specifications.
//
// Three types answer all questions:
//
//	Language  the strings of one rule: which they are, why a string is not one of
//	          them, how it is derived, how two languages differ
//	Grammar   rules, each a Language; it knows nothing of references
//	Edition   a document on references: a Grammar, and what the document says of
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
// A string conforms to an edition if its grammar derives it under the edition's
// reading: the published rules, less the derivations that the prose of the same
// document rules out (package reading). A rule by itself is judged by the published
// rules alone. Bytes are judged as they stand; nothing is decoded, trimmed or
// repaired first. The characters of IRIs (rfc3987) are code points, which stand in
// a string in UTF-8: the automata read its bytes too, and a string that is not
// UTF-8 does not conform.
//
// Two engines work on one grammar. Valid, Check and Parse run on automata that are
// made from the rules: a minimal one decides, one with registers finds the
// components, and one whose states know the rule being read explains errors. Tree
// runs on the participle grammar that gen writes from the same rules, which knows
// nothing of the automata. Tests hold the engines to each other. A grammar without
// generated code derives its trees by the automaton.
//
// Everything here is built at first use, kept, and safe for concurrent use.
package grammar
