package bnf

import (
	"fmt"
	"strconv"
	"strings"
)

// width is how many bytes a line of a printed rule has at most, unless a single
// alternative is longer. It is the width of the printed documents.
const width = 72

// String prints the rules in the grammar's notation, one after the other, with
// their "=" aligned. It leaves out the core rules: [Read] adds them again.
func (g *Grammar) String() string {
	column := 0
	for _, r := range g.Rules {
		column = max(column, len(r.Name))
	}
	var b strings.Builder
	for _, r := range g.Rules {
		b.WriteString(r.format(g.Notation, column))
		b.WriteByte('\n')
	}
	return b.String()
}

// Format prints the rule without a line end. It breaks long lines between
// alternatives.
func (r *Rule) Format(n Notation) string { return r.format(n, len(r.Name)) }

// format is [Rule.Format] with the name padded to column bytes.
func (r *Rule) format(n Notation, column int) string {
	head := fmt.Sprintf("%-*s = ", column, r.Name)
	// Texts in ABNF put the separator under the "="; the older ones leave it at
	// the end of the line.
	before, after := "", " |"
	if n == ABNF {
		before, after = "/ ", ""
	}
	indent := "\n" + strings.Repeat(" ", len(head)-len(before)) + before
	var b strings.Builder
	b.WriteString(head)
	used := len(head)
	for i, c := range r.Elements.Concatenations {
		text := c.Format(n)
		switch {
		case i == 0:
		case used+len(" / ")+len(text)+len(after) <= width:
			b.WriteString(n.or())
			used += len(n.or())
		default:
			b.WriteString(after + indent)
			used = len(head)
		}
		b.WriteString(text)
		used += len(text)
	}
	return b.String()
}

// or returns the separator of alternatives on the same line.
func (n Notation) or() string {
	if n == ABNF {
		return " / "
	}
	return " | "
}

// Format prints the alternation on one line.
func (a *Alternation) Format(n Notation) string {
	return join(a.Concatenations, n, n.or())
}

// Format prints the concatenation.
func (c *Concatenation) Format(n Notation) string {
	return join(c.Repetitions, n, " ")
}

func join[Node interface{ Format(Notation) string }](nodes []Node, n Notation, separator string) string {
	texts := make([]string, len(nodes))
	for i, node := range nodes {
		texts[i] = node.Format(n)
	}
	return strings.Join(texts, separator)
}

// Format prints the repetition with the shortest count that means the same.
func (r *Repetition) Format(n Notation) string {
	return r.prefix() + r.Element.Format(n)
}

func (r *Repetition) prefix() string {
	switch {
	case r.Min == 1 && r.Max == 1:
		return ""
	case r.Min == r.Max:
		return strconv.Itoa(r.Min)
	}
	prefix := "*"
	if r.Min > 0 {
		prefix = strconv.Itoa(r.Min) + prefix
	}
	if r.Max != Unbounded {
		prefix += strconv.Itoa(r.Max)
	}
	return prefix
}

// Format prints the name as written.
func (e *Rulename) Format(Notation) string { return e.Name }

// Format prints the group in parentheses.
func (e *Group) Format(n Notation) string { return "( " + e.Alternation.Format(n) + " )" }

// Format prints the option in brackets.
func (e *Option) Format(n Notation) string { return "[ " + e.Alternation.Format(n) + " ]" }

// Format prints the literal in quotes. In ABNF a case-sensitive one gets the
// prefix %s.
func (e *CharVal) Format(n Notation) string {
	switch {
	case n == RFC822 && e.Text == `"`:
		return `<">`
	case n == ABNF && e.CaseSensitive:
		return `%s"` + e.Text + `"`
	}
	return `"` + e.Text + `"`
}

// Format prints the values; a hexadecimal one has at least two digits.
func (e *NumVal) Format(Notation) string {
	separator := "."
	if e.Range {
		separator = "-"
	}
	texts := make([]string, len(e.Values))
	for i, v := range e.Values {
		texts[i] = strings.ToUpper(strconv.FormatInt(int64(v), radixes[e.Base]))
		if e.Base == 'x' && len(texts[i]) == 1 {
			texts[i] = "0" + texts[i]
		}
	}
	return "%" + string(e.Base) + strings.Join(texts, separator)
}

// Format prints the text in angle brackets.
func (e *ProseVal) Format(Notation) string { return "<" + e.Text + ">" }
