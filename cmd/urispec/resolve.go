package main

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/urispec/urispec/resolve"
)

// resolveCmd resolves each reference against a base.
type resolveCmd struct {
	editionFlag
	baseFlags
	DotDot     dotDot `placeholder:"retain|remove|error" help:"What to do with more \"..\" than the base has levels, if the edition leaves that open (default: what its own examples show)."`
	Loose      bool   `help:"Ignore the scheme of a reference if it is that of the base, where the edition permits it."`
	NewRequest bool   `help:"Let a reference to the current document give the base, as for an HTML form."`
	Unchecked  bool   `help:"Only split the base and the references (by Appendix B; in rfc1808 by section 2.4) without checking that they conform, and give the literal result of the steps."`
	Trace      bool   `help:"Show each step by the edition's own number."`
	formFlags
	input
}

// dotDot is the value of --dot-dot.
type dotDot struct{ resolve.DotDot }

// UnmarshalText finds the value with that name.
func (d *dotDot) UnmarshalText(text []byte) (err error) {
	d.DotDot, err = resolve.ParseDotDot(string(text))
	return err
}

// Help is what --help says after the flags.
func (c *resolveCmd) Help() string {
	return fmt.Sprintf(`The output has one line for each target. A reference to the current document has none, and its line is "(current document)" with the fragment. For every other reference without a target, standard error says why; with --trace, its line gives the reason in parentheses. With --tsv, each row has the base, the reference and the target. With --trace, a record may have up to 16 MiB.

The editions that leave --dot-dot open are %s; those that permit --loose are %s.

In rfc3986 the form of a reference never makes it a reference to the current document: "" gives the base, and whether a target is the current document shows only when the two are compared (4.4). So "same_document" is always false there. It is always false in rfc1808 too, where "" gives the base with its fragment (4 step 2a).

In rfc2396 --loose is right only for a scheme that "is known to always use the <hier_part> syntax" (5.2 step 3), which this command cannot know.

In url-syntax-02 and url-syntax-09 a target need not conform: from http://h, "?y" gives http://h?y, which the grammar does not derive. JSON then has "conforms":false.`,
		leftOpenBy(resolve.Options{DotDot: resolve.Refuse}), leftOpenBy(resolve.Options{Loose: true}))
}

// leftOpenBy names the editions that permit the choices of o.
func leftOpenBy(o resolve.Options) string {
	var names []string
	for _, a := range resolve.Algorithms() {
		if a.Allows(o) == nil {
			names = append(names, a.Name())
		}
	}
	return strings.Join(names, ", ")
}

func (c *resolveCmd) Run(s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	algorithm, err := c.Edition.Algorithm()
	if err != nil {
		return err
	}
	o := resolve.Options{DotDot: c.DotDot.DotDot, Loose: c.Loose, NewRequest: c.NewRequest, Unchecked: c.Unchecked}
	if err := algorithm.Allows(o); err != nil {
		return err
	}
	if c.Trace && c.TSV {
		return errTracedTable
	}
	out := c.strings(c.formFlags, absent)
	out.bare = out.bare && !c.Trace
	if c.Trace {
		out.most = maxLong
	}
	return c.each(s, out, func(s *session, w *worker) {
		report := c.reporter(s, out)
		resolvers := bases[resolver]{prepare: func(base string) resolver { return c.resolver(algorithm, base) }}
		var (
			target []byte
			steps  []resolve.Step // for the current reference
		)
		o := o
		if c.Trace {
			o.Trace = func(step resolve.Step) { steps = append(steps, step) }
		}
		for record := range w.refs {
			base, ref, err := c.cut(record)
			if err != nil {
				out.notPair(s, &c.Edition, record, "no target")
				continue
			}
			steps = nil
			target, err = resolvers.of(base)(target[:0], ref, o)
			if err != nil && !isSameDocument(err) {
				s.no()
			}
			// The target is read before its buffer is used again.
			report(resolution{base, ref, unsafe.String(unsafe.SliceData(target), len(target)), err, steps})
		}
	})
}

// resolver appends the target of a reference.
type resolver func(dst []byte, ref string, o resolve.Options) ([]byte, error)

// resolver returns the resolver for a base.
func (c *resolveCmd) resolver(algorithm *resolve.Algorithm, base string) resolver {
	if c.Unchecked {
		base := algorithm.Split(base)
		return func(dst []byte, ref string, o resolve.Options) ([]byte, error) {
			r := algorithm.Split(ref)
			return algorithm.AppendResolve(dst, &base, &r, o)
		}
	}
	prepared, err := c.Edition.Base(base)
	if err != nil {
		// This is an error of every reference, not wrong usage, so a batch reads on.
		return func(dst []byte, _ string, _ resolve.Options) ([]byte, error) { return dst, err }
	}
	return prepared.AppendResolve
}

// isSameDocument reports whether an error says that a reference is one to the current
// document.
func isSameDocument(err error) bool {
	same := new(resolve.SameDocumentError)
	return errors.As(err, &same)
}

// resolution is the outcome for one reference.
type resolution struct {
	base, ref, target string
	err               error
	steps             []resolve.Step // with --trace
}

// reporter returns a function that writes the result for one reference.
func (c *resolveCmd) reporter(s *session, out results) func(r resolution) {
	if c.JSON {
		return func(r resolution) { s.json(c.result(r)) }
	}
	return func(r resolution) {
		text := out.shown(s, r.target)
		var f *fault
		switch {
		case isSameDocument(r.err):
			text = r.err.Error()
			if !c.TSV {
				text = visible(text)
			}
		case r.err != nil:
			f = newFault("reference", r.err)
			c.locate(r.base, f)
		case c.Unchecked && !c.TSV && !c.Trace:
			s.visible(r.target)
			s.stdout.WriteByte(out.end)
			return
		case c.Unchecked && c.Trace:
			text = visible(r.target)
		}
		if !c.Trace {
			out.of(r.base).write(s, r.ref, text, "no target", f)
			return
		}
		if f != nil {
			text = f.line(s, "no target")
		}
		c.record(s, strings.Join(append([]string{text}, traceLines(s, r.steps)...), "\n"))
	}
}

// result returns what --json writes for a reference.
func (c *resolveCmd) result(r resolution) *object {
	out := new(object)
	out.text("base", r.base)
	out.text("reference", r.ref)
	out.edition(c.Edition.Edition)

	same, unwritable := new(resolve.SameDocumentError), new(resolve.UnwritableError)
	switch {
	case r.err == nil:
		out.text("target", r.target)
		out.add("same_document", false)
		if !c.Unchecked && !c.Edition.Valid(r.target) {
			out.add("conforms", false)
		}
	case errors.As(r.err, &same):
		out.add("target", nil)
		out.add("same_document", true)
		out.optional("fragment", same.Fragment, same.HasFragment)
	default:
		out.add("target", nil)
		if errors.As(r.err, &unwritable) {
			out.text("literal", unwritable.Literal)
		}
		out.add("error", newFault("reference", r.err).json())
	}
	if c.Trace {
		out.add("trace", traceJSON(r.steps))
	}
	return out
}
