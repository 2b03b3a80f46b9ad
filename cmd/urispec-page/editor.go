package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// editorFolder has the source of the editor, and the npm packages that it is built from, with
// the versions in package-lock.json.
const editorFolder = "editor"

// webFolder is where the page's files are, from this module's folder.
var webFolder = filepath.Join("..", "urispec", "webpage", "web")

// install gets the npm packages, unless they are there.
func install() error {
	if _, err := os.Stat(filepath.Join(editorFolder, "node_modules")); err == nil {
		return nil
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = editorFolder
	if out, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return nil
}

// editorFiles returns the files that are built from the npm packages: the editor as one
// module, and the licences of what is in it.
func editorFiles() (map[string][]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{filepath.Join(editorFolder, "editor.js")},
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifySyntax:      true,
		MinifyIdentifiers: true,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		Banner:            map[string]string{"js": "// Built from npm packages by urispec-page; their licences are in editor.LICENSES.txt."},
		Metafile:          true,
	})
	if len(result.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	var meta struct {
		Inputs map[string]any `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, err
	}
	var packages []string
	for input := range meta.Inputs {
		_, path, ok := strings.Cut(filepath.ToSlash(input), "node_modules/")
		if !ok {
			continue
		}
		parts := strings.Split(path, "/")
		name := parts[0]
		if strings.HasPrefix(name, "@") {
			name += "/" + parts[1]
		}
		if !slices.Contains(packages, name) {
			packages = append(packages, name)
		}
	}
	slices.Sort(packages)
	var licences bytes.Buffer
	for i, name := range packages {
		folder := filepath.Join(editorFolder, "node_modules", filepath.FromSlash(name))
		var about struct{ Version, License string }
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &about); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		licence, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
		if err != nil {
			return nil, err
		}
		if i > 0 {
			licences.WriteString("\n")
		}
		fmt.Fprintf(&licences, "== %s %s (%s)\n\n%s\n", name, about.Version, about.License, bytes.TrimSpace(licence))
	}
	return map[string][]byte{"editor.js": result.OutputFiles[0].Contents, "editor.LICENSES.txt": licences.Bytes()}, nil
}

// buildEditor writes the editor to the page's files.
func buildEditor() error {
	if err := install(); err != nil {
		return err
	}
	files, err := editorFiles()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(webFolder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
