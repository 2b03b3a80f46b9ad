package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

const (
	lower    = "abcdefghijklmnopqrstuvwxyz"
	upper    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits   = "0123456789"
	alphanum = lower + upper + digits
)

// TestCharClasses holds the classes that only the prose defines to what the
// documents list.
func TestCharClasses(t *testing.T) {
	controls := "\x7f"
	for b := range byte(0x20) {
		controls += string(b)
	}
	var beyond []byte // what is not US-ASCII
	for b := 0x80; b < 0x100; b++ {
		beyond = append(beyond, byte(b))
	}
	for edition, want := range map[string]map[string]string{
		"rfc1738": {
			"control": controls, "non-ascii": string(beyond), "space": " ", "unsafe-delimiter": `<>"`,
			"unsafe-fragment": "#", "unsafe-escape": "%", "unsafe-gateway": "{}|\\^~[]`", "unsafe": " <>\"#%{}|\\^~[]`",
		},
		"url-syntax-02": {
			"control": controls, "space": " ", "delims": `<>#%"`, "unwise": "{}|\\^[]`", "national": string(beyond),
			"excluded": controls + ` <>#%"` + "{}|\\^[]`" + string(beyond),
		},
		"url-syntax-09": {"control": controls, "space": " ", "delims": `<>#%"`, "unwise": "{}|\\^[]`"},
		"rfc2396bis-00": {"control": controls, "space": " ", "delims": `<>#%"`, "unwise": "{}|\\^`"},
		"rfc3986":       {},
	} {
		e, ok := editions.Lookup(edition)
		if !ok {
			t.Fatalf("there is no edition %s", edition)
		}
		got := map[string]string{}
		for _, c := range e.Grammar().CharClasses() {
			if c.Why != "" {
				got[c.Name] = bytesWhere(c.Has)
			}
		}
		for name, set := range want {
			want[name] = sorted(set)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", edition, diff)
		}
	}
}

// TestComponents holds the bytes of some components to what the grammars say,
// read by a person.
func TestComponents(t *testing.T) {
	const subDelims = "!$&'()*+,;="
	for edition, want := range map[string]map[string]string{
		"rfc1738": {
			"scheme": lower + digits + "+-.", "port": digits,
			"user":   alphanum + "$-_.+" + "!*'()," + ";?&=",
			"path":   alphanum + "$-_.+" + "!*'()," + ";/:@&=", // a "?" ends it, see package grammar
			"opaque": alphanum + "$-_.+" + "!*'()," + ";/?:@&=",
			"query":  alphanum + "$-_.+" + "!*'()," + ";:@&=",
		},
		"url-syntax-02": {
			"scheme": alphanum + "+-.", "host": alphanum + "-.", "port": digits,
			"user": alphanum + "$-_.!~*'()," + ";&=+",
			"path": alphanum + "$-_.!~*'()," + ":@&=+" + ";/",
		},
		"url-syntax-09": {
			"userinfo": alphanum + "$-_.!~*'()," + ":;&=+",
			"fragment": alphanum + "$-_.!~*'()," + ";/?:@&=+",
		},
		"rfc2396bis-00": {
			"path":   alphanum + "-_.!~*'()" + ":@&=+$," + ";/",
			"opaque": alphanum + "-_.!~*'()" + ";/?:@&=+$,[]",
		},
		"rfc3986": {
			"scheme": alphanum + "+-.", "port": digits,
			"site":     alphanum + "-._~" + subDelims + ":@[]",
			"userinfo": alphanum + "-._~" + subDelims + ":",
			"path":     alphanum + "-._~" + subDelims + ":@/",
			"query":    alphanum + "-._~" + subDelims + ":@/?",
			"fragment": alphanum + "-._~" + subDelims + ":@/?",
		},
	} {
		e, ok := editions.Lookup(edition)
		if !ok {
			t.Fatalf("there is no edition %s", edition)
		}
		got := map[string]string{}
		for _, c := range e.Components() {
			if _, ok := want[c.Name]; ok {
				got[c.Name] = bytesWhere(c.Has)
			}
			// An escape stands in all components but those that have none.
			hasEscapes := !slices.Contains([]string{"scheme", "port"}, c.Name) && (c.Name != "host" || edition == "rfc3986")
			if c.InEscape('%') != hasEscapes || c.Has('%') {
				t.Errorf("%s: %s: an escape is %t, a bare %% is %t", edition, c.Name, c.InEscape('%'), c.Has('%'))
			}
		}
		for name, set := range want {
			want[name] = sorted(set)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", edition, diff)
		}
	}
}

// bytesWhere returns the bytes for which has is true.
func bytesWhere(has func(rune) bool) string {
	var out []byte
	for b := range rune(0x100) {
		if has(b) {
			out = append(out, byte(b))
		}
	}
	return string(out)
}

// sorted returns the bytes of s in ascending order.
func sorted(s string) string {
	bytes := []byte(s)
	slices.Sort(bytes)
	return string(bytes)
}

// TestRulesTellAll checks that every repair and every decision of the reading
// of each edition stands at some rule.
func TestRulesTellAll(t *testing.T) {
	for _, e := range editions.All() {
		stdout, status := runText(t, "", "rules", "--json", "-e", e.Name())
		if status != exitYes {
			t.Errorf("%s: status %d", e, status)
		}
		repairs := map[string]bool{}
		decisions := 0
		for dec := json.NewDecoder(strings.NewReader(stdout)); dec.More(); {
			var r ruleJSON
			if err := dec.Decode(&r); err != nil {
				t.Fatal(err)
			}
			for _, repair := range r.Repairs {
				repairs[repair.ID] = true
			}
			decisions += len(r.Reading)
		}
		if len(repairs) != len(e.Grammar().Source().AllRepairs()) {
			t.Errorf("%s: repairs shown: %v", e, repairs)
		}
		if decisions != len(e.Grammar().Source().Reading) {
			t.Errorf("%s: %d decisions of %d are shown", e, decisions, len(e.Grammar().Source().Reading))
		}
	}
}

// TestDraw draws trees made by hand.
func TestDraw(t *testing.T) {
	leaf := func(rule string, start, end int) *grammar.Tree {
		return &grammar.Tree{Rule: rule, Start: start, End: end}
	}
	for _, test := range []struct {
		name, ref string
		tree      *grammar.Tree
		want      string
	}{
		{
			name: "nested", ref: "a:b",
			tree: &grammar.Tree{Rule: "r", End: 3, Children: []*grammar.Tree{leaf("a", 0, 1), leaf("b", 2, 3), leaf("c", 3, 3)}},
			want: "" +
				"a:b\n" +
				"├─┤  r\n" +
				"│      a\n" +
				"  │    b\n" +
				"   ^   c\n",
		},
		{
			name: "empty", ref: "",
			tree: leaf("r", 0, 0),
			want: "\n^ r\n",
		},
		{
			// A byte that is escaped takes more than one column.
			name: "escaped", ref: "\x00\xFFé.",
			tree: &grammar.Tree{Rule: "r", End: 5, Children: []*grammar.Tree{leaf("a", 0, 1), leaf("b", 1, 2), leaf("c", 2, 4), leaf("d", 4, 5)}},
			want: "" +
				`\x00\xFFé.` + "\n" +
				"├────────┤  r\n" +
				"├──┤          a\n" +
				"    ├──┤      b\n" +
				"        │     c\n" +
				"         │    d\n",
		},
		{
			name: "wide", ref: strings.Repeat("ab", drawLimit),
			tree: &grammar.Tree{Rule: "r", End: 2 * drawLimit, Children: []*grammar.Tree{leaf("a", 0, 2), leaf("b", 2, 2)}},
			want: "" +
				`  0-800 r "` + strings.Repeat("ab", lineWidth/4) + "…\"\n" +
				`  0-2     a "ab"` + "\n" +
				`  2-2     b ""` + "\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			s, flush := sessionTo(&out)
			draw(s, test.ref, test.tree)
			flush()
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
