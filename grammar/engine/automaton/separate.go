package automaton

// Separators are words that tell the states of a DFA apart, as the leaves of a
// discrimination tree are told apart by its inner nodes.
type Separators struct {
	// Words are the words, by number.
	Words [][]int32
	// Of has for each state the numbers of some of them. Of any two states, both have the
	// number of a word that is accepted from one of them and not from the other.
	Of [][]int
}

// Separators finds separators of d. There are fewer than states, and each has fewer symbols
// than there are states. It takes O(states² * classes) at worst.
func (d *DFA) Separators() *Separators {
	n, k := len(d.accept), len(d.classes.sets)
	s := &Separators{Of: make([][]int, n)}
	block := make([]int, n) // of each state
	blocks := [][]int32{make([]int32, n)}
	for q := range n {
		blocks[0][q] = int32(q)
	}
	// cut divides a block by whether its states accept a word.
	cut := func(number int, word []int32) {
		var with, without []int32
		for _, q := range blocks[number] {
			s.Of[q] = append(s.Of[q], len(s.Words))
			at := int(q)
			for _, symbol := range word {
				at = d.Step(at, symbol)
			}
			if d.accept[at] {
				with = append(with, q)
			} else {
				without = append(without, q)
			}
		}
		s.Words = append(s.Words, word)
		if len(with) == 0 || len(without) == 0 {
			return // only the empty word, if no state accepts it or all do
		}
		for _, q := range with {
			block[q] = len(blocks)
		}
		blocks[number] = without
		blocks = append(blocks, with)
	}
	cut(0, nil)
	for again := true; again; {
		again = false
		for number := 0; number < len(blocks); number++ {
			for class := 0; class < k && len(blocks[number]) > 1; class++ {
				// Two states of the block lead to different blocks. After a symbol of the
				// class, the word that told those apart tells these apart.
				first := d.next[int(blocks[number][0])*k+class]
				for _, q := range blocks[number][1:] {
					if to := d.next[int(q)*k+class]; block[to] != block[first] {
						word := append([]int32{d.classes.sets[class][0].Lo}, s.word(int(first), int(to))...)
						cut(number, word)
						again = true
						break
					}
				}
			}
		}
	}
	return s
}

// word returns the word by which two states were told apart, the last one that they share.
func (s *Separators) word(a, b int) []int32 {
	n := 0
	for n < min(len(s.Of[a]), len(s.Of[b])) && s.Of[a][n] == s.Of[b][n] {
		n++
	}
	return s.Words[s.Of[a][n-1]]
}
