package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urispec/urispec/cmd/internal/packed"
)

// rawFlag says whether input that begins like compressed data is decompressed.
type rawFlag struct {
	Raw bool `name:"raw" help:"Read input as it is, even if it begins like compressed data. Without this flag, gzip and zstd are decompressed."`
}

// open returns a reader of the records or the document in r.
func (f rawFlag) open(r io.Reader) (io.ReadCloser, error) {
	if f.Raw {
		return io.NopCloser(r), nil
	}
	plain, err := packed.Open(r, nil)
	if _, ok := errors.AsType[*packed.UnreadableError](err); ok {
		err = fmt.Errorf("%w, or read it as it is with --raw", err)
	}
	return plain, err
}
