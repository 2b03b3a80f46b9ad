package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/nearest"
)

// nearestCmd finds the conforming strings that are nearest to references.
type nearestCmd struct {
	grammarFlag
	Rule     string `placeholder:"RULE" xor:"what" help:"Find strings of RULE, by the published grammar alone."`
	Absolute bool   `xor:"what" help:"Find absolute references, which a base has to be."`
	URI      bool   `name:"uri" xor:"what" help:"Find URIs: absolute references, with or without a fragment."`
	N        uint   `name:"n" short:"n" default:"1" placeholder:"N" help:"Write up to N strings for each reference (default: 1)."`
	JSON     bool   `name:"json" help:"Write JSON Lines."`
	input
}

// Help is what --help says after the flags.
func (c *nearestCmd) Help() string {
	return fmt.Sprintf(`An edit inserts a character, deletes one, replaces one by another, or escapes one as %%XX. All strings have the least possible number of edits. First come those in which the fewest characters move: from one component to another, to a character of another kind, or away from a delimiter. Then the least offset counts. At one place, escapes come first, then other characters, deletions and insertions. Of several characters that the grammar treats alike, only one is suggested.

The parentheses say what each edit does, and which rule asks for it. If the edits change how the reference is divided into components, the output then says what is wrong in the components as they were written.

A reference of more than %d bytes is refused. Suggestions are for people; a program should rather refuse what does not conform.`, nearest.MaxLength)
}

func (c *nearestCmd) Run(s *session) error {
	if !c.load(s) {
		return nil
	}
	every := (*grammar.Edition).References
	switch {
	case c.Edition.own != nil && (c.Absolute || c.URI):
		return errNoReferences
	case c.Absolute:
		every = (*grammar.Edition).Absolute
	case c.URI:
		every = (*grammar.Edition).URIs
	}
	asked, err := c.Edition.asked(&c.Rule, every)
	if err != nil {
		return err
	}
	if c.N == 0 {
		return fmt.Errorf("-n: there is at least one string")
	}
	finder := newNearest(c.Edition.Edition, asked)
	n := int(min(c.N, 1<<16))
	return c.each(s, results{json: c.JSON, end: '\n'}, func(s *session, w *worker) {
		for ref := range w.refs {
			valid := asked.Valid(ref)
			found, err := finder.find(ref, n)
			switch {
			case err != nil:
				s.status = exitTrouble
			case !valid:
				s.no()
			}
			switch {
			case c.JSON:
				s.json(c.result(ref, valid, found, err))
			case err != nil:
				fmt.Fprintf(s.stdout, "%s  %s\n    %v\n", s.color.bad("??"), beginning(ref, lineWidth/2), err)
			case valid:
				fmt.Fprintf(s.stdout, "%s  %s\n", s.color.good("ok"), visible(ref))
			default:
				fmt.Fprintf(s.stdout, "%s  %s\n", s.color.bad("no"), visible(ref))
				s.nearest(found)
			}
		}
	})
}

// result returns what --json writes for a reference.
func (c *nearestCmd) result(ref string, valid bool, found *nearest.Result, err error) *object {
	out := new(object)
	out.text("input", ref)
	out.source(&c.Edition)
	if c.Rule != "" {
		out.text("rule", c.Rule)
	}
	out.verdict(valid, err)
	if err == nil {
		addNearest(out, found)
	}
	return out
}

// nearestFinder finds the strings nearest to references. What it needs is made when it is
// first used.
type nearestFinder struct {
	finder func() (*nearest.Finder, error)
}

func newNearest(e *grammar.Edition, a asked) *nearestFinder {
	return &nearestFinder{sync.OnceValues(func() (*nearest.Finder, error) {
		if a.other == nil { // a rule
			return nearest.New(a.Language)
		}
		return nearest.NewReferences(e, a.Language)
	})}
}

func (f *nearestFinder) find(ref string, n int) (*nearest.Result, error) {
	finder, err := f.finder()
	if err != nil {
		return nil, err
	}
	return finder.Find(ref, n)
}

// fix returns the string nearest to ref.
func (f *nearestFinder) fix(ref string) (string, error) {
	found, err := f.find(ref, 1)
	if err != nil {
		return "", err
	}
	if len(found.Nearest) == 0 {
		return "", errors.New("no string conforms")
	}
	return found.Nearest[0].Text, nil
}

// Suggestions in text are for people, and take a thousand times as long as a verdict.
const (
	maxSuggestion = 1 << 10 // bytes of a reference that gets one
	maxSuggested  = 10_000  // lines of a file with references that get one
)

// suggestionLimits is what the help of check says of them.
var suggestionLimits = fmt.Sprintf("It is there for references of up to %d bytes, in the first %d lines of each file.", maxSuggestion, maxSuggested)

// suggest writes the string nearest to a reference, as the last line after a "no".
func (f *nearestFinder) suggest(s *session, ref string) {
	if len(ref) > maxSuggestion || s.place.line > maxSuggested {
		return
	}
	// What conforms may be refused for another reason, such as its scheme.
	if found, err := f.find(ref, 1); err == nil && (found.Cause != nil || len(found.Nearest) == 0) {
		s.nearest(found)
	}
}

// howMany is the value of --nearest, which may be left out.
type howMany uint

var _ kong.BoolMapperValue = (*howMany)(nil)

// IsBool lets the flag stand without a value.
func (*howMany) IsBool() bool { return true }

// Decode reads the value.
func (n *howMany) Decode(ctx *kong.DecodeContext) error {
	*n = 1
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	value := ctx.Scan.Pop().String()
	count, err := strconv.ParseUint(value, 10, 16)
	if err != nil || count == 0 {
		return fmt.Errorf("%s is not a number from 1 to 65535", quoted(value))
	}
	*n = howMany(count)
	return nil
}

// addNearest adds the nearest strings and the cause to an object.
func addNearest(out *object, found *nearest.Result) {
	all := []*object{}
	for _, x := range found.Nearest {
		one := new(object)
		one.text("text", x.Text)
		edits := []*object{}
		for _, e := range x.Edits {
			edit := new(object)
			edit.text("op", string(e.Op))
			edit.add("offset", e.Offset)
			edit.optional("from", e.From, e.Op != nearest.Insert)
			edit.optional("to", e.To, e.Op != nearest.Delete)
			edit.text("rule", e.Rule)
			edit.section(e.Section)
			edits = append(edits, edit)
		}
		one.add("edits", edits)
		all = append(all, one)
	}
	out.add("nearest", all)
	c := found.Cause
	if c == nil {
		return
	}
	cause := new(object)
	cause.add("offset", c.Offset)
	cause.optional("found", c.Found, c.Found != "")
	cause.optional("component", c.Component, c.Component != "")
	cause.text("rule", c.Rule)
	cause.section(c.Section)
	cause.add("expected", list(c.Expected))
	out.add("cause", cause)
}

// nearest writes the nearest strings, each on a line, with what the edits do:
//
//	nearest      http://a/b%20c  (space at offset 10 in segment: escaped)
func (s *session) nearest(found *nearest.Result) {
	for _, x := range found.Nearest {
		s.item("nearest", beginning(x.Text, 2*lineWidth)+s.color.dim("  ("+explainEdits(x, found.Cause)+")"))
	}
	if len(found.Nearest) == 0 {
		s.item("nearest", "no string conforms")
	}
}

// shownEdits is how many edits are explained on a line.
const shownEdits = 3

// explainEdits says what the edits of a string do, and the cause if they do not show it.
func explainEdits(x nearest.String, cause *nearest.Cause) string {
	// The first edit shows the cause, unless the edits make other components.
	shown := slices.ContainsFunc(x.Edits, func(e nearest.Edit) bool {
		return e.Offset == cause.Offset && e.From == cause.Found
	})
	var parts []string
	for i, e := range x.Edits {
		if i == shownEdits {
			parts = append(parts, fmt.Sprintf("and %d more", len(x.Edits)-i))
			break
		}
		parts = append(parts, explainEdit(e, shown))
	}
	if shown {
		return strings.Join(parts, "; ")
	}
	found := "end of input"
	if cause.Found != "" {
		found = named(cause.Found)
	}
	where := cause.Rule
	if cause.Component != "" && cause.Component != cause.Rule {
		where += ", in the " + cause.Component
	}
	return fmt.Sprintf("%s; but as it stands, %s at offset %d in %s should be %s",
		strings.Join(parts, "; "), found, cause.Offset, where, anyOf(cause.Expected))
}

// explainEdit says what an edit does. If missing is true, what it inserts is missing.
func explainEdit(e nearest.Edit, missing bool) string {
	if e.Op == nearest.Insert && missing {
		return fmt.Sprintf("%s is missing at offset %d in %s", named(e.To), e.Offset, e.Rule)
	}
	switch e.Op {
	case nearest.Insert:
		return fmt.Sprintf("%s at offset %d in %s: inserted", named(e.To), e.Offset, e.Rule)
	case nearest.Delete:
		return fmt.Sprintf("%s at offset %d in %s: deleted", named(e.From), e.Offset, e.Rule)
	case nearest.Escape:
		return fmt.Sprintf("%s at offset %d in %s: escaped", named(e.From), e.Offset, e.Rule)
	}
	return fmt.Sprintf("%s at offset %d in %s: %s instead", named(e.From), e.Offset, e.Rule, named(e.To))
}

// named is a character for people.
func named(char string) string {
	return (&grammar.SyntaxError{Input: char, Size: len(char)}).Found()
}

// anyOf joins names as a phrase.
func anyOf(names []string) string {
	return (&grammar.SyntaxError{Expected: names}).Expectation()
}
