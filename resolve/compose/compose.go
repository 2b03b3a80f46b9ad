// Package compose converts between data and references, by the grammar of one
// edition. It escapes and unescapes the data of a component, and builds and edits
// references from such data.
//
//	Encode, Decode     convert data to the text of a component, and back
//	DecodeUnnamed      decodes text whose component is not known
//	Build              writes a reference from the data of its components
//	Edit               changes components of a reference
//
// Data is octets; text is what a reference contains. They differ by escapes: an
// octet that may not stand in a component unescaped is written as "%" and two
// hexadecimal digits. Which octets those are depends on the component, and the
// editions differ, so every function needs both:
//
//	compose.Encode(editions.RFC3986, "segment", "a/b?")    // a%2Fb%3F
//	compose.Encode(editions.RFC3986, "query", "a/b?")      // a/b?
//	compose.Encode(editions.RFC3986, "segment", "a;b")     // a;b
//	compose.Encode(editions.URLSyntax02, "segment", "a;b") // a%3Bb: a ";" would begin a param
//
// A component is a word of package ast (scheme, userinfo, user, password, host,
// port, path, query, fragment), or segment, param, registry, opaque or query-value,
// if the edition has it. It may also be the name of one of the edition's rules. In RFC
// 1738, for example, where components depend on the scheme, fsegment and hsegment
// allow more than a segment that is safe in all schemes. The edition's automata say
// which octets may stand where (grammar.DataRule); this package has no table of
// characters.
//
// Escaping is done once, when a reference is built from its components, and undone
// once, after it has been split into them. So "%" as data is always "%25". A
// component that has parts is decoded part by part, because a decoded delimiter
// would look like a real one (RFC 3986, section 2.4; 2.3.2 or 2.4.2 of the drafts).
//
// [Build] and [Edit] return a reference only if it conforms and parses into exactly
// the components that were meant:
//
//	compose.Build(editions.RFC3986, compose.Segments(false, "this:that"))
//	// error: the first segment would be read as a scheme; "./this:that" would not be
//
// Absent and empty components differ: Query("") writes "?", and Without("query")
// removes it.
//
// All functions take time and memory linear in their input and are safe for
// concurrent use. An [Escaper] and a [Builder] are prepared once for many calls.
//
// The zero value of a type is of use only if the comment of the type says so.
package compose
