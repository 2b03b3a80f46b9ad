package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// encodeCmd escapes data for a component.
type encodeCmd struct {
	editionFlag
	Component string  `required:"" placeholder:"COMPONENT" help:"The component that the data is for, or a rule of the edition."`
	Strict    bool    `help:"Escape everything but unreserved characters."`
	Charset   charset `placeholder:"CHARSET" help:"The character set in which to encode the text (default: keep its octets, which are UTF-8 if the text is)."`
	formFlags
	input
}

func (c *encodeCmd) inputName() (one, many string) { return "data", "data" }

// lateHelp is what --help says after the flags.
func (c *encodeCmd) lateHelp() string {
	return `Each argument or line is data: "%" is escaped too, so nothing counts as escaped already. The edition's grammar says which characters must be escaped.

Delimiters that only a scheme knows may stay: "&" and "=" in a query, for example. In a query-value, which is a key or a value in a query, everything but unreserved characters is escaped; --strict does that in every component that has escapes. A record of more than 16 MiB is not read, whatever --max-record allows.

The components of each edition:
` + componentsHelp()
}

// componentsHelp lists the components of each edition that can hold data.
func componentsHelp() string { return listOfEditions(compose.Components) }

// listOfEditions lists names that each edition has.
func listOfEditions(names func(*grammar.Edition) []string) string {
	var b strings.Builder
	for _, e := range editions.All() {
		name := e.Name()
		for _, line := range wrap(strings.Join(names(e), ", "), lineWidth-len("url-syntax-02  ")) {
			fmt.Fprintf(&b, "\n\t%-13s  %s", name, line)
			name = ""
		}
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
	if err == nil && c.Strict {
		escaper, err = escaper.Strict()
	}
	if err != nil {
		return err
	}
	encode := func(data string) (string, error) {
		octets, err := c.Charset.octets(data)
		if err != nil {
			return "", err
		}
		return escaper.Encode(octets)
	}
	return c.rewrite(s, c.formFlags, rewriting{in: "data", missing: "not encoded", make: encode, json: c.result, most: maxLong})
}

// result returns what --json writes for data.
func (c *encodeCmd) result(data, text string, err error) *object {
	return escapeJSON(&c.Edition, c.Component, &c.Charset, data, "encoded", text, err)
}

// decodeCmd is the inverse of encodeCmd.
type decodeCmd struct {
	editionFlag
	Component string  `placeholder:"COMPONENT" help:"The component that the text is, or a rule of the edition (default: any component, but then the text must not contain a delimiter)."`
	Charset   charset `placeholder:"CHARSET" help:"The character set of the decoded octets (default: write the octets as they are)."`
	formFlags
	input
}

func (c *decodeCmd) inputName() (one, many string) { return "text", "texts" }

// lateHelp is what --help says after the flags.
func (c *decodeCmd) lateHelp() string {
	return `Each argument or line is the text of one component. Escapes are undone once. A whole reference is refused, because afterwards its delimiters would look like data: split it first, and name the component. Data with line ends needs --null, --tsv or --json. A record of more than 16 MiB is not read, whatever --max-record allows.

The components of each edition:
` + componentsHelp()
}

// errLineEnd refuses what would take two lines of output.
var errLineEnd = errors.New("it has a line end; use --null, --tsv or --json")

func (c *decodeCmd) Run(s *session) error {
	escaper := compose.NewUnnamedEscaper(c.Edition.Edition)
	if c.Component != "" {
		var err error
		if escaper, err = c.Edition.component(c.Component); err != nil {
			return err
		}
	}
	decode := func(text string) (string, error) {
		data, err := escaper.Decode(text)
		if err == nil {
			data, err = c.Charset.text(data)
		}
		if err == nil && !c.JSON && !c.TSV && !c.Null && strings.ContainsAny(data, "\r\n") {
			err = errLineEnd
		}
		return data, err
	}
	return c.rewrite(s, c.formFlags, rewriting{in: "text", missing: "not decoded", make: decode, json: c.result, most: maxLong})
}

// result returns what --json writes for text.
func (c *decodeCmd) result(text, data string, err error) *object {
	return escapeJSON(&c.Edition, c.Component, &c.Charset, text, "decoded", data, err)
}

// escapeJSON returns what --json writes, with the result under the given name.
func escapeJSON(e *edition, component string, c *charset, in, name, out string, err error) *object {
	o := new(object)
	o.text("input", in)
	o.edition(e.Edition)
	if err != nil {
		o.add("error", newFault("", err).json())
	}
	o.optional("component", component, component != "")
	if c.encoding != nil {
		o.text("charset", c.name)
	}
	if err != nil {
		o.add(name, nil)
		return o
	}
	o.text(name, out)
	return o
}
