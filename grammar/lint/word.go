package lint

// word is a run of letters and digits, escaped or not. The zero value is none.
type word struct {
	start, end int
	ascii      bool // it has letters of ASCII
	alike      bool // it has letters or digits that look like those of ASCII
	other      bool // it has letters that do not
}

// grow makes the word begin, or go on, with what is from start to end.
func (w *word) grow(start, end int) {
	if w.end == 0 {
		w.start = start
	}
	w.end = end
}

// deceives reports whether the word looks like one of ASCII and is none: it has
// letters of another script among those of ASCII, or, where that counts, nothing
// else. A letter that looks like itself shows what the word is. In the site even
// a word of one script deceives, but for the last label of a host: a top-level
// domain is of the script that it is meant to be of.
func (w *word) deceives(alone bool) bool { return w.alike && !w.other && (w.ascii || alone) }

// endWord looks at the word that ends.
func (o *octets) endWord() {
	if w := &o.word; w.alike && w.deceives(o.in.inSite() && (o.in != Host || w.end < o.end)) {
		o.add(LookAlike, o.in, w.start, w.end)
	}
	o.word = word{}
}

// ascii looks at an ASCII character, from offset i to end, which it returns.
func (o *octets) ascii(b byte, i, end int) int {
	switch {
	case isAlpha(b):
		o.word.grow(i, end)
		o.word.ascii = true
	case isDigit(b):
		o.word.grow(i, end)
	default:
		o.endWord()
	}
	return end
}

// rune looks at any other character, from offset i to end.
func (o *octets) rune(r rune, i, end int) {
	switch kindOf(r, o.in.inSite()) {
	case alikeLetter:
		o.word.grow(i, end)
		o.word.alike = true
		return
	case letter:
		o.word.grow(i, end)
		o.word.other = true
		return
	case digit, joiner:
		o.word.grow(i, end)
		return
	case alikeDelimiter:
		o.add(LookAlike, o.in, i, end)
	case bidi:
		o.run(BidiControl, o.in, i, end, false)
	case hidden:
		o.run(Invisible, o.in, i, end, false)
	}
	o.endWord()
}

// acePrefix begins the labels in which IDNA writes names of other scripts.
const acePrefix = "xn--"

// encodedLabel looks at a label of IDNA, which begins at offset start, as what
// it stands for; last says that it is the last of the host.
func (c *check) encodedLabel(label string, start int, last bool) {
	var buf [maxLabel]rune
	runes, ok := decodePunycode(buf[:0], label[len(acePrefix):])
	if !ok {
		return
	}
	var w word
	var has [joiner + 1]bool
	for _, r := range runes {
		if r < 0x80 {
			w.ascii = w.ascii || isAlpha(byte(r))
			continue
		}
		has[kindOf(r, true)] = true
	}
	w.alike, w.other = has[alikeLetter], has[letter]
	end := start + len(label)
	if has[alikeDelimiter] || w.deceives(!last) {
		c.add(LookAlike, Host, start, end)
	}
	if has[bidi] {
		c.add(BidiControl, Host, start, end)
	}
	if has[hidden] {
		c.add(Invisible, Host, start, end)
	}
}
