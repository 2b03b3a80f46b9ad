package lint

import (
	"cmp"
	"slices"
	"unicode"
)

// alikes are the characters that common fonts draw like an ASCII character, or
// nearly so. Three kinds are covered:
//
//   - letters of Cyrillic, Greek, Armenian and the rest of Latin that look like an
//     ASCII letter or digit in upright type;
//   - full-width, circled and mathematical letters and digits, which Unicode's
//     compatibility mappings map to those of ASCII;
//   - characters that look like one of the delimiters / \ . : ? # @ & = % or like
//     a hyphen.
//
// Letters with diacritics are not covered, because a reader sees the difference.
// Nor are combinations ("rn" for "m"), ASCII characters that look like each other
// ("1" for "l"), and other scripts.
var alikes = [...]struct {
	ascii byte
	like  string
}{
	{'A', "\u0391\u0410"},             // Greek alpha; Cyrillic a
	{'B', "\u0392\u0412"},             // Greek beta; Cyrillic ve
	{'C', "\u03f9\u0421"},             // Greek lunate sigma; Cyrillic es
	{'E', "\u0395\u0415"},             // Greek epsilon; Cyrillic ie
	{'F', "\u03dc"},                   // Greek digamma
	{'G', "\u050c"},                   // Cyrillic komi sje
	{'H', "\u0397\u041d"},             // Greek eta; Cyrillic en
	{'I', "\u0399\u0406\u04c0"},       // Greek iota; Cyrillic i, palochka
	{'J', "\u037f\u0408"},             // Greek yot; Cyrillic je
	{'K', "\u039a\u041a\u212a"},       // Greek kappa; Cyrillic ka; the kelvin sign
	{'L', "\u053c"},                   // Armenian liwn
	{'M', "\u039c\u041c"},             // Greek mu; Cyrillic em
	{'N', "\u039d"},                   // Greek nu
	{'O', "\u039f\u041e\u0555"},       // Greek omicron; Cyrillic o; Armenian oh
	{'P', "\u03a1\u0420"},             // Greek rho; Cyrillic er
	{'Q', "\u051a"},                   // Cyrillic qa
	{'S', "\u0405\u054f"},             // Cyrillic dze; Armenian tiwn
	{'T', "\u03a4\u0422"},             // Greek tau; Cyrillic te
	{'U', "\u054d"},                   // Armenian seh
	{'V', "\u0474"},                   // Cyrillic izhitsa
	{'W', "\u051c"},                   // Cyrillic we
	{'X', "\u03a7\u0425"},             // Greek chi; Cyrillic ha
	{'Y', "\u03a5\u04ae"},             // Greek upsilon; Cyrillic straight u
	{'Z', "\u0396"},                   // Greek zeta
	{'a', "\u0251\u03b1\u0430"},       // Latin alpha; Greek alpha; Cyrillic a
	{'b', "\u0185\u042c"},             // Latin tone six; Cyrillic soft sign
	{'c', "\u03f2\u0441"},             // Greek lunate sigma; Cyrillic es
	{'d', "\u0501"},                   // Cyrillic komi de
	{'e', "\u0435\u04bd"},             // Cyrillic ie, Abkhasian che
	{'f', "\u017f"},                   // Latin long s
	{'g', "\u0261\u0581"},             // Latin script g; Armenian co
	{'h', "\u04bb\u0570"},             // Cyrillic shha; Armenian ho
	{'i', "\u0131\u0269\u03b9\u0456"}, // Latin dotless i, iota; Greek iota; Cyrillic i
	{'j', "\u03f3\u0458"},             // Greek yot; Cyrillic je
	{'k', "\u03ba\u043a"},             // Greek kappa; Cyrillic ka
	{'l', "\u04cf"},                   // Cyrillic palochka
	{'n', "\u0578"},                   // Armenian vo
	{'o', "\u03bf\u03c3\u043e\u0585"}, // Greek omicron, sigma; Cyrillic o; Armenian oh
	{'p', "\u03c1\u0440"},             // Greek rho; Cyrillic er
	{'q', "\u051b\u0566"},             // Cyrillic qa; Armenian za
	{'r', "\u0433"},                   // Cyrillic ghe
	{'s', "\u0455"},                   // Cyrillic dze
	{'u', "\u03c5\u057d"},             // Greek upsilon; Armenian seh
	{'v', "\u03bd\u0475"},             // Greek nu; Cyrillic izhitsa
	{'w', "\u03c9\u0461\u051d"},       // Greek omega; Cyrillic omega, we
	{'x', "\u03c7\u0445"},             // Greek chi; Cyrillic ha
	{'y', "\u03b3\u0443\u04af"},       // Greek gamma; Cyrillic u, straight u
	{'z', "\u1d22"},                   // Latin small capital z
	{'3', "\u0417\u04e0"},             // Cyrillic ze, Abkhasian dze
	{'6', "\u0431"},                   // Cyrillic be

	{'/', "\u2044\u2215\u2571\u29f8"},             // fraction and division slash, box drawing, big solidus
	{'\\', "\u2216\u29f5\u29f9"},                  // set minus, operator, big reverse solidus
	{'.', "\u2024\u3002\uff61"},                   // one dot leader, ideographic full stops
	{':', "\u02d0\u02f8\u2236\ua789\ufe55"},       // triangular, raised, ratio, modifier letter, small
	{'?', "\ufe56"},                               // small
	{'#', "\ufe5f"},                               // small
	{'@', "\ufe6b"},                               // small
	{'&', "\ufe60"},                               // small
	{'=', "\ua78a\ufe66"},                         // modifier letter, small
	{'%', "\u066a\ufe6a"},                         // Arabic, small
	{'-', "\u2010\u2011\u2012\u2013\u2212\ufe63"}, // hyphens, dashes, minus, small
}

// alikeRanges are ranges of characters that look like the characters of ascii, in
// the same order; ascii repeats as often as needed.
var alikeRanges = [...]struct {
	first, last rune
	ascii       string
}{
	{0x2460, 0x2468, "123456789"}, // circled
	{0x24B6, 0x24E9, letters},
	{0xFF10, 0xFF19, "0123456789"}, // full width
	{0xFF21, 0xFF3A, letters[:26]},
	{0xFF41, 0xFF5A, letters[26:]},
	{0x1D400, 0x1D6A3, letters}, // mathematical, in 13 styles
	{0x1D7CE, 0x1D7FF, "0123456789"},
}

// letters are the ASCII letters in the order of the characters that imitate them.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// alike is a character and the ASCII character that it looks like.
type alike struct {
	r     rune
	ascii byte
}

// alikeTable is alikes sorted by character, with the full-width delimiters.
var alikeTable = func() (table []alike) {
	for _, x := range alikes {
		for _, r := range x.like {
			table = append(table, alike{r, x.ascii})
		}
		if !isAlpha(x.ascii) && !isDigit(x.ascii) {
			table = append(table, alike{fullWidth + rune(x.ascii), x.ascii})
		}
	}
	slices.SortFunc(table, func(a, b alike) int { return cmp.Compare(a.r, b.r) })
	return table
}()

// fullWidth is the distance of a full-width form from its ASCII character.
const fullWidth = 0xFF01 - '!'

// lookAlike returns the ASCII character that a character looks like, and whether
// there is one.
func lookAlike(r rune) (ascii byte, ok bool) {
	for _, x := range alikeRanges {
		if x.first <= r && r <= x.last {
			return x.ascii[int(r-x.first)%len(x.ascii)], true
		}
	}
	i, ok := slices.BinarySearchFunc(alikeTable, r, func(a alike, r rune) int { return cmp.Compare(a.r, r) })
	if !ok {
		return 0, false
	}
	return alikeTable[i].ascii, true
}

// kind is what a character is to a reader.
type kind uint8

const (
	plain          kind = iota // none of the following
	letter                     // a letter that shows what it is
	digit                      //
	alikeLetter                // a letter or digit that looks like an ASCII one
	alikeDelimiter             // looks like an ASCII delimiter
	bidi                       // changes the direction of the text around it
	hidden                     // not drawn, or drawn as a space
	joiner                     // not drawn, but used in the words of some scripts and in emoji
)

// spaces are drawn as a space or not at all. The characters that Unicode advises
// not to draw (Other_Default_Ignorable_Code_Point) come on top of them.
var spaces = []*unicode.RangeTable{unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp}

// kindOf returns what a character that is not ASCII is to a reader. Outside the
// site more is usual: a Latin letter does not deceive there, and neither do
// full-width delimiters and dashes.
func kindOf(r rune, inSite bool) (k kind) {
	switch ascii, ok := lookAlike(r); {
	case ok && (isAlpha(ascii) || isDigit(ascii)):
		if inSite || !unicode.Is(unicode.Latin, r) {
			return alikeLetter
		}
		return letter
	case ok:
		if inSite || ascii != '-' && r != 0x3002 && r < 0xFF00 {
			return alikeDelimiter
		}
		return plain
	case unicode.Is(unicode.Bidi_Control, r):
		return bidi
	case unicode.Is(unicode.Join_Control, r), unicode.Is(unicode.Variation_Selector, r), 0xE0020 <= r && r <= 0xE007F:
		if inSite {
			return hidden
		}
		return joiner
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return hidden
	case unicode.IsLetter(r), unicode.IsMark(r):
		return letter
	case unicode.IsDigit(r):
		return digit
	case unicode.In(r, spaces...):
		return hidden
	}
	return plain
}
