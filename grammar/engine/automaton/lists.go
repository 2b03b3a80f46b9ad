package automaton

import (
	"encoding/binary"
	"slices"
)

// lists numbers lists of states in the order in which they are first met, as
// the states of a subset construction.
type lists struct {
	all   [][]int32 // by number
	known map[string]int32
	key   []byte
}

// number returns the number of a list, and whether it is new. It keeps no
// reference to the list.
func (l *lists) number(list []int32) (n int32, isNew bool) {
	l.key = l.key[:0]
	for _, id := range list {
		l.key = binary.LittleEndian.AppendUint32(l.key, uint32(id))
	}
	n, ok := l.known[string(l.key)]
	if ok {
		return n, false
	}
	if l.known == nil {
		l.known = make(map[string]int32)
	}
	n = int32(len(l.all))
	l.known[string(l.key)] = n
	l.all = append(l.all, slices.Clone(list))
	return n, true
}
