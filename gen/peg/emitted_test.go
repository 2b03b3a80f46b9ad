package peg

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// emitted are small grammars of what is easily got wrong in the structs: each
// is generated, compiled and run, and its trees are compared with those of the
// automaton on all short strings.
var emitted = []struct{ why, rules string }{
	{"escaped octets are nodes", "s = 1*u\n"},
	{"escaped octets of counted characters", "s = 2u c *2u\n"},
	{"escaped octets in alternatives and options", "s = ( u c / c u ) [ u ]\n"},
	{"escaped octets in a loop of more than one class", "s = *( u / c / \"-\" )\n"},
	{"five characters are one run", "s = 5u c / 5x\n"},
	{"a rule that may be empty", "s = c r c\nr = *u\n"},
	{"a rule that is empty at the end", "s = c [ r ] [ q ]\nr = \"-\" *u\nq = c *r\n"},
	{"an alternative that is empty", "s = c ( r / q / \"\" )\nr = \"-\" *x\nq = c 1*u\n"},
	{"a rule of nothing", "s = c ( r / q )\nr = \"-\" *x\nq = \"\"\n"},
	{"rules in a loop, in two fields", "s = *( r / q )\nr = \"-\" x\nq = c *x\n"},
	{"a rule given up after another one", "s = [ r q c ] *( r / q )\nr = \"-\" *x\nq = \"!\" *u\n"},
	{"a rule given up in an alternative", "s = r q c / r [ q ]\nr = \"-\" *x\nq = \"!\" *u\n"},
	{"a rule given up in a turn", "s = *( r q c ) [ r ]\nr = \"-\" *x\nq = \"!\" *u\n"},
	{"a rule given up after a loop of it", "s = [ *( r \"!\" ) r c ] *( r / \"!\" )\nr = \"-\" *u\n"},
	{"a rule that another one begins with", "s = r / q\nr = \"-\" *x\nq = r \"!\" *u\n"},
	{"the run form", "s = x *( x / \"-\" ) x [ r ]\nr = \"!\" *u\n"},
	{"some escaped octets are nodes", "s = *v \"!\" [ u ]\nv = x / some\n" + some},
	{"some escaped octets beside all", "s = ( v c / u \"!\" ) *v\nv = x / some\n" + some},
	{"some escaped octets follow, or one of the others", "s = *v [ \"%41\" *u ]\nv = x / some\n" + some},
	{"some escaped octets in a lookahead", "s = [ v c ] *v\nv = x / some\n" + some},
	{"rules called like what the generated code has", "s = pos end-pos / \"!\" tokens span [ ahead ] / \"=\" *edition\npos = \"a\" \"-\"\nend-pos = 1*type\n" +
		"type = x / esc\ntokens = chars \"-\" *text\nchars = *func \"c\"\nfunc = x / c\ntext = \"-\" / \"!\"\nspan = \"c\" c\nahead = \"a\" s-part1\ns-part1 = *c\n" +
		"edition = begin other\nbegin = \"a\" / \"b\" / \"c\"\nother = \"-\" string\nstring = \"!\" nil\nnil = *type-chars\ntype-chars = \"d\" / \"c\" / \"e\"\n"},
	{"a bounded run", "s = x [ *2( x / \"-\" ) x ] [ r ]\nr = \"!\" *u\n"},
}

// octets are grammars whose escaped octets were lost, or stayed where a branch
// was given up.
var octets = []struct{ why, rules string }{
	{"escaped octets given up after a rule", "s = [ 1*u r \"!\" ] 1*u r\nr = \"=\" *x\n"},
	{"escaped octets given up in an alternative", "s = 1*u r \"!\" / 1*u r\nr = \"=\" *x\n"},
	{"escaped octets in the run form", "s = c *u u\n"},
	{"escaped octets in the rest of the run form", "s = c *u x\n"},
}

// some is a rule of the escaped octets but %41.
const some = "some = \"%\" ( ( %x30-33 / %x35-39 / %x41-46 / %x61-66 ) HEXDIG / \"4\" ( %x30 / %x32-39 / %x41-46 / %x61-66 ) )\n"

const character = "x = \"a\" / \"b\" / \"d\"\nu = x / esc\nc = \"c\"\nesc = \"%\" HEXDIG HEXDIG\n"

// program compares, for each package of a grammar, the two engines.
const program = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/gen/pegrun"
	"github.com/urispec/urispec/grammar/engine/reading"
IMPORTS
)

var grammars = []*pegrun.Grammar{ RULES }

func main() {
	var in struct {
		Sources []*reading.Source
		Texts   []string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		panic(err)
	}
	inputs := []string{"", "%", "a%4", "aaaaa", "aaaaac", "a%41a%42a", "%42", "b%42%41c", "bbbbbb", "zz"}
	from := 0
	for range 4 {
		to := len(inputs)
		for _, s := range inputs[from:to] {
			for _, a := range []string{"a", "c", "-", "!", "=", "%41"} {
				inputs = append(inputs, s+a)
			}
		}
		from = to
	}
	for i, src := range in.Sources {
		src.Text = []byte(in.Texts[i])
		g, err := reading.New(src)
		if err != nil {
			panic(err)
		}
		compare(src.Title, g, grammars[i], inputs)
	}
}

func compare(why string, g *reading.Grammar, p *pegrun.Grammar, inputs []string) {
	for _, r := range g.Rules {
		for _, s := range inputs {
			want, got := automatic(g, r, s), "none"
			if t, err := p.Derive(r.Name, true, s); err == nil {
				got = text(t)
			}
			if got != want {
				fmt.Printf("%s: %s on %q: %s, want %s\n", why, r.Name, s, got, want)
				return
			}
		}
	}
}

func text(t *grammar.Tree) string {
	out := fmt.Sprintf("%s[%d:%d]", t.Rule, t.Start, t.End)
	for _, c := range t.Children {
		out += "(" + text(c) + ")"
	}
	return out
}

// automatic is the tree by the automaton, as package grammar would show it: a
// character is a node only where it is escaped.
func automatic(g *reading.Grammar, r *reading.Rule, s string) string {
	root := &grammar.Tree{}
	open := []*grammar.Tree{root}
	if !g.Derivation(r).Parse(s, func(e automaton.Event, at int) {
		if e.Open {
			open = append(open, &grammar.Tree{Rule: g.Names[e.Tag], Start: at})
			return
		}
		n := open[len(open)-1]
		n.End = at
		open = open[:len(open)-1]
		if len(open) > 1 && g.Rules[e.Tag].Character && n.End-n.Start == 1 {
			return
		}
		parent := open[len(open)-1]
		parent.Children = append(parent.Children, n)
	}) {
		return "none"
	}
	return strings.TrimSpace(text(root.Children[0]))
}
`

// Generated code, compiled and run.
func TestEmittedCode(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles what it generates, which takes seconds")
	}
	list := emitted[:0:0]
	for i, c := range emitted {
		if _, err := proverOfText(c.rules + character); err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
		if i%effort.Pick(1, 4, 4) == 0 {
			list = append(list, c)
		}
	}
	if out := runEmitted(t, list); out != "" {
		t.Error(out)
	}
}

func TestEmittedOctets(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles what it generates, which takes seconds")
	}
	if out := runEmitted(t, octets); out != "" {
		t.Error(out)
	}
}

// runEmitted generates, compiles and runs grammars. The packages stand in an
// overlay of the module, so nothing is written into it.
func runEmitted(t *testing.T, list []struct{ why, rules string }) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	replace := make(map[string]string)
	write := func(name, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, filepath.FromSlash(name))] = file
	}
	var imports, rules string
	var in struct {
		Sources []*reading.Source
		Texts   []string
	}
	for i, c := range list {
		name := fmt.Sprintf("x%d", i)
		src := sourceOf(c.rules + character)
		src.Title = c.why
		g, err := reading.New(src)
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		p, err := Prove(g)
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		code, err := p.Code(Package{Name: name, By: "a test", From: "x.bnf"})
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		write("gen/emitted/"+name+"/grammar.go", string(code)+"\nvar Rules = rules\n")
		imports += fmt.Sprintf("\t%q\n", "github.com/urispec/urispec/gen/emitted/"+name)
		rules += name + ".Rules, "
		in.Sources, in.Texts = append(in.Sources, src), append(in.Texts, string(src.Text))
	}
	write("gen/emitted/main.go", strings.NewReplacer("IMPORTS\n", imports, "RULES", rules).Replace(program))
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	write("overlay.json", string(overlay))
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "-overlay", filepath.Join(dir, "overlay.json"), "./gen/emitted")
	cmd.Dir = root
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
