package suite

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/sample"
)

// states knows how to reach the states of a minimal automaton over bytes, and words that
// tell them from each other.
type states struct {
	d     *automaton.DFA
	words *automaton.Words
	// members are the bytes of each class, readable ones first.
	members [][]int32
	classOf [256]int
	// suffixes are the words that tell states apart, and accepts has for each of them
	// the states from which it is accepted.
	suffixes [][]int32
	accepts  [][]bool
}

func newStates(d *automaton.DFA, rank automaton.Rank) *states {
	s := &states{d: d, words: d.Words(rank)}
	for _, set := range d.Classes().Sets() {
		var bytes []int32
		for _, r := range set {
			for c := r.Lo; c <= r.Hi; c++ {
				bytes = append(bytes, c)
			}
		}
		slices.SortStableFunc(bytes, func(a, b int32) int { return rank(a) - rank(b) })
		for _, c := range bytes {
			s.classOf[c] = len(s.members)
		}
		s.members = append(s.members, bytes)
	}
	s.suffixes = d.Separators().Words
	for q := range d.States() {
		if word, ok := s.words.From(q); ok {
			s.suffixes = append(s.suffixes, word)
		}
	}
	// A word that is accepted from the same states as one before it tells nothing more.
	seen := make(map[string]bool)
	kept := s.suffixes[:0:0]
	for _, word := range s.suffixes {
		accepts := make([]bool, d.States())
		key := make([]byte, d.States())
		for q := range accepts {
			if accepts[q] = d.Accepting(s.run(q, word)); accepts[q] {
				key[q] = 1
			}
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			kept, s.accepts = append(kept, word), append(s.accepts, accepts)
		}
	}
	s.suffixes = kept
	return s
}

// run returns the state to which a word leads.
func (s *states) run(q int, word []int32) int {
	for _, c := range word {
		q = s.d.Step(q, c)
	}
	return q
}

// tell returns the numbers of suffixes that together tell a state from others, few and
// short ones. Those in known are used already, and not among them.
func (s *states) tell(state int, others []int, known []int) []int {
	left := make([]int, 0, len(others))
	for _, o := range others {
		if o != state && !slices.ContainsFunc(known, func(i int) bool { return s.accepts[i][o] != s.accepts[i][state] }) {
			left = append(left, o)
		}
	}
	var out []int
	for len(left) > 0 {
		best, most := 0, 0
		for i, accepts := range s.accepts {
			n := 0
			for _, o := range left {
				if accepts[o] != accepts[state] {
					n++
				}
			}
			if n > most || n == most && len(s.suffixes[i]) < len(s.suffixes[best]) {
				best, most = i, n
			}
		}
		out = append(out, best)
		left = slices.DeleteFunc(left, func(o int) bool { return s.accepts[best][o] != s.accepts[best][state] })
	}
	return out
}

// transitions yields, for each state and each class of bytes, strings that lead to the
// state, take a byte of the class, and go on so that the state to which that must lead is
// told from all others. Every byte stands in every state: where the class is told from the
// other classes of the state with it.
//
// A parser that answers all of them rightly has no wrong transition, unless it has more
// states than this automaton or more than one fault.
func (s *states) transitions(yield func(string)) {
	all := make([]int, s.d.States())
	for q := range all {
		all[q] = q
	}
	identify := make([][]int, len(all))
	for q := range identify {
		identify[q] = s.tell(q, all, nil)
	}
	turn := make([]int, len(s.members)) // which byte of a class comes next
	for q := range all {
		yield(s.text(q, nil, nil))
		near := s.near(q)
		for class, bytes := range s.members {
			to := s.d.Step(q, bytes[0])
			used := make(map[int32][]int)
			try := func(c int32, suffix int) { yield(s.text(q, []int32{c}, s.suffixes[suffix])) }
			for _, suffix := range identify[to] {
				c := bytes[turn[class]%len(bytes)]
				turn[class]++
				used[c] = append(used[c], suffix)
				try(c, suffix)
			}
			fresh := s.tell(to, near, nil)
			for _, c := range bytes {
				suffixes := fresh
				if used[c] != nil {
					suffixes = s.tell(to, near, used[c])
				}
				for _, suffix := range suffixes {
					try(c, suffix)
				}
			}
		}
	}
}

// detours yields strings that reach a state in another way than the shortest one: they take
// a transition, then the shortest way to a state, and what completes the string or tells the
// state from others. A transition that leads where one before it does goes on for one step
// only. A parser that remembers how it came to a state, and should not, fails here.
func (s *states) detours(yield func(string)) {
	all := make([]int, s.d.States())
	for q := range all {
		all[q] = q
	}
	identify := make([][]int, len(all))
	ways := make([][]way, len(all))
	live := s.d.Live()
	turn := 0
	for q := range all {
		if !live[q] {
			continue
		}
		var before []int
		for _, bytes := range s.members {
			to := s.d.Step(q, bytes[0])
			if !live[to] || s.text(q, bytes[:1]) == s.text(to) {
				continue
			}
			if ways[to] == nil {
				ways[to] = s.ways(to, live)
			}
			short := slices.Contains(before, to)
			before = append(before, to)
			for _, way := range ways[to] {
				if short && len(way.word) > 1 {
					break
				}
				if identify[way.to] == nil {
					identify[way.to] = s.tell(way.to, all, nil)
				}
				turn++
				c := bytes[turn%len(bytes):][:1]
				rest, _ := s.words.From(way.to) // the state is live
				if !short && turn%2 == 0 {
					rest = s.suffixes[identify[way.to][turn/2%len(identify[way.to])]]
				}
				yield(s.text(q, c, way.word, rest))
			}
		}
	}
}

// way is a word that leads to a state.
type way struct {
	word []int32
	to   int
}

// ways returns shortest words from a state, by live states, to each that it leads to, short
// ones first.
func (s *states) ways(from int, live []bool) []way {
	ways := []way{{nil, from}}
	seen := make([]bool, len(live))
	seen[from] = true
	for i := 0; i < len(ways); i++ {
		for _, bytes := range s.members {
			if to := s.d.Step(ways[i].to, bytes[0]); live[to] && !seen[to] {
				seen[to] = true
				ways = append(ways, way{append(slices.Clone(ways[i].word), bytes[0]), to})
			}
		}
	}
	return ways
}

// near returns the states to which a byte leads from a state.
func (s *states) near(q int) []int {
	var near []int
	for _, bytes := range s.members {
		near = append(near, s.d.Step(q, bytes[0]))
	}
	slices.Sort(near)
	return slices.Compact(near)
}

// text returns a string that leads to a state and goes on with two words.
func (s *states) text(q int, words ...[]int32) string {
	var text []byte
	for _, word := range append([][]int32{s.words.To(q)}, words...) {
		for _, c := range word {
			text = append(text, byte(c))
		}
	}
	return string(text)
}

// tours returns strings that are accepted and together take every byte in every state in
// which it may stand. Each takes on what is left, until it has some tourLength bytes.
func (s *states) tours() []string {
	live := s.d.Live()
	if !live[0] {
		return nil
	}
	// left has the bytes that are left for each state, the first one last.
	left := make([][]int32, len(live))
	for q := range left {
		for _, bytes := range s.members {
			if live[q] && live[s.d.Step(q, bytes[0])] {
				left[q] = append(left[q], bytes...)
			}
		}
		slices.Reverse(left[q])
	}
	var out []string
	for {
		var text []byte
		q, some := 0, false
		take := func(c int32) {
			if i := slices.Index(left[q], c); i >= 0 {
				left[q], some = slices.Delete(left[q], i, i+1), true
			}
			text = append(text, byte(c))
			q = s.d.Step(q, c)
		}
		for !some || len(text) < tourLength {
			way, ok := s.nearest(q, live, func(q int) bool { return len(left[q]) > 0 })
			if !ok {
				break
			}
			for _, c := range way {
				take(c)
			}
			take(left[q][len(left[q])-1])
		}
		if !some {
			return out
		}
		rest, _ := s.words.From(q) // q is live
		for _, c := range rest {
			take(c)
		}
		out = append(out, string(text))
	}
}

// tourLength is the length in bytes from which a string of [states.tours] goes the shortest
// way to its end.
const tourLength = 48

// nearest returns a shortest word that leads from a state, by live states, to one that is
// wanted.
func (s *states) nearest(from int, live []bool, wanted func(q int) bool) ([]int32, bool) {
	type step struct {
		q, before int
		c         int32
	}
	seen := make([]bool, len(live))
	seen[from] = true
	steps := []step{{q: from, before: -1}}
	for i := 0; i < len(steps); i++ {
		if wanted(steps[i].q) {
			var way []int32
			for ; steps[i].before >= 0; i = steps[i].before {
				way = append(way, steps[i].c)
			}
			slices.Reverse(way)
			return way, true
		}
		for _, bytes := range s.members {
			if to := s.d.Step(steps[i].q, bytes[0]); live[to] && !seen[to] {
				seen[to] = true
				steps = append(steps, step{to, i, bytes[0]})
			}
		}
	}
	return nil, false
}

// likely is a fault that a small suite looks for: in a state, a class of bytes leads to the
// wrong state.
type likely struct{ q, class, to int }

// likely calls yield for the states to which a class is likely to lead by mistake: where
// another class of the state leads, if the classes are confused; the state itself, if the
// byte is ignored; where the class leads earlier or later on the way of a shortest string, if
// something is repeated or left out.
func (s *states) likely(q int, yield func(class, to int)) {
	near := append(s.near(q), q)
	way := []int{0}
	for _, c := range s.words.To(q) {
		way = append(way, s.d.Step(way[len(way)-1], c))
	}
	rest, _ := s.words.From(q)
	for _, c := range rest {
		way = append(way, s.d.Step(way[len(way)-1], c))
	}
	for class, bytes := range s.members {
		wrong := slices.Clone(near)
		for _, other := range way {
			wrong = append(wrong, s.d.Step(other, bytes[0]))
		}
		slices.Sort(wrong)
		for _, to := range slices.Compact(wrong) {
			if to != s.d.Step(q, bytes[0]) {
				yield(class, to)
			}
		}
	}
}

// suspects yields strings for each state and each class that tell where the class leads from
// where it is likely to lead by mistake, and from most other states.
func (s *states) suspects(yield func(string)) {
	all := make([]int, s.d.States())
	for q := range all {
		all[q] = q
	}
	identify := make([][]int, len(all))
	turn := make([]int, len(s.members))
	for q := range all {
		wrong := make([][]int, len(s.members))
		s.likely(q, func(class, to int) { wrong[class] = append(wrong[class], to) })
		for class, bytes := range s.members {
			to := s.d.Step(q, bytes[0])
			if identify[to] == nil {
				identify[to] = s.tell(to, all, nil)
			}
			suffixes := slices.Clone(identify[to][:min(2, len(identify[to]))])
			suffixes = append(suffixes, s.tell(to, wrong[class], suffixes)...)
			for _, suffix := range suffixes {
				c := bytes[turn[class]%len(bytes)]
				turn[class]++
				yield(s.text(q, []int32{c}, s.suffixes[suffix]))
			}
		}
	}
}

// best returns the numbers of up to n of the texts, each with the greatest weight of likely
// faults that no text before it shows.
func (s *states) best(n int, texts []string, weight func(q int) float64) []int {
	n = min(n, len(texts))
	// faults are the faults by state and class, from a number on.
	var faults []likely
	first := make([][]int, s.d.States())
	for q := range first {
		s.likely(q, func(class, to int) {
			for len(first[q]) <= class {
				first[q] = append(first[q], len(faults))
			}
			faults = append(faults, likely{q, class, to})
		})
		for len(first[q]) <= len(s.members) {
			first[q] = append(first[q], len(faults))
		}
	}
	// shows are the faults that each string shows.
	shows := make([][]int32, len(texts))
	seen := make([]int, len(faults)+256*s.d.States())
	for i, text := range texts {
		valid := s.d.Accepts(text)
		q := 0
		for k := range len(text) {
			class := s.classOf[text[k]]
			for f := first[q][class]; f < first[q][class+1] && seen[f] != i+1; f++ {
				seen[f] = i + 1
				if s.acceptsWith(faults[f], faults[f].to, text[k+1:]) != valid {
					shows[i] = append(shows[i], int32(f))
				}
			}
			if f := len(faults) + q*256 + int(text[k]); valid && seen[f] != i+1 {
				seen[f] = i + 1
				shows[i] = append(shows[i], int32(f))
			}
			q = s.d.Step(q, int32(text[k]))
		}
	}
	// What a string adds only becomes less, so most need not be counted again.
	type entry struct {
		text int
		gain float64
		at   int // how many strings there were when it was counted
	}
	shown := make([]bool, len(seen))
	count := func(i int) (gain float64) {
		for _, f := range shows[i] {
			switch {
			case shown[f]:
			case int(f) < len(faults):
				gain += weight(faults[f].q)
			default:
				gain += 0.5 * weight((int(f)-len(faults))/256)
			}
		}
		return gain
	}
	var queue []entry
	for i := range texts {
		queue = append(queue, entry{i, count(i), 0})
	}
	before := func(a, b entry) bool { return a.gain > b.gain || a.gain == b.gain && a.text < b.text }
	down := func(i int) {
		for {
			next := 2*i + 1
			if next+1 < len(queue) && before(queue[next+1], queue[next]) {
				next++
			}
			if next >= len(queue) || !before(queue[next], queue[i]) {
				return
			}
			queue[i], queue[next] = queue[next], queue[i]
			i = next
		}
	}
	for i := len(queue) / 2; i >= 0; i-- {
		down(i)
	}
	var out []int
	for len(out) < n && len(queue) > 0 {
		top := queue[0]
		if top.at < len(out) {
			queue[0].gain, queue[0].at = count(top.text), len(out)
			down(0)
			continue
		}
		if top.gain == 0 {
			break
		}
		out = append(out, top.text)
		for _, f := range shows[top.text] {
			shown[f] = true
		}
		queue[0] = queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		down(0)
	}
	return out
}

// acceptsWith reports whether the rest of a string is accepted from a state by the automaton
// with a fault.
func (s *states) acceptsWith(f likely, q int, rest string) bool {
	for i := range len(rest) {
		if q == f.q && s.classOf[rest[i]] == f.class {
			q = f.to
		} else {
			q = s.d.Step(q, int32(rest[i]))
		}
	}
	return s.d.Accepting(q)
}

// verdicts adds the cases of the kind [Verdict].
func (m *maker) verdicts(s *states) error {
	for _, x := range m.examples() {
		if m.whole(x) && m.edition.Valid(x.text) == m.judge(x.text).Valid { // not what the scheme forbids
			m.verdict(x.text, Document, x.section)
		}
	}
	tours := s.tours()
	cover, err := sample.NewCover(m.language)
	if err != nil {
		return err
	}
	if m.options.Size == Small {
		covers := len(tours) + len(cover.Strings)
		texts := append(tours, cover.Strings...)
		s.suspects(func(text string) { texts = append(texts, text) })
		for _, i := range s.best(smallVerdicts-len(m.cases), texts, m.weigher(s)) {
			origin := Transition
			if i < covers {
				origin = Cover
			}
			m.verdict(texts[i], origin, "")
		}
		return nil
	}
	for _, text := range tours {
		m.verdict(text, Cover, "")
	}
	for _, text := range cover.Strings {
		m.verdict(text, Cover, "")
	}
	misses, err := sample.NearMisses(m.language)
	if err != nil {
		return err
	}
	for miss := range misses {
		m.verdict(miss.Text, NearMiss, "")
	}
	s.transitions(func(text string) { m.verdict(text, Transition, "") })
	s.detours(func(text string) { m.verdict(text, Detour, "") })
	return m.characters()
}

// characters adds, where characters are code points, the first and the last character of
// each range of each class, in every state.
func (m *maker) characters() error {
	if !m.language.Grammar().Source().UTF8() {
		return nil
	}
	d, err := m.language.Characters()
	if err != nil {
		return err
	}
	words := d.Words(m.language.Grammar().Readable(true))
	for q, live := range d.Live() {
		if !live {
			continue
		}
		for _, set := range d.Classes().Sets() {
			for _, r := range set {
				for _, c := range []rune{r.Lo, r.Hi} {
					if c < utf8.RuneSelf || !utf8.ValidRune(c) {
						continue
					}
					next := d.Step(q, c)
					if !d.Live()[next] {
						next = q
					}
					rest, _ := words.From(next) // the state is live
					m.verdict(string(words.To(q))+string(c)+string(rest), Transition, "")
				}
			}
		}
	}
	return nil
}

// smallVerdicts is how many verdicts a small suite has at most.
const smallVerdicts = 1150

// weigher returns a function that says how much a fault in a state counts. A fault counts less
// if the rule that is read there is read in many states: most states of an edition read an
// IPv6 address.
func (m *maker) weigher(s *states) func(state int) float64 {
	live := s.d.Live()
	rules, size := make([]string, s.d.States()), make(map[string]float64)
	for q := range rules {
		for _, bytes := range s.members {
			if c := bytes[:1]; live[q] && !live[s.d.Step(q, c[0])] {
				rules[q] = m.judge(s.text(q, c)).Rule // the rule that the error has
				break
			}
		}
		size[rules[q]]++
	}
	return func(q int) float64 { return math.Pow(size[rules[q]], -0.25) }
}

// verdict adds the verdict on a string that the suite may ask about. The section is that of
// an example.
func (m *maker) verdict(text string, origin Origin, section string) {
	if !m.asked(text) {
		return
	}
	c := m.judge(text)
	if c.Origin = origin; section != "" {
		c.Section = section
	}
	m.add(c)
}

// judge returns the verdict on a string.
func (m *maker) judge(text string) Case {
	c := Case{Kind: Verdict, Input: text, Valid: true}
	syntax, ok := errors.AsType[*grammar.SyntaxError](m.edition.References().Check(text))
	if ok {
		c.Section = syntax.Section
	} else if m.document != nil && !m.language.Valid(text) {
		absolute := text
		if !m.document.ForbidsFragment() {
			absolute, _, _ = strings.Cut(text, "#")
		}
		by, _ := m.document.Language(m.options.Scheme) // the scheme is one of the document
		if syntax, ok = errors.AsType[*grammar.SyntaxError](by.Check(absolute)); ok {
			c.Section = m.document.Grammar().Source().Cite(syntax.Section)
		}
	}
	if ok {
		c.Valid, c.Offset, c.Rule = false, syntax.Offset, syntax.Rule
	}
	return c
}
