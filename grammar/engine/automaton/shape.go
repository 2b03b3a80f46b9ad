package automaton

// A shape is a simple form that most references of the web have. A routine without
// loops over bytes (find_amd64.s) decides whether a string has it. All other strings go
// to the automaton, which alone refuses:
//
//	[first rest* ":"] ["//" host*] path ["?" query] ["#" fragment]
//
// The delimiters divide a string as Appendix B of RFC 3986 does: what precedes the
// first of ":/?#" is the scheme if that is ":"; a site ends at the next of "/?#", a path
// at the next of "?#", a query at "#". The parts are made of the characters of a few
// sets, and of escapes.
//
// The sets and the forms are found from an automaton, and proved with it (grow.go):
// every string of the shape is in the language. For a Matcher it is also proved that
// its captures begin and end where the parts of the shape do.
type shape struct {
	// forms says which of the 64 forms of a reference the shape has: bit i for the
	// form i. A form with which no string can be made is among them.
	forms uint64

	first  Set // the first character of a scheme
	scheme Set // the other ones
	host   Set // the characters of a site
	tail   Set // those of a path, a query and a fragment

	// A site may have joints, such as the "." between the labels of a host. It has to begin
	// with a character of begin, and so has what follows a joint; unless begin is nil.
	joints, begin Set

	// Whether there may be escapes in a site, and after it.
	hostEscapes, tailEscapes bool

	// noDots says that "." must not stand after "/", nor after the ":" of a scheme.
	noDots bool

	// captures says which part each capture of a Matcher is.
	captures []capture
}

// capture is a capture of a Matcher, which is a part of the shape, or absent in its strings.
type capture struct {
	part       part
	begin, end int // the registers; begin may be Nowhere
}

// form is a number of the form of a reference: a bit for each part that may be absent,
// and two for the kind of the path.
type form uint8

const (
	formScheme   form = 1
	formSite     form = 2
	formPath     form = 4 // times the pathForm
	formQuery    form = 16
	formFragment form = 32
	forms             = 64
)

// pathForm is how a path begins. A path that begins with "//" stands after a site.
type pathForm uint8

const (
	emptyPath pathForm = iota
	rootlessPath
	slashPath  // with one slash
	doublePath // with two
)

func (f form) path() pathForm { return pathForm(f / formPath % 4) }

// part is a part of the shape, which is present or absent.
type part uint8

const (
	noPart part = iota // absent
	schemePart
	sitePart
	queryPart
	fragmentPart
)

// has reports whether the part is present in strings of the form.
func (f form) has(p part) bool {
	switch p {
	case schemePart:
		return f&formScheme != 0
	case sitePart:
		return f&formSite != 0
	case queryPart:
		return f&formQuery != 0
	case fragmentPart:
		return f&formFragment != 0
	}
	return false
}

// reading is a state of the automaton that reads strings of a shape; it is the
// definition of the shape, which the proofs go by. The zero value is the first state.
type reading struct {
	at   place
	form form
	some bool // a character of the part has been read, and it was no joint
	// In the first part, which may turn out to be a scheme or the beginning of a path:
	// whether it can be none of the two. In a state that is refused both are true.
	noScheme, noPath bool
	digits           uint8 // how many digits of an escape are to come
}

// place is a place in a reference.
type place uint8

const (
	inFirst place = iota // before the first delimiter
	inHier               // after the ":" of a scheme
	inSlash              // after a "/" that begins a path, or is the first of "//"
	inSite
	inRoot // after the "/" that ends a site
	inPath
	inQuery
	inFragment
)

// refused is the state of strings that do not have the shape.
var refused = reading{noScheme: true, noPath: true}

// hexDigits are the digits of an escape.
var hexDigits = Between('0', '9').Union(Between('A', 'F')).Union(Between('a', 'f'))

// delimiters divide a reference.
var delimiters = Of(':', '/', '?', '#')

// marks are the positions that a step passes: where parts begin and end.
type marks uint16

const (
	beginMark    marks = 1 << iota // the beginning of the string
	schemeMark                     // the end of the scheme
	siteMark                       // the beginning of the site
	hierMark                       // its end
	queryMark                      // the beginning of the query
	fragmentMark                   // the beginning of the fragment
	queryEnd                       // the end of the query
	fragmentEnd                    // the end of the fragment
)

// bounds returns where a part begins and ends.
func (p part) bounds() (begin, end marks) {
	switch p {
	case schemePart:
		return beginMark, schemeMark
	case sitePart:
		return siteMark, hierMark
	case queryPart:
		return queryMark, queryEnd
	case fragmentPart:
		return fragmentMark, fragmentEnd
	}
	return 0, 0
}

// step returns the state after a symbol, and which marks are at the symbol and after it.
func (s *shape) step(r reading, c int32) (to reading, here, after marks) {
	if r == refused {
		return refused, 0, 0
	}
	if r.digits > 0 { // the digits of an escape stand where the other characters do
		if !hexDigits.Has(c) || !s.holds(r.at, c) {
			return refused, 0, 0
		}
		r.digits--
		return r, 0, 0
	}
	enter := func(at place, f form) reading { return reading{at: at, form: r.form | f} }
	switch r.at {
	case inFirst:
		switch {
		case c == ':':
			if !r.some || r.noScheme {
				return refused, 0, 0
			}
			return reading{at: inHier, form: formScheme}, schemeMark, 0
		case c == '/' && !r.some:
			return enter(inSlash, 0), 0, 0
		case !delimiters.Has(c):
			r.noScheme = r.noScheme || !r.some && !s.first.Has(c) || r.some && !s.scheme.Has(c)
			escape := c == '%' && s.tailEscapes
			r.noPath = r.noPath || !escape && !s.tail.Has(c)
			if r.noScheme = r.noScheme || escape; escape && !r.noPath {
				r.digits = 2
			}
			if r.some = true; r.noScheme && r.noPath {
				return refused, 0, 0
			}
			return r, 0, 0
		case r.noPath:
			return refused, 0, 0
		}
		if r.some {
			r.form |= formPath * form(rootlessPath)
		}
		return s.tailStep(reading{at: inPath, form: r.form}, c)
	case inHier:
		if c == '/' {
			return enter(inSlash, 0), 0, 0
		}
		return s.pathStep(r, c)
	case inSlash:
		if c == '/' {
			return enter(inSite, formSite), 0, siteMark
		}
		if !s.tail.Has('/') {
			return refused, 0, 0
		}
		return s.tailStep(enter(inPath, formPath*form(slashPath)), c)
	case inSite:
		switch {
		case c == '/' || c == '?' || c == '#':
			if s.begin != nil && !r.some {
				return refused, 0, 0
			}
			if c == '/' {
				return enter(inRoot, 0), hierMark, 0
			}
			to, here, after = s.tailStep(enter(inPath, 0), c)
			return to, here | hierMark, after
		case s.begin != nil && !r.some && !s.begin.Has(c):
			return refused, 0, 0
		case s.joints.Has(c):
			r.some = false
			return r, 0, 0
		case c == '%' && s.hostEscapes:
			r.digits = 2
		case !s.host.Has(c):
			return refused, 0, 0
		}
		r.some = true
		return r, 0, 0
	case inRoot:
		if !s.tail.Has('/') {
			return refused, 0, 0
		}
		if c == '/' {
			return s.tailStep(enter(inPath, formPath*form(doublePath)), c)
		}
		return s.tailStep(enter(inPath, formPath*form(slashPath)), c)
	}
	return s.tailStep(r, c)
}

// pathStep is step at the beginning of a path that may be rootless.
func (s *shape) pathStep(r reading, c int32) (to reading, here, after marks) {
	if r.at = inPath; c != '?' && c != '#' {
		r.form |= formPath * form(rootlessPath)
	}
	return s.tailStep(r, c)
}

// tailStep is step in the path and after it.
func (s *shape) tailStep(r reading, c int32) (to reading, here, after marks) {
	switch {
	case c == '#' && r.at != inFragment:
		if r.at == inQuery {
			here = queryEnd
		}
		return reading{at: inFragment, form: r.form | formFragment}, here, fragmentMark
	case c == '?' && r.at == inPath:
		return reading{at: inQuery, form: r.form | formQuery}, 0, queryMark
	case c == '%' && s.tailEscapes:
		r.digits = 2
	case !s.tail.Has(c):
		return refused, 0, 0
	}
	return r, 0, 0
}

// holds reports whether a character may stand at a place.
func (s *shape) holds(at place, c int32) bool {
	if at == inSite {
		return s.host.Has(c)
	}
	return s.tail.Has(c)
}

// end returns whether a string that has led to a state has the shape, its form, and the
// marks that are at its end.
func (s *shape) end(r reading) (f form, at marks, ok bool) {
	if r == refused || r.digits > 0 {
		return 0, 0, false
	}
	switch r.at {
	case inFirst:
		if r.noPath {
			return 0, 0, false
		}
		if r.some {
			r.form |= formPath * form(rootlessPath)
		}
	case inSlash, inRoot:
		if !s.tail.Has('/') {
			return 0, 0, false
		}
		r.form |= formPath * form(slashPath)
	case inSite:
		if s.begin != nil && !r.some {
			return 0, 0, false
		}
		at = hierMark
	case inQuery:
		at = queryEnd
	case inFragment:
		at = fragmentEnd
	}
	return r.form, at, s.forms>>r.form&1 != 0
}
