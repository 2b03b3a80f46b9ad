package compose

import (
	"errors"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
)

// Build returns the reference with the components that the changes set, and no
// others. Without changes it is empty. It conforms to the edition and parses into
// exactly those components. The error is a [*BuildError].
func Build(e *grammar.Edition, changes ...Change) (string, error) {
	return (&Builder{edition: e}).Build(changes...)
}

// Edit returns a reference with some of its components changed; all others stay as
// they are, byte for byte. The result conforms to the edition and parses into
// exactly the intended components. If ref does not conform, the error is that of the
// edition's Parse, and otherwise a [*BuildError].
func Edit(e *grammar.Edition, ref string, changes ...Change) (string, error) {
	return (&Builder{edition: e}).Edit(ref, changes...)
}

// Builder is [Build] and [Edit] for one edition, prepared for many calls: it keeps an
// [Escaper] for every component. It is safe for concurrent use. The zero value is not
// usable.
type Builder struct {
	edition  *grammar.Edition
	escapers map[string]*Escaper // by component; missing ones are created when needed
}

// NewBuilder returns the builder of an edition.
func NewBuilder(e *grammar.Edition) *Builder {
	b := &Builder{edition: e, escapers: make(map[string]*Escaper)}
	for component := range e.Document().Data {
		if s, err := NewEscaper(e, component); err == nil {
			b.escapers[component] = s
		}
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
	return b.write(read(r), changes)
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
	return read(r), nil
}

func (b *Builder) escaper(component string) (*Escaper, error) {
	if s, ok := b.escapers[component]; ok {
		return s, nil
	}
	return NewEscaper(b.edition, component)
}

// apply makes one change. The error is a [*BuildError].
func (b *Builder) apply(c *components, change Change) error {
	var err error
	switch change.how {
	case setData:
		var text string
		if text, err = b.encode(change.component, change.data); err == nil {
			c.set(change.component, text)
		}
	case setText:
		err = b.setRaw(c, change.component, change.data)
	case unset:
		err = b.remove(c, change.component)
	case setSegments:
		err = b.setPath(c, change)
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

// setRaw sets a component to text that is escaped already.
func (b *Builder) setRaw(c *components, component, text string) error {
	if !b.has(component) {
		return b.unknown(component)
	}
	if component == "site" {
		return b.setSite(c, text)
	}
	rule := component
	if _, ok := b.edition.Document().Data[rule]; !ok {
		rule = b.edition.Document().Paths[0] // in rfc1738, whose schemes are each stricter than this rule
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
	c.setSite(ref)
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
