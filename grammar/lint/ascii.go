package lint

// escapeLen is the length of an escaped octet, "%" and two digits.
const escapeLen = len("%41")

func isAlpha(b byte) bool { return 'a' <= toLower(b) && toLower(b) <= 'z' }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }
func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }

func toLower(b byte) byte {
	if isUpper(b) {
		b += 'a' - 'A'
	}
	return b
}

func toUpper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		b -= 'a' - 'A'
	}
	return b
}

// hexDigits are the digits of an escape in the preferred case.
const hexDigits = "0123456789ABCDEF"

// hexValues are the values of hexadecimal digits of either case, -1 for other
// bytes.
var hexValues = func() (values [256]int8) {
	for b := range values {
		values[b] = -1
	}
	for v := range len(hexDigits) {
		values[hexDigits[v]] = int8(v)
		values[toLower(hexDigits[v])] = int8(v)
	}
	return values
}()

// hexPair returns the octet that the two digits of s at offset i stand for, and
// whether there are two digits before end.
func hexPair(s string, i, end int) (byte, bool) {
	if i+2 > end {
		return 0, false
	}
	hi, lo := hexValues[s[i]], hexValues[s[i+1]]
	return byte(hi)<<4 | byte(lo), hi|lo >= 0
}

// octet returns the octet that an escape at offset i of s stands for, and whether
// there is an escape before end.
func octet(s string, i, end int) (byte, bool) {
	if i >= end || s[i] != '%' {
		return 0, false
	}
	return hexPair(s, i+1, end)
}

// hasUpper reports whether a text has upper-case letters outside of escapes.
func hasUpper(text string) bool {
	for i := 0; i < len(text); i++ {
		if isUpper(text[i]) {
			return true
		}
		if _, ok := octet(text, i, len(text)); ok {
			i += escapeLen - 1
		}
	}
	return false
}

// lowerOutsideEscapes returns a text with its letters in lower case, except for
// the digits of escapes.
func lowerOutsideEscapes(text string) string {
	out := []byte(text)
	for i := 0; i < len(out); i++ {
		out[i] = toLower(out[i])
		if _, ok := octet(text, i, len(text)); ok {
			i += escapeLen - 1
		}
	}
	return string(out)
}

// appendEscape appends the escape of an octet.
func appendEscape(out []byte, b byte) []byte {
	return append(out, '%', hexDigits[b>>4], hexDigits[b&0xF])
}
