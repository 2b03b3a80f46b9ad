package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// comparison is what compare --json writes of one reference.
type comparison struct {
	Input    string
	Base     *string
	Differ   bool
	Editions []struct {
		Edition    string
		Valid      bool
		Resolution *struct {
			Target       *string
			SameDocument bool `json:"same_document"`
			Fragment     *string
			Error        *struct{ Message string }
		}
		Changed []string
	}
}

// runCompare runs the command on one reference. The exit status must be that
// of its answer, and all editions must be there, in order.
func runCompare(t *testing.T, args ...string) comparison {
	t.Helper()
	out, status := runText(t, "", append([]string{"compare", "--json"}, args...)...)
	var c comparison
	if err := json.Unmarshal([]byte(out), &c); err != nil {
		t.Fatalf("%q: %v in %s", args, err, out)
	}
	changed := false
	var names []string
	for _, e := range c.Editions {
		names = append(names, e.Edition)
		changed = changed || len(e.Changed) > 0
	}
	var want []string
	for _, e := range editions.All() {
		want = append(want, e.Name())
	}
	if !slices.Equal(names, want) {
		t.Fatalf("%q: the editions are %q", args, names)
	}
	if c.Differ != changed || status != map[bool]int{false: exitYes, true: exitNo}[c.Differ] {
		t.Errorf("%q: differ is %v, changes: %v, the exit status is %d", args, c.Differ, changed, status)
	}
	return c
}

// readTimeline returns the rows of a table of testdata as maps by the names of
// its columns. Lines that start with "# " are comments; the first other one has
// the names.
func readTimeline(t *testing.T, file string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var rows []map[string]string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		cells := strings.Split(line, "\t")
		switch {
		case strings.HasPrefix(line, "# "):
		case names == nil:
			names = cells
		case len(cells) != len(names):
			t.Fatalf("%s: %q has %d columns, want %d", file, line, len(cells), len(names))
		default:
			row := make(map[string]string)
			for i, name := range names {
				row[name] = cells[i]
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// TestTimelineResolution: compare reproduces the tables of what references
// resolve to.
func TestTimelineResolution(t *testing.T) {
	asked := 0
	for _, row := range readTimeline(t, "testdata/timeline-resolution.tsv") {
		args := []string{"--unchecked", "--base=" + row["base"]}
		if row["flag"] == "loose" {
			args = append(args, "--loose")
		}
		c := runCompare(t, append(args, "--", row["reference"])...)
		for _, e := range c.Editions {
			want, ok := row[e.Edition]
			if !ok || want == "." {
				continue
			}
			asked++
			got, r := "", e.Resolution
			switch {
			case r == nil:
				got = "nothing"
			case r.Target != nil:
				got = *r.Target
			case r.SameDocument:
				got = "(current document)"
				if r.Fragment != nil {
					got += "#" + *r.Fragment
				}
			case r.Error != nil && strings.Contains(r.Error.Message, "does not permit "+row["flag"]):
				got = "-"
			default:
				got = "an error"
			}
			if got != want {
				t.Errorf("%s: %q from %q is %q, want %q", e.Edition, row["reference"], row["base"], got, want)
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d targets", asked)
	}
}

// TestTimelineVerdicts: and what conforms.
func TestTimelineVerdicts(t *testing.T) {
	asked := 0
	for _, row := range readTimeline(t, "testdata/timeline-verdicts.tsv") {
		for _, e := range runCompare(t, "--", row["reference"]).Editions {
			want, ok := row[e.Edition]
			if !ok || want == "." {
				continue
			}
			asked++
			if got := map[bool]string{false: "no", true: "yes"}[e.Valid]; got != want {
				t.Errorf("%s: %q: conforms: %s, want %s (%s)", e.Edition, row["reference"], got, want, row["note"])
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d verdicts", asked)
	}
}

// TestCompareChanges: what counts as a difference, among five editions.
func TestCompareChanges(t *testing.T) {
	var five []*source
	for _, e := range []*grammar.Edition{editions.RFC1738, editions.URLSyntax02, editions.URLSyntax09, editions.RFC2396bis00, editions.RFC3986} {
		five = append(five, &source{edition: edition{e}})
	}
	base := func(s string) compareCmd { return compareCmd{Base: &s} }
	for _, test := range []struct {
		why  string
		cmd  compareCmd
		ref  string
		want string // the columns that change
	}{
		{"nothing; hostname and regname are one kind", compareCmd{}, "http://h:80/p", ""},
		{"a verdict, against the edition before", compareCmd{}, "http://h?q", "rfc2396bis-00 conforms"},
		{"nothing more where the edition before has no components", compareCmd{}, "http://h/?a/b", "url-syntax-02 conforms"},
		{"a path and a query against an opaque path", compareCmd{}, "mailto:a?b",
			"url-syntax-02 path, url-syntax-02 query, rfc2396bis-00 path, rfc2396bis-00 query, rfc3986 path, rfc3986 query"},
		{"the same path, once opaque", compareCmd{}, "http:g", "url-syntax-02 conforms, rfc2396bis-00 path, rfc3986 path"},
		{"the kind of a site", compareCmd{}, "http://a_b/", "url-syntax-09 conforms, rfc3986 host"},
		{"an edition without a relative form has no target to compare", base("http://a/b"), "http://x/y", ""},
		{"a target", base("http://a/b"), "http://x/../y", "rfc3986 target"},
		{"there is a target or there is none", base("http://a?q"), "g", "url-syntax-02 conforms, rfc2396bis-00 target"},
		{"an empty base is a base", base(""), "http://a", "url-syntax-09 target"},
	} {
		var opinions []*opinion
		for _, judge := range test.cmd.judges(five) {
			opinions = append(opinions, judge(test.ref))
		}
		differ := findChanges(opinions)
		var got []string
		for _, o := range opinions {
			for i, name := range comparedColumns {
				if o.cells[i].changed {
					got = append(got, o.edition.Name()+" "+name)
				}
			}
		}
		if got := strings.Join(got, ", "); got != test.want || differ != (got != "") {
			t.Errorf("%s: %q: %q, want %q; differ is %v", test.why, test.ref, got, test.want, differ)
		}
	}
}
