package grammar

import (
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
)

// Resolve returns the target of a reference, by the edition's own algorithm
// with its default options. The errors are those of [Edition.Base] and of
// [Base.Resolve].
func (e *Edition) Resolve(base, ref string) (string, error) {
	var b Base
	if err := e.newBase(&b, base); err != nil {
		return "", err
	}
	return b.Resolve(ref, resolve.Options{})
}

// Algorithm returns the edition's resolution algorithm, or a
// [*NotDefinedError].
func (e *Edition) Algorithm() (*resolve.Algorithm, error) {
	if a := e.algorithm(); a != nil {
		return a, nil
	}
	r := &e.Source().Resolution
	return nil, &NotDefinedError{Edition: e.label, What: "relative form", Section: r.Section, Text: r.None, See: r.See}
}

// Split finds the components of any string, whether it conforms or not, as the
// edition separates them: see [resolve.Algorithm.Split], and for an edition
// that resolves no references [resolve.Split].
func (e *Edition) Split(s string) ast.Reference {
	if a := e.algorithm(); a != nil {
		return a.Split(s)
	}
	return resolve.Split(s)
}

// algorithmOf finds the algorithm that the edition's data names, nil for none.
func algorithmOf(e *Edition) *resolve.Algorithm {
	name := e.Source().Resolution.Algorithm
	if name == "" {
		return nil
	}
	a, ok := resolve.Lookup(name)
	if !ok {
		panic(fmt.Sprintf("grammar: %s.json: there is no resolution algorithm %q", e.name, name))
	}
	return a
}
