package schemes

import (
	"fmt"
	"net/mail"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// data returns the data of a part, decoded.
func (d *describer) data(s ast.Span) string { return Decode(d.url, s) }

// quoted returns the data of a part for people, in printable ASCII.
func (d *describer) quoted(s ast.Span) string { return grammar.Quoted(d.data(s)) }

// do adds a step.
func (d *describer) do(do, why, section string) *Step {
	d.Steps = append(d.Steps, Step{Do: do, Why: why, Section: section})
	return &d.Steps[len(d.Steps)-1]
}

// send adds a step in which a client sends a line.
func (d *describer) send(line, why, section string) *Step {
	s := d.do(line, why, section)
	s.Sent = true
	return s
}

func (d *describer) note(text, section string) { d.Notes = append(d.Notes, Note{text, section}) }

// connect adds the first step of all schemes with the common Internet syntax.
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
		d.note("the url-path is omitted, so the URL names only the server, and nothing is accessed", "3.2.2")
		return
	}
	for s := range u.CWD() {
		why := "each directory, decoded, is the argument of a CWD (change working directory) command"
		if s.Len() == 0 {
			why = "an empty element means CWD with a null argument"
		}
		d.send("CWD "+d.data(s), why, "3.2.2")
	}
	name := d.data(u.Name)
	switch typecode := strings.ToUpper(u.Text(u.Typecode)); {
	case typecode == "D":
		d.list(name, `typecode "d" means a list of names, to be interpreted as a file directory listing`, "3.2.2")
		return
	case typecode != "":
		d.send("TYPE "+typecode, fmt.Sprintf("typecode %q is the mode of the transfer", u.Text(u.Typecode)), "3.2.2")
	case name == "":
		d.list(name, "without a typecode, and a name from which to guess it, the directory is probably meant", "3.2.3")
		return
	default:
		d.do("guess the mode of the transfer from the name", "without a typecode there is no TYPE command", "3.2.3")
	}
	why := "the file with that name, decoded, is accessed, for example by RETR"
	if name == "" {
		why = "an empty name means RETR with a null argument"
	}
	d.send("RETR "+name, why, "3.2.2")
}

// list adds the command that lists names. For an empty name it has no argument,
// because RFC 959 has no other way to write a null argument there.
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
		d.send("USER anonymous", `without a user name and password, the conventions for "anonymous" FTP apply`, "3.2.1").If = asksUser
		d.do("send PASS with the Internet e-mail address of the end user", `the conventions for "anonymous" FTP`, "3.2.1").If = asksPassword
		return
	case l.User.Len() == 0:
		d.send("USER ", "the user name is present but empty", "3.2.1")
	default:
		d.send("USER "+d.data(l.User), "the URL has a user name", "3.2.1")
	}
	if l.Password.Present() {
		d.send("PASS "+d.data(l.Password), "the URL has a password", "3.2.1")
		return
	}
	d.do("ask the user for a password and send it with PASS", "the URL has a user name but no password", "3.2.1").If = asksPassword
}

func (d *describer) gopher(u ast.Gopher) {
	d.connect(u.HostPort, "3.4.1")
	gtype, why := "1", `the gopher-path is empty: the type defaults to "1"`
	if u.GType.Present() {
		gtype, why = d.data(u.GType), "the first character of the gopher-path"
	}
	if u.GType.Len() > len(gtype) {
		d.note("the type is an escape, which the grammar allows, although the type is a single-character field", "3.4.1")
	}
	selector, search := d.data(u.Selector), d.data(u.Search)
	if strings.Contains(selector, "\t") {
		d.note(`the grammar reads an encoded tab as part of the selector, because a search may not have "/" or "?" unescaped`, "5")
	}
	line := selector
	if u.Search.Present() {
		line += "\t" + search
	}
	switch plus := d.data(u.GopherPlus); {
	case !u.GopherPlus.Present() && u.Search.Present():
		d.send(line, "the selector, decoded, a tab and the search string", "3.4.2")
	case !u.GopherPlus.Present() && line == "":
		d.send(line, "the empty selector means the top-level directory of the server", "3.4.1")
	case !u.GopherPlus.Present():
		d.send(line, "the selector, decoded", "3.4.1")
	default:
		d.gopherPlus(selector, line, plus)
	}
	d.do("take the answer as a resource of Gopher type "+grammar.Quoted(gtype), why, "3.4.1")
}

// gopherPlus adds the steps for a gopher+ string after a line of selector and
// search.
func (d *describer) gopherPlus(selector, line, plus string) {
	asks, section := gopherPlusAsks(plus)
	d.note("the Gopher+ string asks for "+asks, section)
	switch {
	case plus == "?":
		d.send(line+"\t!+ASK", "the item's +ASK attribute (see 3.4.7) has the definition of the form", section)
		d.do("ask the user to fill out the form", "the item has an electronic form", section)
		d.do("send the selector with the responses of the user", "in the way in which the Gopher+ string of a filled form is sent", "3.4.9")
	case isFilledForm(plus) && strings.TrimPrefix(line, selector) == "\t":
		// 3.4.9 sends no tab for an empty search; 3.4.3 does.
		d.send(selector+"\t"+plus, "the selector, a tab and the form with its values, which takes several lines", section)
	default:
		d.send(line+"\t"+plus, "the selector, a tab, the search string, a tab and the Gopher+ string", "3.4.3")
	}
}

// gopherPlusAsks returns what a decoded gopher+ string asks for, and the section that
// says so.
func gopherPlusAsks(plus string) (asks, section string) {
	rest := plus
	if plus != "" {
		rest = plus[1:]
	}
	list := strings.Split(rest, " ")
	for i, s := range list {
		list[i] = grammar.Quoted(s)
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

// The beginning and the end of a filled form (3.4.9).
const (
	formHead = "+\t1\r\n+-1\r\n"
	formTail = ".\r\n"
)

// isFilledForm reports whether a decoded gopher+ string is a filled form whose values
// end neither a line nor the form.
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
	return values[:len(values)-1] // the last one is the empty text after the last line end
}

// AddrSpec returns the mailbox of a mailto URL: the parts of its decoded addr-spec
// before and after the "@", a quoted local part without its quotes. The grammar does
// not require a valid mailbox; the error says why there is none. It is the error of
// [mail.ParseAddress], which accepts neither comments nor white space between the
// words of an addr-spec, as RFC 822 would.
func AddrSpec(u ast.Mailto) (local, domain string, err error) {
	// In brackets only an addr-spec is read, not a name or a group.
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
		d.note(fmt.Sprintf("%s is not an addr-spec of RFC 822: %v", d.quoted(u.AddrSpec), err), "3.5")
		return
	}
	d.do(fmt.Sprintf("offer to send mail to %s at %s", grammar.Quoted(local), grammar.Quoted(domain)),
		"the URL designates a mailing address, not a data object that could be accessed", "3.5")
}

func (d *describer) news(u ast.News) {
	const anywhere = "from any news server, because a news URL is location-independent"
	switch {
	case u.All.Present():
		d.do("list the newsgroups", `"*" means "all available news groups", `+anywhere, "3.6")
	case u.Group.Present():
		d.do("read the newsgroup "+u.Text(u.Group), "without \"@\" it is the name of a newsgroup, "+anywhere, "3.6")
	default:
		d.do(fmt.Sprintf("fetch the article with the Message-ID %s", grammar.Quoted("<"+d.data(u.Article)+">")),
			"with \"@\" it is a message identifier, shown decoded and with the brackets of RFC 1036; "+anywhere, "3.6")
	}
}

func (d *describer) nntp(u ast.NNTP) {
	d.connect(u.HostPort, "3.7")
	d.do("select the newsgroup "+u.Text(u.Group), "the name of the group", "3.7")
	if u.Number.Present() {
		d.do("fetch the article "+u.Text(u.Number), "the numeric id of the article within that newsgroup", "3.7")
	} else {
		d.note("there is no article number; the form has one, but the grammar does not require it", "3.7")
	}
	d.note("most NNTP servers allow access only to local clients, so the news form of URL is preferred", "3.7")
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
	d.do("let the user interact", "the URL designates an interactive service, not a data object", "3.8")
}

func (d *describer) wais(u ast.WAIS) {
	d.connect(u.HostPort, "3.9")
	database := d.quoted(u.Database)
	switch {
	case u.Search.Present():
		d.do(fmt.Sprintf("search the database %s for %s", database, d.quoted(u.Search)), "the second form of URL designates a particular search", "3.9")
	case u.WType.Present():
		d.do(fmt.Sprintf("retrieve from the database %s the document %s of the type %s", database, d.quoted(u.WPath), d.quoted(u.WType)),
			"the third form of URL designates a particular document, whose id only the server that issued it may take apart", "3.9")
	default:
		d.do("offer a search in the database "+database, "the first form of URL designates a database that is available for searching", "3.9")
	}
}

func (d *describer) file(u ast.File) {
	machine, why := "on the machine from which the URL is being interpreted", "the host is empty"
	switch {
	case u.Localhost:
		why = `the host is "localhost"`
	case !u.Local():
		machine, why = "on "+u.Text(u.Host.Span), "the host is the system on which the path is accessible"
	}
	var path []string
	for s := range u.Segments() {
		path = append(path, d.quoted(s))
	}
	d.do(fmt.Sprintf("find %s %s", strings.Join(path, " / "), machine), why+"; the path has directories and finally the name, decoded", "3.10")
	d.note("no Internet protocol or access method is specified", "3.10")
}

func (d *describer) prospero(u ast.Prospero) {
	d.connect(u.HostPort, "3.11")
	d.do("ask the Prospero directory server for access methods of the hsoname "+d.quoted(u.HSOName),
		"the host-specific object name, decoded, is opaque, and slashes in it need not separate anything", "3.11")
	for name, value := range u.Fields() {
		d.do(fmt.Sprintf("identify the target by the field %s with the value %s", d.quoted(name), d.quoted(value)),
			"fields serve to identify the target of the URL", "3.11")
	}
}

func (d *describer) other(u ast.Other) {
	switch reserved := u.Reserved(); {
	case u.Experimental():
		d.note(`"x-" marks a scheme for experimental purposes, used by mutual agreement between parties`, "4")
	case reserved != "":
		d.note("the scheme is proposed but not defined: "+reserved, "4")
	default:
		d.note("the document does not define the scheme, and does not say what its URLs mean", "4")
	}
	if !u.Login.Present() && strings.HasPrefix(u.Text(u.SchemePart), "//") {
		d.note(`"//" should begin the common Internet scheme syntax, but what follows does not match it`, "3.1")
	}
}
