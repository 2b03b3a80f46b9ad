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
//  2. From the beginning, the cells on ways with the least number of edits, and with the
//     least number of characters that move. Most inputs have few.
//  3. From the end, the costs of these cells. The other cells cost never.
//
// The memory is used again for other inputs.
type costs struct {
	machine *machine
	in      *input
	move    cost // what a character costs that moves; never if none may

	// For each cell, by position*states + state: the edits to the end, or isCell + the
	// index of the cell in cells.
	all     []uint32
	dead    []uint32 // for each position, how many characters before it cannot stay
	near    []uint32 // for each state, the least number of edits after an edge
	rings   rings    // the states by their edits
	escaped []move

	cells  []cell
	queues [maxMoves + 1][]int32 // the cells to visit, by the last digit of the moves to there
	order  []int32               // the cells that were visited
	sorted []int32
	counts []int32
}

// cell is a cell on a way with the least number of edits.
type cell struct {
	position, state int32
	edits           uint32 // to the end
	moves           uint32 // from the beginning
	visited         bool
	cost            cost // to the end
}

const (
	isCell   uint32 = 1 << 31
	far      uint32 = 1 << 30 // the edits of a cell from which no way leads to the end, or none within the limit
	maxMoves        = 3       // a step moves at most so many characters: see replacing
)

// at returns the least cost from a position and a state to the end.
func (c *costs) at(position int, state int32) cost {
	if i := c.all[position*len(c.near)+int(state)]; i&isCell != 0 {
		return c.cells[i&^isCell].cost
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

// find finds the least costs. If moving is false, no character may move.
func (c *costs) find(m *machine, in *input, moving bool) {
	c.machine, c.in, c.move = m, in, never
	if moving {
		c.move = oneMove
	}
	states := len(m.accept)
	c.all = slices.Grow(c.all[:0], (len(in.chars)+1)*states)[:(len(in.chars)+1)*states]
	c.near = slices.Grow(c.near[:0], states)[:states]
	if states == 0 {
		return
	}
	c.dead = append(c.dead[:0], 0)
	for i := range in.chars {
		n := c.dead[i]
		if len(m.byClass(in.chars[i].class)) == 0 {
			n++
		}
		c.dead = append(c.dead, n)
	}
	// Most inputs need few edits more than one for each character that cannot stay. To
	// delete all characters and insert others takes no more than the greatest limit.
	greatest := uint32(len(in.chars) + states)
	c.rings.reset(int(greatest) + 2)
	for more := uint32(1); ; more *= 4 {
		limit := min(c.dead[len(in.chars)]+more, greatest)
		if c.count(limit) || limit == greatest {
			break
		}
	}
	c.cells = c.cells[:0]
	c.settle(false)
}

// count finds the least number of edits from every cell, where a way by it may take no
// more than limit. It reports whether there is a way from the beginning.
func (c *costs) count(limit uint32) bool {
	m, n := c.machine, len(c.near)
	end := c.all[len(c.in.chars)*n:]
	for state, accept := range m.accept {
		if end[state] = far; accept {
			end[state] = 0
		}
	}
	c.all[0] = far
	for i := len(c.in.chars); c.insert(c.all[i*n:(i+1)*n], limit-c.dead[i]); {
		if i == 0 {
			return c.all[0] < far
		}
		i--
		x := &c.in.chars[i]
		here, next := c.all[i*n:(i+1)*n], c.all[(i+1)*n:(i+2)*n]
		switch {
		case c.move == oneMove:
			for state, e := range c.near {
				here[state] = min(next[state], e) + 1
			}
		case c.deleting(x) < never:
			for state, e := range next {
				here[state] = e + 1
			}
			for _, v := range m.byLabel[x.label] {
				if v.kinds[x.kind] {
					here[v.from] = min(here[v.from], next[v.to]+1)
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
		for _, v := range c.escapes(x) {
			if c.escaping(x, v.label) < never {
				here[v.from] = min(here[v.from], next[v.to]+1)
			}
		}
	}
	return false
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
	c.rings.drain(func(e uint32, states []int32) {
		for _, state := range states {
			if here[state] < e {
				continue // it was in a ring before
			}
			for _, from := range c.machine.before.of(int(state)) {
				if c.near[from] < far {
					continue
				}
				if c.near[from] = e; e < limit && e+1 < here[from] {
					here[from] = e + 1
					c.rings.add(e+1, from)
				}
			}
		}
	})
	return found
}

// settle finds the costs of the cells on ways with the least number of edits: of those by
// which the fewest characters move or, if all is true, of all of them.
func (c *costs) settle(all bool) {
	for i := range c.cells { // of an earlier call, for the same input
		x := &c.cells[i]
		c.all[int(x.position)*len(c.near)+int(x.state)] = x.edits
	}
	c.cells, c.order = c.cells[:0], c.order[:0]
	if c.all[0] == far {
		return
	}
	c.visit(all)
	c.sort()
	for _, at := range c.order {
		x := &c.cells[at]
		if x.cost = never; x.edits == 0 && int(x.position) == len(c.in.chars) {
			x.cost = 0
		}
		c.steps(x, func(position int, to int32, cost cost) {
			x.cost = min(x.cost, cost+c.at(position, to))
		})
	}
}

// visit finds the cells on ways with the least number of edits.
func (c *costs) visit(all bool) {
	for i := range c.queues {
		c.queues[i] = c.queues[i][:0]
	}
	c.reach(0, 0, c.all[0], 0)
	ended := false
	for moves, waits := uint32(0), 0; waits < len(c.queues) && (all || !ended); moves++ {
		queue := &c.queues[moves%uint32(len(c.queues))]
		if waits++; len(*queue) > 0 {
			waits = 0
		}
		for i := 0; i < len(*queue); i++ {
			at := (*queue)[i]
			x := c.cells[at]
			if x.visited {
				continue
			}
			c.cells[at].visited = true
			c.order = append(c.order, at)
			ended = ended || x.edits == 0 && int(x.position) == len(c.in.chars)
			c.steps(&x, func(position int, to int32, cost cost) {
				if left := int64(x.edits) - int64(cost/oneEdit); cost < never && left >= 0 {
					c.reach(position, to, uint32(left), moves+uint32(cost%oneEdit))
				}
			})
		}
		*queue = (*queue)[:0]
	}
}

// reach makes a cell of a position and a state, if so many edits lead from there to the
// end. So many characters have moved before.
func (c *costs) reach(position int, state int32, edits, moves uint32) {
	v := &c.all[position*len(c.near)+int(state)]
	at := int32(*v &^ isCell)
	switch {
	case *v == edits:
		at = int32(len(c.cells))
		c.cells = append(c.cells, cell{position: int32(position), state: state, edits: edits, moves: moves, cost: never})
		*v = isCell | uint32(at)
	case *v&isCell == 0 || c.cells[at].edits != edits || c.cells[at].moves <= moves:
		return
	default:
		c.cells[at].moves = moves
	}
	queue := &c.queues[moves%uint32(len(c.queues))]
	*queue = append(*queue, at)
}

// steps calls visit for each step from a cell, with the position and the state after it
// and its cost.
func (c *costs) steps(x *cell, visit func(position int, to int32, cost cost)) {
	m, position, state := c.machine, int(x.position), int(x.state)
	edges := m.edges.of(state)
	if x.edits > 0 {
		for i := range edges {
			visit(position, edges[i].to, oneEdit)
		}
	}
	if position == len(c.in.chars) {
		return
	}
	char := &c.in.chars[position]
	for _, v := range m.by(state, char.class) {
		visit(position+1, v.to, c.keeping(char, v.label))
	}
	if x.edits == 0 {
		return
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
// descending position and, as inserting takes an edit, by ascending edits.
func (c *costs) sort() {
	c.sortBy(int(c.cells[0].edits)+1, func(x *cell) int { return int(x.edits) })
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
