//go:build amd64 && !purego

package automaton_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispec/urispec/grammar/automaton"
	"github.com/urispec/urispec/grammar/reading"
)

// kernelSets are sets as the kernel takes them: ASCII, without NUL.
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

// outside is the slow twin of the kernel: which of the bytes are not in the
// set, where an escape that is complete begins with a byte that counts as in it
// if the set is folded. The bits behind the bytes are set.
func outside(set automaton.Set, folded bool, escape byte, digits automaton.Set, block []byte) (bits uint64) {
	for i := range 64 {
		in := i < len(block) && set.Has(int32(block[i]))
		if folded && i+2 < len(block) && block[i] == escape {
			in = in || digits.Has(int32(block[i+1])) && digits.Has(int32(block[i+2]))
		}
		if !in {
			bits |= 1 << i
		}
	}
	return bits
}

// TestKernel holds the kernels to their twin: on all lengths, at the very end
// and at the very beginning of memory that may be read, in all alignments.
func TestKernel(t *testing.T) {
	kernels := automaton.Kernels()
	if len(kernels) == 0 {
		t.Skip("this processor has no kernel")
	}
	begin, end := readable(t)
	random := rand.New(rand.NewPCG(5, 6))
	digits := automaton.Between('0', '9').Union(automaton.Between('A', 'F'))
	rounds := 5
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		sets := kernelSets(random)
		for n := automaton.MinBlock; n <= 64; n++ {
			for shift := range 65 {
				for side, page := range map[string][]byte{"end": end[len(end)-n-shift:], "beginning": begin[shift:]} {
					block := page[:n:n]
					const often = "%%%%0123ABCDEFabc/:?#\x00\x7F\x80\xFF"
					for i := range block {
						block[i] = byte(random.Uint32())
						if random.IntN(2) == 0 {
							block[i] = often[random.IntN(len(often))]
						}
					}
					for name, kernel := range kernels {
						for i, got := range kernel(sets, '%', digits, block) {
							if want := outside(sets[i], i < automaton.FoldedSets, '%', digits, block); got != want {
								t.Fatalf("%s at the %s less %d: set %d of %d bytes %q:\n%064b, want\n%064b", name, side, shift, i, n, block, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestBlocks: the runs with the kernel and without agree on strings of every
// length that end where memory does, with something at every place.
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
