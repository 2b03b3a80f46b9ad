package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// inOrder returns the arguments with the flags first, then "--", then the rest. Kong
// takes only one run of references, but people put flags between them. What follows
// "--" is never a flag. The error is about a flag without a value.
func inOrder(app *kong.Application, args []string) ([]string, error) {
	var flags, rest []string
	node := app.Node
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if !isFlag(arg) {
			if command := child(node, arg); command != nil {
				node = command
				flags = append(flags, arg)
			} else {
				rest = append(rest, arg)
			}
			continue
		}
		flags = append(flags, arg)
		if flag := unfinished(node, arg); flag != nil {
			if i++; i == len(args) || isFlag(args[i]) {
				return nil, missingValue(flag, arg, i < len(args))
			}
			flags = append(flags, args[i])
		}
	}
	if len(rest) > 0 {
		flags = append(append(flags, "--"), rest...)
	}
	return flags, nil
}

// isFlag reports whether an argument before "--" is a flag. "-" is standard input.
func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

// child returns the command with that name below a node, or nil.
func child(node *kong.Node, name string) *kong.Node {
	for _, c := range node.Children {
		if c.Type == kong.CommandNode && c.Name == name {
			return c
		}
	}
	return nil
}

// unfinished returns the flag in arg whose value is the next argument, or nil. Kong
// reports unknown flags.
func unfinished(node *kong.Node, arg string) *kong.Flag {
	if name, long := strings.CutPrefix(arg, "--"); long {
		if flag := findFlag(node, func(f *kong.Flag) bool { return f.Name == name }); takesValue(flag) {
			return flag
		}
		return nil
	}
	for i, short := range arg[1:] {
		flag := findFlag(node, func(f *kong.Flag) bool { return f.Short == short })
		switch {
		case flag == nil:
			return nil
		case !takesValue(flag):
			continue
		case 1+i+utf8.RuneLen(short) < len(arg):
			return nil // the rest is the value
		}
		return flag
	}
	return nil
}

// findFlag returns the first flag of a command that is the one, or nil.
func findFlag(node *kong.Node, is func(*kong.Flag) bool) *kong.Flag {
	for _, flags := range node.AllFlags(false) {
		for _, f := range flags {
			if is(f) {
				return f
			}
		}
	}
	return nil
}

// takesValue reports whether a flag has to have a value.
func takesValue(flag *kong.Flag) bool {
	return flag != nil && !flag.IsBool() && !flag.IsCounter()
}

// missingValue says that a flag, given as arg, has no value. If another flag follows,
// it may be meant as the value.
func missingValue(flag *kong.Flag, arg string, followed bool) error {
	join := " "
	if strings.HasPrefix(arg, "--") {
		join = "="
	}
	hint := ""
	if followed {
		hint = fmt.Sprintf(`; a value that begins with "-" is written as %s%s-...`, arg, strings.TrimSpace(join))
	}
	return fmt.Errorf("%s needs a value, as in %s%s%s%s", arg, arg, join, flag.FormatPlaceHolder(), hint)
}
