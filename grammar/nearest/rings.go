package nearest

import "slices"

// rings are items with small numbers, of which the least are taken out first. There are
// few different numbers at a time.
type rings struct {
	items [][]int32
	used  []uint32 // the numbers that items have, the greatest first
}

func (r *rings) add(number uint32, item int32) {
	if int(number) >= len(r.items) {
		r.items = append(r.items, make([][]int32, int(number)+1-len(r.items))...)
	}
	if len(r.items[number]) == 0 {
		at, _ := slices.BinarySearchFunc(r.used, number, func(a, b uint32) int { return int(b) - int(a) })
		r.used = slices.Insert(r.used, at, number)
	}
	r.items[number] = append(r.items[number], item)
}

// least returns the least number; false if there are no items.
func (r *rings) least() (number uint32, ok bool) {
	if len(r.used) == 0 {
		return 0, false
	}
	return r.used[len(r.used)-1], true
}

// drain takes out the items with the least number. Meanwhile visit may add items with that
// number or a greater one.
func (r *rings) drain(visit func(item int32)) {
	number := r.used[len(r.used)-1]
	for i := 0; i < len(r.items[number]); i++ {
		visit(r.items[number][i])
	}
	r.items[number] = r.items[number][:0]
	r.used = r.used[:len(r.used)-1]
}

// clear takes all items out.
func (r *rings) clear() {
	for _, number := range r.used {
		r.items[number] = r.items[number][:0]
	}
	r.used = r.used[:0]
}
