package lint

import (
	"net/netip"
	"strconv"
	"strings"
)

// ipv4 is a host that consists of numbers.
type ipv4 struct {
	// value is the address that section 7.4 of RFC 3986 describes: each number is
	// decimal, octal or hexadecimal as in C, and the last one fills the octets
	// that are left. It is the zero Addr if a number is too great, or has digits
	// that it may not have.
	value     netip.Addr
	common    bool // four decimal numbers up to 255, as an address is usually written
	ambiguous bool // programs that know decimal numbers only read another address
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

// number is a number as C writes them.
type number struct {
	value     uint64 // at most numberLimit
	plain     bool   // decimal, without leading zeros
	ambiguous bool   // with a leading zero, of another value than as decimal
	invalid   bool   // with a leading zero and a digit that is not octal
}

// numberLimit is greater than any part of an address.
const numberLimit = 1 << 40

// parseNumber reads a number; the second result is false if a text is none.
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

// digits returns the value of digits of a base, numberLimit if it is greater,
// and whether they are all there is.
func digits(text string, base uint64) (uint64, bool) {
	var value uint64
	for i := range len(text) {
		d := hexValues[text[i]]
		if d < 0 || uint64(d) >= base {
			return 0, false
		}
		value = min(value*base+uint64(d), numberLimit)
	}
	return value, text != ""
}

// suggested returns the address as it is usually written, "" if there is none or
// more than one.
func (a *ipv4) suggested() string {
	if a.ambiguous || !a.value.IsValid() {
		return ""
	}
	return a.value.String()
}

// meaning says in words what an address in a rare form is read as.
func (a *ipv4) meaning() string {
	switch {
	case !a.value.IsValid():
		return "is a number, but no IPv4 address"
	case a.ambiguous:
		return "is read as the IPv4 address " + a.value.String() + " by some programs, and as another one by others"
	}
	return "is read as the IPv4 address " + strconv.Quote(a.value.String()) + " by some programs"
}
