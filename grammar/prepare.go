package grammar

// Prepare builds now what the methods of an edition otherwise build when they first need
// it, so that a server does so before its first request: what decides, parses, resolves and
// normalizes references, and what explains errors. That takes up to some tens of
// milliseconds. Trees are not prepared, because few programs ask for them.
//
// It may be called concurrently, and with other uses of the edition.
func Prepare(e *Edition) {
	for _, l := range []*Language{e.References(), e.Absolute(), e.URIs()} {
		l.Prepare()
	}
	e.match.get(e, (*Edition).newMatcher)
	e.basis.get(e, basisOf)
	e.normalizer.get(e, (*Edition).allSteps)
}

// Prepare builds now what Valid, Viable and Check otherwise build when they first need it:
// see the function [Prepare].
func (l *Language) Prepare() {
	l.accept.get(l, l.acceptor)
	l.explain.get(l, newExplainer)
	l.Automaton()
}
