// Package effort says how much work the tests of this module do. Only tests
// import it. There are three measures:
//
//	go test -short ./...                     short: while editing
//	go test ./...                            usual: before a commit
//	URISPEC_EXHAUSTIVE=1 go test ./...       exhaustive: what .ci/run does
//
// Every test runs by each measure unless it says why it does not; what differs
// is how many strings, lines or grammars it takes. The exhaustive measure has
// the bounds by which the claims of the documentation hold.
package effort

import (
	"flag"
	"os"
	"testing"
)

// Exhaustive reports whether the environment variable URISPEC_EXHAUSTIVE is
// set, to anything but the empty string, and -short is not given.
func Exhaustive() bool { return os.Getenv("URISPEC_EXHAUSTIVE") != "" && !testing.Short() }

// Pick returns the bound of the measure by which the tests run.
func Pick[T any](exhaustive, usual, short T) T {
	switch {
	case Exhaustive():
		return exhaustive
	case testing.Short():
		return short
	}
	return usual
}

// Main runs the tests of a package that uses rapid; TestMain calls it. Properties
// are drawn from one and the same seed each time, so that a run can be
// repeated, and rapid writes no file beside the tests: what fails is in the
// message. For other draws set RAPID_SEED or -rapid.seed.
func Main(m *testing.M) {
	if f := flag.Lookup("rapid.seed"); f.Value.String() == "0" { // rapid's own default: by the clock
		set("rapid.seed", "1")
	}
	set("rapid.nofailfile", "true")
	os.Exit(m.Run())
}

func set(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}
