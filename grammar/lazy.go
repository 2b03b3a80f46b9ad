package grammar

import (
	"sync"
	"sync/atomic"
)

// lazy is a value that is made at first use, as by [sync.OnceValue], but
// without a function call in between: where a nanosecond counts, value is
// loaded directly.
type lazy[T any] struct {
	value atomic.Pointer[T]
	once  sync.Once
	make  func() *T
}

func (l *lazy[T]) get() *T {
	v := l.value.Load()
	if v == nil {
		v = l.first()
	}
	return v
}

func (l *lazy[T]) first() *T {
	l.once.Do(func() { l.value.Store(l.make()) })
	return l.value.Load()
}
