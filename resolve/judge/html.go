package judge

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/urispec/urispec/grammar"
)

// pageText is the template of the page.
//
//go:embed report.html
var pageText string

// page is the template. It has nothing from elsewhere: no scripts, no fonts, no pictures.
var page = template.Must(template.New("report").Parse(pageText))

// pageData is what the template shows. Strings that anybody may have written are quoted.
type pageData struct {
	Parser, Edition string
	Report          *Report
	Judged, Right   int
	Sections        []pageSection
	Known           []pageRow
	Failures        []pageFailure
	Notes, Unused   []string
}

type pageSection struct {
	Title, Text string
	Rows        []pageRow
}

type pageRow struct {
	Disagreement
	Input, Base, Expected, Answered, Bytes string
}

type pageFailure struct {
	Missed
	Input, Base, Message string
}

// WriteHTML writes the report as a page of HTML that needs no other file. Notes are sentences
// about the parser, and unused the allowances that no longer occur.
func (r *Report) WriteHTML(w io.Writer, parser string, notes []string, unused []Allowance) error {
	data := pageData{Parser: grammar.Quoted(parser), Edition: r.Edition.String(), Report: r, Notes: notes}
	data.Judged, data.Right = r.Score()
	data.Sections = []pageSection{
		{Title: "Host and userinfo", Text: "Filters are bypassed where two parsers disagree about the host."},
		{Title: "Verdicts", Text: "What is accepted and does not conform, and what is refused and conforms."},
		{Title: "Other components"},
		{Title: "Targets", Text: "What references resolve to."},
		{Title: "Offsets", Text: "Where a string that does not conform stops to."},
	}
	section := func(s Subject) *pageSection {
		switch s {
		case "host", "userinfo":
			return &data.Sections[0]
		case Verdict:
			return &data.Sections[1]
		case Target:
			return &data.Sections[3]
		case Offset:
			return &data.Sections[4]
		}
		return &data.Sections[2]
	}
	for i := range r.Disagreements {
		d := &r.Disagreements[i]
		right, got := d.Values()
		row := pageRow{Disagreement: *d, Input: grammar.Quoted(d.Question.Input), Expected: valueText(right), Answered: valueText(got), Bytes: BytesText(d.Bytes, d.End)}
		if d.Question.Base != nil {
			row.Base = grammar.Quoted(*d.Question.Base)
		}
		if d.Allowed {
			data.Known = append(data.Known, row)
			continue
		}
		in := section(d.Subject)
		in.Rows = append(in.Rows, row)
	}
	for _, f := range r.Failures {
		shown := pageFailure{Missed: f, Input: grammar.Quoted(f.Question.Input), Message: grammar.Quoted(f.Message)}
		if f.Question.Base != nil {
			shown.Base = grammar.Quoted(*f.Question.Base)
		}
		data.Failures = append(data.Failures, shown)
	}
	for _, a := range unused {
		data.Unused = append(data.Unused, a.String())
	}
	return page.Execute(w, data)
}

// valueText is what an edition or a parser says, in printable ASCII.
func valueText(value any) string {
	switch v := value.(type) {
	case nil:
		return "absent"
	case bool:
		if v {
			return "valid"
		}
		return "not valid"
	case string:
		return grammar.Quoted(v)
	}
	return fmt.Sprint(value)
}
