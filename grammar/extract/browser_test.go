package extract

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispec/urispec/grammar/editions"
)

// script writes into the document what the browser makes of its links: for each
// element and attribute that is asked for, in order, the value of the property
// that reflects it.
const script = `<script>
addEventListener("load", () => { // when it is known which images are taken
const properties = PROPERTIES, found = [];
for (const e of document.querySelectorAll("*")) {
	for (const a of e.attributes) {
		if (!(a.name in properties)) continue;
		let value = e[properties[a.name]];
		if (value && value.baseVal !== undefined) value = new URL(value.baseVal, e.baseURI).href; // of SVG
		if (typeof value === "string") found.push({Element: e.localName, Attribute: a.name, Target: value});
	}
}
const out = document.createElement("pre");
out.id = "found";
out.textContent = JSON.stringify(found);
document.documentElement.append(out);
});
</script>
`

// properties are the attributes that browsers resolve, and where they have the
// result.
var properties = map[string]string{
	"href": "href", "xlink:href": "href", "src": "src", "action": "action", "formaction": "formAction", "cite": "cite",
	"data": "data", "poster": "poster", "longdesc": "longDesc", "lowsrc": "lowsrc", "codebase": "codeBase", "srcset": "currentSrc",
}

// browse returns what Chromium finds in a page.
func browse(t *testing.T, page string) []Link {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed, so that nothing can be compared with a browser")
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	names, _ := json.Marshal(properties)
	copied := filepath.Join(t.TempDir(), "page.html")
	with := string(text) + strings.Replace(script, "PROPERTIES", string(names), 1)
	if err := os.WriteFile(copied, []byte(with), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+copied)
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	match := regexp.MustCompile(`(?s)<pre id="found">(.*?)</pre>`).FindSubmatch(dom)
	if match == nil {
		t.Fatalf("chromium did not run the script: %.999s", dom)
	}
	var found []Link
	if err := json.Unmarshal([]byte(html.UnescapeString(string(match[1]))), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestBrowser: the links with http and https are those that Chromium has, but
// for the differences that have a name.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a while")
	}
	seen := make(map[string]bool) // of the differences
	for _, page := range []string{"base", "text", "forms"} {
		page = filepath.Join("testdata", "pages", page+".html")
		theirs := make(map[string][]string)
		for _, l := range browse(t, page) {
			where := l.Element + " " + l.Attribute
			theirs[where] = append(theirs[where], l.Target)
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found, err := links(t, editions.RFC3986, string(text), retrieved("http://retrieval.example/"))
		if err != nil {
			t.Fatal(err)
		}
		ours := make(map[string][]string)
		for _, l := range found {
			if properties[l.Attribute] == "" {
				continue
			}
			where := l.Element + " " + l.Attribute
			if where == "image src" {
				where = "img src" // the parser of HTML changes the name
			}
			want := l.Target
			for _, r := range rewritings {
				if now := r.rewrite(want); now != want {
					want, seen[r.name] = now, true
				}
			}
			for _, e := range exceptions {
				if e.where == where && e.text == l.Text {
					if want == e.browser {
						t.Errorf("%s: %s is no exception", e.name, show(l))
					}
					want, seen[e.where+e.text] = e.browser, true
				}
			}
			if l.Err != nil && want == "" {
				t.Errorf("%s: %s: %v, and there is no exception", page, show(l), l.Err)
			}
			if want != absent {
				ours[where] = append(ours[where], want)
			}
		}
		if page == filepath.Join("testdata", "pages", "forms.html") && len(theirs["img srcset"]) < 4 {
			t.Errorf("%s: of the images the browser has only %q", page, theirs["img srcset"])
		}
		for i, link := range theirs["img srcset"] { // the one that the browser takes
			if !slices.Contains(ours["img srcset"], link) {
				t.Errorf("%s: image %d is %s, which is not in %q", page, i, link, ours["img srcset"])
			}
		}
		delete(theirs, "img srcset")
		delete(ours, "img srcset")
		delete(ours, "source srcset")
		for where, links := range theirs {
			for i, link := range links {
				if strings.HasPrefix(link, "file:") {
					links[i] = itself
				}
			}
			if diff := cmp.Diff(links, ours[where]); diff != "" {
				t.Errorf("%s: %s (-browser +ours):\n%s", page, where, diff)
			}
			delete(ours, where)
		}
		for where, links := range ours {
			t.Errorf("%s: the browser has no %s: %q", page, where, links)
		}
	}
	for _, r := range rewritings {
		if !seen[r.name] {
			t.Errorf("no page shows the difference %q", r.name)
		}
	}
	for _, e := range exceptions {
		if !seen[e.where+e.text] {
			t.Errorf("no page shows the difference %q in %s %q", e.name, e.where, e.text)
		}
	}
}

// rewritings are what browsers do (by the URL Standard) to links that conform,
// besides what RFC 3986's resolution does. All but one are equivalences that the
// RFC knows too, as normalization (6.2), which is for those who ask for it.
var rewritings = []struct {
	name    string
	rewrite func(target string) string
}{
	{"scheme and host are in lower case", func(target string) string {
		return regexp.MustCompile(`^(?i)https?://([^/?#]*@)?[^/?#]*`).ReplaceAllStringFunc(target, strings.ToLower)
	}},
	{"the default port is left out, and an empty one", func(target string) string {
		target = regexp.MustCompile(`^(http://[^/?#]*):(?:0*80)?([/?#]|$)`).ReplaceAllString(target, "$1$2")
		return regexp.MustCompile(`^(https://[^/?#]*):(?:443)?([/?#]|$)`).ReplaceAllString(target, "$1$2")
	}},
	{"a path that is empty is /", func(target string) string {
		return regexp.MustCompile(`^(https?://[^/?#]+)([?#]|$)`).ReplaceAllString(target, "$1/$2")
	}},
	{"user information that is empty is left out", func(target string) string {
		return regexp.MustCompile(`^(https?://):?@`).ReplaceAllString(target, "$1")
	}},
	{"an apostrophe in the query is encoded", func(target string) string { // not equivalent by the RFC
		path, rest, ok := strings.Cut(target, "?")
		if !ok {
			return target
		}
		query, fragment, hasFragment := strings.Cut(rest, "#")
		target = path + "?" + strings.ReplaceAll(query, "'", "%27")
		if hasFragment {
			target += "#" + fragment
		}
		return target
	}},
}

const (
	absent = "(not in the browser)"
	itself = "(the page)"
)

// exceptions are the links of the pages of which browsers make something else,
// or which are links for them only, or not for them.
var exceptions = []struct {
	name, where, text, browser string
}{
	{"what is in a template is no part of the document", "a href", "in/template", absent},
	{"what is in a template is no part of the document", "base href", "http://template.example/", absent},
	{"what is in noscript is not for browsers that run scripts", "link href", "noscript.css", absent},
	{"a base in SVG is none", "base href", "http://svg.example/", absent},
	{"links in MathML are none", "mi href", "in/math", absent},

	{"the base's own scheme is left out where no // follows", "a href", "http:g", "http://base.example/a/b;c/g"},
	{"the base's own scheme is left out where no // follows", "a href", "https:x", "https://text.example/a/x"},
	{"the base's own scheme is left out where no // follows", "a href", "https:/x", "https://text.example/x"},
	{"the base's own scheme is left out where no // follows", "a href", "https:", "https://text.example/a/b?c"},
	{"what follows http: and https: is a host, with any number of slashes", "a href", "https:g", "https://g/"},
	{"what follows http: and https: is a host, with any number of slashes", "a href", "http:x", "http://x/"},
	{"what follows http: and https: is a host, with any number of slashes", "a href", "HTTPS:secure", "https://secure/"},
	{"what follows http: and https: is a host, with any number of slashes", "a href", "https:///x/y", "https://x/y"},
	{"what follows http: and https: is a host, with any number of slashes", "a href", "///x/y", "https://x/y"},
	{"a host is not empty, so that the link leads nowhere", "a href", "//", "//"},
	{"a host is decoded", "a href", "https://te%78t.example/x", "https://text.example/x"},
	{"a host of numbers is an IPv4 address", "a href", "https://127.1/x", "https://127.0.0.1/x"},
	{"a host of numbers is an IPv4 address", "a href", "https://0x7f.0.0.1/x", "https://127.0.0.1/x"},
	{"a host of numbers is an IPv4 address", "a href", "https://2130706433/x", "https://127.0.0.1/x"},
	{"an IPv6 address has one form", "a href", "https://[0:0::1]/x", "https://[::1]/x"},
	{"an IPv6 address has one form", "a href", "https://[::FFFF:1.2.3.4]/x", "https://[::ffff:102:304]/x"},
	{"a dot segment may be encoded", "a href", "%2e/x", "https://text.example/a/x"},
	{"a dot segment may be encoded", "a href", "x/%2E%2e/y", "https://text.example/a/y"},
	{"a dot segment may be encoded", "a href", "x/.%2e", "https://text.example/a/"},
	{"an action that is empty is the page, not the base", "form action", "", itself},
	{"an action that is empty is the page, not the base", "button formaction", "", itself},
	{"an action that is empty is the page, not the base", "input formaction", "", itself},

	// What does not conform.
	{"space is encoded", "a href", "x y", "https://text.example/a/x%20y"},
	{"space is encoded", "a href", "x?y z#", "https://text.example/a/x?y%20z#"},
	{"space is encoded", "img src", "b .png", "http://forms.example/dir/b%20.png"},
	{"space is encoded", "a href", "https://h h/", "https://h%20h/"},
	{"what is no character of US-ASCII is encoded as UTF-8", "a href", "é", "https://text.example/a/%C3%A9"},
	{"what is no character of US-ASCII is encoded as UTF-8", "a href", "é?é#é", "https://text.example/a/%C3%A9?%C3%A9#%C3%A9"},
	{"what is no character of US-ASCII is encoded as UTF-8", "a href", "x\u00A0y", "https://text.example/a/x%C2%A0y"},
	{"what is no character of US-ASCII is encoded as UTF-8", "a href", "x\uFFFDy", "https://text.example/a/x%EF%BF%BDy"},
	{"what is no character of US-ASCII is encoded as UTF-8", "a href", "x?a=1©<&notit;¬", "https://text.example/a/x?a=1%C2%A9%3C&notit;%C2%AC"},
	{"a host that is not US-ASCII is encoded by IDNA", "a href", "https://é.example/", "https://xn--9ca.example/"},
	{"a backslash is a slash", "a href", `x\y`, "https://text.example/a/x/y"},
	{"a backslash is a slash", "a href", `\\host\x`, "https://host/x"},
	{"delimiters are encoded, but for brackets", "a href", `x"y`, "https://text.example/a/x%22y"},
	{"delimiters are encoded, but for brackets", "a href", "<x>", "https://text.example/a/%3Cx%3E"},
	{"delimiters are encoded, but for brackets", "a href", "x|y[z]^{`}", "https://text.example/a/x%7Cy[z]%5E%7B%60%7D"},
	{"delimiters are encoded, but for brackets", "a href", ">78</A> <A HREF=", "https://text.example/a/%3E78%3C/A%3E%20%3CA%20HREF="},
	{"a percent sign need not begin an escape", "a href", "%", "https://text.example/a/%"},
	{"a percent sign need not begin an escape", "a href", "%zz%4", "https://text.example/a/%zz%4"},
	{"a fragment may have a number sign", "a href", "x#y#z", "https://text.example/a/x#y#z"},
	{"control characters at the ends are left out", "a href", "\x01x", "https://text.example/a/x"},
	{"control characters inside are encoded", "a href", "x\x7F", "https://text.example/a/x%7F"},
}
