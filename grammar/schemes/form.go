package schemes

import (
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/editions/rfc1738"
	"github.com/urispec/urispec/resolve/compose"
)

// form says how the URLs of one kind are written.
type form struct {
	kind    string // as [ast.URL.Kind] returns it
	layout  string // as the document prints it
	section string
	parts   []part     // in the order in which they are written
	one     [][]string // one part of each of these lists must be present
	noLogin string     // the document's words if it forbids user and password
}

// part is one of the parts of a form. Parts that are data have a rule.
type part struct {
	name    string
	before  string // the delimiter before it
	after   string // the delimiter after it
	rule    string // the rule of the grammar that the text must match
	section string // the section that says what the part is; "" for that of the rule

	many   bool // it may occur any number of times
	single bool // the data is one octet
	fixed  bool // initial is its only value
	paired bool // there is one for each of the part before, and it is written after it
	// needs are the parts that must be present too. A part that is free means nothing
	// if it has its initial value, so it can be added.
	needs   []string
	free    bool
	initial string
	// alternative names the alternative to which the part belongs, in a form that has
	// several. Parts of different alternatives exclude each other.
	alternative string

	line  bool   // the data becomes part of a line that is sent, or of a header
	never string // octets that the data must not have
	// If the rule is more than a class of characters: the octets of keep stay as they
	// are, and the data between them is encoded by the rule pieces.
	pieces, keep string
}

// gopherPlus is what follows the second "%09".
const gopherPlus = "gopher-plus-string"

var (
	user     = part{name: "user", before: "//", rule: "user", needs: []string{"host"}, line: true}
	password = part{name: "password", before: ":", rule: "password", needs: []string{"user"}, line: true}
	hostpart = part{name: "host", before: "//", rule: "host"} // after a user, "@" comes before it
	port     = part{name: "port", before: ":", rule: "port", needs: []string{"host"}}
)

var forms = []*form{
	{
		kind: "http", layout: "http://<host>:<port>/<path>?<searchpart>", section: "3.3",
		noLogin: `"No user name or password is allowed"`,
		parts: []part{
			hostpart, port,
			{name: "hsegment", before: "/", rule: "hsegment", many: true, free: true},
			{name: "search", before: "?", rule: "search", needs: []string{"hsegment"}},
		},
		one: [][]string{{"host"}},
	},
	{
		kind: "ftp", section: "3.2",
		layout: "ftp://<user>:<password>@<host>:<port>/<cwd1>/<cwd2>/.../<cwdN>/<name>;type=<typecode>",
		parts: []part{
			in("3.2.1", user), in("3.2.1", password), hostpart, port,
			{name: "cwd", before: "/", rule: "fsegment", many: true, needs: []string{"name"}, line: true},
			{name: "name", before: "/", rule: "fsegment", free: true, line: true},
			{name: "typecode", before: ";type=", rule: "ftptype", single: true, needs: []string{"name"}},
		},
		one: [][]string{{"host"}},
	},
	{
		kind: "gopher", section: "3.4.1",
		layout: "gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>",
		parts: []part{
			hostpart, port,
			{name: "slash", section: "3.4.1", fixed: true, free: true, initial: "/"},
			{name: "gtype", rule: "gtype", single: true, needs: []string{"slash", "selector"}, free: true, initial: "1"},
			{name: "selector", rule: "selector", needs: []string{"gtype"}, free: true, line: true, never: "\t\r\n"},
			{name: "search", before: "%09", rule: "search", section: "3.4.2", needs: []string{"selector"}, free: true, line: true, never: "\t\r\n"},
			{name: gopherPlus, before: "%09", rule: "gopher-plus-string", needs: []string{"search"}, line: true},
		},
		one: [][]string{{"host"}},
	},
	{
		kind: "mailto", layout: "mailto:<rfc822-addr-spec>", section: "3.5",
		parts: []part{{name: "addr-spec", rule: "encoded822addr", line: true}},
		one:   [][]string{{"addr-spec"}},
	},
	{
		kind: "news", layout: "news:<newsgroup-name> or news:<message-id>", section: "3.6",
		parts: []part{
			{name: "all", section: "3.6", fixed: true, initial: "*", alternative: "all"},
			{name: "group", rule: "group", alternative: "group"},
			// There is no rule for the text before "@"; it is user, "/" and ":".
			{name: "article", rule: "article", pieces: "user", keep: "/:", alternative: "article", line: true},
		},
		one: [][]string{{"all", "group", "article"}},
	},
	{
		kind: "nntp", layout: "nntp://<host>:<port>/<newsgroup-name>/<article-number>", section: "3.7",
		parts: []part{
			hostpart, port,
			{name: "group", before: "/", rule: "group", section: "3.7"},
			{name: "number", before: "/", rule: "digits", section: "3.7", needs: []string{"group"}},
		},
		one: [][]string{{"host"}, {"group"}},
	},
	{
		kind: "telnet", layout: "telnet://<user>:<password>@<host>:<port>/", section: "3.8",
		parts: []part{
			in("3.8", user), in("3.8", password), hostpart, port,
			{name: "slash", section: "3.8", fixed: true, initial: "/"},
		},
		one: [][]string{{"host"}},
	},
	{
		kind: "wais", section: "3.9",
		layout: "wais://<host>:<port>/<database>, wais://<host>:<port>/<database>?<search> or wais://<host>:<port>/<database>/<wtype>/<wpath>",
		parts: []part{
			hostpart, port,
			{name: "database", before: "/", rule: "database"},
			{name: "search", before: "?", rule: "search", section: "3.9", needs: []string{"database"}, alternative: "search"},
			{name: "wtype", before: "/", rule: "wtype", needs: []string{"database", "wpath"}, alternative: "document"},
			{name: "wpath", before: "/", rule: "wpath", needs: []string{"wtype"}, alternative: "document"},
		},
		one: [][]string{{"host"}, {"database"}},
	},
	{
		kind: "file", layout: "file://<host>/<path>", section: "3.10",
		parts: []part{
			in("3.10", hostpart),
			{name: "fsegment", before: "/", rule: "fsegment", section: "3.10", many: true},
		},
		one: [][]string{{"host"}, {"fsegment"}},
	},
	{
		kind: "prospero", layout: "prospero://<host>:<port>/<hsoname>;<field>=<value>", section: "3.11",
		noLogin: `"No username or password is allowed"`,
		parts: []part{
			hostpart, port,
			{name: "hsoname", before: "/", rule: "ppath", pieces: "psegment", keep: "/"},
			{name: "fieldname", before: ";", rule: "fieldname", many: true},
			{name: "fieldvalue", before: "=", rule: "fieldvalue", many: true, paired: true},
		},
		one: [][]string{{"host"}, {"hsoname"}},
	},
	{
		kind: "other", layout: "<scheme>:<scheme-specific-part>", section: "2.1",
		parts: []part{
			{name: "scheme", rule: "scheme", after: ":"},
			either("ip", user), either("ip", password), either("ip", hostpart), either("ip", port),
			{name: "urlpath", before: "/", rule: "urlpath", needs: []string{"host"}, alternative: "ip"},
			{name: "schemepart", rule: "schemepart", alternative: "opaque"},
		},
		one: [][]string{{"scheme"}, {"schemepart", "host"}},
	},
}

// in returns a part with the section that describes it.
func in(section string, p part) part {
	p.section = section
	return p
}

// either returns a part that belongs to an alternative.
func either(alternative string, p part) part {
	p.alternative = alternative
	return p
}

// formOf returns the form of a kind of URL, or the form of all other schemes if there
// is none.
func formOf(kind string) *form {
	for _, f := range forms {
		if f.kind == kind {
			return f
		}
	}
	return forms[len(forms)-1]
}

// index returns the index of the part with a name, or -1 if there is none.
func (f *form) index(name string) int {
	return slices.IndexFunc(f.parts, func(p part) bool { return p.name == name })
}

// names returns the names of all parts.
func (f *form) names() []string {
	names := make([]string, len(f.parts))
	for i, p := range f.parts {
		names[i] = p.name
	}
	return names
}

// spans returns the spans of a URL's parts, a list for each part of the form.
func (f *form) spans(u ast.URL) [][]ast.Span {
	spans := make([][]ast.Span, len(f.parts))
	for name, s := range u.Parts() {
		i := f.index(name)
		spans[i] = append(spans[i], s)
	}
	return spans
}

// where returns the section that says what the part is.
func (p part) where() string {
	if p.section != "" {
		return p.section
	}
	return rfc1738.Edition.Grammar().Source().Sections[p.rule]
}

// mayBeEmpty reports whether the text of the part may be empty.
func (p part) mayBeEmpty(f *form) bool {
	// fileurl = "file://" [ host | "localhost" ] "/" fpath
	return p.name == "host" && f.kind == "file" || p.check("") == nil
}

// check returns nil if the part's rule derives text, else the error that says why
// not.
func (p part) check(text string) error {
	l, err := rfc1738.Edition.Language(p.rule)
	if err != nil {
		return err
	}
	return l.Check(text)
}

// escapers has the escapers that have been used, by rule.
var escapers sync.Map

func escaper(rule string) (*compose.Escaper, error) {
	if s, ok := escapers.Load(rule); ok {
		return s.(*compose.Escaper), nil
	}
	s, err := compose.NewEscaper(rfc1738.Edition, rule)
	if err != nil {
		return nil, err
	}
	escapers.Store(rule, s)
	return s, nil
}

// encode returns the text of data in the part.
func (p part) encode(f *form, data string) (string, error) {
	if data == "" && p.mayBeEmpty(f) {
		return "", nil
	}
	if p.rule == "ftptype" {
		data = strings.ToLower(data) // "a", "i" or "d" (3.2.2), though the rule has more
	}
	text, err := p.escape(data)
	if err != nil {
		return "", err
	}
	return text, p.check(text)
}

func (p part) escape(data string) (string, error) {
	if p.pieces == "" {
		s, err := escaper(p.rule)
		if err != nil {
			return "", err
		}
		return s.Encode(data)
	}
	s, err := escaper(p.pieces)
	if err != nil {
		return "", err
	}
	rest := ""
	if p.rule == "article" { // <unique>@<full_domain_name>, the last without "@"
		i := strings.LastIndexByte(data, '@')
		if i < 0 {
			return data, nil // it is not an article, as the rule will say
		}
		data, rest = data[:i], data[i:]
	}
	var b strings.Builder
	for {
		i := strings.IndexAny(data, p.keep)
		piece := data
		if i >= 0 {
			piece = data[:i]
		}
		text, err := s.Encode(piece)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		if i < 0 {
			return b.String() + rest, nil
		}
		b.WriteByte(data[i])
		data = data[i+1:]
	}
}

// Decode returns the data of a part of a URL, that is, the octets that its text
// encodes. It returns "" for an absent part. The span must be that of a part, as
// [ast.URL.Parts] has it. Something that consists of parts, such as the path of an ftp
// URL, must not be decoded as a whole, because an encoded delimiter would look like a
// delimiter.
func Decode(u ast.URL, part ast.Span) string {
	text := u.Text(part)
	// Every text with escapes consists of characters of the rule xchar, so that rule
	// decodes all parts in the same way.
	if s, err := escaper("xchar"); err == nil {
		if data, err := s.Decode(text); err == nil {
			return data
		}
	}
	return text // it is not a part of a URL that conforms
}
