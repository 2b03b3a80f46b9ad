package main

import (
	"os"
	"testing"

	"github.com/urispec/urispec/grammar/engine/reading"
)

func edition1738(t *testing.T) *reading.Source {
	t.Helper()
	src, err := reading.Read(os.DirFS("../grammar/editions/rfc1738"), "rfc1738")
	if err != nil {
		t.Fatal(err)
	}
	return src
}
