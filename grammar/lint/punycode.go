package lint

import "slices"

// The parameters of section 5 of RFC 3492.
const (
	punyBase        = 36
	punyTMin        = 1
	punyTMax        = 26
	punySkew        = 38
	punyDamp        = 700
	punyInitialBias = 72
	punyInitialN    = 0x80
)

// decodePunycode appends to dst the characters that the text of a label after
// "xn--" stands for, by section 6.2 of RFC 3492. It returns false if the text is
// not Punycode. Time is quadratic in the text, which is at most a label long.
func decodePunycode(dst []rune, text string) ([]rune, bool) {
	const maxRune = 0x10FFFF
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '-' { // what is before the last hyphen is ASCII
			for _, b := range []byte(text[:i]) {
				dst = append(dst, rune(b))
			}
			text = text[i+1:]
			break
		}
	}
	n, i, bias := punyInitialN, 0, punyInitialBias
	for text != "" {
		start, weight := i, 1
		for k := punyBase; ; k += punyBase {
			if text == "" {
				return nil, false
			}
			digit := punycodeDigit(text[0])
			text = text[1:]
			if digit < 0 || weight > maxRune*maxLabel {
				return nil, false
			}
			i += digit * weight
			t := min(max(k-bias, punyTMin), punyTMax)
			if digit < t {
				break
			}
			weight *= punyBase - t
		}
		count := len(dst) + 1
		bias = adaptPunycode(i-start, count, start == 0)
		if n += i / count; n > maxRune {
			return nil, false
		}
		i %= count
		dst = slices.Insert(dst, i, rune(n))
		i++
	}
	return dst, true
}

// punycodeDigit returns the value of a digit, or -1 if b is not one.
func punycodeDigit(b byte) int {
	switch {
	case isAlpha(b):
		return int(toLower(b) - 'a')
	case isDigit(b):
		return int(b-'0') + 26
	}
	return -1
}

// adaptPunycode is section 6.1 of RFC 3492.
func adaptPunycode(delta, count int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / count
	k := 0
	for delta > (punyBase-punyTMin)*punyTMax/2 {
		delta /= punyBase - punyTMin
		k += punyBase
	}
	return k + (punyBase-punyTMin+1)*delta/(delta+punySkew)
}
