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

// Source is what an edition's folder holds: the published text of NAME.bnf
// and the data of NAME.json beside it.
type Source struct {
	Text []byte `json:"-"` // NAME.bnf, verbatim
	// Amended is the source of the edition that this one amends, nil for none:
	// see [Source.Amend].
	Amended *Source `json:"-"`

	Name      string   `json:"name"`      // "rfc3986", the value of --edition
	Title     string   `json:"title"`     // of the document
	Date      string   `json:"date"`      // of publication: "1994-12" or "1996-12-07"
	Status    string   `json:"status"`    // "Internet Standard (STD 66)", "Internet-Draft", ...
	Obsoletes []string `json:"obsoletes"` // documents, as the document itself says: "RFC 1738"
	Updates   []string `json:"updates"`   // likewise
	Notation  string   `json:"notation"`  // "rfc822" or "abnf"

	// Terminals is "characters" if the terminals of the grammar are code points,
	// which strings hold in UTF-8, and "" if they are bytes.
	Terminals string `json:"terminals"`
	// Amends is the edition that this one amends: its text is some rules of the
	// other's, and what its data does not say is as in the other's. Settles are
	// the errata of that edition which the amendment leaves no reason for.
	Amends  string   `json:"amends"`
	Settles []string `json:"settles"`

	// Start is the rule of a reference, Absolute that of an absolute one, as
	// a base needs it.
	Start    string `json:"start"`
	Absolute string `json:"absolute"`

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
	// Components says which rules are which components of a reference; see
	// package ast for the words.
	Components map[string]string `json:"components"`
	// Data gives each component that data is written into the rule whose
	// characters may stand in it as themselves: the word of package ast, or
	// segment, param or registry.
	Data map[string]string `json:"data"`
	// Separate is the section by which a reference is separated into its
	// components before they are decoded.
	Separate string `json:"separate"`
	// InText is what the document says of references in running text.
	InText InText `json:"in_text"`
	// Abbreviated is the section on abbreviated references ("www.w3.org"), ""
	// if there is none.
	Abbreviated string `json:"abbreviated"`
	// Resolution is how relative references are resolved.
	Resolution Resolution `json:"resolution"`
	// Normalization is what the document says of equivalence, in the order in
	// which the steps are taken.
	Normalization []Normalization `json:"normalization"`
	// Mapping is how references are mapped to those of another edition, and back.
	Mapping Mapping `json:"mapping"`
	// Classes are the character classes that only the prose defines.
	Classes []Class `json:"classes"`
	// Defers is the edition whose prose counts where this document refers to it,
	// as for security considerations; mostly "".
	Defers string `json:"defers"`
	// Notes are what the prose says of characters that it refuses.
	Notes []Note `json:"notes"`
	// Errata are the LANGUAGE errata: readable, but not what the prose says.
	Errata []Erratum `json:"errata"`

	// applied are those that the grammar is read with, and since the decisions that
	// come with some; see Corrected.
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

// InText is what a document says of references in running text.
type InText struct {
	Section string `json:"section"` // with the document if that is another one
	// PrefixRecommended is true if references are to be written with the prefix
	// "URL:". PrefixBlank is true if a blank may follow it between white space
	// ("with or without a trailing space").
	PrefixRecommended bool `json:"prefix_recommended"`
	PrefixBlank       bool `json:"prefix_blank"`
}

// Resolution says which algorithm of package resolve is the document's, or why
// there is none.
type Resolution struct {
	Algorithm string `json:"algorithm"` // the name of the edition that describes it
	// Base is the section that says what a base has to be, Opaque the one by
	// which nothing can be relative to a base with an opaque part, "" if none says
	// so.
	Base   string `json:"base"`
	Opaque string `json:"opaque"`
	// EmptyBase is the section by which the empty string is a base for which all
	// references are absolute; mostly "".
	EmptyBase string `json:"empty_base"`
	// Fragment is the section by which a base may have a fragment, though the
	// rule of an absolute reference has none; mostly "".
	Fragment string `json:"fragment"`

	// Without an algorithm: what the document says instead, and the edition to
	// use.
	None    string `json:"none"`
	Section string `json:"section"`
	See     string `json:"see"`
}

// Normalization is a step of package resolve's normalization that the document
// licenses.
type Normalization struct {
	Step    string `json:"step"` // "host-case"
	Section string `json:"section"`
	Why     string `json:"why"` // in the document's words
	// These limit the step unescape: to references of a scheme, to some
	// characters, to the beginning of the path.
	Schemes   []string `json:"schemes"`
	Bytes     string   `json:"bytes"`
	PathStart bool     `json:"path_start"`
	// Characters are the characters beyond US-ASCII, in the grammar's notation,
	// as which the step unescape writes the escaped octets of their UTF-8; those
	// of the classes in Without are left out.
	Characters string   `json:"characters"`
	Without    []string `json:"without"`
	// ASCII limits the step host-case to hosts of US-ASCII.
	ASCII bool `json:"ascii"`
}

// Mapping is between internationalized references and those of US-ASCII.
type Mapping struct {
	URI string `json:"uri"` // the edition of the latter; "" if there is no mapping
	// Excluded is the class of the characters of US-ASCII that a system may map
	// though neither edition has them.
	Excluded string `json:"excluded"`
	// Inappropriate are the classes of characters that are not to become
	// themselves on the way back, though the grammar has them.
	Inappropriate []string `json:"inappropriate"`
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
