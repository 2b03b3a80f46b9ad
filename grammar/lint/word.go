package lint

// word is a run of letters and digits, escaped or not. The zero value is no word.
type word struct {
	start, end int
	ascii      bool // it has ASCII letters
	alike      bool // it has other letters or digits that look like ASCII
	other      bool // it has letters that do not look like ASCII
}

// grow begins the word with the text from start to end, or extends it.
func (w *word) grow(start, end int) {
	if w.end == 0 {
		w.start = start
	}
	w.end = end
}

// deceives reports whether the word looks like ASCII but is not. It has look-alike
// letters among ASCII letters or, if alone is set, nothing but look-alike letters.
// A letter that does not look like ASCII shows what the word is. In the site, a
// word of one script deceives too, except for the last label of a host, because
// the script of a top-level domain is intended.
func (w *word) deceives(alone bool) bool { return w.alike && !w.other && (w.ascii || alone) }

// endWord examines the word that has just ended.
func (o *octets) endWord() {
	if w := &o.word; w.alike && w.deceives(o.in.inSite() && (o.in != Host || w.end < o.end)) {
		o.add(LookAlike, o.in, w.start, w.end)
	}
	o.word = word{}
}

// ascii examines an ASCII character from offset i to end, and returns end.
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

// rune examines any other character from offset i to end.
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

// acePrefix begins the labels in which IDNA writes names in other scripts.
const acePrefix = "xn--"

// encodedLabel examines what the IDNA label at offset start stands for; last says
// that it is the last label of the host.
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
