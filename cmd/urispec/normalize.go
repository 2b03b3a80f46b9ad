package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
)

// normalizeCmd makes equivalent references equal.
type normalizeCmd struct {
	editionFlag
	Steps []string `placeholder:"STEP" help:"Take these steps only, in the edition's order (default: all that it permits)."`
	formFlags
	input
}

// lateHelp is what --help says after the flags. It reads all
// editions, so it is made only when somebody asks for it.
func (c *normalizeCmd) lateHelp() string {
	var b strings.Builder
	b.WriteString(`The output has one line for each normalized reference. If there is none, standard error says why.

No step changes what a reference means. A relative reference keeps its default port, and the dot segments of a path that does not begin with "/": what they mean depends on the base.

The steps that each edition permits, in the order in which they are taken, with their sections:
`)
	for _, e := range editions.All() {
		var steps []string
		for _, n := range e.Document().Normalization {
			steps = append(steps, fmt.Sprintf("%s (%s)", n.Step, n.Section))
		}
		name := e.Name()
		for _, line := range wrap(strings.Join(steps, ", "), lineWidth-len("url-syntax-02  ")) {
			fmt.Fprintf(&b, "\n\t%-13s  %s", name, line)
			name = ""
		}
	}
	return b.String()
}

func (c *normalizeCmd) Run(s *session) error {
	n, err := c.Edition.Normalizer(c.Steps...)
	if err != nil {
		return unknown(err)
	}
	return c.rewrite(s, c.formFlags, rewriting{in: "reference", missing: "not normalized", make: n.Normalize, json: c.result})
}

// result returns what --json writes for a reference.
func (c *normalizeCmd) result(ref, normalized string, err error) *object {
	out := new(object)
	out.text("input", ref)
	out.edition(c.Edition.Edition)
	out.verdict(err == nil || c.Edition.Valid(ref), err)
	if err != nil {
		out.add("normalized", nil)
		return out
	}
	out.text("normalized", normalized)
	out.add("changed", normalized != ref)
	return out
}
