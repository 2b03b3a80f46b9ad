package lint_test

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
)

// What RFC 3986 has to say of a reference that conforms to it.
func Example() {
	l := lint.New(editions.RFC3986)
	const s = "FTP://anna:secret@intranet:25/a/../%7Eanna"
	for _, f := range l.Lint(s) {
		fmt.Println(f)
		if change, ok := f.Suggestion(); ok {
			fmt.Println("   ", change.Apply(s))
		}
	}
	// Output:
	// note: uppercase-scheme at 0-3: "FTP" has upper-case letters (rfc3986 section 3.1)
	//     ftp://anna:secret@intranet:25/a/../%7Eanna
	// warning: password at 11-17: the password is in plain text (rfc3986 section 7.5)
	//     FTP://anna@intranet:25/a/../%7Eanna
	// note: unqualified-host at 18-26: "intranet" is meaningful only on a local network (rfc3986 section 3.2.2)
	// warning: reserved-port at 27-29: port 25 is reserved for another protocol; the default for "FTP" is 21 (rfc3986 section 7.2)
	// note: dot-segments at 32-34: ".." has dot segments that are not at the beginning of a relative path (rfc3986 section 3.3)
	//     FTP://anna:secret@intranet:25/%7Eanna
	// note: unneeded-escape at 35-38: "%7E" is "~", which needs no escape (rfc3986 section 2.3)
	//     FTP://anna:secret@intranet:25/a/../~anna
}

// A string that does not conform has one error, with the rule and section, and
// what can be said of its parts.
func ExampleLinter_Lint_nonconforming() {
	l := lint.New(editions.RFC1738)
	const s = "http://h:80/~a b"
	for _, f := range l.Lint(s) {
		fmt.Println(f.Severity(), f.Code, f.Span, f.Text(), f.Section())
		if change, ok := f.Suggestion(); ok {
			fmt.Println("   ", change.Apply(s))
		}
	}
	// Output:
	// note unqualified-host {7 8} h 3.1
	// note default-port {8 11} :80 3.1
	//     http://h/~a b
	// error nonconforming {12 13} ~ 3.3
	//     http://h:80/%7Ea%20b
}

// What conforms to one edition may be refused by others.
func ExampleNew_others() {
	l := lint.New(editions.RFC3986, editions.All()...)
	for _, f := range l.Lint("http://www.example.com?name=anna") {
		if f.Code == lint.RefusedElsewhere {
			fmt.Printf("%s section %s, offset %d: %s\n", f.Edition(), f.Section(), f.Err().Offset, f.Err().Found())
			fmt.Println("all:", f.Refusers())
		}
	}
	// Output:
	// rfc1738 section 3.1, offset 22: "?"
	// all: [rfc1738 url-syntax-02 url-syntax-09]
}

// Findings of many references, of warnings and errors only, without garbage.
func ExampleLinter_Append() {
	l := lint.New(editions.RFC3986)
	least, _ := lint.ParseSeverity("warning")
	var found []lint.Finding
	for _, s := range []string{"http://EXAMPLE.com/", "http://2130706433/", "http://xn--80ak6aa92e.com/", "http://a/\r\nb"} {
		found = l.Append(found[:0], s)
		for _, f := range found {
			if f.Severity() >= least {
				fmt.Printf("%s: %s\n", f.Code, f.Message())
			}
		}
	}
	// Output:
	// rare-ipv4: "2130706433" is read as the IPv4 address "127.0.0.1" by some programs
	// look-alike: "xn--80ak6aa92e" looks like "apple"
	// nonconforming: byte 0x0D in segment (section 3.3), expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input
}

// A change that the edition calls equivalent can be made without asking; others
// need someone to decide.
func ExampleFinding_Suggestion() {
	l := lint.New(editions.RFC3986)
	s := "HTTP://u:p@Example.com:80/%7Ea/./b"
	for {
		next := s
		for _, f := range l.Lint(s) {
			if change, ok := f.Suggestion(); ok && change.Equivalent {
				next = change.Apply(s)
				break
			}
		}
		if next == s {
			break
		}
		s = next
	}
	fmt.Println(s)
	// Output:
	// http://u:p@example.com/~a/b
}

// A code explains itself in the words of the documents that support it.
func ExampleCode_Explain() {
	fmt.Print(lint.EmptyPath.Explain())
	// Output:
	// empty-path (note): the path after the site is empty
	//
	// For most schemes, an empty path after a site and "/" are the same, but a comparison of strings does not know that. The suggestion is "/".
	//
	// rfc3986, section 6.2.3:
	//     In general, a URI that uses the generic syntax for authority with an empty path should be normalized to a path of "/".
	//
	// in rfc3986:
	//     found in      http://example.com
	//     not found in  http://example.com/
}

// The codes that an edition supports, as a table.
func ExampleMarkdown() {
	codes := lint.New(editions.URLSyntax02).Codes()
	table := strings.Split(lint.Markdown(codes), "\n")
	fmt.Println(table[0])
	fmt.Println(table[3])
	// Output:
	// | code | severity | what is found | sections | triggers | does not |
	// | `password` | warning | the password is in plain text | rfc1738 6, url-syntax-02 7, url-syntax-09 4.3.1, rfc2396 3.2.2, rfc2396bis-00 3.2.2, rfc3986 7.5 | `ftp://anna:secret@ftp.example.com/` | `ftp://anna@ftp.example.com/` |
}
