package grammar

import (
	"sync"
	"sync/atomic"
)

// lazy is a value of an O that is made at first use. Where a nanosecond counts, value is
// loaded directly.
//
// What makes the value is named where it is asked for, and not stored: the linker leaves
// out of a program what none of its functions names. So a program that only asks whether
// strings conform does not have what explains errors.
type lazy[T, O any] struct {
	value atomic.Pointer[T]
	once  sync.Once
}

// get returns the value, which make makes if there is none. It may be nil.
func (l *lazy[T, O]) get(of *O, make func(*O) *T) *T {
	v := l.value.Load()
	if v == nil {
		v = l.first(of, make)
	}
	return v
}

func (l *lazy[T, O]) first(of *O, make func(*O) *T) *T {
	l.once.Do(func() { l.value.Store(make(of)) })
	return l.value.Load()
}
