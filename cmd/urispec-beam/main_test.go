package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func TestMain(m *testing.M) {
	status := ptest.MainRetWithDefault(m, "prism")
	os.RemoveAll(folder)
	os.Exit(status)
}

const lines, files = 150, 100

// line is a line of a shard; some do not conform, and some are relative.
func line(shard, n int) string {
	return fmt.Sprintf([]string{"http://h%[2]d.example/%[1]d", "http://h%[2]d.example:80/%[1]d?q#f", "../%[1]d", "http://h%[2]d.example/%%zz%[1]d", "http://h%[2]d.example/a b%[1]d", "//é/%[1]d", "mailto:a@h%[2]d.example"}[(n+shard)%7], n, (n*shard)%13)
}

// shards writes compressed files of lines, with gzip and zstd in turn, and returns their names.
func shards(t *testing.T, dir string, line func(shard, n int) string) []string {
	t.Helper()
	var names []string
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("shard-%03d.%s", i, []string{"gz", "zst"}[i%2]))
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		var z io.WriteCloser = gzip.NewWriter(f)
		if i%2 == 1 {
			if z, err = zstd.NewWriter(f, zstd.WithEncoderConcurrency(1)); err != nil {
				t.Fatal(err)
			}
		}
		for n := range lines {
			fmt.Fprintln(z, line(i, n))
		}
		if err := errors.Join(z.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// folder is what built has made, or "".
var folder string

var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "urispec")
	if err != nil {
		return "", err
	}
	folder = dir
	name := filepath.Join(dir, "urispec")
	cmd := exec.Command("go", "build", "-o", name, "./cmd/urispec")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return name, nil
})

// urispec runs the command for lines on files.
func urispec(t *testing.T, names []string, args ...string) string {
	t.Helper()
	name, err := built()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range names {
		args = append(args, "--file", file)
	}
	out, err := exec.Command(name, args...).Output()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("urispec %q: %v", args, err)
	}
	return string(out)
}

// pipeline runs a task in process.
func pipeline(t *testing.T, fn shardFn, pattern string) error {
	t.Helper()
	if fn.Edition == "" {
		fn.Edition = "rfc3986"
	}
	if fn.Format == "" {
		fn.Format = "lines"
	}
	if fn.MaxRecord == 0 {
		fn.MaxRecord = 1 << 20
	}
	p, err := newPipeline(context.Background(), fn, pattern, 3)
	if err != nil {
		t.Fatal(err)
	}
	return ptest.Run(p)
}

func readFile(t *testing.T, elements ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// parts are the parts of a directory, one after the other.
func parts(t *testing.T, dir, ending string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "part-*."+ending))
	if err != nil || len(names) != files {
		t.Fatalf("%d parts, %v", len(names), err)
	}
	var all strings.Builder
	for _, name := range names { // which are sorted
		all.WriteString(readFile(t, name))
	}
	return all.String()
}

// TestSummary: the numbers are those of the command, byte for byte, in two editions.
func TestSummary(t *testing.T) {
	dir := t.TempDir()
	names := shards(t, dir, line)
	for _, edition := range []string{"rfc3986", "rfc1738"} {
		out := filepath.Join(dir, edition)
		if err := pipeline(t, shardFn{Task: "summary", Edition: edition, Output: out}, dir+"/shard-*"); err != nil {
			t.Fatal(err)
		}
		if got, want := readFile(t, out, "summary.json"), urispec(t, names, "check", "--summary", "--json", "-e", edition); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", edition, got, want)
		}
	}
}

// flaky is a file system whose file fails once, after some of it has been read: a worker
// that is gone in the middle of its work. A runner then does that work again.
type flaky struct {
	filesystem.Interface
	name string
	mu   sync.Mutex
	left int // how often it fails
}

var failing = &flaky{Interface: local.New(context.Background())}

func init() {
	filesystem.Register("flaky", func(context.Context) filesystem.Interface { return failing })
}

const scheme = "flaky://"

func (f *flaky) List(ctx context.Context, glob string) ([]string, error) {
	names, err := f.Interface.List(ctx, strings.TrimPrefix(glob, scheme))
	for i := range names {
		names[i] = scheme + names[i]
	}
	return names, err
}

func (f *flaky) OpenRead(ctx context.Context, name string) (io.ReadCloser, error) {
	name = strings.TrimPrefix(name, scheme)
	r, err := f.Interface.OpenRead(ctx, name)
	if err != nil || !strings.HasSuffix(name, f.name) {
		return r, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left == 0 {
		return r, nil
	}
	f.left--
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(io.LimitReader(r, 700), gone{}), r}, nil
}

// gone is the end of a file that cannot be read on.
type gone struct{}

var errGone = errors.New("the connection is gone")

func (gone) Read([]byte) (int, error) { return 0, errGone }

// TestFailingWorker: work that fails in the middle leaves nothing behind, and the totals and
// the results after it has been done again are those of the command. In process, nobody
// does it again but the caller.
func TestFailingWorker(t *testing.T) {
	dir := t.TempDir()
	names := shards(t, dir, line)
	out := filepath.Join(dir, "out")
	failing.name, failing.left = "shard-042.gz", 1
	fn := shardFn{Task: "check", Output: out}
	if err := pipeline(t, fn, scheme+dir+"/shard-*"); err == nil || !strings.Contains(err.Error(), errGone.Error()) {
		t.Fatalf("the pipeline did not fail: %v", err)
	}
	for _, name := range []string{"summary.json", "part-000042.jsonl"} {
		if _, err := os.Stat(filepath.Join(out, name)); err == nil {
			t.Errorf("there is %s", name)
		}
	}
	if err := pipeline(t, fn, scheme+dir+"/shard-*"); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(out + "/*unfinished*"); left != nil {
		t.Errorf("left behind: %q", left)
	}
	plain := func(text string) string { return strings.ReplaceAll(text, scheme, "") }
	if got, want := plain(readFile(t, out, "summary.json")), urispec(t, names, "check", "--summary", "--json"); got != want {
		t.Errorf("summary:\n%s\nwant\n%s", got, want)
	}
	if got, want := plain(parts(t, out, "jsonl")), urispec(t, names, "check", "--json"); got != want {
		t.Errorf("%d bytes of results differ from %d", len(got), len(want))
	}
}

// TestTwice: the same file, done twice at once as a runner may do it, gives one result.
func TestTwice(t *testing.T) {
	dir := t.TempDir()
	names := shards(t, dir, line)
	fn := shardFn{Task: "check", Edition: "rfc3986", Format: "lines", MaxRecord: 1 << 20, Output: filepath.Join(dir, "out")}
	if err := os.Mkdir(fn.Output, 0o777); err != nil {
		t.Fatal(err)
	}
	var (
		working sync.WaitGroup
		tallies [8][]byte
	)
	for i := range tallies {
		working.Go(func() {
			err := fn.ProcessElement(context.Background(), shard{0, names[0]}, func(t []byte) { tallies[i] = t }, nil)
			if err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
	for _, other := range tallies {
		if string(other) != string(tallies[0]) {
			t.Errorf("%s, and also %s", tallies[0], other)
		}
	}
	all, err := os.ReadDir(fn.Output)
	if err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if got, want := readFile(t, fn.Output, "part-000000.jsonl"), urispec(t, names[:1], "check", "--json"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestBroken: files that are damaged are named, and nothing of them is counted.
func TestBroken(t *testing.T) {
	dir := t.TempDir()
	names := shards(t, dir, line)
	cut := names[7]
	text := readFile(t, cut)
	if err := os.WriteFile(cut, []byte(text[:len(text)-9]), 0o666); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(dir, "shard-long")
	if err := os.WriteFile(long, []byte("a\n"+strings.Repeat("b", 2000)+"\nc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if err := pipeline(t, shardFn{Task: "summary", Output: out, MaxRecord: 1000}, dir+"/shard-*"); err != nil {
		t.Fatal(err)
	}
	rest := slices.Delete(slices.Clone(names), 7, 8)
	want := strings.TrimSuffix(urispec(t, rest, "check", "--summary", "--json"), "}}\n") +
		`,"unread":1,"failed":[{"file":"` + cut + `","error":"the zstd data ends too early"}]}}` + "\n"
	before, after, _ := strings.Cut(want, `"valid":`)
	var valid int
	fmt.Sscanf(after, "%d", &valid)
	want = before + strings.Replace(`"valid":`+after, fmt.Sprintf(`"valid":%d`, valid), fmt.Sprintf(`"valid":%d`, valid+2), 1)
	if got := readFile(t, out, "summary.json"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestHosts: the counts of hosts are those of the command.
func TestHosts(t *testing.T) {
	dir := t.TempDir()
	names := shards(t, dir, line)
	// A file that is longer than the buffers of those who read it.
	var text strings.Builder
	for n := range 20000 {
		text.WriteString(line(n/100, n) + "\n")
	}
	names = append(names, filepath.Join(dir, "shard-long"))
	if err := os.WriteFile(names[files], []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if err := pipeline(t, shardFn{Task: "hosts", Output: out}, dir+"/shard-*"); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	for line := range strings.Lines(urispec(t, names, "parse", "--get", `{host?-}`)) {
		// After the place, which is there for several files.
		_, host, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if host != "" && host != "-" {
			want[host]++
		}
	}
	got := 0
	buckets, err := filepath.Glob(out + "/hosts-*")
	if err != nil || len(buckets) == 0 || len(buckets) > 3 {
		t.Fatalf("%q, %v", buckets, err)
	}
	for _, bucket := range buckets {
		for line := range strings.Lines(readFile(t, bucket)) {
			host, count, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if count != fmt.Sprint(want[host]) {
				t.Errorf("%s: %s, want %d", host, count, want[host])
			}
			got++
		}
	}
	if got != len(want) || got < 10 {
		t.Errorf("%d hosts, want %d", got, len(want))
	}
}

// TestResolve: the targets are those of the command.
func TestResolve(t *testing.T) {
	dir := t.TempDir()
	names := shards(t, dir, func(shard, n int) string {
		if n%50 == 49 {
			return `no pair with a \ in it`
		}
		return []string{"http://a/b/c/d;p?q", "x", "http://h/", "mailto:a@b"}[n/10%4] + "\t" + []string{"../g", "", "#s", "g:h", "a b", "//h", "?y"}[(n+shard)%7]
	})
	for _, edition := range []string{"rfc3986", "rfc2396"} {
		out := filepath.Join(dir, edition)
		if err := pipeline(t, shardFn{Task: "resolve", Edition: edition, Output: out}, dir+"/shard-*"); err != nil {
			t.Fatal(err)
		}
		got := parts(t, out, "tsv")
		want := urispec(t, names, "resolve", "--pairs", "--tsv", "-e", edition)
		targets := strings.Split(want, "\n")
		for i, row := range strings.Split(got, "\n") {
			if i >= len(targets) || row != targets[i] {
				t.Fatalf("%s, row %d is %q; want %q", edition, i, row, targets[min(i, len(targets)-1)])
			}
		}
		if got != want {
			t.Errorf("%s: %d rows are missing", edition, strings.Count(want, "\n")-strings.Count(got, "\n"))
		}
	}
}

// TestUsage: what cannot be done is said before anything is submitted.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	for _, fn := range []shardFn{
		{Task: "lint", Edition: "rfc3986", Format: "lines", Output: dir},
		{Task: "check", Edition: "rfc1", Format: "lines", Output: dir},
		{Task: "check", Edition: "rfc3986", Format: "csv", Output: dir},
		{Task: "check", Edition: "rfc3986", Format: "lines"},
		{Task: "resolve", Edition: "rfc3986", Format: "warc", Output: dir},
		{Task: "check", Edition: "rfc3986", Format: "lines", Output: dir}, // no file
	} {
		if _, err := newPipeline(context.Background(), fn, dir+"/none-*", 1); err == nil {
			t.Errorf("%+v is accepted", fn)
		}
	}
}
