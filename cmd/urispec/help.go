package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// groups are the headings below which the commands are listed.
var groups = []kong.Group{
	{Key: "read", Title: "Read references:"},
	{Key: "write", Title: "Write references:"},
	{Key: "editions", Title: "Look into editions:"},
	{Key: "parsers", Title: "Look into parsers:"},
	{Key: "about", Title: "About urispec:"},
}

// help returns a function that prints the text for --help, in lines of up to width columns.
func help(width int) kong.HelpPrinter {
	return func(_ kong.HelpOptions, ctx *kong.Context) error {
		node := ctx.Selected()
		if node == nil {
			node = ctx.Model.Node
		}
		detail(node)
		g, err := guideOf(node)
		if err == nil {
			t := helpText{width: width}
			t.node(node)
			t.guide(g)
			_, err = io.WriteString(ctx.Stdout, t.String())
		}
		if err != nil {
			return &writeError{err}
		}
		return nil
	}
}

// helpWidth is the length of lines of help, on a terminal with a number of columns, or 0 if
// there is none. Longer lines than these are hard to read.
func helpWidth(terminal int) int {
	const usual, most = 80, 100
	if terminal == 0 {
		return usual
	}
	return min(terminal, most)
}

// helpText is the help of a command that is being written.
type helpText struct {
	strings.Builder
	width int
}

// node writes what kong knows of a command.
func (t *helpText) node(node *kong.Node) {
	t.hanging("", "Usage: "+strings.TrimSpace("urispec "+strings.TrimSpace(node.Summary())))
	t.paragraphs(node.Help)
	t.paragraphs(node.Detail)
	if len(node.Positional) > 0 {
		t.title("Arguments:")
		var rows []entry
		for _, arg := range node.Positional {
			rows = append(rows, entry{arg.Summary(), arg.Help})
		}
		t.entries(rows)
	}
	t.commands(node)
	t.title("Flags:")
	short := ""
	flags := node.AllFlags(true)
	for _, f := range slices.Concat(flags...) {
		if f.Short != 0 {
			short = "    "
		}
	}
	var rows []entry
	for i, level := range flags {
		if i > 0 {
			rows = append(rows, entry{})
		}
		for _, f := range level {
			rows = append(rows, entry{flagEntry(f, short), f.Help})
		}
	}
	t.entries(rows)
	if node.Type == kong.ApplicationNode {
		t.paragraphs(`Run "urispec <command> --help" for more information on a command.`)
	}
}

// commands writes the commands below a node, in their groups.
func (t *helpText) commands(node *kong.Node) {
	for _, g := range groups {
		var rows []entry
		for _, c := range node.Leaves(true) {
			if c.ClosestGroup().Key == g.Key {
				rows = append(rows, entry{c.Path(), c.Help})
			}
		}
		if rows != nil {
			t.title(g.Title)
			t.entries(rows)
		}
	}
}

// flagEntry is how a flag is given. What stands before a long name without a short one is
// short.
func flagEntry(f *kong.Flag, short string) string {
	if f.Short != 0 {
		short = "-" + string(f.Short) + ", "
	}
	text := short + "--" + f.Name
	if takesValue(f) {
		text += "=" + f.FormatPlaceHolder()
	}
	return text
}

// guide writes the rest.
func (t *helpText) guide(g guide) {
	t.title("Examples:")
	t.WriteString(indent(g.examples))
	t.title("Exit status:")
	for line := range strings.Lines(g.statuses) {
		status, says, _ := strings.Cut(line, " ")
		t.hanging(fmt.Sprintf("  %-5s", status), says)
	}
}

// title begins a section.
func (t *helpText) title(text string) { t.WriteString("\n" + text + "\n") }

// paragraphs writes text with empty lines between its paragraphs, after an empty line. The
// lines of a paragraph that is indented stay as they are.
func (t *helpText) paragraphs(text string) {
	if text == "" {
		return
	}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		t.WriteByte('\n')
		if strings.HasPrefix(paragraph, "\t") {
			t.WriteString(strings.ReplaceAll(paragraph, "\t", "    ") + "\n")
		} else {
			t.hanging("", paragraph)
		}
	}
}

// hanging writes text beside a label, which is there once.
func (t *helpText) hanging(label, text string) {
	for _, line := range wrap(text, max(t.width-len(label), leastRoom)) {
		t.WriteString(strings.TrimRight(label+line, " ") + "\n")
		label = strings.Repeat(" ", len(label))
	}
}

// entry is a flag, an argument or a command, with its description. The zero value is an
// empty line.
type entry struct{ name, text string }

// entries writes a list, with the descriptions in a column. Where that would be narrow, each
// name has a line of its own.
func (t *helpText) entries(list []entry) {
	const (
		indent, gap = 2, 4
		longest     = 30 // a name that is as long stands alone
		least       = 30 // columns of a description
	)
	names := 0
	for _, e := range list {
		if len(e.name) < max(longest, t.width*3/8) {
			names = max(names, len(e.name))
		}
	}
	column := indent + names + gap
	if t.width-column < least {
		column = 3 * indent
		names = -1
	}
	for _, e := range list {
		name := e.name
		switch {
		case e == entry{}:
			t.WriteByte('\n')
			continue
		case names < 0:
			name = strings.TrimLeft(name, " ")
			fallthrough
		case len(name) > names:
			fmt.Fprintf(t, "%*s%s\n", indent, "", name)
			name = ""
		}
		t.hanging(fmt.Sprintf("%*s%-*s", indent, "", column-indent, name), e.text)
	}
}

// detail completes the help of a command. Kong calls the Help methods of all commands at
// every start, so commands whose text takes time have a method lateHelp instead.
func detail(node *kong.Node) {
	if c, ok := node.Target.Addr().Interface().(interface{ lateHelp() string }); ok {
		node.Detail = c.lateHelp()
	}
}

// nameInput lets the help call the input of a command what it is, if that is not
// references.
func nameInput(node *kong.Node) {
	if c, ok := node.Target.Addr().Interface().(interface{ inputName() (one, many string) }); ok {
		one, many := c.inputName()
		words := strings.NewReplacer("References", strings.ToUpper(many[:1])+many[1:], "references", many)
		for _, arg := range node.Positional {
			arg.Name, arg.Help = one, words.Replace(arg.Help)
		}
		for _, f := range node.Flags {
			if f.Name == "file" || f.Name == "json-input" {
				f.Help = words.Replace(f.Help)
			}
		}
	}
	for _, c := range node.Children {
		nameInput(c)
	}
}

// showEnums lets the help show all values of each flag that has a fixed set of them.
func showEnums(node *kong.Node) {
	for _, f := range node.Flags {
		if f.Enum != "" && f.PlaceHolder == "" {
			f.PlaceHolder = strings.Join(f.EnumSlice(), "|")
		}
	}
	for _, c := range node.Children {
		showEnums(c)
	}
}

// writeError says that a text which is not a result, such as that of --help, could not
// be written.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }

// helpCmd prints the help of a command.
type helpCmd struct {
	Command []string `arg:"" optional:"" name:"command" help:"A command (default: urispec itself)."`
	Man     bool     `xor:"man" help:"Write the manual page, for man and mandoc."`
	ManDir  string   `xor:"man" placeholder:"DIR" help:"Write the manual pages of all commands into the folder DIR."`
}

// Help is what --help says after the flags.
func (c *helpCmd) Help() string {
	return "\"urispec help COMMAND\" prints the same as \"urispec COMMAND --help\"."
}

func (c *helpCmd) Run(s *session, k *kong.Kong) error {
	node := k.Model.Node
	for _, name := range c.Command {
		if node = child(node, name); node == nil {
			return fmt.Errorf("there is no command %s; \"urispec help\" lists the commands", quoted(strings.Join(c.Command, " ")))
		}
	}
	switch {
	case c.ManDir != "":
		if err := writeManuals(node, c.ManDir); err != nil {
			s.trouble(err)
		}
		return nil
	case c.Man:
		page, err := manual(node)
		s.stdout.WriteString(page)
		return err
	}
	ctx, err := kong.Trace(k, c.Command)
	if err != nil {
		return err
	}
	return ctx.PrintUsage(false)
}
