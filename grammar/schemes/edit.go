package schemes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/compose"
)

// Change is one change to a URL. [Edit] and [Build] make changes in order. The zero
// value changes nothing.
type Change struct {
	how  how
	part string
	data []string
}

// how is what a change does to its part.
type how uint8

const (
	keep how = iota
	set
	add
	without
)

// Set sets a part to data, which is encoded: "/" in the data of a cwd becomes "%2F",
// and "%" always becomes "%25". A part that may occur any number of times takes any
// number of data; slash and all take none, and every other part takes one:
//
//	Set("typecode", "i")
//	Set("cwd", "pub", "a/b")    // pub/a%2Fb
//	Set("password", "")         // an empty password; Without removes it
//	Set("all")                  // news:*
//
// Parts that exclude this part are removed: a wais document by a search, a newsgroup
// by an article, the schemepart of another scheme by a host. Parts that it needs are
// added where they mean nothing by themselves: an empty name after a cwd, an empty
// selector and search before a gopher+ string, and the default gopher type "1".
func Set(part string, data ...string) Change { return Change{set, part, data} }

// Add appends data to a part that may occur any number of times: Add("cwd", "pub").
// For other parts it is [Set].
func Add(part string, data ...string) Change { return Change{add, part, data} }

// Without makes a part absent. It may have been absent before.
func Without(part string) Change { return Change{without, part, nil} }

// EditError says why a URL cannot be written: a change is impossible for its part, or
// the result would not conform, or would parse into other parts than were meant.
// [Edit] and [Build] return it.
type EditError struct {
	Kind    string // of URL, as [ast.URL.Kind] returns it
	Part    string // the part at fault; "" if that is not known
	URL     string // what would be written; "" if the error came before writing
	Why     string
	Section string // of RFC 1738; "" if none says so
	// Err is the cause: a [*grammar.SyntaxError] about the URL or the part's text, or
	// a [*compose.EncodeError]. It is nil for other causes.
	Err error
}

// Error returns one line: `ftp: the password needs a user, which may be empty
// (section 3.2.1)`.
func (err *EditError) Error() string {
	m := err.Kind + ": "
	if err.URL != "" {
		m += err.URL + ": "
	}
	m += err.Why
	if err.Section != "" {
		m += " (section " + err.Section + ")"
	}
	return m
}

// Unwrap returns Err.
func (err *EditError) Unwrap() error { return err.Err }

// Fault implements [ast.FaultError]: it returns the fault of URL; if nothing was
// written yet, that of the data of a change.
func (err *EditError) Fault() ast.Fault {
	f := ast.Fault{In: "result", Text: err.URL, Message: err.Why, Offset: -1, Section: err.Section}
	if faulty, ok := errors.AsType[ast.FaultError](err.Err); ok {
		cause := faulty.Fault()
		if err.URL != "" {
			cause.In = f.In
		}
		return cause
	}
	return f
}

// Edit returns a URL with some of its parts changed; all others stay as they are,
// byte for byte. The result conforms to rfc1738 and has exactly the intended parts.
// The error is an [*EditError].
func Edit(u ast.URL, changes ...Change) (ast.URL, error) {
	return textsOf(u).make(changes)
}

// Build returns the URL of a scheme with the parts that the changes set, and no
// others. The error is an [*EditError].
func Build(scheme string, changes ...Change) (ast.URL, error) {
	t := newTexts(formOf(scheme))
	if i := t.form.index("scheme"); i >= 0 {
		changes = append([]Change{Set("scheme", scheme)}, changes...)
	}
	return t.make(changes)
}

// texts are the texts of a URL's parts, a list for each part of the form. A part
// that is absent has nil.
type texts struct {
	form *form
	of   [][]string
}

func newTexts(f *form) *texts { return &texts{f, make([][]string, len(f.parts))} }

func textsOf(u ast.URL) *texts {
	t := newTexts(formOf(u.Kind()))
	for i, spans := range t.form.spans(u) {
		for _, s := range spans {
			t.of[i] = append(t.of[i], u.Text(s))
		}
	}
	return t
}

// make applies the changes, and returns the result if it parses into the same parts.
func (t *texts) make(changes []Change) (ast.URL, error) {
	for _, c := range changes {
		if err := t.apply(c); err != nil {
			return nil, err
		}
	}
	if err := t.complete(); err != nil {
		return nil, err
	}
	literal := t.write()
	u, err := Parse(literal)
	if err != nil {
		return nil, t.refuse(literal, err)
	}
	if got := textsOf(u); !t.equal(got) {
		return nil, t.misread(literal, got)
	}
	return u, nil
}

// apply makes one change.
func (t *texts) apply(c Change) error {
	if c.how == keep {
		return nil
	}
	i := t.form.index(c.part)
	if i < 0 {
		return t.unknown(c.part)
	}
	p := t.form.parts[i]
	if c.how == without {
		t.of[i] = nil
		return nil
	}
	list, err := t.encode(p, c.data)
	if err != nil {
		return err
	}
	if c.how == add && p.many {
		list = append(t.of[i], list...)
	}
	t.put(i, list)
	return nil
}

// encode returns the texts of data in a part.
func (t *texts) encode(p part, data []string) ([]string, error) {
	switch {
	case p.fixed && len(data) > 0:
		return nil, t.error(p, fmt.Sprintf("the %s is always %q and takes no data", p.name, p.initial), nil)
	case p.fixed:
		return []string{p.initial}, nil
	case !p.many && len(data) != 1:
		return nil, t.error(p, fmt.Sprintf("there can be one %s, not %d", p.name, len(data)), nil)
	}
	var list []string
	for _, d := range data {
		if p.single && len(d) != 1 {
			return nil, t.error(p, fmt.Sprintf("the %s must be one character, not %d", p.name, len(d)), nil)
		}
		if i := strings.IndexAny(d, p.never); i >= 0 {
			return nil, t.error(p, fmt.Sprintf("the %s may contain any octets except HT, LF and CR, but has %s at offset %d of the data",
				p.name, octetName(d[i]), i), nil)
		}
		text, err := p.encode(t.form, d)
		if err != nil {
			return nil, t.encodeError(p, err)
		}
		list = append(list, text)
	}
	return list, nil
}

// put gives a part its texts. It removes the parts that exclude it, and adds the free
// parts that it needs.
func (t *texts) put(i int, list []string) {
	p := t.form.parts[i]
	t.of[i] = list
	for j, other := range t.form.parts {
		if p.alternative != "" && other.alternative != "" && other.alternative != p.alternative {
			t.of[j] = nil
		}
	}
	if len(list) == 0 {
		return
	}
	for _, name := range p.needs {
		if j := t.form.index(name); t.of[j] == nil && t.form.parts[j].free {
			t.put(j, []string{t.form.parts[j].initial})
		}
	}
}

// complete returns an error if a part is missing.
func (t *texts) complete() error {
	for i, p := range t.form.parts {
		if p.paired && len(t.of[i]) != len(t.of[i-1]) {
			before := t.form.parts[i-1].name
			return t.error(p, fmt.Sprintf("each %s needs one %s, but there are %d and %d", before, p.name, len(t.of[i-1]), len(t.of[i])), nil)
		}
		if len(t.of[i]) == 0 {
			continue
		}
		for _, name := range p.needs {
			if j := t.form.index(name); len(t.of[j]) == 0 {
				return t.error(p, fmt.Sprintf("the %s needs a %s%s", p.name, name, t.maybeEmpty(", which", t.form.parts[j])), nil)
			}
		}
	}
	for _, names := range t.form.one {
		if !slices.ContainsFunc(names, func(name string) bool { return len(t.of[t.form.index(name)]) > 0 }) {
			p := t.form.parts[t.form.index(names[0])]
			return t.error(p, fmt.Sprintf("the %s is missing%s", strings.Join(names, " or "), t.maybeEmpty("; it", p)), nil)
		}
	}
	return nil
}

// maybeEmpty returns the subject with "may be empty" if that is true of a part.
func (t *texts) maybeEmpty(subject string, p part) string {
	if p.fixed || !p.mayBeEmpty(t.form) {
		return ""
	}
	return subject + " may be empty"
}

// write writes the parts and the delimiters before them.
func (t *texts) write() string {
	var b strings.Builder
	if t.form.index("scheme") < 0 {
		b.WriteString(t.form.kind + ":")
	}
	for i, p := range t.form.parts {
		if p.paired {
			continue // it is written with the part before it
		}
		for n, text := range t.of[i] {
			b.WriteString(t.before(p) + text + p.after)
			if i+1 < len(t.form.parts) && t.form.parts[i+1].paired {
				b.WriteString(t.form.parts[i+1].before + t.of[i+1][n])
			}
		}
	}
	return b.String()
}

// before returns the delimiter before a part.
func (t *texts) before(p part) string {
	if i := t.form.index("user"); i >= 0 && t.of[i] != nil && p.name == "host" {
		return "@"
	}
	return p.before
}

func (t *texts) equal(got *texts) bool {
	return t.form == got.form && slices.EqualFunc(t.of, got.of, slices.Equal[[]string])
}

// error says what is wrong with a part.
func (t *texts) error(p part, why string, cause error) *EditError {
	return &EditError{Kind: t.form.kind, Part: p.name, Why: why, Section: p.where(), Err: cause}
}

// unknown says that the form has no part with a name.
func (t *texts) unknown(name string) error {
	err := &EditError{Kind: t.form.kind, Part: name}
	if err.Why = t.form.noLogin; err.Why != "" && (name == user.name || name == password.name) {
		err.Section = t.form.section
		return err
	}
	err.Why = fmt.Sprintf("there is no part %q; the parts are %s", name, strings.Join(t.form.names(), ", "))
	return err
}

// encodeError says why a part cannot have some data.
func (t *texts) encodeError(p part, cause error) error {
	var encode *compose.EncodeError
	var syntax *grammar.SyntaxError
	why := cause.Error()
	switch {
	case p.name == port.name && errors.As(cause, &syntax) && syntax.Input == "":
		why = "the port needs a digit; if it is omitted, so is the colon"
	case errors.As(cause, &encode):
		why = fmt.Sprintf("%s, at offset %d of the data", encode.Why, encode.Offset)
	case errors.As(cause, &syntax):
		why = fmt.Sprintf("%s at offset %d of the %s, expected %s", syntax.Found(), syntax.Offset, p.name, syntax.Expectation())
	}
	return t.error(p, why, cause)
}

// refuse says that the result would not conform.
func (t *texts) refuse(literal string, cause error) error {
	err := &EditError{Kind: t.form.kind, URL: literal, Why: cause.Error(), Err: cause}
	var syntax *grammar.SyntaxError
	if errors.As(cause, &syntax) {
		err.Why, err.Section = fmt.Sprintf("%s at offset %d, expected %s", syntax.Found(), syntax.Offset, syntax.Expectation()), syntax.Section
	}
	return err
}

// misread says that the result would parse into other parts.
func (t *texts) misread(literal string, got *texts) error {
	err := &EditError{Kind: t.form.kind, URL: literal, Why: "it would parse as a URL of the kind " + got.form.kind, Section: t.form.section}
	if got.form != t.form {
		return err
	}
	for i, p := range t.form.parts {
		if !slices.Equal(t.of[i], got.of[i]) {
			err.Part, err.Section = p.name, p.where()
			err.Why = fmt.Sprintf("it would parse with %s", got.phrase(i))
			break
		}
	}
	return err
}

// phrase describes a part for people.
func (t *texts) phrase(i int) string {
	p := t.form.parts[i]
	switch {
	case len(t.of[i]) == 0:
		return "no " + p.name
	case p.many:
		return fmt.Sprintf("the %s %q", p.name, t.of[i])
	}
	return fmt.Sprintf("the %s %q", p.name, t.of[i][0])
}
