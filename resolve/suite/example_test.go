package suite_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/suite"
)

// The questions of a suite that a careless parser answers wrongly.
func ExampleMake() {
	s, err := suite.Make(editions.RFC3986, suite.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range s.Cases {
		switch {
		case c.Kind == suite.Parts && c.Input == "//@h":
			fmt.Printf("%s: the userinfo is empty, not absent: %v\n", c.Input, c.Components["userinfo"] != nil)
		case c.Kind == suite.Resolution && c.Section == "5.4.2" && c.Input == "g?y/../x":
			fmt.Printf("%s: dots in a query stay: %s\n", c.Input, c.Target)
		case c.Kind == suite.Equivalence && c.Section == "6.2.3" && c.Input == "http://example.com/?":
			fmt.Printf("%s is %s: %v\n", c.Input, c.Other, c.Equal)
		}
	}
	// Output:
	// //@h: the userinfo is empty, not absent: true
	// g?y/../x: dots in a query stay: http://a/b/c/g?y/../x
	// http://example.com/? is http://example.com/: false
}
