package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// groups are the headings below which the commands are listed.
var groups = []kong.Group{
	{Key: "read", Title: "Read references:"},
	{Key: "write", Title: "Write references:"},
	{Key: "editions", Title: "Look into editions:"},
	{Key: "about", Title: "About urispec:"},
}

// helpOptions list each command on a line. On a wide terminal, lines have a length that
// is easy to read.
var helpOptions = kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}

// help prints the text for --help.
func help(o kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	detail(node)
	err := kong.DefaultHelpPrinter(o, ctx)
	if err == nil {
		var g guide
		if g, err = guideOf(node); err == nil {
			err = g.write(ctx.Stdout)
		}
	}
	if err != nil {
		return &writeError{err}
	}
	return nil
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
			return fmt.Errorf("there is no command %q; \"urispec help\" lists the commands", strings.Join(c.Command, " "))
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
