package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urispec/urispec/resolve/judge"
)

// parsersJSON lists the parsers, with their versions, how they are installed, and the commands of
// their adapters.
//
//go:embed parsers.json
var parsersJSON []byte

// parser is one of them.
type parser struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Package  string `json:"package"`
	// Version is the one that setup installs, or whose version it is.
	Version string `json:"version"`
	// Absolute is set if it reads absolute URLs only.
	Absolute bool `json:"absolute"`

	Apt   []string `json:"apt"`   // packages of Debian
	NPM   string   `json:"npm"`   // a package of npm
	Build []string `json:"build"` // a command that builds the adapter
	Built string   `json:"built"` // the file that it makes

	Adapter string `json:"adapter"` // its file
	// Command runs the adapter; it is empty for those in Go, which are in this program.
	Command []string `json:"command"`
	// VersionCommand prints the version that is installed, on the first line.
	VersionCommand []string `json:"version_command"`
	// Missing says why there is no adapter.
	Missing string `json:"missing"`
}

// parsers reads parsers.json.
func parsers() ([]*parser, error) {
	var list []*parser
	d := json.NewDecoder(bytes.NewReader(parsersJSON))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("parsers.json: %w", err)
	}
	return list, nil
}

// file is the name of the parser as that of a file.
func (p *parser) file() string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(p.Language+"-"+p.Name)), "-")
}

// local is where setup puts what it builds.
const local = "local"

// open starts the parser; close ends it. The error says what is missing.
func (p *parser) open(ctx context.Context) (j judge.Parser, close func() error, err error) {
	if p, ok := inProcess[p.Name]; ok {
		return p.answer, func() error { return nil }, nil
	}
	if p.Missing != "" {
		return nil, nil, errors.New(p.Missing)
	}
	if _, err := p.installed(); err != nil {
		return nil, nil, err
	}
	program, err := judge.Start(ctx, p.Command, judge.Options{Protocol: judge.JSON, Patience: time.Minute, Stderr: os.Stderr})
	if err != nil {
		return nil, nil, err
	}
	return program, program.Close, nil
}

// installed returns the version that is installed. The error says that there is none, or not the
// adapter.
func (p *parser) installed() (string, error) {
	if p.Missing != "" {
		return "", errors.New(p.Missing)
	}
	if p.NPM != "" {
		return p.npmVersion()
	}
	if p.Built != "" {
		if _, err := os.Stat(p.Built); err != nil {
			return "", fmt.Errorf("the adapter is not built: %w", err)
		}
	}
	if len(p.VersionCommand) == 0 {
		return goVersion(p)
	}
	out, err := exec.Command(p.VersionCommand[0], p.VersionCommand[1:]...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(p.VersionCommand, " "), err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), nil
}

// npmVersion is the version of a package below node_modules.
func (p *parser) npmVersion() (string, error) {
	text, err := os.ReadFile(filepath.Join("node_modules", p.NPM, "package.json"))
	if err != nil {
		return "", err
	}
	var about struct{ Version string }
	if err := json.Unmarshal(text, &about); err != nil {
		return "", fmt.Errorf("package.json of %s: %w", p.NPM, err)
	}
	return about.Version, nil
}

// setup installs what can be installed, and names what is missing.
func setup(list []*parser, out io.Writer) {
	var apt, npm []string
	for _, p := range list {
		apt = append(apt, p.Apt...)
		if p.NPM != "" {
			npm = append(npm, p.NPM+"@"+p.Version)
		}
	}
	slices.Sort(apt)
	installDebian(slices.Compact(apt), out)
	if npm != nil {
		run(out, "npm", slices.Concat([]string{"install", "--no-audit", "--no-fund", "--no-save", "--prefix", "."}, npm)...)
	}
	build(list, out)
	for _, p := range list {
		if version, err := p.installed(); err != nil {
			fmt.Fprintf(out, "missing  %s: %v\n", p.Name, err)
		} else {
			fmt.Fprintf(out, "there    %s: %s\n", p.Name, version)
		}
	}
}

// installDebian installs packages of Debian that are not there, if it can.
func installDebian(names []string, out io.Writer) {
	var wanted []string
	for _, name := range names {
		if exec.Command("dpkg", "-s", name).Run() != nil {
			wanted = append(wanted, name)
		}
	}
	if wanted == nil {
		return
	}
	if _, err := exec.LookPath("apt-get"); err != nil || os.Geteuid() != 0 {
		fmt.Fprintln(out, "not installed, because that needs root on Debian:", strings.Join(wanted, " "))
		return
	}
	run(out, "apt-get", "update", "-qq")
	for _, name := range wanted { // one by one, because one that does not exist would stop the others
		run(out, "apt-get", "install", "-y", "-qq", name)
	}
}

// build builds the adapters that are compiled and have changed, as far as there are compilers and
// libraries.
func build(list []*parser, out io.Writer) {
	if err := os.MkdirAll(local, 0o777); err != nil {
		fmt.Fprintln(out, err)
	}
	for _, p := range list {
		if len(p.Build) == 0 {
			continue
		}
		built, err := os.Stat(p.Built)
		if source, _ := os.Stat(p.Adapter); err != nil || source != nil && source.ModTime().After(built.ModTime()) {
			run(out, p.Build[0], p.Build[1:]...)
		}
	}
}

// run runs a command, and says so if it fails.
func run(out io.Writer, name string, args ...string) {
	if text, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		fmt.Fprintf(out, "%s %s: %v\n%s", name, strings.Join(args, " "), err, text)
	}
}
