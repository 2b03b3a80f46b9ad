// Package vocabulary has what several commands say about references, in the JSON that they
// share: why a reference does not conform, and summaries of many. The comment of json.go in
// the command urispec explains the words.
package vocabulary

import (
	"bytes"
	"encoding/json"
	"strings"
)

// JSON returns v as JSON. It does not escape characters of HTML, so that "&" stays
// legible in references. The value must be one that can always be encoded.
func JSON(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Section is a section of a document.
type Section struct {
	Section  *string `json:"section"`            // the number: "3.2.2", "B"; nil if there is none
	Document string  `json:"document,omitempty"` // "" for that of the edition
}

// CitedSection takes a citation apart. An amendment cites the sections that it does not
// change as "3.2.2 of RFC 2396".
func CitedSection(cited string) Section {
	number, document, _ := strings.Cut(cited, " of ")
	if number == "" {
		return Section{}
	}
	number = strings.TrimPrefix(number, "Appendix ")
	return Section{&number, document}
}
