package main

// vector reports whether the vector kernel of grammar/automaton runs here, so
// that its bars count.
func vector() bool { return false }
