// This program derives its argument by RFC 3986.
package main

import (
	"fmt"
	"os"

	"github.com/urispec/urispec"
)

func main() {
	r, err := urispec.Parse(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(r.Edition().Tree(os.Args[1]))
}
