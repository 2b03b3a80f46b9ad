package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Source is what a grammar is read from: a published text and the data that say
// how to read it. The text is NAME.bnf of a folder, the data are NAME.json
// beside it.
type Source struct {
	Text []byte `json:"-"` // NAME.bnf, verbatim
	// Amended is the source that this one amends, nil for none: see
	// [Source.Amend].
	Amended *Source `json:"-"`

	Name     string `json:"name"`     // "rfc3986"
	Title    string `json:"title"`    // of the document
	Notation string `json:"notation"` // "rfc822" or "abnf"

	// Terminals is "characters" if the terminals of the grammar are code points,
	// which strings hold in UTF-8, and "" if they are bytes.
	Terminals string `json:"terminals"`
	// Amends is the name of the grammar that this one amends: its text holds only
	// the rules that differ, and what its data do not say is as in the other's.
	// Settles are the errata of that grammar which the amendment leaves no reason
	// for.
	Amends  string   `json:"amends"`
	Settles []string `json:"settles"`

	// Start is the rule that the whole grammar is about.
	Start string `json:"start"`

	Repairs []Repair `json:"repairs"`
	// Aliases are names as printed for rules that a repair renamed.
	Aliases map[string]string `json:"aliases"`
	// Reading is what the prose decides and the grammar does not.
	Reading []Decision `json:"reading"`
	// Ambiguities are what else is known of strings with several derivations,
	// where no Decision settles which one counts.
	Ambiguities []Ambiguity `json:"ambiguities"`
	// Sections gives each rule the section of the document that defines it.
	Sections map[string]string `json:"sections"`
	// Classes are the character classes that only the prose defines.
	Classes []Class `json:"classes"`
	// Notes are what the prose says of characters that it refuses.
	Notes []Note `json:"notes"`
	// Errata are the LANGUAGE errata: readable, but not what the prose says.
	Errata []Erratum `json:"errata"`

	// Edition is what an edition's data say besides: what its references are made
	// of, how they are resolved and so on. Package grammar reads it; it is empty
	// for a grammar that is no edition.
	Edition json.RawMessage `json:"edition"`

	// applied are the errata that the grammar is read with, and since the decisions
	// that come with some; see Corrected.
	applied []*Erratum
	since   []Decision
}

// Repair is a correction without which the published text cannot be read as a
// grammar. It never adds or removes a line.
type Repair struct {
	ID     string `json:"id"`     // "1738-N3"
	What   string `json:"what"`   // the text as printed
	With   string `json:"with"`   // what is read instead
	Regexp bool   `json:"regexp"` // What is a regular expression, With may use $1
	Why    string `json:"why"`    // with its source
}

// Decision is one item of an edition's reading: something the prose decides
// about one alternative or element of a rule. Exactly one of Not, Drop, First
// and Lazy is set.
type Decision struct {
	Rule    string `json:"rule"`
	Element string `json:"element"` // the alternative or element meant, in the grammar's notation
	Section string `json:"section"` // "4.4", or several: "4.4, 5"
	Why     string `json:"why"`

	Not   string `json:"not"`   // the alternative derives no string that begins with this, in the grammar's notation
	Drop  bool   `json:"drop"`  // the alternative is none
	First bool   `json:"first"` // the alternative is tried before the others
	Lazy  bool   `json:"lazy"`  // the rule's repetition matches as little as succeeds

	// Until is the erratum that leaves nothing to decide, Since the one without
	// which there is nothing; mostly "".
	Until string `json:"until"`
	Since string `json:"since"`
}

// String says what the decision is: "`opaque-URL` is no alternative".
func (d Decision) String() string {
	switch {
	case d.Drop:
		return fmt.Sprintf("`%s` is no alternative", d.Element)
	case d.First:
		return fmt.Sprintf("`%s` goes before the other alternatives", d.Element)
	case d.Lazy:
		return fmt.Sprintf("`%s` is as short as succeeds", d.Element)
	}
	return fmt.Sprintf("`%s` does not begin with `%s`", d.Element, d.Not)
}

// Ambiguity is a rule by which a string has several derivations. The one that
// counts is the first in the order of the grammar: earlier alternative first,
// repetition greedy.
type Ambiguity struct {
	ID   string `json:"id"`   // "3986-A1"
	Rule string `json:"rule"` // in whose definition the derivations part
	// Section has the sentence that asks for that order, in Why; without one,
	// Section is "" and Why says what there is instead.
	Section string `json:"section"`
	Why     string `json:"why"`
}

// Class is a character class of the prose, such as control or unwise.
type Class struct {
	Name    string `json:"name"`
	Section string `json:"section"`
	Why     string `json:"why"` // in the document's words
	// One of these gives the members: an expression in the grammar's
	// notation, ranges of bytes in hexadecimal ("00-1F 7F"), or everything
	// that no rule of the grammar and no class before this one contains.
	BNF   string `json:"bnf"`
	Bytes string `json:"bytes"`
	Rest  bool   `json:"rest"`
}

// Note is something that the prose says of a character that does not conform
// where it stands.
type Note struct {
	Section string `json:"section"`
	Text    string `json:"text"`   // in the document's words
	Bytes   string `json:"bytes"`  // the characters meant
	Before  string `json:"before"` // the note is of places before the first of these
}

// Read reads NAME.bnf and NAME.json of an edition's folder.
func Read(folder fs.FS, name string) (*Source, error) {
	text, err := fs.ReadFile(folder, name+".bnf")
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(folder, name+".json")
	if err != nil {
		return nil, err
	}
	src := &Source{Text: text}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(src); err != nil {
		return nil, fmt.Errorf("%s.json: %w", name, err)
	}
	if src.Name != name {
		return nil, fmt.Errorf("%s.json: the name is %q", name, src.Name)
	}
	for _, d := range src.Reading {
		if d.Since != "" {
			src.since = append(src.since, d)
		}
	}
	src.Reading = slices.DeleteFunc(src.Reading, func(d Decision) bool { return d.Since != "" })
	if src.Terminals != "" && src.Terminals != ofCharacters {
		return nil, fmt.Errorf("%s.json: terminals %q are neither %q nor bytes", name, src.Terminals, ofCharacters)
	}
	return src, nil
}

// File is the name that positions in the grammar carry.
func (src *Source) File() string { return src.Name + ".bnf" }

// Repaired returns the text with all repairs applied, and for each line
// number that a repair touched the repairs that did.
func (src *Source) Repaired() (text []byte, touched map[int][]*Repair, err error) {
	touched = make(map[int][]*Repair)
	s := string(src.Text)
	for i := range src.Repairs {
		r := &src.Repairs[i]
		what, with := r.What, r.With
		if !r.Regexp {
			what, with = regexp.QuoteMeta(what), strings.ReplaceAll(with, "$", "$$")
		}
		re, err := regexp.Compile(what)
		if err != nil {
			return nil, nil, fmt.Errorf("%s.json: repair %s: %w", src.Name, r.ID, err)
		}
		lines := strings.SplitAfter(s, "\n")
		found := false
		for n, line := range lines {
			if strings.HasPrefix(line, ";") || !re.MatchString(line) {
				continue
			}
			found = true
			lines[n] = re.ReplaceAllString(line, with)
			if !slices.Contains(touched[n+1], r) {
				touched[n+1] = append(touched[n+1], r)
			}
		}
		if !found {
			return nil, nil, fmt.Errorf("%s.json: repair %s: %q stands nowhere in the text", src.Name, r.ID, r.What)
		}
		s = strings.Join(lines, "")
	}
	return []byte(s), touched, nil
}

// notation returns the bnf notation that the data names.
func (src *Source) notation() (bnf.Notation, error) {
	for _, n := range []bnf.Notation{bnf.RFC822, bnf.ABNF} {
		if src.Notation == n.String() {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s.json: notation %q is neither rfc822 nor abnf", src.Name, src.Notation)
}
