package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// normalizer is the edition's normalizer, and one for each of its steps.
type normalizer struct {
	*maker
	all   *grammar.Normalizer
	steps []*grammar.Normalizer
}

// normalizations adds the cases of the kinds [Normalization] and [Equivalence]: of many
// references, the shortest on which a combination of steps acts, in a full suite by the kinds
// of its components; in a full suite also every escaped octet in every component.
func (m *maker) normalizations() error {
	all, err := m.edition.Normalizer()
	if err != nil {
		return err
	}
	n := &normalizer{maker: m, all: all}
	for _, step := range resolve.Steps() {
		if one, err := m.edition.Normalizer(step); err == nil { // the edition licenses it
			n.steps = append(n.steps, one)
		}
	}
	seen := make(map[string]bool)
	var kept []string
	for _, text := range n.references() {
		key, ok := n.acts(text)
		if !ok {
			continue
		}
		if m.options.Size == Full {
			key += strings.Join(m.features(text), " ")
		}
		if !seen[key] {
			seen[key] = true
			kept = append(kept, text)
			n.normalize(text)
		}
	}
	if m.options.Size == Full {
		for _, text := range n.escapes() {
			n.normalize(text)
		}
	}
	for _, x := range m.examples() {
		texts, equal := x.compared()
		for i, a := range texts {
			for _, b := range texts[i+1:] {
				n.compare(a, b, Document, x.section, &equal)
			}
		}
	}
	for _, text := range kept {
		if normal, err := all.Normalize(text); err == nil && normal != text {
			n.compare(text, normal, Branch, "", nil)
		}
	}
	alike := make(map[string]bool)
	for _, text := range kept {
		for i, other := range lookAlikes(text) {
			a, err1 := all.Normalize(text)
			b, err2 := all.Normalize(other)
			key := fmt.Sprint(i, a == b)
			if m.options.Size == Full {
				steps, _ := n.acts(text) // it conforms
				key += steps
			}
			if err1 == nil && err2 == nil && text != other && !alike[key] {
				alike[key] = true
				n.compare(text, other, Branch, "", nil)
			}
		}
	}
	return nil
}

// references returns references, short ones first, in which there is something to normalize.
func (n *normalizer) references() []string {
	pieces := [][]string{
		{"", "s:", "S:", "http:", "HTTP:", "file:"},
		{"", "//", "//h", "//H", "//h:", "//h:80", "//h:0080", "//H:443", "//U@h", "//U@H:", "//localhost", "//LOCALHOST", "//[::A]", "//%41", "//%c3%a9"},
		{"", "/", "a", "/A", "/a/../b", "/./a", "/a/..//b", "a/../b", "/..", "/%7e", "/%2f", "/%41", "/%2e/a", "/a/%2E%2e/b", "/%c3%a9", "/%e9", "/é"},
		{"", "?", "#", "?#", "?%41", "?%c3%a9", "?%2f", "?a/../b", "#%41", "#%c3%a9", "#%2f", "?%41#%41"},
	}
	if s := n.options.Scheme; s != "" {
		pieces[0] = []string{s + ":", strings.ToUpper(s) + ":"}
		for _, p := range resolve.DefaultPorts {
			if p.Scheme == s {
				pieces[1] = append(pieces[1], "//h:"+p.Port)
			}
		}
	}
	var out []string
	product(pieces, func(text string) { out = append(out, text) })
	slices.SortStableFunc(out, func(a, b string) int { return len(a) - len(b) })
	return out
}

// escapes returns references with every escaped octet in every component, in both cases.
func (n *normalizer) escapes() []string {
	scheme := "http"
	if n.options.Scheme != "" {
		scheme = n.options.Scheme
	}
	var out []string
	for octet := range 256 {
		for _, form := range []string{"%%%02X", "%%%02x"} {
			e := fmt.Sprintf(form, octet)
			for _, place := range []string{"%s://%s@h/", "%s://a%s/", "%s://h/%s", "%s:%s", "%s://h/?%s", "%s://h/#%s"} {
				out = append(out, fmt.Sprintf(place, scheme, e))
			}
		}
	}
	return out
}

// acts returns which steps change a reference by themselves; false if it does not conform.
func (n *normalizer) acts(text string) (string, bool) {
	if !n.conforms(text) {
		return "", false
	}
	var b strings.Builder
	for i, step := range n.steps {
		if normal, err := step.Normalize(text); err == nil && normal != text {
			fmt.Fprint(&b, i, " ")
		}
	}
	return b.String(), true
}

// normalize adds the normal form of a reference, if it conforms.
func (n *normalizer) normalize(text string) {
	if normal, err := n.all.Normalize(text); err == nil && n.conforms(text) {
		n.add(Case{Kind: Normalization, Origin: Branch, Input: text, Normalized: normal})
	}
}

// compare adds whether two references have the same normal form, if both conform and that is
// what printed says, if it says something.
func (n *normalizer) compare(a, b string, origin Origin, section string, printed *bool) {
	_, equal, err := n.all.Equivalent(a, b)
	if err != nil || !n.conforms(a) || !n.conforms(b) || printed != nil && equal != *printed {
		return
	}
	n.add(Case{Kind: Equivalence, Origin: origin, Input: a, Other: b, Equal: equal, Section: section})
}

// lookAlikes returns strings that a parser may take for equivalent to text: each by one
// change, or text itself where there is nothing to change.
func lookAlikes(text string) []string {
	before, fragment, hasFragment := strings.Cut(text, "#")
	hash, mark := text+"#", before+"?"
	if hasFragment {
		hash, mark = strings.TrimSuffix(text, "#"), mark+"#"+fragment
	}
	if strings.Contains(before, "?") {
		mark = strings.TrimSuffix(before, "?") + text[len(before):]
	}
	return []string{
		hash, // with an empty fragment, or without one
		mark, // with an empty query, or without one
		text + "/",
		strings.Replace(text, "%2f", "/", 1),
		strings.Replace(text, "%41", "A", 1),
		strings.Replace(text, "%c3%a9", "é", 1),
		strings.Replace(text, "%e9", "%E9", 1),
		strings.Replace(text, "%2e", ".", 1),
		strings.Replace(text, "/A", "/a", 1),
		strings.Replace(text, "U@", "u@", 1),
		strings.Replace(text, ":80", "", 1),
		strings.Replace(text, ":443", "", 1),
		strings.Replace(text, "//", "/", 1),
		strings.Replace(text, "/../", "/", 1),
		strings.Replace(text, "/./", "/", 1),
		strings.Replace(text, "http:", "https:", 1),
		strings.ToLower(text),
		strings.ToUpper(text),
	}
}
