package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/urispec/urispec/cmd/internal/packed"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/extract"
)

// link is a reference in a document.
type link struct {
	extract.Link
	document  string // the base by which the document was retrieved
	resolved  bool   // it is a link of HTML; otherwise it stands in text
	delimiter string // what it stands between in text
}

// extractor is the task of extract.
type extractor struct{ *results }

func newExtractor(j *job, n int) task { return &extractor{newResults(j, n)} }

func (x *extractor) record(r *records.Record) error {
	if r.Err != nil {
		return x.add(&result{line: r.Line, unread: r.Err})
	}
	if r.Document == nil {
		return x.text(r.Line, "", strings.NewReader(r.Text))
	}
	base := strings.Clone(r.Document.Base)
	body, media, err := payload(r.Document)
	if err == nil && body != nil {
		switch media {
		case "text/html", "application/xhtml+xml":
			return x.html(r.Line, base, body)
		case "text/plain":
			return x.text(r.Line, base, body)
		}
	}
	if err != nil {
		return x.add(&result{line: r.Line, unread: err})
	}
	x.counter.Absent++ // it has no references of a kind that is known here
	return nil
}

// payload returns what a server sent, without transfer and content codings, and its media
// type. It is nil if the record is no response.
func payload(d *records.Document) (io.Reader, string, error) {
	switch d.Kind {
	case "resource", "conversion":
		media, _, _ := mime.ParseMediaType(d.Type)
		return d, media, nil
	case "response":
	default:
		return nil, "", nil
	}
	if media, _, _ := mime.ParseMediaType(d.Type); media != "application/http" {
		return nil, "", nil
	}
	response, err := http.ReadResponse(bufio.NewReader(d), nil)
	if err != nil {
		return nil, "", fmt.Errorf("the HTTP response cannot be read: %w", err)
	}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch coding := strings.ToLower(response.Header.Get("Content-Encoding")); coding {
	case "", "identity":
		return response.Body, media, nil
	case "gzip", "x-gzip", "zstd":
		body, err := packed.Open(response.Body, nil) // as it is, if it was decoded before
		return body, media, err
	default:
		return nil, "", fmt.Errorf("the content coding %q is not known", coding)
	}
}

// html adds the links of a page.
func (x *extractor) html(line int, base string, body io.Reader) error {
	for l, err := range extract.HTML(x.job.edition, body, grammar.Context{Retrieval: []string{base}}) {
		out := &result{line: line, input: l.Text, err: l.Err, link: &link{Link: l, document: base, resolved: true}}
		if err != nil {
			out = &result{line: line, unread: err}
		} else {
			_, cut := errors.AsType[*extract.LongError](l.Err)
			out.valid = !cut && x.job.edition.Valid(l.Text)
		}
		if err := x.add(out); err != nil {
			return err
		}
	}
	return nil
}

// text adds the references in a text.
func (x *extractor) text(line int, base string, body io.Reader) error {
	for f, err := range extract.Text(x.job.edition, body) {
		out := &result{line: line, input: f.Text, valid: f.Err == nil, err: f.Err, link: &link{document: base, delimiter: f.Delimiter.String()}}
		out.link.Start, out.link.End = f.Start, f.End
		if err != nil {
			out = &result{line: line, unread: err}
		}
		if err := x.add(out); err != nil {
			return err
		}
	}
	return nil
}
