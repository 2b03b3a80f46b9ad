package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// fromJSON returns the reference in a record of --json-input: a JSON string, or an
// object with the member "input" or "input_base64". Other members are ignored, so that
// the results of one command can be the input of another. Nothing is repaired: the
// record must be UTF-8, no member may be given twice, and a surrogate needs its pair.
func fromJSON(record string) (string, error) {
	if !utf8.ValidString(record) {
		return "", errors.New("the JSON is not valid UTF-8")
	}
	data := unsafe.Slice(unsafe.StringData(record), len(record)) // only read
	if !json.Valid(data) {
		var value json.RawMessage
		return "", fmt.Errorf("not JSON: %w", json.Unmarshal(data, &value))
	}
	switch text := strings.TrimLeft(record, jsonSpace); text[0] {
	case '"':
		return unquoteJSON(text[:stringEnd(text)])
	case '{':
		return inputOf(text[1:])
	}
	return "", errors.New(`the JSON is not a string, and not an object with "input" or "input_base64"`)
}

// jsonSpace is white space between the tokens of JSON.
const jsonSpace = " \t\r\n"

// inputOf returns the reference in an object of valid JSON, of which text is what comes
// after the brace.
func inputOf(text string) (string, error) {
	var input, name string
	for {
		text = strings.TrimLeft(text, jsonSpace+",")
		if text[0] == '}' {
			break
		}
		end := stringEnd(text)
		key, err := unquoteJSON(text[:end])
		if err != nil {
			return "", err
		}
		text = strings.TrimLeft(text[end:], jsonSpace+":")
		end = valueEnd(text)
		value := text[:end]
		text = text[end:]
		switch {
		case key != "input" && key != "input_base64":
			continue
		case name == key:
			return "", fmt.Errorf("%q is given twice", key)
		case name != "":
			return "", errors.New(`"input" and "input_base64" are both given`)
		case value[0] != '"':
			return "", fmt.Errorf("%q is not a string", key)
		}
		name = key
		if input, err = unquoteJSON(value); err != nil {
			return "", err
		}
	}
	switch name {
	case "input":
		return input, nil
	case "input_base64":
		bytes, err := base64.StdEncoding.Strict().DecodeString(input)
		if err != nil || strings.ContainsAny(input, "\r\n") { // which the decoder skips
			return "", errors.New(`"input_base64" is not base64`)
		}
		return unsafe.String(unsafe.SliceData(bytes), len(bytes)), nil
	}
	return "", errors.New(`the object has neither "input" nor "input_base64"`)
}

// stringEnd returns the length of the string with which text, valid JSON, begins.
func stringEnd(text string) int {
	for i := 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

// valueEnd returns the length of the value with which text, valid JSON, begins.
func valueEnd(text string) int {
	depth := 0
	for i := 0; ; i++ {
		switch text[i] {
		case '"':
			i += stringEnd(text[i:]) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 { // a number, true, false or null
				return i + strings.IndexAny(text[i:], ",}]"+jsonSpace)
			}
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
}

// unquoteJSON returns the text of a string of valid JSON, with its quotation marks.
func unquoteJSON(quoted string) (string, error) {
	text := quoted[1 : len(quoted)-1]
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return text, nil
	}
	out := make([]byte, 0, len(text))
	for ; i >= 0; i = strings.IndexByte(text, '\\') {
		out = append(out, text[:i]...)
		escape := text[i:]
		n := len(`\n`)
		switch c := escape[1]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := unitOf(escape)
			n = len(`\u0000`)
			if utf16.IsSurrogate(r) {
				if r = utf16.DecodeRune(r, unitOf(escape[n:])); r == utf8.RuneError {
					return "", fmt.Errorf(`%s is half of a surrogate pair; "input_base64" can hold any bytes`, escape[:n])
				}
				n *= 2
			}
			out = utf8.AppendRune(out, r)
		default: // one of "\/
			out = append(out, c)
		}
		text = escape[n:]
	}
	out = append(out, text...)
	return unsafe.String(unsafe.SliceData(out), len(out)), nil
}

// unitOf returns the UTF-16 code unit of an escape such as \u00e9 at the beginning of
// text, or -1.
func unitOf(text string) rune {
	if len(text) < len(`\u0000`) || text[:2] != `\u` {
		return -1
	}
	n, err := strconv.ParseUint(text[2:len(`\u0000`)], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
