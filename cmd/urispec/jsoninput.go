package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
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
	switch text := strings.Trim(record, vocabulary.Space); text[0] {
	case '"':
		return unquoteJSON(text)
	case '{':
		return inputOf(text)
	}
	return "", errors.New(`the JSON is not a string, and not an object with "input" or "input_base64"`)
}

// inputOf returns the reference in an object of valid JSON.
func inputOf(text string) (string, error) {
	var input, name string
	for key, value := range vocabulary.Members(text) {
		key, err := unquoteJSON(key)
		switch {
		case err != nil:
			return "", err
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

// unquoteJSON returns the text of a string of valid JSON, with its quotation marks.
func unquoteJSON(quoted string) (string, error) {
	text, err := vocabulary.Unquote(quoted)
	if err != nil {
		err = fmt.Errorf(`%w; "input_base64" can hold any bytes`, err)
	}
	return text, err
}
