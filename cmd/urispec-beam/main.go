// Command urispec-beam does the work of urispec for the files of a crawl on an Apache Beam
// runner: in process, or on Flink, Spark or Dataflow.
//
//	urispec-beam --task=check   --input=GLOB --output=DIR [--edition=EDITION]
//	urispec-beam --task=summary --input=GLOB --output=DIR [--edition=EDITION]
//	urispec-beam --task=hosts   --input=GLOB --output=DIR [--edition=EDITION]
//	urispec-beam --task=resolve --input=GLOB --output=DIR [--edition=EDITION]
//
// One element is one file, which the worker opens itself: Beam's own textio.Read loses most of
// a file that is compressed, because it takes the size of the compressed file for the size of
// the text. A worker writes the results for a file to a part of their own, under another
// name until all of it is there, so that a file may be done again, or twice at once. What
// is counted travels through Beam and is added there.
//
//	main.go      the flags
//	pipeline.go  what Beam is to do
//	shard.go     what is done with one file
//	task.go      what is done with its records
//	tally.go     what is counted, and how it is added
//	hosts.go     hosts and how often they were found
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

var (
	task      = flag.String("task", "summary", "What to do: check, summary, hosts (of references) or resolve (lines BASE TAB REFERENCE).")
	input     = flag.String("input", "", "The files, as a pattern such as gs://bucket/crawl-*.gz.")
	output    = flag.String("output", "", "The directory for the results.")
	edition   = flag.String("edition", "rfc3986", "The edition whose grammar is used.")
	corrected = flag.Bool("corrected", false, "Apply the errata that change which references conform.")
	format    = flag.String("format", "lines", "The format of the files: "+strings.Join(records.Formats(), ", ")+".")
	column    = flag.String("column", "", "What has the reference, as urispec-bulk --column.")
	maxRecord = flag.Int("max_record", 1<<20, "The length of the longest record to read, in bytes.")
	buckets   = flag.Int("buckets", 16, "With --task=hosts, the number of files of results.")
)

func main() {
	flag.Parse()
	beam.Init() // a worker does not return from here
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "urispec-beam:", err)
		os.Exit(2)
	}
}

// run submits the pipeline that the flags ask for, and waits until it ends.
func run(ctx context.Context) error {
	p, err := newPipeline(ctx, shardFn{
		Task: *task, Edition: *edition, Corrected: *corrected, Format: *format, Column: *column, MaxRecord: *maxRecord, Output: strings.TrimSuffix(*output, "/"),
	}, *input, *buckets)
	if err != nil {
		return err
	}
	return beamx.Run(ctx, p)
}

// editionNamed finds an edition.
func editionNamed(name string, corrected bool) (*grammar.Edition, error) {
	e, ok := editions.Lookup(name)
	if !ok {
		var known []string
		for _, e := range editions.All() {
			known = append(known, e.Name())
		}
		return nil, fmt.Errorf("unknown edition %q; choose from %s", name, strings.Join(known, ", "))
	}
	if corrected {
		e = e.Corrected()
	}
	return e, nil
}
