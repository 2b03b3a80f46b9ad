package editions_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/resolve"
)

// What holds of every string. Each property takes a string and returns the
// first thing that is wrong, "" if nothing is.

// exact says that a [grammar.SyntaxError] is right about the string: Offset is
// the end of the longest prefix that can go on, and Expected is what it can go
// on with, no less and no more.
func exact(l language, s string) string {
	err := l.check(s)
	if member := l.accepts(s); (err == nil) != member {
		return fmt.Sprintf("Check says %v, the slow recogniser says %s", err, verdict(member))
	}
	if err == nil {
		return ""
	}
	var syntax *grammar.SyntaxError
	if !errors.As(err, &syntax) {
		return fmt.Sprintf("the error is a %T", err)
	}
	if syntax.Edition != l.Edition.String() || syntax.Input != s {
		return fmt.Sprintf("the error is about %s and %q", syntax.Edition, syntax.Input)
	}
	if rule, ok := l.rules[syntax.Rule]; !ok || rule.Section != syntax.Section {
		return fmt.Sprintf("the error is in %s of section %q", syntax.Rule, syntax.Section)
	}
	if syntax.Offset < 0 || syntax.Offset > len(s) {
		return fmt.Sprintf("the offset is %d", syntax.Offset)
	}
	if l.read && l.rule == l.start() && l.References().Viable(s) != syntax.Offset {
		return fmt.Sprintf("Viable is %d, the offset %d", l.References().Viable(s), syntax.Offset)
	}
	prefix, rest := s[:syntax.Offset], s[syntax.Offset:]
	if !l.viable(prefix) {
		return fmt.Sprintf("nothing begins with %q", prefix)
	}
	one, size := 0, 0
	if rest != "" {
		var c rune
		if c, one = l.slow.first(rest); c >= 0 {
			size = one
		}
	}
	if syntax.Size != size {
		return fmt.Sprintf("the character at %d has %d bytes, not %d", syntax.Offset, size, syntax.Size)
	}
	if rest != "" && l.viable(prefix+rest[:one]) {
		return fmt.Sprintf("something begins with %q, but the offset is %d", prefix+rest[:one], syntax.Offset)
	}
	expected, end, wrong := charsOf(l.fixture, syntax.Expected)
	if wrong != "" {
		return wrong
	}
	if end != l.accepts(prefix) {
		return fmt.Sprintf("%s expected: %v; %q is a member: %v", grammar.EndOfInput, end, prefix, !end)
	}
	for _, c := range l.alphabet {
		if can := l.viable(prefix + c); can != expected[c] {
			return fmt.Sprintf("%q after %q: expected %v, possible %v", c, prefix, expected[c], can)
		}
	}
	return ""
}

// charsOf reads [grammar.SyntaxError.Expected]: classes by name, characters in
// quotes, and whether the input may end. No character may be named twice by
// itself, and no class that adds nothing.
func charsOf(f *fixture, expected []string) (chars map[string]bool, end bool, wrong string) {
	chars = make(map[string]bool)
	if len(expected) == 0 {
		return chars, false, "nothing is expected"
	}
	for i, name := range expected {
		if slices.Contains(expected[:i], name) {
			return chars, end, fmt.Sprintf("%s is expected twice", name)
		}
		adds := false
		switch {
		case name == grammar.EndOfInput:
			end, adds = true, true
		case name[0] == '"':
			c, err := strconv.Unquote(name)
			if err != nil || len(c) != 1 {
				return chars, end, fmt.Sprintf("%s is expected: %v", name, err)
			}
			adds = !chars[c]
			chars[c] = true
		default:
			if !f.rules[name].Class {
				return chars, end, fmt.Sprintf("%s is expected, which is no class", name)
			}
			for _, c := range f.classes[name] {
				adds = adds || !chars[c]
				chars[c] = true
			}
		}
		if !adds {
			return chars, end, fmt.Sprintf("%s is expected and adds nothing to %q", name, expected[:i])
		}
	}
	return chars, end, ""
}

// derives says that a tree is a derivation: the root spans the string, children
// are in order inside their parent, the text of each node is a string of its
// rule, and what a node's children leave are literals of its rule.
func derives(f *fixture, read bool, root *grammar.Tree, s string) string {
	if root.Start != 0 || root.End != len(s) {
		return fmt.Sprintf("the root spans %d to %d", root.Start, root.End)
	}
	var visit func(t *grammar.Tree) string
	visit = func(t *grammar.Tree) string {
		if l := (language{f, t.Rule, read}); !l.dfa().Accepts(s[t.Start:t.End]) {
			return fmt.Sprintf("%q is no string of %s", s[t.Start:t.End], l)
		}
		at, between := t.Start, ""
		for _, c := range t.Children {
			if c.Start < at || c.End < c.Start || c.End > t.End {
				return fmt.Sprintf("%s, %d to %d, stands at %d in %s, %d to %d", c.Rule, c.Start, c.End, at, t.Rule, t.Start, t.End)
			}
			between += s[at:c.Start]
			at = c.End
			if wrong := visit(c); wrong != "" {
				return wrong
			}
		}
		between += s[at:t.End]
		for len(t.Children) > 0 && between != "" {
			c, size := f.slow.first(between)
			if own := f.ownChars(t.Rule, read); !own.has(c) {
				return fmt.Sprintf("%q in %s %q is in no child", between[:size], t.Rule, s[t.Start:t.End])
			}
			between = between[size:]
		}
		return ""
	}
	return visit(root)
}

// ownChars are the characters that the definition of a rule holds itself: those
// of its literals and values, and those that a tree does not show.
func (f *fixture) ownChars(rule string, read bool) (own slowSet) {
	var visit func(n *slowNode)
	visit = func(n *slowNode) {
		switch n.kind {
		case slowChar:
			own.addAll(&n.set)
		case slowRule:
			if n.parts[0].isCharacter() {
				visit(n.parts[0])
			}
		case slowTurn:
			visit(n.parts[0])
			if n.parts[1] != n {
				visit(n.parts[1])
			}
		default:
			for _, p := range n.parts {
				visit(p)
			}
		}
	}
	visit(f.slow.lookup(rule, read).parts[0])
	return own
}

// appendixB is the regular expression of RFC 3986 Appendix B, which is that of
// the drafts, repaired.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// section24 are the parsing rules of RFC 1808 section 2.4 as such an expression;
// the params are left in the path.
var section24 = regexp.MustCompile(`(?s)^(([A-Za-z0-9+.-]+):)?(//([^/#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// splits says that the components of a conforming string are those into which
// Appendix B splits it, but for these:
//
//   - an opaque path is not split further: it is all that stands between the
//     scheme and the fragment
//   - RFC 1808 has parsing rules of its own
//   - RFC 1738 knows no fragments, so that all of it is one opaque path where
//     there is no site
//   - a site of RFC 1738 is a login where the grammar finds one, even if a "?"
//     stands in the user name, which would end an authority; the path and the
//     query are what Appendix B makes of the rest
func splits(f *fixture, ref *ast.Reference, s string) string {
	type parts struct{ scheme, site, path, query, fragment string }
	const absent = "\x00" // no reference holds it
	text := func(span ast.Span) string {
		if !span.Present() {
			return absent
		}
		return s[span.Start:span.End]
	}
	expression := appendixB
	if f.Name() == "rfc1808" {
		expression = section24
	}
	split := func(s string) parts {
		at := expression.FindStringSubmatchIndex(s)
		group := func(n int) string {
			if at[2*n] < 0 {
				return absent
			}
			return s[at[2*n]:at[2*n+1]]
		}
		return parts{group(2), group(4), group(5), group(7), group(9)}
	}
	got := parts{text(ref.Scheme.Span), text(ref.Site.Span), text(ref.Path.Span), text(ref.Query.Span), text(ref.Fragment.Span)}
	want := split(s)
	switch {
	case ref.Path.Kind == ast.Opaque:
		end := len(s)
		if want.fragment != absent {
			end -= len("#" + want.fragment)
		}
		want.site, want.query = absent, absent
		want.path = s[len(want.scheme+":"):end]
	case f.Name() == "rfc1738" && ref.Site.Present() && strings.Contains(got.site, "?"):
		want = split("//" + s[ref.Site.End:]) // another site in its place
		if want.site != "" {
			return fmt.Sprintf("%q stands after the site", s[ref.Site.End:])
		}
		want.scheme, want.site = s[:strings.Index(s, ":")], got.site
	}
	if got != want {
		return fmt.Sprintf("the components are %q, the expression says %q", got, want)
	}
	return ""
}

// spans says that the parts of a reference are where they belong: with the
// delimiters between them they are the input, each inside the one that it is a
// part of, and each kind says what is so.
func spans(ref *ast.Reference) string {
	s := ref.Input
	at := 0
	var wrong string
	// take goes on after before, the part and after, if the part is there.
	take := func(name, before string, part ast.Span, after string) {
		switch {
		case wrong != "" || !part.Present():
		case int(part.Start) != at+len(before) || part.End < part.Start || int(part.End)+len(after) > len(s) ||
			s[at:part.Start] != before || s[part.End:int(part.End)+len(after)] != after:
			wrong = fmt.Sprintf("%s is at %d to %d; what stands before it ends at %d", name, part.Start, part.End, at)
		default:
			at = int(part.End) + len(after)
		}
	}
	take("scheme", "", ref.Scheme.Span, ":")
	take("site", "//", ref.Site.Span, "")
	take("path", "", ref.Path.Span, "")
	take("query", "?", ref.Query.Span, "")
	take("fragment", "#", ref.Fragment.Span, "")
	if wrong != "" {
		return wrong
	}
	if at != len(s) || !ref.Path.Present() {
		return fmt.Sprintf("the parts end at %d", at)
	}

	site, server := ref.Site, ref.Site.Server
	user, host, port := server.UserInfo, server.HostPort.Host, server.HostPort.Port
	none := ast.New(s).Site
	switch site.Kind {
	case ast.NoSite:
		if site != none {
			return fmt.Sprintf("no site, but %+v", site)
		}
	case ast.Registry:
		if none.Span, none.Kind = site.Span, ast.Registry; site != none {
			return fmt.Sprintf("a registry, but %+v", site)
		}
	case ast.ByServer:
		// [ userinfo "@" ] host [ ":" port ], or nothing at all.
		if !host.Present() && (site.Len() > 0 || user.Present() || port.Present() || server.HostPort.Present()) {
			return fmt.Sprintf("the site %q has no host", ref.Text(site.Span))
		}
		at = int(site.Start)
		take("userinfo", "", user.Span, "@")
		take("host", "", host.Span, "")
		take("port", ":", port.Span, "")
		if wrong == "" && (at != int(site.End) || !site.Present()) {
			wrong = fmt.Sprintf("the parts of the site end at %d", at)
		}
		hostport := host.Span
		if port.Present() {
			hostport.End = port.End
		}
		if wrong == "" && hostport != server.HostPort.Span {
			wrong = fmt.Sprintf("the hostport is at %v, host and port at %v", server.HostPort.Span, hostport)
		}
		// userinfo is user [ ":" password ], where the edition has these.
		if user.User.Present() {
			at = int(user.Start)
			take("user", "", user.User, "")
			take("password", ":", user.Password, "")
			if wrong == "" && at != int(user.End) {
				wrong = fmt.Sprintf("the parts of the userinfo end at %d", at)
			}
		} else if user.Password.Present() {
			wrong = "a password without a user"
		}
		if wrong == "" && host.Present() != (host.Kind != ast.NoHost) {
			wrong = fmt.Sprintf("the host %q is %q", ref.Text(host.Span), host.Kind)
		}
		literal := strings.HasPrefix(ref.Text(host.Span), "[")
		if wrong == "" && literal != (host.Kind == ast.IPv6 || host.Kind == ast.IPvFuture) {
			wrong = fmt.Sprintf("the host %q is %q", ref.Text(host.Span), host.Kind)
		}
	}
	if wrong != "" {
		return wrong
	}

	path := ref.Text(ref.Path.Span)
	kind := ast.Rootless
	switch {
	case ref.Path.Kind == ast.Opaque:
		kind = ast.Opaque
		if !ref.Scheme.Present() || ref.Site.Present() || ref.Query.Present() {
			return "an opaque path beside a site or query, or without a scheme"
		}
	case path == "":
		kind = ast.Empty
	case path[0] == '/':
		kind = ast.Absolute
	}
	if ref.Path.Kind != kind {
		return fmt.Sprintf("the path %q is %s", path, ref.Path.Kind)
	}

	// The segments and parameters give the path back.
	var again strings.Builder
	if kind == ast.Absolute {
		again.WriteByte('/')
	}
	first := true
	for segment := range ref.Segments() {
		if !first {
			again.WriteByte('/')
		}
		first = false
		again.WriteString(ref.Text(segment.Name))
		for p := range ref.Params(segment) {
			again.WriteString(";" + ref.Text(p.Span))
		}
	}
	if kind != ast.Opaque && again.String() != path {
		return fmt.Sprintf("the segments of %q are those of %q", path, again.String())
	}
	return ""
}

// parses says that Parse and Tree give the same components, that they are right,
// and that they give the string back; and that a string that does not conform
// has the error of Check.
func parses(f *fixture, s string) string {
	ref, err := f.Parse(s)
	if want := f.Check(s); err != nil || want != nil {
		if err == nil || want == nil || err.Error() != want.Error() {
			return fmt.Sprintf("Parse says %v, Check says %v", err, want)
		}
		return ""
	}
	tree, err := f.Tree(s)
	if err != nil {
		return fmt.Sprintf("Tree says %v", err)
	}
	if wrong := derives(f, true, tree, s); wrong != "" {
		return "Tree: " + wrong
	}
	if got := grammar.ComponentsOf(f.Edition, tree, s); got != ref {
		return fmt.Sprintf("Parse: %s\nTree:  %s", components(&ref), components(&got))
	}
	if wrong := spans(&ref); wrong != "" {
		return "Parse: " + wrong
	}
	if wrong := splits(f, &ref, s); wrong != "" {
		return "Parse: " + wrong
	}
	if got := resolve.Recompose(&ref); got != s {
		return fmt.Sprintf("Recompose gives %q", got)
	}
	if got := string(resolve.AppendTo([]byte("x"), &ref)); got != "x"+s {
		return fmt.Sprintf("AppendTo gives %q", got)
	}
	// A reference can be used again.
	used := ast.New("http://u:p@h:1/a?b#c")
	used.Site.Kind = ast.Registry
	if err := f.ParseInto(&used, s); err != nil || used != ref {
		return fmt.Sprintf("ParseInto: %s, %v", components(&used), err)
	}
	return ""
}

// TestPropertiesOfExamples holds the properties to the strings of the documents.
func TestPropertiesOfExamples(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		conforming := 0
		for s := range f.texts() {
			if f.Valid(s) {
				conforming++
			}
			if wrong := parses(f, s); wrong != "" {
				t.Errorf("%q: %s", s, wrong)
			}
			if wrong := exact(f.reference(), s); wrong != "" {
				t.Errorf("%q: %s", s, wrong)
			}
		}
		if conforming < 30 {
			t.Errorf("only %d strings conform", conforming)
		}
		for _, x := range f.rows() {
			l := language{f, x.rule, false}
			if len(x.text) > slowLimit {
				continue
			}
			if wrong := exact(l, x.text); wrong != "" {
				t.Errorf("%s: %q: %s", l, x.text, wrong)
			}
			if tree, err := l.tree(x.text); err == nil {
				if wrong := derives(f, false, tree, x.text); wrong != "" {
					t.Errorf("%s: %q: %s", l, x.text, wrong)
				}
			}
		}
	})
}

// TestPropertiesOfMutations holds them to strings one byte away.
func TestPropertiesOfMutations(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		wrong := 0
		for s := range f.texts() {
			if len(s) > 120 {
				continue // running text, not a reference
			}
			near := mutations(s, f.reference().classes())
			for m := range every(effort.Pick(7, 53, 211), near) {
				if w := parses(f, m); w != "" && wrong < reports {
					t.Errorf("%q: %s", m, w)
					wrong++
				}
			}
			for m := range every(effort.Pick(101, 307, 1_009), near) {
				if w := exact(f.reference(), m); w != "" && wrong < reports {
					t.Errorf("%q: %s", m, w)
					wrong++
				}
			}
		}
	})
}

// TestPropertiesOfPhrases holds them to references made of phrases.
func TestPropertiesOfPhrases(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		wrong := 0
		for s := range upTo(f.phrases(), effort.Pick(20_000, 2_000, 1_000)) {
			if w := parses(f, s); w != "" && wrong < reports {
				t.Errorf("%q: %s", s, w)
				wrong++
			}
		}
		for s := range every(effort.Pick(7, 31, 61), upTo(f.phrases(), effort.Pick(20_000, 2_000, 1_000))) {
			if w := exact(f.reference(), s); w != "" && wrong < reports {
				t.Errorf("%q: %s", s, w)
				wrong++
			}
		}
	})
}

// member draws a string of the language: a walk through its automaton, to the
// end by a shortest way.
func member(l language) *rapid.Generator[string] {
	d := l.dfa()
	live, classes := d.Live(), d.Classes().Sets()
	return rapid.Custom(func(t *rapid.T) string {
		var s []byte
		state := 0
		for range rapid.IntRange(0, 60).Draw(t, "length") {
			var on []int // the classes that lead on
			for c, set := range classes {
				if live[d.Step(state, set[0].Lo)] {
					on = append(on, c)
				}
			}
			if len(on) == 0 {
				break
			}
			set := classes[rapid.SampledFrom(on).Draw(t, "class")]
			r := set[rapid.IntRange(0, len(set)-1).Draw(t, "range")]
			b := rapid.Int32Range(r.Lo, r.Hi).Draw(t, "byte")
			s = append(s, byte(b))
			state = d.Step(state, b)
		}
		rest, _ := d.ShortestFrom(state)
		return string(s) + text(rest)
	})
}

// TestPropertiesOfMembers holds them to strings drawn from each rule, and to
// such strings with a few bytes changed.
func TestPropertiesOfMembers(t *testing.T) {
	systematic(t)
	each(t, func(t *testing.T, f *fixture) {
		for i, l := range f.languages() {
			if i%effort.Pick(1, 4, 10) != 0 && !l.read {
				continue
			}
			members := member(l)
			holds := func(t *rapid.T, s string) {
				if wrong := agree(l, s); wrong != "" {
					t.Errorf("%s: %q: %s", l, s, wrong)
				}
				if wrong := exact(l, s); wrong != "" {
					t.Errorf("%s: %q: %s", l, s, wrong)
				}
				if !l.read {
					return
				}
				if wrong := parses(f, s); wrong != "" {
					t.Errorf("%s: %q: %s", l, s, wrong)
				}
			}
			rapid.Check(t, func(t *rapid.T) {
				s := members.Draw(t, "member")
				if !l.accepts(s) {
					t.Errorf("%s: %q is no member", l, s)
				}
				holds(t, s)
				b := []byte(s)
				for range rapid.IntRange(1, 3).Draw(t, "changes") {
					at := rapid.IntRange(0, len(b)).Draw(t, "at")
					switch change := rapid.IntRange(0, 2).Draw(t, "change"); {
					case change == 0:
						b = slices.Insert(b, at, rapid.Byte().Draw(t, "inserted"))
					case at < len(b) && change == 1:
						b = slices.Delete(b, at, at+1)
					case at < len(b):
						b[at] = rapid.SampledFrom([]byte("/:?#@[]%.;-0aA")).Draw(t, "instead")
					}
				}
				holds(t, string(b))
			})
		}
	})
}
