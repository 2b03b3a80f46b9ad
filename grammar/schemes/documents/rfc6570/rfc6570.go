// Package rfc6570 has the grammar of RFC 6570, URI Template, for programs that need none of
// the other documents of package schemes.
package rfc6570

import (
	"embed"
	"sync"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/reading"
)

//go:embed rfc6570.bnf rfc6570.json
var folder embed.FS

var read = sync.OnceValue(func() *grammar.Grammar {
	src, err := reading.Read(folder, "rfc6570")
	if err != nil {
		panic("rfc6570: " + err.Error()) // the tests of package schemes hold the data to be sound
	}
	g, err := grammar.FromVerified(src, nil)
	if err != nil {
		panic("rfc6570: " + err.Error())
	}
	return g
})

// Grammar returns the grammar, whose start rule is URI-Template. With its errata
// ([grammar.Grammar.Corrected]), "'" is a literal: erratum 6937 of the RFC Editor, which is
// verified. The first call reads the grammar, which takes milliseconds; later calls return the
// same one. It may be used concurrently.
func Grammar() *grammar.Grammar { return read() }
