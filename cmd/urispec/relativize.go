package main

// relativizeCmd is the inverse of resolveCmd.
type relativizeCmd struct {
	editionFlag
	Base string `required:"" placeholder:"BASE" help:"The base of the references to find: an absolute reference."`
	formFlags
	input
}

// Help is what --help says after the flags.
func (c *relativizeCmd) Help() string {
	return `Each REF is a target, which is an absolute reference. The result is the shortest reference that "urispec resolve" turns into this target, byte for byte. It may be the empty reference, which is an empty line. If there is none, standard error says why. With --tsv, each row has the base, the target and the reference.`
}

func (c *relativizeCmd) Run(s *session) error {
	if _, err := c.Edition.Algorithm(); err != nil {
		return err
	}
	return c.rewrite(s, c.formFlags, rewriting{
		in: "target", missing: "no reference", make: c.relativizer(), json: c.result,
		first: []value{some(c.Base)},
	})
}

// relativizer returns a function that finds the reference to a target.
func (c *relativizeCmd) relativizer() func(target string) (string, error) {
	base, err := c.Edition.Base(c.Base)
	if err != nil {
		return func(string) (string, error) { return "", err }
	}
	return base.Relativize
}

// result returns what --json writes for a target.
func (c *relativizeCmd) result(target, ref string, err error) *object {
	out := new(object)
	out.text("base", c.Base)
	out.text("target", target)
	out.edition(c.Edition.Edition)
	if err != nil {
		out.add("reference", nil)
		out.add("error", newFault("target", err).json())
		return out
	}
	out.text("reference", ref)
	return out
}
