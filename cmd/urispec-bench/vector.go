package main

import "github.com/urispec/urispec/grammar/engine/automaton"

// vector reports whether the vector kernel of grammar/automaton runs here, so
// that its bars count.
func vector() bool { return automaton.Vector() }
