package editions_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
)

// TestErrors pins the messages. That Offset and Expected are exact is a
// property (exact, in properties_test.go); Rule is pinned here alone.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		edition, rule, text string // without a rule, a reference
		want                string
	}{
		// The place, what was found there, the rule that is being read, and all
		// that may stand there.
		{"rfc3986", "", "http://a/%zz", `rfc3986: offset 10: "z" in pct-encoded (section 2.1), expected HEXDIG`},
		{"rfc3986", "", "http://[::1", `rfc3986: offset 11: end of input in h16 (section 3.2.2), expected HEXDIG, ".", ":" or "]"`},
		{"rfc3986", "", "//h/%4", `rfc3986: offset 6: end of input in pct-encoded (section 2.1), expected HEXDIG`},
		{"rfc3986", "", "http://h:x/", `rfc3986: offset 10: "/" in userinfo (section 3.2.1), expected unreserved, sub-delims, "%", ":" or "@"`},
		{"rfc3986", "", "http://h/[a]", `rfc3986: offset 9: "[" in segment (section 3.3), expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input`},
		{"rfc3986", "dec-octet", "256", `rfc3986: offset 2: "6" in dec-octet (section 3.2.2), expected "0", "1", "2", "3", "4", "5" or end of input`},
		{"rfc1738", "", "http://u@h/", `rfc1738: offset 8: "@" in toplabel (section 3.1), expected alphadigit, "-", ".", "/", ":" or end of input`},
		{"rfc1738", "", "file:/x", `rfc1738: offset 6: "x" in fileurl (section 3.10), expected "/"`},
		{"url-syntax-02", "", "http://host?q", `url-syntax-02: offset 11: "?" in toplabel (section 4.3.1), expected unreserved, "#", "%", "&", "+", "/", ":", ";", "=", "@" or end of input`},
		{"url-syntax-02", "", "//a:b:c/", `url-syntax-02: offset 5: ":" in password (section 4.3.1), expected unreserved, "%", "&", "+", ";", "=" or "@"`},
		{"rfc2396bis-00", "", "//[::1/", `rfc2396bis-00: offset 6: "/" in h4 (section 3.2.2), expected HEXDIG, ".", ":" or "]"`},
		// Reserved characters have a name only where all of them may stand.
		{"url-syntax-09", "", `x:a\`, `url-syntax-09: offset 3: "\" in segment (section 4.3.2), expected unreserved, reserved, "#", "%" or end of input`},
		{"rfc2396bis-00", "", "x:/#[", `rfc2396bis-00: offset 4: "[" in fragment (section 4.1), expected unreserved, "$", "%", "&", "+", ",", "/", ":", ";", "=", "?", "@" or end of input`},
		// At the beginning it is the rule that was asked for.
		{"rfc3986", "", ":a", `rfc3986: offset 0: ":" in URI-reference (section 4.1), expected unreserved, sub-delims, "#", "%", "/", "?", "@" or end of input`},
		{"rfc3986", "scheme", "", `rfc3986: offset 0: end of input in scheme (section 3.1), expected ALPHA`},
		{"rfc3986", "path-empty", "a", `rfc3986: offset 0: "a" in path-empty (section 3.3), expected end of input`},
		// A character that is complete is not being read any more, unless it is
		// all there is.
		{"rfc3986", "reserved", "::", `rfc3986: offset 1: ":" in reserved (section 2.2), expected end of input`},
		{"rfc3986", "pct-encoded", "%411", `rfc3986: offset 3: "1" in pct-encoded (section 2.1), expected end of input`},
		{"rfc1738", "uchar", "aa", `rfc1738: offset 1: "a" in uchar (section 2.2), expected end of input`},
		// What cannot be printed is described.
		{"rfc3986", "", "a b", `rfc3986: offset 1: space in segment-nz-nc (section 3.3), expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input`},
		{"rfc3986", "", "a\xff", `rfc3986: offset 1: byte 0xFF in segment-nz-nc (section 3.3), expected unreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input`},
		{"rfc3986", "port", "\x00", `rfc3986: offset 0: byte 0x00 in port (section 3.2.3), expected DIGIT or end of input`},
		{"rfc3987", "", "é\u202Fé é", `rfc3987: offset 7: space in isegment-nz-nc (section 2.2), expected iunreserved, sub-delims, "#", "%", "/", "?", "@" or end of input`},
		{"rfc3987", "", "//é/\uE000", `rfc3987: offset 5: U+E000 in isegment (section 2.2), expected iunreserved, sub-delims, "#", "%", "/", ":", "?", "@" or end of input`},
		{"rfc3987", "ucschar", "a", `rfc3987: offset 0: "a" in ucschar (section 2.2), expected ucschar`},
		{"rfc3987", "ucschar", "é\xC3", `rfc3987: offset 2: byte 0xC3 in ucschar (section 2.2), expected end of input; invalid UTF-8: the character is cut short: 1 of its 2 bytes`},
		{"rfc3987", "iquery", "\uD7FF\U000FFFFE", `rfc3987: offset 3: U+FFFFE in iquery (section 2.2), expected iunreserved, iprivate, sub-delims, "%", "/", ":", "?", "@" or end of input`},
		{"rfc3986", "port", "1\"", `rfc3986: offset 1: '"' in port (section 3.2.3), expected DIGIT or end of input`},
	} {
		f := edition(c.edition)
		err := f.Check(c.text)
		if c.rule != "" {
			err = rule(f.Edition, c.rule).Check(c.text)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %s %q:\n got %v\nwant %s", c.edition, c.rule, c.text, err, c.want)
		}
	}
}

// TestValidIsCheck: what only decides agrees with what explains.
func TestValidIsCheck(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		for _, l := range f.languages() {
			for s := range l.cover() {
				got, offset := l.language().Valid(s), l.language().Viable(s)
				var syntax *grammar.SyntaxError
				if errors.As(l.check(s), &syntax) == got || !got && syntax.Offset != offset {
					t.Errorf("%s %q: %t, viable up to %d; explained: %v", l, s, got, offset, syntax)
				}
			}
		}
	})
}

// TestUpperCaseScheme: RFC 1738's grammar has schemes in lower case only; the
// message says what its section 2.1 asks of programs, and only then.
func TestUpperCaseScheme(t *testing.T) {
	const asks = "programs interpreting URLs should treat upper case letters as equivalent to lower case in scheme names"
	for text, noted := range map[string]bool{
		"HTTP://h/": true, "hTTP://h/": true, "X:y": true,
		"http://h/~U": false, "x:\x00A": false, "://H": false, "x": false, "~X": false,
	} {
		var syntax *grammar.SyntaxError
		if err := edition("rfc1738").Check(text); !errors.As(err, &syntax) {
			t.Errorf("%q: %v", text, err)
		} else if strings.Contains(err.Error(), asks) != noted || strings.Contains(syntax.Note, "section 2.1") != noted {
			t.Errorf("%q: the note is %q, in the message: %v", text, syntax.Note, err)
		}
	}
	for _, name := range judges[1:] {
		if !edition(name).Valid("HTTP://h/") {
			t.Errorf("%s: an upper-case scheme does not conform", name)
		}
	}
}
