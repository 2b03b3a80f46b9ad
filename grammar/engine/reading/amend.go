package reading

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Amend completes the source of an amendment with the source that it amends: what
// the amendment does not say is as it is there. Sections from the amended source
// are cited with their document: "3.2.2 of RFC 2396". [New] then reads both texts;
// a rule of the amendment takes the place of the rule of its name, or is added.
func (src *Source) Amend(amended *Source) error {
	if src.Amends == "" || src.Amends != amended.Name {
		return fmt.Errorf("%s.json: it amends %q, not %q", src.Name, src.Amends, amended.Name)
	}
	for _, id := range src.Settles {
		if !slices.ContainsFunc(amended.Errata, func(e Erratum) bool { return e.ID == id }) {
			return fmt.Errorf("%s.json: settles: %s has no erratum %s", src.Name, amended.Name, id)
		}
	}
	src.Amended = amended
	of := amended.Cite
	errata := slices.DeleteFunc(slices.Clone(amended.Errata), func(e Erratum) bool {
		return slices.Contains(src.Settles, e.ID)
	})
	for i := range errata {
		errata[i].Section = of(errata[i].Section)
	}
	src.Errata = append(errata, src.Errata...)

	src.Notation, src.Terminals, src.Start = amended.Notation, amended.Terminals, amended.Start
	src.Aliases = merged(amended.Aliases, src.Aliases)
	sections := maps.Clone(amended.Sections)
	for rule, section := range sections {
		sections[rule] = of(section)
	}
	src.Sections = merged(sections, src.Sections)

	decided := func(of, by []Decision) []Decision {
		decisions := slices.Clone(of)
		for i := range decisions {
			decisions[i].Section = amended.Cite(decisions[i].Section)
		}
		return append(decisions, by...)
	}
	src.Reading = decided(amended.Reading, src.Reading)
	src.optional = decided(amended.optional, src.optional)
	src.since = slices.Concat(amended.since, src.since)
	classes := slices.Clone(amended.Classes)
	for i := range classes {
		classes[i].Section = of(classes[i].Section)
	}
	src.Classes = append(classes, src.Classes...)
	notes := slices.Clone(amended.Notes)
	for i := range notes {
		notes[i].Section = of(notes[i].Section)
	}
	src.Notes = append(notes, src.Notes...)

	ambiguities := slices.Clone(amended.Ambiguities)
	for i := range ambiguities {
		ambiguities[i].Section = of(ambiguities[i].Section)
	}
	src.Ambiguities = append(ambiguities, src.Ambiguities...)
	return nil
}

// AllRepairs returns the repairs of the text and of the text that it amends.
func (src *Source) AllRepairs() []Repair {
	if src.Amended == nil {
		return src.Repairs
	}
	return slices.Concat(src.Amended.AllRepairs(), src.Repairs)
}

// merged returns the entries of both maps. If both have a key, that of by counts.
func merged(of, by map[string]string) map[string]string {
	all := maps.Clone(of)
	if all == nil {
		all = make(map[string]string)
	}
	maps.Copy(all, by)
	return all
}

// Cite returns a section of the document with the name of the document: "3.2.2 of
// RFC 2396". A section that has one already stays as it is, and so does "".
func (src *Source) Cite(section string) string {
	if section == "" || strings.Contains(section, " of ") {
		return section
	}
	return section + " of " + src.document()
}

// document returns the name by which others cite the document: "RFC 2396". For a
// draft it is the name of the edition.
func (src *Source) document() string {
	if number, ok := strings.CutPrefix(src.Name, "rfc"); ok && !strings.Contains(number, "-") {
		return "RFC " + number
	}
	return src.Name
}
