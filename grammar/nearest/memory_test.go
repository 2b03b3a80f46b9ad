package nearest_test

import (
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
		find(t, f, list[0], 1)
		for i := 0; i < len(list); i += every {
			s := list[i]
			find(t, f, s, 1)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			find(t, f, s, 1)
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > most {
				t.Errorf("%s: %q: %d bytes, want at most %d", e, s, got, most)
			}
		}
		runtime.GC()
	}
}
