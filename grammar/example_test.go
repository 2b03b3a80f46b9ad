package grammar_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/reading"
)

func ExampleEdition_Valid() {
	fmt.Println(editions.RFC3986.Valid("//h/x;y?q#f"))
	fmt.Println(editions.RFC3986.Valid("http://a/b c"))
	// RFC 1738 has neither relative references nor fragments.
	fmt.Println(editions.RFC1738.Valid("//h/x"))
	// Output:
	// true
	// false
	// false
}

func ExampleEdition_Check() {
	for _, s := range []string{"http://[::1]:80/", "http://[::1:80/", "http://h:8o/"} {
		fmt.Println(editions.RFC3986.Check(s))
	}
	// Output:
	// <nil>
	// rfc3986: offset 14: "/" in h16 (section 3.2.2), expected HEXDIG, ".", ":" or "]"
	// rfc3986: offset 11: "/" in userinfo (section 3.2.1), expected unreserved, sub-delims, "%", ":" or "@"
}

// Any rule of the grammar can be asked for, by its name in the document.
func ExampleEdition_Language() {
	address, err := editions.RFC3986.Language("IPv4address")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(address.Valid("192.0.2.16"))
	fmt.Println(address.Check("192.0.2.256"))
	_, err = editions.RFC3986.Language("IPv4adress")
	var unknown *grammar.UnknownNameError
	fmt.Println(err, errors.As(err, &unknown))
	// Output:
	// true
	// rfc3986: offset 10: "6" in dec-octet (section 3.2.2), expected "0", "1", "2", "3", "4", "5" or end of input
	// rfc3986 has no rule "IPv4adress" true
}

// How the references of the two drafts differ, and which rules make the
// difference.
func ExampleCompare() {
	c, err := grammar.Compare(editions.URLSyntax02.Grammar(), editions.URLSyntax09.Grammar())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Whole.Relation)
	for _, x := range c.CausesB {
		fmt.Printf("%q: %s is %q; %q would do\n", x.Input, x.Rule, x.Part(), x.Instead)
	}
	for _, d := range c.Rules {
		if d.Relation != grammar.Equal {
			fmt.Printf("%s is a %s: %q\n", d.A, d.Relation, d.OnlyB.Input)
		}
	}
	// Output:
	// subset
	// "//0": net_path is "//0"; "//" would do
	// "//::@a": server is "::@a"; "" would do
	// "//a.": hostname is "a."; "a" would do
	// net_path is a subset: "//0"
	// server is a subset: "a."
	// hostport is a subset: "a."
	// host is a subset: "a."
	// hostname is a subset: "a."
}

func ExampleEdition_Parse() {
	ref, err := editions.URLSyntax02.Parse("ftp://anonymous:@ftp.example.com/pub/doc;type=i?")
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, span := range ref.Walk() {
		fmt.Printf("%s %q\n", name, ref.Text(span))
	}
	// An absent component is not an empty one.
	fmt.Println(ref.Query.Present(), ref.Fragment.Present())
	// Output:
	// scheme "ftp"
	// site "anonymous:@ftp.example.com"
	// userinfo "anonymous:"
	// user "anonymous"
	// password ""
	// hostport "ftp.example.com"
	// host "ftp.example.com"
	// path "/pub/doc;type=i"
	// segment "pub"
	// segment "doc;type=i"
	// param "type=i"
	// query ""
	// true false
}

func ExampleEdition_Tree() {
	const s = "http://a/b;x?q"
	tree, err := editions.RFC3986.Tree(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	var show func(t *grammar.Tree, depth int)
	show = func(t *grammar.Tree, depth int) {
		fmt.Printf("%s%s %q\n", strings.Repeat("  ", depth), t.Rule, s[t.Start:t.End])
		for _, c := range t.Children {
			show(c, depth+1)
		}
	}
	show(tree, 0)
	// Output:
	// URI-reference "http://a/b;x?q"
	//   URI "http://a/b;x?q"
	//     scheme "http"
	//     hier-part "//a/b;x"
	//       authority "a"
	//         host "a"
	//           reg-name "a"
	//       path-abempty "/b;x"
	//         segment "b;x"
	//     query "q"
}

// Of several derivations the one that the document chooses is given: the first
// two %09 divide a Gopher path.
func ExampleLanguage_Tree() {
	gopher, err := editions.RFC1738.Language("gopherurl")
	if err != nil {
		fmt.Println(err)
		return
	}
	const s = "gopher://h/7sel%09find%09+"
	tree, err := gopher.Tree(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range tree.Children {
		fmt.Println(c.Rule, s[c.Start:c.End])
	}
	// Output:
	// hostport h
	// gtype 7
	// selector sel
	// search find
	// gopher-plus-string +
}

// The published grammar derives an address in two ways; the prose decides.
func ExampleLanguage_Ambiguities() {
	host, err := editions.RFC3986.Language("host")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := host.Ambiguities()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range found {
		fmt.Printf("%q: %s or %s\n", a.Text, a.Chosen.Children[0].Rule, a.Other.Children[0].Rule)
		fmt.Println("section", a.Settled.Section)
	}
	// Output:
	// "0.0.0.0": IPv4address or reg-name
	// section 3.2.2
}

// An erratum that would change a verdict is named; Corrected has them applied.
func ExampleEdition_Corrected() {
	published := editions.RFC1738
	corrected := published.Corrected()
	for _, s := range []string{"HTTP://host/", "ftp://h/a?b"} {
		fmt.Println(s, published.Valid(s), corrected.Valid(s), published.References().Errata(s)[0].ID)
	}
	fmt.Println(corrected.Check("ftp://h/a?b"))
	// Output:
	// HTTP://host/ false true 1738-L1
	// ftp://h/a?b true false 1738-L6
	// rfc1738 corrected: offset 9: "?" in fsegment (section 3.2.2), expected unreserved, "%", "&", "/", ":", ";", "=", "@" or end of input
}

// Which strings are URIs depends on the edition; whether a fragment is allowed in a
// base does too.
func ExampleEdition_URIs() {
	for _, e := range []*grammar.Edition{editions.RFC2396, editions.RFC2396bis00, editions.RFC3986} {
		fmt.Println(e, e.References().Valid("/b#f"), e.URIs().Valid("/b#f"), e.URIs().Valid("http://a/b#f"), e.Absolute().Valid("http://a/b#f"))
	}
	fmt.Println(editions.RFC3986.URIs().Check("/b#f"))
	// Output:
	// rfc2396 true false true false
	// rfc2396bis-00 true false true true
	// rfc3986 true false true false
	// rfc3986: offset 0: "/" in URI (section 3), expected ALPHA
}

// Viable is the offset of the error, without the cost of explaining it.
func ExampleLanguage_Viable() {
	uris := editions.RFC3986.URIs()
	fmt.Println(uris.Valid("http://a/%zz"), uris.Viable("http://a/%zz"))
	// Output: false 10
}

// By the published rules alone, the path of a relative URL may begin with "//". The
// reading takes that away, because "//" begins the site (section 4.4 of the draft).
func ExampleGrammar_Conforming() {
	g := editions.URLSyntax02.Grammar()
	published, err := g.Language("relativeURL")
	if err != nil {
		fmt.Println(err)
		return
	}
	read, err := g.Conforming("relativeURL")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := published.Compare(read)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: only the published rule derives %q\n", d.Relation, d.OnlyA.Input)
	// Output: superset: only the published rule derives "//0"
}

// Two rules of different editions, compared by shortest strings.
func ExampleLanguage_Compare() {
	old, err := editions.RFC2396.Language("IPv4address")
	if err != nil {
		fmt.Println(err)
		return
	}
	current, err := editions.RFC3986.Language("IPv4address")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := old.Compare(current)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %q, %v\n", d.Relation, d.OnlyA.Input, d.OnlyA.B)
	// Output: superset: "00.0.0.0", rfc3986: offset 1: "0" in dec-octet (section 3.2.2), expected "."
}

// The automaton of a rule, for what nothing here has a method for: how many states
// does it take to read an IPv6 address?
func ExampleLanguage_Automaton() {
	address, err := editions.RFC3986.Language("IPv6address")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(address.Automaton().States() > 100)
	// Output: true
}

// A tree with a node for every character.
func ExampleLanguage_TreeChars() {
	port, err := editions.RFC3986.Language("port")
	if err != nil {
		fmt.Println(err)
		return
	}
	tree, err := port.TreeChars("80")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, digit := range tree.Children {
		fmt.Println(digit.Rule, digit.Start, digit.End)
	}
	// Output:
	// DIGIT 0 1
	// DIGIT 1 2
}

// An own grammar, which has nothing to do with references.
func ExampleNewGrammar() {
	g, err := grammar.NewGrammar(&reading.Source{
		Name: "dates", Notation: "abnf", Start: "date",
		Text:     []byte("date = 4DIGIT \"-\" 2DIGIT \"-\" 2DIGIT\n"),
		Sections: map[string]string{"date": "1", "DIGIT": "RFC 5234, B.1"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Start().Valid("2026-11-22"))
	fmt.Println(g.Start().Check("2026-11-2x"))
	tree, err := g.Start().Tree("2026-11-22")
	fmt.Println(tree.Rule, tree.End, err)
	// Output:
	// true
	// dates: offset 9: "x" in date (section 1), expected DIGIT
	// date 10 <nil>
}

// The rules as they are read, with the lines of the document.
func ExampleGrammar_Rule() {
	r, err := editions.RFC3986.Grammar().Rule("scheme")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s:%d, section %s\n%s\n", r.File, r.Line, r.Section, r.Text)
	// Output:
	// rfc3986.bnf:27, section 3.1
	// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
}
