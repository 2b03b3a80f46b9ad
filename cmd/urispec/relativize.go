package main

// relativizeCmd is the inverse of resolveCmd.
type relativizeCmd struct {
	editionFlag
	baseFlags
	formFlags
	input
}

func (c *relativizeCmd) inputName() (one, many string) { return "target", "targets" }

// Help is what --help says after the flags.
func (c *relativizeCmd) Help() string {
	return `A target is an absolute reference. The result is the shortest reference that "urispec resolve" turns into this target, byte for byte. It may be the empty reference, which is an empty line. If there is none, standard error says why. With --pairs, each target comes after its base and a TAB. With --tsv, each row has the base, the target and the reference.`
}

func (c *relativizeCmd) Run(s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	if _, err := c.Edition.Algorithm(); err != nil {
		return err
	}
	out := c.strings(c.formFlags, absent)
	return c.each(s, out, func(s *session, w *worker) {
		relativizers := bases[relativizer]{prepare: c.relativizer}
		for record := range w.refs {
			base, target, err := c.cut(record)
			if err != nil {
				out.notPair(s, &c.Edition, record, "no reference")
				continue
			}
			ref, err := relativizers.of(base)(target)
			var f *fault
			if err != nil {
				s.no()
				f = newFault("target", err)
				c.locate(base, f)
			}
			if c.JSON {
				s.json(c.result(base, target, ref, f))
			} else {
				out.of(base).write(s, target, out.shown(s, ref), "no reference", f)
			}
		}
	})
}

// relativizer finds the reference to a target.
type relativizer func(target string) (string, error)

// relativizer returns the relativizer for a base.
func (c *relativizeCmd) relativizer(base string) relativizer {
	prepared, err := c.Edition.Base(base)
	if err != nil {
		return func(string) (string, error) { return "", err }
	}
	return prepared.Relativize
}

// result returns what --json writes for a target.
func (c *relativizeCmd) result(base, target, ref string, f *fault) *object {
	out := new(object)
	out.text("base", base)
	out.text("target", target)
	out.edition(c.Edition.Edition)
	if f != nil {
		out.add("reference", nil)
		out.add("error", f.json())
		return out
	}
	out.text("reference", ref)
	return out
}
