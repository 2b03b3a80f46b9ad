package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/urispec/urispec/grammar/engine/effort"
)

func TestMain(m *testing.M) {
	// A test that keeps a reference for too long reads something else.
	spoilt := bytes.Repeat([]byte("{spoilt}\n"), keptSize/9+1)
	recycle = func(buf []byte) { copy(buf, spoilt) }
	testscript.Main(m, map[string]func(){
		"urispec": func() {
			os.Exit(checkedRun(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
		},
		"unchecked-urispec": main,
		"parser":            serveParser,
	})
}

// update rewrites the expected output in the scripts: what cmp compares, not the
// patterns of stdout and stderr.
var update = flag.Bool("update", false, "write the expected output of the scripts")

// TestScripts runs the scripts in testdata. The exhaustive measure starts a process for
// each command. The others call the command within the test, which takes a tenth of the
// time because what an edition needs is built only once.
func TestScripts(t *testing.T) {
	p := testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exit":  exit,
			"write": write,
			"pack":  packFile,
			"sarif": checkSARIF,
		},
	}
	if effort.Exhaustive() {
		testscript.Run(t, p)
		return
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	p.Dir = filepath.Join(dir, p.Dir)
	t.Cleanup(func() { os.Chdir(dir) })
	testscript.RunT(inTurn{t}, p)
}

// inTurn is a test whose parts run one after the other, because they change the working
// directory.
type inTurn struct{ *testing.T }

func (t inTurn) Parallel()     {}
func (t inTurn) Verbose() bool { return testing.Verbose() }
func (t inTurn) Run(name string, part func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { part(inTurn{t}) })
}

// exit runs a command and asserts its status: exit 2 urispec check --nope
func exit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit status command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "urispec" && !effort.Exhaustive() && *given(ts, "ttyin") == "" {
		ts.Check(os.Chdir(ts.MkAbs(".")))
		stdin := given(ts, "stdin")
		text := *stdin
		*stdin = "" // it is for one command only
		got = checkedRun(args[2:], strings.NewReader(text), ts.Stdout(), ts.Stderr(), ts.Getenv)
	} else {
		err = ts.Exec(args[1], args[2:]...)
		if failed := new(exec.ExitError); errors.As(err, &failed) {
			got = failed.ExitCode()
		} else {
			ts.Check(err)
		}
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// given returns what the script has given to the next command as standard input (stdin), or
// to type on a terminal (ttyin), for which it takes a process. Package testscript keeps both
// to itself.
func given(ts *testscript.TestScript, field string) *string {
	return (*string)(reflect.ValueOf(ts).Elem().FieldByName(field).Addr().UnsafePointer())
}

// write writes a file that txtar cannot hold; the text is that of a Go string:
// write file 'a\x00b\xff'
func write(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: write file text")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// noEnv is an empty environment.
func noEnv(string) string { return "" }

// sessionTo returns a session that writes to w when it is flushed.
func sessionTo(w io.Writer) (s *session, flush func() error) {
	s = &session{stdout: bufio.NewWriter(w)}
	return s, s.stdout.Flush
}

// runText runs the command on an input and returns what it wrote.
func runText(t *testing.T, input string, args ...string) (stdout string, status int) {
	t.Helper()
	stdout, stderr, status := runBoth(input, args...)
	if stderr != "" {
		t.Errorf("urispec %q: %s", args, stderr)
	}
	return stdout, status
}

// runBoth is runText for commands that write on standard error, too.
func runBoth(input string, args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = checkedRun(args, strings.NewReader(input), &out, &errs, noEnv)
	return out.String(), errs.String(), status
}

// TestAnswersAtOnce talks to the command as a subprocess caller does: it sends
// a line only after the answer to the line before.
func TestAnswersAtOnce(t *testing.T) {
	const base = "--base=http://a/"
	for _, args := range [][]string{
		{"check"}, {"check", "--json"}, {"check", "-0"},
		{"resolve", base}, {"resolve", base, "-0"}, {"resolve", base, "--json"},
		{"split", "--json"}, {"parse", "--json"}, {"parse", "--get", "{scheme}://{authority}{path}"}, {"edit", "--set=query=x"}, {"normalize"}, {"relativize", base, "--json"},
		{"describe", "--json"}, {"wrap"}, {"lint", "--severity=error"}, {"lint", "--severity=error", "--json"},
		{"extract"}, {"extract", "--json"},
		{"check", "-j", "1"}, {"check", "-j", "9"}, {"check", "-", "--only=valid"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			end, answerEnd := "\n", byte('\n')
			if slices.Contains(args, "-0") {
				end = "\x00"
				if args[0] != "check" {
					answerEnd = 0
				}
			}
			in, questions := io.Pipe()
			answers, out := io.Pipe()
			status := make(chan int, 1)
			go func() { status <- run(args, in, out, io.Discard, noEnv) }()
			hung := time.AfterFunc(time.Minute, func() { answers.CloseWithError(errors.New("no answer")) })
			defer hung.Stop()
			lines := bufio.NewReader(answers)
			for i := range 3 {
				ref := fmt.Sprintf("http://a/%d", i)
				if _, err := io.WriteString(questions, ref+end); err != nil {
					t.Fatal(err)
				}
				answer, err := lines.ReadString(answerEnd)
				if err != nil || !strings.Contains(answer, ref) {
					t.Fatalf("answer to %s: %q, %v", ref, answer, err)
				}
			}
			questions.Close()
			if got := <-status; got != exitYes {
				t.Errorf("status %d", got)
			}
		})
	}
}

// TestSubprocessAnswers is [TestAnswersAtOnce] for a process. The questions begin like
// compressed data in part, and each is complete without a further byte.
func TestSubprocessAnswers(t *testing.T) {
	for _, questions := range []string{"a\nb\n", "\nb\n", "(\n(\xB5\n", "BZh\nBZh9\n", "\x1F\nb\n", "PK\x03\nP*M\n"} {
		cmd := exec.Command("urispec", "check", "--json") // which testscript puts into the path
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		hung := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		lines := bufio.NewReader(out)
		for question := range strings.Lines(questions) {
			if _, err := io.WriteString(in, question); err != nil {
				t.Fatal(err)
			}
			if answer, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(answer, `{"input`) {
				t.Fatalf("answer to %q: %q, %v", question, answer, err)
			}
		}
		hung.Stop()
		in.Close()
		_ = cmd.Wait() // the status says which questions conform
	}
}

// TestUnreadableInput reads a stream that fails after the first record.
func TestUnreadableInput(t *testing.T) {
	stdin := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(errors.New("the line is cut")))
	var stdout, stderr bytes.Buffer
	status := run([]string{"check"}, stdin, &stdout, &stderr, noEnv)
	if status != exitTrouble || stdout.String() != "ok  a\n" || stderr.String() != "urispec: reading -: the line is cut\n" {
		t.Errorf("status %d, stdout %q, stderr %q", status, &stdout, &stderr)
	}
}

// failing is a writer that fails.
type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }

// TestUnwritableOutput also shows that the run ends then, though its input
// does not.
func TestUnwritableOutput(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string // on standard error
	}{
		{syscall.EPIPE, ""},
		{syscall.ENOSPC, "urispec: no space left on device\n"},
	} {
		var stderr bytes.Buffer
		status := run([]string{"check"}, endless{}, failing{test.err}, &stderr, noEnv)
		if status != exitTrouble || stderr.String() != test.want {
			t.Errorf("%v: status %d, stderr %q", test.err, status, &stderr)
		}
	}
}

// TestUnwritableHelp: one message, and no usage.
func TestUnwritableHelp(t *testing.T) {
	for err, want := range map[error]string{syscall.EPIPE: "", syscall.ENOSPC: "urispec: no space left on device\n"} {
		for _, args := range [][]string{{"--help"}, {"check", "--help"}} {
			var stderr bytes.Buffer
			status := run(args, endless{}, failing{err}, &stderr, noEnv)
			if status != exitTrouble || stderr.String() != want {
				t.Errorf("urispec %q, %v: status %d, stderr %q", args, err, status, &stderr)
			}
		}
	}
}

// TestUnwritableDocument is [TestUnwritableOutput] for documents, which have no
// end either.
func TestUnwritableDocument(t *testing.T) {
	for _, args := range [][]string{{"extract"}, {"extract", "--html"}, {"extract", "--mime"}} {
		stdin := io.MultiReader(strings.NewReader("a:\n\n<base href=http://a/> <a href=b> <a href='"), endless{})
		var stderr bytes.Buffer
		status := run(args, stdin, failing{syscall.EPIPE}, &stderr, noEnv)
		if status != exitTrouble || stderr.Len() > 0 {
			t.Errorf("urispec %q: status %d, stderr %q", args, status, &stderr)
		}
	}
}

// endless is a stream of empty lines.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

// TestLongReference gives references of 10 MB to check and tree; of 1 MB with -short.
func TestLongReference(t *testing.T) {
	size := effort.Pick(10<<20, 10<<20, 1<<20)
	long := strings.Repeat("a", size)
	bytes := strings.Repeat("\xFF", size)
	input := long + "\n" + long + "{" + long + "\n" + bytes + "\n"
	stdout, status := runText(t, input, "check", "--json")
	if status != exitNo {
		t.Errorf("status %d", status)
	}
	type result struct {
		Input  string
		Base64 string `json:"input_base64"`
		Valid  bool
		Error  struct{ Offset int }
	}
	var got []result
	for dec := json.NewDecoder(strings.NewReader(stdout)); dec.More(); {
		var r result
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	want := []result{
		{Input: long, Valid: true},
		{Input: long + "{" + long, Error: struct{ Offset int }{size}},
		{Base64: base64.StdEncoding.EncodeToString([]byte(bytes))},
	}
	if !slices.Equal(got, want) {
		t.Error("the results differ")
	}

	stdout, status = runText(t, long, "tree", "--json")
	if status != exitTrouble || !strings.HasSuffix(stdout, `"valid":true,"error":{"message":"the input has `+strconv.Itoa(size)+` bytes; the limit is 131072"}}`+"\n") {
		t.Errorf("tree: status %d, %d bytes", status, len(stdout))
	}
	stdout, status = runText(t, long, "describe")
	if want := "??  " + long[:lineWidth/2] + "…\n    the input has " + strconv.Itoa(size) + " bytes; the limit is 131072\n"; status != exitTrouble || stdout != want {
		t.Errorf("describe: status %d, %d bytes", status, len(stdout))
	}
}

// TestLongStrings gives the other filters a reference of 10 MB with very many
// segments; of 1 MB with -short.
func TestLongStrings(t *testing.T) {
	path := strings.Repeat("a/../b/", effort.Pick(10<<20, 10<<20, 1<<20)/7)
	long, base := "http://h/"+path, "--base=http://h/x"
	for _, args := range [][]string{
		{"resolve", base}, {"resolve", base, "--trace"}, {"resolve", "--unchecked", base, "--json"},
		{"split"}, {"split", "--json"}, {"normalize"}, {"relativize", "-e", "url-syntax-02", base},
	} {
		if stdout, status := runText(t, long, args...); status != exitYes || len(stdout) < len("b/")*len(path)/7 {
			t.Errorf("urispec %q: status %d, %d bytes", args, status, len(stdout))
		}
	}
}

// TestArgumentBytes gives arguments that are not UTF-8.
func TestArgumentBytes(t *testing.T) {
	stdout, _ := runText(t, "", "resolve", "--json", "--unchecked", "--base", "a:/\xFF/", "\xFE")
	want := `{"base_base64":"YTov/y8=","reference_base64":"/g==","edition":"rfc3986","target_base64":"YTov/y/+","same_document":false}`
	if stdout != want+"\n" {
		t.Errorf("got  %s\nwant %s", stdout, want)
	}
}

// FuzzFilters gives records of any bytes to the other filters: each has one
// result, which is one line of printable characters or one of JSON.
func FuzzFilters(f *testing.F) {
	for _, seed := range []string{"", "http://a/\x00", "\x00\x00", "a\r\n\x00b", "\xff:\u2028<&>\x00%\x00#{", "HTTP://a/../b\x00.//c\x00//d?e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if input != "" && !strings.HasSuffix(input, "\x00") {
			input += "\x00"
		}
		count := strings.Count(input, "\x00")
		const base = "--base=f:/a/b?c"
		for _, args := range [][]string{
			{"resolve", base}, {"resolve", base, "--unchecked"}, {"resolve", base, "--edition=url-syntax-09", "--unchecked"},
			{"normalize"}, {"relativize", base}, {"expand"}, {"wrap", "--width=0"},
			{"map", "--excluded"}, {"split"}, {"lint"}, {"describe"}, {"map", "--to=iri"},
		} {
			args = append(args, "-0", "--raw")
			// Some write several lines, and IRIs need not be printable.
			if !slices.Contains([]string{"split", "lint", "describe"}, args[0]) && args[1] != "--to=iri" {
				text, _, _ := runBoth(input, args...)
				if line := strings.ReplaceAll(text, "\x00", ""); len(text) != len(line)+count || line != legible(line) {
					t.Errorf("urispec %q of %q: %q", args, input, text)
				}
			}
			lines, _ := runText(t, input, append(args, "--json")...)
			if strings.Count(lines, "\n") != count {
				t.Errorf("urispec %q of %q: %s", args, input, lines)
			}
			for line := range strings.Lines(lines) {
				if !json.Valid([]byte(line)) {
					t.Errorf("urispec %q of %q: %s", args, input, line)
				}
			}
		}
	})
}

// FuzzExtract gives any bytes to extract, as documents of any kind: each
// reference is one line of JSON, which says where it stands.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"", "<URL:a> http://a/\xff{b}. \"http://\n c\"", "<a href='b&amp;\n c'><base href=\x00x>",
		"Content-Type: multipart/mixed; boundary=b\nContent-Base: x\n\n--b\n\n<a:b>\n--b--",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, args := range [][]string{{"extract"}, {"extract", "--html"}, {"extract", "--mime", "--base=http://h/"}} {
			var out, errs bytes.Buffer
			status := run(append(args, "--json", "--raw"), strings.NewReader(input), &out, &errs, noEnv)
			if (status == exitTrouble) != (errs.Len() > 0) {
				t.Errorf("urispec %q of %q: status %d, %s", args, input, status, &errs)
			}
			for line := range strings.Lines(out.String()) {
				var result struct{ Start, End *int64 }
				if err := json.Unmarshal([]byte(line), &result); err != nil {
					t.Errorf("urispec %q of %q: %s: %v", args, input, line, err)
				}
				if args[len(args)-1] == "--html" && (*result.Start > *result.End || *result.End > int64(len(input))) {
					t.Errorf("urispec %q of %q: %s", args, input, line)
				}
			}
		}
	})
}

// FuzzSplit joins the components that split finds: they are the input.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"", "//", "a:b:c", "http://a/b?c#d", "?#", "\xff:/\xfe?#\xfd", ":a", "a?b/c:d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		input, _, _ = strings.Cut(input, "\x00")
		stdout, _ := runText(t, input+"\x00", "split", "-0", "--json", "--raw")
		var members map[string]any
		if err := json.Unmarshal([]byte(stdout), &members); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range []struct{ name, before, after string }{
			{"scheme", "", ":"}, {"authority", "//", ""}, {"path", "", ""}, {"query", "?", ""}, {"fragment", "#", ""},
		} {
			if text, ok := members[c.name].(string); ok {
				got += c.before + text + c.after
			} else if text, ok := members[c.name+"_base64"].(string); ok {
				bytes, err := base64.StdEncoding.DecodeString(text)
				if err != nil {
					t.Fatal(err)
				}
				got += c.before + string(bytes) + c.after
			}
		}
		if got != input {
			t.Errorf("the components of %q are those of %q: %s", input, got, stdout)
		}
	})
}

// FuzzCheck gives records of any bytes to check: each has one result, and the
// results hold all of the input.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"", "http://a/\x00", "\x00\x00", "a\r\n\x00b", "\xff\x00\u2028<&>\x00%\x00{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		stdout, _ := runText(t, input, "check", "-0", "--json", "--raw")
		var got strings.Builder
		for dec := json.NewDecoder(strings.NewReader(stdout)); dec.More(); {
			var result struct {
				Input  string
				Base64 []byte `json:"input_base64"`
			}
			if err := dec.Decode(&result); err != nil {
				t.Fatal(err)
			}
			got.WriteString(result.Input)
			got.Write(result.Base64)
			got.WriteByte(0)
		}
		want := input
		if want != "" && !strings.HasSuffix(want, "\x00") {
			want += "\x00"
		}
		if got.String() != want {
			t.Errorf("the results hold %q of %q", &got, input)
		}
	})
}

// TestExplanationFitsLine checks that the line with the caret stays narrow for
// whatever stands around the error.
func TestExplanationFitsLine(t *testing.T) {
	for ref, under := range map[string]string{
		strings.Repeat("a", 200) + "{":                              "{",
		"{" + strings.Repeat("\x00", 200):                           `{\x00`,
		strings.Repeat("a", 30) + " " + strings.Repeat("\xFF", 100): ` \xFF`,
		strings.Repeat("a", 100) + strings.Repeat("é", 100):         "é",
	} {
		stdout, _ := runText(t, ref+"\n", "check")
		lines := strings.Split(stdout, "\n")
		excerpt, caret := lines[1], lines[2]
		if n := columns(excerpt); n > len("    ")+lineWidth {
			t.Errorf("%.40q: the excerpt has %d columns", ref, n)
		}
		at := strings.IndexByte(caret, '^')
		if got := string([]rune(excerpt)[at:]); !strings.HasPrefix(got, under) {
			t.Errorf("%.40q: the caret stands under %q", ref, got)
		}
	}
}

// TestTraceFitsLine checks that the steps stay narrow for whatever is in the
// buffers.
func TestTraceFitsLine(t *testing.T) {
	for _, segment := range []string{"a", "é", "\x00", "例\xFF"} {
		long := strings.Repeat(segment, 50) + "/"
		for _, edition := range []string{"url-syntax-02", "rfc2396bis-00", "rfc3986"} {
			stdout, _ := runText(t, "./../"+long+"x\n", "resolve", "-e", edition, "--unchecked", "--trace", "--base", "a:/"+long+long)
			for _, line := range strings.Split(stdout, "\n")[1:] {
				if n := columns(line); n > len("    ")+lineWidth {
					t.Errorf("%s has %d columns: %s", edition, n, line)
				}
			}
		}
	}
}

func TestVisible(t *testing.T) {
	for s, want := range map[string]string{
		"":                                     "",
		"http://a/%7E~":                        "http://a/%7E~",
		"a\x00\t\n\r\x1b[31m\x7f":              `a\x00\x09\x0A\x0D\x1B[31m\x7F`,
		"é例え":                                  "é例え",
		"\xff\xe4\xbe":                         `\xFF\xE4\xBE`,
		"a\u202eb\u200b\u00a0\ue000\U000e0001": `a\u{202E}b\u{200B}\u{A0}\u{E000}\u{E0001}`,
		"\u009b31m\ufffd":                      "\\u{9B}31m\ufffd",
		`C:\dir\x0g\u{}`:                       `C:\dir\x0g\u{}`,
		`\x09\\x09\u{202E}`:                    `\x5Cx09\\x5Cx09\x5Cu{202E}`,
		"\\\t":                                 `\\x09`,
	} {
		if got := visible(s); got != want {
			t.Errorf("visible(%q) = %q, want %q", s, got, want)
		}
	}
}

// FuzzVisible reads visible text back, also if it is written in pieces.
func FuzzVisible(f *testing.F) {
	for _, seed := range []string{"", "a", `\x09`, "\t", "\\\t", `\\x09\u{202E}\u{110000000}`, "\u202e\xff\xf0\x9f", `\x5Cx09`} {
		f.Add(seed, uint(0))
		f.Add(seed, uint(pieceSize-1))
	}
	escape := regexp.MustCompile(`\\x[0-9A-F]{2}|\\u\{[0-9A-F]{1,6}\}`)
	f.Fuzz(func(t *testing.T, text string, before uint) {
		text = strings.Repeat("a", int(before%(2*pieceSize))) + text
		got := visible(text)
		back := escape.ReplaceAllStringFunc(got, func(escape string) string {
			if digits, ok := strings.CutPrefix(escape, `\x`); ok {
				n, _ := strconv.ParseUint(digits, 16, 8)
				return string([]byte{byte(n)})
			}
			n, _ := strconv.ParseInt(strings.Trim(escape, `\u{}`), 16, 32)
			return string(rune(n))
		})
		if back != text || legible(got) != got {
			t.Errorf("%.99q is written as %.99q, which is read as %.99q", text, got, back)
		}
		var out bytes.Buffer
		s := &session{stdout: bufio.NewWriter(&out)}
		s.visible(text)
		s.stdout.Flush()
		if out.String() != got {
			t.Errorf("%.99q is written as %.99q in pieces, not as %.99q", text, out.String(), got)
		}
	})
}

// BenchmarkFilters gives commands 50,000 URLs of the web as from a file.
func BenchmarkFilters(b *testing.B) {
	urls := webURLs()
	const base = "--base=http://a/b/c/d;p?q"
	for _, args := range [][]string{
		{"check", "--count"}, {"check", "--only=invalid"}, {"check"}, {"check", "--json"},
		{"resolve", base}, {"resolve", base, "--json"}, {"split", "--json"},
		{"normalize"}, {"normalize", "--json"}, {"relativize", base},
		{"lint", "--severity=warning"}, {"lint", "--json"}, {"extract"},
	} {
		b.Run(strings.Join(args, " "), func(b *testing.B) {
			b.SetBytes(int64(len(urls)))
			b.ReportAllocs()
			for b.Loop() {
				if status := run(args, bytes.NewReader(urls), io.Discard, b.Output(), noEnv); status == exitTrouble {
					b.Fatal("trouble")
				}
			}
			lines := float64(bytes.Count(urls, []byte("\n")))
			b.ReportMetric(lines*float64(b.N)/b.Elapsed().Seconds(), "refs/s")
		})
	}
}
