package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/urispec/urispec/cmd/internal/packed"
)

// rangedFile is a regular file of which every worker reads ranges by itself. So the text does
// not go from the core that reads it to the one that needs it, and two workers are twice
// as fast as one. The goroutine that reads otherwise only finds out where ranges of whole
// records end.
//
// The file is not mapped into memory, because a process that reads a mapped file ends if
// the file is made shorter.
type rangedFile struct {
	*wholeFile
	begin  int64 // where the first record begins
	probe  []byte
	failed bool // an error has been reported; used by write only
}

const (
	// probeSize is the number of bytes in which the end of a record is looked for first.
	probeSize = 1 << 10
	// If a file has more than manyRanges, they are up to largeRange times as large.
	manyRanges = 64
	largeRange = 4
)

// rangesOf returns a file or standard input, to be read in ranges; nil if it is no regular
// file, or is to be decompressed.
func (in *input) rangesOf(r io.Reader) *rangedFile {
	f := new(rangedFile)
	switch r := r.(type) {
	case *wholeFile:
		f.wholeFile = r
	case *os.File:
		f.wholeFile = newWholeFile(r)
	default:
		return nil
	}
	if f.left == 0 {
		return nil
	}
	var err error
	if f.begin, err = f.Seek(0, io.SeekCurrent); err != nil {
		return nil
	}
	if in.Raw {
		return f
	}
	head := make([]byte, packed.Head)
	n, err := f.ReadAt(head, f.begin)
	if err != nil && err != io.EOF || packed.Is(head[:n]) {
		return nil
	}
	return f
}

// rangeAt returns the length of a range of about size bytes that begins at an offset from
// the first record, and consists of whole records; 0 if there is none.
func (f *rangedFile) rangeAt(offset int64, size int, end byte) int {
	for n := min(probeSize, size); ; n = min(4*n, size) {
		if cap(f.probe) < n {
			f.probe = make([]byte, n)
		}
		probe := f.probe[:n]
		from := size - n
		if _, err := f.ReadAt(probe, f.begin+offset+int64(from)); err != nil {
			return 0 // reading on will tell
		}
		if i := bytes.LastIndexByte(probe, end); i >= 0 {
			return from + i + 1
		}
		if n == size {
			return 0
		}
	}
}

// ranges sends the next ranges of a file, as long as there are any. What is in buf begins
// with a record; it is read again with them.
func (s *stream) ranges() bool {
	f := s.file
	if f == nil || s.err != nil || f.left+int64(len(s.buf)) <= int64(s.size) {
		return true
	}
	n := -len(s.buf)
	s.buf, s.seen = s.buf[:0], 0
	for {
		f.left -= int64(n)
		s.position += int64(n)
		if f.left <= int64(s.size) {
			break
		}
		// Ranges of a large file are larger. At its end they are as small as others, so that
		// no worker is left alone with the last one.
		size := int(min(max(int64(s.size), f.left/manyRanges), int64(largeRange*s.size)))
		if n = f.rangeAt(s.offset, size, s.end); n == 0 {
			break
		}
		c := s.chunk()
		c.file, c.length = f, n
		s.offset += int64(n)
		if !s.send(c) {
			return false
		}
	}
	_, s.err = f.Seek(f.begin+s.offset, io.SeekStart)
	return true
}

// read reads the range into buf, and returns the buffer. What is there before an error
// counts, but for a record that it cuts off.
func (c *chunk) read(buf []byte, end byte) []byte {
	if cap(buf) < c.length {
		buf = make([]byte, max(c.length, readSize))
	}
	buf = buf[:c.length]
	n, err := c.file.ReadAt(buf, c.file.begin+c.offset)
	if n == c.length {
		return buf
	}
	if err == io.EOF {
		err = errShorter
	}
	c.err = fmt.Errorf("reading %s: %w", c.name, err)
	return buf[:bytes.LastIndexByte(buf[:n], end)+1]
}
