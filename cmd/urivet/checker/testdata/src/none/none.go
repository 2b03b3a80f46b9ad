// Package none has nothing to check.
package none

func Parse(s string) string { return s }

var _ = Parse("http://h/a b")
