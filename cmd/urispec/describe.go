package main

import (
	"fmt"
	"strconv"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
)

// describeCmd says what RFC 1738 says about URLs of its schemes.
type describeCmd struct {
	Edition   edition    `short:"e" default:"rfc1738" placeholder:"EDITION" help:"The edition (default: rfc1738, the only one that describes schemes)."`
	Corrected bool       `help:"Apply the errata that change which references conform."`
	Scheme    schemeFlag `placeholder:"DOCUMENT" help:"Show the parts by the document of the scheme instead: the current one, or DOCUMENT as in --scheme=rfc2368."`
	JSON      bool       `name:"json" help:"Write JSON Lines."`
	input
}

// Help is what --help says after the flags.
func (c *describeCmd) Help() string {
	return `For ten schemes (ftp, http, gopher, mailto, news, nntp, telnet, wais, file and prospero), RFC 1738 says which parts a URL has and what a client does with it. This command writes both below the URL: every part as it stands in the URL, and decoded if that differs; and the steps of the client in order, with the lines that it sends in quotes. The command itself sends nothing. Without --scheme, it works only with rfc1738, because later editions leave schemes to other documents.

A URL is refused, and has no steps, if an encoded line end would break a line that the client sends (section 6). The exit status is then 1, as for a URL that does not conform.

With --scheme, the output shows the parts that the rules of the scheme's document derive. The parts of a part stand below it. The section after a part defines its rule. Rules of single characters are left out. A fragment is judged by the edition, unless the document speaks of it. The edition is then rfc3986, or another one that -e names, except rfc1738. A reference without a scheme, or whose scheme has no document, has no parts; "urispec schemes" lists the documents.`
}

func (c *describeCmd) Run(s *session) error {
	if c.Scheme.asked {
		return c.byScheme(s)
	}
	if c.Edition.Edition != editions.RFC1738 {
		return fmt.Errorf("%s describes no schemes; only %s does", c.Edition, editions.RFC1738)
	}
	parse := schemes.Parse
	if c.Corrected {
		c.Edition.Edition = c.Edition.Edition.Corrected()
		parse = schemes.ParseCorrected
	}
	explain := newExplainer(&source{edition: c.Edition}, (*grammar.Edition).References)
	return c.each(s, results{json: c.JSON, end: '\n', apart: true}, func(s *session, w *worker) {
		report := c.reporter(s, explain)
		for ref := range w.refs {
			var d *schemes.Description
			u, err := parse(ref)
			if err == nil {
				d = schemes.Describe(u)
			}
			switch {
			case err != nil:
				s.failed(err)
			case d.Refused != nil:
				s.no()
			}
			report(ref, d, err)
		}
	})
}

// reporter returns a function that writes the result for one URL: its description or
// the error.
func (c *describeCmd) reporter(s *session, x *explainer) func(ref string, d *schemes.Description, err error) {
	if c.JSON {
		return func(ref string, d *schemes.Description, err error) { s.json(c.result(ref, d, err)) }
	}
	return func(ref string, d *schemes.Description, err error) {
		if s.preceded {
			fmt.Fprintln(s.stdout)
		}
		if err != nil {
			x.fail(s, ref, err)
			return
		}
		writeDescription(s, d)
	}
}

// writeDescription writes the output for people: the URL, and below it its parts, the
// steps and the notes:
//
//	ftp://h/%2Fetc/motd
//	    form      ftp://<user>:<password>@...
//	    user      (absent)
//	    cwd       "%2Fetc", decoded "/etc"
//	    port      21, the default
//
//	    1  connect to h, port 21 (3.2)
//	       the port is omitted and defaults to 21
//	    2  send "CWD /etc" (3.2.2)
func writeDescription(s *session, d *schemes.Description) {
	fmt.Fprintln(s.stdout, d.URL)
	width := len("section")
	for _, f := range d.Fields {
		width = max(width, len(f.Name))
	}
	item := func(label string, lines ...string) {
		for _, line := range lines {
			for _, part := range s.fitted(len("      ")+width, line) {
				fmt.Fprintf(s.stdout, "    %s  %s\n", s.color.dim(fmt.Sprintf("%-*s", width, label)), part)
				label = ""
			}
		}
	}
	item("form", d.Form)
	item("section", d.Section)
	for _, f := range d.Fields {
		text := "(absent)"
		if f.Present {
			text = `"` + f.Text + `"`
			if f.Decoded != f.Text {
				text += ", decoded " + quoted(f.Decoded)
			}
		} else if f.Name == "port" && d.Port != nil {
			text += ", which means " + d.Port.Number
		}
		item(f.Name, text)
	}
	if len(d.Steps) > 0 {
		fmt.Fprintln(s.stdout)
	}
	for i, step := range d.Steps {
		do := step.String()
		if step.Sent {
			do = `send "` + s.color.name(do) + `"`
		}
		if step.If != "" {
			do = "if " + step.If + ": " + do
		}
		number := fmt.Sprintf("%*d", len(strconv.Itoa(len(d.Steps))), i+1)
		do += " (" + step.Section + ")"
		label := number
		for _, line := range s.fitted(len("      ")+len(number), do) {
			fmt.Fprintf(s.stdout, "    %*s  %s\n", len(number), label, line)
			label = ""
		}
		for _, line := range wrap(step.Why, s.room(len("      ")+len(number), lineWidth-len(number))) {
			fmt.Fprintf(s.stdout, "    %*s  %s\n", len(number), "", s.color.dim(line))
		}
	}
	if d.Refused != nil || len(d.Notes) > 0 {
		fmt.Fprintln(s.stdout)
	}
	if d.Refused != nil {
		lines := wrap(d.Refused.Error(), lineWidth-width)
		for i := range lines {
			lines[i] = s.color.bad(lines[i])
		}
		item("refused", lines...)
	}
	for _, n := range d.Notes {
		item("note", wrap(fmt.Sprintf("%s (%s)", n.Text, n.Section), lineWidth-width)...)
	}
}

// result returns what --json writes for a URL.
func (c *describeCmd) result(ref string, d *schemes.Description, err error) any {
	if err != nil {
		out := new(object)
		out.text("input", ref)
		out.edition(c.Edition.Edition)
		out.verdict(c.Edition.Valid(ref), err)
		return out
	}
	return struct {
		Input     string `json:"input"`
		Edition   string `json:"edition"`
		Corrected bool   `json:"corrected,omitempty"`
		Valid     bool   `json:"valid"`
		*schemes.Description
	}{ref, c.Edition.Name(), c.Edition.Grammar().IsCorrected(), true, d}
}
