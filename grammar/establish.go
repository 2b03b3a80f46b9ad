package grammar

import (
	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
)

// Context is what there is to find the base of a document's references in
// (section 5.1): the layers around them.
type Context struct {
	// Entities are the document that holds the references and those that
	// encapsulate it (messages, archives), the innermost first.
	Entities []Entity
	// Retrieval are the references that were requested to retrieve the outermost
	// entity, in order: the first one and those that it was redirected to.
	Retrieval []string
	// Default is what the application takes if there is nothing else; nil if it
	// has nothing.
	Default *string
}

// Entity is a document, or a part of a message.
type Entity struct {
	// Embedded are the bases that the content gives, as the BASE element of HTML,
	// Content-Base or Content-Location do, in order of precedence: the first one
	// counts. A relative one is resolved against the base that the entity would
	// have without it.
	Embedded []string
}

// Origin is the layer that a base comes from; the numbers are the sections of
// all editions that resolve references but rfc1808, where the same four layers
// are sections 3.1 to 3.4.
type Origin string

// The origins.
const (
	FromContent     Origin = "5.1.1" // embedded in the content
	FromEncapsulate Origin = "5.1.2" // the base of the encapsulating entity
	FromRetrieval   Origin = "5.1.3" // the reference used to retrieve the entity, after redirections
	FromDefault     Origin = "5.1.4" // of the application; the empty string in rfc1808 and url-syntax-02
)

// EstablishBase finds the base of the references in the first of the entities, by
// the rules of an edition, and where it comes from. It strips the fragment from what
// becomes the base. If no layer gives a base, the error is a [*NoBaseError];
// otherwise the errors are those of [Edition.Base] and [Base.Resolve], for the
// layer that decides.
func (c Context) EstablishBase(e *Edition) (*Base, Origin, error) {
	if _, err := e.Algorithm(); err != nil {
		return nil, "", err
	}
	base, origin, err := c.outermost(e)
	for i := len(c.Entities) - 1; i >= 0; i-- {
		if len(c.Entities[i].Embedded) == 0 {
			if origin == FromContent {
				origin = FromEncapsulate
			}
			continue
		}
		// An absolute one needs no base; so the layers around it may be wrong.
		embedded := c.Entities[i].Embedded[0]
		if ref := e.Split(embedded); ref.Scheme.Present() {
			base, err = e.Base(withoutFragment(&ref))
		} else if err == nil {
			base, err = base.join(embedded)
		}
		origin = FromContent
	}
	if err != nil {
		return nil, "", err
	}
	return base, origin, nil
}

// outermost returns the base that the outermost entity has from outside.
func (c Context) outermost(e *Edition) (*Base, Origin, error) {
	s, origin := "", FromDefault
	switch n := len(c.Retrieval); {
	case n > 0:
		s, origin = c.Retrieval[n-1], FromRetrieval
	case c.Default != nil:
		s = *c.Default
	case e.Document().Resolution.EmptyBase == "":
		return nil, "", &NoBaseError{e.String()}
	}
	ref := e.Split(s)
	base, err := e.Base(withoutFragment(&ref))
	return base, origin, err
}

// join returns the base that a relative reference makes of b.
func (b *Base) join(ref string) (*Base, error) {
	target, err := b.Resolve(ref, resolve.Options{NewRequest: true})
	if err != nil {
		return nil, err
	}
	t := b.edition.Split(target)
	return b.edition.Base(withoutFragment(&t))
}

// withoutFragment returns a split reference up to its fragment.
func withoutFragment(ref *ast.Reference) string {
	if ref.Fragment.Present() {
		return ref.Input[:ref.Fragment.Start-1]
	}
	return ref.Input
}

// NoBaseError says that no layer of a [Context] gives a base. It is returned by
// [Context.EstablishBase].
type NoBaseError struct {
	Edition string
}

// Error names the edition and the places where no base is.
func (err *NoBaseError) Error() string {
	return err.Edition + ": there is no base: nothing is embedded, no reference was used for the retrieval, and the application has no default (5.1.1 to 5.1.4)"
}
