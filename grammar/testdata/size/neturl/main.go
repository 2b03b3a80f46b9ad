// This program says whether net/url parses its argument.
package main

import (
	"net/url"
	"os"
)

func main() {
	if _, err := url.Parse(os.Args[1]); err != nil {
		os.Exit(1)
	}
}
