package learn_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/learn"
	"github.com/urispec/urispec/grammar/sample"
)

// rfc3986 is the edition that most boxes here resemble.
func references(testing.TB) *automaton.DFA {
	return rfc3986.Edition.References().Automaton()
}

// priors are the references of all editions, rfc3986 first.
func priors(t testing.TB) []*automaton.DFA {
	t.Helper()
	all := []*automaton.DFA{references(t)}
	for _, e := range editions.All() {
		if e.Name() != "rfc3986" {
			all = append(all, e.References().Automaton())
		}
	}
	return all
}

// own returns the automaton of the first rule of a grammar.
func own(t testing.TB, text string) *automaton.DFA {
	t.Helper()
	g, err := grammar.Read("own", text, grammar.Options{Documents: editions.Grammar})
	if err != nil {
		t.Fatal(err)
	}
	return g.Start().Automaton()
}

// learned learns a language behind a function, and demands that nothing was limited.
func learned(t *testing.T, want *automaton.DFA, options learn.Options) *learn.Result {
	t.Helper()
	r, err := learn.Learn(context.Background(), learn.Func(want.Acceptor().Accepts), options)
	if err != nil {
		t.Fatal(err)
	}
	if r.Unfinished != "" || len(r.Limits) > 0 || len(r.Long) > 0 {
		t.Errorf("unfinished: %s, limits %v, long %q", r.Unfinished, r.Limits, r.Long)
	}
	if word, ok := automaton.Difference(want, r.DFA); ok {
		t.Errorf("after %d queries and %d states, it differs at %q", r.Queries, r.DFA.States(), bytes(word))
	}
	return r
}

func bytes(word []int32) string {
	var b strings.Builder
	for _, symbol := range word {
		b.WriteByte(byte(symbol))
	}
	return b.String()
}

// TestSmall learns small languages of which nothing is known.
func TestSmall(t *testing.T) {
	learned(t, automaton.Compile(256, automaton.Alt()), learn.Options{}) // accepts nothing
	for _, text := range []string{
		`a = ""`,
		`a = "b"`,
		`any = *OCTET`,
		`scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`,
		`even = *( OCTET OCTET )`,
		`pct = *( "%" HEXDIG HEXDIG / ALPHA )`,
		`nth = *( "a" / "b" ) "a" 6( "a" / "b" )`,
		`dec = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35`,
		`word = %s"gopher:" *( ALPHA / ";" )`,
	} {
		t.Run(text, func(t *testing.T) {
			learned(t, own(t, text), learn.Options{Tokens: []string{"gopher:"}, Corpus: []string{"255", "baababbba"}})
		})
	}
}

// schemes are the names that rfc1738 reads in their own ways.
var schemes = []string{"ftp:", "http:", "gopher:", "mailto:", "news:", "nntp:", "telnet:", "wais:", "file:", "prospero:"}

// examples are the strings that the documents print.
func examples(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../editions/*/testdata/examples.tsv")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var all []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if fields := strings.Split(line, "\t"); len(fields) > 1 {
				all = append(all, fields[1])
			}
		}
	}
	return all
}

// TestEditions learns the references of editions; the learner knows all other editions,
// and of two of them itself.
func TestEditions(t *testing.T) {
	asked := 0
	for _, e := range editions.All() {
		if !effort.Exhaustive() && e.Name() != "rfc3986" {
			continue
		}
		asked++
		t.Run(e.Name(), func(t *testing.T) {
			want := e.References().Automaton()
			known := priors(t)
			switch e.Name() {
			case "rfc1738", "rfc3987":
				// Nobody guesses the path of each scheme, or that there is no U+1FFFE.
			default:
				known = slices.DeleteFunc(known, func(d *automaton.DFA) bool { return automaton.Equal(d, want) })
			}
			learned(t, want, learn.Options{Priors: known, Tokens: schemes, Corpus: examples(t)})
		})
	}
	if asked == 0 {
		t.Error("no edition was learned")
	}
}

// TestPlanted learns editions that have one fault each.
func TestPlanted(t *testing.T) {
	text, err := os.ReadFile("../editions/rfc3986/rfc3986.bnf")
	if err != nil {
		t.Fatal(err)
	}
	// with returns the references of the edition with a part of its text replaced.
	with := func(old, new string) *automaton.DFA {
		// The published text has one defect that the edition repairs.
		changed := string(text)
		for _, r := range [][2]string{{"0<pchar>", `""`}, {old, new}} {
			if !strings.Contains(changed, r[0]) {
				t.Fatalf("%q is not in the text", r[0])
			}
			changed = strings.Replace(changed, r[0], r[1], 1)
		}
		g, err := grammar.Read("rfc3986.bnf", changed, grammar.Options{Start: "URI-reference"})
		if err != nil {
			t.Fatal(err)
		}
		return g.Start().Automaton()
	}
	faults := []struct {
		name string
		dfa  *automaton.DFA
	}{
		{"a port of five digits", with("port          = *DIGIT", "port          = *5DIGIT")},
		{"a bar in the path", with(`/ ":" / "@"`, `/ ":" / "@" / "|"`)},
		{"the last h16", with("ls32          = ( h16 \":\" h16 )", "ls32          = ( h16 \":\" 1*3HEXDIG )")},
		{"a scheme that refuses a semicolon", automaton.Minus(references(t), own(t, `x = "gopher:" *OCTET ";" *OCTET`))},
	}
	for _, fault := range faults[:effort.Pick(len(faults), 2, 1)] {
		t.Run(fault.name, func(t *testing.T) {
			if automaton.Equal(fault.dfa, references(t)) {
				t.Fatal("the fault changes nothing")
			}
			learned(t, fault.dfa, learn.Options{Priors: priors(t)[:1], Tokens: []string{"gopher:"}})
		})
	}
}

// netURL returns the model of url.Parse.
func netURL(t *testing.T) *automaton.DFA {
	t.Helper()
	g, err := grammar.Load(os.DirFS("testdata"), grammar.Options{Documents: editions.Grammar}, "neturl.abnf")
	if err != nil {
		t.Fatal(err)
	}
	rule := func(name string) *automaton.DFA {
		l, err := g.Language(name)
		if err != nil {
			t.Fatal(err)
		}
		return l.Automaton()
	}
	return automaton.Union(rule("strict"), automaton.Minus(rule("lax"), rule("http")))
}

// TestNetURL learns url.Parse, and compares the result with a model that was written from
// its source.
func TestNetURL(t *testing.T) {
	if !effort.Exhaustive() {
		t.Skip("takes half a minute; needs URISPEC_EXHAUSTIVE")
	}
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skip("the model is of Go 1.26; this is " + runtime.Version())
	}
	model := netURL(t)
	start := time.Now()
	r, err := learn.Learn(context.Background(), learn.Func(func(s string) bool {
		_, err := url.Parse(s)
		return err == nil
	}), learn.Options{Priors: priors(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d states after %d queries and %v", r.DFA.States(), r.Queries, time.Since(start))
	if word, ok := automaton.Difference(model, r.DFA); ok {
		t.Errorf("it differs from the model at %q", bytes(word))
	}
}

// TestParseRequestURI learns url.ParseRequestURI, for which there is no model: the result is
// held to the box by many strings.
func TestParseRequestURI(t *testing.T) {
	if !effort.Exhaustive() {
		t.Skip("takes half a minute; needs URISPEC_EXHAUSTIVE")
	}
	box := func(s string) bool {
		_, err := url.ParseRequestURI(s)
		return err == nil
	}
	start := time.Now()
	r, err := learn.Learn(context.Background(), learn.Func(box), learn.Options{Priors: priors(t)})
	if err != nil || r.Unfinished != "" {
		t.Fatalf("%v, unfinished: %q", err, r.Unfinished)
	}
	t.Logf("%d states after %d queries and %v", r.DFA.States(), r.Queries, time.Since(start))
	for _, e := range editions.All() {
		misses, err := sample.NearMisses(e.References())
		if err != nil {
			t.Fatal(err)
		}
		for miss := range misses {
			if r.DFA.Accepts(miss.Text) != box(miss.Text) {
				t.Errorf("it differs from the box at %q", miss.Text)
			}
		}
	}
}

// TestLimits learns from boxes that count.
func TestLimits(t *testing.T) {
	label := func(s string) bool { // letters, at most 100 of them
		return len(s) <= 100 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
	}
	r, err := learn.Learn(context.Background(), learn.Func(label), learn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := `["a" at most 100 times between "" and ""]`; fmt.Sprint(r.Limits) != want {
		t.Errorf("limits %v, want %s", r.Limits, want)
	}
	if want := own(t, "a = *%x61-7A"); !automaton.Equal(r.DFA, want) {
		t.Errorf("%d states", r.DFA.States())
	}

	// The limit is named although nothing else is learned to the end.
	both := func(s string) bool {
		return label(s) || strings.HasPrefix(s, "(") && strings.Count(s, "(") == strings.Count(s, ")")
	}
	for _, o := range []learn.Options{{MaxStates: 12}, {MaxQueries: 20_000}} {
		o.Tokens = []string{"(", ")"}
		r, err = learn.Learn(context.Background(), learn.Func(both), o)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(r.Limits, func(l learn.Limit) bool { return len(l.Before)+l.Most*len(l.Again)+len(l.After) == 100 })
		if r.Unfinished == "" || !found || o.MaxQueries > 0 && r.Queries > o.MaxQueries {
			t.Errorf("unfinished: %q, limits %v, %d queries", r.Unfinished, r.Limits, r.Queries)
		}
	}

	balanced := func(s string) bool {
		depth := 0
		for _, c := range s {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			default:
				return false
			}
			if depth < 0 {
				return false
			}
		}
		return depth == 0
	}
	r, err = learn.Learn(context.Background(), learn.Func(balanced), learn.Options{MaxStates: 20, Tokens: []string{"()"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unfinished != "the number of states has reached its limit" {
		t.Errorf("unfinished: %q, %d states", r.Unfinished, r.DFA.States())
	}
}

// TestStops stops when it is told to.
func TestStops(t *testing.T) {
	box := learn.Func(references(t).Acceptor().Accepts)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := learn.Learn(ctx, box, learn.Options{}); err != nil || r.Unfinished != "its time is over" {
		t.Errorf("%+v, %v", r, err)
	}
	// A box that fails when the time is over, as a program does that is interrupted too.
	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	ended := broken{fmt.Errorf("interrupted"), cancel}
	if r, err := learn.Learn(ctx, ended, learn.Options{}); err != nil || r.Unfinished != "its time is over" {
		t.Errorf("%+v, %v", r, err)
	}
	r, err := learn.Learn(context.Background(), box, learn.Options{MaxQueries: 1000})
	if err != nil || r.Unfinished != "the number of queries has reached its limit" || r.Queries > 1000 {
		t.Errorf("%+v, %v", r, err)
	}
	failing := fmt.Errorf("the box is broken")
	if _, err := learn.Learn(context.Background(), broken{failing, func() {}}, learn.Options{}); err != failing {
		t.Errorf("error %v", err)
	}
	asked := 0
	if _, err := learn.Learn(context.Background(), flaky{&asked}, learn.Options{}); err == nil || !strings.Contains(err.Error(), "two answers") {
		t.Errorf("error %v", err)
	}
}

// broken is a box that does something and then fails.
type broken struct {
	err  error
	then func()
}

func (b broken) Accepts([]string, []bool) error {
	b.then()
	return b.err
}

// flaky is a box that accepts strings of odd length, but not when it is asked late.
type flaky struct{ asked *int }

func (b flaky) Accepts(texts []string, answers []bool) error {
	for i, text := range texts {
		*b.asked++
		answers[i] = len(text)%2 == 1 != (*b.asked > 600)
	}
	return nil
}

// TestUnfinished: an automaton that is not finished accepts only what the box does, where
// the learner knows that.
func TestUnfinished(t *testing.T) {
	want := references(t)
	box := learn.Func(want.Acceptor().Accepts)
	for _, queries := range []int{1, 100, 5_000, 50_000} {
		r, err := learn.Learn(context.Background(), box, learn.Options{Priors: priors(t)[1:2], MaxQueries: queries})
		if err != nil {
			t.Fatal(err)
		}
		if r.Unfinished == "" || r.DFA == nil {
			t.Errorf("%d queries: %+v", queries, r)
		}
		if _, err := learn.Disagreements(r.DFA, rfc3986.Edition.References()); err != nil {
			t.Errorf("%d queries: %v", queries, err)
		}
	}
}

// TestDomain asks only strings of the domain.
func TestDomain(t *testing.T) {
	ascii := own(t, "x = *%x20-7E")
	box := learn.Func(func(s string) bool {
		if !ascii.Accepts(s) {
			t.Errorf("asked %q", s)
		}
		return strings.HasPrefix(s, "a") || s == ""
	})
	r, err := learn.Learn(context.Background(), box, learn.Options{Domain: ascii})
	if err != nil {
		t.Fatal(err)
	}
	if want := own(t, `x = [ %x61 *%x20-7E ]`); !automaton.Equal(r.DFA, want) {
		t.Errorf("%d states", r.DFA.States())
	}
}

// TestDeterministic learns the same from the same questions.
func TestDeterministic(t *testing.T) {
	box := learn.Func(own(t, `pct = *( "%" HEXDIG HEXDIG / ALPHA )`).Accepts)
	var runs []string
	for range 2 {
		r, err := learn.Learn(context.Background(), box, learn.Options{Seed: 7, Corpus: []string{"%41b"}, Tokens: []string{"%"}})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, fmt.Sprint(r.Queries, r.Disagreements, r.DFA.Key()))
	}
	if runs[0] != runs[1] {
		t.Error("two runs differ")
	}
}

// TestDisagreements holds the model of url.Parse against rfc3986, and languages against
// themselves.
func TestDisagreements(t *testing.T) {
	all, err := learn.Disagreements(netURL(t), rfc3986.Edition.References())
	if err != nil {
		t.Fatal(err)
	}
	model := netURL(t)
	var got []string
	for _, x := range all {
		if model.Accepts(x.Text) != x.Accepted || rfc3986.Edition.Valid(x.Text) == x.Accepted {
			t.Errorf("%q shows nothing", x.Text)
		}
		side := "refuses"
		if x.Accepted {
			side = "accepts"
		}
		got = append(got, fmt.Sprintf("%s %s %q", side, x.Rule, x.Text))
	}
	want := []string{
		`accepts URI-reference " "`,
		`accepts segment-nz-nc "! "`,
		`accepts fragment "#\x00"`,
		`accepts path-absolute "/ "`,
		`accepts query "? "`,
		`accepts pct-encoded "?%"`,
		`accepts segment "!/ "`,
		`accepts reg-name "//\""`,
		`accepts hier-part "A: "`,
		`accepts userinfo "//::"`,
		`refuses reg-name "//%00"`,
		`accepts port "//:\":"`,
		`refuses relative-ref "//%00#"`,
		`refuses path-abempty "//%00/"`,
		`refuses authority "//%00:"`,
		`refuses IPvFuture "//[V0.!]"`,
		`accepts IPv6address "//[::%25!]"`,
		`accepts h16 "//[::0%25!]"`,
		`refuses URI "HTTP://%00#"`,
		`accepts dec-octet "//[::0.0.0.0%25!]"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	for _, e := range editions.All() {
		if all, err := learn.Disagreements(e.References().Automaton(), e.References()); err != nil || len(all) > 0 {
			t.Errorf("%s and itself: %v, %v", e.Name(), all, err)
		}
	}
	nothing := automaton.Compile(256, automaton.Alt())
	all, err = learn.Disagreements(nothing, rfc3986.Edition.References())
	if err != nil || len(all) != 1 || all[0].Accepted || all[0].Text != "" {
		t.Errorf("nothing: %v, %v", all, err)
	}
}

func ExampleLearn() {
	box := learn.Func(func(s string) bool {
		_, err := url.ParseQuery(s)
		return err == nil
	})
	r, err := learn.Learn(context.Background(), box, learn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	query, err := rfc3986.Edition.Language("query")
	if err != nil {
		fmt.Println(err)
		return
	}
	by := automaton.Compare(r.DFA, query.Automaton(), func(c int32) int { return int(c) })
	fmt.Printf("%d states\n", r.DFA.States())
	fmt.Printf("only ParseQuery accepts %q\n", string(by.OnlyA))
	fmt.Printf("only RFC 3986 accepts %q\n", string(by.OnlyB))
	// Output:
	// 4 states
	// only ParseQuery accepts "\x00"
	// only RFC 3986 accepts ";"
}
