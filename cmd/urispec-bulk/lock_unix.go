//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

// lock makes sure that no other run writes to a directory. The lock ends with the process,
// in whatever way that ends.
func lock(name string) (unlock func(), err error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errors.New("another run is writing there")
	}
	return func() { f.Close() }, nil
}
