package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
)

// Code is a kind of finding. Its name ([Code.String]) stays the same from version
// to version; its number may change.
type Code uint8

// Quote is what a document says, in its own words.
type Quote struct {
	Edition string // the document's, such as "rfc3986"
	Section string // "7.5", or a letter for an appendix
	Text    string // verbatim, except for line breaks
}

// Example is a reference that triggers a code, and one as similar as possible
// that does not.
type Example struct {
	Edition         string // by which both are read
	Triggers, Clean string
}

// explained is what is known of a code.
type explained struct {
	name     string
	severity Severity
	summary  string // a sentence without its full stop
	explain  string
	example  Example
	// always is set for the codes that need no quotation.
	always bool
}

// of returns what is known of a code. For a number that is no code, that is only
// a name.
func (c Code) of() *explained {
	if int(c) < len(codes) {
		return &codes[c]
	}
	return &explained{name: fmt.Sprintf("code(%d)", uint8(c))}
}

// Codes returns all codes, the most severe first.
func Codes() []Code {
	all := make([]Code, len(codes))
	for i := range all {
		all[i] = Code(i)
	}
	return all
}

// String returns the name: words in lower case with hyphens.
func (c Code) String() string { return c.of().name }

// Severity returns how serious findings of the code are.
func (c Code) Severity() Severity { return c.of().severity }

// Summary returns one line on what is found, without a full stop.
func (c Code) Summary() string { return c.of().summary }

// Explanation returns a paragraph that says what is found, why it matters and what
// to do. [Code.Explain] adds the words of the documents.
func (c Code) Explanation() string { return c.of().explain }

// Quotes returns what the documents say about it, in the order of publication. A
// finding rests on one of them: see [Code.Quote].
func (c Code) Quotes() []Quote { return slices.Clone(quotes[c.String()]) }

// Example returns a reference that triggers the code and one that does not.
func (c Code) Example() Example { return c.of().example }

// Quote returns the words of an edition that support a finding, and whether
// there are any: a linter finds only what its edition supports. They are those of
// the edition's data. Where it is silent, the words of the edition that it defers
// to count. An edition whose data quote nothing is taken to say what the document
// that it updates says; if that is not known either, it supports all codes, and
// Section is "".
func (c Code) Quote(e *grammar.Edition) (Quote, bool) {
	name, doc := c.String(), e.Document()
	if q, ok := doc.Quotes[name]; ok {
		return Quote{e.Name(), q.Section, q.Text}, true
	}
	speaker := doc.Defers
	if !quoted[speaker] {
		speaker = ""
	}
	if speaker == "" && len(doc.Quotes) == 0 {
		if speaker = updated(doc); speaker == "" {
			return Quote{Edition: e.Name()}, true
		}
	}
	for _, q := range quotes[name] {
		if q.Edition == speaker {
			return q, true
		}
	}
	return Quote{Edition: e.Name()}, c.of().always
}

// updated returns the first edition that is quoted among those whose document a
// document updates; "" if there is none.
func updated(doc *grammar.Document) string {
	for _, cited := range doc.Updates {
		if name := strings.ToLower(strings.ReplaceAll(cited, " ", "")); quoted[name] {
			return name
		}
	}
	return ""
}

// quoted are the editions that are quoted at all.
var quoted = func() map[string]bool {
	m := make(map[string]bool)
	for _, list := range quotes {
		for _, q := range list {
			m[q.Edition] = true
		}
	}
	return m
}()

// Explain returns everything about a code, for programs that show findings to
// people: several lines, each with a line end.
func (c Code) Explain() string {
	x := c.of()
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n\n%s\n", x.name, x.severity, x.summary, x.explain)
	said := quotes[x.name]
	if len(said) > 0 {
		b.WriteByte('\n')
	}
	for _, q := range said {
		fmt.Fprintf(&b, "%s, section %s:\n    %s\n", q.Edition, q.Section, q.Text)
	}
	fmt.Fprintf(&b, "\nin %s:\n    found in      %s\n    not found in  %s\n", x.example.Edition, x.example.Triggers, x.example.Clean)
	return b.String()
}

// ParseCode returns the code of a name. The error is a
// [*grammar.UnknownNameError].
func ParseCode(name string) (Code, error) {
	known := make([]string, len(codes))
	for i := range codes {
		if codes[i].name == name {
			return Code(i), nil
		}
		known[i] = codes[i].name
	}
	return 0, &grammar.UnknownNameError{Kind: "code", Name: name, Known: known}
}

// MarshalText is [Code.String].
func (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText is [ParseCode].
func (c *Code) UnmarshalText(text []byte) error {
	parsed, err := ParseCode(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// list joins names as a phrase: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Markdown returns a Markdown table with a line for each code: its name, its
// severity, what is found, the sections it rests on and its example. The page
// CODES.md beside this package is such a table.
func Markdown(codes []Code) string {
	var b strings.Builder
	b.WriteString("| code | severity | what is found | sections | triggers | does not |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, c := range codes {
		var sections []string
		for _, q := range quotes[c.String()] {
			sections = append(sections, q.Edition+" "+q.Section)
		}
		x := c.Example()
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s` | `%s` |\n",
			c, c.Severity(), cell(c.Summary()), strings.Join(sections, ", "), cell(x.Triggers), cell(x.Clean))
	}
	return b.String()
}

// cellLimit is how many bytes a cell of a table has at most.
const cellLimit = 100

// cell is text in a cell of a table, without the middle of a long text.
func cell(text string) string {
	if len(text) > cellLimit {
		const part = cellLimit / 4
		text = text[:part] + "..." + text[len(text)-part:]
	}
	return strings.ReplaceAll(text, "|", `\|`)
}
