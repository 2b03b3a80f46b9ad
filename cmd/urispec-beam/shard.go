package main

import (
	"bufio"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/urispec/urispec/cmd/internal/packed"
	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
)

func init() {
	register.DoFn4x1[context.Context, shard, func([]byte), func(string, int64), error](&shardFn{})
	register.Emitter1[[]byte]()
	register.Emitter2[string, int64]()
	beam.RegisterType(beamType[shard]())
}

// shard is one file.
type shard struct {
	Number int // in the order of the names
	Name   string
}

// shardFn does a task for one file. Its fields are what workers need to know.
type shardFn struct {
	Task, Edition  string
	Corrected      bool
	Format, Column string
	MaxRecord      int
	Output         string
}

func (fn *shardFn) options() records.Options {
	return records.Options{Column: fn.Column, Limit: fn.MaxRecord}
}

// ProcessElement emits what was counted in a file, and its hosts. An error is one of reading
// or writing, after which the runner may try again. A file that is not there or is broken is
// counted as failed, because trying again would not help; nothing else of it counts.
func (fn *shardFn) ProcessElement(ctx context.Context, sh shard, tallies func([]byte), hosts func(string, int64)) error {
	counted, found, err := fn.process(ctx, sh)
	if broken, ok := errors.AsType[*brokenError](err); ok {
		counted, found = tally{Failed: []failed{{sh.Number, vocabulary.NewFailedFile(sh.Name, broken.Error())}}}, nil
	} else if err != nil {
		return fmt.Errorf("%s: %w", sh.Name, err)
	}
	for host, n := range found {
		hosts(host, *n)
	}
	tallies(counted.encode())
	return nil
}

// brokenError says what is wrong with a file.
type brokenError struct{ error }

// process does the task, and returns what was counted, when the results are there.
func (fn *shardFn) process(ctx context.Context, sh shard) (counted tally, hosts map[string]*int64, err error) {
	edition, err := editionNamed(fn.Edition, fn.Corrected)
	if err != nil {
		return counted, nil, err
	}
	files, err := filesystem.New(ctx, sh.Name)
	if err != nil {
		return counted, nil, err
	}
	defer files.Close()
	raw, err := files.OpenRead(ctx, sh.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return counted, nil, &brokenError{errors.New("no such file")}
	} else if err != nil {
		return counted, nil, err
	}
	defer raw.Close()
	in := &source{Reader: raw}
	t := &work{fn: fn, edition: edition, file: sh.Name, counter: vocabulary.NewCounter(edition, sh.Number, sh.Name)}
	if fn.Task == "hosts" {
		t.hosts = map[string]*int64{}
	}
	read := func(w *bufio.Writer) error {
		t.w = w
		r, err := openRecords(in, fn)
		if err == nil {
			err = t.all(r)
		}
		if _, ok := errors.AsType[*outputError](err); ok || err == nil {
			return err
		}
		if in.err != nil {
			return in.err // it may be another one next time
		}
		return &brokenError{err}
	}
	if fn.Task == "check" || fn.Task == "resolve" {
		ending := map[string]string{"check": "jsonl", "resolve": "tsv"}[fn.Task]
		err = writePart(ctx, fmt.Sprintf("%s/part-%06d.%s", fn.Output, sh.Number, ending), read)
	} else {
		err = read(nil)
	}
	return tally{Tally: t.counter.Tally()}, t.hosts, err
}

// source reads a file, and keeps the error of reading.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

func openRecords(in io.Reader, fn *shardFn) (records.Reader, error) {
	plain, err := packed.Open(in, packed.Decoders{"bzip2": bzip2.NewReader})
	if err != nil {
		return nil, err
	}
	return records.Open(fn.Format, plain, fn.options())
}

// outputError says that results could not be written.
type outputError struct{ error }

// writePart writes a file, which has its name only when all of it is there. Meanwhile it has a
// name of its own, because a runner may do the same work twice at once.
func writePart(ctx context.Context, name string, write func(*bufio.Writer) error) (err error) {
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer files.Close()
	unfinished := fmt.Sprintf("%s.unfinished-%016x", name, rand.Uint64())
	f, err := files.OpenWrite(ctx, unfinished)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 256<<10)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		return filesystem.Rename(ctx, files, unfinished, name)
	}
	if remover, ok := files.(filesystem.Remover); ok {
		remover.Remove(ctx, unfinished)
	}
	return err
}
