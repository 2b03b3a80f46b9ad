package bnf

import "strings"

// maxSuggest is the longest name, in bytes, for which a likeness is looked
// for: the work grows with the square of it.
const maxSuggest = 100

// Nearest returns the known name that a misspelt one most likely means: the
// one fewest edits away, in any case of letters. One edit is a misspelling in
// a name of two letters, two edits are one from five letters on.
func Nearest(name string, known []string) (string, bool) {
	best, least := "", min(2, (len(name)+1)/3)+1
	for _, k := range known {
		if len(name) > maxSuggest || max(len(name)-len(k), len(k)-len(name)) >= least {
			continue // no likeness, or too much work
		}
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best, best != ""
}

// distance is the number of bytes to insert, delete or replace that make a
// into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances of the part of a so far to each part of b
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
