package judge

import (
	"cmp"
	"regexp"
	"strconv"
)

// shrink looks for shorter questions in all groups: it asks what the examples become with parts
// left out, and goes on with the shortest that shows the same, until none becomes shorter.
func (h *hearing) shrink() error {
	for {
		var all []Question
		for _, g := range h.sorted() {
			if id := g.Question.id(); g.tried != id {
				g.tried = id
				all = append(all, h.simpler(g.Question)...)
			}
		}
		if len(all) == 0 {
			return nil
		}
		if err := h.ask(all, false); err != nil {
			return err
		}
	}
}

// simpler returns questions that are simpler than q and like it.
func (h *hearing) simpler(q Question) []Question {
	var all []Question
	for _, input := range h.simplerStrings(q.Input) {
		all = append(all, Question{input, q.Base})
	}
	if q.Base != nil {
		for _, base := range h.simplerStrings(*q.Base) {
			all = append(all, Question{q.Input, &base})
		}
	}
	return all
}

// pairs is the length of the longest string of which any part and any two bytes are left out.
const pairs = 24

// numbers are what may be made smaller.
var numbers = regexp.MustCompile(`[0-9]{2,19}`)

// simplerStrings returns strings that are simpler than s: with a part or, if it is short, two
// bytes left out; with what a rule derives replaced by the shortest string of the rule; with a
// smaller number; and with a byte replaced by a letter or a digit.
func (h *hearing) simplerStrings(s string) []string {
	var all []string
	if len(s) <= pairs {
		for i := range len(s) {
			for j := i + 1; j <= len(s); j++ {
				all = append(all, s[:i]+s[j:])
				if j < len(s) {
					all = append(all, s[:i]+s[i+1:j]+s[j+1:])
				}
			}
		}
	} else {
		for size := len(s); size > 0; size /= 2 {
			for start := 0; start+size <= len(s); start += max(size/2, 1) {
				all = append(all, s[:start]+s[start+size:])
			}
		}
	}
	if tree, err := h.Edition.Tree(s); err == nil {
		for n := range tree.All() {
			if other := h.some(n.Rule)[0]; len(other) < n.End-n.Start {
				all = append(all, s[:n.Start]+other+s[n.End:])
			}
		}
	}
	for _, at := range numbers.FindAllStringIndex(s, -1) {
		n, err := strconv.ParseUint(s[at[0]:at[1]], 10, 64)
		for less := n / 2; err == nil && less > 0; less /= 2 {
			all = append(all, s[:at[0]]+strconv.FormatUint(n-less, 10)+s[at[1]:])
		}
	}
	for i := range len(s) {
		for _, c := range []byte("a0A") {
			if rank(c) < rank(s[i]) {
				all = append(all, s[:i]+string(c)+s[i+1:])
			}
		}
	}
	return all
}

// length is the number of bytes of a question.
func (q Question) length() int {
	if q.Base == nil {
		return len(q.Input)
	}
	return len(q.Input) + len(*q.Base)
}

// shorter reports whether q is shorter than other, or as short and more readable.
func shorter(q, other Question) bool {
	order := cmp.Or(cmp.Compare(q.length(), other.length()), compareRanks(q.Input, other.Input))
	if order == 0 && q.Base != nil && other.Base != nil {
		order = compareRanks(*q.Base, *other.Base)
	}
	return order < 0
}

// compareRanks compares strings byte by byte.
func compareRanks(a, b string) int {
	for i := range min(len(a), len(b)) {
		if order := cmp.Compare(rank(a[i]), rank(b[i])); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(a), len(b))
}

// rank says how readable a byte is: letters in lower case are more readable than digits, these
// more than letters in upper case, and these more than others.
func rank(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c)
	case '0' <= c && c <= '9':
		return 1<<8 + int(c)
	case 'A' <= c && c <= 'Z':
		return 2<<8 + int(c)
	case '!' <= c && c <= '~':
		return 3<<8 + int(c)
	}
	return 4<<8 + int(c)
}
