package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the greatest window of zstd data, which is what reading it takes
// in memory; the zstd command has the same limit where it is not told another.
const maxWindow = 128 << 20

// packing is a format of compressed files.
type packing struct {
	name   string
	magics []string // the bytes that a file begins with
	open   func(r io.Reader) (io.ReadCloser, error)
}

var packings = []packing{
	{
		name:   "gzip",
		magics: []string{"\x1F\x8B"}, // RFC 1952, section 2.3.1
		open:   func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) },
	},
	{
		name:   "zstd",
		magics: zstdMagics(),
		open: func(r io.Reader) (io.ReadCloser, error) {
			d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, err
			}
			return d.IOReadCloser(), nil
		},
	},
}

// zstdMagics returns the magic numbers of RFC 8878, sections 3.1.1 and 3.1.2: of
// a frame, and of the frames to be skipped.
func zstdMagics() []string {
	magics := []string{"\x28\xB5\x2F\xFD"}
	for b := byte(0x50); b < 0x60; b++ {
		magics = append(magics, string([]byte{b, 0x2A, 0x4D, 0x18}))
	}
	return magics
}

// unpack returns a reader of what is in r, which it reads as it is unless it
// begins as compressed data does. Several pieces of compressed data may follow
// each other.
func unpack(r io.Reader) (io.ReadCloser, error) {
	buffered := bufio.NewReaderSize(r, 4<<10)
	for i := range packings {
		p := &packings[i]
		for _, magic := range p.magics {
			if beginsWith(buffered, magic) {
				data, err := p.open(bufio.NewReaderSize(buffered, readSize))
				if err != nil {
					return nil, p.broken(err)
				}
				return &unpacked{data, p}, nil
			}
		}
	}
	return io.NopCloser(buffered), nil
}

// beginsWith reports whether what r reads next begins with magic. It waits for
// no more bytes than it needs to know: a record may be shorter.
func beginsWith(r *bufio.Reader, magic string) bool {
	for n := 1; n <= len(magic); n++ {
		if head, err := r.Peek(n); err != nil || !strings.HasPrefix(magic, string(head)) {
			return false
		}
	}
	return true
}

// unpacked is a reader of compressed data whose errors say so.
type unpacked struct {
	io.ReadCloser
	packing *packing
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = u.packing.broken(err)
	}
	return n, err
}

// broken puts an error of compressed data into words.
func (p *packing) broken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the %s data ends too early", p.name)
	}
	return fmt.Errorf("in the %s data: %w", p.name, err)
}
