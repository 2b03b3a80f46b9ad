package reading

import "github.com/urispec/urispec/grammar/engine/automaton"

// UTF8 is the strings of X whose escaped octets are UTF-8: each run of them, such as
// %C3%A9, is the octets of whole characters. A "%" must begin an escaped octet.
type UTF8 struct {
	X        Expr
	Decision *Decision
}

func (*UTF8) expr() {}

// sequences are the octets of the characters in UTF-8, by their ranges (the syntax of
// section 4 of RFC 3629).
var sequences = [][][2]int32{
	{{0x00, 0x7F}},
	{{0xC2, 0xDF}, {0x80, 0xBF}},
	{{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}},
	{{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}},
	{{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}},
}

// escapedUTF8 returns the expression of the strings whose escaped octets are UTF-8, over
// bytes.
func (g *Grammar) escapedUTF8() *automaton.Expr {
	return escapedUTF8(g.Source.Characters(), g.symbols)
}

// EscapedUTF8 returns the expression of the strings of characters from every whose escaped
// octets are UTF-8; see [UTF8]. Its symbols are characters.
func EscapedUTF8(every automaton.Set) *automaton.Expr {
	return escapedUTF8(every, automaton.Symbol)
}

// escapedUTF8 returns the expression of the strings whose escaped octets are UTF-8.
// symbols returns the expression of one character from a set, and every has all
// characters.
func escapedUTF8(every automaton.Set, symbols func(automaton.Set) *automaton.Expr) *automaton.Expr {
	parts := []*automaton.Expr{symbols(every.Minus(automaton.Of('%')))}
	for _, octets := range sequences {
		var seq []*automaton.Expr
		for _, o := range octets {
			seq = append(seq, escapedOctet(o[0], o[1], symbols))
		}
		parts = append(parts, automaton.Cat(seq...))
	}
	return automaton.Repeat(automaton.Alt(parts...), 0, automaton.Unbounded, false)
}

// escapedOctet returns the expression of an octet from lo to hi, as "%" and two
// hexadecimal digits.
func escapedOctet(lo, hi int32, symbols func(automaton.Set) *automaton.Expr) *automaton.Expr {
	var parts []*automaton.Expr
	for first := lo / 16; first <= hi/16; first++ {
		parts = append(parts, automaton.Cat(
			symbols(hexDigits(first, first)),
			symbols(hexDigits(max(lo-16*first, 0), min(hi-16*first, 15))),
		))
	}
	return automaton.Cat(symbols(automaton.Of('%')), automaton.Alt(parts...))
}

// hexDigits returns the hexadecimal digits, in both cases, with the values from lo to hi.
func hexDigits(lo, hi int32) automaton.Set {
	var set automaton.Set
	for v := lo; v <= hi; v++ {
		set = set.Union(automaton.Of(int32("0123456789ABCDEF"[v]))).Union(automaton.Of(int32("0123456789abcdef"[v])))
	}
	return set
}
