package extract

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/editions"
)

// script writes into the document what the browser makes of its links: for each
// element and attribute that is asked for, in order, the value of the property
// that reflects it.
const script = `<script>
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
		"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+copied)
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

func TestZZ(t *testing.T) {
	for _, page := range []string{"base", "text", "forms"} {
		page = "testdata/pages/" + page + ".html"
		theirs := map[string][]string{}
		for _, l := range browse(t, page) {
			k := l.Element + " " + l.Attribute
			theirs[k] = append(theirs[k], l.Target)
		}
		text, _ := os.ReadFile(page)
		found, err := links(t, editions.RFC3986, string(text), retrieved("http://retrieval.example/"))
		if err != nil {
			t.Error(err)
		}
		for _, l := range found {
			if properties[l.Attribute] == "" {
				continue
			}
			k := l.Element + " " + l.Attribute
			v := "NONE"
			if len(theirs[k]) > 0 {
				v = theirs[k][0]
				theirs[k] = theirs[k][1:]
			}
			if v != l.Target {
				t.Logf("%s %q: %s; %v; theirs %s", k, l.Text, l.Target, l.Err, v)
			}
		}
		t.Log(theirs)
	}
}
