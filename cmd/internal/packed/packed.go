// Package packed reads compressed data, which it knows by its first bytes. Data that
// ends too early, is damaged or is followed by something else is an error; what is
// before that point is read.
package packed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest window of zstd data, which is the memory that reading it
// takes. The zstd command has the same limit by default.
const maxWindow = 128 << 20

// packing is a format of compressed data.
type packing struct {
	name string
	// magics are the bytes that the data begins with. They are looked for also where
	// records come one by one, so the end of a record, LF or NUL, can only be their
	// last byte.
	magics []string
	open   func(in packedData) (io.ReadCloser, error) // nil if the format is only recognised
}

// packedData is compressed data.
type packedData struct {
	*bufio.Reader
	read *int64 // the bytes that the reader has taken
}

// newPackedData returns the data in r.
func newPackedData(r io.Reader) packedData {
	read := new(int64)
	return packedData{bufio.NewReaderSize(counter{r, read}, 64<<10), read}
}

// counter counts the bytes that are read.
type counter struct {
	io.Reader
	n *int64
}

func (c counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.n += int64(n)
	return n, err
}

// offset is where reading goes on.
func (in packedData) offset() int64 { return *in.read - int64(in.Buffered()) }

const gzipMagic = "\x1F\x8B" // RFC 1952, section 2.3.1

var packings = []packing{
	{
		name:   "gzip",
		magics: []string{gzipMagic},
		open:   func(in packedData) (io.ReadCloser, error) { return newGzipMembers(in) },
	},
	{
		name:   "zstd",
		magics: zstdMagics(),
		open:   func(in packedData) (io.ReadCloser, error) { return newZstdFrames(in) },
	},
	{name: "xz", magics: []string{"\xFD7zXZ\x00"}},
	{name: "bzip2", magics: bzip2Magics()},                                  // programs that read archives give a decoder
	{name: "lz4", magics: []string{"\x04\x22\x4D\x18", "\x02\x21\x4C\x18"}}, // the second is its old format
	{name: "lzip", magics: []string{"LZIP\x01"}},
	{name: "lzop", magics: []string{"\x89LZO\x00"}},
	{name: "compress", magics: []string{"\x1F\x9D"}},
	{name: "zip", magics: []string{"PK\x03\x04"}},
	{name: "7-Zip", magics: []string{"7z\xBC\xAF\x27\x1C"}},
}

// bzip2Magics returns the magic numbers of bzip2: the block size, and then the magic
// number of a block or, if there is none, of the end.
func bzip2Magics() []string {
	var magics []string
	for size := '1'; size <= '9'; size++ {
		magics = append(magics, fmt.Sprintf("BZh%c1AY&SY", size), fmt.Sprintf("BZh%c\x17rE8P\x90", size))
	}
	return magics
}

// zstdMagics returns the magic numbers of RFC 8878, sections 3.1.1 and 3.1.2: those
// of a frame and of skippable frames.
func zstdMagics() []string {
	magics := []string{"\x28\xB5\x2F\xFD"}
	for b := byte(0x50); b < 0x60; b++ {
		magics = append(magics, string([]byte{b, 0x2A, 0x4D, 0x18}))
	}
	return magics
}

// What else can be wrong with compressed data. The error io.ErrUnexpectedEOF says that it
// ends too early.
var errDamaged = errors.New("damaged")

// followedError says that something else follows the compressed data, at an offset.
type followedError struct{ offset int64 }

func (err *followedError) Error() string {
	return fmt.Sprintf("followed by something else, from byte %d on", err.offset)
}

// gzipMembers reads the members of gzip data, one after the other. The gzip reader
// could do so itself, but does not notice if a member is cut off in the name or the
// comment of its header. Zero bytes after the last member are ignored, as the gzip
// command does, because devices and archives pad files with them.
type gzipMembers struct {
	*gzip.Reader
	in packedData
}

func newGzipMembers(in packedData) (*gzipMembers, error) {
	z, err := gzip.NewReader(in.Reader)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipMembers{z, in}, nil
}

func (m *gzipMembers) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if err != io.EOF {
		return n, err
	}
	switch head, err := m.in.Peek(len(gzipMagic)); {
	case len(head) == 0:
		return n, err // the end, after a complete member
	case head[0] == 0:
		return n, m.padding()
	case !strings.HasPrefix(gzipMagic, string(head)):
		return n, &followedError{m.in.offset()}
	}
	if err := m.Reset(m.in.Reader); err == io.EOF {
		return n, io.ErrUnexpectedEOF
	} else if err != nil {
		return n, err
	}
	m.Multistream(false)
	return n, nil
}

// padding reads zero bytes to the end. The error is io.EOF if there is nothing else.
func (m *gzipMembers) padding() error {
	for {
		at := m.in.offset()
		b, err := m.in.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			return &followedError{at}
		}
	}
}

// zstdFrames reads zstd data. The zstd reader returns io.ErrUnexpectedEOF also for a
// block that is damaged and for a few bytes after the last frame, so zstdFrames looks
// where the input really ends.
type zstdFrames struct {
	io.ReadCloser
	in *frames
}

func newZstdFrames(r io.Reader) (*zstdFrames, error) {
	in := &frames{Reader: r, magics: zstdMagics()}
	d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return &zstdFrames{d.IOReadCloser(), in}, nil
}

func (f *zstdFrames) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	switch {
	case err == nil || err == io.EOF:
	case isCutOff(err) && !f.in.exhausted:
		err = errDamaged
	case errors.Is(err, zstd.ErrMagicMismatch), isCutOff(err) && f.in.strays():
		err = &followedError{f.in.frame}
	}
	return n, err
}

// Decoders are decoders for formats that are only recognised otherwise, by the names
// that errors have for the formats, such as "bzip2".
type Decoders map[string]func(io.Reader) io.Reader

// UnreadableError says that data is compressed in a format that nothing here reads.
type UnreadableError struct{ Format string }

// Error names the format.
func (err *UnreadableError) Error() string {
	return fmt.Sprintf("the data is compressed with %s: decompress it first", err.Format)
}

// Open returns a reader that decompresses r if it begins like compressed data, and
// otherwise reads it as it is. Several pieces of compressed data may follow each
// other. Reading zstd data takes up to 128 MiB, and gzip data less than 1 MiB. The error is
// an *[UnreadableError] if there is no decoder.
func Open(r io.Reader, more Decoders) (io.ReadCloser, error) {
	buffered := bufio.NewReaderSize(r, 4<<10)
	p := packingOf(buffered)
	if p == nil {
		return io.NopCloser(buffered), nil
	}
	in := newPackedData(buffered)
	if p.open == nil {
		decoder := more[p.name]
		if decoder == nil {
			return nil, &UnreadableError{p.name}
		}
		return &unpacked{io.NopCloser(decoder(in)), p}, nil
	}
	data, err := p.open(in)
	if err != nil {
		return nil, p.broken(err)
	}
	return &unpacked{data, p}, nil
}

// Head is the number of bytes by which compressed data is known.
const Head = 16

// Is reports whether data that begins with head is compressed. If head has less than
// [Head] bytes, it is all of the data.
func Is(head []byte) bool { return packingOf(bufio.NewReader(bytes.NewReader(head))) != nil }

// packingOf returns the format of compressed data, or nil if r does not begin like any.
func packingOf(r *bufio.Reader) *packing {
	for i := range packings {
		for _, magic := range packings[i].magics {
			if beginsWith(r, magic) {
				return &packings[i]
			}
		}
	}
	return nil
}

// beginsWith reports whether r continues with magic. It does not wait for more bytes
// than it needs, because a record may be shorter.
func beginsWith(r *bufio.Reader, magic string) bool {
	for n := 1; n <= len(magic); n++ {
		if head, err := r.Peek(n); err != nil || !strings.HasPrefix(magic, string(head)) {
			return false
		}
	}
	return true
}

// unpacked reads compressed data, and says in its errors that it does.
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

// isCutOff reports whether an error says that something is missing at the end.
func isCutOff(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// broken puts an error of compressed data into words.
func (p *packing) broken(err error) error {
	followed := new(followedError)
	switch {
	case isCutOff(err):
		return fmt.Errorf("the %s data ends too early", p.name)
	case errors.Is(err, errDamaged), errors.As(err, &followed):
		return fmt.Errorf("the %s data is %w", p.name, err)
	}
	return fmt.Errorf("in the %s data: %w", p.name, err)
}
