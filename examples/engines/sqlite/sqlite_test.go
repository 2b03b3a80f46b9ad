package sqlite

import (
	"bufio"
	"compress/gzip"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/urispec/urispec/grammar/editions"
)

func open(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// TestFunctions asks for single values.
func TestFunctions(t *testing.T) {
	db := open(t)
	for call, want := range map[string]any{
		`urispec_valid('http://a/')`:                        int64(1),
		`urispec_valid('http://a/%zz')`:                     int64(0),
		`urispec_valid('http://a/#f', 'rfc1738')`:           int64(0),
		`urispec_valid('')`:                                 int64(1),
		`urispec_valid(NULL)`:                               nil,
		`urispec_valid(NULL, 'rfc2396')`:                    nil,
		`urispec_valid(x'687474703A2F2FFF')`:                int64(0),
		`urispec_valid('a' || char(0))`:                     int64(0),
		`urispec_host('http://u@Host.example:80/')`:         "Host.example",
		`urispec_host('mailto:a@b')`:                        nil,
		`urispec_host('http:///')`:                          "",
		`urispec_host('http://a b/')`:                       nil,
		`typeof(urispec_host(x'687474703A2F2F61'))`:         "blob",
		`urispec_normalize('HTTP://A/%7e/../x')`:            "http://a/x",
		`urispec_normalize('http://a b/')`:                  nil,
		`urispec_reason('http://a/%zz')`:                    editions.RFC3986.Check("http://a/%zz").Error(),
		`urispec_reason('http://a/')`:                       nil,
		`urispec_normalize('http://é.example/', 'rfc3987')`: "http://é.example/",
	} {
		var got any
		if err := db.QueryRow("SELECT " + call).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %v, %v; want %v", call, got, err, want)
		}
	}
	for call, want := range map[string]string{
		`urispec_valid('a', 'rfc1')`:     `urispec_valid: there is no edition "rfc1"`,
		`urispec_valid('a', 1)`:          "urispec_valid: the edition is not TEXT",
		`urispec_host(1)`:                "urispec_host: a reference is TEXT or a BLOB, not INTEGER",
		`urispec_valid()`:                "urispec_valid: it takes a reference and, perhaps, an edition",
		`urispec_valid('a', 'rfc1', '')`: "urispec_valid: it takes a reference and, perhaps, an edition",
	} {
		var got any
		if err := db.QueryRow("SELECT " + call).Scan(&got); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %v, %v; want the error %s", call, got, err, want)
		}
	}
}

// TestTable judges a column by two editions, counts reasons and hosts, and uses an index; the
// library counts the same.
func TestTable(t *testing.T) {
	f, err := os.Open("../../../grammar/testdata/web50k.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	db := open(t)
	if _, err := db.Exec("CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT); CREATE INDEX hosts ON urls (urispec_host(url)); BEGIN"); err != nil {
		t.Fatal(err)
	}
	verdicts, reasons, hosts := map[string]int{}, map[string]int{}, map[string]int{}
	lines := bufio.NewScanner(z)
	for n := 0; n < 3000 && lines.Scan(); n++ {
		url := lines.Text()
		if n%7 == 0 {
			url += "#a#"
		}
		if _, err := db.Exec("INSERT INTO urls (url) VALUES (?)", url); err != nil {
			t.Fatal(err)
		}
		verdicts[fmt.Sprint(editions.RFC1738.Valid(url), editions.RFC3986.Valid(url))]++
		if err := editions.RFC1738.Check(url); err != nil {
			reasons[err.Error()]++
		}
		if ref, err := editions.RFC3986.Parse(url); err == nil {
			if host := ref.Site.Server.HostPort.Host.Span; host.Present() {
				hosts[ref.Text(host)]++
			}
		}
	}
	if _, err := db.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]map[string]int{
		`SELECT iif(urispec_valid(url, 'rfc1738'), 'true', 'false') || ' ' || iif(urispec_valid(url), 'true', 'false'), count(*) FROM urls GROUP BY 1`: verdicts,
		`SELECT urispec_reason(url, 'rfc1738'), count(*) FROM urls WHERE NOT urispec_valid(url, 'rfc1738') GROUP BY 1`:                                 reasons,
		`SELECT urispec_host(url), count(*) FROM urls WHERE urispec_host(url) IS NOT NULL GROUP BY 1`:                                                  hosts,
	} {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for rows.Next() {
			var key string
			var n int
			if err := rows.Scan(&key, &n); err != nil {
				t.Fatal(err)
			}
			got[key] = n
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(got) < 2 {
			t.Errorf("%s: %d groups, want %d", query, len(got), len(want))
		}
	}
	var plan string
	if err := db.QueryRow(`EXPLAIN QUERY PLAN SELECT url FROM urls WHERE urispec_host(url) = 'people.com'`).Scan(new(int), new(int), new(int), &plan); err != nil || !strings.Contains(plan, "USING INDEX hosts") {
		t.Errorf("%s, %v", plan, err)
	}
}

func BenchmarkValid(b *testing.B) {
	db := open(b)
	if _, err := db.Exec("CREATE TABLE urls (url TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 10000) INSERT INTO urls SELECT 'http://h.example/' || i || '?q#f' FROM n"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var n int
		if err := db.QueryRow("SELECT count(*) FROM urls WHERE urispec_valid(url)").Scan(&n); err != nil || n != 10000 {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(b.N)*10000/b.Elapsed().Seconds(), "rows/s")
}
