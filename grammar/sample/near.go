package sample

import (
	"iter"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// NearMiss is a string that is not of the language.
type NearMiss struct {
	Text string
	// Offset is the length in bytes of its longest prefix that some string of the
	// language begins with: the offset of the error that the language's Check returns.
	Offset int
}

// NearMisses yields strings that are not of the language: for each state of the minimal
// automaton and each character class that leaves the language there, a shortest string
// that leads to the state, a character of the class, and what would complete the string
// without it. For each state where a string must not end there is also the string that
// ends there. Where characters are code points, one more string for each state has a
// byte there that is not UTF-8. All strings are different.
//
// There are as many as the automaton has such transitions: about a thousand for the
// references of an edition. They are made as they are asked for. The error is a
// [*grammar.LimitError].
func NearMisses(l *grammar.Language) (iter.Seq[NearMiss], error) {
	d, err := l.Characters()
	if err != nil {
		return nil, err
	}
	g := l.Grammar()
	return func(yield func(NearMiss) bool) {
		if !d.Live()[0] {
			return // there is no state to leave
		}
		encoded := g.Source().UTF8()
		rank := g.Readable(true)
		words := d.Words(rank)
		encode := func(word []int32) string {
			if !encoded {
				return string(bytesOf(word))
			}
			return string(word)
		}
		classes := d.Classes().Representatives(rank)
		for state, live := range d.Live() {
			if !live {
				continue
			}
			to := encode(words.To(state))
			word, _ := words.From(state)
			from := encode(word)
			if !d.Accepting(state) && !yield(NearMiss{to, len(to)}) {
				return
			}
			for _, c := range classes {
				if !d.Live()[d.Step(state, c)] && isCharacter(c, encoded) {
					if !yield(NearMiss{to + encode([]int32{c}) + from, len(to)}) {
						return
					}
				}
			}
			if encoded && !yield(NearMiss{to + "\xFF" + from, len(to)}) {
				return
			}
		}
	}, nil
}

// isCharacter is false for surrogates, which have no form in UTF-8.
func isCharacter(c int32, encoded bool) bool { return !encoded || utf8.ValidRune(c) }
