// Package escape reads and writes the escapes of URLs and URIs: "%" and the two
// hexadecimal digits of an octet. RFC 1738 calls such an octet encoded (2.2), RFC
// 2396 escaped (2.4.1), and RFC 3986 percent-encoded (2.1).
//
// Offsets are in bytes. The functions take constant time, or time linear in their
// argument, and may be called concurrently.
package escape

import (
	"strings"
	"unsafe"
)

// Len is the length of an escape in bytes.
const Len = len("%41")

// digits are in the case that RFC 3986 prefers.
const digits = "0123456789ABCDEF"

// values has the value of each hexadecimal digit of either case, and none for
// other bytes.
var values = func() (values [256]uint8) {
	for b := range values {
		values[b] = none
	}
	for v := range len(digits) {
		values[digits[v]] = uint8(v)
		values[lower(digits[v])] = uint8(v)
	}
	return values
}()

const none = 0xFF

// Digit returns the value of a hexadecimal digit of either case. It returns false if
// b is none.
func Digit(b byte) (value byte, ok bool) { return values[b], values[b] != none }

// At returns the octet of the escape that begins at offset i of s. It returns false
// if none does, which includes all i from len(s) on.
func At(s string, i int) (octet byte, ok bool) {
	if i >= len(s) || s[i] != '%' {
		return 0, false
	}
	return Octet(s, i+1)
}

// Octet returns the octet whose two digits are at offset i of s, as after the "%" of
// an escape. It returns false if there are no two digits.
func Octet(s string, i int) (octet byte, ok bool) {
	if i+2 > len(s) {
		return 0, false
	}
	hi, lo := values[s[i]], values[s[i+1]]
	return hi<<4 | lo, hi != none && lo != none
}

// Inside reports whether offset i of s is between the bytes of an escape, which need
// not be complete: whether a "%" is one or two bytes before it. i may be len(s).
func Inside(s string, i int) bool {
	return i > 0 && s[i-1] == '%' || i > 1 && s[i-2] == '%'
}

// Append appends the escape of an octet, with digits in upper case.
func Append(b []byte, octet byte) []byte {
	return append(b, '%', digits[octet>>4], digits[octet&0xF])
}

// Means reports whether text is data when its escapes are undone, once. A "%" that begins
// no escape is itself. It does not allocate.
func Means(text, data string) bool {
	for i := 0; i < len(text); i++ {
		octet, ok := At(text, i)
		if ok {
			i += Len - 1
		} else {
			octet = text[i]
		}
		if data == "" || data[0] != octet {
			return false
		}
		data = data[1:]
	}
	return data == ""
}

// Upper returns s with the digits of its escapes in upper case.
func Upper(s string) string {
	if isUpper(s) {
		return s
	}
	out := []byte(s)
	for i := 0; i < len(out); i++ {
		if octet, ok := At(s, i); ok {
			Append(out[:i], octet)
			i += Len - 1
		}
	}
	return own(out)
}

// isUpper reports whether no escape of s has a digit in lower case.
func isUpper(s string) bool {
	for i := strings.IndexByte(s, '%'); 0 <= i && i < len(s); i++ {
		if _, ok := At(s, i); ok {
			if s[i+1] >= 'a' || s[i+2] >= 'a' {
				return false
			}
			i += Len - 1
		}
	}
	return true
}

// IsLower reports whether s has no ASCII letter in upper case, except for the digits
// of escapes. It does not allocate.
func IsLower(s string) bool {
	for i := 0; i < len(s); i++ {
		if _, ok := At(s, i); ok {
			i += Len - 1
		} else if lower(s[i]) != s[i] {
			return false
		}
	}
	return true
}

// Lower returns s with its ASCII letters in lower case, except for the digits of
// escapes, which it leaves as they are.
func Lower(s string) string {
	if IsLower(s) {
		return s
	}
	out := []byte(s)
	for i := 0; i < len(out); i++ {
		if _, ok := At(s, i); ok {
			i += Len - 1
		} else {
			out[i] = lower(out[i])
		}
	}
	return own(out)
}

// own returns bytes that nothing changes any more as a string, which may be too long to be
// copied.
func own(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}
