//go:build !amd64 || purego

package automaton

const finds = false

func find32(*finder, *byte, int, *Parts) bool { panic("automaton: nothing finds parts") }
func find64(*finder, *byte, int, *Parts) bool { panic("automaton: nothing finds parts") }

func lines32(*finder, *byte, int, *Parts, int, uint64, uint64) (int, int) {
	panic("automaton: nothing finds lines")
}

func lines64(*finder, *byte, int, *Parts, int, uint64, uint64) (int, int) {
	panic("automaton: nothing finds lines")
}
