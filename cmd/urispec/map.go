package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/iri"
)

// mapCmd maps IRI references to URI references, and back.
type mapCmd struct {
	Edition  edition `short:"e" default:"rfc3987" placeholder:"EDITION" help:"The edition that defines the mapping (default: rfc3987)."`
	To       string  `enum:"uri,iri" default:"uri" help:"The result: uri maps an IRI to a URI (the default), iri maps a URI to an IRI."`
	IDNA     bool    `name:"idna" help:"Convert the host to its form in the DNS, or back, if the scheme's hosts are domain names."`
	Excluded bool    `help:"Escape printable US-ASCII characters that no IRI may have, such as spaces, instead of refusing them."`
	Trace    bool    `help:"Show each step by the document's own number."`
	formFlags
	input
}

// Help is what --help says after the flags.
func (c *mapCmd) Help() string {
	return fmt.Sprintf(`The output has one line for each mapped reference. If there is none, standard error says why; with --trace, the line gives the reason in parentheses. A record of more than 16 MiB is not read, whatever --max-record allows.

The input is UTF-8, and is not normalized to NFC (step 1c of section 3.1). With --to=iri, escaped octets become characters if they are UTF-8 and the component may have the character, unless section 4.1 or 6.1 advises against it.

With --idna, the host of a reference is converted label by label if its scheme is one of %s. The conversion is that of UTS #46, which browsers use, not ToASCII and ToUnicode of RFC 3490, which section 3.1 names: it keeps "ß" and "ς", and accepts characters that Unicode gained after version 3.2.

In --trace, octets beyond US-ASCII are written as in the document: <c3>.`, strings.Join(iri.DomainSchemes(), ", "))
}

func (c *mapCmd) Run(s *session) error {
	uris, _ := editions.Lookup(c.Edition.Document().Mapping.URI)
	mapper, err := iri.New(c.Edition.Edition, uris)
	if err != nil {
		return err
	}
	if c.To == "iri" && c.Excluded {
		return fmt.Errorf("--excluded is for --to=uri")
	}
	if c.Trace && c.TSV {
		return errTracedTable
	}
	out := c.strings(c.formFlags)
	out.bare, out.most = out.bare && !c.Trace, maxLong
	return c.each(s, out, func(s *session, w *worker) {
		o := iri.Options{IDNA: c.IDNA, Excluded: c.Excluded}
		var steps []iri.Step // for the current reference
		if c.Trace {
			o.Trace = func(step iri.Step) { steps = append(steps, step) }
		}
		apply := mapper.ToURI
		if c.To == "iri" {
			apply = mapper.ToIRI
		}
		for ref := range w.refs {
			steps = nil
			mapped, err := apply(ref, o)
			if err != nil {
				s.no()
			}
			if c.JSON {
				s.json(c.result(ref, mapped, err, steps))
				continue
			}
			var f *fault
			if err != nil {
				f = newFault("reference", err)
				if host, ok := errors.AsType[*iri.HostError](err); ok {
					f.text = host.Error() // with the section
				}
			}
			text := out.shown(s, mapped)
			if !c.Trace {
				out.write(s, ref, text, "not mapped", f)
				continue
			}
			if f != nil {
				text = f.line(s, "not mapped")
			}
			c.record(s, strings.Join(append([]string{text}, mapTrace(s, steps)...), "\n"))
		}
	})
}

// result returns what --json writes for a reference.
func (c *mapCmd) result(ref, mapped string, err error, steps []iri.Step) *object {
	out := new(object)
	out.text("input", ref)
	out.text("edition", c.Edition.Name())
	out.verdict(c.Edition.Valid(ref), err)
	out.text("to", c.To)
	if err != nil {
		out.add("mapped", nil)
	} else {
		out.text("mapped", mapped)
		out.add("changed", mapped != ref)
	}
	if c.Trace {
		trace := make([]*object, len(steps))
		for i, step := range steps {
			trace[i] = new(object)
			trace[i].text("step", step.Number)
			trace[i].text("what", step.What)
			trace[i].text("result", step.Result)
		}
		out.add("trace", trace)
	}
	return out
}

// mapTrace returns the lines that show the steps of a mapping to people: the number
// of each, what it did, and the result.
func mapTrace(s *session, steps []iri.Step) []string {
	numbers := 0 // columns
	for _, step := range steps {
		numbers = max(numbers, columns(step.Number))
	}
	room := s.room(len("    ")+numbers+len("  "), lineWidth-numbers-len("  "))
	var lines []string
	for _, step := range steps {
		number := step.Number
		for _, text := range append(wrap(step.What, room), beginning(step.Result, room)) {
			lines = append(lines, "    "+s.color.dim(fmt.Sprintf("%-*s", numbers, number))+"  "+text)
			number = ""
		}
	}
	return lines
}
