package bnf

import "strings"

// maxSuggest is the length in bytes of the longest name that [Nearest] looks at:
// the work grows with its square.
const maxSuggest = 100

// Nearest returns the known name that a misspelt one most likely means: the one
// that is the fewest edits away; case does not matter. A name of two to four
// letters may be one edit away, a longer one two. ok is false if none is so near.
// The errors about unknown names use it, here and in package grammar.
func Nearest(name string, known []string) (best string, ok bool) {
	best, least := "", min(2, (len(name)+1)/3)+1
	for _, k := range known {
		if len(name) > maxSuggest || max(len(name)-len(k), len(k)-len(name)) >= least {
			continue // not alike, or too much work
		}
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best, best != ""
}

// distance returns how many bytes have to be inserted, deleted or replaced to turn
// a into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances of the part of a so far from each prefix of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
