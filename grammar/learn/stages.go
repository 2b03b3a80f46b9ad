package learn

import (
	"maps"
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

// stage makes strings that might be ones on which the box and the hypothesis disagree. It
// gives them to try, in parts, until that returns false.
type stage struct {
	name  string
	once  bool // a second run in a row would try other strings, but hardly better ones
	fixed bool // the strings are always the same, so their answers are kept
	words func(try func(p1, p2, p3, p4 string) bool)
}

// stages returns the stages, cheap ones first.
func (l *learner) stages() []stage {
	return []stage{
		{name: "classes of bytes", words: l.bytes},
		{name: "states of similar languages", fixed: true, words: l.suites},
		{name: "products with similar languages", words: l.products},
		{name: "ways on from each transition", words: l.transfer},
		{name: "repetitions", words: l.repetitions},
		{name: "parts of known strings", words: l.parts},
		{name: "one state more", words: l.oneMore},
		{name: "strings by chance", once: true, words: l.chance},
	}
}

// run runs a stage, refines the hypothesis by each disagreement, and returns how many there
// were.
func (l *learner) run(s stage) (found int, err error) {
	const together = 1 << 12
	l.stage = s.name
	var b batch
	var known []bool // the answers to what is tried from here on
	if s.fixed {
		known = l.fixed
	}
	flush := func() {
		if len(known) > 0 {
			b.seal()
			b.answers, known = append(b.answers[:0], known[:len(b.texts)]...), known[len(b.texts):]
		} else if err = l.ask(&b); err != nil {
			return
		} else if s.fixed {
			l.fixed = append(l.fixed, b.answers...)
		}
		for i, text := range b.texts {
			if l.accepts(text) == b.answers[i] {
				continue
			}
			before := l.found
			if err = l.refine(text, b.answers[i]); err != nil {
				return
			}
			if l.found > before {
				found++
			}
		}
		b.empty()
	}
	s.words(func(p1, p2, p3, p4 string) bool {
		b.add(p1, p2, p3, p4)
		if len(b.ends) == together {
			flush()
		}
		return err == nil
	})
	if err == nil {
		flush()
	}
	return found, err
}

// suffixes yields the suffixes that the discrimination tree has for a state.
func (l *learner) suffixes(q int, yield func(suffix string) bool) bool {
	for n := l.states[q].leaf.parent; n != nil; n = n.parent {
		if !yield(n.suffix) {
			return false
		}
	}
	return true
}

// bytes tries each byte in each state. It finds the classes.
func (l *learner) bytes(try func(p1, p2, p3, p4 string) bool) {
	for q := 0; q < len(l.states); q++ {
		for c := range 256 {
			if byte(c) == l.reps[l.classOf[c]] {
				continue
			}
			if !l.suffixes(l.step(q, byte(c)), func(suffix string) bool {
				return try(l.states[q].access, single[c], suffix, "")
			}) {
				return
			}
		}
	}
}

// oneMore tries what the W-method tries for an automaton with one state more: from each
// state each two classes, and the suffixes of the state to which they lead.
func (l *learner) oneMore(try func(p1, p2, p3, p4 string) bool) {
	for q := 0; q < len(l.states); q++ {
		for c := 0; c < len(l.reps); c++ {
			for d := 0; d < len(l.reps); d++ {
				first, second := l.reps[c], l.reps[d]
				if !l.suffixes(l.step(l.step(q, first), second), func(suffix string) bool {
					return try(l.states[q].access, single[first], single[second], suffix)
				}) {
					return
				}
			}
		}
	}
}

// transfer takes each transition, then a shortest way to each state that can be reached
// from there, and then one suffix of that state; and once more with one class before the
// suffix. States that only differ much later, and were taken for one, are found by this.
func (l *learner) transfer(try func(p1, p2, p3, p4 string) bool) {
	turn := 0
	for target := 0; target < len(l.states); target++ {
		ways, reached := l.ways(target)
		for _, e := range slices.Clone(l.states[target].incoming) {
			access, first := l.states[e.state].access, single[l.reps[e.class]]
			if access+first == l.states[target].access {
				continue
			}
			for _, to := range reached {
				turn++
				if !try(access, first, ways[to], l.nth(to, turn)) {
					return
				}
				c := l.reps[l.random.IntN(len(l.reps))]
				if !try(access, first, ways[to], single[c]+l.nth(l.step(to, c), turn)) {
					return
				}
			}
		}
	}
}

// ways returns shortest strings from a state to each state that is reached from it, and
// these states in the order in which they are reached.
func (l *learner) ways(from int) (ways []string, reached []int) {
	ways = make([]string, len(l.states))
	seen := make([]bool, len(l.states))
	seen[from] = true
	reached = []int{from}
	for i := 0; i < len(reached); i++ {
		q := reached[i]
		for class, to := range l.states[q].next {
			if !seen[to] {
				seen[to] = true
				ways[to] = ways[q] + single[l.reps[class]]
				reached = append(reached, int(to))
			}
		}
	}
	return ways, reached
}

// nth returns one of the suffixes of a state.
func (l *learner) nth(q, n int) string {
	depth := 0
	l.suffixes(q, func(string) bool { depth++; return true })
	n %= depth
	var nth string
	l.suffixes(q, func(suffix string) bool {
		nth = suffix
		n--
		return n >= 0
	})
	return nth
}

// parts takes the tokens, and the parts of two and three bytes of the strings that the
// hypothesis rests on. It tries each of them in each state, and the suffixes of the state to
// which it leads: "%25" may matter in more places than where it was found.
func (l *learner) parts(try func(p1, p2, p3, p4 string) bool) {
	all := make(map[string]bool)
	cut := func(text string) {
		for _, length := range []int{2, 3} {
			for i := 0; i+length <= len(text); i++ {
				all[text[i:i+length]] = true
			}
		}
	}
	for q := range l.states {
		cut(l.states[q].access)
		l.suffixes(q, func(suffix string) bool { cut(suffix); return true })
	}
	for _, token := range l.options.Tokens {
		all[token] = true
	}
	for _, part := range slices.Sorted(maps.Keys(all)) {
		for q := 0; q < len(l.states); q++ {
			if !l.suffixes(l.walk(q, part), func(suffix string) bool {
				return try(l.states[q].access, part, suffix, "")
			}) {
				return
			}
		}
	}
	// After a token, any byte may have a meaning of its own.
	_, has := l.completions()
	turn := 0
	for _, token := range l.options.Tokens {
		for q := range has {
			after := l.walk(q, token)
			if after >= len(has) || !has[after] {
				continue
			}
			for c := range 256 {
				turn++
				if !try(l.states[q].access, token, single[c], l.nth(l.step(after, byte(c)), turn)) {
					return
				}
			}
		}
	}
}

// completions returns for each state of the hypothesis a shortest string that is accepted
// from there. The second result is false where there is none.
func (l *learner) completions() ([]string, []bool) {
	texts, has := make([]string, len(l.states)), make([]bool, len(l.states))
	from := make([][]edge, len(l.states))
	var reached []int
	for q := range l.states {
		for class, to := range l.states[q].next {
			if to == unknown {
				continue
			}
			from[to] = append(from[to], edge{state: q, class: class})
		}
		if l.states[q].accepts {
			has[q] = true
			reached = append(reached, q)
		}
	}
	for i := 0; i < len(reached); i++ {
		for _, e := range from[reached[i]] {
			if !has[e.state] {
				has[e.state] = true
				texts[e.state] = single[l.reps[e.class]] + texts[reached[i]]
				reached = append(reached, e.state)
			}
		}
	}
	return texts, has
}

// chance tries strings of the corpus with a few changes, tokens one after the other, and
// random ways on from each state.
func (l *learner) chance(try func(p1, p2, p3, p4 string) bool) {
	each := min(2000*len(l.states), 100_000)
	any := func() string {
		if l.random.IntN(8) == 0 {
			return single[l.random.IntN(256)]
		}
		return single[l.reps[l.random.IntN(len(l.reps))]]
	}
	if corpus := l.options.Corpus; len(corpus) > 0 {
		for range each {
			text := corpus[l.random.IntN(len(corpus))]
			for range 1 + l.random.IntN(3) {
				at := l.random.IntN(len(text) + 1)
				end := min(len(text), at+l.random.IntN(2))
				with := ""
				if l.random.IntN(3) > 0 {
					with = any()
				}
				text = text[:at] + with + text[end:]
			}
			if !try(text, "", "", "") {
				return
			}
		}
	}
	if tokens := l.options.Tokens; len(tokens) > 0 {
		some := func() string {
			if l.random.IntN(3) == 0 {
				return any()
			}
			return tokens[l.random.IntN(len(tokens))]
		}
		for range each {
			text := some() + some()
			for range l.random.IntN(4) {
				text += some()
			}
			if !try(text, some(), "", "") {
				return
			}
		}
	}
	for range each {
		q := l.random.IntN(len(l.states))
		middle := ""
		for range 2 + l.random.IntN(4) {
			middle += any()
		}
		access := l.states[q].access
		if !try(access, middle, l.nth(l.walk(q, middle), l.random.IntN(1<<20)), "") {
			return
		}
	}
}

// prior is an automaton whose language may resemble that of the box.
type prior struct {
	dfa         *automaton.DFA
	reps        []byte
	access      []string // shortest strings to each state
	completions []string // shortest accepted strings from each state
	live        []bool
	suffixes    []string // tell states apart
	of          [][]int  // of each state the numbers of its suffixes
}

// newPrior returns an automaton with what the stages need of it.
func newPrior(d *automaton.DFA) *prior {
	p := &prior{dfa: d, live: d.Live()}
	for _, set := range d.Classes().Sets() {
		p.reps = append(p.reps, byte(set[0].Lo))
	}
	words := d.Words(func(symbol int32) int { return int(symbol) })
	for q := range d.States() {
		p.access = append(p.access, text(words.To(q)))
		from, _ := words.From(q)
		p.completions = append(p.completions, text(from))
	}
	separators := d.Separators()
	for _, word := range separators.Words {
		p.suffixes = append(p.suffixes, text(word))
	}
	p.of = separators.Of
	return p
}

// text returns symbols as the bytes that they are.
func text(symbols []int32) string {
	bytes := make([]byte, len(symbols))
	for i, symbol := range symbols {
		bytes[i] = byte(symbol)
	}
	return string(bytes)
}

// suites tries what tells the states of each prior apart: from each state each class, and
// the suffixes of the state to which it leads.
func (l *learner) suites(try func(p1, p2, p3, p4 string) bool) {
	for _, p := range l.priors {
		for q := range p.access {
			for _, c := range p.reps {
				for _, number := range p.of[p.dfa.Step(q, int32(c))] {
					if !try(p.access[q], single[c], p.suffixes[number], "") {
						return
					}
				}
			}
		}
	}
}

// products tries shortest strings to each pair of a state of the hypothesis and one of a
// prior, the next byte, and what completes the string in one or the other.
func (l *learner) products(try func(p1, p2, p3, p4 string) bool) {
	type pair struct{ q, p int }
	for _, prior := range l.priors {
		completions, has := l.completions()
		seen := map[pair]bool{{}: true}
		texts, queue := []string{""}, []pair{{}}
		for i := 0; i < len(queue); i++ {
			at := queue[i]
			for _, c := range l.joint(prior) {
				to := pair{l.step(at.q, c), prior.dfa.Step(at.p, int32(c))}
				if !try(texts[i], single[c], "", "") {
					return
				}
				if to.q < len(completions) && has[to.q] && !try(texts[i], single[c], completions[to.q], "") {
					return
				}
				if prior.live[to.p] && !try(texts[i], single[c], prior.completions[to.p], "") {
					return
				}
				if !seen[to] {
					seen[to] = true
					texts, queue = append(texts, texts[i]+single[c]), append(queue, to)
				}
			}
		}
	}
}

// joint returns a byte of each class that the hypothesis and a prior have together.
func (l *learner) joint(p *prior) []byte {
	ofPrior := [256]uint8{}
	for n, set := range p.dfa.Classes().Sets() {
		for _, r := range set {
			for b := r.Lo; b <= r.Hi; b++ {
				ofPrior[b] = uint8(n)
			}
		}
	}
	var bytes []byte
	seen := make(map[[2]uint8]bool)
	for b := range 256 {
		classes := [2]uint8{l.classOf[b], ofPrior[b]}
		if !seen[classes] {
			seen[classes] = true
			bytes = append(bytes, byte(b))
		}
	}
	return bytes
}
