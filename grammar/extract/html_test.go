package extract

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// retrieved is the context of a document that was retrieved from a place.
func retrieved(from string) grammar.Context { return grammar.Context{Retrieval: []string{from}} }

// links returns all links in HTML, which is held to what is right of all HTML.
func links(t fataler, e *grammar.Edition, text string, c grammar.Context) ([]Link, error) {
	t.Helper()
	found, err := collect(HTML(e, strings.NewReader(text), c))
	holdHTML(t, e, text, c, found, err)
	return found, err
}

func collect[T any](seq func(yield func(T, error) bool)) (all []T, last error) {
	for one, err := range seq {
		if err == nil {
			all = append(all, one)
		}
		last = err
	}
	return all, last
}

// holdHTML fails if something is wrong that is right of all HTML.
func holdHTML(t fataler, e *grammar.Edition, text string, c grammar.Context, found []Link, err error) {
	t.Helper()
	// The tokens are where they say they are, and their attributes are those
	// that the tokenizer finds.
	m := newMarkup(strings.NewReader(text), 2*MaxAttribute)
	for m.read() == nil {
		if m.isCut || m.name == "" {
			continue
		}
		if at := text[m.off:]; m.begin == m.place && !strings.HasPrefix(at, string(m.raw)) {
			t.Fatalf("%q: offset %d has no %q", text, m.off, m.raw)
		}
		z := html.NewTokenizer(bytes.NewReader(bytes.Clone(m.raw)))
		z.Next()
		want := make(map[string]string)
		for _, a := range z.Token().Attr {
			want[a.Key] = a.Val
		}
		got := make(map[string]string)
		for a := range attributes(m.raw) {
			name := strings.ReplaceAll(string(lower(a.name)), "\x00", "\uFFFD")
			if _, ok := got[name]; !ok {
				got[name] = resolved([]byte(newlines.Replace(string(a.value)))).text
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%q: %q, the tokenizer has %q", m.raw, got, want)
		}
	}

	last, lines := int64(0), 1
	for _, l := range found {
		long := (*LongError)(nil)
		if l.Start < 0 || l.End < l.Start || l.End > int64(len(text)) {
			t.Fatalf("%.999q: [%d,%d) of %s", text, l.Start, l.End, show(l))
		}
		if l.Start >= last { // attributes of an element are in order, and elements
			lines += strings.Count(text[last:l.Start], "\n")
			last = l.Start
		} else {
			t.Fatalf("%.999q: %s is before another one", text, show(l))
		}
		if l.Line != lines {
			t.Fatalf("%.999q: %s is on line %d, not %d", text, show(l), lines, l.Line)
		}
		if errors.As(l.Err, &long) {
			continue
		}
		if written := unbroken(resolved([]byte(text[l.Start:l.End])).text); written != l.Text {
			t.Fatalf("%.999q: %s is written %q", text, show(l), written)
		}
		var late *LateBaseError
		if l.Err == nil && l.Target == "" && !l.Current || l.Err != nil && l.Target != "" && !errors.As(l.Err, &late) {
			t.Fatalf("%.999q: %s has target %q and error %v", text, show(l), l.Target, l.Err)
		}
		if !e.Valid(l.Text) && l.Err == nil {
			t.Fatalf("%.999q: %s conforms", text, show(l))
		}
	}

	small, smallErr := collect(HTML(e, iotest.OneByteReader(strings.NewReader(text)), c))
	if !reflect.DeepEqual(small, found) || !reflect.DeepEqual(smallErr, err) {
		t.Fatalf("%.999q: byte by byte %v, %v; at once %v, %v", text, small, smallErr, found, err)
	}
}

// newlines makes line feeds of the other line breaks, as the tokenizer does.
// The reader of attributes takes all of them away.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func show(l Link) string {
	return fmt.Sprintf("%s %s=%q (%s)", l.Element, l.Attribute, l.Text, l.Kind)
}

// TestAppendixD: the example of "Embedding the Base URL in HTML documents",
// from the documents. RFC 3986 has it no longer, and takes RFC 2396's.
func TestAppendixD(t *testing.T) {
	tested := 0
	for _, d := range documents {
		_, example, ok := strings.Cut(document(t, d.file), "<!doctype html")
		if !ok {
			continue
		}
		example, _, _ = strings.Cut(example, "</BODY></HTML>")
		example = "<!doctype html" + example + "</BODY></HTML>"
		es := []*grammar.Edition{d.edition}
		if d.file == "rfc2396.txt" {
			es = editions.All()
		}
		for _, e := range es {
			// "regardless of the context in which the example document was obtained"
			for _, c := range []grammar.Context{{}, retrieved("http://example.org/"), {Entities: []grammar.Entity{{Embedded: []string{"%"}}}}} {
				found, err := links(t, e, example, c)
				if err != nil || len(found) != 2 {
					t.Fatalf("%s by %s: %v, %v", d.file, e, found, err)
				}
				base, anchor := found[0], found[1]
				if base.Kind != BaseHref || base.Text != "http://www.ics.uci.edu/Test/a/b/c" {
					t.Errorf("%s by %s: %s", d.file, e, show(base))
				}
				var none *grammar.NotDefinedError
				if _, err := e.Algorithm(); err != nil && errors.As(anchor.Err, &none) {
					continue
				}
				if anchor.Target != "http://www.ics.uci.edu/Test/a/x" || anchor.Base != base.Text || anchor.Origin != grammar.FromContent {
					t.Errorf("%s by %s: %s, %v from %s", d.file, e, anchor.Target, anchor.Err, anchor.Origin)
				}
				tested++
			}
		}
	}
	if tested < 3*4 {
		t.Errorf("only %d tested", tested)
	}
}

// attributeTests have each link-bearing attribute, what is found, and what
// looks like one and is none.
var attributeTests = []struct{ text, want string }{
	{`<a href=x ping="y  z">`, "a href=x hyperlink, a ping=y submission, a ping=z submission"},
	{`<area HREF='x' ping=y>`, "area href=x hyperlink, area ping=y submission"},
	{`<audio src=x><embed src=x><iframe src=x></iframe><img src=x><input src=x>`, "audio src=x resource, embed src=x resource, iframe src=x resource, img src=x resource, input src=x resource"},
	{`<script src=x></script><source src=x><track src=x><video src=x poster=y>`, "script src=x resource, source src=x resource, track src=x resource, video src=x resource, video poster=y resource"},
	{`<frame src=x><image src=x srcset=y>`, "frame src=x resource, image src=x resource, image srcset=y resource"},
	{`<base href=x><base href=y>`, "base href=x base, base href=y base"},
	{`<blockquote cite=x><del cite=x><ins cite=x><q cite=x>`, "blockquote cite=x mention, del cite=x mention, ins cite=x mention, q cite=x mention"},
	{`<body background=x><table background=x><thead background=x><tbody background=x>`, "body background=x resource, table background=x resource, thead background=x resource, tbody background=x resource"},
	{`<tfoot background=x><tr background=x><td background=x><th background=x>`, "tfoot background=x resource, tr background=x resource, td background=x resource, th background=x resource"},
	{`<form action=x><button formaction=y><input formaction=z>`, "form action=x submission, button formaction=y submission, input formaction=z submission"},
	{`<html manifest=x>`, "html manifest=x resource"},
	{`<img srcset="x, y 2x"><source srcset=z>`, "img srcset=x resource, img srcset=y resource, source srcset=z resource"},
	{`<link href=x><link rel=next href=x><link rel="alternate StyleSheet" href=x><link href=x rel=icon>`, "link href=x hyperlink, link href=x hyperlink, link href=x resource, link href=x resource"},
	{`<link rel=preload imagesrcset="x 1x">`, "link imagesrcset=x resource"},
	{`<meta http-equiv="Refresh" content="0;url=x"><meta content="1; y" http-equiv=refresh>`, "meta content=x refresh, meta content=y refresh"},
	{`<meta content="0;url=x"><meta http-equiv=refreshing content="0;x"><meta name=refresh content="0;x">`, ""},
	{`<object data=x codebase=y archive="z a" classid=clsid:1 usemap=#m>`, "object data=x resource, object codebase=y mention, object archive=z resource, object archive=a resource, object classid=clsid:1 mention, object usemap=#m mention"},
	{`<applet codebase=x archive="y , z,">`, "applet codebase=x mention, applet archive=y resource, applet archive=z resource"},
	{`<p itemid=x itemtype="y z">`, "p itemid=x mention, p itemtype=y mention, p itemtype=z mention"},
	{`<head profile="x y">`, "head profile=x mention, head profile=y mention"},
	{`<img longdesc=x usemap=#m><frame longdesc=x><iframe longdesc=x></iframe><input usemap=#m>`, "img longdesc=x mention, img usemap=#m mention, frame longdesc=x mention, iframe longdesc=x mention, input usemap=#m mention"},
	{`<param value=x valuetype=REF><param value=x><param value=x valuetype=data>`, "param value=x mention"},
	{`<a urn=x><link urn=x><isindex action=x>`, "a urn=x mention, link urn=x mention, isindex action=x submission"},
	{`<bgsound src=x><embed pluginspage=x pluginurl=y><img lowsrc=x dynsrc=y>`, "bgsound src=x resource, embed pluginspage=x mention, embed pluginurl=y mention, img lowsrc=x resource, img dynsrc=y resource"},
	{`<layer src=x background=y><ilayer src=x background=y><command icon=x><menuitem icon=x>`, "layer src=x resource, layer background=y resource, ilayer src=x resource, ilayer background=y resource, command icon=x resource, menuitem icon=x resource"},
	{`<svg><a xlink:href=x><use href=x /><linearGradient xlink:href=x /></svg>`, "a xlink:href=x hyperlink, use href=x resource, lineargradient xlink:href=x resource"},
	{`<svg><image href=x><script href=x></script><script xlink:href=y /><rect href=z></svg>`, "image href=x resource, script href=x resource, script xlink:href=y resource, rect href=z hyperlink"},
	{`<math altimg=x><mi href=x><mglyph src=x><csymbol definitionURL=x></math>`, "math altimg=x resource, mi href=x hyperlink, mglyph src=x resource, csymbol definitionurl=x mention"},
	{`<div href=x src=x cite=x data=x action=x><p src=x background=x><rect href=x><script href=x></script>`, ""},
	{`<a data-href=x name=y title=z><a href><img src="">`, "a href= hyperlink, img src= resource"},
	{`<a href=x href=y HREF=z>`, "a href=x hyperlink"},
	{`</a href=x><!-- <a href=x> --><!a href=x><?a href=x?></ href=x><[a href=x]>`, ""},
	{`<title><a href=x></title><textarea><a href=x></textarea><style><a href=x></style><xmp><a href=x></xmp>`, ""},
	{`<script><a href=x> <!-- <script> </script> <a href=x> --></script><a href=y>`, "a href=y hyperlink"},
	{`<noscript><a href=x></noscript><noframes><a href=x></noframes><noembed><a href=x></noembed><iframe><a href=x></iframe>`, "a href=x hyperlink, a href=x hyperlink, a href=x hyperlink, a href=x hyperlink"},
	{`<svg><title/><a href=x><style><a href=y></style><![CDATA[<a href=z>]]></svg><![CDATA[<a href=z>]]>`, "a href=x hyperlink, a href=y hyperlink"},
	{`<svg><foreignObject><title><a href=x></title><a href=y></foreignObject><title><a href=z></svg><title><a href=x></title>`, "a href=y hyperlink, a href=z hyperlink"},
	{`<svg><p><title><a href=x></title></svg><template><title><a href=x></title><a href=y></template>`, "a href=y hyperlink"},
	{`<plaintext><a href=x></plaintext><a href=y>`, ""},
	{`<a/href=x/><a /href = "x"/><a href='x'title=y><a =href=x>< a href=x>`, "a href=x/ hyperlink, a href=x hyperlink, a href=x hyperlink"},
}

func TestAttributes(t *testing.T) {
	tested := make(map[string]bool)
	for _, c := range attributeTests {
		found, err := links(t, editions.RFC3986, c.text, retrieved("http://h/"))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		var got []string
		for _, l := range found {
			got = append(got, fmt.Sprintf("%s %s=%s %s", l.Element, l.Attribute, l.Text, l.Kind))
			r := ruleFor(l.Element, l.Attribute, true)
			for _, e := range []string{l.Element, "svg", "*"} {
				if slices.Contains(strings.Fields(r.elements), e) {
					tested[e+" "+l.Attribute] = true
				}
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, c.want)
		}
	}
	for attribute, of := range rulesOf {
		for element := range of {
			if !tested[element+" "+attribute] {
				t.Errorf("%s of %s is not tested", attribute, element)
			}
		}
	}
}

// TestValues: the references in attributes, and where they stand. A reference
// is marked by brackets, which are not in the text.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{`<a href="[http://h/a]">`, []string{"http://h/a"}},
		{`<a href=' [http://h/a]&#32;	'>`, []string{"http://h/a"}},
		{"<a href=\"\r\n  [http://h/\n\ta&#10;b&Tab;c]\f\">", []string{"http://h/abc"}},
		{`<a href="[a b]"><a href="[` + "\v" + `a]">`, []string{"a b", "\va"}},
		{`<a href=[?a=b&copy=c&amp;d&copyright&lt;]>`, []string{"?a=b&copy=c&d&copyright<"}},
		{`<a href="[&#x2F;&#47;&sol;h&#x2f&#X2Fh&#;&#x;&#xg;&]">`, []string{"///h//h&#;&#x;&#xg;&"}},
		{`<a href="[&notit;&not;&not=&not&fjlig;&semi;&;&&]">`, []string{"&notit;¬&not=¬fj;&;&&"}},
		{`<a href="[&#0;&#128;&#xD800;&#x110000;&#1114112;&#xFFFFFFFFFF;` + "\x00" + `]">`, []string{"\uFFFD€\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"}},
		{`<a href="[é]"><a href="[` + "\xff" + `]">`, []string{"é", "\xff"}},
		{`<a href="[]"><a href="&#32;[]">`, []string{"", ""}},

		{`<a ping=" [a]  [b]&#32;[c&amp;d]` + "\n" + `[e] ">`, []string{"a", "b", "c&d", "e"}},
		{`<a ping=""><a ping="  "><applet archive=" , ,">`, nil},
		{`<applet archive="[a b], [c]&comma;[d],,[e] ,">`, []string{"a b", "c", "d", "e"}},

		{`<img srcset="[a] 1x, [b] 2x">`, []string{"a", "b"}},
		{`<img srcset=",, [a,b] , [c]">`, []string{"a,b", "c"}}, // white space ends a candidate
		{`<img srcset="[a&amp;b] 100w,[c,d],&#32;[e] (1,2) x, [f(],">`, []string{"a&b", "c,d", "e", "f("}},
		{`<img srcset="[data:,a] 1x,[b],, [c] (1x, d">`, []string{"data:,a", "b", "c"}},
		{`<img srcset="[a]` + "\n" + `  1x` + "\n" + `,[b]">`, []string{"a", "b"}},
		{`<img srcset=""><img srcset=" ,, ">`, nil},

		{`<meta http-equiv=refresh content="5; url='[a b]' c">`, []string{"a b"}},
		{`<meta http-equiv=refresh content=" 5.5 ,URL = [a]">`, []string{"a"}},
		{`<meta http-equiv=refresh content="5 [a]">`, []string{"a"}},
		{`<meta http-equiv=refresh content='.;"[a]'>`, []string{"a"}},
		{`<meta http-equiv=refresh content="5;[url]"><meta http-equiv=refresh content="5;[urla=b]">`, []string{"url", "urla=b"}},
		{`<meta http-equiv=refresh content="5;url=[]"><meta http-equiv=refresh content="5;url='[]'">`, []string{"", ""}},
		{`<meta http-equiv=refresh content="5"><meta http-equiv=refresh content="5;"><meta http-equiv=refresh content="">`, nil},
		{`<meta http-equiv=refresh content="a"><meta http-equiv=refresh content="5a"><meta http-equiv=refresh content="; a">`, nil},
	} {
		text := strings.NewReplacer("[", "", "]", "").Replace(c.text)
		var marks []int
		for i, ch := range []byte(c.text) {
			if ch == '[' || ch == ']' {
				marks = append(marks, i-len(marks))
			}
		}
		found, err := links(t, editions.RFC3986, text, retrieved("http://h/"))
		var got []string
		var at []int
		for _, l := range found {
			got = append(got, l.Text)
			at = append(at, int(l.Start), int(l.End))
		}
		if err != nil || !slices.Equal(got, c.want) || !slices.Equal(at, marks) {
			t.Errorf("%s: %q at %d, want %q at %d (%v)", c.text, got, at, c.want, marks, err)
		}
	}
}

// a Context by hand
func around(embedded ...string) grammar.Context {
	c := retrieved("http://r/")
	for _, base := range embedded {
		c.Entities = append(c.Entities, grammar.Entity{Embedded: []string{base}})
	}
	return c
}

// TestBase: which base the links of a document have, where it comes from, and
// what they refer to.
func TestBase(t *testing.T) {
	for _, c := range []struct {
		text    string
		context grammar.Context
		want    string // each link's text, base, origin and target
	}{
		// The first BASE with a HREF counts, for the whole document.
		{`<a href=y><base><base href=http://a/x/><base href=http://b/><a href=z>`, retrieved("http://r/"),
			"y http://a/x/ 5.1.1 http://a/x/y, http://a/x/ http://r/ 5.1.3 http://a/x/, http://b/ http://r/ 5.1.3 http://b/, z http://a/x/ 5.1.1 http://a/x/z"},
		{`<base target=x><body><p><base href=http://a/#f><a href=z>`, retrieved("http://r/"),
			"http://a/#f http://r/ 5.1.3 http://a/#f, z http://a/ 5.1.1 http://a/z"},
		{`<base href=" http://a/x/&#x2F;b ">` + `<a href=z>`, grammar.Context{},
			"http://a/x//b - - http://a/x//b, z http://a/x//b 5.1.1 http://a/x//z"},
		// A relative one is resolved against what there would be without it.
		{`<base href=x/><a href=z>`, retrieved("http://r/a/b"), "x/ http://r/a/b 5.1.3 http://r/a/x/, z http://r/a/x/ 5.1.1 http://r/a/x/z"},
		{`<base href=""><a href=z>`, retrieved("http://r/a/b"), " http://r/a/b 5.1.3 http://r/a/b, z http://r/a/b 5.1.1 http://r/a/z"},
		{`<base href=x/><a href=z>`, around("y/"), "x/ http://r/y/ 5.1.1 http://r/y/x/, z http://r/y/x/ 5.1.1 http://r/y/x/z"},
		// Some are not the document's own.
		{`<svg><base href=http://a/></svg><template><base href=http://b/></template><!--<base href=http://c/>--><a href=z>`, retrieved("http://r/"),
			"http://a/ http://r/ 5.1.3 http://a/, http://b/ http://r/ 5.1.3 http://b/, z http://r/ 5.1.3 http://r/z"},
		{`<noscript><base href=http://a/></noscript><base href=http://b/><a href=z>`, retrieved("http://r/"),
			"http://a/ http://r/ 5.1.3 http://a/, http://b/ http://r/ 5.1.3 http://b/, z http://b/ 5.1.1 http://b/z"},
		{`<svg><p><base href=http://b/><a href=z>`, retrieved("http://r/"), "http://b/ http://r/ 5.1.3 http://b/, z http://b/ 5.1.1 http://b/z"},
		// Without one, the layers around the document.
		{`<a href=z>`, around(), "z http://r/ 5.1.3 http://r/z"},
		{`<a href=z>`, around("http://a/", "http://b/"), "z http://a/ 5.1.1 http://a/z"},
		{`<a href=z>`, grammar.Context{Entities: []grammar.Entity{{}, {Embedded: []string{"http://b/"}}}}, "z http://b/ 5.1.2 http://b/z"},
		{`<a href=z>`, grammar.Context{Default: new("http://d/")}, "z http://d/ 5.1.4 http://d/z"},
		// What is absolute needs none, and its dots go all the same.
		{`<a href=http://h/a/../b>`, grammar.Context{}, "http://h/a/../b - - http://h/b"},
		{`<a href=z><a href="%">`, grammar.Context{}, "z - - *grammar.NoBaseError, % - - *grammar.SyntaxError"},
		{`<base href=x><a href=z><a href=http://h/>`, grammar.Context{}, "x - - *grammar.NoBaseError, z - - *grammar.NoBaseError, http://h/ - - http://h/"},
		// The first one counts even if it is wrong.
		{`<base href="http://a b/"><base href=http://b/><a href=z><a href=http://h/>`, retrieved("http://r/"),
			"http://a b/ http://r/ 5.1.3 *grammar.SyntaxError, http://b/ http://r/ 5.1.3 http://b/, z - - *grammar.BaseError, http://h/ - - http://h/"},
	} {
		found, err := links(t, editions.RFC3986, c.text, c.context)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		var got []string
		for _, l := range found {
			target := l.Target
			if l.Err != nil {
				target = fmt.Sprintf("%T", l.Err)
			}
			got = append(got, fmt.Sprintf("%s %s %s %s", l.Text, cmp.Or(l.Base, "-"), cmp.Or(string(l.Origin), "-"), target))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, c.want)
		}
	}
}

// TestCurrentDocument: in the editions up to rfc2396bis-00 an empty reference
// is to the document, by its form, and has no target but in a form; in RFC 3986 it
// is the target that tells.
func TestCurrentDocument(t *testing.T) {
	const text = `<a href><a href=#f><a href=b><a href=http://h/a/b#f><a href=?><form action><form action=#f>` +
		`<meta http-equiv=refresh content="0;url="><img src>`
	const byForm = "current, current, http://h/a/b, http://h/a/b#f, http://h/a/?, http://h/a/b, http://h/a/b#f, http://h/a/b, current"
	for e, want := range map[*grammar.Edition]string{
		editions.URLSyntax02:  byForm,
		editions.URLSyntax09:  byForm,
		editions.RFC2396bis00: strings.Replace(byForm, "http://h/a/?", "http://h/a/b?", 1),
		editions.RFC3986: "current http://h/a/b, current http://h/a/b#f, current http://h/a/b, current http://h/a/b#f, http://h/a/b?, " +
			"http://h/a/b, http://h/a/b#f, http://h/a/b, current http://h/a/b",
		editions.RFC1738: ", , , , , , , , ",
	} {
		found, err := links(t, e, text, retrieved("http://h/a/b"))
		if err != nil {
			t.Error(err)
		}
		var got []string
		for _, l := range found {
			if l.Current {
				l.Target = strings.TrimSpace("current " + l.Target)
			}
			got = append(got, l.Target)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", e, got, want)
		}
	}
	// To the document leads a reference also where its base is not known.
	for _, e := range []*grammar.Edition{editions.URLSyntax09, editions.RFC2396bis00} {
		if found, _ := links(t, e, `<a href=#f>`, grammar.Context{}); !found[0].Current || found[0].Err != nil || found[0].Base != "" {
			t.Errorf("%s: %v", e, found)
		}
	}
}

// TestNoRelativeForm: RFC 1738 judges what is absolute.
func TestNoRelativeForm(t *testing.T) {
	found, err := links(t, editions.RFC1738, `<base href=http://h/><a href=x><a href=http://h/a/../b><a href=http://h/~a><a href=HTTP://h/>`, grammar.Context{})
	var got []string
	for _, l := range found {
		got = append(got, cmp.Or(l.Target, fmt.Sprintf("%T", l.Err)))
	}
	want := "http://h/ *grammar.NotDefinedError http://h/a/../b *grammar.SyntaxError *grammar.SyntaxError"
	if got := strings.Join(got, " "); got != want || err != nil {
		t.Errorf("%s, want %s (%v)", got, want, err)
	}
}

// TestLateBase: links that wait for a base do not wait for ever.
func TestLateBase(t *testing.T) {
	const link = `<a href=x>`
	for _, c := range []struct {
		links int
		late  bool
	}{{1000, false}, {100_000, true}} {
		text := strings.Repeat(link, c.links) + `<base href=http://b/>` + link
		found, err := collect(HTML(editions.RFC3986, strings.NewReader(text), retrieved("http://r/")))
		if err != nil || len(found) != c.links+2 {
			t.Fatalf("%d links, %v", len(found), err)
		}
		first, base, last := found[0], found[c.links], found[c.links+1]
		var late *LateBaseError
		if errors.As(base.Err, &late) != c.late || c.late && late.Links != c.links {
			t.Errorf("%d links: %v", c.links, base.Err)
		}
		if want := map[bool]string{false: "http://b/x", true: "http://r/x"}[c.late]; first.Target != want || last.Target != "http://b/x" {
			t.Errorf("%d links: %s, %s", c.links, first.Target, last.Target)
		}
	}
}

// TestUnfinished: a broken file is read as far as it goes.
func TestUnfinished(t *testing.T) {
	const link = "<a href=x>\n"
	for text, what := range map[string]string{
		"<a href=y":                      "a tag",
		"<a href='y>" + link:             "a tag",
		"<a href='y' b=\">" + link:       "a tag",
		"</a ":                           "a tag",
		"<!-- " + link:                   "a comment",
		"<!-- <a href=y> -- >" + link:    "a comment",
		"<!doctype html":                 "a comment",
		"<?php":                          "a comment",
		"<script>" + link:                "the element script",
		"<script>":                       "the element script",
		"<SCRIPT src=x> </scrip>" + link: "the element script",
		"<title>" + link:                 "the element title",
		"<svg><![CDATA[ ]] >" + link:     "a CDATA section",
		"<plaintext>" + link:             "",
		"<":                              "",
		"<div><p":                        "a tag",
		"<!-->":                          "",
		"<!--->":                         "",
		"<!-- --!>":                      "",
		"</>":                            "",
		"<iframe>":                       "",
		"<svg><title>":                   "",
	} {
		found, err := links(t, editions.RFC3986, link+text, grammar.Context{})
		if n := 1 + strings.Count(text, "src=x"); len(found) != n {
			t.Errorf("%q: %d links", text, len(found))
		}
		var unfinished *UnfinishedError
		switch {
		case what == "" && err == nil:
		case !errors.As(err, &unfinished):
			t.Errorf("%q: %v", text, err)
		case unfinished.What != what || unfinished.Line != 2 || unfinished.Offset < int64(len(link)):
			t.Errorf("%q: %v, want %s", text, err, what)
		}
	}
}

// cutting reads HTML and cuts what is longer than 256 bytes.
func cutting(r io.Reader) iter.Seq2[Link, error] {
	return readHTML(r, outermost(editions.RFC3986, retrieved("http://r/")), 256)
}

// TestLongTokens: what the tokenizer cannot have in memory is read all the same.
func TestLongTokens(t *testing.T) {
	const maxToken = 256
	long := func(s string) string { return strings.Repeat(s, 5*maxToken/2/len(s)) }
	const link = "<a href=y>"
	for name, text := range map[string]string{
		"text":           long("text & < a < "),
		"comment":        "<!--" + long(" -- > <a href=x> ") + "-->",
		"odd comment":    "<!--" + long("-") + "!>",
		"declaration":    "<!" + long("<a href=x ") + ">",
		"instruction":    "<?" + long("<a href=x ") + ">",
		"odd end tag":    "</ " + long("<a href=x ") + ">",
		"script":         "<script>" + long("</scrip <a href=x>") + "</script >",
		"script ends":    "<script>" + long("</script") + "</script>",
		"title":          "<title>" + long("<a href=x>") + "</title>",
		"title in svg":   "<svg><title>" + long("t") + "</svg>",
		"CDATA":          "<svg><![CDATA[" + long("<a href=x> ]] >") + "]]></svg>",
		"attributes":     "<a " + long("hreff='x' ") + ">",
		"end tag":        "</a " + long("href='<a href=x>' ") + ">",
		"quoted":         "<b title=\"" + long("<a href='x'> ") + "\">",
		"quoted once":    "<b title='" + long("<a href=x> ") + "'>",
		"unquoted":       "<b title=" + long("<a='\"href='x'") + ">",
		"name":           "<b " + long("name") + "=x>",
		"element":        "<b" + long("name") + " href=x>",
		"spaces":         "<b title" + long(" ") + "= 'href=x'>",
		"spaces after":   "<b title=" + long(" ") + "href=x>",
		"end tag quoted": "</b title='" + long("<a href=x> ") + "'>",
		"slashes":        "<b " + long("/") + ">",
	} {
		text = "\n" + text + "\n" + link
		found, err := collect(cutting(strings.NewReader(text)))
		if err != nil || len(found) != 1 {
			t.Errorf("%s: %d links, %v", name, len(found), err)
			continue
		}
		l := found[0]
		if text[l.Start:l.End] != "y" || l.Line != 3 {
			t.Errorf("%s: line %d, %.20q", name, l.Line, text[l.Start:])
		}
		// The same at all places that a cut may have, just before the end.
		_, err = collect(cutting(strings.NewReader(strings.TrimSuffix(text, ">\n"+link))))
		var unfinished *UnfinishedError
		if errors.As(err, &unfinished) && unfinished.Line != 2 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCuts: wherever a token is cut, nothing is lost.
func TestCuts(t *testing.T) {
	const maxToken = 256
	for _, c := range []struct{ begin, end, pad string }{
		{"<a title='", "' href=\"one\" title = 'x' ping=two />", "x"},
		{"<a ", " href=\"one\" title = 'x' ping=two />", "x "},
		{"<!--", "--><a href=one ping=two>", "-"},
		{"<script>", "</script><a href=one ping=two>", "<"},
		{"<svg><![CDATA[", "]]></svg><a href=one ping=two>", "]"},
		{"", "<a href=one ping=two>", "<"},
	} {
		for shift := range len(c.end) + 4 {
			text := c.begin + strings.Repeat(c.pad, (maxToken-shift)/len(c.pad)) + strings.Repeat(" ", (maxToken-shift)%len(c.pad)) + c.end
			found, err := collect(cutting(strings.NewReader(text)))
			if err != nil || len(found) != 2 || found[0].Text != "one" || found[1].Text != "two" ||
				text[found[0].Start:found[0].End] != "one" || text[found[1].Start:found[1].End] != "two" {
				t.Errorf("%s, %d before: %d links, %v", c.begin, shift, len(found), err)
			}
		}
	}
}

// TestMaxAttribute: what is longer, by one byte.
func TestMaxAttribute(t *testing.T) {
	const begin, end = "<img src=\"", "\">"
	for _, n := range []int{MaxLength + 1, MaxAttribute - len(`src=""`), MaxAttribute + 10, 3 * MaxAttribute, 9 * MaxAttribute} {
		value := "data:," + strings.Repeat("a", n-len("data:,"))
		text := begin + value + end + "<a href=http://h/>"
		found, err := collect(HTML(editions.RFC3986, strings.NewReader(text), grammar.Context{}))
		if err != nil || len(found) != 2 || found[1].Text != "http://h/" || found[1].Start != int64(len(text)-len("http://h/>")) {
			t.Fatalf("%d bytes: %d links, %v", n, len(found), err)
		}
		l := found[0]
		var long *LongError
		switch isLong := errors.As(l.Err, &long); {
		case isLong && n > MaxAttribute && len(l.Text) == MaxLength && strings.HasPrefix(value, l.Text) && l.Start == int64(len(begin)):
		case !isLong && n < 2*MaxAttribute && l.Text == value && l.Err == nil && l.End-l.Start == int64(n):
		default:
			t.Errorf("%d bytes: %d found, %d to %d, %v", n, len(l.Text), l.Start, l.End, l.Err)
		}
	}
}

// TestMaxBase: what is longer, by one byte, is no base; references that need none
// have their targets.
func TestMaxBase(t *testing.T) {
	base := func(n int) string { return "http://h/" + strings.Repeat("a", n-len("http://h//")) + "/" }
	fits, long := base(MaxBase), base(MaxBase+1)
	const needsBase, needsNone = "<a href=x>", "<a href=http://h/>"
	for name, c := range map[string]struct {
		text    string
		context grammar.Context
		base    string // "" if it is too long
	}{
		"fits":              {"<base href=" + fits + ">", grammar.Context{}, fits},
		"with a fragment":   {"<base href=" + fits + "#f>", grammar.Context{}, fits},
		"long":              {"<base href=" + long + ">", retrieved("http://r/"), ""},
		"the first counts":  {"<base href=" + long + "><base href=http://h/>", retrieved("http://r/"), ""},
		"cut":               {"<base href=" + base(2*MaxAttribute) + ">", retrieved("http://r/"), ""},
		"cut in a fragment": {"<base href=http://h/#" + strings.Repeat("a", 2*MaxAttribute) + ">", retrieved("http://r/"), ""},
		"together":          {"<base href=bc>", retrieved(fits[:MaxBase-1] + "/"), ""},
		"around":            {"", around(long), ""},
		"a good one inside": {"<base href=http://b/>", around(long), "http://b/"},
		"relative to long":  {"<base href=b/>", around(long), ""},
		"retrieved":         {"", retrieved(long), ""},
		"retrieved, fits":   {"", retrieved(fits), fits},
	} {
		found, err := collect(HTML(editions.RFC3986, strings.NewReader(c.text+needsBase+needsNone), c.context))
		if err != nil || len(found) < 2 {
			t.Fatalf("%s: %d links, %v", name, len(found), err)
		}
		relative, absolute := found[len(found)-2], found[len(found)-1]
		_, tooLong := errors.AsType[*LongBaseError](relative.Err)
		if tooLong != (c.base == "") || relative.Base != c.base || !tooLong && relative.Target != c.base+"x" || absolute.Target != "http://h/" {
			t.Errorf("%s: base %.20q, target %.20q and %.20q, %v", name, relative.Base, relative.Target, absolute.Target, relative.Err)
		}
	}
}

// TestHTMLTargets: targets and bases grow in proportion to the document, though half
// of it is the base of the other half.
func TestHTMLTargets(t *testing.T) {
	const link = "<a href=x>"
	for size := 4 << 10; size <= 1<<20; size *= 2 {
		document := "<base href=http://h/" + strings.Repeat("a", size/2) + "/>" + strings.Repeat(link, size/2/len(link))
		written, most := 0, len(document)*(2+2*MaxBase/len(link))
		for l := range HTML(editions.RFC3986, strings.NewReader(document), grammar.Context{}) {
			if written += len(l.Base) + len(l.Target); written > most {
				t.Fatalf("%d bytes have targets and bases of more than %d bytes", size, most)
			}
		}
	}
}

// TestHTMLReaders: trouble is yielded last, and what was read before it is not
// lost.
func TestHTMLReaders(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"<a href=x><a href=y", "<a href=x><script>", "<a href=x><!--", "<a href=x>text"} {
		found, err := collect(HTML(editions.RFC3986, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), retrieved("http://h/")))
		if !errors.Is(err, broken) || len(found) != 1 || found[0].Target != "http://h/x" {
			t.Errorf("%s: %v, %v", text, found, err)
		}
	}
	if _, err := collect(HTML(editions.RFC3986, neither{}, grammar.Context{})); err != io.ErrNoProgress {
		t.Error(err)
	}
	for _, text := range []string{"<base href=x><a href=y><a href=z>", "<a href=y ping='a b c'><a href=z"} {
		for range HTML(editions.RFC3986, strings.NewReader(text), grammar.Context{}) {
			break // no more is yielded
		}
	}
}

// htmlStreams are HTML without end, as bad as it can be.
var htmlStreams = []struct{ name, begin, repeat string }{
	{"usual", "<base href=http://h/>", "<p>text <a href='a/b?c&amp;d'>more</a>\n"},
	{"no base", "", "<img src=x srcset='a 1x, b 2x'>"},
	{"text", "", "all work and no play "},
	{"a tag", "<a ", "b"},
	{"attributes", "<a", " b"},
	{"an attribute", "<a href=\"", "http://h/ "},
	{"many links in an attribute", "<base href=http://h/>", "<a ping='" + strings.Repeat("a ", 300_000) + "'>"},
	{"many candidates", "<base href=http://h/>", "<img srcset='" + strings.Repeat("a&lt;b 1x,\n", 50_000) + "'>"},
	{"character references", "<base href=http://h/>", "<a href='" + strings.Repeat("&lt;&a&#1", 50_000) + "'>"},
	{"a long name of a character", "<base href=http://h/>", "<a href='&" + strings.Repeat("a", 500_000) + "'>"},
	{"a comment", "<!--", "--<a href=x>"},
	{"a script", "<script>", "<!--<script></script <"},
	{"svg", "", "<svg>"},
	{"svg and back", "", "<svg><foreignobject>"},
	{"templates", "", "<template><a href=x>"},
	{"bases", "", "<base href=x>"},
	{"CDATA", "<svg>", "<![CDATA[ "},
	{"end tags", "", "</svg>"},
	{"junk", "", "\x00\xff<\xf0\x9f:\"\x80<!<?</<a"},
}

// TestHTMLMemory: memory does not grow with the document, whatever is in it.
// Were the time not linear, this would not end.
func TestHTMLMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	for _, s := range htmlStreams {
		const most = 96 << 20 // for a tag with a million attributes
		holdMemoryOfLinks(t, s.name, s.begin, s.repeat, most, func(r io.Reader) iter.Seq2[Link, error] {
			return HTML(editions.RFC3986, r, retrieved("http://r/"))
		})
	}
}

// holdMemory reads what is found in a stream, or so many things of it, and fails
// if the memory in use grows by more than most bytes. It returns how much was
// found, how many bytes were allocated, those that were freed included, and the
// error that it ended with.
func holdMemory[T any](t *testing.T, name string, r *stream, most uint64, things int, read func(io.Reader) iter.Seq2[T, error]) (n int, allocated uint64, err error) {
	t.Helper()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	step := r.left / 5
	next := r.left - step
	var x T
	for x, err = range read(r) {
		if n++; err != nil || n == things {
			break
		}
		if r.left < next || n%(1<<16) == 0 {
			next = r.left - step
			runtime.GC() // each thing is garbage when the next one comes
			runtime.ReadMemStats(&now)
			if now.HeapAlloc > before.HeapAlloc+most {
				t.Fatalf("%s: %d bytes in use after %d, the last %.99v", name, now.HeapAlloc-before.HeapAlloc, n, x)
			}
		}
	}
	runtime.ReadMemStats(&now)
	return n, now.TotalAlloc - before.TotalAlloc, err
}

// holdMemoryOfLinks is holdMemory for documents, which have fewer things a byte
// and may end where they should not.
func holdMemoryOfLinks[T any](t *testing.T, name, begin, repeat string, most uint64, read func(io.Reader) iter.Seq2[T, error]) {
	t.Helper()
	size, links := effort.Pick[int64](8<<20, 5<<19, 5<<19), effort.Pick(300_000, 20_000, 4_000)
	holdMemory(t, name, &stream{begin: begin, repeat: repeat, left: size}, most, links, read)
}

// htmlPieces are what HTML is made of, for it to be about links.
var htmlPieces = []string{
	"<a href=", "<a", " href", " href=", "<base href=", "<img src=", " srcset=", " ping=", "<meta http-equiv=refresh content=", "0;url=",
	"<link rel=icon href=", "<form action=", "<svg>", "</svg>", "<template>", "</template>", "<foreignObject>", "<math>", "<p>", "<title>", "</title>",
	"<script>", "</script>", "<!--", "-->", "<![CDATA[", "]]>", "<!", "<?", "</", "</a>", "/>", ">", "<", "'", "\"", "=", "/", " ", "\n", "\t", "\r\n", "\f",
	"http://h/", "../x", "#f", "?q", "a", ",", " 1x", "(", ")", "&amp;", "&#x2F;", "&copy", "&not", "it;", "&#", "&", ";", "%", "é", "\xff", "\x00",
}

func FuzzHTML(f *testing.F) {
	for _, c := range attributeTests {
		f.Add(c.text)
	}
	for _, s := range htmlStreams {
		f.Add((s.begin + strings.Repeat(s.repeat, 3))[:min(100, len(s.begin+s.repeat))])
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range editions.All() {
			links(t, e, text, grammar.Context{})
			links(t, e, text, retrieved("http://h/a/b"))
		}
	})
}

func TestHTMLLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(htmlPieces), 0, 40).Draw(t, "pieces"), "")
		for _, e := range editions.All() {
			links(t, e, text, retrieved("http://h/a/b"))
		}
	})
}

// TestCutLaws: nothing is lost where tokens are cut, but what is known to be.
func TestCutLaws(t *testing.T) {
	pieces := slices.DeleteFunc(slices.Clone(htmlPieces), func(piece string) bool {
		return strings.HasPrefix(piece, "<meta") || strings.HasPrefix(piece, "<script") || strings.HasPrefix(piece, "<base")
	})
	pieces = append(pieces, " title='", " title=\"", strings.Repeat("x", 40))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 100, 300).Draw(t, "pieces"), "")
		whole, _ := collect(HTML(editions.RFC3986, strings.NewReader(text), retrieved("http://r/")))
		cut, _ := collect(cutting(strings.NewReader(text)))
		if slices.ContainsFunc(cut, func(l Link) bool { return errors.As(l.Err, new(*LongError)) }) {
			t.Skip("an attribute is longer than half a token")
		}
		for _, l := range whole {
			if !slices.ContainsFunc(cut, func(c Link) bool { return c.Start == l.Start && c.End == l.End && c.Text == l.Text && c.Line == l.Line }) {
				t.Fatalf("%q: %s at %d is not found in pieces", text, show(l), l.Start)
			}
		}
	})
}
