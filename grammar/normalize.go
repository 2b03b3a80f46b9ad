package grammar

import (
	"slices"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/resolve"
)

// Normalizer makes equivalent references equal, by steps that an edition
// licenses. It may be used concurrently.
type Normalizer struct {
	edition *Edition
	accept  *automaton.Acceptor // knows strings that no step changes; nil if it is not there
	n       resolve.Normalizer
}

// Normalizer returns the normalizer that takes the named steps, or all that
// the edition licenses if none is named. The error is an [*UnknownNameError].
func (e *Edition) Normalizer(steps ...string) (*Normalizer, error) {
	n := &Normalizer{edition: e}
	var known []string
	for _, step := range e.Document().Normalization {
		known = append(known, step.Step)
		if len(steps) > 0 && !slices.Contains(steps, step.Step) {
			continue
		}
		var err error
		if step.Beyond, err = e.beyond(&step); err != nil {
			return nil, err
		}
		n.n.Steps = append(n.n.Steps, step.Equivalence)
	}
	for _, name := range steps {
		if !slices.Contains(known, name) {
			return nil, &UnknownNameError{e.String(), "normalization", name, known}
		}
	}
	unreserved, err := e.grammar.Chars(e.Document().Unreserved)
	if err != nil {
		return nil, err
	}
	n.n.Unreserved = unreserved.Bytes
	if l := &e.references; automaton.Vector() {
		n.accept = l.accept.get(l, l.acceptor)
	}
	return n, nil
}

// allSteps returns the normalizer that takes all steps.
func (e *Edition) allSteps() *Normalizer {
	n, err := e.Normalizer()
	if err != nil {
		panic(err) // cannot happen, because the data has been verified
	}
	return n
}

// beyond returns the characters beyond US-ASCII that a step reads out of escaped
// octets, nil for none. There is no error where [Document.verify] has found none.
func (e *Edition) beyond(step *Normalization) (func(rune) bool, error) {
	if step.Characters == "" {
		return nil, nil
	}
	set, err := e.grammar.read().CharSet(step.Characters)
	if err != nil {
		return nil, err
	}
	for _, c := range e.grammar.CharClasses() {
		if slices.Contains(step.Without, c.Name) {
			set = set.Minus(c.set)
		}
	}
	return set.Has, nil
}

// Normalize returns the reference with all steps taken: a string that conforms
// and that normalizes to itself, for which it allocates nothing. The error is that of
// [Edition.Parse]. What the
// steps do to relative references is said at [resolve.Normalizer].
func (n *Normalizer) Normalize(s string) (string, error) {
	if n.accept != nil && n.accept.Settled(s) && n.n.Settled(s) {
		return s, nil
	}
	var ref ast.Reference
	if err := n.edition.ParseInto(&ref, s); err != nil {
		return "", err
	}
	return n.n.Normalize(&ref), nil
}

// Equivalent says whether two references are equivalent, and by which steps:
// as few as make them equal, none if they are the same string. The error is that
// of [Edition.Parse] for the first that does not conform. That references are
// not equivalent does not say that they identify different things.
func (n *Normalizer) Equivalent(a, b string) (steps []string, ok bool, err error) {
	x, err := n.edition.Parse(a)
	if err != nil {
		return nil, false, err
	}
	y, err := n.edition.Parse(b)
	if err != nil {
		return nil, false, err
	}
	taken, ok := n.n.Equivalent(&x, &y)
	for _, e := range taken {
		steps = append(steps, e.Step)
	}
	return steps, ok, nil
}

// Normalize returns a reference with the named steps of normalization taken, or
// all that the edition licenses if none is named. A [Normalizer] saves choosing them
// each time, if some are named.
func (e *Edition) Normalize(s string, steps ...string) (string, error) {
	if len(steps) == 0 {
		return e.normalizer.get(e, (*Edition).allSteps).Normalize(s)
	}
	n, err := e.Normalizer(steps...)
	if err != nil {
		return "", err
	}
	return n.Normalize(s)
}
