package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// The index is a file of JSON Lines: what the run is, and an entry for each file. During the
// run, entries are appended to index.unsorted.jsonl as files are done. At the end they are
// written to index.jsonl in the order of the files. An entry counts if its line is
// complete, its file is as it was, and its part is there.
const (
	indexName   = "index.jsonl"
	journalName = "index.unsorted.jsonl"
)

// index says which files are done.
type index struct {
	job     *job
	head    []byte
	entries []*entry // by the numbers of their files; nil if they are not done
	journal *os.File
}

// runJSON says what a run is. A run can be resumed only as the same one.
type runJSON struct {
	Command   string   `json:"command"`
	Edition   string   `json:"edition"`
	Corrected bool     `json:"corrected,omitempty"`
	Input     string   `json:"input"`
	Column    string   `json:"column,omitempty"`
	Separator string   `json:"separator,omitempty"`
	Kinds     []string `json:"types,omitempty"`
	MaxRecord int      `json:"max_record"`
	To        string   `json:"to,omitempty"`
	Only      string   `json:"only,omitempty"`
	Files     int      `json:"files"`
	List      string   `json:"sha256_of_names"`
}

// head is the first line of the index.
func (j *job) head() []byte {
	names := sha256.New()
	for _, name := range j.files {
		io.WriteString(names, name+"\x00")
	}
	run := runJSON{
		Command: j.command, Edition: j.edition.Name(), Corrected: j.edition.Grammar().IsCorrected(),
		Input: j.input, Column: j.options.Column, Kinds: j.options.Kinds, MaxRecord: j.options.Limit,
		To: j.to, Only: j.only, Files: len(j.files), List: hex.EncodeToString(names.Sum(nil)),
	}
	if j.options.Separator != 0 {
		run.Separator = string(rune(j.options.Separator))
	}
	return append(vocabulary.JSON(struct {
		Run runJSON `json:"run"`
	}{run}), '\n')
}

// entry is what the index says about a file. Either there is an error, or the rest counts.
type entry struct {
	Shard      int    `json:"shard"` // the number of the file, from 0
	File       string `json:"file,omitempty"`
	FileBase64 []byte `json:"file_base64,omitempty"`
	Size       int64  `json:"size"`
	Modified   string `json:"modified,omitempty"`
	Error      string `json:"error,omitempty"`
	Part       string `json:"part,omitempty"`
	Bytes      int64  `json:"bytes,omitempty"` // of the part
	vocabulary.Tally

	output error // the part or the index could not be written
}

// setFile says which file it is.
func (e *entry) setFile(name string, info os.FileInfo) {
	if utf8.ValidString(name) {
		e.File = name
	} else {
		e.FileBase64 = []byte(name)
	}
	e.Size, e.Modified = info.Size(), modified(info)
}

// openIndex reads the index of a run that is to be resumed, or begins one.
func openIndex(j *job) (*index, error) {
	x := &index{job: j, head: j.head(), entries: make([]*entry, len(j.files))}
	var done []byte
	for _, name := range []string{journalName, indexName} {
		text, err := os.ReadFile(filepath.Join(j.dir, name))
		if err == nil {
			done = text
			break
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if done != nil && !j.resume {
		return nil, fmt.Errorf("%s has the results of a run: go on with it by --resume, or choose another directory", j.dir)
	}
	if err := x.read(done); err != nil {
		return nil, err
	}
	if err := removeUnfinished(j.dir); err != nil {
		return nil, err
	}
	// What counts is written anew, so that a line that was cut off is gone.
	var text bytes.Buffer
	text.Write(x.head)
	for _, e := range x.entries {
		if e != nil {
			text.Write(e.line())
		}
	}
	name := filepath.Join(j.dir, journalName)
	if err := writeFile(name, text.Bytes()); err != nil {
		return nil, err
	}
	var err error
	x.journal, err = os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	return x, err
}

// read reads the entries that count.
func (x *index) read(text []byte) error {
	head, rest, ok := bytes.Cut(text, []byte("\n"))
	if !ok { // nothing was done
		return nil
	}
	if want := bytes.TrimSuffix(x.head, []byte("\n")); !bytes.Equal(head, want) {
		return fmt.Errorf("%s has the results of another run: %s; this one is %s", x.job.dir, head, want)
	}
	for {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return nil
		}
		rest = after
		e := new(entry)
		if err := json.Unmarshal(line, e); err != nil || e.Shard < 0 || e.Shard >= len(x.entries) {
			return fmt.Errorf("the index of %s is damaged: %.100q", x.job.dir, line)
		}
		if e.Error == "" && x.current(e) {
			x.entries[e.Shard] = e
		}
	}
}

// current reports whether a file is as it was, and its part is there.
func (x *index) current(e *entry) bool {
	info, err := os.Stat(x.job.files[e.Shard])
	if err != nil || info.Size() != e.Size || modified(info) != e.Modified {
		return false
	}
	if e.Part == "" {
		return true
	}
	info, err = os.Stat(filepath.Join(x.job.dir, partName(e.Shard, x.job.to)))
	return err == nil && info.Size() == e.Bytes
}

// line is an entry as a line.
func (e *entry) line() []byte { return append(vocabulary.JSON(e), '\n') }

// add adds the entry of a file.
func (x *index) add(e *entry) error {
	x.entries[e.Shard] = e
	if _, err := x.journal.Write(e.line()); err != nil {
		return err
	}
	return x.journal.Sync()
}

// finish writes the index in the order of the files.
func (x *index) finish() error {
	var text bytes.Buffer
	text.Write(x.head)
	for _, e := range x.entries {
		text.Write(e.line())
	}
	if err := writeFile(filepath.Join(x.job.dir, indexName), text.Bytes()); err != nil {
		return err
	}
	return os.Remove(filepath.Join(x.job.dir, journalName))
}

// close closes the file to which entries are appended.
func (x *index) close() { x.journal.Close() }
