package escape_test

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/urispec/urispec/resolve/escape"
)

// TestAt holds At, Octet and Digit to encoding/hex, on all pairs of bytes.
func TestAt(t *testing.T) {
	for a := range 256 {
		want, err := hex.DecodeString("0" + string([]byte{byte(a)}))
		if v, ok := escape.Digit(byte(a)); ok != (err == nil) || ok && v != want[0] {
			t.Errorf("Digit(%q) is %d, %v", rune(a), v, ok)
		}
		for b := range 256 {
			pair := string([]byte{byte(a), byte(b)})
			want, err := hex.DecodeString(pair)
			octet, ok := escape.Octet(pair, 0)
			if ok != (err == nil) || ok && octet != want[0] {
				t.Errorf("Octet(%q) is %02X, %v", pair, octet, ok)
			}
			for s, at := range map[string]int{"%" + pair: 0, "a%" + pair + "b": 1} {
				if v, found := escape.At(s, at); found != ok || found && v != octet {
					t.Errorf("At(%q, %d) is %02X, %v", s, at, v, found)
				}
			}
		}
	}
	for _, c := range []struct {
		s string
		i int
	}{{"", 0}, {"%", 0}, {"%4", 0}, {"%41", 1}, {"%41", 3}, {"%41", 9}, {"a41", 0}} {
		if _, ok := escape.At(c.s, c.i); ok {
			t.Errorf("At(%q, %d) finds an escape", c.s, c.i)
		}
	}
}

// TestAppend: what is appended is upper case, and read back as the same octet.
func TestAppend(t *testing.T) {
	for b := range 256 {
		s := string(escape.Append([]byte("x"), byte(b)))
		if octet, ok := escape.At(s, 1); !ok || octet != byte(b) || len(s) != 1+escape.Len || s != "x"+fmt.Sprintf("%%%02X", b) {
			t.Errorf("the escape of %02X is %q", b, s)
		}
	}
}

func TestMeans(t *testing.T) {
	for _, c := range []struct {
		text, data string
		want       bool
	}{
		{"", "", true}, {"a", "a", true}, {"%61", "a", true}, {"%c3%BC", "ü", true}, {"%2561", "%61", true},
		{"%61", "%61", false}, {"a", "A", false}, {"a", "", false}, {"", "a", false}, {"ab", "a", false}, {"a", "ab", false},
		{"%", "%", true}, {"%4", "%4", true}, {"%zz", "%zz", true}, {"+", " ", false},
	} {
		if got := escape.Means(c.text, c.data); got != c.want {
			t.Errorf("Means(%q, %q) is %v", c.text, c.data, got)
		}
	}
}

func TestInside(t *testing.T) {
	const s = "a%41b%4"
	for i, want := range []bool{false, false, true, true, false, false, true, true} {
		if got := escape.Inside(s, i); got != want {
			t.Errorf("Inside(%q, %d) is %v", s, i, got)
		}
	}
}

// TestCase: what is no escape is no exception.
func TestCase(t *testing.T) {
	for _, c := range []struct{ s, upper, lower string }{
		{"", "", ""},
		{"aB", "aB", "ab"},
		{"%aBc", "%ABc", "%aBc"},
		{"%cX%AZ%", "%cX%AZ%", "%cx%az%"},
		{"%%cDe%fF", "%%CDe%FF", "%%cDe%fF"},
		{"É%c3", "É%C3", "É%c3"},
		{"%A", "%A", "%a"},
	} {
		if upper, lower := escape.Upper(c.s), escape.Lower(c.s); upper != c.upper || lower != c.lower {
			t.Errorf("%q: %q and %q, want %q and %q", c.s, upper, lower, c.upper, c.lower)
		}
	}
}

// FuzzEscape: the case of an escape is not part of what it stands for, and what At
// finds is what net/url decodes.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "%", "a%41%zz%C3%a9", "%%41", "%2"} {
		f.Add(s)
	}
	decode := func(s string) (out string, complete bool) {
		var b strings.Builder
		complete = true
		for i := 0; i < len(s); i++ {
			octet, ok := escape.At(s, i)
			switch {
			case ok:
				i += escape.Len - 1
			case s[i] == '%':
				complete = false
				fallthrough
			default:
				octet = s[i]
			}
			b.WriteByte(octet)
		}
		return b.String(), complete
	}
	f.Fuzz(func(t *testing.T, s string) {
		out, complete := decode(s)
		want, err := url.PathUnescape(s)
		if complete != (err == nil) || complete && out != want {
			t.Fatalf("%q: %q, net/url %q, %v", s, out, want, err)
		}
		upper, lower := escape.Upper(s), escape.Lower(s)
		if again, _ := decode(upper); again != out {
			t.Fatalf("%q in upper case is %q", s, upper)
		}
		if len(lower) != len(s) || escape.IsLower(s) != (lower == s) || !escape.IsLower(lower) || escape.Upper(upper) != upper {
			t.Fatalf("%q: %q, %q", s, upper, lower)
		}
	})
}
