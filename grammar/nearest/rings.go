package nearest

import "slices"

// rings are items with small numbers, in the order of these.
type rings struct {
	items [][]int32
	used  []uint32 // the rings that were empty when an item was added
	spare []uint32
}

// reset makes room for numbers less than n.
func (r *rings) reset(n int) {
	if len(r.items) < n {
		r.items = append(r.items, make([][]int32, n-len(r.items))...)
	}
}

func (r *rings) add(number uint32, item int32) {
	if len(r.items[number]) == 0 {
		r.used = append(r.used, number)
	}
	r.items[number] = append(r.items[number], item)
}

// drain takes the items out, those with the least number first. Meanwhile visit may add
// items to the next ring.
func (r *rings) drain(visit func(number uint32, items []int32)) {
	used := r.used
	r.used = r.spare[:0]
	slices.Sort(used)
	for _, n := range used {
		for ; int(n) < len(r.items) && len(r.items[n]) > 0; n++ {
			visit(n, r.items[n])
			r.items[n] = r.items[n][:0]
		}
	}
	r.used, r.spare = r.used[:0], used
}
