package ast

import (
	"iter"
	"strings"
)

// URL is a URL of RFC 1738, whose grammar has a form of its own for each of ten
// schemes, where [Reference] is the one form of all later editions:
//
//	HTTP      http://<host>:<port>/<path>?<searchpart>                         3.3
//	FTP       ftp://<user>:<password>@<host>:<port>/<cwd1>/.../<cwdN>/<name>;type=<typecode>
//	                                                                           3.2
//	Gopher    gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>
//	                                                                           3.4
//	Mailto    mailto:<rfc822-addr-spec>                                        3.5
//	News      news:*, news:<newsgroup-name> or news:<message-id>               3.6
//	NNTP      nntp://<host>:<port>/<newsgroup-name>/<article-number>           3.7
//	Telnet    telnet://<user>:<password>@<host>:<port>/                        3.8
//	WAIS      wais://<host>:<port>/<database>, and "?<search>" or "/<wtype>/<wpath>"
//	                                                                           3.9
//	File      file://<host>/<path>                                             3.10
//	Prospero  prospero://<host>:<port>/<hsoname>;<field>=<value>               3.11
//	Other     any other scheme                                                 2.1, 4
//
// These types are the only ones. They are comparable values without pointers: the URL
// as written, and the spans of its parts. Package schemes parses them, says what they
// mean, and changes them.
type URL interface {
	// Kind returns the scheme that the type is for, "other" for [Other].
	Kind() string
	// String returns the URL as written.
	String() string
	// Text returns the text of a span as written, or "" for an absent one.
	Text(Span) string
	// Parts returns the parts of the URL that are not divided further: each part that
	// is present, even if it is empty, with its name, in the order of the input. The
	// rest of the input is the delimiters of the form.
	Parts() iter.Seq2[string, Span]

	url()
}

// Written is a URL as written. The spans beside it refer to it.
type Written struct{ Input string }

// String returns the URL as written.
func (w Written) String() string { return w.Input }

// Text returns the text of a span as written, or "" for an absent one.
func (w Written) Text(s Span) string {
	if !s.Present() {
		return ""
	}
	return w.Input[s.Start:s.End]
}

func (Written) url() {}

// pieces returns the pieces between the delimiters in a span: one empty piece in an
// empty span, and none in an absent one.
func (w Written) pieces(s Span, delimiter byte) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for rest := s; rest.Present(); {
			piece := rest
			if i := strings.IndexByte(w.Text(rest), delimiter); i >= 0 {
				piece.End = rest.Start + int32(i)
			}
			if !yield(piece) || piece.End == s.End {
				return
			}
			rest.Start = piece.End + 1
		}
	}
}

// yielder is the function that an iterator over parts calls.
type yielder func(name string, part Span) bool

// one yields a part if it is present, and reports whether to go on.
func (yield yielder) one(name string, part Span) bool { return !part.Present() || yield(name, part) }

// each yields parts with one name, and reports whether to go on.
func (yield yielder) each(name string, parts iter.Seq[Span]) bool {
	for part := range parts {
		if !yield(name, part) {
			return false
		}
	}
	return true
}

func (yield yielder) hostport(h HostPort) bool {
	return yield.one("host", h.Host.Span) && yield.one("port", h.Port.Span)
}

func (yield yielder) login(l Login) bool {
	return yield.one("user", l.User) && yield.one("password", l.Password) && yield.hostport(l.HostPort)
}

// Login is the part after "//" in the schemes that have users (3.1). Empty and absent
// are different: "ftp://@host.com/" has an empty user and no password,
// "ftp://host.com/" has neither, and "ftp://foo:@host.com/" has an empty password.
type Login struct {
	Span
	User, Password Span
	HostPort       HostPort
}

// HTTP is a URL of the scheme http (3.3).
type HTTP struct {
	Written
	HostPort HostPort
	HPath    Span // what follows the "/"; absent if there is no "/"
	Search   Span // what follows the "?"
}

// Kind implements [URL]: it returns "http".
func (HTTP) Kind() string { return "http" }

// Segments returns the pieces of the path between slashes, one for each hsegment
// that Parts has.
func (u HTTP) Segments() iter.Seq[Span] { return u.pieces(u.HPath, '/') }

// Parts implements [URL]: host, port, hsegment (any number), search.
func (u HTTP) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.hostport(u.HostPort) && y.each("hsegment", u.Segments()) && y.one("search", u.Search)
	}
}

// FTP is a URL of the scheme ftp (3.2).
type FTP struct {
	Written
	Login    Login
	FPath    Span // the directories and the name; absent if the "/" before them is absent
	Name     Span // the last segment of the path, possibly empty
	Typecode Span // one of "a", "i" and "d", or those in upper case
}

// Kind implements [URL]: it returns "ftp".
func (FTP) Kind() string { return "ftp" }

// CWD returns the segments of the path before the name: the arguments of CWD
// commands, some of which may be empty.
func (u FTP) CWD() iter.Seq[Span] {
	directories := Absent
	if u.Name.Start > u.FPath.Start {
		directories = Span{u.FPath.Start, u.Name.Start - 1}
	}
	return u.pieces(directories, '/')
}

// Parts implements [URL]: user, password, host, port, cwd (any number), name,
// typecode.
func (u FTP) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.login(u.Login) && y.each("cwd", u.CWD()) && y.one("name", u.Name) && y.one("typecode", u.Typecode)
	}
}

// Gopher is a URL of the scheme gopher (3.4). Only the first two "%09" of the
// path are delimiters.
type Gopher struct {
	Written
	HostPort HostPort
	Slash    Span // the "/" after host and port; without it, all that would follow is absent
	GType    Span // the type of the resource; "1" is meant if it is absent
	Selector Span // present with a type, possibly empty
	Search   Span // what follows the first "%09"
	// GopherPlus is what follows the second "%09": gopher+_string in the document.
	GopherPlus Span
}

// Kind implements [URL]: it returns "gopher".
func (Gopher) Kind() string { return "gopher" }

// Parts implements [URL]: host, port, slash, gtype, selector, search,
// gopher-plus-string.
func (u Gopher) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.hostport(u.HostPort) && y.one("slash", u.Slash) && y.one("gtype", u.GType) &&
			y.one("selector", u.Selector) && y.one("search", u.Search) && y.one("gopher-plus-string", u.GopherPlus)
	}
}

// Mailto is a URL of the scheme mailto (3.5).
type Mailto struct {
	Written
	AddrSpec Span // the encoding of an addr-spec of RFC 822
}

// Kind implements [URL]: it returns "mailto".
func (Mailto) Kind() string { return "mailto" }

// Parts implements [URL]: addr-spec.
func (u Mailto) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) { yielder(yield).one("addr-spec", u.AddrSpec) }
}

// News is a URL of the scheme news (3.6). One of All, Group and Article is
// present.
type News struct {
	Written
	All     Span // the "*" that stands for all available news groups
	Group   Span // the name of a newsgroup
	Article Span // a message identifier: Unique "@" Host
	Unique  Span // the part of Article before the "@"
	Host    Host // the part of Article after the "@"
}

// Kind implements [URL]: it returns "news".
func (News) Kind() string { return "news" }

// Parts implements [URL]: all, group or article.
func (u News) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.one("all", u.All) && y.one("group", u.Group) && y.one("article", u.Article)
	}
}

// NNTP is a URL of the scheme nntp (3.7).
type NNTP struct {
	Written
	HostPort HostPort
	Group    Span // the name of a newsgroup
	Number   Span // the number of an article in the group, in digits
}

// Kind implements [URL]: it returns "nntp".
func (NNTP) Kind() string { return "nntp" }

// Parts implements [URL]: host, port, group, number.
func (u NNTP) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.hostport(u.HostPort) && y.one("group", u.Group) && y.one("number", u.Number)
	}
}

// Telnet is a URL of the scheme telnet (3.8).
type Telnet struct {
	Written
	Login Login
	Slash Span // the "/" at the end, which may be left out
}

// Kind implements [URL]: it returns "telnet".
func (Telnet) Kind() string { return "telnet" }

// Parts implements [URL]: user, password, host, port, slash.
func (u Telnet) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.login(u.Login) && y.one("slash", u.Slash)
	}
}

// WAIS is a URL of the scheme wais (3.9). It identifies a database, a search in one, or
// a document, which has both WType and WPath.
type WAIS struct {
	Written
	HostPort HostPort
	Database Span // possibly empty
	Search   Span
	WType    Span // the type of a document
	WPath    Span // the document-id
}

// Kind implements [URL]: it returns "wais".
func (WAIS) Kind() string { return "wais" }

// Parts implements [URL]: host, port, database, and search or wtype and wpath.
func (u WAIS) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.hostport(u.HostPort) && y.one("database", u.Database) && y.one("search", u.Search) &&
			y.one("wtype", u.WType) && y.one("wpath", u.WPath)
	}
}

// File is a URL of the scheme file (3.10).
type File struct {
	Written
	// Host is always present. It is empty, the string "localhost", or a host.
	Host  Host
	FPath Span
	// Localhost is true if the host is the string "localhost", which is an
	// alternative to host in the grammar.
	Localhost bool
}

// Kind implements [URL]: it returns "file".
func (File) Kind() string { return "file" }

// Local reports whether the host is "the machine from which the URL is being
// interpreted": empty or "localhost".
func (u File) Local() bool { return u.Localhost || u.Host.Len() == 0 }

// Segments returns the pieces of the path between slashes: the directories, then
// the name.
func (u File) Segments() iter.Seq[Span] { return u.pieces(u.FPath, '/') }

// Parts implements [URL]: host, fsegment (at least one).
func (u File) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		_ = y.one("host", u.Host.Span) && y.each("fsegment", u.Segments())
	}
}

// Prospero is a URL of the scheme prospero (3.11).
type Prospero struct {
	Written
	HostPort HostPort
	HSOName  Span // the host-specific object name: ppath in the grammar
	Rest     Span // the fields, each with the ";" before it; absent if there are none
}

// Kind implements [URL]: it returns "prospero".
func (Prospero) Kind() string { return "prospero" }

// Segments returns the pieces of the hsoname between slashes, which "may
// indicate hierarchical structure on the server", but need not. So Parts has the
// hsoname as a whole, and only a program that knows the server wants this.
func (u Prospero) Segments() iter.Seq[Span] { return u.pieces(u.HSOName, '/') }

// Fields returns the name and the value of each field.
func (u Prospero) Fields() iter.Seq2[Span, Span] {
	return func(yield func(name, value Span) bool) {
		if u.Rest.Len() == 0 {
			return
		}
		for field := range u.pieces(Span{u.Rest.Start + 1, u.Rest.End}, ';') {
			equals := field.Start + int32(strings.IndexByte(u.Text(field), '='))
			if equals < field.Start || !yield(Span{field.Start, equals}, Span{equals + 1, field.End}) {
				return
			}
		}
	}
}

// Parts implements [URL]: host, port, hsoname, and fieldname and fieldvalue of
// each field.
func (u Prospero) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		if !y.hostport(u.HostPort) || !y.one("hsoname", u.HSOName) {
			return
		}
		for name, value := range u.Fields() {
			if !yield("fieldname", name) || !yield("fieldvalue", value) {
				return
			}
		}
	}
}

// Other is a URL of a scheme that RFC 1738 does not define: otherurl in the
// grammar. If what follows the scheme "complies with the common Internet scheme
// syntax" (3.1), Login is present, and so is URLPath if a "/" follows. If it does not,
// SchemePart has all of it, undivided.
type Other struct {
	Written
	Scheme     Span
	SchemePart Span // what follows the ":"
	Login      Login
	URLPath    Span // what follows the "/", which is not part of it
}

// Kind implements [URL]: it returns "other".
func (Other) Kind() string { return "other" }

// Experimental reports whether the scheme begins with "x-", like schemes that are used
// "by mutual agreement between parties" (4).
func (u Other) Experimental() bool { return strings.HasPrefix(u.Text(u.Scheme), "x-") }

// Reserved returns what the scheme is for if it is one of those that RFC 1738 names but
// does not define (4), and "" otherwise:
//
//	afs         Andrew File System global file names.
//	mid         Message identifiers for electronic mail.
//	cid         Content identifiers for MIME body parts.
//	nfs         Network File System (NFS) file names.
//	tn3270      Interactive 3270 emulation sessions.
//	mailserver  Access to data available from mail servers.
//	z39.50      Access to ANSI Z39.50 services.
func (u Other) Reserved() string {
	switch u.Text(u.Scheme) {
	case "afs":
		return "Andrew File System global file names."
	case "mid":
		return "Message identifiers for electronic mail."
	case "cid":
		return "Content identifiers for MIME body parts."
	case "nfs":
		return "Network File System (NFS) file names."
	case "tn3270":
		return "Interactive 3270 emulation sessions."
	case "mailserver":
		return "Access to data available from mail servers."
	case "z39.50":
		return "Access to ANSI Z39.50 services."
	}
	return ""
}

// Parts implements [URL]: scheme, and schemepart or user, password, host, port,
// urlpath.
func (u Other) Parts() iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		y := yielder(yield)
		switch {
		case !y.one("scheme", u.Scheme):
		case u.Login.Present():
			_ = y.login(u.Login) && y.one("urlpath", u.URLPath)
		default:
			y.one("schemepart", u.SchemePart)
		}
	}
}
