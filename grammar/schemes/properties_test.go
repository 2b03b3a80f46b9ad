package schemes_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions/rfc1738"
	"github.com/urispec/urispec/grammar/engine/effort"
	"github.com/urispec/urispec/grammar/schemes"
)

func TestMain(m *testing.M) { effort.Main(m) }

// piece is a part of a URL that a test makes, with the delimiter before it.
type piece struct{ before, name, text string }

// maker draws the pieces of a URL.
type maker struct {
	*rapid.T
	pieces []piece
}

func (m *maker) put(before, name, text string) {
	m.pieces = append(m.pieces, piece{before, name, text})
}

func (m *maker) some() bool { return rapid.Bool().Draw(m.T, "some") }

// text draws characters of the rule uchar and of more.
func (m *maker) text(least int, more string) string {
	chars := []string{"a", "Z", "0", "$", "-", "_", ".", "+", "!", "*", "'", "(", ")", ",", "%2F", "%2f", "%25", "%0D", "%0a", "%00", "%FF", "%3B", "%40"}
	chars = append(chars, strings.Split(more, "")...)
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(chars), least, 6).Draw(m.T, "text"), "")
}

func (m *maker) host() string {
	return rapid.SampledFrom([]string{"h", "host.dom", "3com.com", "a--b.c-9", "127.0.0.1", "localhost", "x.y.z"}).Draw(m.T, "host")
}

func (m *maker) hostport() {
	before := "//"
	if len(m.pieces) > 0 && m.pieces[len(m.pieces)-1].name != "scheme" {
		before = "@"
	}
	m.put(before, "host", m.host())
	if m.some() {
		m.put(":", "port", rapid.StringMatching(`[0-9]{1,6}`).Draw(m.T, "port"))
	}
}

func (m *maker) login() {
	if m.some() {
		m.put("//", "user", m.text(0, ";?&="))
		if m.some() {
			m.put(":", "password", m.text(0, ";?&="))
		}
	}
	m.hostport()
}

// list puts some parts of a name.
func (m *maker) list(least int, name, more string) {
	for range rapid.IntRange(least, 4).Draw(m.T, name) {
		m.put("/", name, m.text(0, more))
	}
}

func (m *maker) group() string {
	return rapid.StringMatching(`[A-Za-z][A-Za-z0-9.+_-]{0,8}`).Draw(m.T, "group")
}

// make draws the pieces of a URL of a kind.
func (m *maker) make(kind string) {
	switch kind {
	case "http":
		m.hostport()
		m.list(0, "hsegment", ";:@&=")
		if m.pieces[len(m.pieces)-1].name == "hsegment" && m.some() {
			m.put("?", "search", m.text(0, ";:@&="))
		}
	case "ftp":
		m.login()
		if m.some() {
			m.list(0, "cwd", "?:@&=")
			m.put("/", "name", m.text(0, "?:@&="))
			if m.some() {
				m.put(";type=", "typecode", rapid.SampledFrom([]string{"a", "i", "d", "A", "I", "D"}).Draw(m.T, "typecode"))
			}
		}
	case "gopher":
		m.hostport()
		if !m.some() {
			return
		}
		m.put("", "slash", "/")
		if !m.some() {
			return
		}
		m.put("", "gtype", rapid.SampledFrom([]string{"0", "7", "+", "?", "/", "%41", "%09"}).Draw(m.T, "gtype"))
		m.put("", "selector", m.text(0, "/;?:@&="))
		if m.some() {
			m.put("%09", "search", m.text(0, ";:@&="))
			if m.some() {
				m.put("%09", "gopher-plus-string", m.text(0, "/;?:@&=")+rapid.SampledFrom([]string{"", "%09x"}).Draw(m.T, "tab"))
			}
		}
	case "mailto":
		m.put("", "addr-spec", m.text(1, "/;?:@&="))
	case "news":
		switch rapid.IntRange(0, 2).Draw(m.T, "form") {
		case 0:
			m.put("", "all", "*")
		case 1:
			m.put("", "group", m.group())
		case 2:
			m.put("", "article", m.text(1, "/;?:&=")+"@"+m.host())
		}
	case "nntp":
		m.hostport()
		m.put("/", "group", m.group())
		if m.some() {
			m.put("/", "number", rapid.StringMatching(`[0-9]{1,6}`).Draw(m.T, "number"))
		}
	case "telnet":
		m.login()
		if m.some() {
			m.put("", "slash", "/")
		}
	case "wais":
		m.hostport()
		m.put("/", "database", m.text(0, ""))
		switch rapid.IntRange(0, 2).Draw(m.T, "form") {
		case 1:
			m.put("?", "search", m.text(0, ";:@&="))
		case 2:
			m.put("/", "wtype", m.text(0, ""))
			m.put("/", "wpath", m.text(0, ""))
		}
	case "file":
		m.put("//", "host", rapid.SampledFrom([]string{"", m.host()}).Draw(m.T, "file host"))
		m.list(1, "fsegment", "?:@&=")
	case "prospero":
		m.hostport()
		m.put("/", "hsoname", m.text(0, "/?:@&="))
		for range rapid.IntRange(0, 3).Draw(m.T, "fields") {
			m.put(";", "fieldname", m.text(0, "?:@&"))
			m.put("=", "fieldvalue", m.text(0, "?:@&"))
		}
	default:
		m.put("", "scheme", kind)
		if m.some() {
			m.login()
			if m.some() {
				m.put("/", "urlpath", m.text(0, "/;?:@&="))
			}
			return
		}
		m.put("", "schemepart", rapid.SampledFrom([]string{"", "/", "//_@_", "a"}).Draw(m.T, "begin")+m.text(0, ";?:@&="))
	}
}

// url writes the pieces.
func (m *maker) url(kind string) string {
	var b strings.Builder
	if !slices.Contains(kinds, kind) {
		kind = ""
	} else {
		b.WriteString(kind + ":")
	}
	for _, p := range m.pieces {
		b.WriteString(p.before + p.text)
		if p.name == "scheme" {
			b.WriteByte(':')
		}
	}
	return b.String()
}

var kinds = []string{"http", "ftp", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"}

// others are schemes that the document does not define.
var others = []string{"x-a", "afs", "z39.50", "https", "1", "-", "httpx"}

func drawURL(t *rapid.T) (url string, pieces []piece) {
	kind := rapid.SampledFrom(slices.Concat(kinds, kinds, others)).Draw(t, "kind")
	m := &maker{T: t}
	m.make(kind)
	return m.url(kind), m.pieces
}

// TestPropertyParse: a URL that is written of parts is read as these parts, and
// all that is true of a value is true of it.
func TestPropertyParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		url, pieces := drawURL(t)
		u, err := schemes.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for name, s := range u.Parts() {
			if i == len(pieces) || pieces[i].name != name || pieces[i].text != u.Text(s) {
				t.Fatalf("%s: the part %d is the %s %q, want %q", url, i, name, u.Text(s), pieces)
			}
			i++
		}
		if i != len(pieces) {
			t.Fatalf("%s: there are %d parts, want %q", url, i, pieces)
		}
		for _, wrong := range []string{tiles(u), derived(u), rewritten(u), described(u)} {
			if wrong != "" {
				t.Fatalf("%s: %s", url, wrong)
			}
		}
	})
}

// partNames are the names of all parts.
var partNames = []string{
	"user", "password", "host", "port", "hsegment", "search", "cwd", "name", "typecode", "slash", "gtype", "selector",
	"gopher-plus-string", "addr-spec", "all", "group", "article", "number", "database", "wtype", "wpath", "fsegment", "hsoname",
	"fieldname", "fieldvalue", "scheme", "urlpath", "schemepart", "path", "",
}

// drawData draws octets, mostly those that are delimiters somewhere.
func drawData(t *rapid.T) string {
	return rapid.OneOf(
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]byte("az09AI*./:;=?@&%#~[]+-_ \t\r\n\x00\x7f\x80\xff")), 0, 8), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{"a@h", "h.dom", "comp.x", "21", "i", "//h/x", "a/b", "%2F", "1.2.3.4"}),
	).Draw(t, "data")
}

// TestPropertyEdit: what a change makes is a URL that has the data, and has kept
// the text of all that did not need to change; what it does not make is said.
func TestPropertyEdit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		url, _ := drawURL(t)
		u, err := schemes.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		part := rapid.SampledFrom(partNames).Draw(t, "part")
		var data []string
		if part != "slash" && part != "all" {
			data = []string{drawData(t)}
		}
		if wrong := edited(u, part, data); wrong != "" {
			t.Fatalf("%s, %s: %q: %s", url, part, data, wrong)
		}
	})
}

// anyOctets are the parts whose data may be any octets, also none.
var anyOctets = map[string]string{
	"http": "hsegment search", "ftp": "user cwd name", "gopher": "gopher-plus-string", "telnet": "user", "file": "fsegment",
	"prospero": "hsoname", "wais": "database search",
}

// edited says what is wrong with setting a part.
func edited(u ast.URL, part string, data []string) string {
	got, err := schemes.Edit(u, schemes.Set(part, data...))
	if err != nil {
		var edit *schemes.EditError
		switch {
		case !errors.As(err, &edit) || got != nil || edit.Why == "" || edit.Kind != u.Kind():
			return err.Error()
		case slices.Contains(strings.Fields(anyOctets[u.Kind()]), part):
			return "any octets may be there: " + err.Error()
		}
		return ""
	}
	if !rfc1738.Edition.Valid(got.String()) {
		return got.String() + " does not conform"
	}
	for _, wrong := range []string{tiles(got), derived(got), rewritten(got), described(got)} {
		if wrong != "" {
			return got.String() + ": " + wrong
		}
	}
	var found []string
	kept := make(map[string][]string)
	for name, s := range got.Parts() {
		if name == part {
			found = append(found, schemes.Decode(got, s))
			continue
		}
		kept[name] = append(kept[name], got.Text(s))
	}
	if part == "typecode" {
		data = []string{strings.ToLower(data[0])}
	}
	if len(data) > 0 && !slices.Equal(found, data) || len(found) != 1 {
		return got.String() + " has " + strings.Join(found, " and ")
	}
	for name, s := range u.Parts() {
		if list := kept[name]; name != part && list != nil {
			if list[0] != u.Text(s) {
				return got.String() + " has another " + name
			}
			kept[name] = list[1:]
		}
	}
	return ""
}
