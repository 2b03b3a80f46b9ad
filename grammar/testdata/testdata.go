// Package testdata has references that were found, and verdicts of other people's tests,
// for tests and benchmarks; README.md says where they come from. No other code imports it, and patterns
// like ./... leave it out, because of its folder's name.
package testdata

import (
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"strings"
	"sync"
)

//go:embed *.gz *.jsonl
var files embed.FS

// Corpora are the names of the files with a reference on each line.
var Corpora = []string{"web50k", "rel50k"}

// Lines returns the lines of such a file, without their ends. It unpacks a file
// once, and panics if there is none.
func Lines(name string) []string { return lines(name + ".txt.gz") }

// Pairs are a base, a tab and a reference each.
func Pairs() []string { return lines("relpairs20k.tsv.gz") }

var unpacked sync.Map // by name

func lines(file string) []string {
	f, _ := unpacked.LoadOrStore(file, sync.OnceValue(func() []string {
		text, err := unpack(file)
		if err != nil {
			panic(fmt.Sprintf("testdata: %v", err))
		}
		return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	}))
	return f.(func() []string)()
}

func unpack(file string) (string, error) {
	f, err := files.Open(file)
	if err != nil {
		return "", err
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	return string(text), err
}
