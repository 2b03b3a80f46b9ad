package automaton

// ShortestUsing returns the first of the shortest strings whose derivation has the
// tag, by rank. If there is none, found is false; if the states of the search list more
// than limit nodes before it knows, complete is false too. The derivation is the one that
// [Parser.Parse] reports.
//
// The search is that of [NewLocator], whose states also say for each symbol node
// whether the derivation that leads there has the tag.
func (p *Parser) ShortestUsing(tag int, rank Rank, limit int) (word []int32, found, complete bool) {
	match := int32(len(p.follow))
	useful := p.useful()
	opens := func(w *way) int32 {
		for _, e := range w.events {
			if e.Open && e.Tag == tag {
				return 1
			}
		}
		return 0
	}
	ways := func(at int32) []way {
		if at == match {
			return p.start
		}
		return p.follow[at]
	}
	// A member of a list is a symbol node and a bit that is set if the tag is used.
	// At first there is only the match, with the ways from the beginning.
	var all lists
	first, _ := all.number([]int32{match << 1})
	listed := make([]int, match)
	round, members := 0, 0
	var list []int32
	search := newSearch[int32](nil, p.classes.alphabet(rank))
	search.run([]int32{first}, func(state int32, class int, to func(int32)) {
		round++
		list = list[:0]
		for _, x := range all.all[state] {
			from := ways(x >> 1)
			for i := range from {
				w := &from[i]
				if w.to != match && useful[w.to] && listed[w.to] != round && p.members[w.to].has(int32(class)) {
					listed[w.to] = round
					list = append(list, w.to<<1|x&1|opens(w))
				}
			}
		}
		if len(list) > 0 && members <= limit {
			n, isNew := all.number(list)
			if isNew {
				members += len(list)
			}
			to(n)
		}
	}, func(i int, state int32) bool {
		if used, ok := p.ends(all.all[state], ways, opens); ok && used {
			word, found = search.word(i), true
		}
		return !found && members <= limit
	})
	return word, found, found || members <= limit
}

// ends reports whether the derivation that is preferred among those of a list may end
// here, and whether the tag is used in it then.
func (p *Parser) ends(list []int32, ways func(int32) []way, opens func(*way) int32) (used, ok bool) {
	match := int32(len(p.follow))
	for _, x := range list {
		from := ways(x >> 1)
		for i := range from {
			if from[i].to == match {
				return x&1|opens(&from[i]) != 0, true
			}
		}
	}
	return false, false
}
