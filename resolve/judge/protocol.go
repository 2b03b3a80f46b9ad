package judge

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Protocol is how a program is asked. Each question is a line, and each answer is one.
type Protocol uint8

// The protocols.
const (
	// Lines asks for verdicts only: the question is the string itself, and the answer is "1"
	// if the program accepts it, and "0" if not. Strings that are not UTF-8 or have CR, LF or
	// NUL cannot be asked.
	Lines Protocol = iota
	// JSON has an object on each line. The question has "input" or, if it is not UTF-8,
	// "input_base64"; and "base" or "base_base64" where a target is asked for. The answer has
	// any of "valid", "offset", "scheme", "userinfo", "host", "port", "path", "query",
	// "fragment" and "target": a key that is not there is not judged, and null is absent. A
	// string that is not UTF-8 is again under its key with "_base64". Other keys are ignored.
	JSON
)

// String returns "lines" or "json".
func (p Protocol) String() string {
	if p == JSON {
		return "json"
	}
	return "lines"
}

// ParseProtocol is the inverse of [Protocol.String].
func ParseProtocol(name string) (Protocol, error) {
	for _, p := range []Protocol{Lines, JSON} {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown protocol %q; the protocols are lines and json", name)
}

// unaskable says why a question cannot be asked; nil if it can.
func (p Protocol) unaskable(q Question) *Failure {
	switch {
	case p == JSON:
		return nil
	case q.Base != nil:
		return &Failure{NotAsked, "the protocol has no targets"}
	case !utf8.ValidString(q.Input):
		return &Failure{NotAsked, "the string is not UTF-8"}
	case strings.ContainsAny(q.Input, "\r\n\x00"):
		return &Failure{NotAsked, "the string has CR, LF or NUL"}
	}
	return nil
}

// appendQuestion appends a question that can be asked, as a line.
func (p Protocol) appendQuestion(dst []byte, q Question) []byte {
	if p == Lines {
		return append(append(dst, q.Input...), '\n')
	}
	dst = appendText(append(dst, '{'), "input", q.Input)
	if q.Base != nil {
		dst = appendText(append(dst, ','), "base", *q.Base)
	}
	return append(dst, '}', '\n')
}

// appendText appends a member: as name, or as name_base64 if it is not UTF-8.
func appendText(dst []byte, name, text string) []byte {
	if !utf8.ValidString(text) {
		return fmt.Appendf(dst, `"%s_base64":"%s"`, name, base64.StdEncoding.EncodeToString([]byte(text)))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(text) // which cannot fail
	return append(fmt.Appendf(dst, `"%s":`, name), bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// Serve answers questions of the protocol [JSON] with a function, until the input ends: it is the
// program that [Start] talks to, for a parser in Go. Each answer is written at once. A line that is
// no question gets an answer that says nothing.
func Serve(in io.Reader, out io.Writer, f Func) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var a Answer
		if q, ok := readQuestion(line); ok {
			a = f(q)
		}
		if _, err := out.Write(appendAnswer(nil, &a)); err != nil {
			return err
		}
	}
}

// readQuestion reads a question, and reports whether it is one.
func readQuestion(line []byte) (q Question, ok bool) {
	var texts struct {
		Input   *string `json:"input"`
		Input64 []byte  `json:"input_base64"`
		Base    *string `json:"base"`
		Base64  []byte  `json:"base_base64"`
	}
	if json.Unmarshal(line, &texts) != nil || texts.Input == nil && texts.Input64 == nil {
		return q, false
	}
	q.Base = texts.Base
	if texts.Base64 != nil {
		q.Base = new(string(texts.Base64))
	}
	if texts.Input == nil {
		q.Input = string(texts.Input64)
	} else {
		q.Input = *texts.Input
	}
	return q, true
}

// appendAnswer appends an answer as a line.
func appendAnswer(dst []byte, a *Answer) []byte {
	start := len(dst)
	dst = append(dst, '{')
	comma := func() {
		if len(dst) > start+1 {
			dst = append(dst, ',')
		}
	}
	if a.Valid != nil {
		dst = fmt.Appendf(dst, `"valid":%t`, *a.Valid)
	}
	if a.Offset != nil {
		comma()
		dst = fmt.Appendf(dst, `"offset":%d`, *a.Offset)
	}
	for _, name := range PartNames() {
		text, ok := a.Parts[name]
		if !ok {
			continue
		}
		comma()
		if text == nil {
			dst = fmt.Appendf(dst, `"%s":null`, name)
		} else {
			dst = appendText(dst, name, *text)
		}
	}
	return append(dst, '}', '\n')
}

// quotedLength is how much of an answer that is none is quoted, in bytes.
const quotedLength = 80

// readAnswer reads an answer, which is a line without its end.
func (p Protocol) readAnswer(line []byte) Answer {
	if p == Lines {
		if len(line) == 1 && (line[0] == '0' || line[0] == '1') {
			return Answer{Valid: new(line[0] == '1')}
		}
		return garbage(line, "which is not 0 or 1")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil || members == nil {
		return garbage(line, "which is not a JSON object")
	}
	var a Answer
	for _, m := range []struct {
		name string
		to   any
	}{{"valid", &a.Valid}, {"offset", &a.Offset}} {
		if text, ok := members[m.name]; ok && json.Unmarshal(text, m.to) != nil {
			return garbage(line, "which is wrong in "+m.name)
		}
	}
	if a.Offset != nil && *a.Offset < 0 {
		return garbage(line, "wrong in offset")
	}
	for _, name := range PartNames() {
		text, ok := members[name]
		coded, isCoded := members[name+"_base64"]
		if !ok && !isCoded {
			continue
		}
		var part *string
		if isCoded {
			text = coded
		}
		if ok && isCoded || json.Unmarshal(text, &part) != nil {
			return garbage(line, "which is wrong in "+name)
		}
		if isCoded && part != nil {
			octets, err := base64.StdEncoding.Strict().DecodeString(*part)
			if err != nil || strings.ContainsAny(*part, "\r\n") {
				return garbage(line, "which is wrong in "+name)
			}
			part = new(string(octets))
		}
		if a.Parts == nil {
			a.Parts = make(Parts)
		}
		a.Parts[name] = part
	}
	return a
}

// garbage is what there is instead of an answer.
func garbage(line []byte, why string) Answer {
	quoted := fmt.Sprintf("%q", line)
	if len(line) > quotedLength {
		quoted = fmt.Sprintf("%q...", line[:quotedLength])
	}
	return Answer{Failure: &Failure{Garbage, fmt.Sprintf("it wrote %s, %s", quoted, why)}}
}
