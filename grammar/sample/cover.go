package sample

import (
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// Cover is strings of a language that together show all of it.
type Cover struct {
	// Strings use every transition of the minimal automaton: every character class in
	// every state. They also use every rule and every alternative of the grammar,
	// except for those in Unused.
	Strings []string
	// Transitions is how many transitions there are, and Needed how many strings they
	// need, which is the least number possible; these are the first of Strings, and
	// together as short as they can be. The others were added for rules and
	// alternatives, each a shortest one; so if there are none, Strings are the fewest.
	Transitions, Needed int
	// Unused are the rules and alternatives that no derivation of the language uses,
	// because all strings that they could derive are derived by others.
	Unused []reading.Choice
	// Complete is false if it would take too long to find out which rules and
	// alternatives are used.
	Complete bool
}

const (
	// MaxTransitions is the greatest number of transitions that NewCover takes, and
	// MaxCover how many characters its strings may have together.
	MaxTransitions, MaxCover = 1 << 14, 1 << 24
	// maxUsing bounds the search for a string that uses a choice, to a second or so.
	maxUsing = 1 << 20
)

// NewCover finds a cover of a language. For an edition that takes a second or less. The
// error is a [*LimitError] or a [*grammar.LimitError].
//
// The strings for the transitions are a closed tour through the automaton that takes
// each transition and goes from the end back to the beginning as rarely as possible.
// It is computed exactly, as a flow. Rules and alternatives are those of derivations;
// a rule that is one character class is not divided further.
func NewCover(l *grammar.Language) (*Cover, error) {
	d, err := l.Characters()
	if err != nil {
		return nil, err
	}
	g := &graph{l: l, d: d, rank: l.Grammar().Readable(true)}
	g.read()
	if n := len(g.arcs) - g.back; n > MaxTransitions {
		return nil, &LimitError{l.String(), "transitions", n, MaxTransitions}
	}
	c := &Cover{Transitions: g.transitions, Complete: true}
	if g.d.Live()[0] {
		times := postman(d.States()+1, g.arcs, g.cost, g.least)
		length := int64(0)
		for _, n := range times {
			length += n
		}
		if length > MaxCover {
			return nil, &LimitError{l.String(), "characters", int(length), MaxCover}
		}
		c.Strings = g.strings(times)
	}
	c.Needed = len(c.Strings)
	c.addChoices(l)
	return c, nil
}

// graph is the live states of an automaton with their transitions, a node for the end,
// and an arc from there to the beginning.
type graph struct {
	l           *grammar.Language
	d           *automaton.DFA
	rank        automaton.Rank
	arcs        []arc
	chars       []int32 // of each arc; -1 for the end
	least       []int64
	cost        []int64
	back        int // the arc to the beginning
	transitions int
}

// newString is the cost of one more string; a character costs 1.
const newString = 1 << 40

// read reads the transitions, of each state those by the most readable characters
// first.
func (g *graph) read() {
	live, end := g.d.Live(), g.d.States()
	classes := g.d.Classes().Representatives(g.rank)
	add := func(from, to int, char int32, least, cost int64) {
		g.arcs, g.chars = append(g.arcs, arc{from, to}), append(g.chars, char)
		g.least, g.cost = append(g.least, least), append(g.cost, cost)
	}
	for state, ok := range live {
		if !ok {
			continue
		}
		for _, c := range classes {
			if to := g.d.Step(state, c); live[to] {
				add(state, to, c, 1, 1)
				g.transitions++
			}
		}
		if g.d.Accepting(state) {
			add(state, end, -1, 0, 0)
		}
	}
	g.back = len(g.arcs)
	add(end, 0, -1, 1, newString)
}

// strings returns the strings that take each transition that often.
func (g *graph) strings(times []int64) []string {
	nodes := g.d.States() + 1
	var out []string
	var text []byte
	utf8Encoded := g.l.Grammar().Source().UTF8()
	for _, i := range tour(g.d.States(), nodes, g.arcs, times) {
		switch c := g.chars[i]; {
		case i == g.back:
			text = text[:0]
		case c < 0:
			out = append(out, string(text))
		case utf8Encoded:
			text = utf8.AppendRune(text, c)
		default:
			text = append(text, byte(c))
		}
	}
	return out
}

// addChoices adds strings for the rules and alternatives that are not used so far.
func (c *Cover) addChoices(l *grammar.Language) {
	p, choices, err := l.Choices()
	if err != nil {
		c.Complete = false
		return
	}
	used := make([]bool, len(choices))
	use := func(s string) {
		p.Parse(s, func(e automaton.Event, _ int) { used[e.Tag] = true })
	}
	for _, s := range c.Strings {
		use(s)
	}
	for i, choice := range choices {
		if used[i] {
			continue
		}
		word, found, complete := p.ShortestUsing(i, l.Grammar().Readable(false), maxUsing)
		switch {
		case found:
			s := string(bytesOf(word))
			c.Strings = append(c.Strings, s)
			use(s)
		case complete:
			c.Unused = append(c.Unused, choice)
		default:
			c.Complete = false
			return // it would be the same for others
		}
	}
}

// bytesOf returns symbols as bytes.
func bytesOf(word []int32) []byte {
	out := make([]byte, len(word))
	for i, b := range word {
		out[i] = byte(b)
	}
	return out
}
