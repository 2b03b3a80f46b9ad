package suite

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind is what a case asks.
type Kind string

// The kinds of cases, with the fields of a [Case] that have the question and the answer.
const (
	// Verdict asks whether Input conforms: Valid; if not, Offset, Rule and Section.
	Verdict Kind = "verdict"
	// Parts asks for the components of Input, which conforms: Components.
	Parts Kind = "components"
	// Resolution asks for the target of the reference Input, resolved against Base:
	// Target, or SameDocument. Both strings conform.
	Resolution Kind = "resolution"
	// Normalization asks for the normal form of Input, which conforms: Normalized.
	Normalization Kind = "normalization"
	// Equivalence asks whether Input and Other, which conform, have the same normal
	// form: Equal.
	Equivalence Kind = "equivalence"
)

// Kinds returns all kinds, in the order in which a suite has them.
func Kinds() []Kind { return []Kind{Verdict, Parts, Resolution, Normalization, Equivalence} }

// Origin is where a case comes from.
type Origin string

// The origins of cases.
const (
	// Document is an example that the document prints; Case.Section is where.
	Document Origin = "document"
	// Cover is one of few strings that conform and together use every transition of the
	// edition's minimal automaton by every byte, every rule and every alternative.
	Cover Origin = "cover"
	// NearMiss is a string that leaves the language in one way from one state.
	NearMiss Origin = "near-miss"
	// Transition is a string that takes a transition, and then what tells the state
	// there from the others.
	Transition Origin = "transition"
	// Detour is a string that reaches a state in another way than the shortest one.
	Detour Origin = "detour"
	// Branch is a string that takes a way through an algorithm that no string before it
	// in the suite takes.
	Branch Origin = "branch"
	// Editions is a question that editions answer differently.
	Editions Origin = "editions"
)

// Origins returns all origins.
func Origins() []Origin {
	return []Origin{Document, Cover, NearMiss, Transition, Detour, Branch, Editions}
}

// Case is a question for a parser, and the answer of an edition. Strings are bytes: the
// input of a verdict may be any bytes, also ones that are not UTF-8.
//
// In JSON, a case is an object with the keys in the comments of the fields. A key that
// does not apply is left out. A string that is not UTF-8 is in base64, under a key that ends
// in "_base64": "input_base64", "base_base64", "other_base64" and so on.
type Case struct {
	// ID ("id") is the kind and a number that is computed from the question, so a question
	// has the same ID in suites of every size, edition and version. See [Case.Identity].
	ID   string
	Kind Kind // "kind"
	// Origin ("origin") is where the question comes from.
	Origin Origin

	Input string // "input", of every kind
	Base  string // "base", of a Resolution
	Other string // "other", of an Equivalence

	// Valid ("valid") is the verdict: whether Input conforms. It is in the JSON of a
	// Verdict and of Parts, where it is true.
	Valid bool
	// Offset ("offset"), of a Verdict that is not Valid, is the length in bytes of the
	// longest prefix of Input that some string of the language begins with: of the edition
	// or, if Input conforms to that, of the scheme's document.
	Offset int
	// Rule ("rule"), of a Verdict that is not Valid, is the rule of the grammar that is
	// being read at Offset; "" if there is none.
	Rule string
	// Section ("section") is the section of the document that has Rule, or for the origin
	// Document the section with the example; "" if there is none.
	Section string

	Components Components // "components", of Parts
	// Target ("target"), of a Resolution, is the target; "" if SameDocument is true.
	Target string
	// SameDocument ("same_document"), of a Resolution, is true if the edition says that
	// the reference refers to the document it is in, and gives it no target. Then the JSON
	// has a target that is null.
	SameDocument bool
	Normalized   string // "normalized", of a Normalization
	Equal        bool   // "equal", of an Equivalence
}

// Components are the components of a reference, by the names that [ComponentNames]
// returns. The value nil is a component that is absent, which is not the same as an empty
// one. A name that is not there is not judged: the edition does not say, as rfc2396 does not
// say what the host of a registry-based authority is.
type Components map[string]*string

// ComponentNames returns the names of components, in the order of a reference: "scheme",
// "userinfo", "host" (with the brackets around an address), "port", "path", "query" and
// "fragment". Delimiters belong to no component.
func ComponentNames() []string {
	return []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}
}

// MarshalJSON writes an object with the names in the order of [ComponentNames].
func (c Components) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, name := range ComponentNames() {
		text, ok := c[name]
		if !ok {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:", name)
		switch {
		case text == nil:
			b.WriteString("null")
		case !utf8.ValidString(*text):
			return nil, fmt.Errorf("the component %s is not UTF-8: %q", name, *text)
		default:
			b.Write(quote(*text))
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads such an object. A name that is no component is an error.
func (c *Components) UnmarshalJSON(text []byte) error {
	var m map[string]*string
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	for name := range m {
		if !slices.Contains(ComponentNames(), name) {
			return fmt.Errorf("unknown component %q", name)
		}
	}
	*c = m
	return nil
}

// Identity returns the ID of the case: its kind, and twelve hexadecimal digits of the
// SHA-256 of the question, that is of the kind, input, base and other string.
func (c *Case) Identity() string {
	h := sha256.New()
	for _, s := range []string{string(c.Kind), c.Input, c.Base, c.Other} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return string(c.Kind) + "-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// caseJSON is the JSON of a case.
type caseJSON struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	text
	Valid        *bool           `json:"valid,omitempty"`
	Offset       *int            `json:"offset,omitempty"`
	Rule         string          `json:"rule,omitempty"`
	Components   Components      `json:"components,omitempty"`
	Target       json.RawMessage `json:"target,omitempty"`
	Target64     *string         `json:"target_base64,omitempty"`
	SameDocument bool            `json:"same_document,omitempty"`
	Normalized   *string         `json:"normalized,omitempty"`
	Normalized64 *string         `json:"normalized_base64,omitempty"`
	Equal        *bool           `json:"equal,omitempty"`
	Section      string          `json:"section,omitempty"`
	Origin       Origin          `json:"origin"`
}

// text is the strings of the question.
type text struct {
	Base    *string `json:"base,omitempty"`
	Base64  *string `json:"base_base64,omitempty"`
	Input   *string `json:"input,omitempty"`
	Input64 *string `json:"input_base64,omitempty"`
	Other   *string `json:"other,omitempty"`
	Other64 *string `json:"other_base64,omitempty"`
}

// MarshalJSON writes the case as one object, without what does not apply to its kind.
func (c Case) MarshalJSON() ([]byte, error) {
	j := caseJSON{ID: c.ID, Kind: c.Kind, Section: c.Section, Origin: c.Origin}
	j.Input, j.Input64 = encode(c.Input)
	switch c.Kind {
	case Verdict:
		if j.Valid = &c.Valid; !c.Valid {
			j.Offset, j.Rule = &c.Offset, c.Rule
		}
	case Parts:
		j.Valid, j.Components = &c.Valid, c.Components
	case Resolution:
		j.Base, j.Base64 = encode(c.Base)
		if j.SameDocument = c.SameDocument; c.SameDocument {
			j.Target = json.RawMessage("null")
			break
		}
		var plain *string
		if plain, j.Target64 = encode(c.Target); plain != nil {
			j.Target = quote(*plain)
		}
	case Normalization:
		j.Normalized, j.Normalized64 = encode(c.Normalized)
	case Equivalence:
		j.Other, j.Other64 = encode(c.Other)
		j.Equal = &c.Equal
	default:
		return nil, fmt.Errorf("unknown kind %q", c.Kind)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(j)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON reads a case. A key that is unknown, is missing or does not apply to the
// kind is an error.
func (c *Case) UnmarshalJSON(line []byte) error {
	var j caseJSON
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return err
	}
	if j.ID == "" {
		return errors.New(`"id" is missing`)
	}
	*c = Case{ID: j.ID, Kind: j.Kind, Rule: j.Rule, Section: j.Section, Origin: j.Origin,
		SameDocument: j.SameDocument, Components: j.Components}
	var target *string
	if len(j.Target) > 0 && string(j.Target) != "null" {
		if err := json.Unmarshal(j.Target, &target); err != nil {
			return fmt.Errorf(`"target": %w`, err)
		}
	}
	if null := len(j.Target) > 0 && target == nil; null != j.SameDocument {
		return errors.New(`"target" is null where "same_document" is true, and nowhere else`)
	}
	for _, s := range []struct {
		key          string
		plain, coded *string
		to           *string
		applies      bool
	}{
		{"input", j.Input, j.Input64, &c.Input, true},
		{"base", j.Base, j.Base64, &c.Base, j.Kind == Resolution},
		{"other", j.Other, j.Other64, &c.Other, j.Kind == Equivalence},
		{"target", target, j.Target64, &c.Target, j.Kind == Resolution && !j.SameDocument},
		{"normalized", j.Normalized, j.Normalized64, &c.Normalized, j.Kind == Normalization},
	} {
		if err := decode(s.to, s.key, s.plain, s.coded, s.applies); err != nil {
			return err
		}
	}
	refused := j.Valid != nil && !*j.Valid
	for _, has := range []struct {
		key            string
		there, applies bool
	}{
		{"valid", j.Valid != nil, j.Kind == Verdict || j.Kind == Parts},
		{"offset", j.Offset != nil, j.Kind == Verdict && refused},
		{"components", j.Components != nil, j.Kind == Parts},
		{"equal", j.Equal != nil, j.Kind == Equivalence},
	} {
		if has.there != has.applies {
			return keyError(has.key, has.there)
		}
	}
	switch {
	case !slices.Contains(Kinds(), j.Kind):
		return fmt.Errorf("unknown kind %q", j.Kind)
	case j.SameDocument && j.Kind != Resolution:
		return keyError("same_document", true)
	case j.Rule != "" && !(j.Kind == Verdict && refused):
		return keyError("rule", true)
	case j.Kind == Parts && refused:
		return errors.New("components of an input that does not conform")
	}
	if j.Valid != nil {
		c.Valid = *j.Valid
	}
	if j.Offset != nil {
		c.Offset = *j.Offset
	}
	if j.Equal != nil {
		c.Equal = *j.Equal
	}
	return nil
}

// keyError says that a key is there and should not be, or the other way round.
func keyError(key string, there bool) error {
	if there {
		return fmt.Errorf("%q does not apply to a case of this kind", key)
	}
	return fmt.Errorf("%q is missing", key)
}

// encode returns the string for the plain key or, in base64, for the other one.
func encode(s string) (plain, coded *string) {
	if utf8.ValidString(s) {
		return &s, nil
	}
	return nil, new(base64.StdEncoding.EncodeToString([]byte(s)))
}

// decode stores the string of a plain key or of the one in base64.
func decode(to *string, key string, plain, coded *string, applies bool) error {
	switch {
	case plain != nil && coded != nil:
		return fmt.Errorf("both %q and %q", key, key+"_base64")
	case (plain != nil || coded != nil) != applies:
		return keyError(key, !applies)
	case plain != nil:
		*to = *plain
	case coded != nil:
		b, err := base64.StdEncoding.DecodeString(*coded)
		if err != nil {
			return fmt.Errorf("%q: %w", key+"_base64", err)
		}
		*to = string(b)
	}
	return nil
}

// quote returns a string as JSON, without the escapes that HTML needs.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // a buffer takes everything, and every string has a form
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// WriteCases writes cases as JSON Lines: one object on each line, without HTML escapes.
func WriteCases(w io.Writer, cases []Case) error {
	b := bufio.NewWriter(w)
	for _, c := range cases {
		line, err := c.MarshalJSON()
		if err != nil {
			return fmt.Errorf("%s: %w", c.ID, err)
		}
		b.Write(append(line, '\n'))
	}
	return b.Flush()
}

// ReadCases reads cases as [WriteCases] writes them, until the end or the first error,
// which it yields last, with the number of the line. It keeps one line in memory.
func ReadCases(r io.Reader) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		in := bufio.NewReader(r)
		for n := 1; ; n++ {
			line, err := in.ReadString('\n')
			if strings.TrimSpace(line) != "" {
				var c Case
				if err := json.Unmarshal([]byte(line), &c); err != nil {
					yield(Case{}, fmt.Errorf("line %d: %w", n, err))
					return
				}
				if !yield(c, nil) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Case{}, fmt.Errorf("line %d: %w", n, err))
				return
			}
		}
	}
}
