package main

import (
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/schemes"
)

// documented is the value of an argument that names an edition, or a document of a
// scheme such as rfc6068.
type documented struct {
	edition                    // its Edition is nil for a document
	document *schemes.Document // nil for an edition
	path     string            // a file of the user's own; "" for an edition and a document
	own      *grammar.Grammar  // what load has read
}

// load reads the grammar if it is in a file. It reports what is wrong with it, and
// returns false if there is anything.
func (g *documented) load(s *session) bool {
	if g.path == "" {
		return true
	}
	var err error
	if g.own, err = grammar.Load(osFiles{}, (&ownFlags{}).options(), g.path); err != nil {
		s.troubles(err)
	}
	return err == nil
}

// UnmarshalText finds the edition or the document with that name.
func (g *documented) UnmarshalText(text []byte) error {
	*g = documented{}
	if isPath(string(text)) {
		g.path = string(text)
		return nil
	}
	err := g.edition.UnmarshalText(text)
	if err == nil {
		return nil
	}
	if d, ok := documentNamed(string(text)); ok {
		g.document = d
		return nil
	}
	return err
}

// documentNamed finds a document of a scheme by its name in any case, or by the number
// of its RFC.
func documentNamed(name string) (*schemes.Document, bool) {
	name = strings.ToLower(name)
	if name != "" && '0' <= name[0] && name[0] <= '9' {
		name = "rfc" + name
	}
	for _, d := range schemes.Documents() {
		if strings.ToLower(d.Name()) == name {
			return d, true
		}
	}
	return nil, false
}

// given reports whether the argument is given.
func (g *documented) given() bool { return g.Edition != nil || g.document != nil || g.path != "" }

// Grammar returns the grammar.
func (g *documented) Grammar() *grammar.Grammar {
	if g.own != nil {
		return g.own
	}
	if g.document != nil {
		return g.document.Grammar()
	}
	return g.edition.Grammar()
}

// Corrected returns the grammar with its errata applied.
func (g *documented) Corrected() *grammar.Grammar {
	if g.own != nil {
		return g.own
	}
	if g.document != nil {
		return g.document.Grammar().Corrected()
	}
	return g.edition.Corrected().Grammar()
}

// rule finds a rule.
func (g *documented) rule(name string) (grammar.Rule, error) {
	r, err := g.Grammar().Rule(name)
	return r, unknown(err)
}

// grammarNamed returns the grammar of an edition or of a document of a scheme.
func grammarNamed(name string) (*grammar.Grammar, bool) {
	if d, ok := schemes.LookupDocument(name); ok {
		return d.Grammar(), true
	}
	return editions.Grammar(name)
}
