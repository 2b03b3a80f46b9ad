package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn2x2[string, int64, int, hostCount](&bucketFn{})
	register.DoFn3x1[context.Context, int, func(*hostCount) bool, error](&hostsFn{})
	register.Iter1[hostCount]()
	beam.RegisterType(beamType[hostCount]())
}

// hostCount is how often a host was found.
type hostCount struct {
	Host  string
	Count int64
}

// bucketFn puts hosts into buckets, each of which becomes a file.
type bucketFn struct{ Buckets int }

// ProcessElement returns the bucket of a host.
func (fn *bucketFn) ProcessElement(host string, n int64) (int, hostCount) {
	h := fnv.New32a()
	h.Write([]byte(host))
	return int(h.Sum32() % uint32(fn.Buckets)), hostCount{host, n}
}

// hostsFn writes the hosts of a bucket, those that were found most often first. It takes
// memory for all of them.
type hostsFn struct {
	Output  string
	Buckets int
}

// ProcessElement writes a bucket.
func (fn *hostsFn) ProcessElement(ctx context.Context, bucket int, next func(*hostCount) bool) error {
	var hosts []hostCount
	for h := (hostCount{}); next(&h); {
		hosts = append(hosts, h)
	}
	slices.SortFunc(hosts, func(a, b hostCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Host, b.Host)) })
	name := fmt.Sprintf("%s/hosts-%05d-of-%05d.tsv", fn.Output, bucket, fn.Buckets)
	return writePart(ctx, name, func(w *bufio.Writer) error {
		var line []byte
		for _, h := range hosts {
			line = fmt.Appendf(append(appendTSV(line[:0], h.Host), '\t'), "%d\n", h.Count)
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
}
