package main

import (
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urispec/urispec/cmd/internal/packed"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
)

// job is a task to be done for many files.
type job struct {
	*session
	command string
	edition *grammar.Edition
	input   string
	options records.Options
	to      string // the form of results, or "" if there are none
	only    string // which results are written
	files   []string
	dir     string
	resume  bool
	workers int
	newTask func(j *job, n int) task

	failed atomic.Bool // the directory cannot be written; nobody should go on
}

// outputError says that results could not be written. No other file would fare better, so
// the run ends.
type outputError struct{ err error }

func (err *outputError) Error() string {
	return fmt.Sprintf("%v; what is done so far is kept, and --resume goes on", err.err)
}

func (err *outputError) Unwrap() error { return err.err }

// run does the task for the files that are not done. A returned error is wrong usage.
func (j *job) run() error {
	if err := os.MkdirAll(j.dir, 0o777); err != nil {
		return err
	}
	unlock, err := lock(filepath.Join(j.dir, "lock"))
	if err != nil {
		return fmt.Errorf("%s: %w", j.dir, err)
	}
	defer unlock()
	x, err := openIndex(j)
	if err != nil {
		return err
	}
	defer x.close()

	numbers, results := make(chan int), make(chan *entry)
	var working sync.WaitGroup
	for range min(j.workers, len(j.files)) {
		working.Go(func() {
			for n := range numbers {
				if !j.failed.Load() {
					results <- j.shard(n)
				}
			}
		})
	}
	go func() {
		for n := range j.files {
			if x.entries[n] == nil {
				numbers <- n
			}
		}
		close(numbers)
		working.Wait()
		close(results)
	}()
	var stop error
	for e := range results {
		if e.output == nil {
			e.output = x.add(e)
		}
		if e.output != nil && stop == nil {
			j.failed.Store(true)
			stop = e.output
		}
		if e.Error != "" {
			j.trouble(fmt.Errorf("reading %s: %s", j.files[e.Shard], e.Error))
		}
	}
	if stop == nil {
		stop = j.finish(x)
	}
	if stop != nil {
		j.trouble(&outputError{stop})
	}
	return nil
}

// finish writes the summary, and the index in the order of the files.
func (j *job) finish(x *index) error {
	var sum vocabulary.Total
	for n, e := range x.entries {
		if e.Error != "" {
			sum.Failed = append(sum.Failed, vocabulary.NewFailedFile(j.files[n], e.Error))
			continue
		}
		sum.Add(e.Tally)
	}
	text := sum.Write(j.edition, j.command == "check" || j.command == "summary")
	if err := writeFile(filepath.Join(j.dir, "summary.json"), text); err != nil {
		return err
	}
	if err := x.finish(); err != nil {
		return err
	}
	if j.command == "summary" {
		if _, err := j.stdout.Write(text); err != nil {
			j.status = exitTrouble
		}
	}
	switch {
	case sum.Unread > 0 || len(sum.Failed) > 0:
		j.status = exitTrouble
		fmt.Fprintf(j.stderr, "urispec-bulk: %d of %d files and %d records could not be read\n", len(sum.Failed), len(j.files), sum.Unread)
	case sum.Invalid > 0:
		j.status = max(j.status, exitNo)
	}
	return nil
}

// task is what is done with the records of one file.
type task interface {
	// record does it with one record. The error is one of writing.
	record(r *records.Record) error
	// end ends the part, and completes the entry.
	end(e *entry) error
}

// shard does the task for a file, and returns what the index is to say about it.
func (j *job) shard(n int) *entry {
	e := &entry{Shard: n}
	file, err := openShard(j.files[n])
	if err != nil {
		e.Error = err.Error()
		return e
	}
	defer file.Close()
	e.setFile(j.files[n], file.info)
	r, closing, err := j.open(file)
	if err != nil {
		e.Error = err.Error()
		return e
	}
	defer closing()
	t := j.newTask(j, n)
	part, err := j.newPart(n, t)
	if err != nil {
		e.output = err
		return e
	}
	defer part.remove()
	err = j.all(r, t)
	if err == nil {
		err = file.same()
	}
	if written, ok := errors.AsType[*outputError](err); ok {
		e.output = written.err
		return e
	}
	if err != nil {
		e.Error = err.Error()
		return e
	}
	if err := t.end(e); err != nil {
		e.output = err
		return e
	}
	e.Absent += r.Absent()
	e.output = part.keep(e)
	return e
}

var errStopped = errors.New("stopped, because results could not be written")

// all does the task with all records.
func (j *job) all(r records.Reader, t task) error {
	var rec records.Record
	for n := 0; ; n++ {
		if n%(1<<10) == 0 && j.failed.Load() {
			return &outputError{errStopped}
		}
		switch err := r.Next(&rec); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
		if err := t.record(&rec); err != nil {
			return &outputError{err}
		}
	}
}

// open returns a reader of the references of a file, and what closes it.
func (j *job) open(file *shardFile) (records.Reader, func(), error) {
	if j.input == "parquet" {
		r, err := newParquet(file, file.info.Size(), j.options)
		return r, func() {
			if r != nil {
				r.close()
			}
		}, err
	}
	plain, err := packed.Open(file, packed.Decoders{"bzip2": bzip2.NewReader})
	if err != nil {
		return nil, nil, err
	}
	r, err := records.Open(j.input, plain, j.options)
	return r, func() { plain.Close() }, err
}

// shardFile is a file that must not change while it is read.
type shardFile struct {
	*os.File
	info os.FileInfo
}

func openShard(name string) (*shardFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, withoutName(err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &shardFile{f, info}, nil
}

// same returns an error if the file has changed.
func (f *shardFile) same() error {
	info, err := f.Stat()
	if err != nil {
		return withoutName(err)
	}
	if info.Size() != f.info.Size() || !info.ModTime().Equal(f.info.ModTime()) {
		return errors.New("the file changed while it was read")
	}
	return nil
}

// withoutName removes what every message about a file says anyway.
func withoutName(err error) error {
	if path := new(os.PathError); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// part is a file of results that is being written.
type part struct {
	name string // "" if there are no results
	file *os.File
}

// newPart creates the part of a file, and makes the task write there.
func (j *job) newPart(n int, t task) (*part, error) {
	writes, ok := t.(interface{ to(io.Writer) })
	if !ok || j.to == "" {
		return &part{}, nil
	}
	name := filepath.Join(j.dir, partName(n, j.to))
	f, err := os.Create(name + unfinished)
	if err != nil {
		return nil, err
	}
	writes.to(f)
	return &part{name, f}, nil
}

// unfinished ends the name of a file that is being written.
const unfinished = ".unfinished"

func partName(n int, form string) string { return fmt.Sprintf("part-%06d.%s", n, form) }

// keep gives the part its name, when all of it is on the disk.
func (p *part) keep(e *entry) error {
	if p.file == nil {
		return nil
	}
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	e.Part, e.Bytes = filepath.Base(p.name), info.Size()
	if err := p.file.Sync(); err != nil {
		return err
	}
	if err := p.file.Close(); err != nil {
		return err
	}
	p.file = nil
	return os.Rename(p.name+unfinished, p.name)
}

// remove removes the part if it has not been kept.
func (p *part) remove() {
	if p.file != nil {
		p.file.Close()
		os.Remove(p.name + unfinished)
	}
}

// writeFile writes a file that is there as a whole or not at all.
func writeFile(name string, text []byte) error {
	f, err := os.Create(name + unfinished)
	if err != nil {
		return err
	}
	defer os.Remove(name + unfinished)
	defer f.Close()
	if _, err := f.Write(text); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(name+unfinished, name)
}

// removeUnfinished removes what a run that was stopped left behind.
func removeUnfinished(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), unfinished) {
			if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// modified is a time of modification in the index.
func modified(info os.FileInfo) string { return info.ModTime().UTC().Format(time.RFC3339Nano) }
