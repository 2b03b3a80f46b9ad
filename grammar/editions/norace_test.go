//go:build !race

package editions_test

const underRace = false
