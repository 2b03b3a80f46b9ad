package reading

import "slices"

// An option is a part of the reading that applies only on request: a demand of the prose
// that most programs do not make. Its decisions name it.

// Optional returns the decisions that belong to an option, in the order of the data,
// whether it is chosen or not.
func (src *Source) Optional() []Decision { return slices.Clone(src.optional) }

// Options returns the names of the options that there are, in the order of the data.
func (src *Source) Options() []string {
	var names []string
	for _, d := range src.optional {
		if !slices.Contains(names, d.Option) {
			names = append(names, d.Option)
		}
	}
	return names
}

// Chosen returns the options that the grammar is read with: none, unless it is made from
// what [Source.With] returns.
func (src *Source) Chosen() []string { return slices.Clone(src.chosen) }

// With returns the source of the grammar with options chosen besides those that are. A
// name that is none of Options changes nothing.
func (src *Source) With(options ...string) *Source {
	w := *src
	w.chosen, w.Reading = slices.Clone(src.chosen), slices.Clone(src.Reading)
	for _, name := range src.Options() {
		if !slices.Contains(options, name) || slices.Contains(w.chosen, name) {
			continue
		}
		w.chosen = append(w.chosen, name)
		for _, d := range src.optional {
			if d.Option == name {
				w.Reading = append(w.Reading, d)
			}
		}
	}
	return &w
}
