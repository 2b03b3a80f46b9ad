package schemes_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/schemes"
)

// The type tells the form, and the spans where its parts are.
func ExampleParse() {
	u, err := schemes.Parse("ftp://foo:@host.com/pub/a%2Fb;type=i")
	if err != nil {
		fmt.Println(err)
		return
	}
	ftp := u.(ast.FTP)
	fmt.Printf("password %q, port %v\n", ftp.Text(ftp.Login.Password), ftp.Login.HostPort.Port.Present())
	for name, span := range u.Parts() {
		fmt.Printf("%-8s %2d-%2d %q\n", name, span.Start, span.End, u.Text(span))
	}
	_, err = schemes.Parse("http://user@host/")
	fmt.Println(err)
	// Output:
	// password "", port false
	// user      6- 9 "foo"
	// password 10-10 ""
	// host     11-19 "host.com"
	// cwd      20-23 "pub"
	// name     24-29 "a%2Fb"
	// typecode 35-36 "i"
	// rfc1738: offset 11: "@" in toplabel (section 3.1), expected alphadigit, "-", ".", "/", ":" or end of input
}

// Data is decoded after the URL is split, once.
func ExampleDecode() {
	u, err := schemes.Parse("ftp://host/a%2Fb/%2541")
	if err != nil {
		fmt.Println(err)
		return
	}
	ftp := u.(ast.FTP)
	for directory := range ftp.CWD() {
		fmt.Printf("%q\n", schemes.Decode(u, directory))
	}
	fmt.Printf("%q\n", schemes.Decode(u, ftp.Name))
	// Output:
	// "a/b"
	// "%41"
}

// The three URLs of section 3.2.2 look alike and mean different directories.
func ExampleDescribe() {
	for _, url := range []string{
		"ftp://myname@host.dom/%2Fetc/motd",
		"ftp://myname@host.dom/etc/motd",
		"ftp://myname@host.dom//etc/motd;type=i",
	} {
		u, err := schemes.Parse(url)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q\n", schemes.Describe(u).Sent())
	}
	// Output:
	// ["USER myname" "CWD /etc" "RETR motd"]
	// ["USER myname" "CWD etc" "RETR motd"]
	// ["USER myname" "CWD " "CWD etc" "TYPE I" "RETR motd"]
}

func ExampleDescribe_gopher() {
	u, err := schemes.Parse("gopher://h/7find%09a%20b%09!+ABSTRACT%20+SMELL")
	if err != nil {
		fmt.Println(err)
		return
	}
	d := schemes.Describe(u)
	for _, step := range d.Steps {
		fmt.Printf("%s (%s)\n", step, step.Section)
	}
	for _, note := range d.Notes {
		fmt.Printf("%s (%s)\n", note.Text, note.Section)
	}
	// Output:
	// connect to h, port 70 (3.4.1)
	// find\x09a b\x09!+ABSTRACT +SMELL (3.4.3)
	// take the answer as a resource of Gopher type "7" (3.4.1)
	// the Gopher+ string asks for these attributes of the item: "+ABSTRACT", "+SMELL" (3.4.7)
}

// An encoded line end would be another command.
func ExampleDescribe_refused() {
	u, err := schemes.Parse("ftp://host/a%0D%0ADELE%20b")
	if err != nil {
		fmt.Println(err)
		return
	}
	d := schemes.Describe(u)
	fmt.Println(d.Refused)
	fmt.Println(len(d.Steps), "steps")
	// Output:
	// "%0D" at offset 12 in the name is an encoded CR, which must not be sent (section 6)
	// 0 steps
}

func ExampleDescription_json() {
	u, err := schemes.Parse("news:*")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := json.MarshalIndent(schemes.Describe(u).Steps, "", "  ")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(b))
	// Output:
	// [
	//   {
	//     "do": "list the newsgroups",
	//     "sent": false,
	//     "if": null,
	//     "why": "\"*\" means \"all available news groups\", from any news server, because a news URL is location-independent",
	//     "section": "3.6"
	//   }
	// ]
}

func ExampleEdit() {
	u, err := schemes.Parse("ftp://foo@host.com/motd")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, changes := range [][]schemes.Change{
		{schemes.Set("typecode", "a")},
		{schemes.Add("cwd", "pub", "a/b")},
		{schemes.Set("password", ""), schemes.Set("port", "2121")},
		{schemes.Without("user"), schemes.Set("password", "secret")},
		{schemes.Set("port", "")},
	} {
		changed, err := schemes.Edit(u, changes...)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(changed)
	}
	// Output:
	// ftp://foo@host.com/motd;type=a
	// ftp://foo@host.com/pub/a%2Fb/motd
	// ftp://foo:@host.com:2121/motd
	// ftp: the password needs a user, which may be empty (section 3.2.1)
	// ftp: the port needs a digit; if it is omitted, so is the colon (section 3.1)
}

func ExampleBuild() {
	fmt.Println(schemes.Build("gopher", schemes.Set("host", "h"), schemes.Set("gtype", "7"), schemes.Set("search", "what? this/that")))
	fmt.Println(schemes.Build("news", schemes.Set("article", "1994Dec1.1@example.com")))
	_, err := schemes.Build("http", schemes.Set("host", "h"), schemes.Set("user", "me"))
	var edit *schemes.EditError
	fmt.Println(errors.As(err, &edit), edit.Part, err)
	// Output:
	// gopher://h/7%09what%3F%20this%2Fthat <nil>
	// news:1994Dec1.1@example.com <nil>
	// true user http: "No user name or password is allowed" (section 3.3)
}

func ExampleAddrSpec() {
	for _, url := range []string{"mailto:%22Joe%20User%22@example.com", "mailto:gate%25way@host", "mailto:foo"} {
		u, err := schemes.Parse(url)
		if err != nil {
			fmt.Println(err)
			return
		}
		local, domain, err := schemes.AddrSpec(u.(ast.Mailto))
		fmt.Printf("%q %q %v\n", local, domain, err)
	}
	// Output:
	// "Joe User" "example.com" <nil>
	// "gate%way" "host" <nil>
	// "" "" mail: missing @ in addr-spec
}

// A grammar of your own, which takes rules from an edition and from the document of a scheme.
func ExampleGrammar() {
	g, err := grammar.Read("contact.abnf", `
contact = number / "<" URI ">"
number  = <telephone-uri, see RFC 3966, Section 3>
URI     = <URI, see [RFC3986]>
`, grammar.Options{Documents: schemes.Grammar})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"tel:+1-201-555-0123", "<http://example.com/>", "tel:hello"} {
		fmt.Println(s, g.Start().Valid(s))
	}
	// Output:
	// tel:+1-201-555-0123 true
	// <http://example.com/> true
	// tel:hello false
}
