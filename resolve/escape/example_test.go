package escape_test

import (
	"fmt"

	"github.com/urispec/urispec/resolve/escape"
)

func ExampleAt() {
	const s = "caf%C3%a9"
	for i := 0; i < len(s); i++ {
		if octet, ok := escape.At(s, i); ok {
			fmt.Printf("%d: %02X\n", i, octet)
			i += escape.Len - 1
		}
	}
	fmt.Println(escape.Upper(s))
	// Output:
	// 3: C3
	// 6: A9
	// caf%C3%A9
}
