package packed

import (
	"bytes"
	"compress/bzip2"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// TestText reads text that begins with a part of a magic number.
func TestText(t *testing.T) {
	for _, p := range packings {
		for _, magic := range p.magics {
			if len(magic) > Head || !Is([]byte(magic)) {
				t.Errorf("%q: is not compressed", magic)
			}
			for n := 1; n < len(magic); n++ {
				text := magic[:n] + "\n"
				r, err := Open(strings.NewReader(text), nil)
				if err != nil {
					t.Errorf("%q: %v", text, err)
					continue
				}
				if got, err := io.ReadAll(r); string(got) != text || err != nil {
					t.Errorf("%q: %q, %v", text, got, err)
				}
				if Is([]byte(text)) {
					t.Errorf("%q: is compressed", text)
				}
			}
			if i := strings.IndexAny(magic, "\n\x00"); i >= 0 && i < len(magic)-1 {
				t.Errorf("the magic number %q of %s goes on after the end of a record", magic, p.name)
			}
		}
	}
}

// TestDecoders reads bzip2 data, for which there is a decoder only if one is given, and
// cuts it everywhere.
func TestDecoders(t *testing.T) {
	decoders := Decoders{"bzip2": bzip2.NewReader}
	cmd := exec.Command("bzip2", "-c")
	cmd.Stdin = strings.NewReader("a\nb\n")
	data, err := cmd.Output()
	if err != nil {
		t.Skip("needs the program bzip2: ", err)
	}
	if _, err := Open(bytes.NewReader(data), nil); err == nil || err.Error() != "the data is compressed with bzip2: decompress it first" {
		t.Error(err)
	}
	for n := 10; n <= len(data); n++ {
		r, err := Open(bytes.NewReader(data[:n]), decoders)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if n == len(data) {
			if string(text) != "a\nb\n" || err != nil {
				t.Errorf("%q, %v", text, err)
			}
		} else if err == nil || err.Error() != "the bzip2 data ends too early" {
			t.Errorf("%d bytes: %q, %v", n, text, err)
		}
	}
}
