package compose

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// BuildError says why a reference cannot be written: a change is impossible for its
// component, or the result would not conform, or would parse into other components than
// were meant. [Builder.Build], [Builder.Edit] and their short forms return it.
type BuildError struct {
	Edition   string
	Literal   string // what would be written; "" if the error came before writing
	Component string // the component at fault; "" if that is not known
	Why       string
	Section   string // of the edition; "" if none says so
	// Guard is a text that can be put before the path, so that the reference means the
	// same and is not misread: "./", or in rfc3986 "/.", which resolution removes again.
	// Guarded is the reference with the guard. It conforms, and otherwise has the
	// components that were meant. Both are "" if there is no guard.
	Guard, Guarded string
	// Err is the cause: the [*grammar.SyntaxError] of Literal; the [*EncodeError],
	// [*DecodeError] (of raw text) or [*grammar.UnknownNameError] of a change; or a
	// [*grammar.TooLongError]. It is nil if Literal conforms.
	Err error
}

// Error returns one line: `rfc3986: this:that: the first segment would be read
// as a scheme (section 4.2); "./" guards it: ./this:that`.
func (err *BuildError) Error() string {
	var b strings.Builder
	b.WriteString(err.Edition + ": ")
	if err.Literal != "" {
		b.WriteString(err.Literal + ": ")
	}
	b.WriteString(err.Why)
	if err.Section != "" {
		fmt.Fprintf(&b, " (section %s)", err.Section)
	}
	if err.Guard != "" {
		fmt.Fprintf(&b, "; %q guards it: %s", err.Guard, err.Guarded)
	}
	return b.String()
}

// Unwrap returns Err.
func (err *BuildError) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault of Literal; if nothing
// was written yet, that of the data or the text of a change.
func (err *BuildError) Fault() ast.Fault {
	f := ast.Fault{In: "result", Text: err.Literal, Message: err.Why, Offset: -1, Section: err.Section}
	faulty, ok := errors.AsType[ast.FaultError](err.Err)
	if !ok {
		return f
	}
	cause := faulty.Fault()
	switch {
	case err.Literal == "":
		return cause
	case err.Component == "":
		cause.In = f.In
		return cause
	}
	f.Offset, f.Whole, f.Rule, f.Expected = cause.Offset, true, cause.Rule, cause.Expected
	return f
}

// changeError says that a change cannot be made to its component.
func changeError(e *grammar.Edition, component string, cause error) *BuildError {
	if build, ok := errors.AsType[*BuildError](cause); ok {
		return build
	}
	err := &BuildError{Edition: e.Name(), Component: component, Why: cause.Error(), Err: cause}
	if faulty, ok := errors.AsType[ast.FaultError](cause); ok && faulty.Fault().In != "" {
		at := faulty.Fault()
		err.Why, err.Section = fmt.Sprintf("%s, at offset %d of the %s", at.Message, at.Offset, at.In), at.Section
	} else if unknown, ok := errors.AsType[*grammar.UnknownNameError](cause); ok {
		err.Why = fmt.Sprintf("there is no component %q", unknown.Name)
	}
	return err
}

// The guards of a path that would be misread.
const (
	guardSegment = "./" // section 5 of the drafts, 4.2 of rfc3986
	guardPath    = "/."
)

// refuse explains why the components cannot be written as literal: the edition parses it
// as got, or refuses it with the error err.
func (b *Builder) refuse(meant components, literal string, got components, err error) *BuildError {
	e := b.edition
	doc := e.Document()
	says := &doc.Composition
	out := &BuildError{Edition: e.Name(), Literal: literal, Err: err}
	because := func(component, why, section string) {
		out.Component, out.Why, out.Section = component, why, section
	}
	relative := !meant.scheme.present && !meant.site
	first, _, _ := strings.Cut(meant.path, "/")
	switch part := meant.withoutHost(); {
	case !meant.scheme.present && e.Absolute() == e.References():
		because("scheme", fmt.Sprintf("a reference needs a scheme: %q", doc.Resolution.None), doc.Resolution.Section)
	case part != "":
		because(part, phrase(part)+" needs a host", e.Grammar().Source().Sections[doc.Data["host"]])
	case meant.password.present && !meant.user.present:
		because(password, passwordAlone, e.Grammar().Source().Sections[doc.Data["user"]])
	case meant.kind == ast.Opaque && (!meant.scheme.present || meant.site || meant.query.present):
		because("opaque", "an opaque part needs a scheme, and allows neither a site nor a query", says.Opaque)
	case meant.site && meant.path != "" && meant.path[0] != '/':
		because("path", `after a site, a path begins with "/"`, says.AfterSite)
	case meant.kind == ast.Rootless && first == "":
		because("path", noEmptyFirst, says.FirstEmpty)
		// An empty path refers to something else than "./" would.
		if relative && meant.path != "" {
			out.Guard = guardSegment
		}
	case !meant.site && strings.HasPrefix(meant.path, "//"):
		because("path", "the path would be read as an authority", says.TwoSlashes)
		// The algorithms of the older editions keep the dots of absolute paths.
		if meant.kind == ast.Absolute && doc.Resolution.Algorithm == resolve.RFC3986.Name() {
			out.Guard = guardPath
		}
	case relative && strings.Contains(first, ":"):
		because("path", "the first segment would be read as a scheme", says.FirstColon)
		out.Guard = guardSegment
	case meant.site && meant.path == "" && meant.query.present && err != nil && says.Query != "":
		because("query", `after a site, a query needs a path, even if it is only "/"`, says.Query)
	case err == nil && got.kind == ast.Opaque && meant.kind != ast.Opaque:
		because("path", "the part after the scheme would be read as an opaque part", says.Opaque)
	case err == nil && meant.registry.present && !got.registry.present:
		because("registry", phrase("registry")+" would be read as a server", says.Registry)
	case err == nil:
		name, text := meant.differs(got)
		because(name, "it would be read with "+text, "")
	default:
		out.Why = err.Error()
		var syntax *grammar.SyntaxError
		if errors.As(err, &syntax) {
			out.Why = fmt.Sprintf("%s at offset %d, expected %s", syntax.Found(), syntax.Offset, syntax.Expectation())
			out.Section = syntax.Section
		}
	}
	b.guard(out, meant)
	return out
}

// guard writes the reference with the guard, and drops the guard if that does not conform
// either.
func (b *Builder) guard(err *BuildError, meant components) {
	if err.Guard == "" {
		return
	}
	meant.set("path", err.Guard+meant.path)
	guarded, fails := meant.recompose()
	if fails == nil {
		var got components
		if got, fails = b.parse(guarded); fails == nil && got == meant {
			err.Guarded = guarded
			return
		}
	}
	err.Guard = ""
}

// withoutHost returns a component that is present and needs a host, although the host is
// absent. It returns "" if there is none.
func (c *components) withoutHost() string {
	if !c.host.present {
		for _, name := range [...]string{"userinfo", "user", "password", "port"} {
			if c.field(name).present {
				return name
			}
		}
	}
	return ""
}

// quoted quotes the beginning of a text, because a message must not be as long as any text.
func quoted(s string) string {
	n := 200
	if len(s) <= n {
		return strconv.Quote(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strconv.Quote(s[:n]) + "…"
}

// differs returns the name of the first component that differs in got, and a phrase with
// all of them as they are in got, in brief.
func (c *components) differs(got components) (first, all string) {
	var list []string
	add := func(name, s string, present bool) {
		if first == "" {
			first = name
		}
		if present {
			s = phrase(name) + " " + quoted(s)
		} else {
			s = "no " + name
		}
		list = append(list, s)
	}
	for _, name := range fields {
		f := got.field(name)
		if *f == *c.field(name) {
			continue
		}
		if name == "registry" && got.unsplit {
			name = "site"
		}
		add(name, f.s, f.present)
	}
	if got.path != c.path || got.kind != c.kind {
		add("path", got.path, true)
	}
	if got.site != c.site && !got.site {
		add("site", "", false)
	}
	return first, strings.Join(list, " and ")
}

const noEmptyFirst = `a path that does not begin with "/" cannot have an empty first segment`
