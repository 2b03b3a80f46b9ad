package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// address is the address of a view with a state.
func address(base, view string, state ...string) string {
	values := url.Values{"view": {view}}
	for i := 0; i < len(state); i += 2 {
		values.Set(state[i], state[i+1])
	}
	return base + "#" + values.Encode()
}

// TestReference: what is typed is judged by all editions; the chosen one says why.
func TestReference(t *testing.T) { transports(t, testReference) }

func testReference(t *testing.T, base string) {
	b := newBrowser(t, 1280, 900)
	b.open(address(base, "reference", "s", "http://h?q", "e", "rfc1738"))
	b.has(".result", "Does not conform to RFC 1738")
	b.until(`document.querySelectorAll(".edition.no").length === 3 && document.querySelectorAll(".edition.yes").length === 7`)
	b.has(".facts", "at byte 8")
	b.has(".facts .definition", "toplabel")
	b.until(`document.querySelector(".cell.at").dataset.start === "8"`)
	b.screenshot("reference-no")

	// A nearest string is one click away.
	b.run(chromedp.Click(".take", chromedp.ByQuery))
	b.has(".result", "Conforms to RFC 1738")

	// The edition is changed with the arrow keys, and is in the address.
	b.typed("#string", "http://u@h:1/a/b?c#")
	b.run(chromedp.Focus("input[value=rfc1738]", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`new URLSearchParams(location.hash.slice(1)).get("e") === "rfc6874"`)
	b.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`new URLSearchParams(location.hash.slice(1)).get("e") === "rfc3986"`)
	b.has(".result", "Conforms to RFC 3986")
	b.until(`new URLSearchParams(location.hash.slice(1)).get("s") === "http://u@h:1/a/b?c#"`)

	// Absent and empty are different.
	b.has(".parts tr:last-child td", "empty")
	b.has(".parts", "userinfou")

	// The outline, the boxes, the characters and the rule go together.
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".outline li")].find((e) => e.textContent.startsWith("port")).focus()`, nil))
	b.until(`document.querySelectorAll(".cell.lit").length === 1 && document.querySelector(".cell.lit").textContent === "1"`)
	b.until(`document.querySelectorAll(".tree .picture g.lit").length === 1`)
	b.has("#main .rule .definition", "port")
	b.until(`document.querySelector(".diagram svg")?.getAttribute("aria-label").includes("The rule port of rfc3986")`)
	b.run(chromedp.KeyEvent(kb.ArrowLeft))
	b.until(`document.activeElement.textContent.startsWith("authority")`)
	b.screenshot("reference-yes")

	// The address brings everything back.
	here := eval[string](b, "location.href")
	b.open(here)
	b.has(".result", "Conforms to RFC 3986")
	b.until(`document.querySelector("#string").value === "http://u@h:1/a/b?c#"`)
	b.quiet()
}

// TestHostileText: a reference is shown as text, with everything visible.
func TestHostileText(t *testing.T) { long(t); transports(t, testHostileText) }

func testHostileText(t *testing.T, base string) {
	b := newBrowser(t, 1280, 900)
	b.open(address(base, "reference", "s", "http://a/<img src=x onerror=alert(1)>\u202Egpj\u0000\u200B", "e", "rfc3987"))
	b.has(".result", "Does not conform")
	b.has(".strip", `\u{202E}`)
	b.has(".strip", `\x00`)
	b.has(".strip", `\u{200B}`)
	b.until(`document.querySelectorAll("main img").length === 0`)
	if got := eval[string](b, `[...document.querySelectorAll("main *")].filter((e) => e.tagName !== "INPUT").map((e) => e.innerText ?? "").join("").match(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u0000]/)?.[0] ?? ""`); got != "" {
		t.Errorf("the page shows %q", got)
	}
	b.quiet()
}

// TestResolve: all targets are there, and the steps can be played.
func TestResolve(t *testing.T) { long(t); transports(t, testResolve) }

func testResolve(t *testing.T, base string) {
	b := newBrowser(t, 1280, 900)
	b.open(address(base, "resolve", "base", "http://a/b/c/d;p?q", "r", "../g", "e", "rfc3986"))
	b.has(".result", "http://a/b/g")
	b.until(`document.querySelectorAll(".targets tbody tr").length === 10`)
	b.has(".targets tr:first-child", "resolves nothing")
	b.has(".count", "step 10 of 10")
	b.run(chromedp.Click(".player button:first-child", chromedp.ByQuery))
	b.has(".count", "step 1 of 10")
	b.run(chromedp.Click(".play", chromedp.ByQuery))
	b.has(".count", "step 2 of 10")
	b.run(chromedp.Click(".steps li:nth-child(8) button", chromedp.ByQuery))
	b.has(".buffers", "/../g")
	b.screenshot("resolve")
	b.run(chromedp.Click(".targets .witness", chromedp.ByQuery))
	b.has(".result", "Conforms to RFC 1808")
	b.run(chromedp.NavigateBack())
	b.has(".targets", "http://a/b/g")
	b.open(address(base, "resolve", "base", "x", "r", "g"))
	b.has(".result", "No target by RFC 3986: base")
	b.quiet()
}

// TestTour: every stop opens its view.
func TestTour(t *testing.T) {
	long(t)
	b := newBrowser(t, 1280, 900)
	base := served(t)
	b.open(address(base, "tour"))
	b.until(`document.querySelectorAll(".stops a").length > 20`)
	b.screenshot("tour")
	stops := eval[[]string](b, `[...document.querySelectorAll(".stops a")].map((a) => a.href)`)
	for _, href := range stops {
		b.open(href)
		b.until(`document.querySelector(".result")`)
	}
	b.quiet()
}

// TestEditions: documents with their rules, differences, and witnesses that open in the view of
// references.
func TestEditions(t *testing.T) { long(t); transports(t, testEditions) }

func testEditions(t *testing.T, base string) {
	b := newBrowser(t, 1280, 900)
	b.open(address(base, "editions", "e", "rfc2396", "with", "rfc3986", "rule", "hier_part"))
	b.has("h1", "RFC 2396: Uniform Resource Identifiers")
	b.has("#main .rule .definition", "hier_part")
	b.has("#main .rule", "Reading")
	b.until(`document.querySelector(".diagram svg")?.getAttribute("aria-label").includes("hier_part of rfc2396")`)
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".rule-link")].find((e) => e.textContent === "net_path").click()`, nil))
	b.has(".names [aria-current]", "net_path")
	b.typed(".pane .field", "ipv")
	b.until(`document.querySelectorAll(".names button").length === 1`)
	b.has("[aria-labelledby=diff-title]", "Each of the two has references that the other one does not have.")
	b.until(`document.querySelectorAll(".vectors tbody tr").length === 36`)
	b.screenshot("editions")
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".vectors .witness")].find((e) => e.textContent === "//[::]").click()`, nil))
	b.has(".result", "Does not conform to RFC 2396")
	b.quiet()
}

// TestGrammar: a grammar that is typed is checked at once, and so are its examples.
func TestGrammar(t *testing.T) { long(t); transports(t, testGrammar) }

func testGrammar(t *testing.T, base string) {
	b := newBrowser(t, 1280, 900)
	b.open(address(base, "grammar"))
	b.has("[aria-labelledby=tests-title]", "4 of 4 examples are as they should be.")
	b.until(`document.querySelectorAll(".tests .pass").length === 4`)
	b.has(".names", "month")
	b.screenshot("grammar")

	// An example that turns red, and one that is taken from the near misses.
	b.typed(".tests li:first-child input", "2026-11-32")
	b.until(`document.querySelectorAll(".tests .fail").length === 1`)
	b.has(".tree", "fails at byte 9")
	b.run(chromedp.Evaluate(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Near misses").click()`, nil))
	b.until(`document.querySelectorAll(".many .witness").length > 10`)
	b.run(chromedp.Click(".many .witness", chromedp.ByQuery))
	b.until(`document.querySelectorAll(".tests .pass").length === 4`)

	// A grammar with an error says where; the address has all of it.
	b.open(address(base, "grammar", "g", "s = t / \"a\"\n", "t", "+a"))
	b.has(".findings", "t")
	b.has(".findings .tag", "error")
	b.until(`document.querySelector(".editor").shadowRoot.querySelector(".cm-lintRange-error")`)
	b.screenshot("grammar-error")
	b.open(address(base, "grammar", "g", "s = *t\nt = \"x\" / \"xx\"\n", "t", "+XxX\n-y"))
	b.has("[aria-labelledby=ambiguous-title]", "in two ways.")
	b.until(`document.querySelectorAll(".outline.still").length === 2`)
	b.has("[aria-labelledby=tests-title]", "2 of 2 examples")

	// What is typed into the editor counts, and nothing is lost on the way back.
	b.run(chromedp.Evaluate(`document.querySelector(".editor").shadowRoot.querySelector(".cm-content").focus()`, nil))
	b.run(chromedp.KeyEvent("b"))
	b.until(`new URLSearchParams(location.hash.slice(1)).get("g").startsWith("bs = ")`)
	b.has(".names", "bs")

	b.run(chromedp.SetValue("select[aria-label='What to compare with']", "rfc3986", chromedp.ByQuery))
	b.run(chromedp.Evaluate(`for (const s of document.querySelectorAll("select")) { if (s.getAttribute("aria-label") === "Form of the export") s.value = "re2"; s.dispatchEvent(new Event("change")); }`, nil))
	b.has(".export", "^")
	b.has("[aria-labelledby=diff-title]", "are in RFC 3986, which has more")
	b.quiet()
}

// TestViews: no view has a serious fault of accessibility, moves sideways or reports an error: in
// wide and narrow windows, light and dark.
func TestViews(t *testing.T) {
	long(t)
	npm(t)
	axe, err := os.ReadFile(filepath.Join(editorFolder, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	base := served(t)
	for _, window := range []struct {
		name   string
		width  int
		scheme string
	}{{"wide", 1440, "light"}, {"narrow", 360, "light"}, {"dark", 1024, "dark"}} {
		b := newBrowser(t, window.width, 900, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: window.scheme})
		for _, view := range []struct{ name, address, ready string }{
			{"reference", address(base, "reference", "s", "http://u:p@h_a:80/a?b#c d", "e", "rfc3986"), `document.querySelector(".nearest li") && document.querySelector(".findings li")`},
			{"tree", address(base, "reference", "s", "http://u:p@host.example:80/a;b/c?b=%7e#c", "e", "rfc3986"), `document.querySelector(".outline li") && document.querySelector(".diagram svg")`},
			{"resolve", address(base, "resolve"), `document.querySelector(".steps li") && document.querySelector(".targets")`},
			{"editions", address(base, "editions"), `document.querySelector(".vectors td") && document.querySelector(".diagram svg")`},
			{"grammar", address(base, "grammar", "g", "s = *t\nt = \"x\" / \"xx\"\n"), `document.querySelector(".outline li") && document.querySelector(".diagram svg") && document.querySelector(".tests .pass, .tests .fail")`},
			{"tour", address(base, "tour"), `document.querySelector(".stops a")`},
		} {
			b.open(view.address)
			b.until(view.ready)
			b.screenshot(window.name + "-" + view.name)
			if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > window.width {
				t.Errorf("%s, %s: the page is %d pixels wide", window.name, view.name, wide)
			}
			b.run(chromedp.Evaluate(string(axe)+";0", nil))
			type violation struct{ ID, Impact, Help, Nodes string }
			for _, v := range eval[[]violation](b, `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.map((v) => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map((n) => n.html.slice(0, 200) + " " + n.failureSummary).join("\n")})))`) {
				if v.Impact == "serious" || v.Impact == "critical" {
					t.Errorf("%s, %s: %s, %s: %s\n%s", window.name, view.name, v.Impact, v.ID, v.Help, v.Nodes)
				}
			}
		}
		b.quiet()
	}
}

// TestKeyboard: everything can be reached and used without a mouse.
func TestKeyboard(t *testing.T) {
	long(t)
	b := newBrowser(t, 1280, 900)
	b.open(address(served(t), "reference", "s", "http://a/%zz"))
	b.has(".take", "http://a/%25zz")
	focus := func() string {
		return eval[string](b, `(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? "") + "|" + document.activeElement.tagName + "|" + (document.activeElement.id || document.activeElement.value || "")`)
	}
	tabs := func(want string) {
		t.Helper()
		var seen []string
		for range 40 {
			b.run(chromedp.KeyEvent(kb.Tab))
			at := focus()
			if strings.Contains(at, want) {
				return
			}
			seen = append(seen, at)
		}
		t.Fatalf("%q is not reached: %q", want, seen)
	}
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	tabs("Skip to the content")
	tabs("Resolve|A|")
	tabs("|INPUT|string")
	tabs("|INPUT|rfc3986")
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	b.has(".result", "Does not conform to RFC 3987")
	tabs("http://a/%25zz")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.has(".result", "Conforms to RFC 3987")
	b.until(`document.activeElement.id === "string"`)
	tabs("|LI|")
	b.run(chromedp.KeyEvent(kb.Home))
	b.until(`document.activeElement.textContent.startsWith("IRI-reference")`)
	b.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	b.until(`document.activeElement.textContent.startsWith("scheme") && document.activeElement.getAttribute("aria-selected") === "true"`)
	tabs("Save JSON")
	tabs("Save SVG")
	b.quiet()
}

// TestSave: pictures and trees can be kept as files.
func TestSave(t *testing.T) {
	long(t)
	b := newBrowser(t, 1280, 900)
	dir := t.TempDir()
	b.run(cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir))
	b.open(address(served(t), "reference", "s", "http://a/b"))
	b.until(`document.querySelectorAll(".tree .actions button").length === 3`)
	for i, file := range []struct{ name, begins string }{{"tree.svg", "<svg xmlns="}, {"tree.png", "\x89PNG"}, {"tree.json", "{\n  \"input\": \"http://a/b\""}} {
		b.run(chromedp.Click(fmt.Sprintf(".tree .actions button:nth-child(%d)", i+1), chromedp.ByQuery))
		deadline := time.Now().Add(10 * time.Second)
		for {
			text, err := os.ReadFile(filepath.Join(dir, file.name))
			if err == nil && len(text) > 0 {
				if !strings.HasPrefix(string(text), file.begins) {
					t.Errorf("%s begins with %q", file.name, text[:min(len(text), 40)])
				}
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %v", file.name, err)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	b.quiet()
}

// TestSizes: what is loaded before the first verdicts is small.
func TestSizes(t *testing.T) {
	long(t)
	dir, err := staticPage()
	if err != nil {
		t.Fatal(err)
	}
	quick := t.TempDir() // without the second module, which takes long to compress
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		if !isFirst(file.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(quick, file.Name()), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compressed, err := sizes(quick, 5) // 11 gives a fifth less
	if err != nil {
		t.Fatal(err)
	}
	wasm, rest := first(compressed)
	t.Logf("%d bytes of WebAssembly, %d of everything else", wasm, rest)
	if wasm == 0 || wasm > 1_500_000 || rest == 0 || rest > 100_000 {
		t.Errorf("%d bytes of WebAssembly, %d of everything else", wasm, rest)
	}
}

// TestOffline: the static page asks nobody but its host, and once it has been open it needs
// not even that.
func TestOffline(t *testing.T) {
	long(t)
	dir, err := staticPage()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServerFS(os.DirFS(dir)))
	defer server.Close()
	b := newBrowser(t, 1280, 900)
	b.open(address(server.URL+"/", "reference", "s", "http://host?q"))
	b.has(".result", "Conforms to RFC 3986")
	b.until(`window.kept || (navigator.serviceWorker.ready.then(() => caches.keys()).then((k) => caches.open(k[0])).then((c) => c.match("urispec.wasm")).then((r) => { window.kept = Boolean(r); }), false)`)
	if others := eval[[]string](b, `performance.getEntriesByType("resource").map((r) => r.name).filter((n) => !n.startsWith(location.origin) && !n.startsWith("data:") && !n.startsWith("blob:"))`); len(others) > 0 {
		t.Errorf("the page asks %q", others)
	}
	server.CloseClientConnections()
	server.Close()
	b.open(address(server.URL+"/", "reference", "s", "http://host/%zz"))
	b.has(".result", "Does not conform to RFC 3986")
	b.quiet()
}

// TestStill: nothing moves while answers come in, typing never waits for them, and what takes
// long has a progress mark.
func TestStill(t *testing.T) { long(t); transports(t, testStill) }

func testStill(t *testing.T, base string) {
	b := newBrowser(t, 1280, 900)
	for view, ready := range map[string]string{"reference": ".outline li", "resolve": ".targets td", "editions": ".vectors td", "grammar": ".tests .pass", "tour": ".stops"} {
		b.open(address(base, view))
		b.until(fmt.Sprintf("document.querySelector(%q)", ready))
		shift := eval[float64](b, `new Promise((done) => { new PerformanceObserver((list) => done(list.getEntries().filter((e) => !e.hadRecentInput).reduce((sum, e) => sum + e.value, 0))).observe({ type: "layout-shift", buffered: true }); setTimeout(() => done(0), 300); })`)
		t.Logf("%s: layout shift %.4f", view, shift)
		if shift > 0.05 {
			t.Errorf("%s: layout shift %.4f", view, shift)
		}
	}
	b.open(address(base, "reference"))
	b.has(".result", "Conforms")
	b.run(chromedp.Evaluate(`window.times = []; new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.name === "input" || e.name === "keydown") times.push(e.processingEnd - e.processingStart); }).observe({ type: "event", durationThreshold: 16 }); document.querySelector("#string").addEventListener("input", () => { const begin = performance.now(); queueMicrotask(() => times.push(performance.now() - begin)); }, { capture: true }); 0`, nil))
	b.typed("#string", "http://user@host.example:80/path;a=b/%7Ec?query=1#fragment")
	b.has(".result", "Conforms")
	times := eval[[]float64](b, "times.sort((a, b) => a - b)")
	if len(times) < 40 {
		t.Fatalf("%d events", len(times))
	}
	t.Logf("a keystroke takes %.1f ms, at most %.1f ms", times[len(times)/2], times[len(times)-1])
	if median := times[len(times)/2]; median > 16 {
		t.Errorf("a keystroke takes %.1f ms", median)
	}
	b.until(`!document.body.classList.contains("waiting")`)
	time.Sleep(300 * time.Millisecond)
	b.until(`!document.body.classList.contains("waiting")`)
	var text strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "r%d = *(\"a\" / \"b\") \"a\" %d(\"a\" / \"b\")\n", i, 9+i%4)
	}
	b.run(chromedp.Evaluate(fmt.Sprintf(`window.marks = new Set(); new MutationObserver(() => marks.add(document.body.className + document.querySelector(".busy").textContent)).observe(document.body, { attributes: true, childList: true, subtree: true }); import("./app.js").then((m) => m.ask([{ ask: "grammar check", grammar: { text: %q } }])).finally(() => { window.answered = true; }); 0`, text.String()), nil))
	b.until("window.answered")
	b.until(`[...marks].some((m) => m.includes("waiting") && m.includes("Computing"))`)
	b.until(`!document.body.classList.contains("waiting")`)
	b.quiet()
}
