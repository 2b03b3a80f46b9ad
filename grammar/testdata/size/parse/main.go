// This program resolves its second argument against its first.
package main

import (
	"fmt"
	"os"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/resolve/compose"
)

func main() {
	base, err := urispec.ParseURI(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ref, err := urispec.Parse(os.Args[2])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	target, err := base.Resolve(ref)
	if err == nil {
		target, err = target.With(compose.Pair("k", "v"))
	}
	fmt.Println(target, err)
}
