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
	line := argScan{node: app.Node}
	for i, arg := range args {
		if line.flag != nil && isFlag(arg) {
			return nil, missingValue(line.flag, args[i-1], true)
		}
		if line.take(arg) {
			rest = append(rest, arg)
		} else if !line.ended {
			flags = append(flags, arg)
		}
	}
	if line.flag != nil {
		return nil, missingValue(line.flag, args[len(args)-1], false)
	}
	if len(rest) > 0 {
		flags = append(append(flags, "--"), rest...)
	}
	return flags, nil
}

// argScan is what a part of the command line means for the words after it.
type argScan struct {
	node    *kong.Node // the command
	flag    *kong.Flag // the next word is its value; or nil
	ended   bool       // flags, by "--"
	edition string     // the last that was named, or ""
	count   int        // of words that are neither flags nor commands
}

// take reads the next word. It reports whether that is neither a flag, nor a flag's
// value, nor a command, nor the "--" that ends the flags.
func (l *argScan) take(word string) bool {
	switch {
	case l.flag != nil:
		l.set(l.flag, word)
		l.flag = nil
		return false
	case l.ended:
	case word == "--":
		l.ended = true
		return false
	case isFlag(word):
		flag, value := valued(l.node, word)
		if flag != nil && value == nil {
			l.flag = flag
		} else if flag != nil {
			l.set(flag, *value)
		}
		return false
	default:
		if command := child(l.node, word); command != nil {
			l.node = command
			return false
		}
	}
	l.count++
	return true
}

// set notes the value of a flag.
func (l *argScan) set(flag *kong.Flag, value string) {
	if flag.Name == "edition" {
		l.edition = value
	}
}

// isFlag reports whether a word before "--" is a flag. "-" is standard input.
func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' }

// child returns the command with that name below a node, or nil.
func child(node *kong.Node, name string) *kong.Node {
	for _, c := range node.Children {
		if c.Type == kong.CommandNode && c.Name == name {
			return c
		}
	}
	return nil
}

// valued returns the flag in a word that takes a value, or nil, and the value if it is in
// the word too. Kong reports unknown flags.
func valued(node *kong.Node, word string) (flag *kong.Flag, value *string) {
	if name, long := strings.CutPrefix(word, "--"); long {
		name, rest, given := strings.Cut(name, "=")
		if flag = findFlag(node, func(f *kong.Flag) bool { return f.Name == name }); !takesValue(flag) {
			return nil, nil
		}
		if given {
			value = &rest
		}
		return flag, value
	}
	for i, short := range word[1:] {
		flag = findFlag(node, func(f *kong.Flag) bool { return f.Short == short })
		if flag == nil {
			return nil, nil
		}
		if takesValue(flag) {
			if rest := word[1+i+utf8.RuneLen(short):]; rest != "" {
				value = &rest
			}
			return flag, value
		}
	}
	return nil, nil
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
