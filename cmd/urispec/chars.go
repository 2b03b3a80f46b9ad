package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
)

// charsCmd shows what a grammar says about characters.
type charsCmd struct {
	grammarFlag
	Chars []string `arg:"" optional:"" name:"char" sep:"none" help:"Characters, each as itself or in hexadecimal as 0x7B or U+00E9 (default: all)."`
	JSON  bool     `name:"json" help:"Write JSON Lines."`
}

// Help is what --help says after the flags.
func (c *charsCmd) Help() string {
	return "In components in parentheses, a character may stand only as part of an escaped octet; \"%\" is an example. A character that is not ASCII is shown byte by byte, as the grammars of the editions read it, and in rfc3987 as a code point. A document of a scheme and a grammar of your own have no components. The classes of an automaton are those that it tells apart."
}

func (c *charsCmd) Run(s *session) error {
	if !c.load(s) {
		return nil
	}
	g := c.Edition.Grammar()
	chars := charTable{classes: g.CharClasses(), codePoints: g.Source().UTF8()}
	if c.Edition.own == nil {
		chars.components = c.Edition.Components()
	}
	rows, err := c.rows(chars)
	if err != nil {
		return err
	}
	if c.JSON {
		for _, r := range rows {
			s.json(r.json(&c.Edition))
		}
		return nil
	}
	header := []string{"CHAR", "CLASSES", "COMPONENTS"}
	if c.Edition.own != nil {
		header = header[:2] // only an edition has components
	}
	var lines [][]string
	for _, r := range rows {
		cells := []string{r.name(), r.classNames(), r.componentNames()}
		lines = append(lines, cells[:len(header)])
	}
	s.writeTable(header, lines)
	return nil
}

// rows returns the characters asked for: one row for each ASCII character, and one
// for each group of other characters that are alike.
func (c *charsCmd) rows(chars charTable) ([]charRow, error) {
	var rows []charRow
	for _, arg := range c.Chars {
		asked, err := chars.parse(arg)
		if err != nil {
			return nil, err
		}
		for _, char := range asked {
			rows = append(rows, chars.row(char))
		}
	}
	if rows != nil {
		return rows, nil
	}
	for _, r := range c.Edition.Grammar().CharRanges() {
		char := r[0]
		for ; char <= min(r[1], utf8.RuneSelf-1); char++ {
			rows = append(rows, chars.row(char))
		}
		if char > r[1] {
			continue
		}
		row := chars.row(char)
		row.to = r[1]
		if last := len(rows) - 1; char > utf8.RuneSelf && char == rows[last].to+1 && row.like(rows[last]) {
			rows[last].to = row.to
			continue
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// parse returns the characters of an argument, which is one character or its number
// in hexadecimal.
func (t *charTable) parse(arg string) ([]rune, error) {
	if utf8.RuneCountInString(arg) == 1 {
		if t.codePoints {
			return []rune(arg), nil
		}
		var bytes []rune
		for _, b := range []byte(arg) {
			bytes = append(bytes, rune(b))
		}
		return bytes, nil
	}
	number, bits := "a byte such as 0x7B", 8
	if t.codePoints {
		number, bits = "a code point such as U+00E9", 21
	}
	for _, prefix := range []string{"0x", "U+"} {
		if digits, ok := strings.CutPrefix(arg, prefix); ok {
			n, err := strconv.ParseUint(digits, 16, bits)
			if err == nil && (!t.codePoints || utf8.ValidRune(rune(n))) {
				return []rune{rune(n)}, nil
			}
		}
	}
	return nil, fmt.Errorf("%s is neither one character nor %s", quoted(arg), number)
}

// charTable is the classes and components of an edition.
type charTable struct {
	classes    []grammar.CharClass
	components []grammar.Component
	codePoints bool // characters are code points, not bytes
}

// row returns what the edition says about a character.
func (t *charTable) row(char rune) charRow {
	row := charRow{from: char, to: char, codePoints: t.codePoints}
	for i := range t.classes {
		if c := &t.classes[i]; c.Has(char) {
			row.classes = append(row.classes, c)
		}
	}
	for i := range t.components {
		switch c := &t.components[i]; {
		case c.Has(char):
			row.components = append(row.components, c.Name)
		case char < utf8.RuneSelf && c.InEscape(byte(char)):
			row.escapes = append(row.escapes, c.Name)
		}
	}
	return row
}

// charRow is what an edition says about a range of characters.
type charRow struct {
	from, to   rune
	codePoints bool
	classes    []*grammar.CharClass
	components []string // where they may stand as themselves
	escapes    []string // where they may stand only as part of an escaped octet
}

// like reports whether the edition says the same about both.
func (r charRow) like(s charRow) bool {
	return slices.Equal(r.classes, s.classes) && slices.Equal(r.components, s.components) && slices.Equal(r.escapes, s.escapes)
}

// name is the character, or its number if it does not print.
func (r charRow) name() string {
	if r.from == r.to && isPlain(string(r.from)) && r.from != ' ' {
		return string(r.from)
	}
	return r.number()
}

// number is the byte in hexadecimal, as the documents write it, or the code point.
func (r charRow) number() string {
	format := "%02X"
	if r.codePoints {
		format = "%U"
	}
	if r.from == r.to {
		return fmt.Sprintf(format, r.from)
	}
	return fmt.Sprintf(format+"-"+format, r.from, r.to)
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

// orDash joins names, or returns "-" if there are none.
func orDash(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, " ")
}

// charJSON is what an edition says about a character.
type charJSON struct {
	Edition    string      `json:"edition"`
	Corrected  bool        `json:"corrected,omitempty"`
	Options    []string    `json:"options,omitempty"`
	Char       *string     `json:"char"`                  // null for bytes that are not ASCII, and for ranges
	Bytes      string      `json:"bytes,omitempty"`       // if characters are bytes
	CodePoints string      `json:"code_points,omitempty"` // if they are code points
	Classes    []classJSON `json:"classes"`
	Components []string    `json:"components"`
	Escapes    []string    `json:"escapes"` // where it may stand only as part of an escaped octet
}

type classJSON struct {
	Name string `json:"name"`
	sectionJSON
	Why string `json:"why,omitempty"`
}

func (r charRow) json(e *source) charJSON {
	out := charJSON{
		Edition: e.Name(), Corrected: e.Grammar().IsCorrected(), Options: e.Grammar().Source().Chosen(), Classes: []classJSON{},
		Components: list(r.components), Escapes: list(r.escapes),
	}
	if r.codePoints {
		out.CodePoints = r.number()
	} else {
		out.Bytes = r.number()
	}
	if r.from < utf8.RuneSelf || r.codePoints && r.from == r.to {
		char := string(r.from)
		out.Char = &char
	}
	for _, c := range r.classes {
		out.Classes = append(out.Classes, classJSON{c.Name, newSection(c.Section), c.Why})
	}
	return out
}
