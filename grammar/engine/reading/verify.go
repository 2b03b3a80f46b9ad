package reading

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// verify returns all that is wrong with the data by themselves; name is that of
// their file.
func (src *Source) verify(name string) error {
	p := &Problems{File: name + ".json"}
	if src.Name != name {
		p.Fail("name", "%q is not the name of the file", src.Name)
	}
	if src.Amends == "" {
		if _, err := src.notation(); err != nil {
			p.Fail("notation", "%w", err)
		}
		if src.Start == "" {
			p.Fail("start", "missing")
		}
	} else {
		for _, of := range []struct{ key, value string }{
			{"notation", src.Notation}, {"terminals", src.Terminals}, {"start", src.Start},
		} {
			if of.value != "" {
				p.Fail(of.key, "an amendment has that of %s", src.Amends)
			}
		}
	}
	if src.Terminals != "" && src.Terminals != Characters {
		p.Fail("terminals", "%q is not %q, and without the key they are bytes", src.Terminals, Characters)
	}
	for i, r := range src.Repairs {
		if r.What == "" && len(r.Rules) == 0 {
			p.Fail(fmt.Sprintf("repairs[%d]", i), "one of what and rules is wanted")
		}
	}
	for i, x := range src.Imports {
		if x.Rule == "" || x.From == "" {
			p.Fail(fmt.Sprintf("imports[%d]", i), "both rule and from are wanted")
		}
	}
	errata := make(map[string]bool)
	for i, x := range src.Errata {
		if x.ID == "" || errata[x.ID] {
			p.Fail(fmt.Sprintf("errata[%d].id", i), "%q is not an id of its own", x.ID)
		}
		errata[x.ID] = true
	}
	for i, d := range src.Reading {
		key := fmt.Sprintf("reading[%d]", i)
		if count(d.Not != "", d.Drop, d.First, d.Lazy, d.UTF8) != 1 {
			p.Fail(key, "one of not, drop, first, lazy and utf8 is wanted")
		}
		// The generated grammars know of no options, and of nothing that only options have.
		if d.UTF8 != (d.Option != "") {
			p.Fail(key, "utf8 and option are wanted together")
		}
		if d.Option != "" && (d.Since != "" || d.Until != "") {
			p.Fail(key+".option", "an option does not depend on errata")
		}
		if src.Amends != "" {
			continue // the errata may be those of the other document
		}
		for _, of := range []struct{ key, id string }{{"since", d.Since}, {"until", d.Until}} {
			if of.id != "" && !errata[of.id] {
				p.Fail(key+"."+of.key, "there is no erratum %q", of.id)
			}
		}
	}
	for i, c := range src.Classes {
		if count(c.BNF != "", c.Bytes != "", c.Rest) != 1 {
			p.Fail(fmt.Sprintf("classes[%d]", i), "one of bnf, bytes and rest is wanted")
		}
	}
	return p.Err()
}

// count returns how many of its arguments are true.
func count(all ...bool) (n int) {
	for _, b := range all {
		if b {
			n++
		}
	}
	return n
}

// verify returns all that is wrong with the rules, and with what the data say of
// them by name.
func (g *Grammar) verify() error {
	if g.Source.given != nil {
		return nil // there is neither a text nor are there data
	}
	p := &Problems{File: g.Source.Name + ".json"}
	if g.Source.Files != nil { // there are no data
		for _, x := range wrong(g.BNF) {
			p.Add(x)
		}
		return p.Err()
	}
	for _, x := range g.BNF.Verify() {
		if x.Kind != bnf.Unreferenced {
			p.Add(&x)
		}
	}
	for _, r := range slices.Concat(g.BNF.Rules, g.BNF.Core) {
		if g.Section(r.Name) == "" {
			p.Fail("sections", "rule %s has none", r.Name)
		}
	}
	unknown := func(key, rule string) {
		if g.BNF.Lookup(rule) == nil {
			p.Fail(key, "there is no rule %q%s", rule, g.meant(rule))
		}
	}
	unknown("start", g.Source.Start)
	for _, printed := range slices.Sorted(maps.Keys(g.Source.Aliases)) {
		unknown("aliases."+printed, g.Source.Aliases[printed])
	}
	for _, d := range slices.Concat(g.Source.Reading, g.Source.optional) {
		unknown("reading", d.Rule)
	}
	for _, a := range g.Source.Ambiguities {
		unknown("ambiguity "+a.ID, a.Rule)
	}
	return p.Err()
}

// meant suggests which rule a name may mean that no rule has.
func (g *Grammar) meant(name string) string {
	var names []string
	for _, r := range slices.Concat(g.BNF.Rules, g.BNF.Core) {
		names = append(names, r.Name)
	}
	if near, ok := bnf.Nearest(name, names); ok {
		return "; did you mean " + near + "?"
	}
	return ""
}
