package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"unsafe"
)

// stream is a stream that is cut into chunks for a batch.
type stream struct {
	*batch
	name   string
	r      io.Reader
	file   *rangedFile // if the stream is a file that workers read; or nil
	err    error       // from reading
	buf    []byte      // what has been read and is not sent yet
	offset int64       // of buf in the stream
	seen   int         // how many bytes of buf have no end of a record among them
	// first has the number of the first record in buf, as soon as those before it are
	// counted; nil if lines are not counted.
	first chan int
}

// collectAt is the percentage of new memory after which garbage is collected while a record
// is processed that is so long that the heap is mostly made of it.
const (
	collectAt   = 10
	collectFrom = 4 << 20
)

// stream sends the records of a stream. If there is an error, it sends the records
// before it, but not one that the error cuts off.
func (b *batch) stream(name string, r io.Reader) bool {
	s := &stream{batch: b, name: name, r: r}
	if f, ok := r.(*rangedFile); ok {
		s.file, s.r = f, b.counted(f)
	}
	if b.out.lines {
		s.first = make(chan int, 1)
		s.first <- 1
	}
	s.buf = s.fresh()
	if !s.ranges() {
		return false
	}
	for {
		if n := s.complete(); n > 0 && (!s.sendText(n) || !s.ranges()) {
			return false
		}
		switch {
		case len(s.buf) > b.most+len("\r"):
			if !s.skip() {
				return false
			}
		case s.err != nil:
			give(b.texts, s.buf)
			return s.err == io.EOF || b.send(&chunk{file: s.file, err: fmt.Errorf("reading %s: %w", name, s.err)})
		default:
			s.read()
		}
	}
}

// complete returns how many bytes of buf are complete records.
func (s *stream) complete() int {
	if s.err == io.EOF {
		return len(s.buf)
	}
	n := bytes.LastIndexByte(s.buf[s.seen:], s.end) + 1
	if n > 0 {
		n += s.seen
	}
	s.seen = len(s.buf)
	return n
}

// read reads on.
func (s *stream) read() {
	if len(s.buf) == cap(s.buf) {
		s.grow()
	}
	var n int
	n, s.err = s.r.Read(s.buf[len(s.buf):min(cap(s.buf), len(s.buf)+s.size)])
	s.buf = s.buf[:len(s.buf)+n]
}

// sendText sends the first n bytes of buf.
func (s *stream) sendText(n int) bool {
	// The bytes do not change until the worker gives the buffer back or, if the buffer
	// is large, until its results are written.
	c := s.chunk()
	c.text = unsafe.String(&s.buf[0], n)
	s.offset += int64(n)
	if cap(s.buf) > keptSize {
		c.written = make(chan struct{})
		if n > collectFrom {
			// The heap is mostly this buffer and what is made of it: little has to be
			// looked through to collect the garbage often.
			defer debug.SetGCPercent(debug.SetGCPercent(collectAt))
		}
		if !s.send(c) {
			return false
		}
		long := s.buf
		s.buf = append(s.fresh(), long[n:]...)
		s.keep(long)
	} else {
		c.buf = s.buf
		rest := append(s.fresh(), s.buf[n:]...)
		if !s.send(c) {
			return false
		}
		s.buf = rest
	}
	s.seen = len(s.buf)
	return true
}

// skip reads to the end of a record that is too long, and sends its length. If an error
// cuts it off, nothing is sent.
func (s *stream) skip() bool {
	begin, long := s.offset, &longError{Limit: int64(s.most)}
	last := byte(0) // before the end of the record
	for {
		text, rest, ended := bytes.Cut(s.buf, []byte{s.end})
		long.Length += int64(len(text))
		if len(text) > 0 {
			last = text[len(text)-1]
		}
		s.offset += int64(len(s.buf) - len(rest))
		if cap(s.buf) > keptSize {
			s.keep(s.buf) // there is no rest
			s.buf = s.fresh()
		} else {
			s.buf = s.buf[:copy(s.buf, rest)]
		}
		s.seen = 0
		switch {
		case ended || s.err == io.EOF:
			if ended && s.end == '\n' && last == '\r' {
				long.Length--
			}
			c := s.chunk()
			c.skipped = &unreadError{s.name, begin, long}
			return s.send(c)
		case s.err != nil:
			return true
		}
		s.read()
	}
}

// chunk returns a chunk that begins with buf.
func (s *stream) chunk() *chunk {
	c := &chunk{name: s.name, offset: s.offset}
	if s.first != nil {
		next := make(chan int, 1)
		c.first, c.next, s.first = s.first, next, next
	}
	return c
}

// fresh returns an empty buffer.
func (s *stream) fresh() []byte { return slices.Grow(take(s.texts), s.size) }

// keep keeps the buffer of a long record for the next one.
func (s *stream) keep(long []byte) {
	recycle(long[:cap(long)])
	s.spare = long[:0]
}

// grow makes buf longer: twice as long, or as long as any record needs. An outgrown
// buffer is released at once, and the last one is kept, so that records take at most
// twice the length of the longest one until they are processed.
func (s *stream) grow() {
	size := 2 * cap(s.buf)
	if longest := s.most + len("\r\n") + s.size; 2*size > longest {
		size = longest
	}
	longer := s.spare
	if s.spare = nil; cap(longer) < size {
		longer = make([]byte, 0, size)
	}
	outgrown := s.buf
	s.buf = append(longer, outgrown...)
	if cap(outgrown) <= keptSize {
		give(s.texts, outgrown)
		return
	}
	outgrown = nil
	debug.FreeOSMemory()
}
