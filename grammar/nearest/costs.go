package nearest

import "slices"

// cost counts edits and, in the lower half, characters that move.
type cost = uint64

const (
	oneEdit cost = 1 << 32
	oneMove cost = 1
	never   cost = 1 << 60 // a few of them can be added
)

// costs are the least costs from cells to the end of the input. A cell is a position in
// the input and a state of the automaton. There are three passes:
//
//  1. From the end, the least number of edits from every cell. The characters that move do
//     not count here, so this takes a few steps for each edge of the automaton.
//  2. From the beginning, the cells on ways of the least cost. With the numbers of the first
//     pass, the search goes hardly anywhere else.
//  3. From the end, the costs of these cells. The other cells cost never.
//
// The memory is used again for other inputs.
type costs struct {
	machine *machine
	in      *input
	move    cost // what a character costs that moves; never if none may

	// The first pass. edits has the least number for each cell, by position*states + state.
	edits   []uint32
	limit   uint32   // ways with more edits are left out
	exact   bool     // if not, there may be more
	dead    []uint32 // for each position, how many characters before it cannot stay
	near    []uint32 // for each state, the least number of edits after an edge
	rings   rings
	escaped []move

	// The others. known has for each cell its index in cells + 1; 0 if it is not there.
	known  []int32
	cells  []cell
	order  []int32 // the cells that were visited, those to which steps lead first
	sorted []int32
	counts []int32
}

// cell is a cell that the second pass has met.
type cell struct {
	position, state int32
	spent           cost // from the beginning
	visited         bool
	cost            cost // to the end
}

// far is the number of edits from a cell from which no way leads to the end, or none within
// the limit.
const far uint32 = 1 << 30

// at returns the least cost from a position and a state to the end.
func (c *costs) at(position int, state int32) cost {
	place := position*len(c.near) + int(state)
	if c.move == never && c.exact { // then edits are all that counts
		if c.edits[place] == far {
			return never
		}
		return cost(c.edits[place]) * oneEdit
	}
	if i := c.known[place]; i > 0 {
		return c.cells[i-1].cost
	}
	return never
}

// least returns the least cost of all.
func (c *costs) least() cost {
	if len(c.near) == 0 { // the language is empty
		return never
	}
	return c.at(0, 0)
}

// moved returns how many characters move.
func (c *costs) moved() int { return int(c.least() % oneEdit) }

// find finds the least costs for an input.
func (c *costs) find(m *machine, in *input) {
	c.machine, c.in, c.move = m, in, oneMove
	states := len(m.accept)
	cells := (len(in.chars) + 1) * states
	c.edits = slices.Grow(c.edits[:0], cells)[:cells]
	c.known = slices.Grow(c.known[:0], cells)[:cells]
	c.near = slices.Grow(c.near[:0], states)[:states]
	clear(c.known)
	c.cells = c.cells[:0]
	if states == 0 {
		return
	}
	c.exact = true
	// Most inputs need few edits more than one for each character that cannot stay. If the
	// last quarter takes more, the whole takes many.
	c.findDead()
	c.limit = min(c.dead[len(in.chars)]+2, c.greatest())
	left, found := c.count()
	if !found && left < len(in.chars)*3/4 {
		c.limit = min(16*c.limit, c.greatest())
		_, found = c.count()
	}
	if !found {
		c.limit = c.greatest()
		c.count()
	}
	c.settle(false)
}

// keep finds the least costs if no character may move, for the input of find. Mostly it
// takes as many edits, or few more.
func (c *costs) keep() {
	c.move, c.exact = never, false
	if c.settle(false) {
		return
	}
	c.exact = true
	c.findDead()
	c.limit = c.greatest()
	c.count()
}

// greatest returns a number of edits that is enough: to delete all characters and insert
// others takes no more.
func (c *costs) greatest() uint32 { return uint32(len(c.in.chars) + len(c.near)) }

// findDead finds the characters that cannot stay.
func (c *costs) findDead() {
	c.dead = append(c.dead[:0], 0)
	for i := range c.in.chars {
		x, n := &c.in.chars[i], c.dead[i]
		if !slices.ContainsFunc(c.machine.byClass(x.class), func(v move) bool { return c.keeping(x, v.label) < never }) {
			n++
		}
		c.dead = append(c.dead, n)
	}
}

// count finds the least number of edits from every cell, where a way by it may take no
// more than the limit. It returns how many characters were left when there was no such way
// any more, and whether there is one from the beginning.
func (c *costs) count() (left int, found bool) {
	m, n := c.machine, len(c.near)
	end := c.edits[len(c.in.chars)*n:]
	for state, accept := range m.accept {
		if end[state] = far; accept {
			end[state] = 0
		}
	}
	c.edits[0] = far
	i := len(c.in.chars)
	for c.insert(c.edits[i*n:(i+1)*n], c.limit-c.dead[i]) {
		if i == 0 {
			return 0, c.edits[0] < far
		}
		i--
		x := &c.in.chars[i]
		here, next := c.edits[i*n:(i+1)*n], c.edits[(i+1)*n:(i+2)*n]
		switch {
		case c.move < never:
			for state, e := range c.near {
				here[state] = min(next[state], e) + 1
			}
		case !x.delimiter:
			for state, e := range next {
				here[state] = e + 1
			}
			for _, e := range m.byLabel[x.label] {
				if e.kinds[x.kind] {
					here[e.from] = min(here[e.from], next[e.to]+1)
				}
			}
		default:
			for state := range here {
				here[state] = far
			}
		}
		for _, v := range m.byClass(x.class) {
			if v.label == x.label || c.move < never {
				here[v.from] = min(here[v.from], next[v.to])
			}
		}
		if c.move == never && x.delimiter {
			continue
		}
		for _, v := range c.escapes(x) {
			if v.label == x.label || c.move < never {
				here[v.from] = min(here[v.from], next[v.to]+1)
			}
		}
	}
	return i, false
}

// escapes returns the moves from all states by the escaped form of a character.
func (c *costs) escapes(x *character) []move {
	m := c.machine
	if x.size == 1 {
		return m.escapes.of(int(c.in.text[x.at]))
	}
	c.escaped = c.escaped[:0]
	for _, first := range m.escapes.of(int(c.in.text[x.at])) {
		m.escaped(first.to, c.in.text[x.at+1:x.at+x.size], func(to, label int32) {
			if label == first.label {
				c.escaped = append(c.escaped, move{first.from, to, label})
			}
		})
	}
	return c.escaped
}

// insert adds to the numbers of edits at a position what can be inserted there, and
// finds the least of them after an edge from each state. It returns false if there are
// none within the limit.
func (c *costs) insert(here []uint32, limit uint32) bool {
	found := false
	for state, e := range here {
		c.near[state] = far
		if e > limit {
			here[state] = far
			continue
		}
		c.rings.add(e, int32(state))
		found = true
	}
	near, before := c.near[:len(here)], &c.machine.before
	for e, ok := c.rings.least(); ok; e, ok = c.rings.least() {
		c.rings.drain(func(state int32) {
			if here[state] < e {
				return // it had a lesser number
			}
			for _, from := range before.of(int(state)) {
				if near[from] < far {
					continue
				}
				if near[from] = e; e < limit && e+1 < here[from] {
					here[from] = e + 1
					c.rings.add(e+1, from)
				}
			}
		})
	}
	return found
}

// settle finds the costs of the cells on ways of the least cost or, if all is true, on all
// ways with the least number of edits. It returns false if it gives up, because the numbers
// of the first pass are not exact, and too far from what is right.
func (c *costs) settle(all bool) bool {
	for i := range c.cells { // of the call before
		c.known[c.cell(&c.cells[i])] = 0
	}
	c.cells, c.order = c.cells[:0], c.order[:0]
	if c.edits[0] == far {
		return true
	}
	if !c.visit(all) {
		return false
	}
	c.sort()
	for _, at := range c.order {
		x := &c.cells[at]
		if c.ends(x) {
			x.cost = 0
		}
		c.steps(x, func(position int, to int32, cost cost) {
			x.cost = min(x.cost, cost+c.at(position, to))
		})
	}
	return true
}

// cell returns the place of a cell in edits and known.
func (c *costs) cell(x *cell) int { return int(x.position)*len(c.near) + int(x.state) }

// ends reports whether the string can end in a cell.
func (c *costs) ends(x *cell) bool {
	return int(x.position) == len(c.in.chars) && c.machine.accept[x.state]
}

// visit searches for ways of the least cost. If the numbers of edits are exact, it goes only
// where they are the least, and ways by which few characters move come first. If not, ways
// that may have few edits come first.
func (c *costs) visit(all bool) (found bool) {
	least := cost(c.edits[0])
	reach := func(position int, state int32, spent cost) {
		place := position*len(c.near) + int(state)
		more := spent/oneEdit + cost(c.edits[place]) - least
		switch {
		case spent >= never || least+more > cost(c.limit) || c.exact && more > 0:
			return
		case c.exact:
			more = spent % oneEdit
		}
		at := c.known[place] - 1
		switch {
		case at < 0:
			at = int32(len(c.cells))
			c.cells = append(c.cells, cell{position: int32(position), state: state, spent: spent, cost: never})
			c.known[place] = at + 1
		case c.cells[at].spent <= spent:
			return
		default:
			c.cells[at].spent = spent
		}
		c.rings.add(uint32(more), at)
	}
	patience := len(c.edits)
	if !c.exact {
		patience = 16 * (len(c.in.chars) + 16)
	}
	reach(0, 0, 0)
	for _, ok := c.rings.least(); ok && (all || !found) && len(c.order) <= patience; _, ok = c.rings.least() {
		c.rings.drain(func(at int32) {
			x := c.cells[at]
			if x.visited || len(c.order) > patience {
				return
			}
			c.cells[at].visited = true
			c.order = append(c.order, at)
			found = found || c.ends(&x)
			c.steps(&x, func(position int, to int32, cost cost) { reach(position, to, x.spent+cost) })
		})
	}
	c.rings.clear()
	return found && len(c.order) <= patience
}

// steps calls visit for each step from a cell, with the position and the state after it
// and its cost.
func (c *costs) steps(x *cell, visit func(position int, to int32, cost cost)) {
	m, position, state := c.machine, int(x.position), int(x.state)
	edges := m.edges.of(state)
	for i := range edges {
		visit(position, edges[i].to, oneEdit)
	}
	if position == len(c.in.chars) {
		return
	}
	char := &c.in.chars[position]
	for _, v := range m.by(state, char.class) {
		visit(position+1, v.to, c.keeping(char, v.label))
	}
	visit(position+1, x.state, c.deleting(char))
	for i := range edges {
		visit(position+1, edges[i].to, c.replacing(char, &edges[i]))
	}
	m.escaped(x.state, c.in.text[char.at:char.at+char.size], func(to, label int32) {
		visit(position+1, to, c.escaping(char, label))
	})
}

// sort puts the cells in an order in which those to which steps lead come first: by
// descending position and, as inserting takes an edit, by descending edits.
func (c *costs) sort() {
	most := 0
	for _, at := range c.order {
		most = max(most, int(c.cells[at].spent/oneEdit))
	}
	c.sortBy(most+1, func(x *cell) int { return most - int(x.spent/oneEdit) })
	c.sortBy(len(c.in.chars)+1, func(x *cell) int { return len(c.in.chars) - int(x.position) })
}

// sortBy sorts the cells by a key less than n, and keeps the order of those with the same.
func (c *costs) sortBy(n int, key func(*cell) int) {
	c.counts = slices.Grow(c.counts[:0], n+1)[:n+1]
	clear(c.counts)
	for _, at := range c.order {
		c.counts[key(&c.cells[at])+1]++
	}
	for i := range n {
		c.counts[i+1] += c.counts[i]
	}
	c.sorted = slices.Grow(c.sorted[:0], len(c.order))[:len(c.order)]
	for _, at := range c.order {
		i := &c.counts[key(&c.cells[at])]
		c.sorted[*i] = at
		*i++
	}
	c.order, c.sorted = c.sorted, c.order
}

// keeping is the cost of a character that has this label in the new string.
func (c *costs) keeping(x *character, label int32) cost {
	if label == x.label {
		return 0
	}
	return c.move
}

// deleting is the cost of a character that is deleted.
func (c *costs) deleting(x *character) cost {
	if x.delimiter {
		return oneEdit + c.move
	}
	return oneEdit
}

// replacing is the cost of a character that is replaced by one of an edge.
func (c *costs) replacing(x *character, e *edge) cost {
	sum := c.deleting(x) + c.keeping(x, e.label)
	if !e.kinds[x.kind] {
		sum += c.move
	}
	return sum
}

// escaping is the cost of a character that has this label after it is escaped.
func (c *costs) escaping(x *character, label int32) cost { return c.deleting(x) + c.keeping(x, label) }
