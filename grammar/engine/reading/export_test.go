package reading

import "github.com/urispec/urispec/grammar/engine/automaton"

// Encoding is exported for the tests.
var Encoding = encoding

// BuildOn is Build on a meter, which then says what it took.
func (g *Grammar) BuildOn(m *automaton.Meter) error { return g.build(m) }
