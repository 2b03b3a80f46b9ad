package records

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// cdxj reads an index of web archives, as pywb and Common Crawl write it: each line has a
// key, a time, and a JSON object, separated by spaces. Lines that begin with "!" or are empty
// have no record.
type cdxj struct {
	*scanner
	member string
	absent int
}

func newCDXJ(r io.Reader, o Options) *cdxj {
	member := o.Column
	if member == "" {
		member = "url"
	}
	return &cdxj{scanner: newScanner(r, o.Limit), member: member}
}

// Absent is the number of objects without the member.
func (c *cdxj) Absent() int { return c.absent }

// Next reads a line.
func (c *cdxj) Next(r *Record) error {
	for {
		line, err := c.next()
		if err := c.record(r, line, err); err != nil || r.Err != nil {
			return err
		}
		if r.Text == "" || r.Text[0] == '!' {
			continue
		}
		text, present, err := c.reference(r.Text)
		if !present && err == nil {
			c.absent++
			continue
		}
		r.Text, r.Err = text, err
		return nil
	}
}

// reference returns the reference in a line.
func (c *cdxj) reference(line string) (text string, present bool, err error) {
	_, rest, _ := strings.Cut(line, " ")
	_, object, _ := strings.Cut(rest, " ")
	if object = strings.Trim(object, vocabulary.Space); object == "" || object[0] != '{' {
		return "", false, errors.New("not CDXJ: no JSON object after the key and the time")
	}
	if !utf8.ValidString(object) {
		return "", false, errors.New("not CDXJ: the JSON is not valid UTF-8")
	}
	if data := unsafe.Slice(unsafe.StringData(object), len(object)); !json.Valid(data) { // only read
		var value json.RawMessage
		return "", false, fmt.Errorf("not CDXJ: %w", json.Unmarshal(data, &value))
	}
	for quoted, value := range vocabulary.Members(object) {
		name, err := vocabulary.Unquote(quoted)
		switch {
		case err != nil:
			return "", false, fmt.Errorf("not CDXJ: %w", err)
		case name != c.member:
			continue
		case present:
			return "", false, fmt.Errorf("not CDXJ: %q is given twice", name)
		case value == "null":
			continue
		case value[0] != '"':
			return "", false, fmt.Errorf("%q is not a string", name)
		}
		present = true
		if text, err = vocabulary.Unquote(value); err != nil {
			return "", false, err
		}
	}
	return text, present, nil
}
