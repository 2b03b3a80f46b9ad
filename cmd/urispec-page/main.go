// Command urispec-page builds the page of "urispec serve" as static files, whose answers come
// from WebAssembly. Any static host can serve the folder; the page asks nobody else.
//
//	go run . build DIR    writes the page to DIR
//	go run . editor       builds the page's editor from npm packages
//	go run . sizes DIR    prints how large its files are, as they are and with brotli
//
// This module has what only the build and the tests need: esbuild, brotli and a browser.
package main

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispec/urispec/cmd/urispec/webpage"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "urispec-page:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "build":
		return build(args[1])
	case len(args) == 2 && args[0] == "sizes":
		return printSizes(args[1])
	case len(args) == 1 && args[0] == "editor":
		return buildEditor()
	}
	return errors.New("usage: urispec-page build DIR | editor | sizes DIR")
}

// static has the files that the static page has in place of the server.
//
//go:embed static
var static embed.FS

// build writes the static page to a folder.
func build(dir string) error {
	files := make(map[string][]byte)
	own, err := fs.Sub(static, "static")
	if err != nil {
		return err
	}
	for _, from := range []fs.FS{webpage.Files(), own} { // the second has another ask.js
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			files[name], err = fs.ReadFile(from, name)
			return err
		})
		if err != nil {
			return err
		}
	}
	const head = "<meta charset=\"utf-8\">\n"
	index := string(files["index.html"])
	policy := head + `<meta http-equiv="Content-Security-Policy" content="` + webpage.Policy(" 'wasm-unsafe-eval'") + "\">\n"
	if strings.Count(index, head) != 1 {
		return errors.New("index.html does not begin as expected")
	}
	files["index.html"] = []byte(strings.Replace(index, head, policy, 1))

	root, err := output("", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/urispec/urispec")
	if err != nil {
		return err
	}
	goroot, err := output("", "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	if files["wasm_exec.js"], err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	for _, module := range []struct{ name, in, pkg string }{
		{"verdicts.wasm", "", "./verdicts"},
		{"urispec.wasm", root, "./cmd/urispec"},
	} {
		file := filepath.Join(dir, module.name)
		if _, err := output(module.in, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, module.pkg); err != nil {
			return err
		}
		if err := os.Chmod(file, 0o644); err != nil {
			return err
		}
		if files[module.name], err = os.ReadFile(file); err != nil {
			return err
		}
	}

	// The service worker knows all files but itself, and is another one if any of them is.
	var names []string
	for name := range files {
		if name != "offline.js" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	hash := sha256.New()
	for _, name := range names {
		fmt.Fprintf(hash, "%s %d\n", name, len(files[name]))
		hash.Write(files[name])
	}
	list, err := json.Marshal(append([]string{"./"}, names...))
	if err != nil {
		return err
	}
	files["offline.js"] = []byte(strings.NewReplacer("'VERSION'", fmt.Sprintf("'%x'", hash.Sum(nil)[:8]), "FILES;", string(list)+";").Replace(string(files["offline.js"])))

	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// output runs a command for WebAssembly in a folder and returns what it prints.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if slices.Contains(args, "build") {
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	}
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
