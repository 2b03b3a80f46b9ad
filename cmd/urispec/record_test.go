package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// TestSize reads values of --max-record.
func TestSize(t *testing.T) {
	for text, want := range map[string]size{
		"1": 1, "1000": 1000, "2K": 2 << 10, "64KiB": 64 << 10, "3m": 3 << 20, "64MiB": 64 << 20, "1G": 1 << 30, "1gib": 1 << 30, "2147483647": maxSize,
		"": 0, "0": 0, "0K": 0, "-1": 0, "1.5M": 0, "1KB": 0, "1iB": 0, "K": 0, "1KK": 0, "64 MiB": 0, "0x10": 0, "2G": 0, "2147483648": 0, "99999999999999999999": 0, "2147483647G": 0,
	} {
		var got size
		err := got.UnmarshalText([]byte(text))
		if (err == nil) != (want > 0) || err == nil && got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
}

// commandsOfRecords are the commands that read references, with results of each kind.
var commandsOfRecords = [][]string{
	{"check"}, {"check", "--json"}, {"check", "--only=valid"}, {"check", "--only=invalid", "--json"},
	{"tree"}, {"tree", "--json"}, {"tree", "--format=go"}, {"resolve", "--base=http://a/"}, {"resolve", "--base=http://a/", "--json"}, {"split"}, {"split", "--json"},
	{"normalize"}, {"normalize", "--json"}, {"relativize", "--base=http://a/"}, {"relativize", "--base=http://a/", "--json"}, {"compare"}, {"compare", "--json"}, {"differ"}, {"differ", "--json"},
	{"map"}, {"map", "--json"}, {"encode", "--component=path"}, {"encode", "--component=path", "--json"}, {"decode"}, {"decode", "--json"},
	{"describe"}, {"describe", "--json"}, {"lint"}, {"lint", "--json"}, {"expand", "-e", "rfc2396"}, {"expand", "-e", "rfc2396", "--json"}, {"wrap"}, {"wrap", "--json"},
}

// commandsOfStrings are those whose results are bare strings.
var commandsOfStrings = []string{"resolve", "normalize", "relativize", "map", "encode", "decode", "expand", "wrap"}

// TestLongRecord gives every command a record of the greatest length and one that is
// longer by a byte, in each kind of input. The longer one has an error in its place, and
// everything else is read.
func TestLongRecord(t *testing.T) {
	const limit = 20
	fits := "http://a/" + strings.Repeat("b", limit-len("http://a/"))
	dir := t.TempDir()
	file := func(name string, data []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return "--file=" + name
	}
	for _, command := range commandsOfRecords {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			asJSON := slices.Contains(command, "--json")
			for _, end := range []string{"\n", "\r\n", "\x00"} {
				text := fits + end + fits + "c" + end + fits
				short := fits + end + fits
				args := append(slices.Clone(command), "--max-record=20")
				if end == "\x00" {
					args = append(args, "-0")
				}
				plain, _, _ := runBoth(short, args...)
				stdout, stderr, status := runBoth(text, args...)
				if status != exitTrouble {
					t.Errorf("%q: status %d", end, status)
				}
				if bare := slices.Contains(commandsOfStrings, command[0]) && !asJSON; bare {
					if !strings.Contains(stderr, "urispec: -:2:1: not read: the record has 21 bytes; the limit is 20\n") {
						t.Errorf("%q: standard error has %q", end, stderr)
					}
					want := plain
					if first, second, ok := strings.Cut(plain, "\x00"); ok {
						want = first + "\x00\x00" + second
					}
					if stdout != want {
						t.Errorf("%q: %q; without the long record %q", end, stdout, plain)
					}
				} else {
					want := "(not read: the record has 21 bytes; the limit is 20)"
					if asJSON {
						want = `{"input":null,"error":{"in":"input","message":"the record has 21 bytes; the limit is 20","length":21}}` + "\n"
					}
					// Without this result there are the others.
					before, after, found := strings.Cut(stdout, want)
					switch {
					case asJSON || after == "":
					case slices.Contains([]string{"tree", "compare", "describe", "differ"}, command[0]):
						after = after[len("\n\n"):]
					default:
						after = after[len("\n"):] // or NUL
					}
					if !found || before+after != plain || stderr != "" {
						t.Errorf("%q: %q; without the long record %q; %s", end, stdout, plain, stderr)
					}
				}
				for name, data := range map[string][]byte{"plain": []byte(text), "gz": compressed(t, "gzip", text), "zst": compressed(t, "zstd", text)} {
					got, told, status := runBoth("", append(args, file(name, data))...)
					if asJSON {
						got = withoutPlaces(t, got)
					}
					if got != stdout || strings.ReplaceAll(told, filepath.Join(dir, name), "-") != stderr || status != exitTrouble {
						t.Errorf("%q, %s: status %d, %q, want %q; %s", end, name, status, got, stdout, told)
					}
				}
				if got, told, status := runBoth(string(compressed(t, "zstd", text)), args...); got != stdout || told != stderr || status != exitTrouble {
					t.Errorf("%q, zstd as standard input: status %d, %q, want %q; %s", end, status, got, stdout, told)
				}
			}
		})
	}
}

// withoutPlaces returns JSON Lines without their places.
func withoutPlaces(t *testing.T, lines string) string {
	t.Helper()
	place := regexp.MustCompile(`(?m)^\{"file":"[^"]*","line":\d+,`)
	if got, want := len(place.FindAllString(lines, -1)), strings.Count(lines, "\n"); got != want {
		t.Errorf("%d of %d lines begin with a place", got, want)
	}
	return place.ReplaceAllString(lines, "{")
}

// TestLongRecordAside has no result for each record, so the error is told on standard
// error, with the place.
func TestLongRecordAside(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, test := range []struct {
		args   []string
		stdout string
	}{
		{[]string{"check", "--count"}, "2 valid\n0 invalid\n"},
		{[]string{"check", "--count", "--json"}, `{"edition":"rfc3986","valid":2,"invalid":0}` + "\n"},
		{[]string{"tree", "--format=dot"}, "digraph"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(append(test.args, "--max-record=99"), strings.NewReader("a:b\n"+long+"\nc\n"), &stdout, &stderr, noEnv)
		if status != exitTrouble || !strings.HasPrefix(stdout.String(), test.stdout) || stderr.String() != "urispec: reading -, at byte 4: the record has 100 bytes; the limit is 99\n" {
			t.Errorf("%q: status %d, %q, %q", test.args, status, &stdout, &stderr)
		}
	}
}

// TestDefaultLimit reads records around the default limit.
func TestDefaultLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("some hundred megabytes")
	}
	const limit = 64 << 20
	stdin := io.MultiReader(&repeated{"a", limit}, strings.NewReader("\r\n"), &repeated{"a", limit + 1}, strings.NewReader("\nb\n"))
	var stdout, stderr bytes.Buffer
	status := run([]string{"check", "--count"}, stdin, &stdout, &stderr, noEnv)
	if status != exitTrouble || stdout.String() != "2 valid\n0 invalid\n" || stderr.String() != "urispec: reading -, at byte 67108866: the record has 67108865 bytes; the limit is 67108864\n" {
		t.Errorf("status %d, %q, %q", status, &stdout, &stderr)
	}
}

// TestRecordBomb reads compressed data with one record that is ever longer. What is
// allocated depends on the limit only. The last of them is longer than any reference
// that lint reads, more than 2 GiB.
func TestRecordBomb(t *testing.T) {
	if effort.Race {
		t.Skip("more is allocated under the race detector")
	}
	const limit = 1 << 20
	for _, size := range effort.Pick([]int64{4 << 20, 64 << 20, 256 << 20, 1 << 30, 3 << 30}, []int64{4 << 20, 64 << 20, 256 << 20}, []int64{4 << 20, 64 << 20}) {
		for _, args := range [][]string{{"check", "--json"}, {"lint", "--json"}} {
			data := zeros(int(size/rleSize), "\nb\n")
			var stdout bytes.Buffer
			var status int
			got := allocated(func() {
				status = run(append(args, "-j", "2", "--max-record=1MiB"), bytes.NewReader(data), &stdout, t.Output(), noEnv)
			})
			first, second, _ := strings.Cut(stdout.String(), "\n")
			var result struct {
				Input *string
				Error struct {
					In     string
					Length int64
				}
			}
			if err := json.Unmarshal([]byte(first), &result); err != nil {
				t.Fatal(err)
			}
			if status != exitTrouble || result.Input != nil || result.Error.In != "input" || result.Error.Length != size || !strings.HasPrefix(second, `{"input":"b"`) {
				t.Errorf("%d bytes: status %d, %.999s", size, status, &stdout)
			}
			if most := int64(3*limit + 4<<20); got > most {
				t.Errorf("%d bytes in %d: %d bytes allocated, more than %d", size, len(data), got, most)
			}
		}
	}
}

// rleSize is the length of the largest block of zstd data.
const rleSize = 128 << 10

// zeros returns a zstd frame with a number of blocks of zeros, four bytes each, and a text
// at the end: RFC 8878, section 3.1.1.
func zeros(blocks int, text string) []byte {
	const windowSize = 7 << 3 // 128 KiB
	data := []byte{0x28, 0xB5, 0x2F, 0xFD, 0, windowSize}
	header := func(last, kind, size int) {
		n := last | kind<<1 | size<<3
		data = append(data, byte(n), byte(n>>8), byte(n>>16))
	}
	for range blocks {
		header(0, 1, rleSize)
		data = append(data, 0)
	}
	header(1, 0, len(text))
	return append(data, text...)
}
