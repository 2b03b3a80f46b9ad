package main

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// TestReadme: what the README shows is what the command prints, run from the
// root of the repository.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	if n := strings.Count(readme, "\n"); n > 250 {
		t.Errorf("the README has %d lines; details belong on other pages", n)
	}
	var got strings.Builder
	count := 0
	before, rest, found := strings.Cut(readme, "```console\n")
	for found {
		block, after, _ := strings.Cut(rest, "```")
		got.WriteString(before + "```console\n")
		for _, one := range runSession(t, block) {
			if count == 0 && one.status != exitYes {
				t.Errorf("%s, the first command of the README, exits with %d", one.command, one.status)
			}
			count++
			got.WriteString(one.String())
		}
		got.WriteString("```")
		before, rest, found = strings.Cut(after, "```console\n")
	}
	got.WriteString(before)
	if count < 9 {
		t.Errorf("the README shows %d commands", count)
	}
	if got.String() == readme {
		return
	}
	if *update {
		err = os.WriteFile("README.md", []byte(got.String()), 0o666)
	} else {
		err = errors.New(cmp.Diff(readme, got.String()))
	}
	if err != nil {
		t.Error(err)
	}
}

// TestCorpora: the numbers beside the corpora are what the command counts.
func TestCorpora(t *testing.T) {
	t.Chdir("../../grammar/testdata")
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)`[^|]*\\| ([0-9,]+) \\| ([0-9,]+) ").FindAllStringSubmatch(string(page), -1)
	if len(rows) != 5 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		for i, file := range []string{"web50k.txt.gz", "rel50k.txt.gz"} {
			got, _ := runText(t, "", "check", "-e", row[1], "--count", "--only=valid", "--file", file)
			if want := strings.ReplaceAll(row[2+i], ",", "") + " valid\n"; got != want {
				t.Errorf("%s, %s: %q, the page says %q", row[1], file, got, want)
			}
		}
	}
}

// TestPages: the files and folders that the pages name are there.
func TestPages(t *testing.T) {
	t.Chdir("../..")
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	code := regexp.MustCompile("`([a-z0-9./_-]+/[A-Za-z0-9./_-]+)`")
	for _, page := range []string{
		"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md",
		"examples/README.md", "cmd/urispec-bench/README.md", "cmd/urispec-page/README.md", "grammar/testdata/README.md",
	} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
		if page != "ARCHITECTURE.md" && page != "CONTRIBUTING.md" {
			continue
		}
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(strings.Replace(m[1], "EDITION", "rfc3986", 1)); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// TestKeys: CONTRIBUTING names every key of an edition's data.
func TestKeys(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []reflect.Type{reflect.TypeFor[reading.Source](), reflect.TypeFor[grammar.Document]()} {
		for i := range of.NumField() {
			key := of.Field(i).Tag.Get("json")
			if key != "" && key != "-" && !strings.Contains(string(page), "`"+key+"`") {
				t.Errorf("CONTRIBUTING.md does not name the key %s of %s", key, of)
			}
		}
	}
}
