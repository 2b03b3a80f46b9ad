package records

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	stdcsv "encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urispec/urispec/cmd/internal/packed"
)

const testdata = "../testdata"

// reading is a reference that was read.
type reading struct {
	line int
	text string
}

// all reads all references. Records that could not be read are among them, in
// parentheses.
func all(t testing.TB, r Reader) ([]reading, error) {
	t.Helper()
	var list []reading
	for {
		var rec Record
		switch err := r.Next(&rec); {
		case err == io.EOF:
			return list, nil
		case err != nil:
			return list, err
		case rec.Err != nil:
			list = append(list, reading{rec.Line, "(" + rec.Err.Error() + ")"})
		default:
			list = append(list, reading{rec.Line, strings.Clone(rec.Text)})
		}
	}
}

// open opens a file of the test data, in pieces of any size.
func open(t testing.TB, format, name string, o Options, through func(io.Reader) io.Reader) Reader {
	t.Helper()
	if o.Limit == 0 {
		o.Limit = 1 << 20
	}
	f, err := os.Open(filepath.Join(testdata, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	plain, err := packed.Open(f, packed.Decoders{"bzip2": bzip2.NewReader})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(format, through(plain), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func whole(r io.Reader) io.Reader { return r }

// compare fails if two readings differ.
func compare(t *testing.T, what string, got, want []reading) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d references, want %d", what, len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s: %v, want %v", what, got[i], want[i])
		}
	}
	if len(want) == 0 {
		t.Errorf("%s: nothing to compare with", what)
	}
}

var samples = []struct{ format, file, column string }{
	{"lines", "urls.txt", ""},
	{"warc", "crawl.warc.gz", ""},
	{"warc", "torture.warc", ""},
	{"warc", "torture.warc", "WARC-Profile"},
	{"cdxj", "crawl.cdxj", ""},
	{"cdxj", "crawl.cdxj", "digest"},
	{"nquads", "resolution.nq", ""},
	{"nquads", "terms.nq", ""},
	{"csv", "newlines_crlf.csv", "a"},
	{"csv", "newlines_crlf.csv", "c"},
	{"csv", "newlines_crlf.csv", "2"},
	{"csv", "quotes_and_newlines.csv", "b"},
	{"csv", "escaped_quotes.csv", "b"},
	{"csv", "utf8.csv", "c"},
	{"csv", "comma_in_quotes.csv", "address"},
	{"csv", "json.csv", "val"},
}

// TestOtherTools: readers find what the tools of others found, whose results
// testdata/make.mjs wrote.
func TestOtherTools(t *testing.T) {
	for _, s := range samples {
		text, err := os.ReadFile(filepath.Join(testdata, s.file+".want"))
		if err != nil || s.column != "" {
			continue
		}
		var want []reading
		for line := range bytes.Lines(text) {
			var row [2]any
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
			want = append(want, reading{int(row[0].(float64)), row[1].(string)})
		}
		for name, through := range map[string]func(io.Reader) io.Reader{"": whole, ", byte by byte": iotest.OneByteReader, ", data with its error": func(r io.Reader) io.Reader { return iotest.DataErrReader(bufio.NewReader(r)) }} {
			got, err := all(t, open(t, s.format, s.file, Options{}, through))
			if err != nil {
				t.Errorf("%s%s: %v", s.file, name, err)
			}
			compare(t, s.file+name, got, want)
		}
	}
}

// TestSlow: readers find what a slow reading in Python finds.
func TestSlow(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs the program python3")
	}
	for _, s := range samples {
		out, err := exec.Command(python, filepath.Join(testdata, "slow.py"), s.format, filepath.Join(testdata, s.file), s.column).Output()
		if err != nil {
			t.Fatalf("%s: %v", s.file, err)
		}
		var want []reading
		lines := bufio.NewScanner(bytes.NewReader(out))
		for lines.Scan() {
			var n int
			var text []byte
			if _, err := fmt.Sscanf(lines.Text()+" ", "%d %x", &n, &text); err != nil && !strings.HasSuffix(lines.Text(), " ") {
				t.Fatalf("%q: %v", lines.Text(), err)
			}
			want = append(want, reading{n, string(text)})
		}
		got, err := all(t, open(t, s.format, s.file, Options{Column: s.column}, whole))
		if err != nil {
			t.Errorf("%s: %v", s.file, err)
		}
		if s.format == "csv" { // whose rows Python counts instead of lines
			for i := range got {
				got[i].line = i + 1
			}
		}
		compare(t, s.format+" "+s.file+" "+s.column, got, want)
	}
}

// TestBadInput: each fault is named, what can be read after it is read, and nothing is
// made up.
func TestBadInput(t *testing.T) {
	const head = "WARC/1.1\r\nWARC-Target-URI: http://a/\r\nContent-Length: "
	for _, test := range []struct {
		format, column, input string
		want                  string // the references, separated by spaces
		err                   string
	}{
		{"lines", "", "a\n" + strings.Repeat("b", 101) + "\r\nc\r\n\nd", "1:a 2:(the record has 101 bytes; the limit is 100) 3:c 4: 5:d", ""},
		{"lines", "", strings.Repeat("b", 100) + "\r\n" + strings.Repeat("c", 100) + "\n" + strings.Repeat("d", 100), "1:" + strings.Repeat("b", 100) + " 2:" + strings.Repeat("c", 100) + " 3:" + strings.Repeat("d", 100), ""},
		{"lines", "", strings.Repeat("b", 1<<18), "1:(the record has 262144 bytes; the limit is 100)", ""},
		{"lines", "", "", "", ""},
		{"warc", "", "", "", ""},
		{"warc", "", head + "0\r\n\r\n\r\n\r\n" + head + "3\r\n\r\nabc", "1:http://a/ 2:http://a/", ""},
		{"warc", "", head + "3\r\n\r\nab", "1:http://a/", "record 1: the data ends within the record: its block has 2 of 3 bytes"},
		{"warc", "", "WARC/1.1\r\nWARC-Target", "", "record 1: the data ends within the record"},
		{"warc", "", head + "0\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n", "1:http://a/", `record 2: no WARC: the record does not begin with "WARC/" and a number`},
		{"warc", "", head + "-1\r\n\r\n", "", `record 1: its Content-Length is "-1"`},
		{"warc", "", head + "1\r\nContent-Length: 2\r\n\r\nab", "", `record 1: its Content-Length is "2"`},
		{"warc", "", "WARC/1.1\r\nWARC-Target-URI: http://a/\r\n\r\n", "", "record 1: it has no Content-Length"},
		{"warc", "", "WARC/1.1\r\nno colon\r\n\r\n", "", "record 1: a line of its header has no colon"},
		{"warc", "", "WARC/1.0\r\nwarc-target-uri : <http://b/>\r\nX: 1\r\n 2\r\nContent-Length:0\r\n\r\n\r\n\r\n", "1:http://b/", ""},
		{"warc", "", "WARC/1.0\r\nWARC-Target-URI: http://" + strings.Repeat("b", 100) + "\r\nContent-Length:0\r\n\r\n\r\n\r\n" + head + "0\r\n\r\n", "1:(the record has 124 bytes; the limit is 100) 2:http://a/", ""},
		{"cdxj", "", "a 1 {\"url\":\"http://a/\\u00e9\"}\n\n!x\nb 2\nc 3 {\"url\":1}\nd 4 {\"url\":\"\xff\"}\ne 5 {\"url\":null}\nf 6 {\"x\":{\"url\":\"y\"}}\n", `1:http://a/é 4:(not CDXJ: no JSON object after the key and the time) 5:("url" is not a string) 6:(not CDXJ: the JSON is not valid UTF-8)`, ""},
		{"cdxj", "", "a 1 {\"url\":\"x\",\"\\u0075rl\":\"y\"}\nb 2 {\"url\":\"\\ud800\"}\nc 3 {]\n", `1:(not CDXJ: "url" is given twice) 2:(\ud800 is half of a surrogate pair) 3:(not CDXJ: invalid character ']' looking for beginning of object key string)`, ""},
		{"nquads", "", "<a> <b> <c> .\n<a> <b> <c>\n<a> <b> .\n<a> <b> <c> <d> <e> .\n<a> <b> \"c .\n<a> _:b <c> .\n<a\\u12> <b> <c> .\n<a> <b> <c> . <d>\n<\\uD800> <b> <c> .\n<a", `1:a 1:b 1:c 2:(not N-Quads: no "." at the end) 3:(not N-Quads: byte 8: no object) 4:(not N-Quads: byte 16: a fifth term) 5:(not N-Quads: byte 8: a literal without its quotation mark) 6:(not N-Quads: byte 4: no predicate) 7:(not N-Quads: byte 0: an IRI with a "\" that begins no escape) 8:(not N-Quads: byte 14: something after the ".") 9:(not N-Quads: byte 0: \uD800 is no character) 10:(not N-Quads: byte 0: an IRI without its ">")`, ""},
		{"nquads", "object", "<a> <b> <c> <d> .\n<a> <b> \"x\"^^<t> .\n", "1:c", ""},
		{"nquads", "datatype", "<a> <b> <c> <d> .\n<a> <b> \"x\"^^<t> .\n", "2:t", ""},
		{"csv", "url", "id,url\n1,http://a/\n2\n\r\n3,\"http://b/\"x,\n4,\"a\n\"\"b\"\n5," + strings.Repeat("c", 101) + "\n6,d", "2:http://a/ 3:(the row has 1 fields, and no field 2) 5:(field 2 goes on after its closing quotation mark) 6:a\n\"b 8:(the record has 101 bytes; the limit is 100) 9:d", ""},
		{"csv", "url", "id,url\n1,\"http://a/\n2,b\n", "", "the quotation mark of a field of the row on line 2 is not closed"},
		{"csv", "url", "\uFEFFurl,id\r\nx,1\r\n", "2:x", ""},
		{"csv", "2", "a,\"\"\nb,", "1: 2:", ""},
	} {
		o := Options{Column: test.column, Limit: 100}
		r, err := Open(test.format, strings.NewReader(test.input), o)
		if err != nil {
			t.Errorf("%s %.40q: %v", test.format, test.input, err)
			continue
		}
		list, err := all(t, r)
		var got []string
		for _, one := range list {
			got = append(got, fmt.Sprintf("%d:%s", one.line, one.text))
		}
		message := ""
		if err != nil {
			message = err.Error()
		}
		if strings.Join(got, " ") != test.want || message != test.err {
			t.Errorf("%s %.60q:\n got %s, %q\nwant %s, %q", test.format, test.input, strings.Join(got, " "), message, test.want, test.err)
		}
	}
}

// TestCut cuts archives everywhere. What is read before the cut is what is there; only a cut
// between records is no error.
func TestCut(t *testing.T) {
	text := "WARC/1.1\r\nWARC-Target-URI: http://a/\r\nContent-Length: 2\r\n\r\nab\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://b/\r\nContent-Length: 1\r\n\r\n\n\r\n\r\n"
	first := strings.Index(text[1:], "WARC/") + 1
	complete := 0
	for n := range len(text) + 1 {
		r, err := Open("warc", strings.NewReader(text[:n]), Options{Limit: 1 << 10})
		if err != nil {
			t.Fatal(err)
		}
		list, err := all(t, r)
		border := n == 0 || first-len("\r\n\r\n") <= n && n <= first || n >= len(text)-len("\r\n\r\n")
		if (err == nil) != border || len(list) > 2 || err == nil && n > 0 && len(list) != 1+n/len(text[:len(text)-4]) {
			t.Errorf("%d bytes: %v, %v", n, list, err)
		}
		if err == nil {
			complete++
		}
	}
	if complete == 0 {
		t.Error("nothing was read")
	}
}

// TestReadError: an error of reading ends the reading, after what came before.
func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	for _, format := range Formats() {
		text := map[string]string{"lines": "a\nb", "warc": "WARC/1.1\r\nWARC-Target-URI: a\r\nContent-Length: 0\r\n\r\n\r\n\r\nWARC/", "cdxj": "a 1 {\"url\":\"a\"}\nb", "nquads": "<a> <a> <a> .\n<", "csv": "a\nb"}[format]
		o := Options{Limit: 100}
		if format == "csv" {
			o.Column = "1"
		}
		r, err := Open(format, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), o)
		if err != nil {
			t.Fatal(err)
		}
		list, err := all(t, r)
		if !errors.Is(err, broken) || len(list) == 0 || list[0].text != "a" || list[len(list)-1].text != "a" {
			t.Errorf("%s: %v, %v", format, list, err)
		}
	}
}

// TestOptions refuses options that do not go together.
func TestOptions(t *testing.T) {
	for _, test := range []struct {
		format string
		o      Options
	}{
		{"arc", Options{}}, {"lines", Options{Column: "x"}}, {"csv", Options{}}, {"csv", Options{Column: "0"}}, {"csv", Options{Column: "url"}},
		{"nquads", Options{Column: "x"}}, {"warc", Options{Separator: ';'}}, {"cdxj", Options{Kinds: []string{"response"}}},
	} {
		if _, err := Open(test.format, strings.NewReader("a,b\n"), test.o); err == nil {
			t.Errorf("%s with %+v is accepted", test.format, test.o)
		}
	}
	r := open(t, "warc", "crawl.warc.gz", Options{Kinds: []string{"request"}}, whole)
	list, err := all(t, r)
	if len(list) != 53 || err != nil { // every third of 159 has a request
		t.Errorf("%d requests, %v", len(list), err)
	}
}

// FuzzCSV holds the reader to encoding/csv, where both read the whole input.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a,b\nc,d\n", "\"a\"\"\n\",\"\"\r\n\r\n,x", "a\r\rb\r\n", "\"a\"b\nc", "\"a", "a\"b,c\n"} {
		f.Add(seed, byte(0))
	}
	f.Fuzz(func(t *testing.T, text string, column byte) {
		if strings.HasSuffix(text, "\r") {
			return // encoding/csv takes a CR at the very end for a line end; here it is data
		}
		slow := stdcsv.NewReader(strings.NewReader(text))
		slow.FieldsPerRecord = -1
		slow.LazyQuotes = true
		rows, err := slow.ReadAll()
		if err != nil {
			return
		}
		n := int(column%4) + 1
		r, err := Open("csv", strings.NewReader(text), Options{Column: fmt.Sprint(n), Limit: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		list, err := all(t, r)
		for _, one := range list {
			if strings.HasPrefix(one.text, "(field") { // LazyQuotes reads on there
				return
			}
		}
		if err != nil { // a quotation mark that is not closed, which LazyQuotes closes
			return
		}
		if len(list) != len(rows) {
			t.Fatalf("%q: %d rows, want %d", text, len(list), len(rows))
		}
		for i, row := range rows {
			want := fmt.Sprintf("(the row has %d fields, and no field %d)", len(row), n)
			if n <= len(row) {
				want = row[n-1]
			}
			// encoding/csv makes LF of CRLF within quotation marks.
			if got := strings.ReplaceAll(list[i].text, "\r\n", "\n"); got != want {
				t.Errorf("%q, row %d: %q, want %q", text, i, got, want)
			}
		}
	})
}

// FuzzReaders gives any bytes to all readers.
func FuzzReaders(f *testing.F) {
	for _, name := range []string{"torture.warc", "terms.nq"} {
		text, err := os.ReadFile(filepath.Join(testdata, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("a 1 {\"url\":\"x\"}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range Formats() {
			o := Options{Limit: 20}
			if format == "csv" {
				o.Column = "1"
			}
			r, err := Open(format, bytes.NewReader(text), o)
			if err != nil {
				t.Fatal(err)
			}
			list, _ := all(t, r)
			for _, one := range list {
				if one.line < 1 || len(one.text) > 20 && !strings.HasPrefix(one.text, "(") && format != "warc" && format != "cdxj" && format != "nquads" {
					t.Errorf("%s: %v", format, one)
				}
			}
		}
	})
}
