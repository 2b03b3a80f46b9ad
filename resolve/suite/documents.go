package suite

import (
	"path"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
)

// rows returns the rows of a file with a document's examples, without comments and the line
// that names the columns; none if the edition has no such file.
func rows(edition, file string) [][]string {
	text, err := editions.Examples.ReadFile(path.Join(edition, "testdata", file))
	if err != nil {
		return nil // an edition from elsewhere
	}
	var out [][]string
	named := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case !named:
			named = true
		default:
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

// example is an example that a document prints.
type example struct{ kind, text, section, rule string }

// examples returns the examples of the document.
func (m *maker) examples() []example {
	var out []example
	for _, row := range rows(m.edition.Name(), "examples.tsv") {
		out = append(out, example{row[0], row[1], row[2], row[3]})
	}
	return out
}

// whole reports whether an example is one of a whole reference: an example of a rule that is
// not is judged by that rule.
func (m *maker) whole(x example) bool {
	doc := m.edition.Document()
	switch x.rule {
	case m.edition.References().Rule(), doc.URI, doc.Absolute:
		return x.kind != "form" && x.kind != "text"
	}
	scheme, _, found := strings.Cut(x.text, ":")
	return x.kind == "invalid" && found && !strings.ContainsAny(scheme, "/?# ")
}

// compared returns the strings that an example calls equivalent, or different; nil if it is
// about something else.
func (x example) compared() (texts []string, equal bool) {
	switch x.kind {
	case "equivalent":
		return strings.Split(x.text, " = "), true
	case "not-equivalent", "different":
		return strings.Split(x.text, " <> "), false
	}
	return nil, false
}
