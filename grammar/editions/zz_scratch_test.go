package editions_test

import (
	"testing"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

var sinkS string

func BenchmarkPhase(b *testing.B) {
	all := pairs(b)
	e := editions.RFC3986
	run := func(name string, f func(p pair)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, p := range all {
					f(p)
				}
			}
		})
	}
	var dst []byte
	run("valid-ref", func(p pair) { e.Valid(p.ref) })
	run("valid-base", func(p pair) { e.Valid(p.base) })
	var r, base ast.Reference
	run("split-ref", func(p pair) { resolve.RFC3986.SplitInto(&r, p.ref) })
	run("split-base", func(p pair) { resolve.RFC3986.SplitInto(&r, p.base) })
	run("split-append", func(p pair) {
		resolve.RFC3986.SplitInto(&base, p.base)
		resolve.RFC3986.SplitInto(&r, p.ref)
		dst, _ = resolve.RFC3986.AppendResolve(dst[:0], &base, &r, resolve.Options{})
	})
	run("split-resolve", func(p pair) {
		resolve.RFC3986.SplitInto(&base, p.base)
		resolve.RFC3986.SplitInto(&r, p.ref)
		sinkS, _ = resolve.RFC3986.Resolve(&base, &r, resolve.Options{})
	})
	run("resolve", func(p pair) { sinkS, _ = e.Resolve(p.base, p.ref) })
}
