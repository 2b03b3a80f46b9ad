package grammar

import (
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
