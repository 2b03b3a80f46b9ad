package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/andybalholm/brotli"
)

// size is how many bytes a file has, as it is and compressed.
type size struct {
	name          string
	bytes, brotli int
}

// isFirst reports whether a file is needed before the first verdicts: the page itself, and
// the modules of the view that it begins with.
func isFirst(name string) bool {
	switch name {
	case "index.html", "icon.svg", "style.css", "app.js", "dom.js", "ask.js", "reference.js", "worker.js", "wasm_exec.js", "verdicts.wasm":
		return true
	}
	return false
}

// sizes returns the sizes of the files in a folder, compressed with a quality from 0 to 11.
func sizes(dir string, quality int) ([]size, error) {
	var list []size
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(os.DirFS(dir), name)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: 24})
		w.Write(content) // into memory, which cannot fail
		w.Close()
		list = append(list, size{name, len(content), b.Len()})
		return nil
	})
	return list, err
}

// first are the sums, compressed, of what is needed before the first verdicts.
func first(list []size) (wasm, rest int) {
	for _, s := range list {
		switch {
		case !isFirst(s.name):
		case strings.HasSuffix(s.name, ".wasm"):
			wasm += s.brotli
		default:
			rest += s.brotli
		}
	}
	return wasm, rest
}

// printSizes prints the sizes of the files in a folder.
func printSizes(dir string) error {
	list, err := sizes(dir, brotli.BestCompression)
	if err != nil {
		return err
	}
	fmt.Printf("%-16s %10s %10s\n", "FILE", "BYTES", "BROTLI")
	for _, s := range list {
		fmt.Printf("%-16s %10d %10d\n", s.name, s.bytes, s.brotli)
	}
	wasm, rest := first(list)
	fmt.Printf("before the first verdicts: %d of WebAssembly, %d of everything else\n", wasm, rest)
	return nil
}
