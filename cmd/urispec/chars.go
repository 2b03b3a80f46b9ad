package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// charsCmd shows what an edition says of characters.
type charsCmd struct {
	editionFlag
	Chars []string `arg:"" optional:"" name:"char" sep:"none" help:"Characters, each as itself or in hexadecimal as 0x7B. With none: all."`
	JSON  bool     `name:"json" help:"Write JSON Lines."`
}

// Help is what --help says after the flags.
func (c *charsCmd) Help() string {
	return "Components in parentheses are those in which a character may stand only as part of an escaped octet, such as \"%\". A character that is not ASCII is shown byte by byte, as the grammars of the editions read it."
}

func (c *charsCmd) Run(s *session) error {
	chars := charTable{c.Edition.CharClasses(), c.Edition.Components()}
	rows, err := c.rows(chars)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	defer table.Flush()
	if !c.JSON {
		fmt.Fprintln(table, "CHAR\tCLASSES\tCOMPONENTS")
	}
	for _, r := range rows {
		if c.JSON {
			s.json(r.json(c.Edition.Edition))
		} else {
			fmt.Fprintf(table, "%s\t%s\t%s\n", r.name(), r.classNames(), r.componentNames())
		}
	}
	return nil
}

// rows returns the characters asked for: each ASCII character alone, the other
// bytes together where they are alike.
func (c *charsCmd) rows(chars charTable) ([]charRow, error) {
	var rows []charRow
	for _, arg := range c.Chars {
		bytes, err := bytesOf(arg)
		if err != nil {
			return nil, err
		}
		for _, b := range bytes {
			rows = append(rows, chars.row(b))
		}
	}
	if rows != nil {
		return rows, nil
	}
	for b := range 0x100 {
		row := chars.row(byte(b))
		if last := len(rows) - 1; b > utf8.RuneSelf && row.like(rows[last]) {
			rows[last].to = row.to
			continue
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// bytesOf returns the bytes of an argument: one character, or one byte in
// hexadecimal.
func bytesOf(arg string) ([]byte, error) {
	if utf8.RuneCountInString(arg) == 1 {
		return []byte(arg), nil
	}
	if digits, ok := strings.CutPrefix(arg, "0x"); ok {
		if b, err := strconv.ParseUint(digits, 16, 8); err == nil {
			return []byte{byte(b)}, nil
		}
	}
	return nil, fmt.Errorf("%q is neither one character nor a byte such as 0x7B", arg)
}

// charTable is the classes and components of an edition.
type charTable struct {
	classes    []grammar.CharClass
	components []grammar.Component
}

// row returns what the edition says of a byte.
func (t *charTable) row(b byte) charRow {
	row := charRow{from: b, to: b}
	for i := range t.classes {
		if c := &t.classes[i]; c.Has(b) {
			row.classes = append(row.classes, c)
		}
	}
	for i := range t.components {
		switch c := &t.components[i]; {
		case c.Has(b):
			row.components = append(row.components, c.Name)
		case c.InEscape(b):
			row.escapes = append(row.escapes, c.Name)
		}
	}
	return row
}

// charRow is what an edition says of the bytes from one to another.
type charRow struct {
	from, to   byte
	classes    []*grammar.CharClass
	components []string // where they may stand as themselves
	escapes    []string // where they may stand only as part of an escaped octet
}

// like reports whether the same is said of the bytes of both.
func (r charRow) like(s charRow) bool {
	return slices.Equal(r.classes, s.classes) && slices.Equal(r.components, s.components) && slices.Equal(r.escapes, s.escapes)
}

// name is the character, or the bytes in hexadecimal where they do not print.
func (r charRow) name() string {
	if r.from == r.to && isPlain(string(r.from)) && r.from != ' ' {
		return string(r.from)
	}
	return r.bytes()
}

// bytes is the bytes in hexadecimal, as the documents write them.
func (r charRow) bytes() string {
	if r.from == r.to {
		return fmt.Sprintf("%02X", r.from)
	}
	return fmt.Sprintf("%02X-%02X", r.from, r.to)
}

func (r charRow) classNames() string {
	names := make([]string, len(r.classes))
	for i, c := range r.classes {
		names[i] = c.Name
	}
	return orDash(names)
}

func (r charRow) componentNames() string {
	names := slices.Clone(r.components)
	if len(r.escapes) > 0 {
		names = append(names, "("+strings.Join(r.escapes, " ")+")")
	}
	return orDash(names)
}

// orDash joins names, or returns the mark for none.
func orDash(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, " ")
}

// charJSON is what an edition says of a character.
type charJSON struct {
	Edition    string      `json:"edition"`
	Corrected  bool        `json:"corrected,omitempty"`
	Char       *string     `json:"char"` // null for bytes that are not ASCII
	Bytes      string      `json:"bytes"`
	Classes    []classJSON `json:"classes"`
	Components []string    `json:"components"`
	Escapes    []string    `json:"escapes"` // where it may stand only as part of an escaped octet
}

type classJSON struct {
	Name    string `json:"name"`
	Section string `json:"section"`
	Why     string `json:"why,omitempty"`
}

func (r charRow) json(e *grammar.Edition) charJSON {
	out := charJSON{
		Edition: e.Name(), Corrected: e.IsCorrected(), Bytes: r.bytes(), Classes: []classJSON{},
		Components: list(r.components), Escapes: list(r.escapes),
	}
	if r.from < utf8.RuneSelf {
		char := string(rune(r.from))
		out.Char = &char
	}
	for _, c := range r.classes {
		out.Classes = append(out.Classes, classJSON{c.Name, c.Section, c.Why})
	}
	return out
}
