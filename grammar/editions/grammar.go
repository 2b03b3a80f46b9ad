package editions

import "github.com/urispec/urispec/grammar"

// Grammar returns the grammar of the edition of that name. It is meant for
// [grammar.Options], so that a grammar of your own can import rules of the editions.
func Grammar(name string) (*grammar.Grammar, bool) {
	e, ok := Lookup(name)
	if !ok {
		return nil, false
	}
	return e.Grammar(), true
}
