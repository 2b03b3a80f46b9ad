package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
	"github.com/urispec/urispec/resolve/compose"
)

// candidate is what a word may become, with a help text for people, of which the first
// sentence is shown.
type candidate struct{ text, help string }

// writeCompletion answers a completion script, for which the last word is completed. It
// writes a line for each candidate, with a TAB before the words for people, or only
// filesAnswer. For a word such as --rule=h the candidates are values.
func writeCompletion(w io.Writer, app *kong.Application, words []string) error {
	var b strings.Builder
	candidates, files := complete(app.Node, words)
	if files {
		b.WriteString(filesAnswer + "\n")
	}
	for _, c := range candidates {
		help, _, _ := strings.Cut(strings.Join(strings.Fields(c.help), " "), ". ")
		fmt.Fprintf(&b, "%s\t%s\n", c.text, strings.TrimSuffix(help, "."))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// filesAnswer is the line that asks the shell for names of files.
const filesAnswer = ":files"

// complete returns what the last word may become. If files is true, it may become the
// name of a file.
func complete(app *kong.Node, words []string) (list []candidate, files bool) {
	if words = joinValues(words); len(words) == 0 {
		return nil, false
	}
	line := argScan{node: app}
	for _, word := range words[:len(words)-1] {
		line.take(word)
	}
	word := words[len(words)-1]
	switch {
	case line.flag != nil:
		return line.values(line.flag.Value, line.flag.FormatPlaceHolder(), word)
	case !line.ended && strings.HasPrefix(word, "-"):
		if flag, value := valued(line.node, word); flag != nil && value != nil && strings.HasPrefix(word, "--") {
			return line.values(flag.Value, flag.FormatPlaceHolder(), *value)
		}
		return flagsOf(line.node, word), false
	}
	for _, c := range line.node.Children {
		if !c.Hidden && strings.HasPrefix(c.Name, word) {
			list = append(list, candidate{c.Name, c.Help})
		}
	}
	if args := line.node.Positional; len(args) > 0 {
		arg := args[min(line.count, len(args)-1)]
		return line.values(arg, argumentName(arg), word)
	}
	return list, false
}

// argumentName is the name of an argument, as the help writes those of values.
func argumentName(arg *kong.Positional) string {
	return strings.ToUpper(strings.TrimRight(arg.Name, "0123456789"))
}

// joinValues undoes what bash does to a word such as --rule=host: it makes three words of
// it.
func joinValues(words []string) []string {
	var joined []string
	for i := 0; i < len(words); i++ {
		last := len(joined) - 1
		if words[i] != "=" || last < 0 || !strings.HasPrefix(joined[last], "--") {
			joined = append(joined, words[i])
			continue
		}
		joined[last] += "="
		if i++; i < len(words) {
			joined[last] += words[i]
		}
	}
	return joined
}

// flagsOf returns the flags of a command that begin like a word.
func flagsOf(node *kong.Node, word string) []candidate {
	var list []candidate
	for _, flags := range node.AllFlags(true) {
		for _, f := range flags {
			if long := "--" + f.Name; strings.HasPrefix(long, word) {
				list = append(list, candidate{long, f.Help})
			}
		}
	}
	return list
}

// values returns the values of a flag or an argument that begin like a word. The name
// says what the value is.
func (l *argScan) values(value *kong.Value, name, word string) (list []candidate, files bool) {
	before := ""
	if value.IsSlice() && value.Tag.Sep > 0 {
		name, _, _ = strings.Cut(name, string(value.Tag.Sep))
		end := strings.LastIndexByte(word, byte(value.Tag.Sep)) + 1
		before, word = word[:end], word[end:]
	}
	known, ok := valueKinds[name]
	switch {
	case strings.HasPrefix(name, "EDITION") && strings.ContainsRune(word, '/'):
		return nil, true // a grammar of the user's own
	case ok:
		list = known(l)
	case value.Enum != "":
		list = alternatives(value.EnumSlice())
	case strings.Contains(name, "|"):
		list = alternatives(strings.Split(name, "|"))
	case slices.Contains(fileKinds, name):
		return nil, true
	}
	list = slices.DeleteFunc(list, func(c candidate) bool { return !strings.HasPrefix(c.text, word) })
	for i := range list {
		list[i].text = before + list[i].text
	}
	return list, false
}

// fileKinds are the names of values that are files.
var fileKinds = []string{"FILE", "DOCUMENT", "DIR"}

// valueKinds has, by the names of values in the help, what the values may be.
var valueKinds = map[string]func(*argScan) []candidate{
	"EDITION": func(*argScan) (list []candidate) {
		for _, e := range editions.All() {
			list = append(list, candidate{e.Name(), e.Grammar().Source().Title})
		}
		return list
	},
	"RULE": func(l *argScan) (list []candidate) {
		for _, r := range l.named().Grammar().Rules() {
			list = append(list, candidate{r.Name, r.Text})
		}
		return list
	},
	"COMPONENT": func(l *argScan) []candidate {
		return alternatives(compose.Components(l.named()))
	},
	"NAME": func(l *argScan) []candidate {
		return alternatives((&edition{l.named()}).fieldNames())
	},
	"NAME=VALUE": func(l *argScan) (list []candidate) {
		for _, name := range settable(l.named()) {
			list = append(list, candidate{text: name + "="})
		}
		return list
	},
	"CODE": func(*argScan) (list []candidate) {
		for _, c := range lint.Codes() {
			list = append(list, candidate{c.String(), c.Summary()})
		}
		return list
	},
	"STEP": func(l *argScan) (list []candidate) {
		for _, s := range l.named().Document().Normalization {
			list = append(list, candidate{s.Step, s.Why})
		}
		return list
	},
	"COMMAND": func(l *argScan) (list []candidate) {
		for _, c := range l.node.Parent.Children {
			list = append(list, candidate{c.Name, c.Help})
		}
		return list
	},
}

// named is the edition that the flags before the word name, or the command's default.
func (l *argScan) named() *grammar.Edition {
	e := edition{editions.RFC3986}
	for _, name := range []string{l.defaultEdition(), l.edition} {
		if found := (edition{}); found.UnmarshalText([]byte(name)) == nil {
			e = found
		}
	}
	return e.Edition
}

// defaultEdition is the name of the edition without -e, or "".
func (l *argScan) defaultEdition() string {
	if f := findFlag(l.node, func(f *kong.Flag) bool { return f.Name == "edition" }); f != nil {
		return f.Default
	}
	return ""
}

func alternatives(texts []string) (list []candidate) {
	for _, text := range texts {
		list = append(list, candidate{text: text})
	}
	return list
}
