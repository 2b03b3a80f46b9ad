package schemes

import (
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc1738"
)

// Parse returns a URL as a value of its scheme: an [ast.HTTP], an [ast.FTP] and so
// on, or an [ast.Other]. The spans are those of the derivation by RFC 1738's grammar
// ([grammar.Edition.Tree]). The error is a [*grammar.SyntaxError] if the URL
// does not conform to rfc1738, and a [*grammar.TooLongError] if it is longer
// than [Limit].
func Parse(url string) (ast.URL, error) { return parse(rfc1738.Edition, url) }

// ParseCorrected is [Parse] by RFC 1738's grammar with its errata
// ([grammar.Edition.Corrected]): a scheme may be in either case, and the search of a
// gopher URL begins at the first "%09" and may hold "/" and "?".
func ParseCorrected(url string) (ast.URL, error) { return parse(rfc1738.Edition.Corrected(), url) }

// Limit is the length in bytes of the longest URL that is parsed.
const Limit = 1 << 17

func parse(e *grammar.Edition, url string) (ast.URL, error) {
	if len(url) > Limit {
		return nil, &grammar.TooLongError{Length: len(url), Limit: Limit}
	}
	t, err := e.Tree(url)
	if err != nil {
		return nil, err
	}
	return read(ast.Written{Input: url}, t), nil
}

// read takes the spans of a URL from its derivation. Literals and single characters
// of the grammar are not nodes; their spans come from the nodes beside them.
func read(w ast.Written, url *grammar.Tree) ast.URL {
	end := int32(len(w.Input))
	t := url.Children[0] // url is a choice
	switch t.Rule {
	case "httpurl":
		return ast.HTTP{Written: w, HostPort: hostport(t), HPath: span(t, "hpath"), Search: span(t, "search")}
	case "ftpurl":
		u := ast.FTP{Written: w, Login: login(t), FPath: span(t, "fpath"), Name: ast.Absent, Typecode: ast.Absent}
		if u.FPath.Present() {
			segments := find(t, "fpath").Children
			u.Name = spanOf(segments[len(segments)-1])
			if u.FPath.End < end { // ";type=" ftptype
				u.Typecode = ast.Span{Start: end - 1, End: end}
			}
		}
		return u
	case "gopherurl":
		u := ast.Gopher{
			Written: w, HostPort: hostport(t), Slash: slash(span(t, "hostport"), end),
			GType: span(t, "gtype"), Selector: span(t, "selector"),
			Search: span(t, "search"), GopherPlus: span(t, "gopher-plus-string"),
		}
		if !u.Search.Present() {
			u.Search = span(t, "gsearch") // with erratum 1738-L8
		}
		if u.GType.Present() && !u.Selector.Present() {
			// An empty option is not a node, but "the Gopher selector string may be
			// an empty string" (3.4.1).
			u.Selector = ast.Span{Start: u.GType.End, End: u.GType.End}
		}
		return u
	case "mailtourl":
		return ast.Mailto{Written: w, AddrSpec: span(t, "encoded822addr")}
	case "newsurl":
		part := find(t, "grouppart")
		u := ast.News{
			Written: w, All: ast.Absent, Group: span(part, "group"), Article: span(part, "article"),
			Unique: ast.Absent, Host: host(find(part, "article")),
		}
		switch {
		case u.Article.Present():
			u.Unique = ast.Span{Start: u.Article.Start, End: u.Host.Start - 1}
		case !u.Group.Present():
			u.All = spanOf(part)
		}
		return u
	case "nntpurl":
		return ast.NNTP{Written: w, HostPort: hostport(t), Group: span(t, "group"), Number: span(t, "digits")}
	case "telneturl":
		return ast.Telnet{Written: w, Login: login(t), Slash: slash(span(t, "login"), end)}
	case "waisurl":
		t = t.Children[0] // waisdatabase, waisindex or waisdoc
		return ast.WAIS{
			Written: w, HostPort: hostport(t), Database: span(t, "database"),
			Search: span(t, "search"), WType: span(t, "wtype"), WPath: span(t, "wpath"),
		}
	case "fileurl":
		u := ast.File{Written: w, Host: host(t), FPath: span(t, "fpath")}
		if !u.Host.Present() { // the literal "localhost", or nothing
			u.Host.Span = ast.Span{Start: int32(len("file://")), End: u.FPath.Start - 1}
			if u.Localhost = u.Host.Len() > 0; u.Localhost {
				u.Host.Kind = ast.HostName
			}
		}
		return u
	case "prosperourl":
		u := ast.Prospero{Written: w, HostPort: hostport(t), HSOName: span(t, "ppath"), Rest: ast.Absent}
		if u.HSOName.End < end {
			u.Rest = ast.Span{Start: u.HSOName.End, End: end}
		}
		return u
	}
	t = find(t, "genericurl")
	part := find(t, "schemepart")
	ip := find(part, "ip-schemepart")
	return ast.Other{
		Written: w, Scheme: span(t, "scheme"), SchemePart: spanOf(part),
		Login: login(ip), URLPath: span(ip, "urlpath"),
	}
}

// login returns the login that is a child of a node.
func login(t *grammar.Tree) ast.Login {
	l := find(t, "login")
	return ast.Login{Span: spanOf(l), User: span(l, "user"), Password: span(l, "password"), HostPort: hostport(l)}
}

// hostport returns the hostport that is a child of a node.
func hostport(t *grammar.Tree) ast.HostPort {
	h := find(t, "hostport")
	return ast.HostPort{Span: spanOf(h), Host: host(h), Port: ast.Port{Span: span(h, "port")}}
}

// host returns the host that is a child of a node.
func host(t *grammar.Tree) ast.Host {
	h := find(t, "host")
	switch {
	case find(h, "hostname") != nil:
		return ast.Host{Span: spanOf(h), Kind: ast.HostName}
	case find(h, "hostnumber") != nil:
		return ast.Host{Span: spanOf(h), Kind: ast.IPv4}
	}
	return ast.Host{Span: ast.Absent}
}

// slash returns the span of the "/" after a span, or an absent span if the input ends
// there.
func slash(before ast.Span, end int32) ast.Span {
	if before.End == end {
		return ast.Absent
	}
	return ast.Span{Start: before.End, End: before.End + 1}
}

// find returns the first child of a node with a rule. It returns nil if there is none,
// or if t is nil.
func find(t *grammar.Tree, rule string) *grammar.Tree {
	if t != nil {
		for _, c := range t.Children {
			if c.Rule == rule {
				return c
			}
		}
	}
	return nil
}

// span returns the span of the first child of a node with a rule.
func span(t *grammar.Tree, rule string) ast.Span { return spanOf(find(t, rule)) }

// spanOf returns the span of a node, or an absent span if t is nil.
func spanOf(t *grammar.Tree) ast.Span {
	if t == nil {
		return ast.Absent
	}
	return ast.Span{Start: int32(t.Start), End: int32(t.End)}
}
