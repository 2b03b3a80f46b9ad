package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/urispec/urispec/cmd/urispec-bulk/records"
)

// newPipeline returns a pipeline that does a task for the files of a pattern. The files are
// listed now, because their order is that of the examples and the parts.
func newPipeline(ctx context.Context, fn shardFn, pattern string, buckets int) (*beam.Pipeline, error) {
	switch {
	case !slices.Contains([]string{"check", "summary", "hosts", "resolve"}, fn.Task):
		return nil, fmt.Errorf("unknown task %q; choose from check, summary, hosts, resolve", fn.Task)
	case fn.Output == "" || pattern == "":
		return nil, errors.New("--input and --output are needed")
	case buckets < 1:
		return nil, errors.New("--buckets must be at least 1")
	case fn.Task == "resolve" && fn.Format != "lines":
		return nil, errors.New("resolve reads lines BASE TAB REFERENCE, and no other format")
	}
	if _, err := editionNamed(fn.Edition, fn.Corrected); err != nil {
		return nil, err
	}
	if err := records.Check(fn.Format, fn.options()); err != nil {
		return nil, err
	}
	shards, err := list(ctx, pattern)
	if err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	files := beam.Reshuffle(s, beam.CreateList(s, shards))
	tallies, hosts := beam.ParDo2(s, &fn, files)
	beam.ParDo0(s, &writeFn{Edition: fn.Edition, Corrected: fn.Corrected, Reasons: fn.Task == "check" || fn.Task == "summary", Output: fn.Output}, beam.Combine(s, &addFn{}, tallies))
	if fn.Task == "hosts" {
		sums := beam.ParDo(s, &bucketFn{buckets}, stats.SumPerKey(s, hosts))
		beam.ParDo0(s, &hostsFn{Output: fn.Output, Buckets: buckets}, beam.GroupByKey(s, sums))
	}
	return p, nil
}

// list returns the files of a pattern, by name.
func list(ctx context.Context, pattern string) ([]shard, error) {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	names, err := fs.List(ctx, pattern)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no file matches %s", pattern)
	}
	slices.SortFunc(names, strings.Compare)
	var shards []shard
	for i, name := range names {
		shards = append(shards, shard{i, name})
	}
	return shards, nil
}
