package automaton

// Verdicts are what several languages say of one string, and the first of the
// shortest strings of which they say it.
type Verdicts struct {
	Word   []int32
	Accept []bool // by language
}

// AllVerdicts returns every list of verdicts that the languages give on some string,
// each with the first of the shortest strings by rank, shorter strings first. It
// searches the tuples of states that some string leads to. If there are more than
// limit of them it gives up, with false; it needs some hundred bytes for each.
func AllVerdicts(ds []*DFA, rank Rank, limit int) ([]Verdicts, bool) {
	var sets []Set
	most := int32(1)
	for _, d := range ds {
		sets = append(sets, d.classes.sets...)
		most = max(most, d.classes.limit)
	}
	classes := newClasses(most, sets)
	over := make([]*DFA, len(ds))
	for i, d := range ds {
		over[i] = d.over(classes)
	}
	k := len(classes.sets)
	var tuples lists
	next := make([]int32, len(ds))
	first, _ := tuples.number(next)
	search := newSearch[int32](nil, classes.alphabet(rank))
	var out []Verdicts
	known := make(map[string]bool)
	key := make([]byte, len(ds))
	search.run([]int32{first}, func(at int32, class int, to func(int32)) {
		for i, s := range tuples.all[at] {
			next[i] = over[i].next[int(s)*k+class]
		}
		n, _ := tuples.number(next)
		to(n)
	}, func(i int, at int32) bool {
		accept := make([]bool, len(ds))
		for j, s := range tuples.all[at] {
			accept[j] = over[j].accept[s]
			key[j] = 0
			if accept[j] {
				key[j] = 1
			}
		}
		if !known[string(key)] {
			known[string(key)] = true
			out = append(out, Verdicts{search.word(i), accept})
		}
		return len(tuples.all) <= limit
	})
	return out, len(tuples.all) <= limit
}
