package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// encodeCmd escapes data for a component.
type encodeCmd struct {
	editionFlag
	Component string  `required:"" placeholder:"NAME" help:"The component that the data is for, or a rule of the edition."`
	Charset   charset `placeholder:"CHARSET" help:"The character set whose octets stand for the text (default: the octets as they are, which is UTF-8 for text in UTF-8)."`
	JSON      bool    `name:"json" help:"Write JSON Lines."`
	input
}

// lateHelp is what --help says after the flags.
func (c *encodeCmd) lateHelp() string {
	return `Each REF is data: "%" is escaped too, so nothing is taken as escaped already. What must be escaped comes from the edition's grammar.

The components of each edition:
` + componentsHelp()
}

// componentsHelp lists the components that each edition writes data into.
func componentsHelp() string {
	var b strings.Builder
	for _, e := range editions.All() {
		names := slices.Sorted(maps.Keys(e.Source().Data))
		fmt.Fprintf(&b, "\n\t%-13s  %s", e.Name(), strings.Join(names, ", "))
	}
	return b.String()
}

// component finds the escaper of a component.
func (e *edition) component(name string) (*compose.Escaper, error) {
	escaper, err := compose.NewEscaper(e.Edition, name)
	return escaper, unknown(err)
}

func (c *encodeCmd) Run(s *session) error {
	escaper, err := c.Edition.component(c.Component)
	if err != nil {
		return err
	}
	return c.each(s, func(s *session, w *worker) {
		for data := range w.refs {
			octets, err := c.Charset.octets(data)
			text := ""
			if err == nil {
				text, err = escaper.Encode(octets)
			}
			if err != nil {
				s.no()
			}
			switch {
			case c.JSON:
				s.json(escapeJSON(&c.Edition, c.Component, &c.Charset, data, "encoded", text, err))
			case err != nil:
				c.record(s, newFault("data", err).line(s, "not encoded"))
			default:
				c.record(s, s.result(text))
			}
		}
	})
}

// decodeCmd is the way back from encodeCmd.
type decodeCmd struct {
	editionFlag
	Component string  `placeholder:"NAME" help:"The component that the text is, or a rule of the edition (default: any; then the text may hold no delimiter)."`
	Charset   charset `placeholder:"CHARSET" help:"The character set whose octets stand for the text (default: the octets are written as they are)."`
	JSON      bool    `name:"json" help:"Write JSON Lines."`
	input
}

// lateHelp is what --help says after the flags.
func (c *decodeCmd) lateHelp() string {
	return `Each REF is the text of one component; escapes are undone once. A whole reference is refused, because its delimiters could not be told from data any more: split it first, and name the component. Data that holds the end of a line needs --null or --json.

The components of each edition:
` + componentsHelp()
}

// errLineEnd refuses data that would be two lines of output.
var errLineEnd = errors.New("the data holds the end of a line; --null or --json shows it")

func (c *decodeCmd) Run(s *session) error {
	escaper := compose.NewUnnamedEscaper(c.Edition.Edition)
	if c.Component != "" {
		var err error
		if escaper, err = c.Edition.component(c.Component); err != nil {
			return err
		}
	}
	return c.each(s, func(s *session, w *worker) {
		for text := range w.refs {
			data, err := escaper.Decode(text)
			if err == nil {
				data, err = c.Charset.text(data)
			}
			if err == nil && !c.JSON && !c.Null && strings.ContainsAny(data, "\r\n") {
				err = errLineEnd
			}
			if err != nil {
				s.no()
			}
			if s.terminal {
				data = visible(data)
			}
			switch {
			case c.JSON:
				s.json(escapeJSON(&c.Edition, c.Component, &c.Charset, text, "decoded", data, err))
			case err != nil:
				c.record(s, newFault("text", err).line(s, "not decoded"))
			default:
				c.record(s, data)
			}
		}
	})
}

// escapeJSON returns what --json writes: the result under a name of its own.
func escapeJSON(e *edition, component string, c *charset, in, name, out string, err error) *object {
	o := new(object)
	o.text("input", in)
	o.edition(e.Edition)
	o.optional("component", component, component != "")
	if c.encoding != nil {
		o.text("charset", c.name)
	}
	if err != nil {
		o.add(name, nil)
		o.add("error", newFault("", err))
		return o
	}
	o.text(name, out)
	return o
}
