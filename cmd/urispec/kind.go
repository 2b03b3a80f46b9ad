package main

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strings"
)

// kind is what a document is written in.
type kind int

const (
	unknownKind kind = iota
	textKind
	markdownKind
	htmlKind
	mimeKind
)

// kindFlags say what documents are written in.
type kindFlags struct {
	HTML     bool `name:"html" xor:"kind" help:"The documents are HTML: find their links and resolve them."`
	Markdown bool `xor:"kind" help:"The documents are Markdown: find the destinations of their links."`
	MIME     bool `name:"mime" xor:"kind" help:"The documents are MIME messages, such as mail or MHTML: find the references in their parts and resolve them."`
	Text     bool `xor:"kind" help:"The documents are plain text, whatever their names are and whatever they begin with."`
}

// kind returns the kind that the flags name, if they name one.
func (f *kindFlags) kind() kind {
	switch {
	case f.HTML:
		return htmlKind
	case f.Markdown:
		return markdownKind
	case f.MIME:
		return mimeKind
	case f.Text:
		return textKind
	}
	return unknownKind
}

// kindsByName are the kinds of files by the ends of their names.
var kindsByName = map[string]kind{
	".html": htmlKind, ".htm": htmlKind, ".xhtml": htmlKind, ".xht": htmlKind,
	".md": markdownKind, ".markdown": markdownKind, ".mdown": markdownKind, ".mkd": markdownKind,
	".eml": mimeKind, ".mht": mimeKind, ".mhtml": mimeKind,
	".txt": textKind, ".text": textKind,
}

// kindByName returns the kind of a file by its name, which may end with that of a
// compression.
func kindByName(name string) kind {
	name = strings.ToLower(name)
	switch end := filepath.Ext(name); end {
	case ".gz", ".zst":
		name = strings.TrimSuffix(name, end)
	}
	return kindsByName[filepath.Ext(name)]
}

// kindByText returns the kind of a document by its beginning: HTML if that is a document
// type or the tag of the root, after any white space, and else text. It also returns a
// reader for the whole document. It reads no further than it needs, because the reader may
// wait for a person.
func kindByText(r io.Reader) (kind, io.Reader) {
	const most = 1 << 10
	in := bufio.NewReaderSize(r, most)
	for n := 1; n <= most; n++ {
		text, err := in.Peek(n)
		text = bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n\f"))
		possible := len(text) == 0 || len(text) < len("\uFEFF") && bytes.HasPrefix([]byte("\uFEFF"), text)
		for _, start := range []string{"<!doctype html", "<html"} {
			if bytes.HasPrefix(text, []byte(start)) && len(text) > len(start) && bytes.IndexByte([]byte(" \t\r\n\f>"), text[len(start)]) >= 0 {
				return htmlKind, in
			}
			possible = possible || bytes.HasPrefix([]byte(start), text[:min(len(text), len(start))])
		}
		if !possible || err != nil {
			break
		}
	}
	return textKind, in
}
