package lint

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve"
)

// TestSplitSite: where a conforming reference names a host, the site is split as
// the edition's tree has it.
func TestSplitSite(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
		s := draw("scheme", "", "http:", "ftp:", "x:") + "//" +
			draw("userinfo", "", "@", "u@", "u:@", "u:p@", ":@", "u:p:q@", "a;b&c=%40@") +
			draw("host", "", "h", "a.b", "a.b.", "1.2.3.4", "[::1]", "[1:2:3:4:5:6:7:8]", "[v1.a:b]", "a_b", "a:b", "%41", "-") +
			draw("port", "", ":", ":1", ":80", ":x") + draw("path", "", "/", "/@:80", "?a@b:1", "#@")
		for _, e := range editions.All() {
			ref, err := e.Parse(s)
			if err != nil || ref.Site.Kind != ast.ByServer || strings.Contains(ref.Text(ref.Site.Span), "?") {
				continue
			}
			compared++
			split := e.Split(s)
			got := splitSite(s, split.Site.Span)
			u, h := ref.Site.Server.UserInfo.Span, ref.Site.Server.HostPort
			if !h.Host.Present() { // an empty site of the older editions
				h.Host.Span = ref.Site.Span
			}
			if got.Span != ref.Site.Span || got.userinfo != u || got.host != h.Host.Span || got.port != h.Port.Span {
				t.Errorf("%s: %q is split as %v", e, s, got)
			}
		}
	})
	if compared == 0 {
		t.Error("nothing conforms")
	}
}

func TestLikeHost(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "anna": "", "www": "", ".com": "", "a..b.com": "", "a.b": "", "a.b1": "", "1.2.3": "", "1.2.3.4.5": "",
		"a.bc":                             "a.bc",
		"first.last":                       "first.last",
		"example.com.":                     "example.com",
		"cnn.example.com&story":            "cnn.example.com",
		"cnn%2Eexample%2ecom:80":           "cnn%2Eexample%2ecom",
		"192.0.2.1":                        "192.0.2.1",
		"x-y.1.example/":                   "x-y.1.example",
		"a.b-c":                            "",
		strings.Repeat("a.", 1000) + "com": strings.Repeat("a.", 1000) + "com",
	} {
		if got := s[:likeHost(s)]; got != want {
			t.Errorf("%q begins with what looks like the host %q, want %q", s, got, want)
		}
	}
}

func TestIPv4(t *testing.T) {
	for s, want := range map[string]string{
		"127.0.0.1":                  "127.0.0.1 common",
		"0.0.0.0":                    "0.0.0.0 common",
		"127.0.0.1.":                 "127.0.0.1",
		"127.1":                      "127.0.0.1",
		"127.0.1":                    "127.0.0.1",
		"0x7F.0.0.0X1":               "127.0.0.1",
		"0x7f000001":                 "127.0.0.1",
		"4294967295":                 "255.255.255.255",
		"1.16777215":                 "1.255.255.255",
		"1.2.65535":                  "1.2.255.255",
		"00.0.0.07":                  "0.0.0.7",
		"017700000001":               "127.0.0.1 ambiguous",
		"010.0.0.1":                  "8.0.0.1 ambiguous",
		"08.0.0.1":                   "none ambiguous",
		"4294967296":                 "none",
		"1.16777216":                 "none",
		"1.2.65536":                  "none",
		"1.2.3.256":                  "none",
		"256.0.0.1":                  "none",
		"99999999999999999999999999": "none",
	} {
		a, ok := parseIPv4(s)
		got := "none"
		if a.value.IsValid() {
			got = a.value.String()
		}
		if a.common {
			got += " common"
		}
		if a.ambiguous {
			got += " ambiguous"
		}
		if !ok || got != want {
			t.Errorf("%s is %s (%v), want %s", s, got, ok, want)
		}
	}
	for _, s := range []string{"", ".", "a", "1.2.3.4.5", "1..2", ".1", "1.2.3.4..", "0x", "0xg", "1a", "1.2.3.a", "-1", "1.2.3.+4", "١"} {
		if a, ok := parseIPv4(s); ok {
			t.Errorf("%q is the number %v", s, a)
		}
	}
}

// TestIPv4Forms: an address is read from each form in which systems take it, and
// its usual form is what the standard library takes.
func TestIPv4Forms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := [4]byte(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "address"))
		address := netip.AddrFrom4(bytes)
		count := rapid.IntRange(1, 4).Draw(t, "parts")
		var parts []string
		for i := range count {
			v := uint64(bytes[i])
			if i == count-1 {
				for _, b := range bytes[count:] {
					v = v<<8 | uint64(b)
				}
			}
			format := rapid.SampledFrom([]string{"%d", "0%o", "0x%x", "0X%08X"}).Draw(t, "form")
			parts = append(parts, fmt.Sprintf(format, v))
		}
		s := strings.Join(parts, ".")
		a, ok := parseIPv4(s)
		if !ok || a.value != address {
			t.Errorf("%s is %v, want %s", s, a.value, address)
		}
		usual, err := netip.ParseAddr(s)
		if a.common != (err == nil && usual.Is4()) {
			t.Errorf("%s is a usual form: %v", s, a.common)
		}
	})
}

// TestPunycode: the samples of section 7.1 of RFC 3492, and what is none.
func TestPunycode(t *testing.T) {
	for s, want := range map[string]string{
		"egbpdaj6bu4bxfgehfvwxn":                        "ليهمابتكلموشعربي؟",
		"ihqwcrb4cv8a8dqg056pqjye":                      "他们为什么不说中文",
		"ihqwctvzc91f659drss3x8bo0yb":                   "他們爲什麽不說中文",
		"Proprostnemluvesky-uyb24dma41a":                "Pročprostěnemluvíčesky",
		"4dbcagdahymbxekheh6e0a7fei0b":                  "למההםפשוטלאמדבריםעברית",
		"b1abfaaepdrnnbgefbadotcwatmq2g4l":              "почемужеонинеговорятпорусски",
		"PorqunopuedensimplementehablarenEspaol-fmd56a": "PorquénopuedensimplementehablarenEspañol",
		"TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g":  "TạisaohọkhôngthểchỉnóitiếngViệt",
		"3B-ww4c5e180e575a65lsy2b":                      "3年B組金八先生",
		"de-jg4avhby1noc0d":                             "パフィーdeルンバ",
		"d9juau41awczczp":                               "そのスピードで",
		"-> $1.00 <--":                                  "-> $1.00 <-",
		"80ak6aa92e":                                    "аррӏе",
		"":                                              "",
	} {
		if got, ok := decodePunycode(nil, s); !ok || string(got) != want {
			t.Errorf("%q is %q (%v), want %q", s, string(got), ok, want)
		}
	}
	for _, s := range []string{"9", "a9", "99999999999999999999", "!", "ab-é", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"} {
		if got, ok := decodePunycode(nil, s); ok {
			t.Errorf("%q is %q", s, string(got))
		}
	}
}

// TestPunycodeOfAnything: no text makes it panic, and what it decodes are
// characters.
func TestPunycodeOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("abcxyz0189-")), 0, maxLabel-len(acePrefix), -1).Draw(t, "label")
		runes, _ := decodePunycode(nil, s)
		for _, r := range runes {
			if r < 0 || r > unicode.MaxRune {
				t.Errorf("%q has the character %X", s, r)
			}
		}
	})
}

// TestLookAlikes: the table has each character once, none of ASCII, and says of
// each what kind it is.
func TestLookAlikes(t *testing.T) {
	for i, x := range alikeTable {
		if i > 0 && alikeTable[i-1].r >= x.r {
			t.Errorf("%U is in the table twice", x.r)
		}
		if x.r < utf8.RuneSelf || x.ascii <= ' ' || x.ascii >= 0x7F {
			t.Errorf("%U looks like %q", x.r, x.ascii)
		}
		isWord := isAlpha(x.ascii) || isDigit(x.ascii)
		if want := map[bool]kind{true: alikeLetter, false: alikeDelimiter}[isWord]; kindOf(x.r, true) != want {
			t.Errorf("%U is of kind %d", x.r, kindOf(x.r, true))
		}
		if isWord && !unicode.IsLetter(x.r) {
			t.Errorf("%U is no letter", x.r)
		}
	}
	for _, x := range alikeRanges {
		if int(x.last-x.first+1)%len(x.ascii) != 0 {
			t.Errorf("%U to %U do not fill the alphabet", x.first, x.last)
		}
	}
	for r, want := range map[rune]byte{
		'\u0430': 'a', '\uff21': 'A', '\uff5a': 'z', '\uff10': '0', '\uff0f': '/', '\u24d0': 'a', '\u24cf': 'Z', '\u2460': '1',
		'\U0001d400': 'A', '\U0001d433': 'z', '\U0001d434': 'A', '\U0001d6a3': 'z', '\U0001d7ce': '0', '\U0001d7ff': '9',
	} {
		if got, ok := lookAlike(r); !ok || got != want {
			t.Errorf("%U looks like %q, want %q", r, got, want)
		}
	}
	for _, r := range "aé字жΔ\u00df\U0001d6a4\u2027" {
		if got, ok := lookAlike(r); ok {
			t.Errorf("%U looks like %q", r, got)
		}
	}
	for r, want := range map[rune]kind{
		'\u202e': bidi, '\u200f': bidi, '\u2069': bidi, '\u061c': bidi,
		'\u200b': hidden, '\u00ad': hidden, '\ufeff': hidden, '\u3000': hidden, '\u00a0': hidden, '\u3164': hidden, '\u2028': hidden,
		'\u200d': joiner, '\ufe0f': joiner, '\U000e0067': joiner,
		'\u0436': letter, '\u0301': letter, '\u5b57': letter, '\u0131': letter, '\u0663': digit, '\u20ac': plain, '\uff0f': plain, '\u2013': plain,
	} {
		if got := kindOf(r, false); got != want {
			t.Errorf("%U is of kind %d, want %d", r, got, want)
		}
	}
}

func TestDNSName(t *testing.T) {
	label := strings.Repeat("a", maxLabel)
	for _, s := range []string{"a", "a.", "a.b", "a-b.c", "1.a", "xn--a.b", label + ".b", "A"} {
		if !isDNSName(s) {
			t.Errorf("%q is no name", s)
		}
	}
	for _, s := range []string{"", ".", "a..b", ".a", "a..", "-a", "a-", "a_b", "a.1", "a.1b", "é", "a" + label, "a b", "%41"} {
		if isDNSName(s) {
			t.Errorf("%q is a name", s)
		}
	}
}

func TestDots(t *testing.T) {
	for s, want := range map[string]dottiness{
		"": noDots, ".": rawDots, "..": rawDots, "...": noDots, "%2E": escapedDots, "%2e": escapedDots, ".%2E": escapedDots,
		"%2E.": escapedDots, "%2E%2e": escapedDots, "%2E%2E%2E": noDots, "%2E..": noDots, "a": noDots, ".a": noDots, "%2": noDots, "%2F": noDots,
	} {
		if got := isDots(s); got != want {
			t.Errorf("%q is %d, want %d", s, got, want)
		}
		// Every byte of such a segment is in it, wherever it stands.
		for _, around := range [][2]string{{"", ""}, {"/", "/"}, {"a/", "/b"}} {
			path := around[0] + s + around[1]
			for i := range len(s) {
				if got := inDots(path, ast.Span{Start: 0, End: int32(len(path))}, len(around[0])+i); got != (want != noDots) {
					t.Errorf("byte %d of %q is in a dot segment: %v", i, path, got)
				}
			}
		}
	}
}

func TestDevices(t *testing.T) {
	for _, s := range []string{"aux", "CON", "Prn.txt", "nul", "com", "com1", "COM9.a.b", "lpt0", "..."} {
		if !isDevice(s) {
			t.Errorf("%q is no device", s)
		}
	}
	for _, s := range []string{"", "au", "auxiliary", "aux1", "com12", "coma", "....", "..", "com1a", "a.aux", "%61ux"} {
		if isDevice(s) {
			t.Errorf("%q is a device", s)
		}
	}
}

// TestOverlong: what UTF-8 would be in more octets than it needs is found, and
// nothing that is UTF-8.
func TestOverlong(t *testing.T) {
	for s, want := range map[string]int{
		"\xc0\xaf": 2, "\xc1\xbf": 2, "\xe0\x80\xaf": 3, "\xe0\x9f\xbf": 3, "\xf0\x80\x80\xaf": 4, "\xf0\x8f\xbf\xbf": 4,
		"\xc0": 0, "\xc0a": 0, "\xc2\x80": 0, "\xe0\xa0\x80": 0, "\xe0\x80": 0, "\xf0\x90\x80\x80": 0, "\xed\xa0\x80": 0, "\xff": 0,
	} {
		var q sequence
		q.read(s, 0, len(s))
		if got := q.overlong(); got != want {
			t.Errorf("%x is overlong for %d octets, want %d", s, got, want)
		}
	}
}

// TestDefaultPorts: schemes are known in either case, long ones are not.
func TestDefaultPorts(t *testing.T) {
	for _, d := range resolve.DefaultPorts {
		for _, scheme := range []string{d.Scheme, strings.ToUpper(d.Scheme)} {
			if p := defaultPort(scheme); !p.known || fmt.Sprint(p.number) != d.Port {
				t.Errorf("the port of %s is %v", scheme, p)
			}
		}
	}
	for _, scheme := range []string{"", "x", strings.Repeat("http", 100)} {
		if p := defaultPort(scheme); p.known {
			t.Errorf("the port of %s is %v", scheme, p)
		}
	}
	if !isDefault(443) || isDefault(25) {
		t.Error("443 is a default port, 25 is none")
	}
}

// TestQuote: what is quoted is printable ASCII and short.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a", "\u202e\xff\"", strings.Repeat("字", 1000)} {
		got := quote(s)
		if len(got) > 12*quoteLimit || slices.ContainsFunc([]byte(got), func(b byte) bool { return b < ' ' || b > '~' }) {
			t.Errorf("%q is quoted as %s", s, got)
		}
	}
}
