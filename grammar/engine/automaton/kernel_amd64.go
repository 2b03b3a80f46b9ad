//go:build !purego

package automaton

import "golang.org/x/sys/cpu"

// vector says whether there is a kernel for this processor, and wide whether it is
// the one for 64 bytes at once. finds says whether there is a routine that finds parts.
var (
	vector = wide || cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2
	wide   = cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasBMI1 && cpu.X86.HasBMI2
	finds  = vector
)

// classify32 finds which of the n bytes at p, minBlock to 64 of them, are in the
// sets of k. It reads no other bytes. It handles 32 bytes at once and needs AVX2
// and BMI2.
//
//go:noescape
func classify32(not *outside, k *kernel, p *byte, n int)

// classify64 does the same for 64 bytes at once. It needs AVX-512 BW and VL, and
// BMI2.
//
//go:noescape
func classify64(not *outside, k *kernel, p *byte, n int)

// find32 decides whether the n bytes at p, of which there is at least one, have the shape
// of f. If so and at is not nil, it stores their parts. If not, the bytes may be in the
// language all the same. It handles 32 bytes at once and needs AVX2, BMI1 and BMI2.
//
//go:noescape
func find32(f *finder, p *byte, n int, at *Parts) (found bool)

// find64 does the same for 64 bytes at once. It needs AVX-512 BW and VL, BMI1 and BMI2.
//
//go:noescape
func find64(f *finder, p *byte, n int, at *Parts) (found bool)

// lines32 does what find32 does for line after line of the left bytes at p, of which there
// are at least 64. It returns how many lines have the shape and how many bytes they have,
// with their ends. It stops at a line that does not have it or may not, is empty, or does
// not end before the last 64 bytes. A line ends with the byte end, or with cr before it if
// that is a byte. n has no meaning, and at is nil.
//
//go:noescape
func lines32(f *finder, p *byte, n int, at *Parts, left int, end, cr uint64) (lines, size int)

// lines64 does the same for 64 bytes at once.
//
//go:noescape
func lines64(f *finder, p *byte, n int, at *Parts, left int, end, cr uint64) (lines, size int)
