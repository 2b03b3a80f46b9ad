// Package extract finds references in text and puts them into text, as the
// documents recommend: RFC 1738 in its Appendix, the drafts and RFC 2396 in
// Appendix E, RFC 3986 in Appendix C. It finds those in HTML and in messages too,
// with the base that these establish (section 5.1).
//
//	Text      the references in plain text of any size
//	HTML      the links in HTML, and what they are resolved to
//	MIME      the references in a message, part by part, likewise
//	Wrap      references as text, long ones broken over lines
//	Bracket   one reference as text, unbroken
//	Unwrap    one reference as a person typed it, delimiters and all
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
//			return err // of reading the file
//		}
//		fmt.Println(found.Line, found.Text, found.Err)
//	}
//
// What is found is what was meant to be a reference; whether it conforms to
// the edition is a second question, which [Found] answers in Err. A reference
// that does not conform is found like any other.
//
// What abbreviates a reference (www.w3.org/Addressing/) is no reference; see
// package expand.
package extract

import (
	"fmt"
)

// MaxLength is the length in bytes up to which a reference is found in text,
// white space inside it included. It bounds the memory that text takes. A
// bracket or quotation mark that is not closed within MaxLength bytes delimits
// nothing; a reference between white space that is longer is found, but cut,
// and its error is a [*LongError].
const MaxLength = 64 << 10

// Found is a reference that was found in text.
type Found struct {
	// Text is the reference, without what the text adds to it: delimiters,
	// the prefix "URL:", white space inside.
	Text string
	// Start and End are the byte offsets in the text between which the
	// reference stands: inside its delimiters and behind a prefix. End - Start
	// is more than len(Text) if the text adds white space to it.
	Start, End int64
	// Line is the line on which the reference starts, the first being 1. Lines
	// end with LF.
	Line int
	// Delimiter is what separates the reference from the text around it.
	Delimiter Delimiter
	// Prefix is "URL:" if that stands before the reference, else "".
	Prefix string
	// Hyphens are the byte offsets in Text of hyphens that end a line there.
	// Each may have been put in where a line was broken, and Text may be wrong
	// in having it. Nothing in the text can tell.
	Hyphens []int
	// Err is nil if Text conforms to the edition, else a
	// [*grammar.SyntaxError], or a [*LongError] if Text is cut.
	Err error
}

// Delimiter is what separates a reference from the text around it.
type Delimiter int

const (
	WhiteSpace Delimiter = iota // or another character that no reference has
	Quotes                      // "..."
	Brackets                    // <...>
)

// String returns white space, "..." or <...>.
func (d Delimiter) String() string {
	switch d {
	case Quotes:
		return `"..."`
	case Brackets:
		return "<...>"
	}
	return "white space"
}

// LongError says that a reference, or the attribute that it stands in, is longer
// than is read, so that the reference is cut. It is the Err of a [Found] or of a
// [Link]; [Bracket] and [Wrap] return it for what [Text] would not read.
type LongError struct {
	// Length is that of the reference as it is written, in bytes, white space
	// inside included; 0 for an attribute, whose length is not known.
	Length int64
	Limit  int // in bytes: [MaxLength], or [MaxAttribute] for an attribute
}

func (err *LongError) Error() string {
	if err.Length == 0 {
		return fmt.Sprintf("an attribute is longer than is read from HTML (%d bytes)", err.Limit)
	}
	return fmt.Sprintf("a reference of %d bytes is longer than is read from text (%d)", err.Length, err.Limit)
}

// prefix is what may stand before a reference to tell it from other things, in
// exactly these characters. Every document so far knows it.
const prefix = "URL:"
