package packed

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
)

// frames is a reader of zstd data that finds out where its frames end: RFC 8878, section
// 3.1. It passes over what the frames contain.
type frames struct {
	io.Reader
	magics []string

	exhausted bool  // more was asked for than there is
	offset    int64 // in the data
	frame     int64 // where the last frame begins, or what should be one

	state    frameState
	field    []byte // the bytes of the current field
	skip     int64  // bytes before the next field
	checksum bool   // the frame ends with one
}

// frameState is the field of a frame that is next.
type frameState uint8

const (
	magicField      frameState = iota // 3.1.1, 3.1.2
	sizeField                         // of a frame to be skipped: 3.1.2
	descriptorField                   // 3.1.1.1.1; the rest of the header has no field here
	blockField                        // the header of a block: 3.1.1.2
	noField                           // this is no frame
)

var fieldLengths = [...]int{magicField: 4, sizeField: 4, descriptorField: 1, blockField: 3}

// strays reports whether what follows the last frame does not begin like another.
func (f *frames) strays() bool {
	if f.skip > 0 || f.frame == 0 {
		return false
	}
	return f.state == noField || f.state == magicField && len(f.field) > 0 && !f.isMagic()
}

// isMagic reports whether a magic number begins with the field.
func (f *frames) isMagic() bool {
	return slices.ContainsFunc(f.magics, func(magic string) bool { return strings.HasPrefix(magic, string(f.field)) })
}

func (f *frames) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	f.exhausted = f.exhausted || n == 0 && err == io.EOF
	for p := p[:n]; len(p) > 0 && f.state != noField; {
		passed := int(min(f.skip, int64(len(p))))
		if passed == 0 {
			if f.state == magicField && len(f.field) == 0 {
				f.frame = f.offset
			}
			f.field = append(f.field, p[0])
			passed = 1
		} else {
			f.skip -= int64(passed)
		}
		f.offset += int64(passed)
		p = p[passed:]
		if len(f.field) == fieldLengths[f.state] {
			f.next()
		}
	}
	return n, err
}

// next takes the current field, which is complete.
func (f *frames) next() {
	switch f.state {
	case magicField:
		switch {
		case !f.isMagic():
			f.state = noField
		case f.field[0]&0xF0 == 0x50:
			f.state = sizeField
		default:
			f.state = descriptorField
		}
	case sizeField:
		f.skip, f.state = int64(binary.LittleEndian.Uint32(f.field)), magicField
	case descriptorField:
		d := f.field[0]
		single := d & 0x20 >> 5 // whether there is no window descriptor, of one byte
		f.skip = int64(1-single) + [4]int64{0, 1, 2, 4}[d&3] + [4]int64{int64(single), 2, 4, 8}[d>>6]
		f.checksum, f.state = d&4 != 0, blockField
	case blockField:
		header := int64(f.field[0]) | int64(f.field[1])<<8 | int64(f.field[2])<<16
		f.skip = header >> 3
		if header>>1&3 == 1 { // one byte that is repeated
			f.skip = 1
		}
		if header&1 != 0 { // the last block
			f.state = magicField
			if f.checksum {
				f.skip += 4
			}
		}
	}
	f.field = f.field[:0]
}
