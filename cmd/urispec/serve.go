package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/urispec/urispec/cmd/urispec/webpage"
)

// serveCmd serves the page.
type serveCmd struct {
	Listen string `default:"127.0.0.1:0" placeholder:"ADDR" help:"Listen at this address (default: 127.0.0.1 and a free port). Only this machine can reach 127.0.0.1."`
	Open   bool   `help:"Open the page in the browser."`
}

// Help is what --help says after the flags.
func (c *serveCmd) Help() string {
	return fmt.Sprintf(`The page shows what each edition says of a reference while you type it: where it fails and why, its tree, its components and what lint finds. It resolves references step by step, shows and compares the editions, and reads grammars of your own. All answers come from this program; nothing is sent elsewhere, and nothing is stored.

The address is the first line of the output. The server runs until it is interrupted. It answers only requests for its own address, so that other pages cannot use it. A request may have up to %d bytes, and an answer may take %v.`, maxAsked, answerTime)
}

func (c *serveCmd) Run(s *session) error {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %s is not an address such as 127.0.0.1:8080", quoted(c.Listen))
	}
	program, err := os.Executable()
	if err != nil {
		s.trouble(err)
		return nil
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		s.trouble(err)
		return nil
	}
	port := listener.Addr().(*net.TCPAddr).Port
	shown := host
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		shown = "127.0.0.1" // any address of this machine will do
	}
	address := "http://" + net.JoinHostPort(shown, fmt.Sprint(port)) + "/"
	fmt.Fprintln(s.stdout, address)
	if err := s.stdout.Flush(); err != nil {
		listener.Close()
		return nil // run reports it
	}
	if c.Open {
		if err := openBrowser(address); err != nil {
			s.trouble(fmt.Errorf("--open: %w", err))
			s.status = exitYes // the page is there
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, listener, host, newAnswerers(program, runtime.GOMAXPROCS(0))); err != nil {
		s.trouble(err)
	}
	return nil
}

// openBrowser opens an address in the browser.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler"}
	}
	return exec.Command(name, append(args, address)...).Start()
}

// The limits of the server.
const (
	maxConnections = 64               // at a time; more wait
	maxHeader      = 16 << 10         // bytes
	serverMemory   = 16 << 20         // bytes, from which on memory is given back eagerly
	requestTime    = 10 * time.Second // for a client to send its request
	answerTime     = 10 * time.Second // for an answer
)

// serve serves the page until the context ends. The host is that of the address which was
// asked for.
func serve(ctx context.Context, listener net.Listener, host string, answerers *answerers) error {
	defer answerers.close()
	debug.SetMemoryLimit(serverMemory)
	server := &http.Server{
		Handler:           newPage(answerers, host, listener.Addr().(*net.TCPAddr).Port),
		ReadHeaderTimeout: requestTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      requestTime + 2*answerTime,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(io.Discard, "", 0), // what a client does wrong is not news
	}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.Serve(limitListener(listener, maxConnections)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// newPage returns what serves the page at a host, which is a name or an IP address, and a
// port.
func newPage(answerers *answerers, host string, port int) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(webpage.Files()))
	mux.HandleFunc("POST /answer", func(w http.ResponseWriter, r *http.Request) { answerRequest(w, r, answerers) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", webpage.Policy("")+"; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case !isOwnHost(r.Host, host, port):
			http.Error(w, "This server is not the host that the request names.", http.StatusMisdirectedRequest)
		case !isOwnOrigin(r):
			http.Error(w, "The request comes from another page.", http.StatusForbidden)
		default:
			mux.ServeHTTP(w, r)
		}
	})
}

// isOwnHost reports whether the Host of a request is this server. By a name that an attacker
// lets point to this machine, a page of the attacker could ask the server (DNS rebinding), so
// the only names are localhost and the one to listen at. An IP address is never such a name.
func isOwnHost(asked, host string, port int) bool {
	name, at, err := net.SplitHostPort(asked)
	if err != nil {
		name, at = strings.Trim(asked, "[]"), "80"
	}
	if at != fmt.Sprint(port) {
		return false
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return strings.EqualFold(name, "localhost") || host != "" && strings.EqualFold(name, host)
}

// isOwnOrigin reports whether a request comes from the page, from the address bar, or from
// no browser.
func isOwnOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	// A link to the page is on another page.
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate"
}

// answerRequest answers a list of questions.
func answerRequest(w http.ResponseWriter, r *http.Request, answerers *answerers) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "Questions are application/json.", http.StatusUnsupportedMediaType)
		return
	}
	if r.ContentLength > maxAsked {
		http.Error(w, "The questions are too long.", http.StatusRequestEntityTooLarge)
		return
	}
	questions, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAsked))
	if err != nil {
		status := http.StatusBadRequest
		if long := new(http.MaxBytesError); errors.As(err, &long) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "The questions cannot be read.", status)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), answerTime)
	defer cancel()
	replies, err := answerers.answer(ctx, bytes.ReplaceAll(questions, []byte("\n"), []byte(" ")))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, fmt.Sprintf("No answer within %v.", answerTime), http.StatusGatewayTimeout)
	case errors.Is(err, context.Canceled): // nobody waits
	case err != nil:
		http.Error(w, "No answer: "+err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Write(replies)
	}
}

// limitListener returns a listener that accepts a connection only if there are fewer than n.
func limitListener(l net.Listener, n int) net.Listener {
	return &limitedListener{l, make(chan struct{}, n)}
}

type limitedListener struct {
	net.Listener
	taken chan struct{}
}

func (l *limitedListener) Accept() (net.Conn, error) {
	l.taken <- struct{}{}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.taken
		return nil, err
	}
	return &limitedConn{Conn: conn, free: func() { <-l.taken }}, nil
}

// limitedConn calls free when it is closed.
type limitedConn struct {
	net.Conn
	once sync.Once
	free func()
}

func (c *limitedConn) Close() error {
	defer c.once.Do(c.free)
	return c.Conn.Close()
}
