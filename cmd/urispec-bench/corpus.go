package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

// readLines reads the first lines of a corpus of grammar/testdata.
func readLines(file string, atMost int) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return lines[:min(atMost, len(lines))], nil
}

// spoilt says that one line in so many is spoilt. All lines of the corpora conform to
// rfc3986, because that is how they were chosen; real input does not.
const spoilt = 100

// faults are mistakes that real references have, and that RFC 3986 forbids everywhere.
// They are inserted in the middle of lines, in turn.
var faults = []string{" ", "%zz", "\xE9", "|", "\\", `"`, "%%", "^"}

// spoil puts a fault into the last of every hundred lines.
func spoil(lines []string) {
	for i := spoilt - 1; i < len(lines); i += spoilt {
		s, half := lines[i], len(lines[i])/2
		lines[i] = s[:half] + faults[i/spoilt%len(faults)] + s[half:]
	}
}

// corpus reads a corpus and spoils it.
func corpus(file string, atMost int) ([]string, error) {
	lines, err := readLines(file, atMost)
	if err == nil {
		spoil(lines)
	}
	return lines, err
}

// pair is a base and a reference.
type pair struct{ base, ref string }

// pairs reads a corpus of pairs and spoils the references.
func pairs(file string, atMost int) ([]pair, error) {
	lines, err := readLines(file, atMost)
	if err != nil {
		return nil, err
	}
	bases, refs := make([]string, len(lines)), make([]string, len(lines))
	for i, line := range lines {
		var ok bool
		if bases[i], refs[i], ok = strings.Cut(line, "\t"); !ok {
			return nil, fmt.Errorf("%s:%d: no tab", file, i+1)
		}
	}
	spoil(refs)
	out := make([]pair, len(lines))
	for i := range out {
		out[i] = pair{bases[i], refs[i]}
	}
	return out, nil
}

// size is the length of all lines together, without line ends.
func size(lines []string) (n int) {
	for _, s := range lines {
		n += len(s)
	}
	return n
}

func pairSize(all []pair) (n int) {
	for _, p := range all {
		n += len(p.base) + len(p.ref)
	}
	return n
}
