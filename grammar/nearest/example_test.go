package nearest_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/nearest"
)

// The nearest reference, and what is wrong with the one that was given.
func ExampleFinder_Find() {
	finder, err := nearest.NewReferences(editions.RFC3986, editions.RFC3986.References())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ref := range []string{"http://a/b c", "http://[::1/", "https://example.com:port/"} {
		result, err := finder.Find(ref, 1)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, s := range result.Nearest {
			fmt.Println(s.Text)
			for _, e := range s.Edits {
				fmt.Printf("    %s at %d: %q to %q, for %s (section %s)\n", e.Op, e.Offset, e.From, e.To, e.Rule, e.Section)
			}
		}
		c := result.Cause
		fmt.Printf("    because of %q at %d in %s: expected %v\n", c.Found, c.Offset, c.Rule, c.Expected)
	}
	// Output:
	// http://a/b%20c
	//     escape at 10: " " to "%20", for segment (section 3.3)
	//     because of " " at 10 in segment: expected [unreserved sub-delims "#" "%" "/" ":" "?" "@"]
	// http://[::1]/
	//     insert at 11: "" to "]", for host (section 3.2.2)
	//     because of "" at 11 in host: expected [HEXDIG "." ":" "]"]
	// https://example.com:/port/
	//     insert at 20: "" to "/", for path-abempty (section 3.3)
	//     because of "p" at 20 in port: expected [DIGIT]
}
