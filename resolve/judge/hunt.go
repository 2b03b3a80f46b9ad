package judge

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urispec/urispec/resolve/escape"
)

// atoms are what the hunt writes into strings: delimiters, what is none, and what parsers are
// known to read in ways of their own.
var atoms = []string{
	":", "/", "?", "#", "[", "]", "@", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=",
	"-", ".", "_", "~", "%", "\\", "|", "^", "`", "{", "}", "<", ">", `"`,
	" ", "\t", "\n", "\r", "\x00", "\x1f", "\x7f", "\x80", "\xff", "é", "\u3002", "\uff0e", "\uff1a", "ſ", "K",
	"a", "g", "A", "Z", "0", "1", "9", "x", "v",
	"//", "://", "..", "/../", "/./", "::", ":@", "@@", "##", "??", "%00", "%0a", "%2f", "%2F", "%3a", "%40", "%5b", "%5c", "%7e", "%c3%a9", "%ff", "%zz", "%4",
	"http:", "https://", "file:", "javascript:", "urn:", "C:", "localhost", "[::1]", "[::", "[v1.a]", "[fe80::1%25en0]", "127.0.0.1", "0x7f.1", "0177.1", "256.1.1.1", "1.2.3", "65535", "65536", "80", "xn--",
}

// hunt asks changes of strings: of the examples of all groups, and of those of the suite. What
// shows something new is changed in turn.
func (h *hearing) hunt() error {
	source := rand.New(rand.NewPCG(h.Seed, 0))
	suite := questions(h.Cases)
	if len(suite) == 0 {
		return nil
	}
	const round = 1 << 10
	for left := h.Hunt; left > 0; left -= round {
		var prey []Question
		for _, g := range h.sorted() {
			prey = append(prey, g.Question)
		}
		var all []Question
		for range min(round, left) {
			from := suite
			if len(prey) > 0 && source.IntN(2) == 0 {
				from = prey
			}
			q := from[source.IntN(len(from))]
			if q.Base != nil && source.IntN(3) == 0 {
				q.Base = new(mutate(*q.Base, source))
			} else {
				other := suite[source.IntN(len(suite))].Input
				q.Input = mutate(cross(q.Input, other, source), source)
			}
			all = append(all, q)
		}
		if err := h.ask(all, false); err != nil {
			return err
		}
		if err := h.shrink(); err != nil {
			return err
		}
	}
	return nil
}

// longestMutant is the length in bytes of the longest string that is made by a change.
const longestMutant = 2048

// mutate changes a string in one to three places.
func mutate(s string, source *rand.Rand) string {
	for range 1 + source.IntN(3) {
		i := source.IntN(len(s) + 1)
		j := min(len(s), i+source.IntN(4))
		atom := atoms[source.IntN(len(atoms))]
		switch source.IntN(10) {
		case 0:
			s = s[:i] + s[j:]
		case 1, 2:
			s = s[:i] + atom + s[j:]
		case 3:
			s = s[:i] + string(byte(source.IntN(256))) + s[j:]
		case 4:
			s = s[:i] + strings.ToUpper(s[i:])
		case 5:
			if i < j {
				s = s[:i] + string(escape.Append(nil, s[i])) + s[i+1:]
			}
		case 6:
			part := s[i:j]
			for range 1 << source.IntN(9) {
				if len(s)+len(part) > longestMutant {
					break
				}
				s = s[:i] + part + s[i:]
			}
		default:
			s = s[:i] + atom + s[i:]
		}
	}
	return s
}

// cross returns s, or at times the beginning of it and the end of another string.
func cross(s, other string, source *rand.Rand) string {
	if source.IntN(4) > 0 {
		return s
	}
	return s[:source.IntN(len(s)+1)] + other[source.IntN(len(other)+1):]
}

// sweepRules asks, for each rule at which the edition refuses a string of the suite, what the
// parser says to any other byte in the place of the one that does not fit.
func (h *hearing) sweepRules() error {
	shortest := make(map[string]Question)
	offsets := make(map[string]int)
	for _, q := range questions(h.Cases) {
		if q.Base != nil {
			continue
		}
		if syntax := h.wrong(q.Input); syntax != nil {
			if other, ok := shortest[syntax.Rule]; !ok || shorter(q, other) {
				shortest[syntax.Rule], offsets[syntax.Rule] = q, syntax.Offset
			}
		}
	}
	var all []Question
	for _, rule := range slices.Sorted(maps.Keys(shortest)) {
		all = append(all, swept(shortest[rule].Input, offsets[rule])...)
	}
	return h.ask(all, false)
}

// sweepGroups is the same for the groups of strings that are accepted and do not conform.
func (h *hearing) sweepGroups() error {
	var all []Question
	for _, g := range h.sorted() {
		if g.How == Accepted {
			all = append(all, swept(g.Question.Input, *g.Right.Offset)...)
		}
	}
	return h.ask(all, false)
}

// swept returns a string with each of all bytes at an offset.
func swept(s string, offset int) []Question {
	var all []Question
	for c := range 256 {
		all = append(all, Question{Input: s[:offset] + string([]byte{byte(c)}) + s[min(offset+1, len(s)):]})
	}
	return all
}
