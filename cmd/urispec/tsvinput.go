package main

import (
	"errors"
	"strconv"
	"strings"
)

var (
	errNoValue = errors.New(`the value is absent (\N)`)
	errColumns = errors.New("the row has more than one column: a TAB in a value is written as \\t")
)

// fromTSV returns the reference in a record of --tsv-input: a value as COPY of PostgreSQL
// writes it, and as COPY reads it. ClickHouse's TabSeparated is read too.
func fromTSV(record string) (string, error) {
	if record == `\N` {
		return "", errNoValue
	}
	if strings.Contains(record, "\t") {
		return "", errColumns
	}
	i := strings.IndexByte(record, '\\')
	if i < 0 {
		return record, nil
	}
	out := make([]byte, 0, len(record))
	for text := record; ; i = strings.IndexByte(text, '\\') {
		if i < 0 || i+1 == len(text) { // a backslash at the end is one
			return string(append(out, text...)), nil
		}
		b, n := unescapeTSV(text[i+1:])
		out = append(append(out, text[:i]...), b)
		text = text[i+1+n:]
	}
}

// tsvEscapes are the letters of escapes.
const tsvEscapes, tsvEscaped = "bfnrtv", "\b\f\n\r\t\v"

// unescapeTSV returns the byte that stands at the beginning of text, after a backslash, and
// how long its escape is: a letter, up to three octal digits, x and up to two hexadecimal
// digits, or the byte itself.
func unescapeTSV(text string) (byte, int) {
	if i := strings.IndexByte(tsvEscapes, text[0]); i >= 0 {
		return tsvEscaped[i], 1
	}
	digits, base, from := "01234567", 8, 0
	most := 3
	if text[0] == 'x' {
		digits, base, from, most = "0123456789ABCDEFabcdef", 16, 1, 2
	}
	end := from
	for end < len(text) && end < from+most && strings.IndexByte(digits, text[end]) >= 0 {
		end++
	}
	if end == from {
		return text[0], 1
	}
	code, _ := strconv.ParseUint(text[from:end], base, 16) // only digits
	return byte(code), end
}
