//go:build !purego

package automaton

// All processors of this kind have vectors of 16 bytes (NEON). There is one kernel, which
// has four of them for the 64 bytes of a block.
const vector, wide = true, false

// classify32 finds which of the n bytes at p, minBlock to 64 of them, are in the sets of
// k. It reads no other bytes.
//
//go:noescape
func classify32(not *outside, k *kernel, p *byte, n int)

func classify64(*outside, *kernel, *byte, int) { panic("automaton: there is no kernel") }
