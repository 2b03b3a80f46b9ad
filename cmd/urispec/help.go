package main

import (
	"strings"

	"github.com/alecthomas/kong"
)

// help prints the text for --help. Kong calls the Help methods of all commands at
// every start, so commands whose text takes time have a method lateHelp instead.
func help(o kong.HelpOptions, ctx *kong.Context) error {
	if node := ctx.Selected(); node != nil {
		if c, ok := node.Target.Addr().Interface().(interface{ lateHelp() string }); ok {
			node.Detail = c.lateHelp()
		}
	}
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return &writeError{err}
	}
	return nil
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
