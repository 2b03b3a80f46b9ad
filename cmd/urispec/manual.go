package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
)

// manual returns the manual page of a command, or of urispec itself: roff with the
// macros of man(7). It says what --help says.
func manual(node *kong.Node) (string, error) {
	g, err := guideOf(node)
	if err != nil {
		return "", err
	}
	detail(node)
	p := new(page)
	name := pageName(node)
	info, _ := debug.ReadBuildInfo()
	date, _, _ := strings.Cut(setting(info, "vcs.time"), "T")
	p.macro("TH", strings.ToUpper(name), "1", date, "urispec "+version(info), "Commands")
	p.section("NAME")
	p.line(name + ` \- ` + roff(asPhrase(node.Help)))

	p.section("SYNOPSIS")
	command := strings.TrimSpace("urispec " + node.Path())
	p.macro("B", command)
	p.line(roff(strings.TrimPrefix(strings.TrimSpace("urispec "+strings.TrimSpace(node.Summary())), command)))

	p.section("DESCRIPTION")
	p.text(node.Help)
	p.text(node.Detail)
	if len(node.Positional) > 0 {
		p.section("ARGUMENTS")
		for _, arg := range node.Positional {
			p.item(`\fI`+roff(arg.Summary())+`\fR`, arg.Help)
		}
	}
	p.section("OPTIONS")
	for _, flags := range node.AllFlags(true) {
		for _, f := range flags {
			p.item(flagTag(f), f.Help)
		}
	}
	if len(node.Children) > 0 {
		p.commands(node)
	}
	if node.Parent == nil {
		p.section("ENVIRONMENT")
		p.item(`\fBNO_COLOR\fR`, "If it is not empty, the output has no colours, unless --color=always is given.")
		p.item(`\fBCLICOLOR_FORCE\fR`, "If it is not empty and not 0, the output has colours, unless NO_COLOR is set or --color=never is given.")
	}
	p.section("EXAMPLES")
	p.verbatim(g.examples)
	p.section("EXIT STATUS")
	for line := range strings.Lines(g.statuses) {
		status, says, _ := strings.Cut(line, " ")
		p.item(`\fB`+status+`\fR`, strings.TrimSpace(says))
	}
	if node.Parent != nil {
		p.section("SEE ALSO")
		p.line(`\fB` + roff(pageName(node.Parent)) + `\fR(1)`)
	}
	return p.String(), nil
}

// writeManuals writes the manual pages of a command and of all below it.
func writeManuals(node *kong.Node, dir string) error {
	page, err := manual(node)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, pageName(node)+".1"), []byte(page), 0o666); err != nil {
		return err
	}
	for _, c := range node.Children {
		if c.Hidden {
			continue
		}
		if err := writeManuals(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// pageName is the name of a command's manual page.
func pageName(node *kong.Node) string {
	return strings.ReplaceAll(strings.TrimSpace("urispec "+node.Path()), " ", "-")
}

// asPhrase returns a sentence as the description in a list of commands.
func asPhrase(sentence string) string {
	s := []rune(strings.TrimSuffix(sentence, "."))
	if len(s) > 1 && unicode.IsLower(s[1]) {
		s[0] = unicode.ToLower(s[0])
	}
	return string(s)
}

// flagTag is how a flag is given.
func flagTag(f *kong.Flag) string {
	tag := ""
	if f.Short != 0 {
		tag = `\fB\-` + string(f.Short) + `\fR, `
	}
	tag += `\fB\-\-` + roff(f.Name) + `\fR`
	if takesValue(f) {
		tag += `=\fI` + roff(f.FormatPlaceHolder()) + `\fR`
	}
	return tag
}

// page is a manual page that is being written.
type page struct {
	strings.Builder
	begun bool // the section has a paragraph
}

func (p *page) line(text string) {
	if text = strings.TrimSpace(text); text != "" {
		p.WriteString(text + "\n")
	}
}

// macro writes a request with its arguments, which are plain text.
func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, arg := range args {
		p.WriteString(` "` + strings.ReplaceAll(roff(arg), `"`, `\(dq`) + `"`)
	}
	p.WriteByte('\n')
}

func (p *page) section(title string) {
	p.macro("SH", title)
	p.begun = false
}

// paragraph begins a paragraph. The first of a section needs no macro.
func (p *page) paragraph() {
	if p.begun {
		p.macro("PP")
	}
	p.begun = true
}

// item writes an entry of a list. The tag is roff.
func (p *page) item(tag, text string) {
	p.macro("TP")
	p.line(tag)
	p.line(roff(text))
}

// text writes what kong formats as a doc comment: paragraphs between empty lines, of
// which those that are indented keep their lines.
func (p *page) text(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		switch {
		case strings.TrimSpace(paragraph) == "":
		case paragraph[0] == ' ' || paragraph[0] == '\t':
			p.verbatim(paragraph)
		default:
			p.paragraph()
			p.line(roff(strings.ReplaceAll(paragraph, "\n", " ")))
		}
	}
}

// verbatim writes text in which each line stays a line.
func (p *page) verbatim(text string) {
	p.paragraph()
	p.macro("nf")
	for line := range strings.Lines(text) {
		p.WriteString(roff(strings.TrimRight(line, "\n")) + "\n")
	}
	p.macro("fi")
}

// commands writes the commands below a node, in their groups.
func (p *page) commands(node *kong.Node) {
	p.section("COMMANDS")
	for _, g := range append([]kong.Group{{}}, groups...) {
		titled := g.Title == ""
		for _, c := range node.Children {
			key := ""
			if c.Group != nil {
				key = c.Group.Key
			}
			if c.Hidden || key != g.Key {
				continue
			}
			if !titled {
				p.macro("SS", strings.TrimSuffix(g.Title, ":"))
				titled = true
			}
			p.item(`\fB`+roff(pageName(c))+`\fR(1)`, c.Help)
		}
	}
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`)

// roff returns text that means itself in roff.
func roff(text string) string {
	text = roffEscapes.Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}
