package sample

import (
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
)

// Verdicts are what several languages say of a string.
type Verdicts struct {
	Text  string
	Valid []bool // by language, in the order in which they were given
}

// MaxTuples is how many tuples of states Between searches, one of each language.
const MaxTuples = 1 << 18

// Between returns every list of verdicts that the languages give on some string, each
// with a shortest such string, shorter strings first. Nothing is sampled: a list that is
// not there is given on no string. For the references of all editions it takes some
// seconds at most.
//
// The languages may be of different grammars; strings are bytes to all of them. The error is
// a [*LimitError].
func Between(languages ...*grammar.Language) ([]Verdicts, error) {
	if len(languages) == 0 {
		return nil, nil
	}
	var ds []*automaton.DFA
	for _, l := range languages {
		ds = append(ds, l.Automaton())
	}
	all, ok := automaton.AllVerdicts(ds, languages[0].Grammar().Readable(false), MaxTuples)
	if !ok {
		return nil, &LimitError{languages[0].String() + " and others", "tuples of states", MaxTuples + 1, MaxTuples}
	}
	var out []Verdicts
	for _, v := range all {
		out = append(out, Verdicts{string(bytesOf(v.Word)), v.Accept})
	}
	return out, nil
}
