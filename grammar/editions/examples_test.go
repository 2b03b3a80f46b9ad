package editions_test

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/urispec/urispec/ast"
)

// example is a row of EDITION/testdata/examples.tsv: a string that the
// document gives.
type example struct {
	line                                           int
	kind, text, section, rule, derivable, describe string
}

// erratum is a row of EDITION/testdata/errata.tsv: a string by which the
// description of a defect shows it.
type erratum struct {
	line                                      int
	id, rule, text, derivable, conforms, note string
}

// readTable reads the rows of a table; comments begin with "# ". The text is
// in the column of that number and has \n for line ends.
func readTable(file string, columns int, row func(line int, cells []string) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		if strings.HasPrefix(scan.Text(), "# ") {
			continue
		}
		cells := strings.Split(scan.Text(), "\t")
		if len(cells) != columns {
			return fmt.Errorf("%s:%d: %d columns, want %d", file, line, len(cells), columns)
		}
		if err := row(line, cells); err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	return scan.Err()
}

func readExamples(file string) (all []example, err error) {
	err = readTable(file, 6, func(line int, c []string) error {
		if c[0] == "kind" && c[1] == "text" {
			return nil // the heading
		}
		all = append(all, example{line, c[0], strings.ReplaceAll(c[1], `\n`, "\n"), c[2], c[3], c[4], c[5]})
		return nil
	})
	return all, err
}

func readErrata(file string) (all []erratum, err error) {
	err = readTable(file, 6, func(line int, c []string) error {
		all = append(all, erratum{line, c[0], c[1], c[2], c[3], c[4], c[5]})
		return nil
	})
	return all, err
}

// isReference says of the kinds whether the document gives the text as one
// whole reference. Of the other kinds some are shapes, pairs or running text,
// and the rest are strings that the document refuses or warns of.
var isReference = map[string]bool{
	"valid": true, "valid-ref": true, "citation": true, "abbreviated": true, "breakdown": true, "semantics": true,
	"invalid": false, "not-relative": false, "caution": true,
	// RFC 3987: what is mapped to a URI or from one (see package iri), and what
	// is shown in another order than it is written.
	"conversion": true, "visual": true,
	"form": false, "equivalent": false, "not-equivalent": false, "different": false, "text": false,
}

// TestExamples holds each edition to the examples of its document.
func TestExamples(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		references := 0
		for _, x := range f.examples {
			where := fmt.Sprintf("examples.tsv:%d: %s %q", x.line, x.kind, x.text)
			reference, known := isReference[x.kind]
			if !known {
				t.Errorf("%s: no such kind", where)
			}
			if x.rule == "-" {
				continue
			}
			derivable := x.derivable == "yes"
			if !derivable && x.derivable != "NO" {
				t.Errorf("%s: derivable is %q", where, x.derivable)
			}
			if err := rule(f.Edition, x.rule).Check(x.text); (err == nil) != derivable {
				t.Errorf("%s: CheckRule(%s) = %v, derivable: %v", where, x.rule, err, derivable)
			}
			if tree, err := rule(f.Edition, x.rule).Tree(x.text); (err == nil) != derivable {
				t.Errorf("%s: TreeRule(%s): %v", where, x.rule, err)
			} else if derivable && (tree.Rule != x.rule || tree.End != len(x.text)) {
				t.Errorf("%s: TreeRule(%s) is a %s of %d bytes", where, x.rule, tree.Rule, tree.End)
			}
			// What is derivable by the rule of references or of IRIs, or by one of
			// RFC 1738's schemes, conforms.
			scheme := f.Name() == "rfc1738" && strings.Contains(x.text, ":")
			if !reference || x.rule != f.start() && x.rule != "IRI" && !scheme {
				continue
			}
			references++
			if got := f.Valid(x.text); got != derivable {
				t.Errorf("%s: Valid = %v", where, got)
			}
			if tree, err := f.Tree(x.text); (err == nil) != derivable {
				t.Errorf("%s: Tree: %v", where, err)
			} else if derivable && (tree.Rule != f.start() || tree.End != len(x.text)) {
				t.Errorf("%s: Tree is a %s of %d bytes", where, tree.Rule, tree.End)
			}
		}
		if references < 25 && f.Grammar().Source().Amends == "" {
			t.Errorf("only %d references among %d examples", references, len(f.examples))
		}
	})
}

// TestErrata holds each edition to the strings that the descriptions of its
// defects give.
func TestErrata(t *testing.T) {
	verdicts := map[string]bool{"yes": true, "no": false}
	each(t, func(t *testing.T, f *fixture) {
		for _, x := range f.errata {
			where := fmt.Sprintf("errata.tsv:%d: %s %s %q (%s)", x.line, x.id, x.rule, x.text, x.note)
			derivable, ok := verdicts[x.derivable]
			if !ok {
				t.Errorf("%s: derivable is %q", where, x.derivable)
			}
			if err := rule(f.Edition, x.rule).Check(x.text); (err == nil) != derivable {
				t.Errorf("%s: CheckRule = %v", where, err)
			}
			if _, err := rule(f.Edition, x.rule).Tree(x.text); (err == nil) != derivable {
				t.Errorf("%s: TreeRule = %v", where, err)
			}
			if x.conforms == "-" {
				continue
			}
			conforms, ok := verdicts[x.conforms]
			if !ok {
				t.Errorf("%s: conforms is %q", where, x.conforms)
			}
			if got := f.Valid(x.text); got != conforms {
				t.Errorf("%s: Valid = %v", where, got)
			}
			if err := f.Check(x.text); (err == nil) != conforms {
				t.Errorf("%s: Check = %v", where, err)
			}
			if _, err := f.Tree(x.text); (err == nil) != conforms {
				t.Errorf("%s: Tree: %v", where, err)
			}
		}
		if len(f.errata) < 40 && f.Grammar().Source().Amends == "" || len(f.errata) < 30 {
			t.Errorf("only %d rows", len(f.errata))
		}
	})
}

// part is an assignment in the description of a breakdown:
//
//	scheme=urn|path=example:animal:ferret:nose|authority,query,fragment undefined
//	path="" (query=fred)
var part = regexp.MustCompile(`([a-z_,]+)(?:=("[^"]*"|<undefined>|[^|" )]*)| (undefined))`)

// TestBreakdowns holds Parse to the worked splits of the documents.
func TestBreakdowns(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		rows := 0
		for _, x := range f.examples {
			if x.kind != "breakdown" && !strings.Contains(x.describe, "; breakdown by ") {
				continue
			}
			rows++
			where := fmt.Sprintf("examples.tsv:%d: %q", x.line, x.text)
			ref, err := f.Parse(x.text)
			if err != nil {
				t.Errorf("%s: %v", where, err)
				continue
			}
			// The groups of Appendix B's regular expression ($1=http:|...)
			// stand before their meaning.
			_, meaning, ok := strings.Cut(x.describe, "=> ")
			if !ok {
				_, meaning, ok = strings.Cut(x.describe, "; breakdown by ")
			}
			if !ok {
				meaning = x.describe
			}
			parts := part.FindAllStringSubmatch(meaning, -1)
			if len(parts) == 0 {
				t.Errorf("%s: %q has no parts", where, x.describe)
			}
			for _, p := range parts {
				want, absent := strings.Trim(p[2], `"`), p[2] == "<undefined>" || p[3] != ""
				for _, name := range strings.Split(p[1], ",") {
					span, ok := named(&ref, name)
					switch {
					case !ok:
						t.Errorf("%s: %q is no component", where, name)
					case span.Present() == absent:
						t.Errorf("%s: %s is present: %v, want %q", where, name, span.Present(), p[0])
					case !absent && ref.Text(span) != want:
						t.Errorf("%s: %s is %q, want %q", where, name, ref.Text(span), want)
					}
				}
			}
		}
		if rows == 0 && f.Name() != "rfc3987" && f.Grammar().Source().Amends == "" {
			t.Error("no rows")
		}
	})
}

// named returns a component by the name that the breakdowns give it.
func named(ref *ast.Reference, name string) (ast.Span, bool) {
	switch name {
	case "scheme":
		return ref.Scheme.Span, true
	case "authority", "site", "server", "net_loc":
		return ref.Site.Span, true
	case "userinfo":
		return ref.Site.Server.UserInfo.Span, true
	case "host":
		return ref.Site.Server.HostPort.Host.Span, true
	case "path", "params":
		path, params := ref.Path.Span, ast.Absent
		if i := strings.IndexByte(ref.Text(path), ';'); ref.Path.ParamsLast && i >= 0 {
			params = ast.Span{Start: path.Start + int32(i) + 1, End: path.End}
			path.End = params.Start - 1
		}
		if name == "params" {
			return params, true
		}
		return path, true
	case "hsoname":
		// RFC 1738 section 3.11: the slash after the host is no part of it.
		return ast.Span{Start: ref.Path.Start + 1, End: ref.Path.End}, true
	case "query":
		return ref.Query.Span, true
	case "fragment":
		return ref.Fragment.Span, true
	}
	return ast.Span{}, false
}
