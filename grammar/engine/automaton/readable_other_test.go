//go:build !linux

package automaton_test

import "testing"

// readable returns memory; elsewhere than on Linux it has no guard behind it.
func readable(*testing.T) (begin, end []byte) { return make([]byte, 4096), make([]byte, 4096) }
