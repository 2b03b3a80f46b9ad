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

// References returns the names of the rules that the rule refers to, as they are
// written, each spelling once.
func (r *Rule) References() []string {
	var names []string
	seen := make(map[string]bool)
	r.Elements.eachReference(func(ref *Rulename) {
		if !seen[ref.Name] {
			seen[ref.Name] = true
			names = append(names, ref.Name)
		}
	})
	return names
}

// Map returns a copy of the rule with another name, in which each element without
// brackets is what f returns for it: the element itself, or one to take its place.
func (r *Rule) Map(name string, f func(Element) Element) *Rule {
	out := *r
	out.Name, out.Elements = name, r.Elements.mapped(f)
	return &out
}

func (a *Alternation) mapped(f func(Element) Element) *Alternation {
	out := &Alternation{Pos: a.Pos, Concatenations: make([]*Concatenation, len(a.Concatenations))}
	for i, c := range a.Concatenations {
		seq := &Concatenation{Pos: c.Pos, Repetitions: make([]*Repetition, len(c.Repetitions))}
		for j, r := range c.Repetitions {
			copied := *r
			switch e := r.Element.(type) {
			case *Group:
				copied.Element = &Group{Pos: e.Pos, Alternation: e.Alternation.mapped(f)}
			case *Option:
				copied.Element = &Option{Pos: e.Pos, Alternation: e.Alternation.mapped(f)}
			default:
				copied.Element = f(e)
			}
			seq.Repetitions[j] = &copied
		}
		out.Concatenations[i] = seq
	}
	return out
}

// Prose returns the text of the prose value that is the whole definition of the
// rule; ok is false if the definition is something else.
func (r *Rule) Prose() (text string, ok bool) {
	if len(r.Elements.Concatenations) != 1 || len(r.Elements.Concatenations[0].Repetitions) != 1 {
		return "", false
	}
	only := r.Elements.Concatenations[0].Repetitions[0]
	prose, ok := only.Element.(*ProseVal)
	if !ok || only.Min != 1 || only.Max != 1 {
		return "", false
	}
	return prose.Text, true
}
