//go:build race

package editions_test

// underRace says that the race detector is on.
const underRace = true
