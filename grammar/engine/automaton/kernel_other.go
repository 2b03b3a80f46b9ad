//go:build !(amd64 || arm64) || purego

package automaton

const vector, wide, finds = false, false, false

func classify32(*outside, *kernel, *byte, int) { panic("automaton: there is no kernel") }
func classify64(*outside, *kernel, *byte, int) { panic("automaton: there is no kernel") }

func find32(*finder, *byte, int, *Parts) bool { panic("automaton: there is no kernel") }
func find64(*finder, *byte, int, *Parts) bool { panic("automaton: there is no kernel") }

func lines32(*finder, *byte, int, *Parts, int, uint64, uint64) (int, int) {
	panic("automaton: there is no kernel")
}

func lines64(*finder, *byte, int, *Parts, int, uint64, uint64) (int, int) {
	panic("automaton: there is no kernel")
}
