package grammar

import (
	"fmt"
	"iter"
	"slices"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/resolve/escape"
)

// Component is a part of a reference and the characters that may stand in it.
type Component struct {
	// Name is a word of package ast: scheme, site, userinfo, user, password,
	// host, port, path, query or fragment; or opaque, which is a path that is
	// not split further.
	Name string

	source         *reading.Source
	plain, escaped automaton.Set
}

// Has reports whether a character may stand in the component as itself: a byte,
// or a code point in an edition whose terminals are those.
func (c *Component) Has(char rune) bool { return c.plain.Has(char) }

// Chars returns the characters that may stand in the component as themselves.
func (c *Component) Chars() *Chars { return newChars(c.source, c.plain) }

// InEscape reports whether b may stand in the component as part of an escaped
// octet, as "%" and the hexadecimal digits may.
func (c *Component) InEscape(b byte) bool { return c.escaped.Has(int32(b)) }

// componentNames are the components in the order of a reference, outer ones
// before those inside them.
var componentNames = []string{
	"scheme", "site", "userinfo", "user", "password", "host", "port", "path", "opaque", "query", "fragment",
}

// component returns the name of the component that a rule of the role is, or
// is a form of.
func (r role) component() string {
	switch r {
	case roleScheme:
		return "scheme"
	case roleSite, roleRegistry, roleUnsplit:
		return "site"
	case roleUserinfo:
		return "userinfo"
	case roleUser:
		return "user"
	case rolePassword:
		return "password"
	case roleHost, roleHostname, roleIPv4, roleIPv6, roleIPvFuture, roleRegname:
		return "host"
	case rolePort:
		return "port"
	case roleQuery:
		return "query"
	case roleFragment:
		return "fragment"
	case roleOpaque:
		return "opaque"
	}
	return ""
}

// Components returns the components that references of the edition have, with
// their characters. It is computed from the grammar, which takes some tens of
// milliseconds.
//
// What a rule derives is read off its automaton. But the path is no rule in
// most editions, nor is the query of RFC 1738. So every step of the automaton
// of whole references is also made part of a shortest conforming string, and
// [Edition.Parse] says in which component its character stands there. That alone
// would not do: in a shortest string, letters are a path rather than a scheme.
func (e *Edition) Components() []Component {
	found := make([]Component, len(componentNames))
	for i, name := range componentNames {
		found[i].Name, found[i].source = name, e.grammar.Source()
	}
	add := func(name string, plain, escaped automaton.Set) {
		if i := slices.Index(componentNames, name); i >= 0 {
			found[i].plain = found[i].plain.Union(plain)
			found[i].escaped = found[i].escaped.Union(escaped)
		}
	}
	g := e.grammar.read()
	for i, r := range e.roles() {
		if name := r.component(); name != "" {
			plain, escaped := occurrences(g, g.Automaton(g.Rules[i]))
			add(name, plain, escaped)
		}
	}
	for s, step := range steps(g, e.references.Automaton()) {
		ref, err := e.Parse(s)
		if err != nil {
			panic(fmt.Sprintf("grammar: %s: a shortest string does not conform: %v", e.Name(), err))
		}
		for name, span := range ref.Walk() {
			if name == "path" && ref.Path.Kind == ast.Opaque {
				name = "opaque"
			}
			if covers(span, step.at) {
				if s[step.at] == '%' || escape.Inside(s, step.at) {
					add(name, nil, step.chars)
				} else {
					add(name, step.chars, nil)
				}
			}
		}
	}
	return slices.DeleteFunc(found, func(c Component) bool { return len(c.plain) == 0 })
}

// covers reports whether the byte at offset at is in the span.
func covers(s ast.Span, at int) bool { return int(s.Start) <= at && at < int(s.End) }

// occurrences returns the characters that stand in strings of d, outside escaped
// octets and in them.
func occurrences(g *reading.Grammar, d *automaton.DFA) (plain, escaped automaton.Set) {
	type place struct {
		state int
		rest  int // bytes of an escaped octet that are still to come
	}
	live := d.Live()
	seen := map[place]bool{{}: true}
	for work := []place{{}}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, class := range g.Atoms() {
			next := place{state: g.Step(d, p.state, class[0].Lo), rest: p.rest - 1}
			switch {
			case !live[next.state]:
				continue
			case p.rest > 0:
				escaped = escaped.Union(class)
			case class.Has('%'):
				escaped = escaped.Union(class)
				next.rest = escape.Len - 1
			default:
				plain = plain.Union(class)
				next.rest = 0
			}
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return plain, escaped
}

// step is a step of an automaton within one string that takes it: the string's
// character at offset at, and all characters with which the automaton steps
// alike.
type step struct {
	at    int
	chars automaton.Set
}

// steps yields for every step between states from which d accepts a shortest
// string of d that takes it.
func steps(g *reading.Grammar, d *automaton.DFA) iter.Seq2[string, step] {
	return func(yield func(string, step) bool) {
		live := d.Live()
		// The breadth-first walk reaches each state by a shortest string.
		reached := map[int]string{0: ""}
		for work := []int{0}; len(work) > 0; work = work[1:] {
			access := reached[work[0]]
			for _, class := range g.Atoms() {
				to := g.Step(d, work[0], class[0].Lo)
				if !live[to] {
					continue
				}
				s := string(g.Source.AppendCharacter([]byte(access), class[0].Lo))
				if _, ok := reached[to]; !ok {
					reached[to] = s
					work = append(work, to)
				}
				completion, _ := d.ShortestFrom(to)
				for _, b := range completion {
					s += string([]byte{byte(b)})
				}
				if !yield(s, step{at: len(access), chars: class}) {
					return
				}
			}
		}
	}
}
