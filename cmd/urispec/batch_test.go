package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/testdata"
)

// recordsOf is what records are, without chunks: the slow twin of a batch.
func recordsOf(input string, null bool) []string {
	var records []string
	var record []byte
	for _, b := range []byte(input) {
		switch {
		case null && b == 0:
			records = append(records, string(record))
			record = nil
		case !null && b == '\n':
			records = append(records, strings.TrimSuffix(string(record), "\r"))
			record = nil
		default:
			record = append(record, b)
		}
	}
	if record != nil {
		records = append(records, string(record))
	}
	return records
}

// limited returns records with what is written instead of those that are too long.
func limited(records []string, most int) []string {
	for i, record := range records {
		if len(record) > most {
			records[i] = fmt.Sprintf("(not read: the record has %d bytes; the limit is %d)", len(record), most)
		}
	}
	return records
}

// batched returns the records that a batch finds in a stream, in the order of
// its output.
func batched(t *testing.T, r io.Reader, workers, size int, null bool, most int) []string {
	t.Helper()
	var out bytes.Buffer
	s := &session{stdout: bufio.NewWriter(&out), stderr: t.Output()}
	in := input{Null: null}
	b := newBatch(workers, size, in.end(), most, results{end: '\n'})
	b.run(s, workers, nil, func() { b.stream("-", r) }, func(s *session, w *worker) {
		for ref := range w.refs {
			fmt.Fprintf(s.stdout, "%q\n", ref)
		}
	})
	var records []string
	want := exitYes
	for line := range strings.Lines(out.String()) {
		record := strings.TrimSpace(line)
		if strings.HasPrefix(record, "(") {
			want = exitTrouble
		} else {
			var err error
			if record, err = strconv.Unquote(record); err != nil {
				t.Fatal(err)
			}
		}
		records = append(records, record)
	}
	if s.status != want {
		t.Errorf("status %d, want %d", s.status, want)
	}
	return records
}

// TestRecords holds the records of a batch to their plain definition: on all
// short strings of the bytes that matter, wherever a read ends, and whatever is too
// long.
func TestRecords(t *testing.T) {
	longest := effort.Pick(6, 5, 4)
	inputs := []string{""}
	for from := 0; len(inputs[from]) < longest; from++ {
		for _, b := range []string{"a", "\r", "\n", "\x00"} {
			inputs = append(inputs, inputs[from]+b)
		}
	}
	long := strings.Repeat("x", 100)
	inputs = append(inputs, long, long+"\n"+long, "\n"+long+"\r\n\n"+long+"\r", long+"\x00\n"+long+long+"\x00b\n")
	for _, input := range inputs {
		for _, null := range []bool{false, true} {
			for _, most := range []int{1, 2, 99, maxSize} {
				if most == 99 && len(input) < 99 {
					continue
				}
				want := limited(recordsOf(input, null), most)
				for size := 1; size <= min(max(len(input), 1), 4); size++ {
					got := batched(t, strings.NewReader(input), 1+size%2, size, null, most)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%q, null %t, at most %d, read by %d: %s", input, null, most, size, diff)
					}
				}
			}
		}
	}
}

// noFlags is input without flags.
var noFlags input

// fileOf returns a file with a text.
func fileOf(t *testing.T, text string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestRanges has workers read ranges of files: the records are those of a stream,
// wherever a range ends, from wherever the file is read.
func TestRanges(t *testing.T) {
	var mixed strings.Builder
	for i := range effort.Pick(400, 200, 100) {
		fmt.Fprintf(&mixed, "%s%d%s", strings.Repeat("x", i*i%97), i, []string{"\n", "\r\n", "\x00", "\n\n"}[i%4])
	}
	long := strings.Repeat("y", 5*probeSize)
	for _, input := range []string{
		"", "a", "a\nb\r\nc", "\n\n\n\n\n\x00\x00", mixed.String(), long + "\n" + mixed.String() + long + "\r\n" + mixed.String() + long,
	} {
		for _, null := range []bool{false, true} {
			for _, size := range []int{1, 2, 3, 7, 64, 500, 3 * probeSize} {
				if size < 64 && len(input) > len(long) {
					continue // it takes long
				}
				for _, most := range []int{10, 97, 3 * probeSize, maxSize} {
					const skipped = "before\n"
					file := fileOf(t, skipped+input)
					if _, err := file.Seek(int64(len(skipped)), io.SeekStart); err != nil {
						t.Fatal(err)
					}
					var r io.Reader = strings.NewReader("")
					if ranged := noFlags.rangesOf(file); ranged != nil {
						r = ranged
					} else if input != "" {
						t.Fatalf("%.20q: the file is not read in ranges", input)
					}
					got := batched(t, r, 1+size%3, size, null, most)
					if diff := cmp.Diff(limited(recordsOf(input, null), most), got); diff != "" {
						t.Fatalf("%.50q, null %t, at most %d, read by %d: %s", input, null, most, size, diff)
					}
					if at, _ := file.Seek(0, io.SeekCurrent); at != int64(len(skipped)+len(input)) {
						t.Errorf("%.50q: the file is read up to byte %d of %d", input, at, len(skipped)+len(input))
					}
				}
			}
		}
	}
}

// TestShorter makes a file shorter while it is read in ranges: the records before its
// end are there, and one message says what is wrong.
func TestShorter(t *testing.T) {
	const line, size = "abcdefg\n", 100
	for _, left := range []int{0, 1, 8, 99, 100, 101, 550, 1001} {
		file := fileOf(t, strings.Repeat(line, 1000))
		ranged := noFlags.rangesOf(file)
		if err := file.Truncate(int64(left)); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		s := &session{stdout: bufio.NewWriter(&stdout), stderr: &stderr}
		b := newBatch(3, size, '\n', maxSize, results{end: '\n', lines: true})
		b.run(s, 3, nil, func() { b.stream("f", ranged); b.arguments([]string{"after"}) }, func(s *session, w *worker) {
			for ref := range w.refs {
				s.stdout.WriteString(ref + "\n")
			}
		})
		want := strings.Repeat(line, left/len(line)) + "after\n"
		if stdout.String() != want || stderr.String() != "urispec: reading f: the file became shorter while it was read\n" || s.status != exitTrouble {
			t.Errorf("%d bytes left: status %d, %d bytes of results, want %d; %q", left, s.status, stdout.Len(), len(want), &stderr)
		}
	}
}

// TestReads gives a batch what it reads in different ways.
func TestReads(t *testing.T) {
	readers := map[string]func(io.Reader) io.Reader{
		"at once":   func(r io.Reader) io.Reader { return r },
		"by byte":   iotest.OneByteReader,
		"by halves": iotest.HalfReader,
		"with EOF":  iotest.DataErrReader,
	}
	const size = 500
	long := strings.Repeat("x", 2*size)
	for name, reader := range readers {
		for _, input := range []string{
			"a\r\n\nb\n", "a\r\n\x00\x00", long + "\n" + long + "\r\n", strings.Repeat("abc\r\n", size),
			strings.Repeat(long+"\x00", 5),
		} {
			for _, null := range []bool{false, true} {
				for _, most := range []int{3, size, 2*size - 1, 2 * size, maxSize} {
					got := batched(t, reader(strings.NewReader(input)), 3, size, null, most)
					if want := limited(recordsOf(input, null), most); !slices.Equal(got, want) {
						t.Errorf("%s: %.20q, null %t, at most %d: %d records, want %d", name, input, null, most, len(got), len(want))
					}
				}
			}
		}
	}
}

// longAt is the number of the line of mixed that is longer than a chunk.
const longAt = 234

// mixed returns lines enough for several chunks: URLs of the web, what is no
// reference, and empty lines; one line is longer than a chunk.
func mixed() []string {
	lines := slices.Clone(testdata.Lines("web50k")[:4000])
	for i := range lines {
		switch {
		case i%97 == 0:
			lines[i] = ""
		case i%31 == 0:
			lines[i] = "http://a/{" + strconv.Itoa(i) + "}\xff"
		case i == longAt:
			lines[i] = "x:" + strings.Repeat("/a", readSize)
		}
	}
	return lines
}

// TestWorkers gives all commands that read references the same ones as
// arguments, which are in nobody's buffer, and as lines, to few and to many
// workers: what they write is the same.
func TestWorkers(t *testing.T) {
	lines := mixed()[:effort.Pick(4000, 1500, 210)]
	const base = "--base=http://a/b/c/d;p?q"
	commands := [][]string{
		{"check"}, {"check", "--json"}, {"check", "--count"}, {"check", "--count", "--json"}, {"check", "--only=invalid"},
		{"check", "--only=valid", "--json"}, {"check", "--rule=hier-part", "--count"}, {"check", "--absolute", "--count"},
		{"split"}, {"split", "--json"}, {"resolve", base}, {"resolve", base, "--trace"}, {"resolve", base, "--json", "--unchecked"},
		{"normalize"}, {"normalize", "--json"}, {"relativize", base}, {"wrap"}, {"lint"}, {"lint", "--json"},
		{"encode", "--component=path"}, {"decode", "--json"}, {"expand", "-e", "url-syntax-09"}, {"describe"}, {"describe", "--json"},
		{"tree"}, {"tree", "--json"}, {"compare"}, {"compare", base, "--json"},
	}
	for _, args := range commands {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			lines := lines
			if slices.Contains([]string{"tree", "lint", "describe", "compare"}, args[0]) {
				lines = slices.Concat(lines[:effort.Pick(200, 200, 40)], lines[longAt:longAt+1], lines[:10]) // they take long
			}
			input := strings.Join(lines, "\n") + "\n"
			want, reasons, status := runBoth("", slices.Concat(args, []string{"-j", "1", "--"}, lines)...)
			if want+reasons == "" {
				t.Error("there is no output")
			}
			for _, jobs := range []string{"1", "2", "13"} {
				var got, gotReasons bytes.Buffer
				gotStatus := run(slices.Concat(args, []string{"-j", jobs}), strings.NewReader(input), &got, &gotReasons, noEnv)
				if got.String() != want || gotStatus != status {
					t.Errorf("%s workers: status %d, want %d; the output is the same: %t", jobs, gotStatus, status, got.String() == want)
				}
				var ofFile bytes.Buffer
				if status := run(slices.Concat(args, []string{"-j", jobs}), fileOf(t, input), &ofFile, io.Discard, noEnv); ofFile.String() != want || status != gotStatus {
					t.Errorf("%s workers on a file: status %d, want %d; the output is the same: %t", jobs, status, gotStatus, ofFile.String() == want)
				}
				// The places differ, but not what is said of them, nor the order.
				if diff := cmp.Diff(withoutWhere(reasons), withoutWhere(gotReasons.String())); diff != "" {
					t.Errorf("%s workers: %s", jobs, diff)
				}
			}
		})
	}
}

// withoutWhere returns reasons why there are no results, without the places or the
// references that they are about.
func withoutWhere(reasons string) []string {
	where := regexp.MustCompile(`^urispec: (".*?"|-:\d+:\d+): `)
	var lines []string
	for line := range strings.Lines(reasons) {
		if !where.MatchString(line) {
			line = "no place: " + line
		}
		lines = append(lines, where.ReplaceAllString(line, ""))
	}
	return lines
}

// TestPlaces counts lines that hold their own numbers, some of which are too long, in
// chunks of any size and with several workers.
func TestPlaces(t *testing.T) {
	var input strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&input, "%d", i+1)
		if i%100 == 7 {
			input.WriteString(strings.Repeat("x", 900))
		}
		input.WriteString("\r\n")
	}
	for _, size := range []int{1, 5, 100, readSize} {
		for i, most := range []int{10, 1000, 10, 1000} {
			var stdout bytes.Buffer
			s := &session{stdout: bufio.NewWriter(&stdout), stderr: t.Output()}
			b := newBatch(3, size, '\n', most, results{end: '\n', placed: true, lines: true})
			var r io.Reader = strings.NewReader(input.String())
			if i > 1 {
				r = noFlags.rangesOf(fileOf(t, input.String()))
			}
			b.run(s, 3, nil, func() { b.arguments([]string{"0"}); b.stream("f", r) }, func(s *session, w *worker) {
				for ref := range w.refs {
					if got := w.place(); strconv.Itoa(got.line) != strings.TrimRight(ref, "x") || (got.file == "f") != (ref != "0") {
						t.Errorf("by %d, at most %d: %q has the place %v", size, most, ref, got)
					}
				}
			})
			skipped := slices.Collect(strings.Lines(stdout.String()))
			if most == 10 && (len(skipped) != 20 || skipped[1] != "f:108:1: (not read: the record has 903 bytes; the limit is 10)\n") {
				t.Errorf("by %d: %d lines for long records, %.200s", size, len(skipped), &stdout)
			}
		}
	}
}

// TestOrder has trouble amid the references: what is told of it comes when the
// results of all before it are written, and the others follow.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	many := func(name string) (lines, results string) {
		var in, out strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&in, "a%d\n", i)
			fmt.Fprintf(&out, "%s:%d:1: ok  a%d\n", name, i+1, i)
		}
		return in.String(), out.String()
	}
	a, aResults := many("-")
	b, bResults := many(filepath.Join(dir, "b"))
	c, cResults := many(filepath.Join(dir, "c"))
	missing := filepath.Join(dir, "missing")
	cut := compressed(t, "gzip", c)
	var both bytes.Buffer
	status := run([]string{
		"check", "-j", "8", "x", "-", "y", "-",
		"--file", file("b", b), "--file", missing, "--file", file("c", string(cut[:len(cut)-1])), "--file", dir, "--file", file("z", "z"),
	}, strings.NewReader(a), &both, &both, noEnv)
	want := "ok  x\n" + aResults + "ok  y\n" + bResults +
		"urispec: open " + missing + ": no such file or directory\n" + cResults +
		"urispec: reading " + filepath.Join(dir, "c") + ": the gzip data ends too early\n" +
		"urispec: reading " + dir + ": read " + dir + ": is a directory\n" + filepath.Join(dir, "z") + ":1:1: ok  z\n"
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(both.String(), "\n")); diff != "" {
		t.Error(diff)
	}
	if status != exitTrouble {
		t.Errorf("status %d", status)
	}
}

// TestPictureOrder has results on both outputs: they come in order, too, and one
// picture is of all references in order.
func TestPictureOrder(t *testing.T) {
	lines := mixed()[:1000]
	for _, format := range []string{"--format=dot", "--format=svg"} {
		lines := lines
		if format == "--format=svg" {
			lines = lines[900:]
		}
		write := func(stdin string, args ...string) (both string, status int) {
			var out bytes.Buffer
			status = run(append([]string{"tree", format}, args...), strings.NewReader(stdin), &out, &out, noEnv)
			return out.String(), status
		}
		want, wantStatus := write("", append([]string{"-j", "1", "--"}, lines...)...)
		got, status := write(strings.Join(lines, "\n")+"\n", "-j", "7")
		if got != want || status != wantStatus || !strings.Contains(want, "no  ") {
			t.Errorf("%s: status %d, want %d; the output is the same: %t", format, status, wantStatus, got == want)
		}
	}
}

// TestLateOutput writes more than a worker keeps before its turn.
func TestLateOutput(t *testing.T) {
	base := "http://h/" + strings.Repeat("a", 10_000) + "/"
	input := strings.Repeat("b\n", 3*partSize/len(base)+5)
	stdout, status := runText(t, input, "resolve", "-j", "5", "--base", base)
	if want := strings.Repeat(base+"b\n", strings.Count(input, "\n")); stdout != want || status != exitYes {
		t.Errorf("status %d, %d bytes, want %d", status, len(stdout), len(want))
	}
}

// repeated is a stream of a text, over and over, up to a number of bytes.
type repeated struct {
	text string
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), r.left) / len(r.text) * len(r.text)
	for i := 0; i < n; i += len(r.text) {
		copy(p[i:], r.text)
	}
	r.left -= n
	return n, nil
}

// allocated returns how many bytes a call allocates in total.
func allocated(call func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// TestMemory reads much and keeps little: of short lines less than there are, and
// of a line without end no more than its buffer needs to grow. The workers are
// two on every machine, because each has buffers.
func TestMemory(t *testing.T) {
	if effort.Race {
		t.Skip("more is allocated under the race detector")
	}
	runText(t, "", "check", "--count", "a:b") // what is made once
	const size = 24 << 20
	for _, test := range []struct {
		text  string
		args  []string
		count string
		most  int64
	}{
		{"abc\n", []string{"--count"}, "6291456 valid\n0 invalid\n", size},
		{"abc\r\n{}{", []string{"--count"}, "1 valid\n3145728 invalid\n", size},
		{"abc\n", []string{"--only=invalid"}, "", size},
		{"abc\n", []string{"--absolute", "--count"}, "0 valid\n6291456 invalid\n", size},
		{"a:b\n", []string{"--rule=host", "--only=valid"}, "", size},
		{"abcd", []string{"--count"}, "1 valid\n0 invalid\n", 4*size + 8<<20},
	} {
		var stdout string
		got := allocated(func() {
			var out bytes.Buffer
			run(append([]string{"check", "-j", "2"}, test.args...), &repeated{test.text, size}, &out, t.Output(), noEnv)
			stdout = out.String()
		})
		if stdout != test.count || got > test.most {
			t.Errorf("%q %q: %q, %d bytes allocated, more than %d", test.text, test.args, stdout, got, test.most)
		}
	}
}

// TestEndlessLine reads a line that has no end until reading fails.
func TestEndlessLine(t *testing.T) {
	cut := errors.New("cut")
	stdin := io.MultiReader(strings.NewReader("a\n"), &repeated{"ab", 10 << 20}, iotest.ErrReader(cut))
	var stdout, stderr bytes.Buffer
	status := run([]string{"check"}, stdin, &stdout, &stderr, noEnv)
	if status != exitTrouble || stdout.String() != "ok  a\n" || stderr.String() != "urispec: reading -: cut\n" {
		t.Errorf("status %d, stdout %.20q, stderr %q", status, &stdout, &stderr)
	}
}

// webURLs returns 50,000 URLs of the web as lines.
func webURLs() []byte { return []byte(strings.Join(testdata.Lines("web50k"), "\n") + "\n") }

// BenchmarkCount counts a million URLs of the web with one worker and with one
// for each processor.
func BenchmarkCount(b *testing.B) {
	urls := bytes.Repeat(webURLs(), 20)
	for _, jobs := range []string{"1", "0"} {
		b.Run("j="+jobs, func(b *testing.B) {
			b.SetBytes(int64(len(urls)))
			b.ReportAllocs()
			for b.Loop() {
				if status := run([]string{"check", "--count", "-j", jobs}, bytes.NewReader(urls), io.Discard, b.Output(), noEnv); status != exitYes {
					b.Fatal("status", status)
				}
			}
		})
	}
}

// TestSeparate: two files get what one file gets, each its lines in their order.
func TestSeparate(t *testing.T) {
	var input strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&input, "//h%d\n", i)
		if i%3 == 0 {
			fmt.Fprintf(&input, "//h/%%z%d\n", i)
		}
	}
	args := []string{"parse", "--get", "{host}"}
	create := func(name string) *os.File {
		f, err := os.Create(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	read := func(f *os.File) string {
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	one, stdout, stderr := create("one"), create("stdout"), create("stderr")
	if areSeparate(one, one) || !areSeparate(stdout, stderr) || areSeparate(stdout, new(bytes.Buffer)) {
		t.Error("it is not seen which files are separate")
	}
	if status := run(args, strings.NewReader(input.String()), one, one, noEnv); status != exitNo {
		t.Errorf("status %d", status)
	}
	if status := run(args, strings.NewReader(input.String()), stdout, stderr, noEnv); status != exitNo {
		t.Errorf("status %d", status)
	}
	var results, reasons strings.Builder
	for line := range strings.Lines(read(one)) {
		if strings.HasPrefix(line, "urispec: ") {
			reasons.WriteString(line)
		} else {
			results.WriteString(line)
		}
	}
	if strings.Count(results.String(), "\n") != 5000 || strings.Count(reasons.String(), "\n") != 1667 {
		t.Errorf("%d results, %d reasons", strings.Count(results.String(), "\n"), strings.Count(reasons.String(), "\n"))
	}
	if read(stdout) != results.String() || read(stderr) != reasons.String() {
		t.Error("two files get something else than one")
	}
	if !strings.HasPrefix(read(one), "h0\nurispec: ") {
		t.Errorf("in one file the order is lost: %.200s", read(one))
	}
}
