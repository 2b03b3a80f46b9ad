// Package engines has urispec as a function of other engines: scripts for PostgreSQL and
// ClickHouse, and what pipes of Spark and Hadoop need. Its tests run the scripts where the
// engines are installed.
package engines

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func TestMain(m *testing.M) {
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// folder is what programs has made, or "".
var folder string

// programs is a folder with urispec and urispec-rows, which is in the PATH of the engines.
var programs = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "engines")
	if err != nil {
		return "", err
	}
	folder = dir
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", "build", "-o", dir+"/urispec", "../../cmd/urispec").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	script, err := os.ReadFile("urispec-rows")
	if err != nil {
		return "", err
	}
	return dir, os.WriteFile(dir+"/urispec-rows", script, 0o755)
})

// inPath returns the environment with the programs.
func inPath(t *testing.T) []string {
	t.Helper()
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
}

// urls are references of the Web, and values that tables have to escape.
func urls(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("../../grammar/testdata/web50k.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for lines := bufio.NewScanner(z); lines.Scan(); {
		if len(list)%10 == 3 {
			list = append(list, lines.Text()+"#a#", "http://h.example/%zz")
		}
		if list = append(list, lines.Text()); len(list) >= 3000 {
			break
		}
	}
	return append(list, "", "http://a/\t", "http://a\\b\\n/", "a\nb", "\r", "x\r", `\N`, `\`, "http://é.example/", `"'`, "{}")
}

var escapes = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, `\`, `\\`)

// want is what the scripts print about the references.
func want(t *testing.T) []string {
	t.Helper()
	verdicts, reasons, hosts := map[string]int{}, map[string]int{}, map[string]int{}
	for _, url := range urls(t) {
		err := editions.RFC3986.Check(url)
		verdicts[fmt.Sprint(editions.RFC2396.Valid(url), "\t", err == nil)]++
		if syntax, ok := errors.AsType[*grammar.SyntaxError](err); ok {
			reasons[syntax.Rule+"\t"+syntax.Section]++
		}
		if ref, err := editions.RFC3986.Parse(url); err == nil {
			if host := ref.Site.Server.HostPort.Host.Span; host.Present() {
				hosts[ref.Text(host)]++
			}
		}
	}
	list := func(word string, counts map[string]int, byCount bool, most int) []string {
		var keys []string
		for key := range counts {
			keys = append(keys, key)
		}
		slices.SortFunc(keys, func(a, b string) int {
			if byCount && counts[a] != counts[b] {
				return cmp.Compare(counts[b], counts[a])
			}
			return cmp.Compare(a, b)
		})
		var lines []string
		for _, key := range keys[:min(most, len(keys))] {
			lines = append(lines, fmt.Sprintf("%s\t%s\t%d", word, key, counts[key]))
		}
		return lines
	}
	return slices.Concat([]string{"changed\t0"}, list("verdicts", verdicts, false, 9), list("reason", reasons, true, 99), list("host", hosts, true, 3))
}

// compare fails if an engine printed something else. The order of the statements does not
// matter.
func compare(t *testing.T, output string) {
	t.Helper()
	got := strings.Split(strings.TrimSpace(output), "\n")
	first := func(lines []string) {
		slices.SortStableFunc(lines, func(a, b string) int {
			a, _, _ = strings.Cut(a, "\t")
			b, _, _ = strings.Cut(b, "\t")
			return strings.Compare(a, b)
		})
	}
	lines := want(t)
	first(got)
	first(lines)
	if !slices.Equal(got, lines) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

// TestPipe does what RDD.pipe of Spark and the mappers of Hadoop Streaming do: for each
// partition a process, to which one thread writes rows and from which another one reads them.
// As many rows must come back, in order, and the exit status must be 0.
func TestPipe(t *testing.T) {
	list, env := urls(t), inPath(t)
	dir, _ := programs()
	var working sync.WaitGroup
	for partition := range slices.Chunk(list, len(list)/3+1) {
		working.Go(func() {
			cmd := exec.Command(dir+"/urispec-rows", "check", "-e", "rfc3986")
			cmd.Env = env
			stdin, _ := cmd.StdinPipe()
			stdout, _ := cmd.StdoutPipe()
			if err := cmd.Start(); err != nil {
				t.Error(err)
				return
			}
			go func() {
				for _, url := range partition {
					io.WriteString(stdin, escapes.Replace(url)+"\n")
				}
				stdin.Close()
			}()
			rows := bufio.NewScanner(stdout)
			for _, url := range partition {
				if !rows.Scan() {
					t.Errorf("no row for %q", url)
					break
				}
				columns := strings.Split(rows.Text(), "\t")
				if len(columns) != 6 || columns[0] != escapes.Replace(url) || columns[1] != strconv.FormatBool(editions.RFC3986.Valid(url)) {
					t.Errorf("%q gives %q", url, columns)
				}
			}
			if rows.Scan() {
				t.Errorf("a row too many: %q", rows.Text())
			}
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
}

// TestIdle waits for the answer to each row before it writes the next one.
func TestIdle(t *testing.T) {
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(dir+"/urispec-rows", "parse")
	cmd.Env = inPath(t)
	stdin, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	defer late.Stop()
	rows := bufio.NewScanner(stdout)
	for _, url := range urls(t)[2900:] {
		io.WriteString(stdin, escapes.Replace(url)+"\n")
		if !rows.Scan() || !strings.HasPrefix(rows.Text(), escapes.Replace(url)+"\t") {
			t.Fatalf("%q gives %q", url, rows.Text())
		}
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestPostgreSQL runs postgresql.sql in a server of its own.
func TestPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server; runs without -short")
	}
	bin := ""
	if initdb, err := exec.LookPath("initdb"); err == nil {
		bin = filepath.Dir(initdb)
	} else if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); len(found) > 0 {
		bin = filepath.Dir(found[len(found)-1])
	} else {
		t.Skip("needs a PostgreSQL server: the programs initdb, pg_ctl and psql")
	}
	env := inPath(t)
	dir, err := os.MkdirTemp("", "engines")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	shell := func(script string) (string, error) {
		args := []string{"sh", "-c", script}
		if os.Getuid() == 0 { // the server refuses to run as root
			args = []string{"su", "postgres", "-s", "/bin/sh", "-c", script}
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env, cmd.Dir = env, dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	var rows strings.Builder
	for i, url := range urls(t) {
		fmt.Fprintf(&rows, "%d\t%s\n", i, escapes.Replace(url))
	}
	script, err := os.ReadFile("postgresql.sql")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"urls.tsv": rows.String(), "run.sql": string(script)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path := strings.TrimPrefix(env[len(env)-1], "PATH=")
	export := fmt.Sprintf("export PATH=%s:%s; ", bin, path)
	if out, err := shell(export + fmt.Sprintf(`initdb -D data -A trust -N -E UTF8 --locale=C -U urispec && pg_ctl -D data -o "-k %s -h ''" -l log -w start`, dir)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	defer shell(export + "pg_ctl -D data -m immediate stop")
	out, err := shell(export + fmt.Sprintf(`psql -q -X -h %[1]s -U urispec -d postgres -c "CREATE TABLE urls (id int, url text)" -c "\copy urls FROM urls.tsv" -v dir=%[1]s -F "$(printf '\t')" -f run.sql`, dir))
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines := strings.Split(out, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "verdicts") {
			lines[i] = strings.NewReplacer("\tt", "\ttrue", "\tf", "\tfalse").Replace(line)
		}
	}
	compare(t, strings.Join(lines, "\n"))
}

// TestClickHouse runs clickhouse.sql, with the functions of clickhouse-functions.xml.
func TestClickHouse(t *testing.T) {
	chdb := os.Getenv("URISPEC_CHDB")
	if chdb == "" {
		t.Skip(`needs ClickHouse as a library: run "npm install chdb" in a folder, and set URISPEC_CHDB to it`)
	}
	env := inPath(t)
	programs, _ := programs()
	var rows bytes.Buffer
	for i, url := range urls(t) {
		fmt.Fprintf(&rows, "%d\t%s\n", i, escapes.Replace(url))
	}
	file := filepath.Join(t.TempDir(), "urls.tsv")
	if err := os.WriteFile(file, rows.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("chdb.mjs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", script, file, programs)
	cmd.Env, cmd.Dir = env, chdb
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s%s", err, out, errs.Bytes())
	}
	compare(t, string(out))
}
