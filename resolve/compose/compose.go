// Package compose goes between data and references: it escapes and unescapes
// the data of a component, and builds and edits references from such data, by
// the grammar of one edition.
//
//	Encode, Decode     data to the text of a component, and back
//	DecodeUnnamed      the same for text whose component is not known
//	Build              a reference, from the data of its components
//	Edit               a reference with some of its components changed
//
// Data is octets, text is what stands in a reference. The two differ by
// escapes: an octet that may not stand in a component as itself is written "%"
// and two hexadecimal digits. Which octets those are depends on the component,
// and the editions differ, so nothing here works without naming both:
//
//	compose.Encode(editions.RFC3986, "segment", "a/b?")    // a%2Fb%3F
//	compose.Encode(editions.RFC3986, "query", "a/b?")      // a/b?
//	compose.Encode(editions.RFC3986, "segment", "a;b")     // a;b
//	compose.Encode(editions.URLSyntax02, "segment", "a;b") // a%3Bb: a ";" would begin a param
//
// A component is a word of package ast (scheme, userinfo, user, password, host,
// port, path, query, fragment), or segment, param, registry or opaque, as the
// edition has them. It may also be the name of one of the edition's rules: in
// RFC 1738, where components depend on the scheme, fsegment and hsegment allow
// more than a segment that is safe in all schemes. Which octets may stand where
// is read off the edition's automata (grammar.DataRule); no table of characters
// stands in this package.
//
// Escaping is done once, when a reference is made of its components, and undone
// once, after it is separated into them: "%" as data is always "%25", and a
// component that has parts is decoded part by part, since a decoded delimiter
// of the parts could not be told from a real one. Section 2.4 of RFC 3986 and
// 2.3.2 or 2.4.2 of the drafts say so.
//
// [Build] and [Edit] return only what conforms and is read back by the edition
// as exactly the components that were meant:
//
//	compose.Build(editions.RFC3986, compose.Segments(false, "this:that"))
//	// the first segment would be read as a scheme; "./this:that" would not be
//
// An absent component and an empty one differ: Query("") makes "?",
// Without("query") takes it away.
//
// All functions take time and memory linear in their input and may be called
// concurrently. An [Escaper] and a [Builder] are prepared once for many calls.
package compose
