package main

import (
	"net/url"
	"testing"

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
func TestHostileText(t *testing.T) { transports(t, testHostileText) }

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
func TestResolve(t *testing.T) { transports(t, testResolve) }

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
	b := newBrowser(t, 1280, 900)
	base := served(t)
	b.open(address(base, "tour"))
	b.until(`document.querySelectorAll(".stops a").length > 20`)
	b.screenshot("tour")
	stops := eval[[]string](b, `[...document.querySelectorAll(".stops a")].map((a) => a.href)`)
	if testing.Short() {
		stops = stops[:3]
	}
	for _, href := range stops {
		b.open(href)
		b.until(`document.querySelector(".result")`)
	}
	b.quiet()
}
