// Package sqlite adds functions about references to SQLite, in Go programs that use the driver
// github.com/ncruces/go-sqlite3, which needs no C:
//
//	urispec_valid(reference, edition)      1 or 0
//	urispec_reason(reference, edition)     why it does not conform, or NULL
//	urispec_host(reference, edition)       the host, or NULL
//	urispec_normalize(reference, edition)  the normal form, or NULL
//
// The edition may be left out; then it is rfc3986. A reference is TEXT or a BLOB, and all its
// bytes are judged, also those after a NUL; a host or a normal form is of the same type. All
// functions return NULL for NULL, and urispec_host and urispec_normalize also for a reference
// that does not conform. Other types and unknown editions are errors. The functions are
// deterministic, so an index can be built on them.
//
//	import (
//		_ "github.com/ncruces/go-sqlite3/driver"
//		_ "github.com/urispec/urispec/examples/engines/sqlite"
//	)
//
//	db, err := sql.Open("sqlite3", "crawl.db")
//	db.Query("SELECT url FROM pages WHERE NOT urispec_valid(url, 'rfc2396')")
//
// The driver modernc.org/sqlite is no choice: in version 1.61.1 it ends an argument of a function at
// its first NUL, so that a reference with one would be taken for one that conforms.
package sqlite

import (
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/embed" // SQLite itself

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
)

func init() { sqlite3.AutoExtension(Register) }

// Register adds the functions to a connection. Those that are opened after this package was
// imported have them.
func Register(c *sqlite3.Conn) error {
	for name, f := range map[string]function{"urispec_valid": valid, "urispec_reason": reason, "urispec_host": host, "urispec_normalize": normalize} {
		// With any number of arguments, so that there is one error for too few and too many.
		err := c.CreateFunction(name, -1, sqlite3.DETERMINISTIC|sqlite3.INNOCUOUS, func(ctx sqlite3.Context, args ...sqlite3.Value) {
			if err := call(f, ctx, args); err != nil {
				ctx.ResultError(fmt.Errorf("%s: %w", name, err))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// function is a function of a reference; like sets a result of the type of the reference.
type function func(ctx sqlite3.Context, e *grammar.Edition, ref string, like func(string))

// call calls a function with the arguments of SQL.
func call(f function, ctx sqlite3.Context, args []sqlite3.Value) error {
	e := editions.RFC3986
	if len(args) < 1 || len(args) > 2 {
		return errors.New("it takes a reference and, perhaps, an edition")
	}
	if len(args) == 2 {
		if args[1].Type() != sqlite3.TEXT {
			return errors.New("the edition is not TEXT")
		}
		var ok bool
		if e, ok = editions.Lookup(args[1].Text()); !ok {
			return fmt.Errorf("there is no edition %q", args[1].Text())
		}
	}
	switch t := args[0].Type(); t {
	case sqlite3.NULL:
		ctx.ResultNull()
	case sqlite3.TEXT:
		f(ctx, e, args[0].Text(), ctx.ResultText)
	case sqlite3.BLOB:
		f(ctx, e, string(args[0].RawBlob()), func(s string) { ctx.ResultBlob([]byte(s)) })
	default:
		return fmt.Errorf("a reference is TEXT or a BLOB, not %s", t)
	}
	return nil
}

func valid(ctx sqlite3.Context, e *grammar.Edition, ref string, _ func(string)) {
	ctx.ResultBool(e.Valid(ref))
}

func reason(ctx sqlite3.Context, e *grammar.Edition, ref string, _ func(string)) {
	if err := e.Check(ref); err != nil {
		ctx.ResultText(err.Error())
		return
	}
	ctx.ResultNull()
}

func host(ctx sqlite3.Context, e *grammar.Edition, ref string, like func(string)) {
	if parsed, err := e.Parse(ref); err == nil {
		if span := parsed.Site.Server.HostPort.Host.Span; span.Present() {
			like(parsed.Text(span))
			return
		}
	}
	ctx.ResultNull()
}

func normalize(ctx sqlite3.Context, e *grammar.Edition, ref string, like func(string)) {
	if normal, err := e.Normalize(ref); err == nil {
		like(normal)
		return
	}
	ctx.ResultNull()
}
