package compose

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
)

// TestTooLong: spans have 31 bits, so what is longer is refused before it is
// written. The components share one string, to need less memory.
func TestTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a quarter of a GiB")
	}
	part := strings.Repeat("1", math.MaxInt32/8+1)
	c := components{site: true, path: part}
	for _, name := range fields {
		if name != "registry" { // it stands alone in a site
			*c.field(name) = text{part, true}
		}
	}
	s, err := c.recompose()
	var long *grammar.TooLongError
	if !errors.As(err, &long) || long.Limit != math.MaxInt32 || long.Length < long.Limit || s != "" {
		t.Errorf("%d bytes, %v", len(s), err)
	}
}

// TestFields: every name that is listed has a field, and no two the same.
func TestFields(t *testing.T) {
	var c components
	seen := make(map[*text]bool)
	for _, name := range fields {
		f := c.field(name)
		if f == nil || seen[f] {
			t.Errorf("%s has the field %p", name, f)
		}
		seen[f] = true
	}
	if c.field("path") != nil || c.field("") != nil {
		t.Error("the path is no field")
	}
}
