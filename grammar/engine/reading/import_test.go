package reading_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// document is a text with its data, less the name.
type document struct{ text, data string }

// importing returns the grammar of "x" among documents that may import from one
// another.
func importing(t *testing.T, all map[string]document) (*reading.Grammar, error) {
	t.Helper()
	var load func(name string) (*reading.Grammar, error)
	load = func(name string) (*reading.Grammar, error) {
		d, ok := all[name]
		if !ok {
			return nil, errors.New("there is no document " + name)
		}
		src, err := reading.Read(fstest.MapFS{
			name + ".bnf":  {Data: []byte(d.text)},
			name + ".json": {Data: []byte(`{"name": "` + name + `", ` + d.data + `}`)},
		}, name)
		if err != nil {
			return nil, err
		}
		if err := src.Import(load); err != nil {
			return nil, err
		}
		return reading.New(src)
	}
	return load("x")
}

const (
	abnf   = `"notation": "abnf", "start": "s", "section": "1"`
	rfc822 = `"notation": "rfc822", "start": "s", "section": "1"`
)

// imported is a document that others import from. Its rule alpha is no core rule.
var imported = document{"s = h\nh = p DIGIT\np = \"p\" / alpha\nalpha = \"#\"\n",
	`"notation": "abnf", "start": "s", "sections": {"s": "1", "h": "3.2.2", "p": "3.3", "alpha": "2", "DIGIT": "B"}`}

func TestImport(t *testing.T) {
	one := `, "imports": [{"rule": "h", "from": "rfc1"}]`
	for _, c := range []struct {
		why     string
		x       document
		grammar string // as it is printed
	}{
		{"what comes along keeps its name", document{"s = \"s\" H\n", abnf + one},
			"s     = \"s\" H\nh     = p DIGIT\np     = \"p\" / alpha\nalpha = \"#\"\n"},
		{"the text has the name", document{"s = h P\np = \"q\"\n", abnf + one},
			"s      = h P\np      = \"q\"\nh      = rfc1:p DIGIT\nrfc1:p = \"p\" / alpha\nalpha  = \"#\"\n"},
		{"the text uses a core rule of the name", document{"s = h ALPHA\n", abnf + one},
			"s          = h ALPHA\nh          = p DIGIT\np          = \"p\" / rfc1:alpha\nrfc1:alpha = \"#\"\n"},
		{"in the place of prose", document{"s = k\nk = <h, see rfc1>\nt = k\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1", "as": "K"}]`},
			"s     = k\nk     = p DIGIT\nt     = k\np     = \"p\" / alpha\nalpha = \"#\"\n"},
		{"for prose within a definition", document{"s = 2<h of rfc1> [ \"s\" / <h of rfc1> ]\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1", "prose": "h of rfc1"}]`},
			"s     = 2h [ \"s\" / h ]\nh     = p DIGIT\np     = \"p\" / alpha\nalpha = \"#\"\n"},
		{"names match exactly in the other notation, and there are no core rules", document{"s = h | Alpha | digit\nAlpha = \"0\"\ndigit = \"0\"\n", rfc822 + one},
			"s     = h | Alpha | digit\nAlpha = \"0\"\ndigit = \"0\"\nh     = p DIGIT\np     = \"p\" | alpha\nDIGIT = %x30-39\nalpha = \"#\"\n"},
		{"a core rule of the text is not that of the other", document{"s = h DIGIT\nDIGIT = \"0\"\n", abnf + one},
			"s             = h DIGIT\nDIGIT         = \"0\"\nh             = p rfc5234:DIGIT\np             = \"p\" / alpha\nrfc5234:DIGIT = %x30-39\nalpha         = \"#\"\n"},
		{"both are asked for", document{"s = h p\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1"}, {"rule": "p", "from": "rfc1"}]`},
			"s     = h p\nh     = p DIGIT\np     = \"p\" / alpha\nalpha = \"#\"\n"},
	} {
		t.Run(c.why, func(t *testing.T) {
			g, err := importing(t, map[string]document{"x": c.x, "rfc1": imported})
			if err != nil {
				t.Fatal(err)
			}
			if got := g.BNF.String(); got != c.grammar {
				t.Errorf("the grammar is\n%s\nwant\n%s", got, c.grammar)
			}
		})
	}
}

// An imported rule has the strings, the section and the text of its own document,
// also if that document has imported it.
func TestImportedRule(t *testing.T) {
	g, err := importing(t, map[string]document{
		"x":    {"s = c / p\np = \"own\"\n", abnf + `, "imports": [{"rule": "c", "from": "rfc2"}]`},
		"rfc2": {"s = c\nc = h p\np = \"2\"\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1"}]`},
		"rfc1": imported,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct{ rule, section, text string }{
		{"c", "1 of RFC 2", "c = h p\n"},
		{"rfc2:p", "1 of RFC 2", "p = \"2\"\n"},
		{"h", "3.2.2 of RFC 1", "h = p DIGIT\n"},
		{"rfc1:p", "3.3 of RFC 1", "p = \"p\" / alpha\n"},
		{"p", "1", "p = \"own\"\n"},
		{"DIGIT", "B.1 of RFC 5234", ""},
	} {
		r, ok := g.Lookup(want.rule)
		if !ok {
			t.Errorf("there is no rule %s", want.rule)
			continue
		}
		if got := g.Section(r.Name); got != want.section {
			t.Errorf("%s is of section %s, want %s", r.Name, got, want.section)
		}
		if want.text == "" {
			continue
		}
		if got := g.Published(g.Definition(r)); got != want.text {
			t.Errorf("%s is published as %q, want %q", r.Name, got, want.text)
		}
	}
	start, _ := g.Lookup("s")
	for s, want := range map[string]bool{"own": true, "p02": true, "#92": true, "p0own": false, "2": false, "p2": false} {
		if got := accepts(g.Automaton(start), s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func accepts(d *automaton.DFA, s string) bool { return d.Acceptor().Accepts(s) }

func TestImportErrors(t *testing.T) {
	for _, c := range []struct {
		why string
		x   document
		err string
	}{
		{"no document", document{"s = h\n", abnf + `, "imports": [{"rule": "h", "from": "rfc9"}]`},
			"x.json: imports[0].from: there is no document rfc9"},
		{"no rule", document{"s = h\n", abnf + `, "imports": [{"rule": "alphas", "from": "rfc1"}]`},
			`x.json: imports[0].rule: rfc1 has no rule "alphas"; did you mean alpha?`},
		{"a rule of the text", document{"s = h\nh = \"h\"\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1"}]`},
			"x.json: imports[0]: the text defines h itself"},
		{"twice", document{"s = h\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1"}, {"rule": "h", "from": "rfc1", "as": "k"}]`},
			"x.json: imports[1]: the rule is imported already, as h"},
		{"one name", document{"s = h\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1"}, {"rule": "p", "from": "rfc1", "as": "H"}]`},
			"x.json: imports[1]: H is the name of h of rfc1 already"},
		{"a name that comes along is not imported", document{"s = h p\n", abnf + `, "imports": [{"rule": "h", "from": "rfc1"}]`},
			"x.bnf:1:7: s: p is not defined"},
		{"characters", document{"s = h\n", abnf + `, "imports": [{"rule": "s", "from": "rfc2", "as": "h"}]`},
			"x.json: imports[0].from: the terminals of rfc2 are characters"},
		{"bytes", document{"s = h\n", abnf + `, "terminals": "characters", "imports": [{"rule": "s", "from": "rfc3", "as": "h"}]`},
			"x.json: imports: the terminals of rfc3 are bytes, and its rule s has some beyond ASCII"},
		{"no from", document{"s = h\n", abnf + `, "imports": [{"rule": "s"}]`},
			"x.json: imports[0]: both rule and from are wanted"},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := importing(t, map[string]document{"x": c.x, "rfc1": imported,
				"rfc2": {"s = %xE9\n", abnf + `, "terminals": "characters"`},
				"rfc3": {"s = %xE9\n", abnf},
			})
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("the error is %v, want %s", err, c.err)
			}
		})
	}
}

// A repair may define a rule that the text uses, or define one anew.
func TestRepairWithRules(t *testing.T) {
	g, err := importing(t, map[string]document{"x": {"s = a b\nb = <words>\n", abnf + `, "repairs": [
		{"id": "N1", "why": "a is not defined", "rules": [{"rule": "a", "with": "ALPHA"}]},
		{"id": "N2", "why": "b is prose", "rules": [{"rule": "b", "with": "*a"}]}]`}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.BNF.String(), "s = a b\na = ALPHA\nb = *a\n"; got != want {
		t.Errorf("the grammar is\n%s\nwant\n%s", got, want)
	}
	if got := g.Source.Repairs[0].String(); got != "defines a" {
		t.Errorf("the repair %s", got)
	}
	for rule, id := range map[string]string{"s": "", "a": "N1", "b": "N2"} {
		r, _ := g.Lookup(rule)
		got := ""
		for _, x := range g.Repairs(g.Definition(r)) {
			got += x.ID
		}
		if got != id {
			t.Errorf("the repairs of %s are %q, want %q", rule, got, id)
		}
	}
	_, err = importing(t, map[string]document{"x": {"s = a b\n", abnf + `, "repairs": [{"id": "N1", "why": "?"}]`}})
	if want := "x.json: repairs[0]: one of what and rules is wanted"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
