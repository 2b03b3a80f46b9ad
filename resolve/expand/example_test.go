package expand_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/expand"
)

func Example() {
	for _, s := range []string{"www.w3.org/Addressing/", "ftp.example.org", "http://example.org/", "index.html"} {
		guess, err := expand.Expand(editions.RFC3986, s, expand.DefaultTable())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s? guessed by rule %q, see %s\n", guess.Reference, guess.Rule.Name, guess.Section)
	}
	_, err := expand.Expand(editions.RFC1738, "www.w3.org", expand.DefaultTable())
	fmt.Println(err)
	// Output:
	// http://www.w3.org/Addressing/? guessed by rule "www", see 4.5
	// ftp://ftp.example.org? guessed by rule "ftp", see 4.5
	// "http://example.org/" is not an abbreviated reference: it has the scheme "http"
	// "index.html" is not an abbreviated reference: rule "file": it is the name of a file; there is no such top-level domain
	// rfc1738 defines no abbreviated references; url-syntax-09 does
}

// Heuristics change over time.
func ExampleTable() {
	table := append(expand.Table{{Name: "today", Hosts: []string{"*.org"}, Prefix: "https://"}}, expand.DefaultTable()...)
	guess, err := expand.Expand(editions.RFC3986, "www.w3.org/Addressing/", table)
	fmt.Println(guess.Reference, err)
	// Output:
	// https://www.w3.org/Addressing/ <nil>
}
