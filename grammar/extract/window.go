package extract

import (
	"io"
)

// window is the part of a text that is in memory. Positions are byte offsets from
// the beginning of the text.
type window struct {
	r    io.Reader
	buf  []byte // the text from base on
	most int    // the largest capacity of buf
	base int64
	keep int64 // text before keep may be dropped
	err  error // why there is nothing more to read, or nil if there may be more

	counted place // the last place that was asked for
}

// newWindow returns a window on r that holds at least size bytes from keep on.
func newWindow(r io.Reader, size int) *window {
	// Four times the size, so that the kept part is moved only once for every
	// three times as many bytes that are read. Short texts need less; a message may
	// have very many of them.
	return &window{r: r, buf: make([]byte, 0, 4<<10), most: 4 * size, counted: place{line: 1}}
}

// at returns the byte at an offset, or false if the text ends before it. The
// offset is not before keep, and less than the window's size after it. The
// function reads no more than it needs, because the reader may wait for a person.
func (w *window) at(off int64) (byte, bool) {
	for off-w.base >= int64(len(w.buf)) {
		if !w.read() {
			return 0, false
		}
	}
	return w.buf[off-w.base], true
}

// has reports whether s stands at an offset.
func (w *window) has(off int64, s string) bool {
	for i := range len(s) {
		if c, ok := w.at(off + int64(i)); !ok || c != s[i] {
			return false
		}
	}
	return true
}

// slice returns the bytes between two offsets for which at was true. The next read
// overwrites them.
func (w *window) slice(start, end int64) []byte { return w.buf[start-w.base : end-w.base] }

// rest returns the text in memory from an offset on.
func (w *window) rest(off int64) []byte { return w.buf[off-w.base:] }

// read reads on and reports whether there is more in the window now.
func (w *window) read() bool {
	if len(w.buf) == cap(w.buf) {
		w.drop()
		if cap(w.buf) < w.most {
			w.buf = append(make([]byte, 0, min(2*cap(w.buf), w.most)), w.buf...)
		}
	}
	const tries = 100 // for a reader that neither reads nor fails
	for range tries {
		if w.err != nil {
			return false
		}
		n, err := w.r.Read(w.buf[len(w.buf):cap(w.buf)])
		w.buf, w.err = w.buf[:len(w.buf)+n], err
		if n > 0 {
			return true
		}
	}
	w.err = io.ErrNoProgress
	return false
}

// drop makes room by dropping the text before keep.
func (w *window) drop() {
	if w.keep <= w.base {
		return
	}
	if w.counted.off < w.keep {
		w.place(w.keep)
	}
	w.buf = w.buf[:copy(w.buf, w.rest(w.keep))]
	w.base = w.keep
}

// place returns the place of an offset. The offsets of successive calls must not
// decrease.
func (w *window) place(off int64) place {
	w.counted = w.counted.after(w.slice(w.counted.off, off))
	return w.counted
}
