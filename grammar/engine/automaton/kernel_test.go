//go:build (amd64 || arm64) && !purego

package automaton_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/engine/reading"
)

// kernelSets returns random sets that the kernel can take: of ASCII, without NUL.
func kernelSets(random *rand.Rand) (sets [automaton.KernelSets]automaton.Set) {
	for i := range sets {
		for x := int32(1); x < 128; x++ {
			if random.IntN(3) > 0 {
				sets[i] = sets[i].Union(automaton.Of(x))
			}
		}
	}
	return sets
}

// outside is the slow twin of the kernel: it returns which of the bytes are not in set
// i. In the folded sets, the "%" of a complete escape counts as in the set; in the
// first set after these, a joint that one of follows comes after does. The bits after
// the block are set.
func outside(i int, set automaton.Set, escape byte, digits, joints, follows automaton.Set, block []byte) (bits uint64) {
	at := func(i int) int32 {
		if i < len(block) {
			return int32(block[i])
		}
		return -1
	}
	for j := range 64 {
		in := set.Has(at(j))
		switch {
		case i < automaton.FoldedSets:
			in = in || at(j) == int32(escape) && digits.Has(at(j+1)) && digits.Has(at(j+2)) && j+2 < 64
		case i == automaton.FoldedSets:
			in = in || joints.Has(at(j)) && follows.Has(at(j+1)) && j+1 < 64
		}
		if !in {
			bits |= 1 << j
		}
	}
	return bits
}

// TestKernel compares the kernels with their twin, on blocks of all lengths in all
// alignments, at the very beginning and at the very end of a page between two that
// cannot be read.
func TestKernel(t *testing.T) {
	kernels := automaton.Kernels()
	if len(kernels) == 0 {
		t.Skip("this processor has no kernel")
	}
	begin, end := readable(t)
	random := rand.New(rand.NewPCG(5, 6))
	digits := automaton.Between('0', '9').Union(automaton.Between('A', 'F'))
	rounds := effort.Pick(5, 2, 2)
	for round := range rounds {
		sets := kernelSets(random)
		joints, follows := automaton.Of('.', '-'), sets[2]
		if round%2 == 0 {
			joints = nil
		}
		for n := automaton.MinBlock; n <= 64; n++ {
			for shift := range 65 {
				for side, page := range map[string][]byte{"end": end[len(end)-n-shift:], "beginning": begin[shift:]} {
					block := page[:n:n]
					const often = "%%%%0123ABCDEFabc/:?#..--\x00\x7F\x80\xFF"
					for i := range block {
						block[i] = byte(random.Uint32())
						if random.IntN(2) == 0 {
							block[i] = often[random.IntN(len(often))]
						}
					}
					for name, kernel := range kernels {
						for i, got := range kernel(sets, '%', digits, joints, follows, block) {
							if want := outside(i, sets[i], '%', digits, joints, follows, block); got != want {
								t.Fatalf("%s at the %s less %d: set %d of %d bytes %q:\n%064b, want\n%064b", name, side, shift, i, n, block, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestBlocks: the runs with the kernel and without it agree on strings of every length
// that end at a page boundary.
func TestBlocks(t *testing.T) {
	_, end := readable(t)
	eachEdition(t, func(t *testing.T, _ *reading.Grammar, j *judge) {
		for n := range 200 {
			for _, part := range []string{"a", "%41", "%4", "a/", "é", "\x00"} {
				s := "http://h/" + strings.Repeat(part, n)
				s = s[:min(len(s), n)]
				for _, at := range []int{-1, n / 2, n - 1, n - 2, n - 65} {
					b := end[len(end)-n:]
					copy(b, s)
					if at >= 0 && at < n {
						b[at] = "#%? "[n%4]
					}
					j.check(t, unsafe.String(unsafe.SliceData(b), n))
				}
			}
		}
	})
}
