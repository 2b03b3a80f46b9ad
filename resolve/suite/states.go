package suite

import (
	"slices"

	"github.com/urispec/urispec/grammar/engine/automaton"
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
