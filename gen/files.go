package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/gen/peg"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// file is a generated file; its name is relative to the root of the module.
type file struct {
	name string
	code []byte
}

// edition is an edition's folder.
type edition struct {
	name   string
	source *reading.Source
	whole  *grammar.Edition // nil for one with its errata applied
}

// corrected returns the edition with the errata that change its grammar; false
// if there are none.
func (e edition) corrected() (edition, bool) {
	errata := e.source.Corrections()
	return edition{name: e.name, source: e.source.Corrected(errata...)}, len(errata) > 0
}

// folder is that of the edition's package.
func (e edition) folder() string { return path.Join("grammar", "editions", e.name) }

// editionsOf reads the folders of editions, in the order of publication. The error
// tells all that is wrong with their data.
func editionsOf(root string) ([]edition, error) {
	folder := filepath.Join(root, "grammar", "editions")
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	amends := make(map[string]string)
	var errs []error
	for _, entry := range entries {
		name := entry.Name()
		if !entry.IsDir() || slices.Contains(notFolders, name) {
			continue
		}
		src, err := reading.Read(os.DirFS(filepath.Join(folder, name)), name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		amends[name] = src.Amends
	}
	known := make(map[string]edition)
	var read func(name string) (edition, error)
	read = func(name string) (edition, error) {
		if e, ok := known[name]; ok {
			return e, nil
		}
		var amended *grammar.Edition
		if of := amends[name]; of != "" {
			if _, ok := amends[of]; !ok || amends[of] != "" {
				return edition{}, fmt.Errorf("%s.json: amends: there is no complete edition %q", name, of)
			}
			e, err := read(of)
			if err != nil {
				return edition{}, nil // which is told of that one
			}
			amended = e.whole
		}
		whole, err := grammar.New(name, os.DirFS(filepath.Join(folder, name)), amended)
		if err != nil {
			return edition{}, err
		}
		known[name] = edition{name, whole.Grammar().Source(), whole}
		return known[name], nil
	}
	var out []edition
	for _, name := range slices.Sorted(maps.Keys(amends)) {
		e, err := read(name)
		if err != nil {
			errs = append(errs, err)
		}
		out = append(out, e)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no folder of an edition: %w", folder, fs.ErrNotExist)
	}
	if err := errors.Join(checkNames(out), checkCited(out)); err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b edition) int {
		return cmp.Or(strings.Compare(a.whole.Document().Date, b.whole.Document().Date), strings.Compare(a.name, b.name))
	})
	return out, nil
}

// checkCited returns an error for each edition that the data of another one name
// and that is not there.
func checkCited(editions []edition) error {
	var errs []error
	for _, e := range editions {
		doc := e.whole.Document()
		p := reading.Problems{File: e.name + ".json"}
		for _, of := range []struct{ key, name string }{
			{"resolution.see", doc.Resolution.See}, {"mapping.uri", doc.Mapping.URI}, {"defers", doc.Defers},
		} {
			if of.name != "" && !slices.ContainsFunc(editions, func(o edition) bool { return o.name == of.name }) {
				p.Fail("edition."+of.key, "there is no edition %q", of.name)
			}
		}
		errs = append(errs, p.Err())
	}
	return errors.Join(errs...)
}

// generate makes all files of the module at root; or, if an edition is named, those
// of that edition and those that are made of all editions: then nothing is proved
// of the others.
func generate(root, only string) ([]file, error) {
	if only == "" {
		return generateSome(root, every, every)
	}
	named := func(e edition) bool { return e.name == only }
	files, err := generateSome(root, named, named)
	if err == nil && !slices.ContainsFunc(files, func(f file) bool { return f.name == path.Join("grammar", "editions", only, "edition_gen.go") }) {
		err = fmt.Errorf("there is no edition %q", only)
	}
	return files, err
}

func every(edition) bool { return true }

// generateSome makes the Go code of the editions in code, the tables and the pages
// of those in text, and the files that are made of all editions.
func generateSome(root string, code, text func(edition) bool) ([]file, error) {
	editions, err := editionsOf(root)
	if err != nil {
		return nil, err
	}
	jobs := make([][]file, len(editions))
	errs := make([]error, len(editions))
	var wg sync.WaitGroup
	for i, e := range editions {
		if code(e) {
			wg.Go(func() {
				if limit := automaton.Within(func() { jobs[i], errs[i] = e.files() }); limit != nil {
					errs[i] = fmt.Errorf("%s: the proof of its forms: %w", e.name, limit)
				}
			})
		}
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	files := append(slices.Concat(jobs...), registry(editions))
	more, err := fromEditions(editions, text)
	return append(files, more...), err
}

// files makes the Go files of an edition.
func (e edition) files() ([]file, error) {
	g, err := reading.New(e.source)
	if err != nil {
		return nil, err
	}
	proved, err := peg.Prove(g)
	if err != nil {
		return nil, err
	}
	constants := e.constants(g)
	in := peg.Package{Name: e.pkg(), By: "go run ./gen", From: e.texts() + " and " + e.name + ".json", Reserved: []string{"Edition"}}
	for _, c := range constants {
		in.Reserved = append(in.Reserved, c.name)
	}
	code, err := proved.Code(in)
	files := []file{e.declaration(constants), {path.Join(e.folder(), "grammar_gen.go"), code}}
	c, ok := e.corrected()
	if err != nil || !ok {
		return files, err
	}
	if g, err = reading.New(c.source); err != nil {
		return nil, err
	}
	in.From = "the errata of " + e.name
	code, err = proved.Corrected(g, in)
	return append(files, file{path.Join(e.folder(), "corrected_gen.go"), code}), err
}

// texts are the names of the files that have the rules.
func (e edition) texts() string {
	texts := e.source.File()
	for a := e.source.Amended; a != nil; a = a.Amended {
		texts = a.File() + ", " + texts
	}
	return texts
}

// declaration makes the file that declares the edition.
func (e edition) declaration(names []constant) file {
	var b bytes.Buffer
	src, doc := e.source, e.whole.Document()
	fmt.Fprintf(&b, "// Code generated by go run ./gen from %s.json. DO NOT EDIT.\n\n", e.name)
	fmt.Fprintf(&b, "// Package %s reads references by the grammar of\n//\n//\t%s\n//\t%s, %s (%s)\n//\n", e.pkg(), src.Title, e.name, doc.Date, doc.Status)
	fmt.Fprintf(&b, "// Programs need [Edition] and perhaps the names of its rules and components. The\n// structs are the rules as a participle grammar, from which trees are made.\npackage %s\n\n", e.pkg())
	imports, amended, corrected, what := "\"github.com/urispec/urispec/grammar\"\n", "", "", ""
	explained, correctedExplained := "//go:embed "+explanationsFile+"\nvar published string\n", `""`
	embedded := fmt.Sprintf("%s.bnf %s.json *_gen.txt", e.name, e.name)
	if src.Amends != "" {
		of := edition{name: src.Amends, source: src.Amended}
		imports += fmt.Sprintf("%s %q\n", of.pkg(), "github.com/urispec/urispec/"+of.folder())
		amended, what = fmt.Sprintf("Amended: %s.Edition, ", of.pkg()), ", which amends "+src.Amends
	}
	if _, ok := e.corrected(); ok {
		embedded += " corrected/*_gen.txt"
		corrected = "Corrected: correctedRules, "
		explained += "\n//go:embed corrected/" + explanationsFile + "\nvar corrected string\n"
		correctedExplained = "corrected"
	}
	fmt.Fprintf(&b, "import (\n\"embed\"\n\n%s)\n\n//go:embed %s\nvar folder embed.FS\n\n", imports, embedded)
	fmt.Fprintf(&b, "// Edition is %s%s.\nvar Edition = grammar.FromGenerated(grammar.Generated{Name: %q, Start: %q, Folder: folder, Rules: rules, %s%sExplanations: explanations{}})\n", e.name, what, e.name, src.Start, amended, corrected)
	for _, of := range []struct{ prefix, comment string }{
		{rulePrefix, "The names of the rules of the grammar."},
		{componentPrefix, "The names of the components of a reference, as package ast describes them."},
	} {
		fmt.Fprintf(&b, "\n// %s\nconst (\n", of.comment)
		for _, c := range names {
			if c.prefix == of.prefix {
				fmt.Fprintf(&b, "%s = %q\n", c.name, c.value)
			}
		}
		b.WriteString(")\n")
	}
	fmt.Fprintf(&b, "\n%s\ntype explanations struct{}\n\nfunc (explanations) Published() string { return published }\n\nfunc (explanations) Corrected() string { return %s }\n", explained, correctedExplained)
	return file{path.Join(e.folder(), "edition_gen.go"), mustFormat(b.Bytes())}
}

// explanationsFile is the table that explains errors, in the folder of an edition. It is not
// in the folder that is embedded as a whole, because few programs link it.
const explanationsFile = "errors/explanations_gen.txt"

// The prefixes of the constants of an edition.
const (
	rulePrefix      = "Rule"
	componentPrefix = "Component"
)

// constant is the name of a rule or a component, as a constant of the package.
type constant struct{ prefix, name, value string }

// constants lists the rules in the order of the text and the components in that
// of their names. No two have one name: the second gets a number.
func (e edition) constants(g *reading.Grammar) []constant {
	var out []constant
	taken := make(peg.Names)
	for _, r := range g.Rules {
		out = append(out, constant{rulePrefix, taken.Take(rulePrefix + peg.GoName(r.Name)), r.Name})
	}
	doc := e.whole.Document()
	components := make(map[string]bool)
	for _, word := range doc.Components {
		components[word] = true
	}
	for word := range doc.Data {
		components[word] = true
	}
	for _, word := range slices.Sorted(maps.Keys(components)) {
		out = append(out, constant{componentPrefix, taken.Take(componentPrefix + plainName(word)), word})
	}
	return out
}

// registryComment is the package comment of package editions.
const registryComment = `// Package editions has the editions of the URL and URI specifications. Most programs
// begin here: each edition is a variable, such as [RFC3986], whose methods answer all
// questions about references. [Lookup] finds an edition by its name.
//
// An edition does not change, and all its methods may be used concurrently. What a
// method needs is built at its first use, and kept.
//
// RFC 1630 (June 1994), from which they descend, is not among them, because
// its two grammars cannot be read as such without inventing:
//
//   - Their notation is described nowhere. A rule is a name, white space and a
//     definition; characters stand for themselves without quotes, so that "[",
//     "]" and "|" are literals in some rules and operators in others.
//   - The rule void has no definition, addr-spec and content-identifier are not
//     defined, and space and vline are words for characters.
//   - The grammars define path, safe and xpalphas differently; nothing says which
//     one counts.
//   - The generic one derives no path that begins with "/", and so hardly any of
//     the document's own examples.
`

// registry makes package editions.
func registry(editions []edition) file {
	var b, vars, list bytes.Buffer
	imports := []string{`"github.com/urispec/urispec/grammar"`}
	for _, e := range editions {
		imports = append(imports, fmt.Sprintf("%s %q", e.pkg(), "github.com/urispec/urispec/grammar/editions/"+e.name))
		fmt.Fprintf(&vars, "%s = %s.Edition // %s, %s\n", e.variable(), e.pkg(), e.source.Title, e.whole.Document().Date)
		fmt.Fprintf(&list, "%s, ", e.variable())
	}
	fmt.Fprintf(&b, "// Code generated by go run ./gen. DO NOT EDIT.\n\n")
	b.WriteString(registryComment)
	fmt.Fprintf(&b, "package editions\n\nimport (\n%s\n)\n\n", strings.Join(imports, "\n"))
	fmt.Fprintf(&b, "// The editions, in the order of publication.\nvar (\n%s)\n\n", vars.String())
	fmt.Fprintf(&b, "// All returns the editions in the order of publication.\nfunc All() []*grammar.Edition {\nreturn []*grammar.Edition{%s}\n}\n\n", list.String())
	fmt.Fprintf(&b, "// Lookup finds an edition by its name, such as \"rfc3986\".\nfunc Lookup(name string) (*grammar.Edition, bool) {\nfor _, e := range All() {\nif e.Name() == name {\nreturn e, true\n}\n}\nreturn nil, false\n}\n")
	return file{"grammar/editions/editions_gen.go", mustFormat(b.Bytes())}
}

// mustFormat formats code of which only names vary.
func mustFormat(code []byte) []byte {
	out, err := format.Source(code)
	if err != nil {
		panic(fmt.Sprintf("gen: %v\n%s", err, code))
	}
	return out
}
