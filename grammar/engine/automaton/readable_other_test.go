//go:build !linux

package automaton_test

import "testing"

// readable returns memory, which only on Linux has guard pages before and after it.
func readable(*testing.T) (begin, end []byte) { return make([]byte, 4096), make([]byte, 4096) }
