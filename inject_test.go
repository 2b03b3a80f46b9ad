package urispec_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec"
	tree "github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve/compose"
)

// An injector is a function that writes data into a reference.
type injector struct {
	name   string // as go doc has it
	change func(data string) compose.Change
	meant  []string // the components that it may change; see parts
	// read returns the data that was written, false if it is not there.
	read func(before, after urispec.Reference, data string) bool
}

// injectors are all functions of package compose that return a Change and take data.
// [urispec.Reference.With] takes what they return.
var injectors = []injector{
	{"Scheme", compose.Scheme, []string{"scheme"}, is(urispec.Reference.Scheme)},
	{"UserInfo", compose.UserInfo, []string{"authority", "userinfo", "user", "password"}, is(urispec.Reference.UserInfo)},
	{"User", compose.User, []string{"authority", "userinfo", "user"}, is(urispec.Reference.User)},
	{"Password", compose.Password, []string{"authority", "userinfo", "password"}, is(urispec.Reference.Password)},
	{"Host", compose.Host, []string{"authority", "host"}, is(urispec.Reference.Host)},
	{"Address", func(data string) compose.Change {
		return compose.Address(netip.MustParseAddr("fe80::1").WithZone(data))
	}, []string{"authority", "host"}, func(_, after urispec.Reference, data string) bool {
		a, ok := after.Address()
		return ok && a.Zone() == data && a.WithZone("") == netip.MustParseAddr("fe80::1")
	}},
	{"Port", compose.Port, []string{"authority", "port"}, is(urispec.Reference.Port)},
	{"Registry", compose.Registry, []string{"authority", "userinfo", "user", "password", "host", "port"}, is(urispec.Reference.Authority)},
	{"Query", compose.Query, []string{"query"}, is(urispec.Reference.Query)},
	{"Fragment", compose.Fragment, []string{"fragment"}, is(urispec.Reference.Fragment)},
	{"Opaque", compose.Opaque, []string{"path"}, is(path)},
	{"WholePath", compose.WholePath, []string{"path"}, is(path)},
	{"Segments", func(data string) compose.Change { return compose.Segments(true, "p", data, "q") }, []string{"path"},
		func(_, after urispec.Reference, data string) bool {
			return slices.Equal(slices.Collect(after.Segments()), []string{"p", data, "q"})
		}},
	{"Path", func(data string) compose.Change {
		return compose.Path(false, compose.Segment{Name: "p", Params: []string{data}}, compose.Segment{Name: data})
	}, []string{"path"}, func(_, after urispec.Reference, data string) bool {
		return slices.Equal(slices.Collect(after.Segments()), []string{"p;" + data, data})
	}},
	{"AppendSegment", compose.AppendSegment, []string{"path"},
		func(before, after urispec.Reference, data string) bool {
			was := slices.Collect(before.Segments())
			if strings.HasSuffix(before.Path(), "/") {
				was = was[:len(was)-1]
			}
			return slices.Equal(slices.Collect(after.Segments()), append(was, data))
		}},
	{"Pair", func(data string) compose.Change { return compose.Pair(data, data) }, []string{"query"},
		func(before, after urispec.Reference, data string) bool {
			return slices.Equal(others(after, data), others(before, data)) && value(after, data) == data
		}},
	{"AppendPair", func(data string) compose.Change { return compose.AppendPair(data, data) }, []string{"query"},
		func(before, after urispec.Reference, data string) bool {
			pairs := slices.Collect(after.Pairs())
			return slices.Equal(pairs[:len(pairs)-1], slices.Collect(before.Pairs())) && pairs[len(pairs)-1] == urispec.Pair{Key: data, Value: data, HasValue: true}
		}},
	{"WithoutPairs", compose.WithoutPairs, []string{"query"},
		func(before, after urispec.Reference, data string) bool {
			return slices.Equal(slices.Collect(after.Pairs()), others(before, data))
		}},
}

// is reports whether a component means the data.
func is(component func(urispec.Reference) (string, bool)) func(_, after urispec.Reference, data string) bool {
	return func(_, after urispec.Reference, data string) bool {
		text, ok := component(after)
		return ok && (urispec.Decode(text) == data)
	}
}

func path(r urispec.Reference) (string, bool) { return r.Path(), true }

// others are the pairs with other keys.
func others(r urispec.Reference, key string) []urispec.Pair {
	return slices.DeleteFunc(slices.Collect(r.Pairs()), func(p urispec.Pair) bool { return p.Key == key })
}

func value(r urispec.Reference, key string) string {
	v, _ := r.QueryValue(key)
	return v
}

// parts are the components of a reference as they are written, "-" for none.
func parts(r urispec.Reference) map[string]string {
	out := make(map[string]string)
	for name, component := range map[string]func(urispec.Reference) (string, bool){
		"scheme": urispec.Reference.Scheme, "authority": urispec.Reference.Authority, "userinfo": urispec.Reference.UserInfo,
		"user": urispec.Reference.User, "password": urispec.Reference.Password, "host": urispec.Reference.Host,
		"port": urispec.Reference.Port, "path": path, "query": urispec.Reference.Query, "fragment": urispec.Reference.Fragment,
	} {
		out[name] = "-"
		if text, ok := component(r); ok {
			out[name] = "=" + text
		}
	}
	return out
}

// unchanged reports which component other than those that are meant differs; "" for none.
func unchanged(before, after urispec.Reference, meant []string) string {
	was, is := parts(before), parts(after)
	for name := range was {
		if was[name] != is[name] && !slices.Contains(meant, name) {
			return name
		}
	}
	return ""
}

// bases are references that have many components between them. An edition takes those that
// conform to it.
var bases = []string{
	"http://u:p@h.com:80/a/b?k=v&l=w#f", "ftp://u:p@h.com:21/a/b", "http://h.com:80/a/b?k=v", "http://h.com/a;x/b;y?k=v#f",
	"//u@h.com/a/?k", "http://[::1]:80/", "mailto:a", "x:/a/b", "a/b?k=v#f", "?", "",
}

// hostile are data that would be something else if they were not escaped: each delimiter,
// at the beginning, in the middle and at the end, and what attackers write.
func hostile() []string {
	all := []string{"", "80", ".", "..", "x", "a&admin=1", "a#b?c", "//evil/", "h@evil", "h:80", "[::1]", "::1", "[::1", "%", "%2", "%2F", "%41", "\r\nHost: evil", "\u202e", "é", "\xff", "a%00b"}
	for b := range byte(0x80) {
		if c := string(rune(b)); strings.ContainsAny(c, ":/?#[]@!$&'()*+,;=%<>\"\\^`{|} \x00\n\x7f.~_-") {
			all = append(all, c, "x"+c, c+"x", "x"+c+"y", c+c)
		}
	}
	return all
}

// injectedInto are the editions that the tests take.
func injectedInto() []*grammar.Edition {
	return effort.Pick(editions.All(), []*grammar.Edition{editions.RFC1738, editions.URLSyntax09, editions.RFC2396, editions.RFC3986, editions.RFC6874},
		[]*grammar.Edition{editions.RFC1738, editions.RFC6874})
}

// TestInjection: whatever data is written into a component by whatever function, it is
// refused, or read back from that component as it was, and no other component changes.
func TestInjection(t *testing.T) {
	for _, e := range injectedInto() {
		for _, base := range bases {
			before, err := urispec.ParseIn(e, base)
			if err != nil {
				continue
			}
			for _, f := range injectors {
				for _, data := range hostile() {
					inject(t, f, before, data)
				}
			}
		}
	}
}

// inject writes data with one function, and reports whether it was taken.
func inject(t *testing.T, f injector, before urispec.Reference, data string) bool {
	after, err := before.With(f.change(data))
	if err != nil {
		if !after.IsZero() {
			t.Errorf("%s: %s(%q) in %s: an error, and %s", before.Edition(), f.name, data, before, after)
		}
		return false
	}
	if name := unchanged(before, after, f.meant); name != "" {
		t.Errorf("%s: %s(%q) in %s gives %s: another %s", before.Edition(), f.name, data, before, after, name)
	}
	if !f.read(before, after, data) {
		t.Errorf("%s: %s(%q) in %s gives %s, which is read back as something else", before.Edition(), f.name, data, before, after)
	}
	return true
}

// TestInjectionByEscaper: what an escaper writes can stand in its component between any
// others.
func TestInjectionByEscaper(t *testing.T) {
	for _, e := range injectedInto() {
		for _, component := range compose.Components(e) {
			s, err := compose.NewEscaper(e, component)
			if err != nil {
				t.Fatal(err)
			}
			strict, err := s.Strict()
			if err != nil {
				t.Fatal(err)
			}
			tried := 0
			for _, base := range bases {
				before, err := urispec.ParseIn(e, base)
				if err != nil {
					continue
				}
				place, meant, ok := placeOf(before, component)
				if !ok {
					continue
				}
				for _, data := range hostile() {
					plain, err := compose.Encode(e, component, data)
					text, again := s.Encode(data)
					if plain != text || (err == nil) != (again == nil) {
						t.Errorf("%s: %s %q: Encode gives %q, %v, the escaper %q, %v", e, component, data, plain, err, text, again)
					}
					for _, encode := range []func(string) (string, error){s.Encode, strict.Encode, s.Escaping(":/?#[]@!$&'()*+,;=").Encode} {
						text, err := encode(data)
						if err != nil {
							continue
						}
						tried++
						splice(t, before, place, meant, component, lead(component)+data, lead(component)+text)
					}
				}
			}
			if tried == 0 {
				t.Errorf("%s: %s was not tried", e, component)
			}
		}
		// What the unnamed escaper writes can stand in every component that holds data.
		s := compose.NewUnnamedEscaper(e)
		for _, component := range []string{"user", "password", "segment", "query-value", "query", "fragment"} {
			for _, base := range bases {
				before, err := urispec.ParseIn(e, base)
				if err != nil {
					continue
				}
				place, meant, ok := placeOf(before, component)
				if !ok {
					continue
				}
				for _, data := range hostile() {
					text, err := s.Encode(data)
					if err != nil {
						t.Fatal(err)
					}
					if data == "" || data == "." || data == ".." {
						continue // a component that is empty or a dot segment by itself
					}
					splice(t, before, place, meant, component, data, text)
				}
			}
		}
	}
}

// lead is what stands before the data in a component that must not begin with just
// anything. Only [compose.Build] knows what comes before a path.
func lead(component string) string {
	switch component {
	case "path":
		return "/x"
	case "opaque", "segment", "param", "registry":
		return "x"
	}
	return ""
}

// splice puts text in the place of a component, and reads it back.
func splice(t *testing.T, before urispec.Reference, place tree.Span, meant []string, component, data, text string) {
	s := before.String()
	written := s[:place.Start] + text + s[place.End:]
	after, err := urispec.ParseIn(before.Edition(), written)
	if err != nil {
		return // the data cannot stand in this reference, as a user without a host
	}
	if name := unchanged(before, after, meant); name != "" {
		t.Errorf("%s: %s %q is written as %q; in %s that gives another %s: %s", before.Edition(), component, data, text, before, name, written)
	}
	place.End = place.Start + int32(len(text))
	if got := urispec.Decode(text); got != data {
		t.Errorf("%s: %s %q is written as %q, which means %q", before.Edition(), component, data, text, got)
	}
}

// placeOf returns where a component stands in a reference, and what changes with it.
func placeOf(r urispec.Reference, component string) (place tree.Span, meant []string, ok bool) {
	c := r.Components()
	server := c.Site.Server
	place = tree.Absent
	switch component {
	case "scheme":
		place, meant = c.Scheme.Span, []string{"scheme"}
	case "userinfo":
		place, meant = server.UserInfo.Span, []string{"authority", "userinfo", "user", "password"}
	case "user", "password":
		u := server.UserInfo.Span
		if !u.Present() {
			break
		}
		colon := strings.IndexByte(c.Text(u), ':')
		meant = []string{"authority", "userinfo", component}
		switch {
		case component == "user" && colon < 0:
			place = u
		case component == "user":
			place = tree.Span{Start: u.Start, End: u.Start + int32(colon)}
		case colon >= 0:
			place = tree.Span{Start: u.Start + int32(colon) + 1, End: u.End}
		}
	case "host":
		place, meant = server.HostPort.Host.Span, []string{"authority", "host"}
	case "port":
		place, meant = server.HostPort.Port.Span, []string{"authority", "port"}
	case "registry", "site":
		place, meant = c.Site.Span, []string{"authority", "userinfo", "user", "password", "host", "port"}
	case "path", "opaque":
		if (component == "opaque") == (c.Path.Kind == tree.Opaque) {
			place, meant = c.Path.Span, []string{"path"}
		}
	case "segment", "param":
		for s := range c.Segments() {
			if place = s.Name; component == "param" {
				if place = tree.Absent; s.End > s.Name.End {
					place = tree.Span{Start: s.Name.End + 1, End: s.End}
				}
			}
		}
		meant = []string{"path"}
	case "query":
		place, meant = c.Query.Span, []string{"query"}
	case "query-value":
		for p := range c.Pairs() {
			place = p.Value
		}
		meant = []string{"query"}
	case "fragment":
		place, meant = c.Fragment.Span, []string{"fragment"}
	}
	return place, meant, place.Present()
}

// TestInjectorsAreAll: the tests above try every exported function that escapes.
func TestInjectorsAreAll(t *testing.T) {
	tried := []string{ // by TestInjectionByEscaper, or by With
		"Encode", "Escaper.Encode", "Escaper.Strict", "Escaper.Escaping", "NewEscaper", "NewUnnamedEscaper",
		"Build", "Edit", "NewBuilder", "Builder.Build", "Builder.Edit",
		// These take text, or nothing.
		"Raw", "Without", "Components", "Prepare",
		"Decode", "DecodeUnnamed", "Escaper.Decode",
	}
	for _, f := range injectors {
		tried = append(tried, f.name)
	}
	names := exportedFuncs(t, "resolve/compose")
	for _, name := range names {
		if !slices.Contains(tried, name) {
			t.Errorf("compose.%s is not tried", name)
		}
	}
	for _, name := range tried {
		if !slices.Contains(names, name) {
			t.Errorf("there is no compose.%s", name)
		}
	}
	// Package escape has one function that writes an escape.
	for _, name := range exportedFuncs(t, "resolve/escape") {
		if !slices.Contains([]string{"Append", "At", "Digit", "Inside", "IsLower", "Lower", "Means", "Octet", "Upper"}, name) {
			t.Errorf("escape.%s is not known", name)
		}
	}
}

// exportedFuncs returns the names of the exported functions and methods of a package, less
// those of errors.
func exportedFuncs(t *testing.T, dir string) []string {
	var names []string
	files, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(dir, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				of := f.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				typ := of.(*ast.Ident).Name
				if strings.HasSuffix(typ, "Error") {
					continue
				}
				name = typ + "." + name
			}
			names = append(names, name)
		}
	}
	return names
}

// FuzzWith: what is written into any component is read back from it.
func FuzzWith(f *testing.F) {
	for i := range injectors {
		f.Add(uint8(i), uint8(7), bases[i%len(bases)], "a&b=c/d?e#f%41")
	}
	f.Fuzz(func(t *testing.T, which, edition uint8, s, data string) {
		all := editions.All()
		before, err := urispec.ParseIn(all[int(edition)%len(all)], s)
		if err != nil {
			return
		}
		inject(t, injectors[int(which)%len(injectors)], before, data)
	})
}
