package wrappers

import "testing"

// Tests of functions that validate give them what does not conform.
func Test(t *testing.T) {
	inner("a b")
	recursive("a b", 1)
}
