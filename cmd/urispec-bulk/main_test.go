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
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
	"github.com/urispec/urispec/cmd/urispec-bulk/records"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

// asCommand is the variable that makes the test binary the command.
const asCommand = "URISPEC_BULK_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// bulk runs the command in this process.
func bulk(t testing.TB, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return out.String(), errs.String(), status
}

// process is the command as a process of its own.
func process(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	return cmd
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

// urispec runs the command for lines.
func urispec(t testing.TB, args ...string) string {
	t.Helper()
	name, err := built()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(name, args...).Output()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != exitNo) {
		t.Fatalf("urispec %q: %v", args, err)
	}
	return string(out)
}

func readFile(t testing.TB, names ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeTo(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// hostile are lines that JSON has to escape, and that no edition takes.
const hostile = "http://a/\xff\n\"\\\x00\x7f\t\n\nhttp://é/<&>\u2028\nhttp://u:p@h:80/a;b/c;d?q#f\r\n\xEF\xBB\xBFhttp://a\nftp://h/a/b;type=i\nmailto:a@b\nhttp://[::1]:1/\ngopher://h/1x\nnews:a@b"

// TestAsCommand: results and summaries are those of the command, byte for byte, for all
// editions.
func TestAsCommand(t *testing.T) {
	dir := t.TempDir()
	files := []string{"testdata/urls.txt", writeTo(t, dir, "hostile.txt", hostile)}
	flags := []string{"--file", files[0], "--file", files[1]}
	all, either := editions.All(), []bool{false, true}
	if testing.Short() {
		all, either = []*grammar.Edition{editions.RFC1738, editions.RFC3986}, either[:1]
	}
	for _, e := range all {
		for _, corrected := range either {
			options := []string{"-e", e.Name()}
			if corrected {
				options = append(options, "--corrected")
			}
			for _, command := range []string{"check", "parse"} {
				out := filepath.Join(dir, fmt.Sprint(command, e.Name(), corrected))
				if _, stderr, status := bulk(t, slices.Concat([]string{command, "-o", out}, options, files)...); status != exitNo || stderr != "" {
					t.Fatalf("%s: status %d, %s", command, status, stderr)
				}
				got := readFile(t, out, "part-000000.jsonl") + readFile(t, out, "part-000001.jsonl")
				if want := urispec(t, slices.Concat([]string{command, "--json"}, options, flags)...); got != want {
					t.Errorf("%s %q differ:\n%s\nwant\n%s", command, options, got, want)
				}
			}
			want := urispec(t, slices.Concat([]string{"check", "--summary", "--json"}, options, flags)...)
			out := filepath.Join(dir, fmt.Sprint("summary", e.Name(), corrected))
			stdout, _, _ := bulk(t, slices.Concat([]string{"summary", "-o", out}, options, files)...)
			if stdout != want || readFile(t, out, "summary.json") != want || readFile(t, dir, fmt.Sprint("check", e.Name(), corrected), "summary.json") != want {
				t.Errorf("summary %q:\n%s\nwant\n%s", options, stdout, want)
			}
		}
	}
}

// TestCompressed reads the same lines from compressed files.
func TestCompressed(t *testing.T) {
	dir := t.TempDir()
	text := readFile(t, "testdata/urls.txt")
	var gz, zs bytes.Buffer
	for line := range strings.Lines(text) { // a member or frame for each, as in a WARC
		z := gzip.NewWriter(&gz)
		io.WriteString(z, line)
		z.Close()
		f, _ := zstd.NewWriter(&zs, zstd.WithEncoderConcurrency(1))
		io.WriteString(f, line)
		f.Close()
	}
	files := []string{writeTo(t, dir, "a.gz", gz.String()), writeTo(t, dir, "a.zst", zs.String())}
	cmd := exec.Command("bzip2", "-c", "testdata/urls.txt")
	if out, err := cmd.Output(); err == nil {
		files = append(files, writeTo(t, dir, "a.bz2", string(out)))
	} else {
		t.Log("bzip2 is left out: it needs the program bzip2")
	}
	bulk(t, "summary", "-o", filepath.Join(dir, "plain"), "testdata/urls.txt")
	want := readFile(t, dir, "plain", "summary.json")
	for _, file := range files {
		out := file + ".out"
		bulk(t, "summary", "-o", out, file)
		if got := strings.ReplaceAll(readFile(t, out, "summary.json"), file, "testdata/urls.txt"); got != want {
			t.Errorf("%s: %s\nwant %s", file, got, want)
		}
	}
}

// TestOnly writes only some results, and counts all.
func TestOnly(t *testing.T) {
	dir := t.TempDir()
	bulk(t, "check", "-o", dir+"/both", "testdata/urls.txt")
	all := readFile(t, dir, "both", "part-000000.jsonl")
	for _, only := range []string{"valid", "invalid"} {
		bulk(t, "check", "--only", only, "-o", dir+"/"+only, "testdata/urls.txt")
		want := ""
		for line := range strings.Lines(all) {
			if strings.Contains(line, `"valid":true`) == (only == "valid") {
				want += line
			}
		}
		if got := readFile(t, dir, only, "part-000000.jsonl"); got != want || want == "" {
			t.Errorf("%s: %s\nwant %s", only, got, want)
		}
		if readFile(t, dir, only, "summary.json") != readFile(t, dir, "both", "summary.json") {
			t.Errorf("%s: another summary", only)
		}
	}
}

// column reads a column of a Parquet file.
func column(t testing.TB, name, column string, limit int) ([]records.Record, error) {
	t.Helper()
	f, err := openShard(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := newParquet(f, f.info.Size(), records.Options{Column: column, Limit: limit})
	if err != nil {
		return nil, err
	}
	defer r.close()
	var list []records.Record
	for {
		var rec records.Record
		if err := r.Next(&rec); err == io.EOF {
			return list, nil
		} else if err != nil {
			return list, err
		}
		rec.Text = strings.Clone(rec.Text)
		list = append(list, rec)
	}
}

// TestParquet: columns are read as DuckDB reads them, whose results testdata/make.mjs
// wrote.
func TestParquet(t *testing.T) {
	for _, name := range []string{"url", "list.list.element", "page.url", "bytes"} {
		got, err := column(t, "testdata/urls.parquet", name, 1<<20)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		i := 0
		for line := range strings.Lines(readFile(t, "testdata", "urls.parquet."+name+".want")) {
			var row [2]any
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			if i == len(got) || float64(got[i].Line) != row[0] || got[i].Text != row[1] {
				t.Fatalf("%s: value %d of %d is not %v", name, i, len(got), row)
			}
			i++
		}
		if i != len(got) || i == 0 {
			t.Errorf("%s: %d values, want %d", name, len(got), i)
		}
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/parquet-go/parquet-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(readFile(t, "testdata/parquet-go.want")) {
		var want struct {
			File, Column, SHA256 string
			Count                int
		}
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		got, err := column(t, filepath.Join(strings.TrimSpace(string(out)), "testdata", want.File), want.Column, 1<<20)
		if strings.HasPrefix(want.File, "lz4_raw") {
			if err == nil || !strings.Contains(err.Error(), "LZ4_RAW") {
				t.Errorf("%s: %v", want.File, err)
			}
			continue
		}
		hash := sha256.New()
		for _, r := range got {
			fmt.Fprintf(hash, "%d %X\n", r.Line, r.Text)
		}
		if sum := hex.EncodeToString(hash.Sum(nil)); err != nil || len(got) != want.Count || sum != want.SHA256 {
			t.Errorf("%s, %s: %d values, %s, %v; want %d, %s", want.File, want.Column, len(got), sum, err, want.Count, want.SHA256)
		}
	}
}

// TestParquetTrouble: columns that are no strings, and files that are damaged.
func TestParquetTrouble(t *testing.T) {
	for name, want := range map[string]string{
		"id":  `the column "id" has the type INT(64,true), and not a string or bytes`,
		"URL": `there is no column "URL"; the columns are id, url, list.list.element, page.url, bytes`,
	} {
		if _, err := column(t, "testdata/urls.parquet", name, 100); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	data := readFile(t, "testdata/urls.parquet")
	whole, err := column(t, "testdata/urls.parquet", "url", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	refused := 0
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		text := []byte(data)
		if i%2 == 0 {
			text = text[:random.IntN(len(text))]
		} else {
			text[random.IntN(len(text))] ^= byte(1 + random.IntN(255))
		}
		got, err := column(t, writeTo(t, dir, "damaged", string(text)), "url", 1<<20)
		if err != nil {
			refused++
		} else if i%2 == 0 {
			t.Errorf("a file of %d bytes of %d is read: %d values", len(text), len(data), len(got))
		} else if len(got) > len(whole) {
			t.Errorf("%d values of %d", len(got), len(whole))
		}
	}
	if refused < 150 {
		t.Errorf("only %d of 300 are refused", refused)
	}
	if got, _ := column(t, "testdata/urls.parquet", "url", 30); got[len(got)-1].Err == nil && !slices.ContainsFunc(got, func(r records.Record) bool { return r.Err != nil }) {
		t.Error("no value is too long")
	}
}

// TestColumns: results as Parquet have what results as JSON Lines have.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	files := []string{"testdata/urls.txt", writeTo(t, dir, "hostile.txt", hostile+"\n"+strings.Repeat("x", 300))}
	for _, args := range [][]string{{"check"}, {"parse"}, {"extract", "--input=warc"}} {
		if args[0] == "extract" {
			files = []string{"testdata/crawl.warc.gz"}
		}
		lines, rows := filepath.Join(dir, args[0]+"-lines"), filepath.Join(dir, args[0]+"-rows")
		bulk(t, slices.Concat(args, []string{"--max-record=250", "-o", lines}, files)...)
		bulk(t, slices.Concat(args, []string{"--max-record=250", "--to=parquet", "-o", rows}, files)...)
		if readFile(t, lines, "summary.json") != readFile(t, rows, "summary.json") {
			t.Errorf("%s: another summary", args)
		}
		for n := range files {
			text := readFile(t, lines, partName(n, "jsonl"))
			got, err := parquet.ReadFile[any](filepath.Join(rows, partName(n, "parquet")))
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Count(text, "\n"); len(got) != want || want == 0 {
				t.Fatalf("%s: %d rows, want %d", args, len(got), want)
			}
			i := 0
			for line := range strings.Lines(text) {
				var want map[string]any
				if err := json.Unmarshal([]byte(line), &want); err != nil {
					t.Fatal(err)
				}
				fault, _ := want["error"].(map[string]any)
				host := any(nil)
				if site, ok := field(want, "ast", "site").(map[string]any); ok {
					host = field(site, "host", "text")
				}
				for name, value := range map[string]any{
					"file": want["file"], "line": want["line"], "input": want["input"], "input_base64": want["input_base64"], "valid": want["valid"],
					"offset": fault["offset"], "rule": fault["rule"], "section": fault["section"], "message": fault["message"],
					"host": host, "query": field(want, "ast", "query"), "target": want["target"], "same_document": want["same_document"],
				} {
					if have := got[i].(map[string]any)[name]; fmt.Sprint(have) != fmt.Sprint(value) {
						t.Errorf("%s, line %d: %s is %v, want %v", args, i+1, name, have, value)
					}
				}
				i++
			}
		}
	}
}

// field is a member of a member.
func field(o map[string]any, name, inner string) any {
	in, _ := o[name].(map[string]any)
	return in[inner]
}

// TestExtract: the links of captured pages are those that the command finds in the pages.
func TestExtract(t *testing.T) {
	dir := t.TempDir()
	if _, stderr, status := bulk(t, "extract", "-i", "warc", "-o", dir+"/out", "testdata/crawl.warc.gz"); status != exitNo || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	found := map[int][]string{} // by record
	for line := range strings.Lines(readFile(t, dir, "out", "part-000000.jsonl")) {
		var l struct {
			Line  int
			Input string
			Valid bool
			Target,
			Delimiter any
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		found[l.Line] = append(found[l.Line], fmt.Sprint(l.Input, l.Valid, l.Target, l.Delimiter))
	}
	f, err := openShard("testdata/crawl.warc.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, closing, err := (&job{input: "warc", options: records.Options{Limit: 1 << 20}}).open(f)
	if err != nil {
		t.Fatal(err)
	}
	defer closing()
	pages, texts := 0, 0
	var rec records.Record
	for r.Next(&rec) == nil {
		if rec.Document.Kind != "response" {
			if found[rec.Line] != nil {
				t.Errorf("record %d has links", rec.Line)
			}
			continue
		}
		base := strings.Clone(rec.Text)
		block, err := io.ReadAll(rec.Document)
		if err != nil {
			t.Fatal(err)
		}
		head, body, _ := strings.Cut(string(block), "\r\n\r\n")
		args := []string{"extract", "--json", "--text"}
		if strings.Contains(head, "text/html") {
			args = []string{"extract", "--json", "--html", "--base", base}
			if pages++; pages%10 != 1 && pages < 120 { // a process for each takes time
				continue
			}
		} else if texts++; texts%10 != 1 {
			continue
		}
		var want []string
		for line := range strings.Lines(urispec(t, append(args, writeTo(t, dir, "page", body))...)) {
			var l struct {
				Input string
				Valid bool
				Target,
				Delimiter any
			}
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			want = append(want, fmt.Sprint(l.Input, l.Valid, l.Target, l.Delimiter))
		}
		if !slices.Equal(found[rec.Line], want) || len(want) != 2 {
			t.Errorf("record %d: %q, want %q", rec.Line, found[rec.Line], want)
		}
	}
	if pages == 0 || texts == 0 {
		t.Errorf("%d pages, %d texts", pages, texts)
	}
}

// tree is all files of a directory.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[strings.TrimPrefix(path, dir)] = readFile(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sameTree fails if two directories differ.
func sameTree(t *testing.T, what, got, want string) {
	t.Helper()
	a, b := tree(t, got), tree(t, want)
	for name := range b {
		if a[name] != b[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d files, want %d", what, len(a), len(b))
	}
}

// shards writes compressed files of lines, some of which do not conform.
func shards(t testing.TB, dir string, files, lines int) []string {
	t.Helper()
	var names []string
	for i := range files {
		var text bytes.Buffer
		z := gzip.NewWriter(&text)
		for n := range lines {
			fmt.Fprintf(z, "http://h%d.example/%x?q=%d%s\n", i, n*n, n, []string{"", "", "", "%zz", "|", "#a#"}[n*7%6*(n%3/2)])
		}
		z.Close()
		names = append(names, writeTo(t, dir, fmt.Sprintf("shard-%03d.gz", i), text.String()))
	}
	return names
}

// TestKilled kills the command again and again while it works, and resumes it: the
// result is that of one run, byte for byte, with any number of workers.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	files := shards(t, dir, 24, 3000)
	random := rand.New(rand.NewPCG(3, 4))
	forms := [][]string{{"check"}, {"parse", "--to=parquet"}, {"summary"}}
	if testing.Short() {
		forms = forms[:1]
	}
	for _, form := range forms {
		one := filepath.Join(dir, form[0]+"-one")
		begin := time.Now()
		args := func(out string, more ...string) []string {
			return slices.Concat(form, []string{"-o", out}, more, files)
		}
		if out, err := process(args(one, "-j1")...).CombinedOutput(); err == nil {
			t.Fatalf("all references conform: %s", out)
		}
		whole := time.Since(begin)
		out := filepath.Join(dir, form[0]+"-killed")
		kills, finished := 0, false
		for i := 0; !finished; i++ {
			if i > 500 {
				t.Fatal("it does not come to an end")
			}
			cmd := process(args(out, "--resume", "-j2")...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// At first later, so that something is done; then at any time.
			wait := whole/4 + time.Duration(random.Int64N(int64(whole)/4))
			if i > 8 {
				wait = 10 * whole
			}
			timer := time.AfterFunc(wait, func() { cmd.Process.Kill() })
			err := cmd.Wait()
			if timer.Stop(); cmd.ProcessState.ExitCode() == exitNo {
				finished = true
			} else if cmd.ProcessState.ExitCode() >= 0 {
				t.Fatalf("status %d: %v", cmd.ProcessState.ExitCode(), err)
			} else {
				kills++
			}
		}
		t.Logf("%s: killed %d times", form[0], kills)
		sameTree(t, form[0], out, one)
		// Nothing is left to do, and nothing changes.
		process(args(out, "--resume")...).Run()
		sameTree(t, form[0]+", again", out, one)
	}
}

// TestTrouble: what cannot be read is named and left out of the counts; when it can be
// read, --resume completes the run.
func TestTrouble(t *testing.T) {
	dir := t.TempDir()
	files := shards(t, dir, 4, 50)
	good := []string{readFile(t, files[1]), readFile(t, files[2])}
	cut := writeTo(t, dir, "shard-001.gz", good[0][:len(good[0])/2])
	if err := os.Remove(files[2]); err != nil {
		t.Fatal(err)
	}
	long := writeTo(t, dir, "long.txt", "a\n"+strings.Repeat("b", 2000)+"\nc\n")
	files = append(files, long, dir)
	out := filepath.Join(dir, "out")
	args := slices.Concat([]string{"check", "--max-record=1KiB", "-o", out}, files)
	_, stderr, status := bulk(t, args...)
	for _, want := range []string{
		"reading " + cut + ": the gzip data ends too early\n",
		"reading " + files[2] + ": no such file or directory\n",
		"reading " + dir + ": not a regular file\n",
		"3 of 6 files and 1 records could not be read\n",
	} {
		if !strings.Contains(stderr, want) || status != exitTrouble {
			t.Errorf("status %d, %s; %q is missing", status, stderr, want)
		}
	}
	var sum struct {
		Summary struct {
			Valid, Invalid, Unread int
			Failed                 []vocabulary.FailedFile
		}
	}
	counts := func() string {
		t.Helper()
		sum.Summary.Unread, sum.Summary.Failed = 0, nil
		if err := json.Unmarshal([]byte(readFile(t, out, "summary.json")), &sum); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(sum.Summary.Valid, sum.Summary.Invalid, sum.Summary.Unread, len(sum.Summary.Failed))
	}
	clean := filepath.Join(dir, "clean")
	bulk(t, "check", "-o", clean, files[0])
	want := strings.Count(readFile(t, clean, "part-000000.jsonl"), `"valid":true`)
	if got := counts(); got != fmt.Sprint(2*want+2, 2*(50-want), 1, 3) {
		t.Errorf("counts %s, %d of 50 are valid", got, want)
	}
	for _, n := range []int{1, 2, 5} {
		if _, err := os.Stat(filepath.Join(out, partName(n, "jsonl"))); err == nil {
			t.Errorf("file %d has a part", n)
		}
	}
	if line := "{\"file\":\"" + long + `","line":2,"input":null,"error":{"in":"input","message":"the record has 2000 bytes; the limit is 1024","length":2000}}`; !strings.Contains(readFile(t, out, partName(4, "jsonl")), line+"\n") {
		t.Errorf("%s is missing", line)
	}

	// Without --resume, nothing is overwritten; with it, the run must be the same.
	if _, stderr, status := bulk(t, args...); status != exitTrouble || !strings.Contains(stderr, "has the results of a run") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if _, stderr, status := bulk(t, append(args, "--resume", "-e", "rfc1738")...); status != exitTrouble || !strings.Contains(stderr, "has the results of another run") {
		t.Errorf("status %d, %s", status, stderr)
	}
	writeTo(t, dir, "shard-001.gz", good[0])
	writeTo(t, dir, "shard-002.gz", good[1])
	_, stderr, status = bulk(t, append(args, "--resume")...)
	if got := counts(); got != fmt.Sprint(4*want+2, 4*(50-want), 1, 1) || status != exitTrouble || strings.Count(stderr, "reading") != 1 {
		t.Errorf("counts %s, status %d, %s", got, status, stderr)
	}
	// A file that has changed is read anew, and a part that is gone is made anew.
	writeTo(t, dir, "long.txt", "a\n")
	os.Remove(filepath.Join(out, partName(0, "jsonl")))
	bulk(t, append(args, "--resume")...)
	if got := counts(); got != fmt.Sprint(4*want+1, 4*(50-want), 0, 1) {
		t.Errorf("counts %s", got)
	}
	if readFile(t, out, partName(0, "jsonl")) != readFile(t, clean, partName(0, "jsonl")) {
		t.Error("the part differs")
	}
}

// TestFull: a disk that fills ends the run; what is done is kept. The limit of the size of
// files stands for the disk.
func TestFull(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs the program bash")
	}
	dir := t.TempDir()
	files := append(shards(t, dir, 3, 20), shards(t, t.TempDir(), 1, 20000)...)
	for _, form := range []string{"jsonl", "parquet"} {
		out, one := filepath.Join(dir, form), filepath.Join(dir, form+"-one")
		args := slices.Concat([]string{"check", "-j1", "--to", form, "-o"}, []string{out}, files)
		cmd := exec.Command(bash, "-c", `ulimit -f 64; exec "$0" "$@"`)
		cmd.Args = append(cmd.Args, os.Args[0])
		cmd.Args = append(cmd.Args, args...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		text, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitTrouble || !strings.Contains(string(text), "file too large; what is done so far is kept, and --resume goes on") {
			t.Errorf("%s: %v, %s", form, err, text)
		}
		if entries := strings.Count(readFile(t, out, journalName), `"shard"`); entries != 3 {
			t.Errorf("%d files are done, want 3", entries)
		}
		if _, err := os.Stat(filepath.Join(out, "summary.json")); err == nil {
			t.Error("there is a summary")
		}
		bulk(t, append(args, "--resume")...)
		args[5] = one
		bulk(t, args...)
		sameTree(t, form, out, one)
	}
}

// TestLock: two runs do not write to one directory.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr, status := bulk(t, "check", "-o", dir, "testdata/urls.txt"); status != exitTrouble || !strings.Contains(stderr, "another run is writing there") {
		t.Errorf("status %d, %s", status, stderr)
	}
	unlock()
	if _, stderr, status := bulk(t, "check", "-o", dir, "testdata/urls.txt"); status != exitNo {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestUsage: wrong usage is named, and does nothing.
func TestUsage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	for _, test := range []struct{ args, want string }{
		{"check", "missing flags: --out=DIR"},
		{"check -o " + dir, "no files"},
		{"check -e rfc1 x -o " + dir, `unknown edition "rfc1"`},
		{"check -i csv x -o " + dir, "CSV needs the name or the number of a column"},
		{"check -i parquet x -o " + dir, "--input=parquet needs --column"},
		{"check -i csv --separator ab --column a x -o " + dir, "no separator"},
		{"check --max-record 0 x -o " + dir, "is not a size"},
		{"check --column a x -o " + dir, "lines have no columns"},
	} {
		_, stderr, status := bulk(t, strings.Fields(test.args)...)
		if status != exitTrouble || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: status %d, %s", test.args, status, stderr)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: there is a directory", test.args)
		}
	}
	if stdout, _, status := bulk(t, "check", "--help"); status != exitYes || !strings.Contains(stdout, "--resume") {
		t.Errorf("status %d, %s", status, stdout)
	}
}

// TestArchives checks the other formats from end to end.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	for i, test := range []struct {
		args []string
		want int
	}{
		{[]string{"-i", "warc", "testdata/crawl.warc.gz", "testdata/torture.warc"}, 218},
		{[]string{"-i", "warc", "--type=request", "--type=metadata", "testdata/crawl.warc.gz"}, 53},
		{[]string{"-i", "cdxj", "testdata/crawl.cdxj"}, 159},
		{[]string{"-i", "nquads", "testdata/resolution.nq", "testdata/terms.nq"}, 72},
		{[]string{"-i", "csv", "--column=b", "testdata/utf8.csv"}, 2},
		{[]string{"-i", "parquet", "--column=url", "testdata/urls.parquet"}, 137},
	} {
		out := filepath.Join(dir, fmt.Sprint(i))
		_, stderr, status := bulk(t, append([]string{"check", "-o", out}, test.args...)...)
		var sum struct {
			Summary struct{ Valid, Invalid, Unread int }
		}
		if err := json.Unmarshal([]byte(readFile(t, out, "summary.json")), &sum); err != nil {
			t.Fatal(err)
		}
		if got := sum.Summary.Valid + sum.Summary.Invalid; got != test.want || sum.Summary.Unread != 0 || status == exitTrouble {
			t.Errorf("%s: %d references, want %d; status %d, %s", test.args, got, test.want, status, stderr)
		}
	}
}
