package bnf

// each visits every repetition in an alternation, in the order of the text. One
// with brackets comes before those inside.
func (a *Alternation) each(visit func(*Repetition)) {
	for _, c := range a.Concatenations {
		for _, r := range c.Repetitions {
			visit(r)
			switch e := r.Element.(type) {
			case *Group:
				e.Alternation.each(visit)
			case *Option:
				e.Alternation.each(visit)
			}
		}
	}
}

// eachReference visits every rule name in an alternation, in the order of the text.
func (a *Alternation) eachReference(visit func(*Rulename)) {
	a.each(func(r *Repetition) {
		if name, ok := r.Element.(*Rulename); ok {
			visit(name)
		}
	})
}
