package resolve

import "github.com/urispec/urispec/ast"

// TakeAll is [Normalizer.Normalize] without a glance at the whole.
func TakeAll(n *Normalizer, ref *ast.Reference) string { return n.takeAll(ref, n.Steps) }

// IsSettled reports whether it is seen at a glance that no step of n changes ref.
func IsSettled(n *Normalizer, ref *ast.Reference) bool { return settled(ref, n.Steps, &n.Unreserved) }
