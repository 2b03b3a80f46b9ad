package reading

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/bnf"
)

// Source is what a grammar is made from: a published text, and the data that say
// how to read it. A folder has the text in NAME.bnf and the data in NAME.json.
type Source struct {
	Text []byte `json:"-"` // NAME.bnf, verbatim
	// Files are the texts of a grammar that is no document, in place of Text: together
	// they are the rules, and no section defines them. See [Own].
	Files []bnf.File `json:"-"`
	// Amended is the source that this one amends; nil if there is none. See
	// [Source.Amend].
	Amended *Source `json:"-"`

	Name     string `json:"name"`     // "rfc3986"
	Title    string `json:"title"`    // of the document
	Notation string `json:"notation"` // "rfc822" or "abnf"

	// Terminals is "characters" if the terminals of the grammar are code points,
	// which strings contain in UTF-8; it is "" if they are bytes.
	Terminals string `json:"terminals"`
	// Amends is the name of the grammar that this one amends. Then the text has only
	// the rules that differ, and what the data do not say is as in the amended
	// grammar. Settles are the errata of the amended grammar that the amendment
	// corrects.
	Amends  string   `json:"amends"`
	Settles []string `json:"settles"`

	// Start is the rule that the whole grammar defines.
	Start string `json:"start"`

	// Imports are the rules that the text takes from other documents.
	Imports []Import `json:"imports"`

	Repairs []Repair `json:"repairs"`
	// Aliases are the rules that a repair renamed, by their names as printed.
	Aliases map[string]string `json:"aliases"`
	// Reading is what the prose decides and the grammar leaves open.
	Reading []Decision `json:"reading"`
	// Ambiguities are the other rules by which a string has several derivations:
	// those for which no Decision settles which derivation counts.
	Ambiguities []Ambiguity `json:"ambiguities"`
	// Sections are the sections of the document that define the rules, by rule.
	// Section is that of the rules that Sections does not name; if it is "", there
	// must be none.
	Sections map[string]string `json:"sections"`
	Section  string            `json:"section"`
	// Classes are the character classes that only the prose defines.
	Classes []Class `json:"classes"`
	// Notes are what the prose says about characters that it refuses.
	Notes []Note `json:"notes"`
	// Errata are the LANGUAGE errata: what can be read, but is not what the prose
	// says.
	Errata []Erratum `json:"errata"`

	// Edition is what the data of an edition say beyond the grammar: the components
	// of references, how they are resolved and so on. Package grammar reads it. It
	// is empty for a grammar that is not an edition.
	Edition json.RawMessage `json:"edition"`
	// Document is what the data of other documents say beyond the grammar: for which
	// schemes a document is, and what became of it. Package schemes reads it.
	Document json.RawMessage `json:"document"`

	// applied are the errata that the grammar is read with. since are the decisions
	// that apply only together with some of them. See Corrected.
	applied []*Erratum
	since   []Decision
	// optional are the decisions that belong to an option, and chosen the options that
	// the grammar is read with. See With.
	optional []Decision
	chosen   []string
	// imported are the grammars that Imports name. See Import.
	imported map[string]*Grammar
	// rewrite changes the rules of the text before anything else does; it may be nil.
	rewrite func(*bnf.Grammar) *bnf.Grammar
	lists   bnf.Lists // how "#" is read
	// unrolled are the rules whose recursion is unrolled to the depth, by key.
	unrolled map[string]bool
	depth    int
	// given is the automaton that stands for the prose of the start rule. See
	// [FromAutomaton].
	given *automaton.DFA
}

// Repair is a correction without which the published text cannot be read as a
// grammar. It never adds or removes a line. It has What, Rules or both.
type Repair struct {
	ID     string `json:"id"`     // "1738-N3"
	What   string `json:"what"`   // the text as printed
	With   string `json:"with"`   // what is read instead
	Regexp bool   `json:"regexp"` // What is a regular expression, and With may use $1
	Why    string `json:"why"`    // the reason, with its source

	// Rules are definitions in place of those that the text has, or of rules that
	// it uses and does not define.
	Rules []Correction `json:"rules"`
}

// String says what the repair does: "`DIGIT` is read as `digit`".
func (r *Repair) String() string {
	var rules []string
	for _, c := range r.Rules {
		rules = append(rules, c.Rule)
	}
	text := fmt.Sprintf("`%s` is read as `%s`", r.What, r.With)
	switch {
	case len(rules) == 0:
		return text
	case r.What == "":
		return "defines " + strings.Join(rules, ", ")
	}
	return text + ", and it defines " + strings.Join(rules, ", ")
}

// Decision is one part of a reading: what the prose decides about an alternative
// or an element of a rule. Exactly one of Not, Drop, First, Lazy and UTF8 is set.
type Decision struct {
	Rule    string `json:"rule"`
	Element string `json:"element"` // the alternative or element, in the grammar's notation
	Section string `json:"section"` // "4.4", or several: "4.4, 5"
	Why     string `json:"why"`

	Not   string `json:"not"`   // the alternative derives no string that begins with a string of this expression
	Drop  bool   `json:"drop"`  // the alternative does not count
	First bool   `json:"first"` // the alternative comes before the others
	Lazy  bool   `json:"lazy"`  // the repetition in the rule matches as little as possible
	UTF8  bool   `json:"utf8"`  // the octets that are escaped in the alternative are UTF-8

	// Option is the option that the decision belongs to: it applies only if the option is
	// chosen. "" if it always applies. See [Source.With].
	Option string `json:"option"`
	// Until is the erratum that makes the decision unnecessary, Since the one that
	// makes it necessary; "" if there is none.
	Until string `json:"until"`
	Since string `json:"since"`
}

// String says what the decision is: "`opaque-URL` is not an alternative".
func (d Decision) String() string {
	switch {
	case d.Drop:
		return fmt.Sprintf("`%s` is not an alternative", d.Element)
	case d.First:
		return fmt.Sprintf("`%s` comes before the other alternatives", d.Element)
	case d.Lazy:
		return fmt.Sprintf("`%s` is as short as possible", d.Element)
	case d.UTF8:
		return fmt.Sprintf("the octets that are escaped in `%s` are UTF-8", d.Element)
	}
	return fmt.Sprintf("`%s` does not begin with `%s`", d.Element, d.Not)
}

// Ambiguity is a rule by which a string has several derivations. The derivation
// that counts is the first in the order of the grammar: an earlier alternative
// comes before a later one, and more turns of a repetition before fewer.
type Ambiguity struct {
	ID   string `json:"id"`   // "3986-A1"
	Rule string `json:"rule"` // the rule whose definition allows several derivations
	// Section is the section that asks for this order, and Why quotes it. If none
	// does, Section is "" and Why says what the document says instead.
	Section string `json:"section"`
	Why     string `json:"why"`
}

// Class is a character class that only the prose defines, such as control or
// unwise.
type Class struct {
	Name    string `json:"name"`
	Section string `json:"section"`
	Why     string `json:"why"` // in the document's words
	// Exactly one of these is set. BNF is an expression in the grammar's notation.
	// Bytes are ranges of bytes in hexadecimal ("00-1F 7F"). Rest means all
	// characters that are in no rule of the grammar and in no class before this one.
	BNF   string `json:"bnf"`
	Bytes string `json:"bytes"`
	Rest  bool   `json:"rest"`
}

// Note is what the prose says about a character at a place where it does not
// conform. [Source.Notes] has them.
type Note struct {
	Section string `json:"section"`
	Text    string `json:"text"`   // in the document's words
	Bytes   string `json:"bytes"`  // the characters
	Before  string `json:"before"` // the note applies before the first occurrence of this string
}

// Read reads NAME.bnf and NAME.json of an edition's folder. The error tells all that
// is wrong with the data by themselves, each with its key: what is unknown, missing
// or of the wrong type. [New] holds them to the text.
func Read(folder fs.FS, name string) (*Source, error) {
	text, noText := readFile(folder, name+".bnf")
	data, noData := readFile(folder, name+".json")
	if err := errors.Join(noText, noData); err != nil {
		return nil, err
	}
	src := &Source{Text: text}
	if err := decode(name+".json", "", data, src); err != nil {
		return nil, err
	}
	if err := src.verify(name); err != nil {
		return nil, err
	}
	always := src.Reading[:0]
	for _, d := range src.Reading {
		switch {
		case d.Since != "":
			src.since = append(src.since, d)
		case d.Option != "":
			src.optional = append(src.optional, d)
		default:
			always = append(always, d)
		}
	}
	src.Reading = always
	return src, nil
}

// readFile reads a file that has at most maxText bytes.
func readFile(folder fs.FS, name string) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("%s: the file has more than %d bytes", name, maxText)
	}
	return text, err
}

// DecodeEdition reads what the data say of an edition into v, which points to a
// struct with a json tag for each key. The error tells all keys that are unknown or
// have a value of the wrong type.
func (src *Source) DecodeEdition(v any) error {
	return decode(src.Name+".json", "edition", src.Edition, v)
}

// DecodeDocument is DecodeEdition for Document.
func (src *Source) DecodeDocument(v any) error {
	return decode(src.Name+".json", "document", src.Document, v)
}

// File returns the name of the text in positions: NAME.bnf, or that of the first of
// Files.
func (src *Source) File() string {
	if src.Files != nil {
		return src.Files[0].Name
	}
	return src.Name + ".bnf"
}

// text returns a text by its name in positions.
func (src *Source) text(file string) []byte {
	for _, f := range src.Files {
		if f.Name == file {
			return f.Text
		}
	}
	return src.Text
}

// maxGrowth is how long a line may be after a repair, at worst.
const maxGrowth = 1 << 24

// maxRepairing is how many bytes all repairs may look at.
const maxRepairing = 1 << 27

// Repaired returns the text with all repairs applied, and the repairs of each line,
// by the number of the line. [New] reads the grammar from it; the tests compare it
// with the document.
func (src *Source) Repaired() (text []byte, touched map[int][]*Repair, err error) {
	touched = make(map[int][]*Repair)
	p := &Problems{File: src.Name + ".json"}
	s := string(src.Text)
	if len(src.Repairs)*len(s) > maxRepairing {
		p.Fail("repairs", "%d are too many for a text of %d bytes", len(src.Repairs), len(s))
		return nil, nil, p.Err()
	}
	for i := range src.Repairs {
		r := &src.Repairs[i]
		if r.What == "" {
			continue // it has only rules
		}
		what, with := r.What, r.With
		if !r.Regexp {
			what, with = regexp.QuoteMeta(what), strings.ReplaceAll(with, "$", "$$")
		}
		re, err := regexp.Compile(what)
		if err != nil {
			p.Fail("repair "+r.ID, "%w", err)
			continue
		}
		lines := strings.SplitAfter(s, "\n")
		found := false
		for n, line := range lines {
			if strings.HasPrefix(line, ";") || !re.MatchString(line) {
				continue
			}
			found = true
			// What takes the place of a match may be the whole line, for each "$".
			if growth := len(with) + strings.Count(with, "$")*len(line); growth*(len(line)+1) > maxGrowth {
				p.Fail("repair "+r.ID, "what it makes of line %d may be too long", n+1)
				break
			}
			lines[n] = re.ReplaceAllString(line, with)
			if !slices.Contains(touched[n+1], r) {
				touched[n+1] = append(touched[n+1], r)
			}
		}
		if !found {
			p.Fail("repair "+r.ID, "the text has no %q", r.What)
		}
		s = strings.Join(lines, "")
		if len(s) > maxText {
			p.Fail("repair "+r.ID, "it makes the text longer than %d bytes", maxText)
			break
		}
	}
	return []byte(s), touched, p.Err()
}

// notation returns the notation of the text.
func (src *Source) notation() (bnf.Notation, error) {
	for _, n := range []bnf.Notation{bnf.RFC822, bnf.ABNF} {
		if src.Notation == n.String() {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is neither rfc822 nor abnf", src.Notation)
}
