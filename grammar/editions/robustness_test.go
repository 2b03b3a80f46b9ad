package editions_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// ask asks an edition everything about a string and returns what it says in a
// form that can be compared.
func ask(e *grammar.Edition, s string) string {
	var b strings.Builder
	fmt.Fprintln(&b, e.Valid(s), e.Check(s), e.Absolute().Check(s))
	if ref, err := e.Parse(s); err == nil {
		fmt.Fprintln(&b, components(&ref))
	} else {
		fmt.Fprintln(&b, err)
	}
	for _, tree := range []func(string) (*grammar.Tree, error){e.Tree, e.References().TreeChars} {
		if t, err := tree(s); err == nil {
			fmt.Fprintln(&b, dump(t, s))
		} else {
			fmt.Fprintln(&b, err)
		}
	}
	for _, r := range e.Grammar().Rules() {
		fmt.Fprintln(&b, rule(e, r.Name).Check(s))
		if t, err := rule(e, r.Name).Tree(s); err == nil {
			fmt.Fprintln(&b, dump(t, s))
		} else {
			fmt.Fprintln(&b, err)
		}
	}
	return b.String()
}

// TestAnyBytes puts bytes, and strings that are no text, to every rule of every
// edition. None may panic, and the engines may not say that they disagree.
func TestAnyBytes(t *testing.T) {
	systematic(t)
	inputs := []string{
		"", "\x00", "\x00\x00", "http://a/\x00", "http://a\x7f/", "\r\n", " ", "\t", "a\nb",
		"é", "http://é/", "\u202e", "\ufeff", "\U0010ffff", // text that is not US-ASCII
		"\xc3", "\xc3\x28", "\xff\xfe", "http://a/\xed\xa0\x80", "\xf8\x88\x80\x80\x80", // not UTF-8
		"%", "%%", "%4", "%G1", "%\x00\x00", "a%\xff",
		"://", ":", "::", "[", "]", "[]", "//[", "//[]", "//[:", "//[::", "//[::]", "//]", "@", "//@@", "//:@:", "?#?#", "#?#",
		strings.Repeat("/", 100), strings.Repeat(":", 100), strings.Repeat("[", 100), strings.Repeat("%", 100),
		strings.Repeat("%41", 100), "//" + strings.Repeat("1.", 100), "//" + strings.Repeat("a.", 100), strings.Repeat("a@", 100),
	}
	for b := 0; b < 256; b += effort.Pick(1, 5, 11) {
		inputs = append(inputs, string([]byte{byte(b)}))
	}
	each(t, func(t *testing.T, f *fixture) {
		wrong := 0
		for _, s := range inputs {
			for _, l := range f.some() {
				if len(s) > slowLimit {
					continue
				}
				if disagree := agree(l, s); disagree != "" {
					if wrong++; wrong <= reports {
						t.Errorf("%s: %q: %s", l, s, disagree)
					}
				}
			}
			if said := ask(f.Edition, s); strings.Contains(said, "disagree") {
				t.Errorf("%q: %s", s, said)
			}
		}
	})
}

// long makes references of about n bytes in which one part is long.
var long = map[string]func(n int) string{
	"scheme":   func(n int) string { return strings.Repeat("x", n) + ":y" },
	"userinfo": func(n int) string { return "ftp://" + strings.Repeat("x", n) + "@h/" },
	"host":     func(n int) string { return "http://" + strings.Repeat("a.", n/2) + "a/" },
	"port":     func(n int) string { return "http://h:" + strings.Repeat("8", n) + "/" },
	"path":     func(n int) string { return "http://h/" + strings.Repeat("x", n) },
	"segments": func(n int) string { return "http://h/" + strings.Repeat("a/", n/2) },
	"escapes":  func(n int) string { return "http://h/" + strings.Repeat("%41", n/3) },
	"query":    func(n int) string { return "http://h/?" + strings.Repeat("x", n) },
	"opaque":   func(n int) string { return "mailto:" + strings.Repeat("x", n) },
}

// TestLongInput has no clock: an answer that is not linear in the input would
// not come.
func TestLongInput(t *testing.T) {
	systematic(t)
	for name, of := range long {
		t.Run(name, func(t *testing.T) {
			s := of(effort.Pick(1_000_000, 200_000, 200_000))
			if name == "segments" || name == "query" {
				s = of(effort.Pick(10_000_000, 1_000_000, 200_000))
			}
			for _, f := range fixtures() {
				longInput(t, f, s)
			}
		})
	}
}

func longInput(t *testing.T, f *fixture, s string) {
	if err := f.Check(s); err != nil || !f.Valid(s) {
		t.Errorf("%s: Valid = %v, Check: %v", f, f.Valid(s), err != nil)
		return
	}
	if tree, err := f.Tree(s); err != nil {
		t.Errorf("%s: Tree: %v", f, err)
	} else if wrong := nesting(tree, len(s)); wrong != "" {
		t.Errorf("%s: Tree: %s", f, wrong)
	}
	ref, err := f.Parse(s)
	if err != nil {
		t.Errorf("%s: Parse: an error", f)
		return
	}
	if wrong := spans(&ref); wrong != "" {
		t.Errorf("%s: Parse: %.200s", f, wrong)
	}
	// Wrong at the very end, where everything else has been read.
	bad := s + "\x00"
	var syntax *grammar.SyntaxError
	if err := f.Check(bad); !errors.As(err, &syntax) || syntax.Offset != len(s) || f.Valid(bad) {
		t.Errorf("%s: with a NUL after it: Valid = %v, Check gives a %T", f, f.Valid(bad), err)
	}
	if _, err := f.Parse(bad); err == nil {
		t.Errorf("%s: with a NUL after it, it is parsed", f)
	}
}

// nesting says what is wrong with the spans of a tree of n bytes.
func nesting(t *grammar.Tree, n int) string {
	if t.Start != 0 || t.End != n {
		return fmt.Sprintf("it spans %d to %d of %d", t.Start, t.End, n)
	}
	for n := range t.All() {
		at := n.Start
		for _, c := range n.Children {
			if c.Start < at || c.End < c.Start || c.End > n.End {
				return fmt.Sprintf("%s from %d to %d is in %s from %d to %d, after %d", c.Rule, c.Start, c.End, n.Rule, n.Start, n.End, at)
			}
			at = c.End
		}
	}
	return ""
}

// TestLongTrees: up to 128 KiB the participle grammar derives a string, and the automaton
// derives a longer one, node for node.
func TestLongTrees(t *testing.T) {
	const longest = 1 << 17 // for participle
	each(t, func(t *testing.T, f *fixture) {
		if !effort.Exhaustive() && (testing.Short() || f.Edition != editions.RFC3986) {
			t.Skip("takes a kilobyte of memory for each byte: runs with the exhaustive measure, and for rfc3986 without -short")
		}
		// Each byte is a token and every other one a rule of its own.
		s := "http://h" + strings.Repeat("/a", longest/2)
		s = s[:longest]
		var shapes [2][]string
		for i, s := range []string{s, s + "/a"} {
			tree, err := f.Tree(s)
			if err != nil {
				t.Fatal(err)
			}
			if wrong := nesting(tree, len(s)); wrong != "" {
				t.Error(wrong)
			}
			for n := range tree.All() {
				if n.End < longest-2 {
					shapes[i] = append(shapes[i], fmt.Sprintf("%s %d %d", n.Rule, n.Start, n.End))
				}
			}
		}
		if len(shapes[0]) < longest/2-10 || !slices.Equal(shapes[0], shapes[1]) {
			t.Errorf("the trees differ: %d and %d nodes", len(shapes[0]), len(shapes[1]))
		}
	})
}

// TestTreeLimit: strings beyond the limit have no tree, and trees have no more nodes than
// is said.
func TestTreeLimit(t *testing.T) {
	s := "x://h/" + strings.Repeat("a", grammar.TreeLimit)
	each(t, func(t *testing.T, f *fixture) {
		for name, tree := range map[string]func() (*grammar.Tree, error){
			"Tree":          func() (*grammar.Tree, error) { return f.Tree(s) },
			"TreeChars":     func() (*grammar.Tree, error) { return f.References().TreeChars(s) },
			"TreeRule":      func() (*grammar.Tree, error) { return rule(f.Edition, f.start()).Tree(s) },
			"TreeRuleChars": func() (*grammar.Tree, error) { return rule(f.Edition, f.start()).TreeChars(s) },
			"Tree, invalid": func() (*grammar.Tree, error) { return f.Tree(s + "\x00") },
		} {
			var tooLong *grammar.TooLongError
			if _, err := tree(); !errors.As(err, &tooLong) || tooLong.Limit != grammar.TreeLimit {
				t.Errorf("%s: %v, want a TooLongError", name, err)
			}
		}
		if !f.Valid(s) {
			t.Error("Valid has the limit too")
		}
	})
	if !effort.Exhaustive() {
		return // a tree of 2^24 nodes takes a gigabyte
	}
	var limit *grammar.LimitError
	if _, err := editions.RFC3986.References().TreeChars(s[:grammar.TreeLimit]); !errors.As(err, &limit) {
		t.Errorf("a tree with too many nodes: %v", err)
	}
}

// TestValidDoesNotAllocate: whether a string conforms or not, short or long.
func TestValidDoesNotAllocate(t *testing.T) {
	for _, e := range editions.All() {
		for _, s := range []string{
			"http://www.example.com:8080/over/there/index.html", "mailto:a@b", "",
			"http://a/%zz", "\x00", "http://[::1]/", strings.Repeat("a", 10_000), "x:" + strings.Repeat("a", 10_000),
		} {
			if n := testing.AllocsPerRun(100, func() { e.Valid(s) }); n != 0 {
				t.Errorf("%s: Valid(%.30q) allocates %v objects", e, s, n)
			}
		}
	}
}

// firstUse is set in the environment of the process that TestFirstUse starts.
const firstUse = "URISPEC_TEST_FIRST_USE"

// TestFirstUse uses each edition for the first time in several goroutines at
// once: with -race, a race is an error. The editions of this process have long
// been used, so another one does it.
func TestFirstUse(t *testing.T) {
	if testing.Short() && !effort.Race {
		t.Skip("takes most of a second; runs without -short, and with -race")
	}
	if os.Getenv(firstUse) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFirstUse$", "-test.v")
		cmd.Env = append(os.Environ(), firstUse+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), firstUse+" was here") {
			t.Fatalf("%v:\n%s", err, out)
		}
		return
	}
	inputs := []string{"http://u@h:1/a/b?q", "mailto:a@b", "ftp://u:p@[::1.2.3.4]/;type=a", "a%zz"}
	const goroutines = 8
	for _, e := range editions.All() {
		var wait sync.WaitGroup
		said := make([]string, goroutines)
		begin := make(chan struct{})
		for i := range goroutines {
			wait.Go(func() {
				<-begin
				// Each begins with another question.
				for j := range inputs {
					said[i] += ask(e, inputs[(i+j)%len(inputs)])
				}
				said[i] = ""
				for _, s := range inputs {
					said[i] += ask(e, s)
				}
			})
		}
		close(begin)
		wait.Wait()
		for i := range goroutines {
			if said[i] == "" || said[i] != said[0] {
				t.Errorf("%s: goroutine %d says\n%s\nthe first says\n%s", e, i, said[i], said[0])
			}
		}
	}
	t.Log(firstUse, "was here")
}

// Ordered choice may take long to refuse: each %09 of a gopher URL may end the
// selector. A long string is refused before.
func TestTreeRefusesLongStringsAtOnce(t *testing.T) {
	s := "gopher://h/1" + strings.Repeat("%09", 20_000)
	e := editions.RFC1738
	if _, err := e.Tree(s); err != nil {
		t.Error(err)
	}
	for _, tree := range []func(string) (*grammar.Tree, error){
		e.Tree,
		func(s string) (*grammar.Tree, error) { return rule(e, "gopherurl").Tree(s) },
	} {
		var syntax *grammar.SyntaxError
		if _, err := tree(s + "#"); !errors.As(err, &syntax) || syntax.Offset != len(s) {
			t.Errorf("the error is %.100v", err)
		}
	}
}
