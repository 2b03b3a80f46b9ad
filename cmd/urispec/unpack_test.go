package main

import (
	"bytes"
	stdgzip "compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// compressed returns text as compressed data of a format.
func compressed(t testing.TB, format, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := pack(&out, format, text); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pack(w io.Writer, format, text string) error {
	var z io.WriteCloser
	if format == "gzip" {
		z = gzip.NewWriter(w)
	} else {
		var err error
		if z, err = zstd.NewWriter(w); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(z, text); err != nil {
		return err
	}
	return z.Close()
}

// packFile appends a file to another one, compressed, but for the last bytes if
// some are to be left out: pack gzip file to [bytes]
func packFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: pack gzip|zstd file to [bytes]")
	}
	var data bytes.Buffer
	ts.Check(pack(&data, args[0], ts.ReadFile(args[1])))
	if len(args) > 3 {
		less, err := strconv.Atoi(args[3])
		ts.Check(err)
		data.Truncate(data.Len() - less)
	}
	f, err := os.OpenFile(ts.MkAbs(args[2]), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	ts.Check(err)
	defer f.Close()
	_, err = f.Write(data.Bytes())
	ts.Check(err)
}

// checkFile runs check on a file of these bytes. Only the name is left out of
// what it says on standard error.
func checkFile(t *testing.T, data []byte, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	status = run(append([]string{"check", "--file", name}, args...), strings.NewReader(""), &out, &errs, noEnv)
	return out.String(), strings.ReplaceAll(errs.String(), name, "NAME"), status
}

// TestCutFile cuts compressed files everywhere: what was whole before is
// checked, and the rest is trouble.
func TestCutFile(t *testing.T) {
	first, second := "a\nb\r\n", "c\nd"
	for _, format := range []string{"gzip", "zstd"} {
		data := compressed(t, format, first)
		border := len(data)
		data = append(data, compressed(t, format, second)...)
		whole, _, _ := checkFile(t, []byte(first+second))
		for n := 4; n <= len(data); n++ { // fewer bytes are no magic number
			stdout, stderr, status := checkFile(t, data[:n])
			wantStatus, wantStderr := exitTrouble, "urispec: reading NAME: the "+format+" data ends too early\n"
			if n == border || n == len(data) {
				wantStatus, wantStderr = exitYes, ""
			}
			if status != wantStatus || stderr != wantStderr {
				t.Errorf("%s, %d of %d bytes: status %d, %q", format, n, len(data), status, stderr)
			}
			if n >= border && !strings.HasPrefix(stdout, "ok  a\nok  b\n") || !strings.HasPrefix(whole, stdout) || n == len(data) && stdout != whole {
				t.Errorf("%s, %d of %d bytes: %q", format, n, len(data), stdout)
			}
		}
	}
}

// TestBrokenFile changes every byte of compressed files: that may be trouble,
// but no harm.
func TestBrokenFile(t *testing.T) {
	text := strings.Repeat("http://a/b\n", 20)
	for _, format := range []string{"gzip", "zstd"} {
		data := compressed(t, format, text)
		for i := range data {
			for _, bits := range []byte{0x01, 0x80, 0xFF} {
				broken := bytes.Clone(data)
				broken[i] ^= bits
				stdout, stderr, status := checkFile(t, broken, "--count")
				switch {
				case status == exitTrouble && !strings.HasPrefix(stderr, "urispec: reading NAME: "),
					status != exitTrouble && stderr != "",
					status == exitYes && stdout != "20 valid\n0 invalid\n":
					t.Errorf("%s, byte %d ^ %#x: status %d, %q, %q", format, i, bits, status, stdout, stderr)
				}
			}
		}
	}
}

// TestDamagedBlock changes every byte of a zstd block. Nothing is missing then, so no
// message says that the data ends too early.
func TestDamagedBlock(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "http://a/%x\n", i*i*i)
	}
	data := compressed(t, "zstd", text.String())
	const head, sum = 4 + 1 + 2 + 3, 4 // the frame's header with the block's, and the checksum: RFC 8878, section 3.1.1
	damaged := 0
	for i := head; i < len(data)-sum; i++ {
		broken := bytes.Clone(data)
		broken[i] ^= 0x81
		_, stderr, status := checkFile(t, broken, "--count")
		if (status == exitTrouble) != (stderr != "") || strings.Contains(stderr, "too early") {
			t.Errorf("byte %d: status %d, %q", i, status, stderr)
		}
		if stderr == "urispec: reading NAME: the zstd data is damaged\n" {
			damaged++
		}
	}
	if damaged < 10 {
		t.Errorf("only %d bytes make a block that is damaged", damaged)
	}
}

// TestPackedFile reads files that are not as simple.
func TestPackedFile(t *testing.T) {
	a, b, gz := compressed(t, "zstd", "a\n"), compressed(t, "zstd", "b\n"), string(compressed(t, "gzip", "a\n"))
	followed := func(format string, offset int) string {
		return fmt.Sprintf("the %s data is followed by something else, from byte %d on", format, offset)
	}
	skipped := "\x5E\x2A\x4D\x18\x03\x00\x00\x00xyz" // a frame to be skipped: RFC 8878, section 3.1.2
	for name, test := range map[string]struct {
		data, stdout, stderr string
	}{
		"skippable first":        {skipped + string(a) + skipped + string(b), "ok  a\nok  b\n", ""},
		"empty gzip":             {string(compressed(t, "gzip", "")), "", ""},
		"garbage after zstd":     {string(a) + "garbage", "ok  a\n", followed("zstd", len(a))},
		"garbage after gzip":     {gz + "garbage and more of it", "ok  a\n", followed("gzip", len(gz))},
		"a byte after gzip":      {gz + "\n", "ok  a\n", followed("gzip", len(gz))},
		"half a magic":           {gz + "\x1F", "ok  a\n", "the gzip data ends too early"},
		"zero padding":           {gz + strings.Repeat("\x00", 1000), "ok  a\n", ""},
		"one zero":               {gz + "\x00", "ok  a\n", ""},
		"garbage after it":       {gz + "\x00\x00\x00a", "ok  a\n", followed("gzip", len(gz)+3)},
		"gzip after it":          {gz + "\x00" + gz, "ok  a\n", followed("gzip", len(gz)+1)},
		"zeros after zstd":       {string(a) + "\x00\x00\x00\x00", "ok  a\n", followed("zstd", len(a))},
		"a byte after zstd":      {string(a) + "\n", "ok  a\n", followed("zstd", len(a))},
		"3 bytes after zstd":     {string(a) + skipped + string(b) + "abc", "ok  a\nok  b\n", followed("zstd", len(a)+len(skipped)+len(b))},
		"half a magic of zstd":   {string(a) + "\x28\xB5\x2F", "ok  a\n", "the zstd data ends too early"},
		"half a skippable frame": {string(a) + skipped[:9], "ok  a\n", "the zstd data ends too early"},
		"another method":         {"\x1F\x8B\x07 0123456789", "", "in the gzip data: gzip: invalid header"},
		"cut comment":            {gz + "\x1F\x8B\x08\x10\x00\x00\x00\x00\x00\xFFcomment", "ok  a\n", "the gzip data ends too early"},
		"only magic":             {"\x1F\x8B", "", "the gzip data ends too early"},
		// A frame header alone asks for the memory: a window of 256 MiB (3.1.1.1.2), one raw block.
		"great window": {"\x28\xB5\x2F\xFD\x00\x90\x09\x00\x00a", "", "in the zstd data: window size exceeded"},
		"small window": {"\x28\xB5\x2F\xFD\x00\x00\x09\x00\x00a", "ok  a\n", ""},
		// What begins as a magic number but goes on otherwise is text.
		"text": {"P*M\n(\n", "ok  P*M\nok  (\n", ""},
	} {
		stdout, stderr, _ := checkFile(t, []byte(test.data))
		if test.stderr != "" {
			test.stderr = "urispec: reading NAME: " + test.stderr + "\n"
		}
		if stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: %q, %q", name, stdout, stderr)
		}
	}
}

// TestOtherCompressions names the formats that are not read.
func TestOtherCompressions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second or more; runs without -short")
	}
	for name, begins := range map[string][]string{
		"xz": {"\xFD7zXZ\x00"}, "bzip2": {"BZh11AY&SY", "BZh91AY&SY", "BZh5\x17rE8P\x90"},
		"lz4": {"\x04\"M\x18", "\x02!L\x18"}, "lzip": {"LZIP\x01"}, "lzop": {"\x89LZO\x00\r\n\x1A\n"},
		"compress": {"\x1F\x9D\x90"}, "zip": {"PK\x03\x04"}, "7-Zip": {"7z\xBC\xAF'\x1C"},
	} {
		for _, begin := range begins {
			stdout, stderr, status := checkFile(t, []byte(begin))
			want := "urispec: reading NAME: the data is compressed with " + name + ": decompress it first, or read it as it is with --raw\n"
			if stdout != "" || stderr != want || status != exitTrouble {
				t.Errorf("%s: status %d, %q, %q", name, status, stdout, stderr)
			}
			if _, stderr, status := checkFile(t, []byte(begin), "--raw"); status == exitTrouble {
				t.Errorf("%s: with --raw: %q", name, stderr)
			}
		}
	}
}

// TestBomb reads compressed files that are a thousandth of what is in them.
func TestBomb(t *testing.T) {
	if effort.Race {
		t.Skip("more is allocated under the race detector")
	}
	const lines = 8 << 20
	text := strings.Repeat("a:b\n", lines)
	for _, format := range []string{"gzip", "zstd"} {
		data := compressed(t, format, text)
		var stdout, stderr string
		got := allocated(func() { stdout, stderr, _ = checkFile(t, data, "--count", "-j", "2") })
		if want := strconv.Itoa(lines) + " valid\n0 invalid\n"; stdout != want || stderr != "" || got > int64(len(text)) {
			t.Errorf("%s: %d bytes: %q, %q, %d bytes allocated", format, len(data), stdout, stderr, got)
		}
	}
}

// TestShorterFile reads a file that becomes shorter in the meantime: what is read of it
// is what is there, and then an error.
func TestShorterFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte("a\n"), 1000), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := openFile(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.Truncate(name, 100); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(f)
	if len(data) != 100 || err != errShorter {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// FuzzUnpack reads files of any bytes. What the standard library unpacks without
// an error is what is checked.
func FuzzUnpack(f *testing.F) {
	for _, format := range []string{"gzip", "zstd"} {
		one := string(compressed(f, format, "a\r\nb{\nc"))
		f.Add([]byte(one))
		f.Add([]byte(one + one))
		f.Add([]byte(one[:len(one)-2]))
	}
	f.Add([]byte(string(compressed(f, "gzip", "a\n")) + "\x1F\x8B\x08\x10\x00\x00\x00\x00\x00\xFFcomment")) // which is cut off
	f.Add(append(compressed(f, "gzip", "a\n"), 0, 0))
	f.Add([]byte("\x5E\x2A\x4D\x18\x03\x00\x00\x00xyz"))
	f.Fuzz(func(t *testing.T, data []byte) {
		stdout, stderr, status := checkFile(t, data, "--json")
		if (status == exitTrouble) != (stderr != "") {
			t.Errorf("status %d, %q", status, stderr)
		}
		z, err := stdgzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		if plain, err := io.ReadAll(z); err == nil {
			if want, _ := runText(t, string(plain), "check", "--json"); withoutPlaces(t, stdout) != want || status == exitTrouble {
				t.Errorf("status %d, %q, want %q", status, stdout, want)
			}
		} else if status != exitTrouble && !bytes.HasSuffix(data, []byte{0}) { // after which zeros are ignored
			t.Errorf("status %d; the standard library says %v", status, err)
		}
	})
}
