//go:build !(amd64 || arm64) || purego

package automaton

const vector, wide = false, false

func classify32(*outside, *kernel, *byte, int) { panic("automaton: there is no kernel") }
func classify64(*outside, *kernel, *byte, int) { panic("automaton: there is no kernel") }
