package main

// rewriting is the work of the commands that make one string of each reference.
type rewriting struct {
	in      string // what is at fault if nothing else is, see [newFault]: "reference"
	missing string // what is said where there is no result: "not normalized"
	make    func(ref string) (string, error)
	json    func(ref, made string, err error) *object // what --json writes
}

// rewrite does this work on all references, and writes the results or the reasons
// why there is none.
func (in *input) rewrite(s *session, asJSON bool, r rewriting) error {
	return in.each(s, in.records(asJSON), func(s *session, w *worker) {
		for ref := range w.refs {
			made, err := r.make(ref)
			if err != nil {
				s.no()
			}
			switch {
			case asJSON:
				s.json(r.json(ref, made, err))
			case err != nil:
				in.record(s, newFault(r.in, err).line(s, r.missing))
			default:
				in.record(s, s.shown(made))
			}
		}
	})
}
