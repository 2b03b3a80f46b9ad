package main

import (
	"io"
)

// palette colours text if it is on.
type palette struct{ on bool }

func (p palette) good(text string) string { return p.paint("32", text) }   // green
func (p palette) bad(text string) string  { return p.paint("31", text) }   // red
func (p palette) mark(text string) string { return p.paint("1;31", text) } // bold red
func (p palette) name(text string) string { return p.paint("1", text) }    // bold
func (p palette) dim(text string) string  { return p.paint("2", text) }    // faint
func (p palette) line(text string) string { return p.paint("36", text) }   // cyan

// paint puts text between an SGR sequence (ECMA-48, 8.3.117) and its reset.
func (p palette) paint(parameters, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + parameters + "m" + text + "\x1b[0m"
}

// colored decides on colour by the --color flag, then the variables of
// no-color.org and bixense.com/clicolors, then whether stdout is a terminal.
func colored(when string, stdout io.Writer, getenv func(string) string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	if getenv("NO_COLOR") != "" {
		return false
	}
	if force := getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return isTerminal(stdout) && getenv("TERM") != "dumb"
}
