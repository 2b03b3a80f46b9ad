package nearest_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/engine/effort"
)

// TestMemory: a search that is not the first one takes little memory for 100 bytes, mostly
// for trees, whatever the size of the automaton and the number of edits.
func TestMemory(t *testing.T) {
	const most = 640 << 10
	every := effort.Pick(1, 5, 20)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would take the arrays that are kept
	for _, e := range editions.All() {
		f := finder(t, e.Name())
		list := invalid(t, e.References())
		for i := 0; i < len(list); i += every {
			s := list[i]
			least := uint64(math.MaxUint64)
			for range 4 { // the first ones may make room
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				find(t, f, s, 1)
				runtime.ReadMemStats(&after)
				least = min(least, after.TotalAlloc-before.TotalAlloc)
			}
			if least > most {
				t.Errorf("%s: %q: %d bytes, want at most %d", e, s, least, most)
			}
		}
		runtime.GC()
	}
}
