// Package extract finds references in text and puts them into text, as the
// documents recommend: RFC 1738 in its Appendix, the drafts and RFC 2396 in
// Appendix E, RFC 3986 in Appendix C. It also finds references in HTML and in
// messages, with the base that these establish (section 5.1).
//
//	Text      finds references in plain text of any size
//	Markdown  finds the destinations of links in Markdown
//	HTML      finds the links in HTML, and resolves them
//	MIME      does both for the parts of a message
//	Wrap      writes references as text, and breaks long ones over lines
//	Bracket   writes one reference as text, unbroken
//	Unwrap    cleans up one reference that a person typed, delimiters and all
//
// A reference stands in text between angle brackets, between double quotes, or
// between white space:
//
//	Yes, Jim, I found it under "http://www.w3.org/Addressing/",
//	but you can probably pick it up from <ftp://foo.example.
//	com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
//	ietf/uri/historical.html#WARNING>.
//
// Reading that gives the three references that were meant:
//
//	for found, err := range extract.Text(editions.RFC3986, file) {
//		if err != nil {
//			return err // from reading the file
//		}
//		fmt.Println(found.Line, found.Text, found.Err)
//	}
//
// The package finds what was meant to be a reference. Whether it conforms to the
// edition is a second question, which [Found.Err] answers. A reference that does
// not conform is found like any other.
//
// Abbreviations of references (www.w3.org/Addressing/) are not references; see
// package expand.
//
// The functions are safe for concurrent use, as long as each call has its own
// reader. An iterator that they return reads on while it is used, so it belongs to
// one goroutine, and works once. All take time linear in their input; what reads
// takes bounded memory, however long the input is.
//
// The zero value of a type is of use only if the comment of the type says so.
package extract

import (
	"fmt"
)

// MaxLength is the length in bytes up to which a reference is found in text,
// including any white space inside it. It bounds the memory that [Text] takes. A
// bracket or quotation mark that is not closed within MaxLength bytes delimits
// nothing. A longer reference between white space is found, but cut, and its
// error is a [*LongError].
const MaxLength = 64 << 10

// Found is a reference that was found in text.
type Found struct {
	// Text is the reference without what the text adds to it: delimiters, the
	// prefix "URL:", and white space inside.
	Text string
	// Start and End are the byte offsets in the text between which the
	// reference stands: inside its delimiters and after a prefix. End - Start is
	// more than len(Text) if the text adds white space.
	Start, End int64
	// Line, Column and Character are where the reference starts: the line, and the byte
	// and the character in this line, all counted from 1. Lines end with LF.
	Line, Column, Character int
	// Delimiter is what separates the reference from the text around it.
	Delimiter Delimiter
	// Prefix is "URL:" if that stands before the reference, else "".
	Prefix string
	// Hyphens are the byte offsets in Text of hyphens that end a line in the
	// text. Each may have been inserted when the line was broken, and then does
	// not belong to the reference. Nothing in the text can tell.
	Hyphens []int
	// Err is nil if Text conforms to the edition, else a
	// [*grammar.SyntaxError], or a [*LongError] if Text is cut.
	Err error
}

// stands sets the place at which the reference starts.
func (f *Found) stands(at place) {
	f.Start, f.Line, f.Column, f.Character = at.off, at.line, at.column+1, at.chars+1
}

// Delimiter is what separates a reference from the text around it.
type Delimiter int

const (
	WhiteSpace Delimiter = iota // or another character that ends a reference
	Quotes                      // "..."
	Brackets                    // <...>
)

// String returns `white space`, `"..."` or `<...>`.
func (d Delimiter) String() string {
	switch d {
	case Quotes:
		return `"..."`
	case Brackets:
		return "<...>"
	}
	return "white space"
}

// LongError says that a reference, or the attribute in which it stands, is longer
// than the limit, so that the reference was cut. It is the Err of a [Found] or of a
// [Link]; [Bracket] and [Wrap] return it for a reference that [Text] would not read.
type LongError struct {
	// Length is the length in bytes of the reference as it is written, including
	// white space inside. It is 0 for an attribute, whose length is not known.
	Length int64
	Limit  int // in bytes: [MaxLength], or [MaxAttribute] for an attribute
}

// Error has the limit and, where it is known, the length.
func (err *LongError) Error() string {
	if err.Length == 0 {
		return fmt.Sprintf("an attribute is longer than %d bytes", err.Limit)
	}
	return fmt.Sprintf("a reference in text may have at most %d bytes; this one has %d", err.Limit, err.Length)
}

// prefix may stand before a reference to mark it as one, in exactly these
// characters. Every document so far knows it.
const prefix = "URL:"
