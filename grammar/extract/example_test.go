package extract_test

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/extract"
)

// The example of RFC 3986, Appendix C.
func Example() {
	text := `
      Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.
`
	for found, err := range extract.Text(editions.RFC3986, strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err) // of reading
			break
		}
		fmt.Println(found.Line, found.Delimiter, found.Text)
	}
	// Output:
	// 2 "..." http://www.w3.org/Addressing/
	// 3 <...> ftp://foo.example.com/rfc/
	// 4 <...> http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING
}

// What does not conform is found as well, and says why.
func ExampleText() {
	text := "See <URL:http://example.com/~user>, http://example.com/100% and www.example.com."
	for found := range extract.Text(editions.RFC1738, strings.NewReader(text)) {
		fmt.Printf("%s at %d to %d: %s\n", found.Text, found.Start, found.End, found.Delimiter)
		if found.Err != nil {
			fmt.Println("\t", found.Err)
		}
	}
	// Output:
	// http://example.com/~user at 9 to 33: <...>
	// 	 rfc1738: offset 19: "~" in hsegment (section 3.3), expected unreserved, reserved, "%" or end of input
	// http://example.com/100% at 36 to 59: white space
	// 	 rfc1738: offset 23: end of input in escape (section 2.2), expected hex
}

// A hyphen before a line break may not belong to the reference.
func ExampleFound_hyphens() {
	text := "<http://example.com/type-\nsetting>"
	for found := range extract.Text(editions.RFC3986, strings.NewReader(text)) {
		i := found.Hyphens[0]
		fmt.Println(found.Text, "or", found.Text[:i]+found.Text[i+1:])
	}
	// Output:
	// http://example.com/type-setting or http://example.com/typesetting
}

func ExampleWrap() {
	text, err := extract.Wrap(editions.RFC1738, 40,
		"ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt", "news:*")
	fmt.Print(text)
	fmt.Println(err)
	// Output:
	// <URL:ftp://ds.internic.net/
	// internet-drafts/draft-ietf-uri-irl-fun-r
	// eq-02.txt>
	// <URL:news:*>
	// <nil>
}

func ExampleUnwrap() {
	fmt.Println(extract.Unwrap("<URL: http://example.com/\n  a/b>"))
	// Output:
	// http://example.com/a/b
}
