//go:build (amd64 || arm64) && !purego

package automaton

const (
	KernelSets = noSet
	FoldedSets = foldedSets
	MinBlock   = minBlock
)

// Kernels returns the kernels that run on this processor.
func Kernels() map[string]func(sets [noSet]Set, escape byte, digits, joints, follows Set, block []byte) outside {
	kernels := make(map[string]func([noSet]Set, byte, Set, Set, Set, []byte) outside)
	add := func(name string, can bool, classify func(*outside, *kernel, *byte, int)) {
		if !can {
			return
		}
		kernels[name] = func(sets [noSet]Set, escape byte, digits, joints, follows Set, block []byte) (not outside) {
			k := kernel{folded: foldedSets, plain: noSet - foldedSets, digits: nibbles(digits)}
			if joints != nil {
				k.joined, k.joints, k.follows = 1, nibbles(joints), nibbles(follows)
			}
			for i := range k.escape {
				k.escape[i] = escape
			}
			for i, set := range sets {
				k.nibbles[i] = nibbles(set)
			}
			classify(&not, &k, &block[0], len(block))
			return not
		}
	}
	add("32", vector, classify32)
	add("64", wide, classify64)
	return kernels
}
