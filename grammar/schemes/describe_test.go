package schemes_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar/engine/golden"
	"github.com/urispec/urispec/grammar/schemes"
)

func describe(t testing.TB, url string) *schemes.Description {
	t.Helper()
	return schemes.Describe(parse(t, url))
}

// steps lists what is done in full, with the conditions.
func steps(d *schemes.Description) string {
	var list []string
	for _, s := range d.Steps {
		do := s.String()
		if s.If != "" {
			do += " [if " + s.If + "]"
		}
		list = append(list, do)
	}
	return strings.Join(list, "\n")
}

// TestFTPCommands has the examples of section 3.2.2, and the rest of 3.2.
func TestFTPCommands(t *testing.T) {
	const (
		connect = "connect to host.dom, port 21"
		ask     = "ask the user for a password and send it with PASS [if the server asks for a password]"
		guess   = "guess the mode of the transfer from the name"
		anon    = "USER anonymous [if the server asks for a user name]\n" +
			"send PASS with the Internet e-mail address of the end user [if the server asks for a password]"
	)
	for _, c := range []struct {
		section, url string
		want         []string
	}{
		{"3.2.2", "ftp://myname@host.dom/%2Fetc/motd", []string{connect, "USER myname", ask, "CWD /etc", guess, "RETR motd"}},
		{"3.2.2", "ftp://myname@host.dom/etc/motd", []string{connect, "USER myname", ask, "CWD etc", guess, "RETR motd"}},
		{"3.2.2", "ftp://myname@host.dom//etc/motd", []string{connect, "USER myname", ask, "CWD ", "CWD etc", guess, "RETR motd"}},
		{"3.2.2", "ftp://u:p@host.dom/etc/motd;type=i", []string{connect, "USER u", "PASS p", "CWD etc", "TYPE I", "RETR motd"}},
		{"3.2.2", "ftp://u:p@host.dom/motd;type=A", []string{connect, "USER u", "PASS p", "TYPE A", "RETR motd"}},
		{"3.2.2", "ftp://u:p@host.dom/a/b;type=d", []string{connect, "USER u", "PASS p", "CWD a", "NLST b"}},
		{"3.2.2", "ftp://u:p@host.dom/a/;type=d", []string{connect, "USER u", "PASS p", "CWD a", "NLST"}},
		{"3.2.2", "ftp://u:p@host.dom/a/;type=a", []string{connect, "USER u", "PASS p", "CWD a", "TYPE A", "RETR "}},
		{"3.2.3", "ftp://u:p@host.dom/a/", []string{connect, "USER u", "PASS p", "CWD a", "NLST"}},
		{"3.2.2", "ftp://u:p@host.dom", []string{connect, "USER u", "PASS p"}},
		{"3.2.2", "ftp://u:p@host.dom/a%3Bb/%252F%20c", []string{connect, "USER u", "PASS p", "CWD a;b", guess, "RETR %2F c"}},
		{"3.2.1", "ftp://host.dom/motd", []string{connect, anon, guess, "RETR motd"}},
		{"3.2.1", "ftp://u:@host.dom", []string{connect, "USER u", "PASS "}},
		{"3.2.1", "ftp://@host.dom", []string{connect, "USER ", ask}},
		{"3.2.1", "ftp://:pw@host.dom", []string{connect, "USER ", "PASS pw"}},
		{"3.2.1", "ftp://a%40b:c%3Ad@host.dom", []string{connect, "USER a@b", "PASS c:d"}},
		{"3.2", "ftp://u:p@host.dom:2121", []string{"connect to host.dom, port 2121", "USER u", "PASS p"}},
	} {
		if diff := cmp.Diff(strings.Join(c.want, "\n"), steps(describe(t, c.url))); diff != "" {
			t.Errorf("%s: %s:\n%s", c.section, c.url, diff)
		}
	}
	var lists []string
	for _, path := range []string{"/%2Fetc/motd", "/etc/motd", "//etc/motd"} {
		lists = append(lists, strings.Join(describe(t, "ftp://myname@host.dom"+path).Sent(), "\n"))
	}
	if want := []string{"USER myname\nCWD /etc\nRETR motd", "USER myname\nCWD etc\nRETR motd", "USER myname\nCWD \nCWD etc\nRETR motd"}; !slices.Equal(lists, want) {
		t.Errorf("the lists are %q", lists)
	}
}

// TestGopherRequests has every form of section 3.4: what is sent, and what a
// gopher+ string asks for.
func TestGopherRequests(t *testing.T) {
	for _, c := range []struct{ section, path, want, note string }{
		{"3.4.1", "", "", ""},
		{"3.4.1", "/", "", ""},
		{"3.4.1", "/1", "", ""},
		{"3.4.1", "/00/a%20b?c", "0/a b?c", ""},
		{"3.4.2", "/7s%09a%2Fb", "s\ta/b", ""},
		{"3.4.2", "/7%09", "\t", ""},
		{"3.4.3", "/0s%09q%09+", "s\tq\t+", "the Gopher+ string asks for the default view (data representation) of the item (3.4.4)"},
		{"3.4.4", "/0s%09%09+", "s\t\t+", "the Gopher+ string asks for the default view (data representation) of the item (3.4.4)"},
		{"3.4.5", "/0s%09%09?", "s\t\t!+ASK", "the Gopher+ string asks for an item with an electronic form (3.4.5)"},
		{"3.4.6", "/0s%09%09!", "s\t\t!", "the Gopher+ string asks for all of the item's attributes (3.4.6)"},
		{"3.4.6", "/1s%09%09$", "s\t\t$", "the Gopher+ string asks for all the item attributes for all items in the directory (3.4.6)"},
		{"3.4.7", "/0s%09%09!+ABSTRACT", "s\t\t!+ABSTRACT", `the Gopher+ string asks for these attributes of the item: "+ABSTRACT" (3.4.7)`},
		{"3.4.7", "/0s%09%09!+ABSTRACT%20+SMELL", "s\t\t!+ABSTRACT +SMELL", `the Gopher+ string asks for these attributes of the item: "+ABSTRACT", "+SMELL" (3.4.7)`},
		{"3.4.7", "/1s%09%09$+ABSTRACT", "s\t\t$+ABSTRACT", `the Gopher+ string asks for these attributes of all items in the directory: "+ABSTRACT" (3.4.7)`},
		{"3.4.8", "/0s%09%09+application/postscript%20Es_ES", "s\t\t+application/postscript Es_ES",
			`the Gopher+ string asks for the alternate view "application/postscript" in the language "Es_ES" (3.4.8)`},
		{"3.4.8", "/0s%09%09+text/plain", "s\t\t+text/plain", `the Gopher+ string asks for the alternate view "text/plain" in no particular language (3.4.8)`},
		{"3.4.9", "/0s%09%09+%091%0D%0A+-1%0D%0Av%0D%0A%0D%0A.%0D%0A", "s\t+\t1\r\n+-1\r\nv\r\n\r\n.\r\n",
			`the Gopher+ string asks for the item, with the form filled out: ["v" ""] (3.4.9)`},
		{"3.4.9", "/0s%09q%09+%091%0d%0a+-1%0d%0a.%0d%0a", "s\tq\t+\t1\r\n+-1\r\n.\r\n",
			`the Gopher+ string asks for the item, with the form filled out: [] (3.4.9)`},
		{"3.4.3", "/0s%09%09", "s\t\t", "the Gopher+ string asks for nothing that the document describes (3.4.3)"},
		{"3.4.3", "/0s%09%09x", "s\t\tx", "the Gopher+ string asks for nothing that the document describes (3.4.3)"},
		{"3.4.3", "/0s%09%09+a%20b%20c", "s\t\t+a b c", "the Gopher+ string asks for nothing that the document describes (3.4.3)"},
	} {
		d := describe(t, "gopher://h"+c.path)
		if d.Refused != nil {
			t.Errorf("%s: %s: %v", c.section, c.path, d.Refused)
			continue
		}
		if got := d.Sent(); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %s sends %q, want %q", c.section, c.path, got, c.want)
		}
		if got := notes(d); got != c.note {
			t.Errorf("%s: %s: the notes are %q, want %q", c.section, c.path, got, c.note)
		}
	}
	if got, want := steps(describe(t, "gopher://h/0s%09%09?")), `connect to h, port 70
s\x09\x09!+ASK
ask the user to fill out the form
send the selector with the responses of the user
take the answer as a resource of Gopher type "0"`; got != want {
		t.Errorf("a form: %s", cmp.Diff(want, got))
	}
	if got, want := steps(describe(t, "gopher://h:7070")), "connect to h, port 7070\n\ntake the answer as a resource of Gopher type \"1\""; got != want {
		t.Errorf("the default type: %s", cmp.Diff(want, got))
	}
}

func notes(d *schemes.Description) string {
	var list []string
	for _, n := range d.Notes {
		list = append(list, fmt.Sprintf("%s (%s)", n.Text, n.Section))
	}
	return strings.Join(list, "\n")
}

// TestSteps: what a client does with the other schemes.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		section, url string
		want         []string
	}{
		{"3.3", "http://h", []string{"connect to h, port 80", "ask for /"}},
		{"3.3", "http://h:8080/a%2Fb/c?d%20e", []string{"connect to h, port 8080", "ask for /a%2Fb/c?d%20e"}},
		{"3.3", "http://h/?", []string{"connect to h, port 80", "ask for /?"}},
		{"3.5", "mailto:a%25b@c.d", []string{`offer to send mail to "a%b" at "c.d"`}},
		{"3.5", "mailto:%22a%20b%22@c", []string{`offer to send mail to "a b" at "c"`}},
		{"3.5", "mailto:foo", nil},
		{"3.6", "news:*", []string{"list the newsgroups"}},
		{"3.6", "news:comp.x", []string{"read the newsgroup comp.x"}},
		{"3.6", "news:1%40a@h.d", []string{`fetch the article with the Message-ID "<1@a@h.d>"`}},
		{"3.7", "nntp://h/comp.x/12", []string{"connect to h, port 119", "select the newsgroup comp.x", "fetch the article 12"}},
		{"3.7", "nntp://h/comp.x", []string{"connect to h, port 119", "select the newsgroup comp.x"}},
		{"3.8", "telnet://u:p%20q@h/", []string{
			"connect to h, port 23", `advise the user of the suggested user name "u"`,
			`advise the user of the suggested password "p q"`, "let the user interact",
		}},
		{"3.8", "telnet://h:2323", []string{"connect to h, port 2323", "let the user interact"}},
		{"3.9", "wais://h/d", []string{"connect to h, port 210", `offer a search in the database "d"`}},
		{"3.9", "wais://h/d?a%3Fb", []string{"connect to h, port 210", `search the database "d" for "a?b"`}},
		{"3.9", "wais://h/d/TEXT/%01%FF", []string{"connect to h, port 210", `retrieve from the database "d" the document "\x01\xFF" of the type "TEXT"`}},
		{"3.10", "file:///etc/motd", []string{`find "etc" / "motd" on the machine from which the URL is being interpreted`}},
		{"3.10", "file://localhost/a%2Fb", []string{`find "a/b" on the machine from which the URL is being interpreted`}},
		{"3.10", "file://vms.host.edu/disk$user/n", []string{`find "disk$user" / "n" on vms.host.edu`}},
		{"3.11", "prospero://host.dom//pros/name", []string{
			"connect to host.dom, port 1525", `ask the Prospero directory server for access methods of the hsoname "/pros/name"`,
		}},
		{"3.11", "prospero://h/a%3Bb;OBJECT-VERSION=1%3D2", []string{
			"connect to h, port 1525", `ask the Prospero directory server for access methods of the hsoname "a;b"`,
			`identify the target by the field "OBJECT-VERSION" with the value "1=2"`,
		}},
		{"4", "x-y://h/a", nil},
	} {
		if diff := cmp.Diff(strings.Join(c.want, "\n"), steps(describe(t, c.url))); diff != "" {
			t.Errorf("%s: %s:\n%s", c.section, c.url, diff)
		}
	}
}

// TestNotes: further remarks on a URL.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"ftp://h", "the url-path is omitted"},
		{"gopher://h/%09x", "the type is an escape"},
		{"gopher://h/7sel%09a?b", "the grammar reads an encoded tab as part of the selector"},
		{"mailto:foo", `"foo" is not an addr-spec of RFC 822`},
		{"mailto:a@b?subject=x", `the "?" is part of the address`},
		{"nntp://h/comp.x", "there is no article number"},
		{"file://h/a", "no Internet protocol or access method is specified"},
		{"x-y:z", `"x-" marks a scheme for experimental purposes`},
		{"afs:z", "Andrew File System global file names."},
		{"https://h/", "the document does not define the scheme"},
		{"x://_/x", `"//" should begin the common Internet scheme syntax`},
		{"http://h/a%0D", "the hsegment has an encoded CR at offset 10 of the URL"},
		{"wais://h/d?%00", "the search has an encoded NUL at offset 11 of the URL"},
	} {
		if got := notes(describe(t, c.url)); !strings.Contains(got, c.want) {
			t.Errorf("%s: the notes are %q", c.url, got)
		}
	}
}

// TestRefused: an encoded line end is never sent (6).
func TestRefused(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"ftp://h/a%0D%0ADELE%20b", `"%0D" at offset 9 in the name is an encoded CR, which must not be sent (section 6)`},
		{"ftp://h/a%0Ab/c", `"%0A" at offset 9 in the cwd is an encoded LF, which must not be sent (section 6)`},
		{"ftp://u:%00@h", `"%00" at offset 8 in the password is an encoded NUL, which must not be sent (section 6)`},
		{"ftp://%0a:p@h", `"%0A" at offset 6 in the user is an encoded LF, which must not be sent (section 6)`},
		{"gopher://h/0a%0d", `"%0D" at offset 13 in the selector is an encoded CR, which must not be sent (section 3.4.1)`},
		{"gopher://h/0a%00", `"%00" at offset 13 in the selector is an encoded NUL, which must not be sent (section 6)`},
		{"gopher://h/7sel%09a?b", `"%09" at offset 15 in the selector is an encoded HT, which must not be sent (section 3.4.1)`},
		{"gopher://h/7s%09a%0Ab", `"%0A" at offset 17 in the search is an encoded LF, which must not be sent (section 3.4.2)`},
		{"gopher://h/0s%09%09+%0D%0AHELO", `"%0D" at offset 20 in the gopher-plus-string is an encoded CR, which must not be sent (section 6)`},
		// A line of one dot ends a form.
		{"gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0AHELO%0D%0A.%0D%0A", `"%0D" at offset 24 in the gopher-plus-string is an encoded CR, which must not be sent (section 6)`},
		{"gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aa%0Ab%0D%0A.%0D%0A", `"%0D" at offset 24 in the gopher-plus-string is an encoded CR, which must not be sent (section 6)`},
		{"mailto:a%0D%0Ab@c", `"%0D" at offset 8 in the addr-spec is an encoded CR, which must not be sent (section 6)`},
		{"news:a%0Ab@c", `"%0A" at offset 6 in the article is an encoded LF, which must not be sent (section 6)`},
		{"telnet://a%0Db@c", `"%0D" at offset 10 in the user is an encoded CR, which must not be sent (section 6)`},
	} {
		d := describe(t, c.url)
		if d.Refused == nil || d.Refused.Error() != c.want {
			t.Errorf("%s: %v", c.url, d.Refused)
		}
		if len(d.Steps) > 0 {
			t.Errorf("%s: %s", c.url, steps(d))
		}
	}
}

// TestPorts: the default ports of RFC 1738.
func TestPorts(t *testing.T) {
	for _, c := range []struct {
		url, number string
		isDefault   bool
	}{
		{"ftp://h", "21", true}, {"http://h", "80", true}, {"gopher://h", "70", true}, {"nntp://h/g", "119", true},
		{"telnet://h", "23", true}, {"wais://h/", "210", true}, {"prospero://h/", "1525", true},
		{"http://h:80", "80", false}, {"http://h:99999", "99999", false}, {"x://h:1", "1", false},
		// RFC 2224 gives nfs a port; this document does not define the scheme.
		{"nfs://h", "", false}, {"x:y", "", false}, {"mailto:a@b", "", false}, {"news:*", "", false}, {"file:///", "", false},
	} {
		got := describe(t, c.url).Port
		switch {
		case c.number == "" && got != nil:
			t.Errorf("%s has the port %v", c.url, *got)
		case c.number != "" && (got == nil || *got != schemes.Port{Number: c.number, Default: c.isDefault}):
			t.Errorf("%s has the port %v", c.url, got)
		}
	}
}

// TestAddrSpec: the mailbox, or why there is none.
func TestAddrSpec(t *testing.T) {
	for _, c := range []struct{ url, local, domain, err string }{
		{"mailto:masinter@parc.xerox.com", "masinter", "parc.xerox.com", ""},
		{"mailto:a%25b@c", "a%b", "c", ""},
		{"mailto:%22a@b%22@c", "a@b", "c", ""},
		{"mailto:%22a%5C%22b%22@c", `a"b`, "c", ""},
		{"mailto:a@%5B1.2.3.4%5D", "a", "[1.2.3.4]", ""},
		{"mailto:foo", "", "", "mail: missing @ in addr-spec"},
		{"mailto:Joe%20%3Ca@b%3E", "", "", "mail: missing @ in addr-spec"},
		{"mailto:a@b,c@d", "", "", "mail: unclosed angle-addr"},
		{"mailto:a..b@c", "", "", "mail: double dot in atom"},
	} {
		local, domain, err := schemes.AddrSpec(parse(t, c.url).(ast.Mailto))
		if local != c.local || domain != c.domain || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %q at %q, %v", c.url, local, domain, err)
		}
	}
}

// TestJSON holds descriptions to golden files, one for each form.
func TestJSON(t *testing.T) {
	for name, url := range map[string]string{
		"ftp": "ftp://myname@host.dom/%2Fetc/motd", "gopher": "gopher://h/7sel%09a%20b%09+", "http": "http://h:8080/a/b?c&d",
		"mailto": "mailto:a%25b@c.d", "news": "news:1@h", "nntp": "nntp://h/comp.x/12", "telnet": "telnet://u:p@h/",
		"wais": "wais://h/d/TEXT/%FF", "file": "file:///a%2Fb/c", "prospero": "prospero://h//pros/name;x=y",
		"other": "x-y://h/a", "refused": "ftp://h/%FF%0A;type=d", "octets": "ftp://h/%FF;type=d",
	} {
		var got bytes.Buffer
		enc := json.NewEncoder(&got)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(describe(t, url)); err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, filepath.Join("testdata", "describe", name+".json"), got.String())
	}
}

// TestStepString: what is sent is legible.
func TestStepString(t *testing.T) {
	for do, want := range map[string]string{
		"CWD ": "CWD ", `CWD a"b\`: `CWD a"b\\`, "s\t+": `s\x09+`, "NLST \xff\u202e": `NLST \xFF\u{202E}`,
	} {
		if got := (schemes.Step{Do: do, Sent: true}).String(); got != want {
			t.Errorf("%q is written %s", do, got)
		}
	}
	if got := (schemes.Step{Do: `find "\t"`}).String(); got != `find "\t"` {
		t.Errorf("what is not sent is written %s", got)
	}
}

// described says where a description is not what all are: the fields are the
// parts, no line that is sent has an end inside, and all can be written.
func described(u ast.URL) string {
	d := schemes.Describe(u)
	if d.URL != u.String() || d.Kind != u.Kind() || d.Form == "" || d.Section == "" || !strings.HasPrefix(d.URL, d.Scheme+":") {
		return fmt.Sprintf("the description is of %q", d.URL)
	}
	n := 0
	for name, s := range u.Parts() {
		for n < len(d.Fields) && !d.Fields[n].Present {
			n++
		}
		if n == len(d.Fields) {
			return fmt.Sprintf("there is no field for the %s", name)
		}
		if f := d.Fields[n]; f.Name != name || f.Span != s || f.Text != u.Text(s) || f.Decoded != schemes.Decode(u, s) {
			return fmt.Sprintf("the field for the %s %q is %+v", name, u.Text(s), f)
		}
		n++
	}
	for i, f := range d.Fields {
		if f.Section == "" || !f.Present && (f.Span != ast.Absent || f.Text != "" || f.Decoded != "") || f.Present && i >= n {
			return fmt.Sprintf("there is the field %+v", f)
		}
	}
	if wrong := sentWell(u, d); wrong != "" {
		return wrong
	}
	return marshals(d)
}

// sentWell says what is wrong with the steps of a description.
func sentWell(u ast.URL, d *schemes.Description) string {
	if d.Refused != nil {
		var octet *schemes.OctetError
		if err := error(d.Refused); !errors.As(err, &octet) || len(d.Steps) > 0 || u.String()[octet.Offset] != '%' {
			return fmt.Sprintf("refused, %v, it has %d steps", d.Refused, len(d.Steps))
		}
		return ""
	}
	for _, s := range d.Steps {
		if s.Why == "" || s.Section == "" || s.Do == "" && !s.Sent {
			return fmt.Sprintf("there is the step %+v", s)
		}
		for i := range len(s.Do) {
			if c := s.Do[i]; !s.Sent && (c < 0x20 || c > 0x7E) {
				return fmt.Sprintf("to do is %q", s.Do)
			}
		}
		line := s.Do
		if g, ok := u.(ast.Gopher); ok && strings.HasSuffix(line, "\r\n.\r\n") {
			line = strings.TrimSuffix(line, schemes.Decode(u, g.GopherPlus)) // a form of 3.4.9
		}
		if s.Sent && strings.ContainsAny(line, "\r\n\x00") {
			return fmt.Sprintf("%q would be sent", s.Do)
		}
	}
	if ftp, ok := u.(ast.FTP); ok {
		var want, got []string
		for s := range ftp.CWD() {
			want = append(want, "CWD "+schemes.Decode(u, s))
		}
		for _, line := range d.Sent() {
			if strings.HasPrefix(line, "CWD ") {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, want) {
			return fmt.Sprintf("the directories are %q, want %q", got, want)
		}
	}
	return ""
}

// marshals says where a description in JSON loses something.
func marshals(d *schemes.Description) string {
	b, err := json.Marshal(d)
	if err != nil {
		return err.Error()
	}
	var got struct {
		URL    string
		Fields []struct {
			Name          string
			Start, End    *int32
			Text, Decoded *string
			Base64        *string `json:"decoded_base64"`
		}
		Steps []struct {
			Do     *string
			Base64 *string `json:"do_base64"`
		}
		Refused *struct{ Message string }
	}
	if err := json.Unmarshal(b, &got); err != nil {
		return err.Error()
	}
	octets := func(s, base *string) string {
		if s == nil && base != nil {
			b, err := base64.StdEncoding.DecodeString(*base)
			if err != nil {
				return err.Error()
			}
			return string(b)
		}
		if s == nil {
			return ""
		}
		return *s
	}
	if got.URL != d.URL || len(got.Fields) != len(d.Fields) || len(got.Steps) != len(d.Steps) || (got.Refused != nil) != (d.Refused != nil) {
		return "JSON is " + string(b)
	}
	for i, f := range d.Fields {
		g := got.Fields[i]
		if g.Name != f.Name || (g.Text != nil) != f.Present || octets(g.Text, nil) != f.Text || octets(g.Decoded, g.Base64) != f.Decoded ||
			f.Present && (*g.Start != f.Span.Start || *g.End != f.Span.End) {
			return fmt.Sprintf("%+v is in JSON %s", f, b)
		}
	}
	for i, s := range d.Steps {
		if octets(got.Steps[i].Do, got.Steps[i].Base64) != s.Do {
			return fmt.Sprintf("%+v is in JSON %s", s, b)
		}
	}
	return ""
}
