package learn

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// learner holds the hypothesis and the discrimination tree.
type learner struct {
	ctx      context.Context
	box      Box
	options  Options
	queries  int
	reported int
	found    int
	stage    string
	random   *rand.Rand

	states  []state
	root    *node
	todo    []edge
	classOf [256]uint8 // of each byte its class
	reps    []byte     // of each class the byte that stands for it

	priors []*prior
	fixed  []bool // the answers in the stage whose strings are always the same
	limits []Limit
	// unfinished is true if a limit of the options was reached.
	unfinished bool
	long       []string
}

// state is a state of the hypothesis.
type state struct {
	access   string // leads to the state
	leaf     *node
	accepts  bool
	next     []int32 // by class
	incoming []edge  // the transitions that lead to the state
}

// node is a node of the discrimination tree. A leaf has no children.
type node struct {
	parent   *node
	suffix   string
	children [2]*node // without and with the suffix accepted
	state    int      // of a leaf
	leaf     bool
	accepted bool // in the parent, on which side
}

// edge is the transition of a state by a class. It is sifted from a node on.
type edge struct {
	state int
	class int
	at    *node
}

// unknown is where a transition leads while that is not known.
const unknown = -1

// single has each byte as a string.
var single = func() (all [256]string) {
	for b := range all {
		all[b] = string([]byte{byte(b)})
	}
	return all
}()

// newLearner returns a learner that has asked nothing yet.
func newLearner(ctx context.Context, box Box, options Options) *learner {
	if options.MaxStates == 0 {
		options.MaxStates = 1 << 12
	}
	l := &learner{ctx: ctx, box: box, options: options, random: rand.New(rand.NewPCG(options.Seed, 0))}
	l.reps = []byte{0}
	if len(options.Priors) > 0 {
		l.reps = l.reps[:0]
		for class, set := range options.Priors[0].Classes().Sets() {
			l.reps = append(l.reps, byte(set[0].Lo))
			for _, r := range set {
				for b := r.Lo; b <= r.Hi; b++ {
					l.classOf[b] = uint8(class)
				}
			}
		}
	}
	for _, d := range options.Priors {
		l.priors = append(l.priors, newPrior(d))
	}
	return l
}

// begin makes the first hypothesis.
func (l *learner) begin() error {
	var b batch
	b.add("", "", "", "")
	if err := l.ask(&b); err != nil {
		return err
	}
	l.root = new(node)
	l.addState("", l.root, b.answers[0])
	return l.close()
}

// addState adds a state as a child of a node, on the side accepted.
func (l *learner) addState(access string, parent *node, accepted bool) *node {
	n := &node{parent: parent, accepted: accepted, leaf: true, state: len(l.states)}
	parent.children[side(accepted)] = n
	l.states = append(l.states, state{access: access, leaf: n, next: make([]int32, len(l.reps))})
	s := &l.states[n.state]
	for m := n; m.parent != nil; m = m.parent {
		if m.parent == l.root {
			s.accepts = m.accepted
		}
	}
	for class := range l.reps {
		s.next[class] = unknown
		l.todo = append(l.todo, edge{n.state, class, l.root})
	}
	return n
}

// side is the number of a child.
func side(accepted bool) int {
	if accepted {
		return 1
	}
	return 0
}

// close finds out where the transitions in todo lead. That may find more states.
func (l *learner) close() error {
	var b batch
	for len(l.todo) > 0 {
		edges := l.todo
		l.todo = nil
		for len(edges) > 0 {
			if len(l.states) > l.options.MaxStates {
				return &stopError{"the number of states has reached its limit"}
			}
			b.empty()
			edges = slices.DeleteFunc(edges, func(e edge) bool {
				if !e.at.leaf {
					return false
				}
				l.states[e.state].next[e.class] = int32(e.at.state)
				to := &l.states[e.at.state]
				to.incoming = append(to.incoming, edge{state: e.state, class: e.class})
				return true
			})
			for _, e := range edges {
				b.add(l.states[e.state].access, single[l.reps[e.class]], e.at.suffix, "")
			}
			if len(edges) == 0 {
				break
			}
			if err := l.ask(&b); err != nil {
				return err
			}
			for i := range edges {
				e := &edges[i]
				child := e.at.children[side(b.answers[i])]
				if child == nil {
					child = l.addState(l.states[e.state].access+single[l.reps[e.class]], e.at, b.answers[i])
				}
				e.at = child
			}
		}
	}
	return nil
}

// divideState makes two states of one, which a suffix tells apart: from the new one, which
// access leads to, the box accepts the suffix or not, and from the old one the other way.
func (l *learner) divideState(old int, suffix, access string, accepted bool) {
	s := &l.states[old]
	n := s.leaf
	n.leaf, n.suffix = false, suffix
	s.leaf = &node{parent: n, accepted: !accepted, leaf: true, state: old}
	n.children[side(!accepted)] = s.leaf
	for _, e := range s.incoming {
		e.at = n
		l.todo = append(l.todo, e)
	}
	s.incoming = nil
	next := s.next
	copy(l.states[l.addState(access, n, accepted).state].next, next) // until it is known better
}

// divideClass makes a class of the bytes that are given, which are of another class.
func (l *learner) divideClass(bytes []byte) {
	class, old := len(l.reps), l.classOf[bytes[0]]
	l.reps = append(l.reps, bytes[0])
	for _, b := range bytes {
		l.classOf[b] = uint8(class)
	}
	for q := range l.states {
		l.states[q].next = append(l.states[q].next, l.states[q].next[old])
		l.todo = append(l.todo, edge{q, class, l.root})
	}
}

// step returns the state to which a byte leads.
func (l *learner) step(q int, b byte) int {
	return int(l.states[q].next[l.classOf[b]])
}

// walk returns the state to which a string leads from a state.
func (l *learner) walk(q int, text string) int {
	for i := range len(text) {
		q = int(l.states[q].next[l.classOf[text[i]]])
	}
	return q
}

// accepts reports what the hypothesis says of a string.
func (l *learner) accepts(text string) bool {
	return l.states[l.walk(0, text)].accepts
}

// automaton returns the hypothesis as a minimal automaton.
func (l *learner) automaton() *automaton.DFA {
	sets := make([]automaton.Set, len(l.reps))
	for b, class := range l.classOf {
		sets[class] = sets[class].Union(automaton.Of(int32(b)))
	}
	if len(l.states) == 0 {
		return automaton.Compile(256, automaton.Alt())
	}
	return automaton.Explore(256, sets, 0,
		func(q int, symbol int32) int {
			if q == unknown {
				return q
			}
			return l.step(q, byte(symbol))
		},
		func(q int) bool { return q != unknown && l.states[q].accepts })
}
