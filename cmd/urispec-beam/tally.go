package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

func init() {
	register.Combiner1[[]byte](&addFn{})
	register.DoFn2x1[context.Context, []byte, error](&writeFn{})
}

// tally is what was counted in some files. It travels as JSON.
type tally struct {
	vocabulary.Tally
	Failed []failed `json:"failed,omitempty"`
}

// failed is a file that could not be read.
type failed struct {
	Number int `json:"number"`
	vocabulary.FailedFile
}

func (t tally) encode() []byte { return vocabulary.JSON(t) }

// add adds tallies.
func add(tallies ...[]byte) (vocabulary.Total, []failed, error) {
	var (
		total   vocabulary.Total
		missing []failed
	)
	for _, text := range tallies {
		if len(text) == 0 {
			continue // of no files
		}
		var t tally
		if err := json.Unmarshal(text, &t); err != nil {
			return total, nil, err
		}
		total.Add(t.Tally)
		missing = append(missing, t.Failed...)
	}
	slices.SortFunc(missing, func(a, b failed) int { return cmp.Compare(a.Number, b.Number) })
	return total, missing, nil
}

// addFn adds tallies, in whatever order they come.
type addFn struct{}

// CreateAccumulator returns the tally of no files.
func (*addFn) CreateAccumulator() []byte { return nil }

// AddInput adds a tally.
func (fn *addFn) AddInput(sum, t []byte) ([]byte, error) { return fn.MergeAccumulators(sum, t) }

// MergeAccumulators adds two tallies.
func (*addFn) MergeAccumulators(a, b []byte) ([]byte, error) {
	total, missing, err := add(a, b)
	return tally{total.Sum(), missing}.encode(), err
}

// writeFn writes the summary.
type writeFn struct {
	Edition            string
	Corrected, Reasons bool
	Output             string
}

// ProcessElement writes the sum of all tallies.
func (fn *writeFn) ProcessElement(ctx context.Context, sum []byte) error {
	e, err := editionNamed(fn.Edition, fn.Corrected)
	if err != nil {
		return err
	}
	total, missing, err := add(sum)
	if err != nil {
		return err
	}
	for _, f := range missing {
		total.Failed = append(total.Failed, f.FailedFile)
	}
	return writePart(ctx, fn.Output+"/summary.json", func(w *bufio.Writer) error {
		_, err := w.Write(total.Write(e, fn.Reasons))
		return err
	})
}
