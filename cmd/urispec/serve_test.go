package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// serveTest serves the page, and returns its host and port.
func serveTest(t *testing.T) string {
	program, err := exec.LookPath("unchecked-urispec")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, listener, "127.0.0.1", newAnswerers(program, 2)) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return listener.Addr().String()
}

// post asks questions, and returns the status and the body of the response.
func post(t *testing.T, at, questions string, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequest("POST", "http://"+at+"/answer", strings.NewReader(questions))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

const verdictsQuestion = `[{"ask":"verdicts","input":"http://h?q"}]`

// TestServe: the page is there, its answers are those of the functions, and only the page
// itself gets them.
func TestServe(t *testing.T) {
	at := serveTest(t)
	for path, kind := range map[string]string{"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css", "/icon.svg": "image/svg+xml"} {
		response, err := http.Get("http://" + at + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Content-Type"); response.StatusCode != 200 || !strings.HasPrefix(got, kind) {
			t.Errorf("%s: %d, %s", path, response.StatusCode, got)
		}
		policy := response.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
	}
	_, port, _ := net.SplitHostPort(at)
	for _, test := range []struct {
		status    int
		questions string
		header    []string
	}{
		{200, verdictsQuestion, nil},
		{200, verdictsQuestion, []string{"Host", "localhost:" + port, "Origin", "http://localhost:" + port}},
		{200, verdictsQuestion, []string{"Content-Type", "application/json; charset=utf-8", "Sec-Fetch-Site", "same-origin"}},
		{200, "no questions", nil},
		{421, verdictsQuestion, []string{"Host", "evil.example:" + port}},
		{421, verdictsQuestion, []string{"Host", "localhost"}},
		{421, verdictsQuestion, []string{"Host", "127.0.0.1.evil.example:" + port}},
		{403, verdictsQuestion, []string{"Origin", "http://evil.example"}},
		{403, verdictsQuestion, []string{"Origin", "null"}},
		{403, verdictsQuestion, []string{"Origin", "https://" + at}},
		{403, verdictsQuestion, []string{"Sec-Fetch-Site", "cross-site"}},
		{403, verdictsQuestion, []string{"Sec-Fetch-Site", "same-site"}},
		{415, verdictsQuestion, []string{"Content-Type", "text/plain"}},
		{413, strings.Repeat(" ", maxAsked+1), nil},
	} {
		status, body := post(t, at, test.questions, test.header...)
		if status != test.status {
			t.Errorf("%.50s with %q: %d, want %d: %s", test.questions, test.header, status, test.status, body)
		}
		if status == 200 && test.questions == verdictsQuestion && !strings.Contains(body, `"rfc1738":false,"rfc1808":true`) {
			t.Errorf("%s: %s", test.questions, body)
		}
	}
	if response, err := http.Get("http://" + at + "/answer"); err != nil || response.StatusCode != 405 && response.StatusCode != 404 {
		t.Errorf("GET /answer: %v, %v", response.Status, err)
	}
}

// slowGrammar is a grammar whose check takes long.
var slowGrammar = func() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "r%d = *(\"a\" / \"b\") \"a\" %d(\"a\" / \"b\")\n", i, 9+i%4)
	}
	return b.String()
}()

// TestServeCancels: questions of clients that have gone away do not keep others waiting, even if
// nothing can interrupt them.
func TestServeCancels(t *testing.T) {
	at := serveTest(t)
	questions := string(jsonOf([]question{{Ask: "grammar check", Grammar: &ownText{Text: slowGrammar}}}))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	for range 4 {
		r, err := http.NewRequestWithContext(ctx, "POST", "http://"+at+"/answer", strings.NewReader(questions))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		go func() {
			if response, err := http.DefaultClient.Do(r); err == nil {
				response.Body.Close()
			}
		}()
	}
	<-ctx.Done()
	begin := time.Now()
	if status, body := post(t, at, verdictsQuestion); status != 200 {
		t.Errorf("%d: %s", status, body)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("an answer took %v", took)
	}
}

// serveProcess starts the command, and returns its process and the host and port of the page.
func serveProcess(t *testing.T) (pid int, at string) {
	program, err := exec.LookPath("unchecked-urispec")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "serve")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid, strings.TrimSuffix(strings.TrimPrefix(line, "http://"), "/\n")
}

// mostMemory returns the most memory in bytes that a process and those that it started have
// taken, as Linux counts it. It is 0 elsewhere.
func mostMemory(pid int) int {
	most := 0
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(after, &most)
		most <<= 10
	}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid))
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, thread := range threads {
		more, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		children = append(children, more...)
	}
	seen := make(map[string]bool)
	for _, child := range strings.Fields(string(children)) {
		if id, err := strconv.Atoi(child); err == nil && !seen[child] {
			seen[child] = true
			most += mostMemory(id)
		}
	}
	return most
}

// TestServeHostile: random bytes, slow clients and long bodies do no harm, and take no more
// than 100 MB.
func TestServeHostile(t *testing.T) {
	pid, at := serveProcess(t)
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	var slow []net.Conn
	for range maxConnections / 2 {
		conn := dial()
		defer conn.Close()
		io.WriteString(conn, "POST /answer HTTP/1.1\r\nHost: "+at+"\r\nContent-Le")
		slow = append(slow, conn)
	}
	source := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 300)
	for i := range effort.Pick(100_000, 2000, 200) {
		for i := range random {
			random[i] = byte(source.Uint32())
		}
		switch i % 4 {
		case 0: // not HTTP
			conn := dial()
			conn.Write(random[:source.IntN(len(random))])
			conn.Close()
		case 1: // not JSON
			if status, body := post(t, at, string(random[:source.IntN(len(random))])); status != 200 || !strings.Contains(body, `"problem"`) {
				t.Fatalf("%d: %s", status, body)
			}
		default: // any string
			questions := jsonOf([]question{{Ask: "verdicts", InputBase64: random}, {Ask: "check", InputBase64: random[:source.IntN(len(random))]}})
			if status, body := post(t, at, string(questions)); status != 200 || strings.Contains(body, `"problem"`) {
				t.Fatalf("%d: %s", status, body)
			}
		}
		if i%50 == 0 {
			for _, conn := range slow {
				io.WriteString(conn, "n") // one byte more
			}
		}
	}
	long := bytes.Repeat([]byte("a"), 10<<20)
	for range effort.Pick(50, 5, 2) {
		// The server may close the connection before it has read all of it.
		if response, err := http.Post("http://"+at+"/answer", "application/json", bytes.NewReader(long)); err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusRequestEntityTooLarge {
				t.Fatal(response.Status)
			}
		}
		response, err := http.Post("http://"+at+"/answer", "application/json", io.MultiReader(bytes.NewReader(long))) // of unknown length
		if err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusRequestEntityTooLarge {
				t.Fatal(response.Status)
			}
		}
	}
	if status, body := post(t, at, verdictsQuestion); status != 200 {
		t.Fatalf("%d: %s", status, body)
	}
	memory := mostMemory(pid)
	t.Logf("%.1f MB at most", float64(memory)/1e6)
	if memory > 100e6 && !effort.Race { // the race detector takes as much again
		t.Errorf("%.1f MB at most", float64(memory)/1e6)
	}
	http.DefaultClient.CloseIdleConnections()
}
