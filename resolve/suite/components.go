package suite

import (
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
)

// ComponentsOf returns the components of a reference that conforms, by the names of
// [ComponentNames]. Those of a site that the edition does not split are left out.
func ComponentsOf(ref *ast.Reference) Components {
	all := make(Components)
	set := func(name string, span ast.Span) {
		if all[name] = nil; span.Present() {
			all[name] = new(ref.Text(span))
		}
	}
	set("scheme", ref.Scheme.Span)
	if k := ref.Site.Kind; k == ast.NoSite || k == ast.ByServer {
		set("userinfo", ref.Site.Server.UserInfo.Span)
		set("host", ref.Site.Server.HostPort.Host.Span)
		set("port", ref.Site.Server.HostPort.Port.Span)
	}
	set("path", ref.Path.Span)
	set("query", ref.Query.Span)
	set("fragment", ref.Fragment.Span)
	return all
}

// components returns the components of a reference that conforms, and nil of another string.
func (m *maker) components(text string) Components {
	var ref ast.Reference
	if m.edition.ParseInto(&ref, text) != nil {
		return nil
	}
	return ComponentsOf(&ref)
}

// shapes has the pieces of references whose combinations show every component absent, empty
// and not empty, and what a component may begin with.
var shapes = [][]string{
	{"", "s:"},
	{"", "//", "//h", "//u@h", "//@h", "//u:p@h", "//:@h", "//u@", "//h:", "//h:8", "//u@h:8", "//:", "//@:",
		"//[::1]", "//u@[::1]:8", "//[v1.a]", "//1.2.3.4", "//1.2.3.4:8", "//h,h", "//a.b:80"},
	{"", "/", "a", "/a", "a/b", "/a/", "//", "/a//b", "a:b", "./a:b", ".", "..", "a@b", "/@:", "a;p", "/a;p/b;q", ";"},
	{"", "?", "?q", "?a?b", "?/@:"},
	{"", "#", "#f", "#/?"},
}

// product calls yield for every combination of pieces.
func product(pieces [][]string, yield func(string)) {
	if len(pieces) == 0 {
		yield("")
		return
	}
	product(pieces[1:], func(rest string) {
		for _, piece := range pieces[0] {
			yield(piece + rest)
		}
	})
}

// parts adds the cases of the kind [Parts]. A small suite has the examples, and of the other
// references as many as are needed to show each two states of components together.
func (m *maker) parts(s *states) {
	for _, x := range m.examples() {
		if m.whole(x) {
			m.part(x.text, Document, x.section)
		}
	}
	type candidate struct {
		text   string
		origin Origin
	}
	var all []candidate
	pieces := slices.Clone(shapes)
	if m.options.Scheme != "" {
		pieces[0] = []string{m.options.Scheme + ":"}
	}
	product(pieces, func(text string) { all = append(all, candidate{text, Branch}) })
	live := s.d.Live()
	for q := range live {
		for _, bytes := range s.members {
			if to := s.d.Step(q, bytes[0]); live[q] && live[to] {
				rest, _ := s.words.From(to)
				all = append(all, candidate{s.text(q, bytes[:1], rest), Transition})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return len(a.text) - len(b.text) })
	seen := make(map[[2]string]bool)
	for _, c := range all {
		if !m.conforms(c.text) {
			continue
		}
		if m.options.Size == Full {
			m.part(c.text, c.origin, "")
			continue
		}
		fresh := false
		features := m.features(c.text)
		for i, a := range features {
			for _, b := range features[i:] {
				if !seen[[2]string{a, b}] {
					seen[[2]string{a, b}], fresh = true, true
				}
			}
		}
		if fresh {
			m.part(c.text, c.origin, "")
		}
	}
}

// features says in words what the components of a reference are like.
func (m *maker) features(text string) []string {
	var ref ast.Reference
	if m.edition.ParseInto(&ref, text) != nil {
		return nil
	}
	out := []string{"site " + ref.Site.Kind.String(), "host " + ref.Site.Server.HostPort.Host.Kind.String(), "path " + ref.Path.Kind.String()}
	parts := m.components(text)
	for _, name := range ComponentNames() {
		if part, ok := parts[name]; ok {
			switch {
			case part == nil:
				name += " absent"
			case *part == "":
				name += " empty"
			case name == "path" || name == "query" || name == "fragment":
				name += " with " + strings.Join(slices.Compact(slices.Sorted(slices.Values(strings.FieldsFunc(*part, isWord)))), "")
			}
			out = append(out, name)
		}
	}
	return out
}

func isWord(r rune) bool { return !strings.ContainsRune("/?:@;.", r) }

// part adds the components of a reference, if it conforms.
func (m *maker) part(text string, origin Origin, section string) {
	if m.conforms(text) {
		m.add(Case{Kind: Parts, Origin: origin, Input: text, Valid: true, Components: m.components(text), Section: section})
	}
}
