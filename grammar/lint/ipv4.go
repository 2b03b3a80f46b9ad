package lint

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/urispec/urispec/resolve/escape"
)

// ipv4 is a host that consists of numbers.
type ipv4 struct {
	// value is the address that section 7.4 of RFC 3986 describes: each number is
	// decimal, octal or hexadecimal as in C, and the last one fills the remaining
	// octets. It is the zero Addr if a number is too large or has a wrong digit.
	value     netip.Addr
	common    bool // four decimal numbers up to 255: the usual form
	ambiguous bool // programs that know only decimal numbers read another address
}

// parseIPv4 reads a host of one to four numbers with dots between them and
// perhaps a final one. The second result is false for any other host.
func parseIPv4(host string) (a ipv4, numeric bool) {
	const octets = 4
	rest := strings.TrimSuffix(host, ".")
	a.common = len(rest) == len(host)
	valid := true
	var address uint64
	for count, more := 1, true; more; count++ {
		var part string
		part, rest, more = strings.Cut(rest, ".")
		n, ok := parseNumber(part)
		if !ok || count > octets {
			return ipv4{}, false
		}
		bits := 8
		if !more {
			bits = 8 * (octets - count + 1)
			a.common = a.common && count == octets
		}
		address = address<<bits | n.value
		valid = valid && !n.invalid && n.value < 1<<bits
		a.common = a.common && n.plain && n.value < 1<<8
		a.ambiguous = a.ambiguous || n.ambiguous
	}
	if valid {
		a.value = netip.AddrFrom4([octets]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)})
	}
	return a, true
}

// number is a number in the notation of C.
type number struct {
	value     uint64 // at most numberLimit
	plain     bool   // decimal, without leading zeros
	ambiguous bool   // with a leading zero, and another value as decimal
	invalid   bool   // with a leading zero, and a digit that is not octal
}

// numberLimit is greater than any part of an address.
const numberLimit = 1 << 40

// parseNumber reads a number. The second result is false if text is not one.
func parseNumber(text string) (n number, ok bool) {
	if len(text) > 2 && text[0] == '0' && toLower(text[1]) == 'x' {
		n.value, ok = digits(text[2:], 16)
		return n, ok
	}
	decimal, ok := digits(text, 10)
	if !ok {
		return number{}, false
	}
	if len(text) > 1 && text[0] == '0' {
		n.value, ok = digits(text, 8)
		n.invalid = !ok
		n.ambiguous = n.value != decimal || n.invalid
		return n, true
	}
	return number{value: decimal, plain: true}, true
}

// digits returns the value of digits in a base, but at most numberLimit, and
// whether text consists of digits.
func digits(text string, base uint64) (uint64, bool) {
	var value uint64
	for i := range len(text) {
		d, ok := escape.Digit(text[i])
		if !ok || uint64(d) >= base {
			return 0, false
		}
		value = min(value*base+uint64(d), numberLimit)
	}
	return value, text != ""
}

// suggested returns the address in the usual form, or "" if there is none or more
// than one.
func (a *ipv4) suggested() string {
	if a.ambiguous || !a.value.IsValid() {
		return ""
	}
	return a.value.String()
}

// meaning says in words how an address in a rare form is read.
func (a *ipv4) meaning() string {
	switch {
	case !a.value.IsValid():
		return "is a number, but not an IPv4 address"
	case a.ambiguous:
		return "is read as the IPv4 address " + a.value.String() + " by some programs, and as a different one by others"
	}
	return "is read as the IPv4 address " + strconv.Quote(a.value.String()) + " by some programs"
}
