package automaton

import (
	"math/bits"
	"unsafe"
)

// leaveBytes goes through s from a state on, by rows of states with an entry for each class,
// as far as no entry is none. It returns the state there, and how many bytes it has read.
func leaveBytes[S uint16 | int32](rows []S, none S, classes *Classes, at S, s string) (S, int) {
	k := len(classes.sets)
	for i := 0; i < len(s); i++ {
		row := rows[int(at)*k:][:k]
		// While a state loops, nothing has to wait for the row.
		to := at
		for ; i < len(s); i++ {
			if to = row[classes.bytes[s[i]]]; to != at {
				break
			}
		}
		if i == len(s) || to == none {
			return at, i
		}
		at = to
	}
	return at, len(s)
}

// leaveBlocks is leaveBytes with the kernel, which it uses as runBlocks does. s must have
// minBlock bytes at least.
func leaveBlocks[S uint16 | int32](rows []S, none S, classes *Classes, kernel *kernel, at S, s string, wide bool) (S, int) {
	var not outside
	k := len(classes.sets)
	i, n := uint(0), uint(len(s))
	for i < n {
		block := min(n, 64)
		base := min(i, n-block)
		if p := unsafe.StringData(s[base:]); wide {
			classify64(&not, kernel, p, int(block))
		} else {
			classify32(&not, kernel, p, int(block))
		}
		for limit := base + block; i < limit; i++ {
			if set := kernel.setOf[at]; set < noSet {
				i += uint(bits.TrailingZeros64(not[set] >> ((i - base) & 63)))
				if i >= limit {
					i = limit
					break
				}
			}
			to := rows[int(at)*k+int(classes.bytes[s[i]])]
			if to == none {
				return at, int(i)
			}
			at = to
		}
	}
	return at, len(s)
}
