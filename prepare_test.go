package urispec_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/urispec/urispec"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/compose"
)

// preparing is set in the environment of the process that TestPrepare starts.
const preparing = "URISPEC_TEST_PREPARE"

// TestPrepare: after it, nothing is built. That shows in a process of its own, because
// what has been built stays.
func TestPrepare(t *testing.T) {
	if os.Getenv(preparing) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestPrepare$")
		cmd.Env = append(os.Environ(), preparing+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	urispec.Prepare()
	urispec.PrepareIn(editions.RFC2396)
	const most = 64 << 10 // bytes that all of this may take
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, e := range []string{"rfc3986", "rfc2396"} {
		e, _ := editions.Lookup(e)
		u, err := urispec.ParseURIIn(e, "http://a/b?c")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := urispec.ParseURIIn(e, "http://a/%zz"); err == nil {
			t.Error("an escape that is none")
		}
		if _, err := urispec.ParseIn(e, "http://a/ b"); err == nil {
			t.Error("a space")
		}
		link, err := urispec.ParseIn(e, "../d")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := u.Resolve(link); err != nil {
			t.Error(err)
		}
		if _, err := u.Normalize(); err != nil {
			t.Error(err)
		}
		if _, err := u.With(compose.Pair("a", "b"), compose.Host("h"), compose.Segments(true, "x")); err != nil {
			t.Error(err)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("after Prepare, %d bytes are allocated; at most %d are wanted", n, most)
	}
}
