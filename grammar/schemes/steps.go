package schemes

import (
	"fmt"
	"net/mail"
	"strconv"
	"strings"

	"github.com/urispec/urispec/ast"
)

// data returns the data of a part.
func (d *describer) data(s ast.Span) string { return Decode(d.url, s) }

// quoted returns the data of a part for people, in printable ASCII.
func (d *describer) quoted(s ast.Span) string { return strconv.QuoteToASCII(d.data(s)) }

// do adds something that a client does.
func (d *describer) do(do, why, section string) *Step {
	d.Steps = append(d.Steps, Step{Do: do, Why: why, Section: section})
	return &d.Steps[len(d.Steps)-1]
}

// send adds a line that a client sends.
func (d *describer) send(line, why, section string) *Step {
	s := d.do(line, why, section)
	s.Sent = true
	return s
}

func (d *describer) note(text, section string) { d.Notes = append(d.Notes, Note{text, section}) }

// connect adds the step that all schemes of the common Internet syntax begin with.
func (d *describer) connect(h ast.HostPort, section string) {
	why := "the port is in the URL"
	if d.Port.Default {
		why = "the port is omitted and defaults to " + d.Port.Number
	}
	d.do(fmt.Sprintf("connect to %s, port %s", d.url.Text(h.Host.Span), d.Port.Number), why, section)
}

func (d *describer) http(u ast.HTTP) {
	d.connect(u.HostPort, "3.3")
	const elsewhere = "as written: the HTTP protocol is specified elsewhere"
	target, why := "/"+u.Text(u.HPath), "the path, an HTTP selector, "+elsewhere
	switch {
	case u.Search.Present():
		target += "?" + u.Text(u.Search)
		why = "the path, an HTTP selector, and the search part, a query string, " + elsewhere
	case !u.HPath.Present():
		why = `neither path nor search part is present, so the "/" may be omitted`
	}
	d.do("ask for "+target, why, "3.3")
}

func (d *describer) ftp(u ast.FTP) {
	d.connect(u.Login.HostPort, "3.2")
	d.ftpLogin(u.Login)
	if !u.FPath.Present() {
		d.note("the whole url-path is omitted: the URL names the server, and nothing is accessed", "3.2.2")
		return
	}
	for s := range u.CWD() {
		why := "a directory, decoded, is the argument of a CWD (change working directory) command"
		if s.Len() == 0 {
			why = "an empty element: CWD with a null argument"
		}
		d.send("CWD "+d.data(s), why, "3.2.2")
	}
	name := d.data(u.Name)
	switch typecode := strings.ToUpper(u.Text(u.Typecode)); {
	case typecode == "D":
		d.list(name, `typecode "d": list the names and interpret the result as a file directory listing`, "3.2.2")
		return
	case typecode != "":
		d.send("TYPE "+typecode, fmt.Sprintf("typecode %q: the mode of the transfer", u.Text(u.Typecode)), "3.2.2")
	case name == "":
		d.list(name, "no typecode, and no name to guess it from: a client guesses that the directory is meant", "3.2.3")
		return
	default:
		d.do("guess the mode of the transfer from the name", "no typecode, and so no TYPE command", "3.2.3")
	}
	why := "access the file of that name, decoded: RETR, for example"
	if name == "" {
		why = "the name is empty: RETR with a null argument"
	}
	d.send("RETR "+name, why, "3.2.2")
}

// list adds the command that lists names, without an argument for an empty name:
// RFC 959 knows no other way to write a null argument there.
func (d *describer) list(name, why, section string) {
	d.send(strings.TrimSuffix("NLST "+name, " "), why, section)
}

func (d *describer) ftpLogin(l ast.Login) {
	const (
		asksUser     = "the server asks for a user name"
		asksPassword = "the server asks for a password"
	)
	switch {
	case !l.User.Present():
		d.send("USER anonymous", `no user name or password is supplied: the conventions for "anonymous" FTP`, "3.2.1").If = asksUser
		d.do("send PASS with the Internet e-mail address of the end user", `the conventions for "anonymous" FTP`, "3.2.1").If = asksPassword
		return
	case l.User.Len() == 0:
		d.send("USER ", "the user name is there, and empty", "3.2.1")
	default:
		d.send("USER "+d.data(l.User), "the user name of the URL", "3.2.1")
	}
	if l.Password.Present() {
		d.send("PASS "+d.data(l.Password), "the password of the URL", "3.2.1")
		return
	}
	d.do("ask the user for a password and send it with PASS", "a user name and no password", "3.2.1").If = asksPassword
}

func (d *describer) gopher(u ast.Gopher) {
	d.connect(u.HostPort, "3.4.1")
	gtype, why := "1", `the gopher-path is empty: the type defaults to "1"`
	if u.GType.Present() {
		gtype, why = d.data(u.GType), "the first character of the gopher-path"
	}
	if u.GType.Len() > len(gtype) {
		d.note("the type is an escape: the grammar allows that, though the type is a single-character field", "3.4.1")
	}
	selector, search := d.data(u.Selector), d.data(u.Search)
	if strings.Contains(selector, "\t") {
		d.note(`an encoded tab that the grammar reads as part of the selector: a search has neither "/" nor "?" as themselves there`, "5")
	}
	line := selector
	if u.Search.Present() {
		line += "\t" + search
	}
	switch plus := d.data(u.GopherPlus); {
	case !u.GopherPlus.Present() && u.Search.Present():
		d.send(line, "the selector, decoded, a tab and the search string", "3.4.2")
	case !u.GopherPlus.Present() && line == "":
		d.send(line, "the selector is the empty string: the top-level directory of the server", "3.4.1")
	case !u.GopherPlus.Present():
		d.send(line, "the selector, decoded", "3.4.1")
	default:
		d.gopherPlus(selector, line, plus)
	}
	d.do("take the answer as a resource of Gopher type "+strconv.QuoteToASCII(gtype), why, "3.4.1")
}

// gopherPlus adds what is done with a gopher+ string behind a line of selector
// and search.
func (d *describer) gopherPlus(selector, line, plus string) {
	asks, section := gopherPlusAsks(plus)
	d.note("the Gopher+ string asks for "+asks, section)
	switch {
	case plus == "?":
		d.send(line+"\t!+ASK", "fetch the item's +ASK attribute, as 3.4.7 refers to it, to get the definition of the form", section)
		d.do("ask the user to fill out the form", "the item has an electronic form", section)
		d.do("send the selector with the responses of the user", "as the Gopher+ string of a filled form is sent", "3.4.9")
	case isFilledForm(plus) && strings.TrimPrefix(line, selector) == "\t":
		// 3.4.9 sends no tab for an empty search, 3.4.3 does.
		d.send(selector+"\t"+plus, "the selector, a tab and the form with its values: several lines", section)
	default:
		d.send(line+"\t"+plus, "the selector, a tab, the search string, a tab and the Gopher+ string", "3.4.3")
	}
}

// gopherPlusAsks returns what a gopher+ string, decoded, asks for, and the section
// that says so.
func gopherPlusAsks(plus string) (asks, section string) {
	rest := plus
	if plus != "" {
		rest = plus[1:]
	}
	list := strings.Split(rest, " ")
	for i, s := range list {
		list[i] = strconv.QuoteToASCII(s)
	}
	names := strings.Join(list, ", ")
	switch {
	case plus == "+":
		return "the default view (data representation) of the item", "3.4.4"
	case plus == "?":
		return "an item with an electronic form", "3.4.5"
	case plus == "!":
		return "all of the item's attributes", "3.4.6"
	case plus == "$":
		return "all the item attributes for all items in the directory", "3.4.6"
	case strings.HasPrefix(plus, "!"):
		return "these attributes of the item: " + names, "3.4.7"
	case strings.HasPrefix(plus, "$"):
		return "these attributes of all items in the directory: " + names, "3.4.7"
	case isFilledForm(plus):
		return fmt.Sprintf("the item, with the form filled out: %+q", formValues(plus)), "3.4.9"
	case strings.HasPrefix(plus, "+") && len(list) == 2:
		return fmt.Sprintf("the alternate view %s in the language %s", list[0], list[1]), "3.4.8"
	case strings.HasPrefix(plus, "+") && len(list) == 1:
		return fmt.Sprintf("the alternate view %s in no particular language", list[0]), "3.4.8"
	}
	return "nothing that the document describes", "3.4.3"
}

// A filled form (3.4.9) is between these.
const (
	formHead = "+\t1\r\n+-1\r\n"
	formTail = ".\r\n"
)

// isFilledForm reports whether a gopher+ string, decoded, is a filled form whose
// values end no line and no form.
func isFilledForm(plus string) bool {
	body, ok := strings.CutPrefix(plus, formHead)
	if !ok || !strings.HasSuffix(body, formTail) || body != formTail && !strings.HasSuffix(body, "\r\n"+formTail) {
		return false
	}
	for _, value := range formValues(plus) {
		if value == "." || strings.ContainsAny(value, lineEnds) {
			return false
		}
	}
	return true
}

// formValues returns the values of a filled form.
func formValues(plus string) []string {
	body := plus[len(formHead) : len(plus)-len(formTail)]
	values := strings.Split(body, "\r\n")
	return values[:len(values)-1] // nothing stands behind the last line end
}

// AddrSpec returns the mailbox of a mailto URL: the parts of its addr-spec,
// decoded, before and behind the "@", a quoted local part without its quotes.
// The error says why the URL has none, which the grammar does not ask for. It is
// that of [mail.ParseAddress], which takes neither comments nor white space
// between the words of an addr-spec, as RFC 822 would.
func AddrSpec(u ast.Mailto) (local, domain string, err error) {
	// In brackets nothing but an addr-spec is read: no name, no group.
	address, err := mail.ParseAddress("<" + Decode(u, u.AddrSpec) + ">")
	if err != nil {
		return "", "", err
	}
	i := strings.LastIndexByte(address.Address, '@')
	return address.Address[:i], address.Address[i+1:], nil
}

func (d *describer) mailto(u ast.Mailto) {
	if strings.Contains(u.Text(u.AddrSpec), "?") {
		d.note(`the "?" is part of the address: "no additional information other than an Internet mailing address is present or implied"`, "3.5")
	}
	local, domain, err := AddrSpec(u)
	if err != nil {
		d.note(fmt.Sprintf("%s is no addr-spec of RFC 822: %v", d.quoted(u.AddrSpec), err), "3.5")
		return
	}
	d.do(fmt.Sprintf("offer to send mail to %s at %s", strconv.QuoteToASCII(local), strconv.QuoteToASCII(domain)),
		"the URL designates a mailing address, and no data object that could be accessed", "3.5")
}

func (d *describer) news(u ast.News) {
	const anywhere = "from any news server, because a news URL is location-independent"
	switch {
	case u.All.Present():
		d.do("list the newsgroups", `"all available news groups", `+anywhere, "3.6")
	case u.Group.Present():
		d.do("read the newsgroup "+u.Text(u.Group), "no \"@\": the name of a newsgroup, "+anywhere, "3.6")
	default:
		d.do(fmt.Sprintf("fetch the article with the Message-ID %s", strconv.QuoteToASCII("<"+d.data(u.Article)+">")),
			"\"@\" tells a message identifier, decoded, here with the brackets of RFC 1036; "+anywhere, "3.6")
	}
}

func (d *describer) nntp(u ast.NNTP) {
	d.connect(u.HostPort, "3.7")
	d.do("select the newsgroup "+u.Text(u.Group), "the name of the group", "3.7")
	if u.Number.Present() {
		d.do("fetch the article "+u.Text(u.Number), "the numeric id of the article within that newsgroup", "3.7")
	} else {
		d.note("there is no article number, which the grammar does not ask for, though the form has it", "3.7")
	}
	d.note("most NNTP servers allow access from local clients only: the news form of URL is preferred", "3.7")
}

func (d *describer) telnet(u ast.Telnet) {
	d.connect(u.Login.HostPort, "3.8")
	const advisory = "advisory only: remote services vary in how they allow logins"
	if u.Login.User.Present() {
		d.do("advise the user of the suggested user name "+d.quoted(u.Login.User), advisory, "3.8")
	}
	if u.Login.Password.Present() {
		d.do("advise the user of the suggested password "+d.quoted(u.Login.Password), advisory, "3.8")
	}
	d.do("let the user interact", "the URL designates an interactive service, and no data object", "3.8")
}

func (d *describer) wais(u ast.WAIS) {
	d.connect(u.HostPort, "3.9")
	database := d.quoted(u.Database)
	switch {
	case u.Search.Present():
		d.do(fmt.Sprintf("search the database %s for %s", database, d.quoted(u.Search)), "the second form: a particular search", "3.9")
	case u.WType.Present():
		d.do(fmt.Sprintf("retrieve from the database %s the document %s of the type %s", database, d.quoted(u.WPath), d.quoted(u.WType)),
			"the third form: a particular document, whose id may only be decomposed by the server that issued it", "3.9")
	default:
		d.do("offer a search in the database "+database, "the first form: a database that is available for searching", "3.9")
	}
}

func (d *describer) file(u ast.File) {
	machine, why := "on the machine from which the URL is being interpreted", "the host is empty"
	switch {
	case u.Localhost:
		why = `the host is "localhost"`
	case !u.Local():
		machine, why = "on "+u.Text(u.Host.Span), "the system on which the path is accessible"
	}
	var path []string
	for s := range u.Segments() {
		path = append(path, d.quoted(s))
	}
	d.do(fmt.Sprintf("find %s %s", strings.Join(path, " / "), machine), why+"; directories and at last the name, decoded", "3.10")
	d.note("no Internet protocol or access method is specified", "3.10")
}

func (d *describer) prospero(u ast.Prospero) {
	d.connect(u.HostPort, "3.11")
	d.do("ask the Prospero directory server for access methods of the hsoname "+d.quoted(u.HSOName),
		"the host-specific object name, decoded: it is opaque, and a slash in it need not divide anything", "3.11")
	for name, value := range u.Fields() {
		d.do(fmt.Sprintf("identify the target by the field %s with the value %s", d.quoted(name), d.quoted(value)),
			"fields serve to identify the target of the URL", "3.11")
	}
}

func (d *describer) other(u ast.Other) {
	switch reserved := u.Reserved(); {
	case u.Experimental():
		d.note(`"x-": a scheme for experimental purposes, used by mutual agreement between parties`, "4")
	case reserved != "":
		d.note("the scheme is proposed and not defined: "+reserved, "4")
	default:
		d.note("the document does not define the scheme, and does not say what its URLs mean", "4")
	}
	if !u.Login.Present() && strings.HasPrefix(u.Text(u.SchemePart), "//") {
		d.note(`"//" is to begin the common Internet scheme syntax, which what follows does not match`, "3.1")
	}
}
