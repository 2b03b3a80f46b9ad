package automaton_test

import (
	"os"
	"syscall"
	"testing"
)

// readable returns memory such that nothing can be read before the first slice, nor
// after the second.
func readable(t *testing.T) (begin, end []byte) {
	page := os.Getpagesize()
	all, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(all) })
	for _, guard := range [][]byte{all[:page], all[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	middle := all[page : 2*page : 2*page]
	return middle, middle
}
