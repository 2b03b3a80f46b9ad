// This program says whether its argument is a reference by RFC 3986.
package main

import (
	"os"

	"github.com/urispec/urispec"
)

func main() {
	if !urispec.Valid(os.Args[1]) {
		os.Exit(1)
	}
}
