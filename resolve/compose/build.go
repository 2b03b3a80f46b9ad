package compose

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// Build returns the reference with the components that the changes set, and no
// others. Without changes it is empty. It conforms to the edition and parses into
// exactly those components. The error is a [*BuildError].
func Build(e *grammar.Edition, changes ...Change) (string, error) {
	return builderOf(e).Build(changes...)
}

// Edit returns a reference with some of its components changed; all others stay as
// they are, byte for byte. The result conforms to the edition and parses into
// exactly the intended components. If ref does not conform, the error is that of the
// edition's Parse, and otherwise a [*BuildError].
func Edit(e *grammar.Edition, ref string, changes ...Change) (string, error) {
	return builderOf(e).Edit(ref, changes...)
}

// builderKey is the key of a builder that is kept with an edition.
type builderKey struct{}

// builderOf returns the builder that is kept with an edition.
func builderOf(e *grammar.Edition) *Builder {
	b, _ := grammar.Derived(e, builderKey{}, func() (*Builder, error) { return NewBuilder(e), nil }) // never an error
	return b
}

// Prepare builds now what the functions of this package otherwise build for an edition when
// they first need it: the escaper of each component. That takes some milliseconds. It may be
// called concurrently.
func Prepare(e *grammar.Edition) {
	b := builderOf(e)
	b.unnamed()
	for component := range b.escapers {
		b.escaper(component) // there is no error for the components that there are
	}
}

// Builder is [Build] and [Edit] for one edition, prepared for many calls: it keeps an
// [Escaper] for every component that was written. It is safe for concurrent use. The zero value is not
// usable.
type Builder struct {
	edition *grammar.Edition
	// Each is prepared at first use: escapers by the names of [Components], and the one of
	// [NewUnnamedEscaper].
	escapers map[string]func() (*Escaper, error)
	unnamed  func() *Escaper
}

// NewBuilder returns the builder of an edition.
func NewBuilder(e *grammar.Edition) *Builder {
	b := &Builder{
		edition: e, escapers: make(map[string]func() (*Escaper, error)),
		unnamed: sync.OnceValue(func() *Escaper { return NewUnnamedEscaper(e) }),
	}
	for _, component := range Components(e) {
		b.escapers[component] = sync.OnceValues(func() (*Escaper, error) { return NewEscaper(e, component) })
	}
	return b
}

// Build is the function [Build].
func (b *Builder) Build(changes ...Change) (string, error) {
	return b.write(components{}, changes)
}

// Edit is the function [Edit].
func (b *Builder) Edit(ref string, changes ...Change) (string, error) {
	r, err := b.edition.Parse(ref)
	if err != nil {
		return "", err
	}
	return b.write(read(&r), changes)
}

// write applies the changes, and returns the result if it parses into the same
// components.
func (b *Builder) write(c components, changes []Change) (string, error) {
	for _, change := range changes {
		if err := b.apply(&c, change); err != nil {
			return "", err
		}
	}
	var got components
	literal, err := c.recompose()
	if err == nil {
		got, err = b.parse(literal)
	}
	var long *grammar.TooLongError
	if errors.As(err, &long) {
		return "", &BuildError{Edition: b.edition.Name(), Why: err.Error(), Err: err}
	}
	if err != nil || got != c {
		return "", b.refuse(c, literal, got, err)
	}
	return literal, nil
}

// parse returns the components that the edition finds in a reference.
func (b *Builder) parse(ref string) (components, error) {
	r, err := b.edition.Parse(ref)
	if err != nil {
		return components{}, err
	}
	return read(&r), nil
}

func (b *Builder) escaper(component string) (*Escaper, error) {
	if prepared, ok := b.escapers[component]; ok {
		return prepared()
	}
	return NewEscaper(b.edition, component)
}

// apply makes one change. The error is a [*BuildError].
func (b *Builder) apply(c *components, change Change) error {
	var err error
	switch change.how {
	case setData:
		err = b.setData(c, change.component, change.data)
	case setText:
		err = b.setRaw(c, change.component, change.data)
	case unset:
		err = b.remove(c, change.component)
	case setSegments:
		err = b.setPath(c, change)
	case setAddress:
		err = b.setAddress(c, change.address)
	case addSegment:
		err = b.appendSegment(c, change.data)
	case setPair, addPair, removePairs:
		err = b.setPair(c, change)
	}
	if err != nil {
		return changeError(b.edition, change.component, err)
	}
	return nil
}

func (b *Builder) encode(component, data string) (string, error) {
	s, err := b.escaper(component)
	if err != nil {
		return "", err
	}
	return s.Encode(data)
}

// setData sets a component to data.
func (b *Builder) setData(c *components, component, data string) error {
	rule := component
	if component == "path" {
		if !b.has(component) {
			return b.unknown(component)
		}
		rule = b.pathRule()
	}
	text, err := b.encode(rule, data)
	switch {
	case err != nil:
		return err
	case b.divides(component):
		return b.setLogin(c, component, text)
	}
	c.set(component, text)
	return nil
}

// pathRule is the component, or the rule, of a whole path. In rfc1738 each scheme is
// stricter than this rule.
func (b *Builder) pathRule() string {
	if _, ok := b.edition.Document().Data["path"]; ok {
		return "path"
	}
	return b.edition.Document().Paths[0]
}

// divides reports whether a component is a part of the userinfo that the grammar does not
// divide it into.
func (b *Builder) divides(component string) bool {
	return dataOf(b.edition, component) == userinfo && component != userinfo
}

// setLogin sets the user or the password within a userinfo.
func (b *Builder) setLogin(c *components, component, text string) error {
	before, after, divided := strings.Cut(c.userinfo.s, ":")
	switch {
	case component == user:
		before = text
	case !c.userinfo.present:
		return b.needsUser()
	default:
		after, divided = text, true
	}
	if divided {
		before += ":" + after
	}
	c.set(userinfo, before)
	return nil
}

// setAddress sets the host to an IP address.
func (b *Builder) setAddress(c *components, a netip.Addr) error {
	text := a.WithZone("").String()
	switch {
	case !a.IsValid():
		return &BuildError{Edition: b.edition.Name(), Component: "host", Why: "the zero value is no IP address"}
	case a.Is6():
		text = "[" + text
		if zone := a.Zone(); zone != "" {
			s, err := b.escaper("host")
			if err == nil {
				s, err = s.Strict()
			}
			if err != nil {
				return err
			}
			text += "%25" + s.escape(zone)
		}
		text += "]"
	}
	return b.setRaw(c, "host", text)
}

// removeLogin removes the user or the password from a userinfo.
func (b *Builder) removeLogin(c *components, component string) error {
	before, _, divided := strings.Cut(c.userinfo.s, ":")
	switch {
	case component == password:
		c.userinfo.s = before
	case divided:
		return b.needsUser()
	default:
		c.userinfo = text{}
	}
	return nil
}

func (b *Builder) needsUser() error {
	return &BuildError{Edition: b.edition.Name(), Component: password, Why: passwordAlone,
		Section: b.edition.Grammar().Source().Sections[b.edition.Document().Data[userinfo]]}
}

// passwordAlone says why there cannot be a password.
const passwordAlone = "the password needs a user, which may be empty"

// setRaw sets a component to text that is escaped already.
func (b *Builder) setRaw(c *components, component, text string) error {
	if !b.has(component) {
		return b.unknown(component)
	}
	if component == "site" {
		return b.setSite(c, text)
	}
	rule := component
	if component == "path" {
		rule = b.pathRule()
	}
	s, err := b.escaper(rule)
	if err == nil {
		err = s.check(text)
	}
	if err == nil {
		c.set(component, text)
	}
	return err
}

// setSite sets the site to text. To split it as the edition does, it parses a minimal
// reference that contains it.
func (b *Builder) setSite(c *components, text string) error {
	if text != "" {
		s, err := b.escaper(b.edition.Document().Site)
		if err != nil {
			return err
		}
		if err := s.check(text); err != nil {
			return err
		}
	}
	ref, err := b.edition.Parse("x://" + text + "/")
	if text == "" && (err != nil || !ref.Site.Present()) {
		// In rfc1738 the scheme decides whether a site may be empty. That shows when
		// the result is parsed.
		c.removeSite()
		c.site = true
		return nil
	}
	if err != nil {
		return err
	}
	c.setSite(&ref)
	return nil
}

// remove makes a component absent.
func (b *Builder) remove(c *components, component string) error {
	switch component {
	case "site":
		c.removeSite()
	case "userinfo":
		c.removeUserInfo()
	case "scheme", "user", "password", "port", "query", "fragment":
		if _, err := b.escaper(component); err != nil {
			return err
		}
		if b.divides(component) {
			return b.removeLogin(c, component)
		}
		*c.field(component) = text{}
	default:
		if !b.has(component) {
			return b.unknown(component)
		}
		return &BuildError{Edition: b.edition.Name(), Component: component,
			Why: phrase(component) + " cannot be removed by itself"}
	}
	return nil
}

// setPath sets the path to segments.
func (b *Builder) setPath(c *components, change Change) error {
	var text strings.Builder
	for i, segment := range change.segments {
		if i > 0 || change.absolute {
			text.WriteByte('/')
		}
		name, err := b.encode("segment", segment.Name)
		if err != nil {
			return err
		}
		text.WriteString(name)
		if len(segment.Params) > 0 && i < len(change.segments)-1 && b.edition.Document().ParamsLast {
			return &BuildError{Edition: b.edition.Name(), Component: "path", Why: "only the last segment can have params",
				Section: b.edition.Document().Composition.Params}
		}
		for _, data := range segment.Params {
			param, err := b.encode("param", data)
			if err != nil {
				return err
			}
			text.WriteByte(';')
			text.WriteString(param)
		}
	}
	c.path, c.kind = text.String(), ast.Rootless
	switch {
	case change.absolute && len(change.segments) == 0:
		c.path, c.kind = "/", ast.Absolute
	case change.absolute:
		c.kind = ast.Absolute
	case len(change.segments) == 0:
		c.kind = ast.Empty
	}
	return nil
}

// appendSegment appends a segment to the path.
func (b *Builder) appendSegment(c *components, data string) error {
	doc := b.edition.Document()
	refuse := func(why, section string) error {
		return &BuildError{Edition: b.edition.Name(), Component: "path", Why: why, Section: section}
	}
	switch {
	case c.kind == ast.Opaque:
		return refuse("an opaque part has no segments", doc.Composition.Opaque)
	case doc.ParamsLast && strings.Contains(c.path, ";"):
		return refuse("the path ends with params, after which there cannot be a segment", doc.Composition.Params)
	case doc.Resolution.Algorithm != "" && (data == "." || data == ".."):
		return refuse(fmt.Sprintf("%q cannot be data of a segment: it would be read as a step, and no escape changes that", data), "")
	}
	if data == "" && c.path == "" && !c.site {
		return refuse(noEmptyFirst, doc.Composition.FirstEmpty)
	}
	text, err := b.encode("segment", data)
	if err != nil {
		return err
	}
	if c.path == "" && c.site || c.path != "" && !strings.HasSuffix(c.path, "/") {
		text = "/" + text
	}
	c.set("path", c.path+text)
	return nil
}

// setPair sets or appends a pair of the query, or removes all with its key.
func (b *Builder) setPair(c *components, change Change) error {
	var pair string
	if change.how == removePairs {
		if _, err := b.escaper("query"); err != nil {
			return err
		}
	} else {
		s, err := b.escaper(queryValue)
		if err != nil {
			return err
		}
		name, err := s.Encode(change.key)
		if err != nil {
			return err
		}
		value, err := s.Encode(change.data)
		if err != nil {
			return err
		}
		pair = name + "=" + value
	}
	var kept strings.Builder
	kept.Grow(len(c.query.s) + len("&") + len(pair))
	found, any := false, false
	keep := func(pair string) {
		if any {
			kept.WriteByte('&')
		}
		kept.WriteString(pair)
		any = true
	}
	ref := ast.Reference{Input: c.query.s, Query: ast.Query{Span: ast.Span{End: int32(len(c.query.s))}}}
	for p := range ref.Pairs() {
		switch {
		case change.how == addPair || !escape.Means(ref.Text(p.Key), change.key):
			keep(ref.Text(p.Span))
		case change.how == setPair && !found:
			keep(pair)
			found = true
		default:
			found = true
		}
	}
	switch {
	case change.how != removePairs && !found:
		keep(pair)
	case !found:
		return nil
	case !any:
		c.query = text{}
		return nil
	}
	c.set("query", kept.String())
	return nil
}

// names are the components of a reference that may be set as a whole.
var names = append([]string{"site", "path", "opaque"}, fields[:]...)

// has reports whether the edition's references have this component and it can be set
// as a whole.
func (b *Builder) has(component string) bool {
	doc := b.edition.Document()
	_, ok := doc.Data[component]
	switch component {
	case "site":
		ok = doc.Site != ""
	case "path":
		ok = ok || len(doc.Paths) > 0
	}
	return ok && slices.Contains(names, component)
}

// unknown returns the error for a component that the edition's references do not
// have.
func (b *Builder) unknown(component string) error {
	err := &grammar.UnknownNameError{Edition: b.edition.Name(), Kind: "component", Name: component}
	for _, name := range names {
		if b.has(name) {
			err.Known = append(err.Known, name)
		}
	}
	return err
}
