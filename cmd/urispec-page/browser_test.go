package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// made are folders to be removed after the tests.
var made []string

// command builds the command once, and returns its path.
var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "urispec-page-")
	if err != nil {
		return "", err
	}
	made = append(made, dir)
	path := filepath.Join(dir, "urispec")
	build := exec.Command("go", "build", "-o", path, "./cmd/urispec")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	for _, made := range made {
		os.RemoveAll(made)
	}
	os.Exit(code)
}

// served starts "urispec serve" and returns the address of the page.
func served(t testing.TB) string {
	path, err := command()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "serve")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// staticPage builds the static page once, and returns its folder.
var staticPage = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "urispec-static-")
	if err != nil {
		return "", err
	}
	made = append(made, dir)
	return dir, build(dir)
})

// hosted serves the static page as any host would, and returns its address.
func hosted(t testing.TB) string {
	dir, err := staticPage()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServerFS(os.DirFS(dir)))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// transports runs a test of the page with the server, and with WebAssembly.
func transports(t *testing.T, test func(t *testing.T, base string)) {
	t.Run("serve", func(t *testing.T) { test(t, served(t)) })
	t.Run("static", func(t *testing.T) {
		long(t)
		test(t, hosted(t))
	})
}

// long skips a test that takes long if the tests should be short.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("this test needs more time than -short gives")
	}
}

// browser is a tab of a browser.
type browser struct {
	testing.TB
	ctx context.Context

	mu       sync.Mutex
	messages []string // errors that the page reported
}

// chromium finds the browser, or skips the test.
func chromium(t testing.TB) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("this test needs Chromium: install the package chromium")
	return ""
}

// newBrowser starts a browser with a window of this size.
func newBrowser(t testing.TB, width, height int, features ...*emulation.MediaFeature) *browser {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.WindowSize(width, height))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	b := &browser{TB: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch event := event.(type) {
		case *runtime.EventExceptionThrown:
			b.messages = append(b.messages, event.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if event.Entry.Level == log.LevelError {
				b.messages = append(b.messages, event.Entry.Text+" "+event.Entry.URL)
			}
		}
	})
	b.run(emulation.SetDeviceMetricsOverride(int64(width), int64(height), 1, false), emulation.SetEmulatedMedia().WithFeatures(features))
	return b
}

// run does something in the tab.
func (b *browser) run(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatalf("%v; the page reported %q", err, b.reported())
	}
}

// reported are the errors of the page so far.
func (b *browser) reported() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.messages
}

// open opens an address, as if it were typed.
func (b *browser) open(address string) {
	b.Helper()
	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
}

// eval returns the value of an expression.
func eval[T any](b *browser, expression string) (value T) {
	b.Helper()
	b.run(chromedp.Evaluate(expression, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return value
}

// until waits until an expression is true.
func (b *browser) until(expression string) {
	b.Helper()
	deadline := time.Now().Add(time.Minute)
	for !eval[bool](b, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			b.Fatalf("%s is still false; the page says %q and reported %q", expression, eval[string](b, "document.body.innerText.slice(0, 2000)"), b.reported())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// typed types a text in place of what a field has.
func (b *browser) typed(field, text string) {
	b.Helper()
	b.run(chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).select()", field), nil), chromedp.SendKeys(field, text, chromedp.ByQuery))
}

// has waits until the element has this text.
func (b *browser) has(selector, text string) {
	b.Helper()
	b.until(fmt.Sprintf("[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))", selector, text))
}

// quiet demands that the page has reported no error.
func (b *browser) quiet() {
	b.Helper()
	for _, message := range b.reported() {
		b.Errorf("the page reported: %s", message)
	}
}

// screenshot saves a picture of the page if URISPEC_SCREENS names a folder.
func (b *browser) screenshot(name string) {
	b.Helper()
	dir := os.Getenv("URISPEC_SCREENS")
	if dir == "" {
		return
	}
	var png []byte
	b.run(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.Fatal(err)
	}
}
