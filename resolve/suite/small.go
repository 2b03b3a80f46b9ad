package suite

import (
	"container/heap"
	"slices"
)

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

// shown returns for each text the numbers of the faults that it shows. The first are those of
// likely. After them comes one for each state and each byte: that the byte is taken from its
// class there, which is shown by a text that conforms and has the byte.
func (s *states) shown(texts []string) (faults []likely, shows [][]int32) {
	// first has for each state and class the number of its first fault.
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
	shows = make([][]int32, len(texts))
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
	return faults, shows
}

// best returns the numbers of up to n of the texts, each with the greatest weight of faults
// that no text before it shows.
func (s *states) best(n int, texts []string, weight func(q int) float64) []int {
	n = min(n, len(texts))
	faults, shows := s.shown(texts)
	shown := make([]bool, len(faults)+256*s.d.States())
	count := func(i int) (gain float64) {
		for _, f := range shows[i] {
			switch {
			case shown[f]:
			case int(f) < len(faults):
				gain += weight(faults[f].q)
			default: // a byte that is taken from a class
				gain += 0.5 * weight((int(f)-len(faults))/256)
			}
		}
		return gain
	}
	// What a text adds only becomes less, so most need not be counted again.
	var q queue
	for i := range texts {
		q = append(q, gain{i, count(i), 0})
	}
	heap.Init(&q)
	var out []int
	for len(out) < n && len(q) > 0 && q[0].gain > 0 {
		if top := &q[0]; top.at < len(out) {
			top.gain, top.at = count(top.text), len(out)
			heap.Fix(&q, 0)
			continue
		}
		i := heap.Pop(&q).(gain).text
		out = append(out, i)
		for _, f := range shows[i] {
			shown[f] = true
		}
	}
	return out
}

// gain is what a text adds to those that were chosen before it.
type gain struct {
	text int
	gain float64
	at   int // how many texts there were when it was counted
}

// queue is a heap of gains, the greatest first.
type queue []gain

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(gain)) }

func (q queue) Less(i, j int) bool {
	return q[i].gain > q[j].gain || q[i].gain == q[j].gain && q[i].text < q[j].text
}

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
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
