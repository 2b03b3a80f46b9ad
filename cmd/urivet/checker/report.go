package checker

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/nearest"
)

// reportFault reports that no string of a template is of a kind.
func (p *pkg) reportFault(t template, k *kind, l *language, f *fault) {
	piece := t[f.piece]
	d := analysis.Diagnostic{Category: "syntax"}
	details := fmt.Sprintf("expected %s (%s)", f.expected, f.where)
	switch {
	case piece.isHole():
		d.Pos, d.End = piece.expr.Pos(), piece.expr.End()
		d.Message = fmt.Sprintf("%s writes %s of type %s with %s, which no conforming URI has there: %s",
			piece.verb, p.source(piece.expr), types.TypeString(p.TypesInfo.TypeOf(piece.expr), types.RelativeTo(p.Pkg)), f.found, details)
	case len(t) == 1:
		d.Pos = piece.at(f.offset)
		d.Message = fmt.Sprintf("%s is not %s: found %s at offset %d, %s", quote(piece.text), k.noun, f.found, f.offset, details)
		d.SuggestedFixes = p.escape(piece, l)
	default:
		d.Pos = piece.at(f.offset)
		d.Message = fmt.Sprintf("%s cannot stand here in %s: found %s at offset %d, %s", quote(piece.text), k.noun, f.found, f.offset, details)
	}
	p.warn(d)
}

// quote quotes a constant, cut if it is long.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		return strconv.Quote(s[:cutRune(s, most)]) + "..."
	}
	return strconv.Quote(s)
}

// cutRune returns the end of the last character that ends at n or before.
func cutRune(s string, n int) int {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// maxNearest is how many of the nearest strings are looked at.
const maxNearest = 16

// delimiters are characters that are more likely meant to delimit than to be data.
const delimiters = "#:/?@"

// escape returns the fix for a literal that conforms if some of its characters are escaped: what
// it says stays the same. There is none if that can be done in several ways, if it would be in
// the name of a host, or if it would make data of a delimiter.
func (p *pkg) escape(constant piece, l *language) []analysis.SuggestedFix {
	lit, ok := ast.Unparen(constant.expr).(*ast.BasicLit)
	text := l.prefix + constant.text
	if !ok || len(text) > nearest.MaxLength || len(constant.text) == 0 {
		return nil
	}
	finder, err := finderOf(l)
	if err != nil {
		return nil
	}
	found, err := finder.Find(text, maxNearest)
	if err != nil {
		return nil
	}
	site := l.edition.Split(text).Site
	fixed := ""
	for _, s := range found.Nearest {
		only := len(s.Edits) > 0
		for _, edit := range s.Edits {
			inSite := site.Present() && int(site.Start) <= edit.Offset && edit.Offset < int(site.End)
			only = only && edit.Op == nearest.Escape && !inSite && !strings.Contains(delimiters, edit.From)
		}
		if only && fixed != "" {
			return nil
		}
		if only {
			fixed = s.Text
		}
	}
	if fixed == "" {
		return nil
	}
	written := strconv.Quote(fixed[len(l.prefix):])
	if lit.Value[0] == '`' {
		written = "`" + fixed[len(l.prefix):] + "`"
	}
	return []analysis.SuggestedFix{{
		Message:   "Escape what may not stand there",
		TextEdits: []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(written)}},
	}}
}

// finderOf returns the finder of a language, which takes a while to make.
func finderOf(l *language) (*nearest.Finder, error) {
	return grammar.Derived(l.edition, finderKey{l.Language}, func() (*nearest.Finder, error) {
		return nearest.NewReferences(l.edition, l.Language)
	})
}

// finderKey is the key of the finder of a language of an edition.
type finderKey struct{ *grammar.Language }

// wrap returns the fix that puts an expression into a call of package net/url, which it
// imports if the file does not. There is none if the name "url" means something else there.
func (p *pkg) wrap(e ast.Expr, format string) []analysis.SuggestedFix {
	name, edits, ok := p.importURL(e.Pos())
	if !ok {
		return nil
	}
	before, after, _ := strings.Cut(strings.Replace(format, "url.", name+".", 1), "%s")
	t := p.TypesInfo.TypeOf(e)
	if basic, ok := types.Unalias(t).(*types.Basic); !ok || basic.Kind() != types.String {
		before, after = before+"string(", ")"+after
	}
	return []analysis.SuggestedFix{{
		Message: "Escape " + p.source(e),
		TextEdits: append(edits,
			analysis.TextEdit{Pos: e.Pos(), End: e.Pos(), NewText: []byte(before)},
			analysis.TextEdit{Pos: e.End(), End: e.End(), NewText: []byte(after)}),
	}}
}

// importURL returns the name by which package net/url is known at a place, and the edit that
// imports it if it is not; false if its name means something else.
func (p *pkg) importURL(pos token.Pos) (name string, edits []analysis.TextEdit, ok bool) {
	const path = "net/url"
	for _, file := range p.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			name = "url"
			imported := false
			for _, spec := range file.Imports {
				if spec.Path.Value == strconv.Quote(path) {
					imported = true
					if spec.Name != nil {
						name = spec.Name.Name
					}
				}
			}
			_, obj := p.Pkg.Scope().Innermost(pos).LookupParent(name, pos)
			if pkgName, isPkg := obj.(*types.PkgName); imported {
				return name, nil, isPkg && pkgName.Imported().Path() == path
			}
			return name, []analysis.TextEdit{importEdit(file, path)}, obj == nil
		}
	}
	return "", nil, false
}

// importEdit returns the edit that imports a package into a file.
func importEdit(file *ast.File, path string) analysis.TextEdit {
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.IMPORT {
			break
		}
		if !group.Lparen.IsValid() {
			return insert(group.Pos(), "import "+strconv.Quote(path)+"\n")
		}
		for _, spec := range group.Specs {
			if spec.(*ast.ImportSpec).Path.Value > strconv.Quote(path) {
				return insert(spec.Pos(), strconv.Quote(path)+"\n\t")
			}
		}
		return insert(group.Rparen, "\t"+strconv.Quote(path)+"\n")
	}
	return insert(file.Name.End(), "\n\nimport "+strconv.Quote(path))
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// ignore is a comment that hides what is found in its line, or if it stands alone in the next
// one.
const ignore = "//urivet:ignore"

// hidden reports whether a comment hides what is found at a place.
func (p *pkg) hidden(pos token.Pos) bool {
	if p.ignored == nil {
		p.ignored = make(map[string]bool)
		for _, file := range p.Files {
			for _, group := range file.Comments {
				for _, c := range group.List {
					if strings.HasPrefix(c.Text, ignore) {
						at := p.Fset.Position(c.Pos())
						if p.standsAlone(at) {
							at.Line++
						}
						p.ignored[lineKey(at)] = true
					}
				}
			}
		}
	}
	return p.ignored[lineKey(p.Fset.Position(pos))]
}

// standsAlone reports whether nothing but space stands before a place in its line.
func (p *pkg) standsAlone(at token.Position) bool {
	source, err := p.ReadFile(at.Filename)
	if err != nil || at.Offset > len(source) {
		return false
	}
	before := source[:at.Offset]
	return len(bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])) == 0
}

func lineKey(at token.Position) string { return at.Filename + ":" + strconv.Itoa(at.Line) }
