package extract_test

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/extract"
)

// The example of Appendix D, "Embedding the Base URL in HTML documents".
func ExampleHTML() {
	page := `<!doctype html public "-//IETF//DTD HTML//EN">
<HTML><HEAD>
<TITLE>An example HTML document</TITLE>
<BASE href="http://www.ics.uci.edu/Test/a/b/c">
</HEAD><BODY>
... <A href="../x">a hypertext anchor</A> ...
</BODY></HTML>`
	for link, err := range extract.HTML(editions.URLSyntax09, strings.NewReader(page), grammar.Context{}) {
		if err != nil {
			fmt.Println(err) // of reading
			break
		}
		fmt.Printf("line %d: %s of %s (%s): %s is %s\n", link.Line, link.Attribute, link.Element, link.Kind, link.Text, link.Target)
	}
	// Output:
	// line 4: href of base (base): http://www.ics.uci.edu/Test/a/b/c is http://www.ics.uci.edu/Test/a/b/c
	// line 6: href of a (hyperlink): ../x is http://www.ics.uci.edu/Test/a/x
}

// An empty reference is to the current document, but in a form, which always
// makes a new request. What does not conform is found as well.
func ExampleLink() {
	page := `<a href="">top</a> <a href="#end">end</a> <form action=""></form> <img src="my house.jpeg">`
	context := grammar.Context{Retrieval: []string{"http://example.com/a?b"}}
	for link := range extract.HTML(editions.RFC2396bis00, strings.NewReader(page), context) {
		switch {
		case link.Current:
			fmt.Printf("%q is to the document\n", link.Text)
		case link.Err != nil:
			fmt.Printf("%q has no target: %v\n", link.Text, link.Err)
		default:
			fmt.Printf("%q is to %s\n", link.Text, link.Target)
		}
	}
	// Output:
	// "" is to the document
	// "#end" is to the document
	// "" is to http://example.com/a?b
	// "my house.jpeg" has no target: rfc2396bis-00: offset 2: space in rel-segment (section 5), expected unreserved, "#", "$", "%", "&", "+", ",", "/", ":", ";", "=", "?", "@" or end of input
}

// Parts of a message inherit the base of the message (5.1.2).
func ExampleMIME() {
	message := `Content-Base: http://www.ics.uci.edu/Test/a/b/c
Content-Type: multipart/alternative; boundary=part

--part

See <URL:../x>.
--part
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable

See <a href=3D"../x">this</a>.
--part--
`
	for link, err := range extract.MIME(editions.URLSyntax02, strings.NewReader(message), grammar.Context{}) {
		if err != nil {
			fmt.Println(err) // some of the message cannot be read, and the rest can
			continue
		}
		fmt.Printf("part %q, %s: %s is %s (%s)\n", link.Part, link.ContentType, link.Text, link.Target, link.Origin)
	}
	// Output:
	// part "", multipart/alternative: http://www.ics.uci.edu/Test/a/b/c is http://www.ics.uci.edu/Test/a/b/c (5.1.4)
	// part "1", text/plain: ../x is http://www.ics.uci.edu/Test/a/x (5.1.2)
	// part "2", text/html: ../x is http://www.ics.uci.edu/Test/a/x (5.1.2)
}
