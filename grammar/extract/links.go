package extract

import (
	"iter"
	"strings"
)

// Kind is what HTML does with a link.
type Kind int

const (
	InText     Kind = iota // nothing: it stands in plain text
	Hyperlink              // the user may follow it
	Resource               // it is loaded as part of the document
	Submission             // data is sent to it
	Refresh                // it is loaded after some time, in place of the document
	BaseHref               // it is the base of the others, or a later BASE element
	Mention                // it names something: a source, a type, a description
)

var kindNames = [...]string{"text", "hyperlink", "resource", "submission", "refresh", "base", "mention"}

// String returns "text", "hyperlink", "resource", "submission", "refresh", "base"
// or "mention".
func (k Kind) String() string { return kindNames[k] }

// newRequest reports whether a link of the kind is "in a context that is
// always intended to result in a new request, as in the case of HTML's FORM
// element" (section 3 of url-syntax-09, 4.2 of RFC 2396).
func (k Kind) newRequest() bool { return k == Submission || k == Refresh || k == BaseHref }

// rule says which attributes hold references.
type rule struct {
	elements   string // names; "*" means all, and "svg" also those of SVG and MathML
	attributes string // names
	kind       Kind
	read       func(value string) iter.Seq2[int, int]
	where      string // an attribute that the element must have, and its value; "" for none
}

// rules has all attributes that hold references in the languages called HTML.
var rules = []rule{
	// The HTML Standard: "Attributes" in its index and, for obsolete ones, section
	// 16. For link, see rels.
	{"a area", "href", Hyperlink, one, ""},
	{"a area", "ping", Submission, words, ""},
	{"audio embed iframe img input script source track video", "src", Resource, one, ""},
	{"base", "href", BaseHref, one, ""},
	{"blockquote del ins q", "cite", Mention, one, ""},
	{"body table tbody td tfoot th thead tr", "background", Resource, one, ""},
	{"button input", "formaction", Submission, one, ""},
	{"form", "action", Submission, one, ""},
	{"html", "manifest", Resource, one, ""},
	{"img source", "srcset", Resource, candidates, ""},
	{"link", "href", Hyperlink, one, ""},
	{"link", "imagesrcset", Resource, candidates, ""},
	{"meta", "content", Refresh, refresh, "http-equiv=refresh"},
	{"object", "data", Resource, one, ""},
	{"video", "poster", Resource, one, ""},
	{"*", "itemid", Mention, one, ""},
	{"*", "itemtype", Mention, words, ""},
	{"frame", "src", Resource, one, ""},
	{"image", "src", Resource, one, ""}, // is read as img
	{"image", "srcset", Resource, candidates, ""},

	// HTML 4.01. Its codebase is not a base here, nor is it in browsers.
	{"applet object", "codebase", Mention, one, ""},
	{"applet", "archive", Resource, commas, ""},
	{"object", "archive", Resource, words, ""},
	{"object", "classid", Mention, one, ""},
	{"head", "profile", Mention, words, ""},
	{"frame iframe img", "longdesc", Mention, one, ""},
	{"img input object", "usemap", Mention, one, ""},
	{"param", "value", Mention, one, "valuetype=ref"},

	// HTML 2.0, and additions of browsers.
	{"a link", "urn", Mention, one, ""},
	{"isindex", "action", Submission, one, ""},
	{"bgsound", "src", Resource, one, ""},
	{"embed", "pluginspage pluginurl", Mention, one, ""},
	{"ilayer layer", "src background", Resource, one, ""},
	{"img", "lowsrc dynsrc", Resource, one, ""},
	{"command menuitem", "icon", Resource, one, ""},

	// SVG 2 and 1.1, MathML 3 and 2.
	{"svg", "href", Hyperlink, one, ""},
	{"*", "xlink:href", Hyperlink, one, ""},
	{"math", "altimg", Resource, one, ""},
	{"mglyph", "src", Resource, one, ""},
	{"svg", "definitionurl", Mention, one, ""},
}

// rels has the link types with which the link element loads a resource ("The link
// element is an external resource link"), those of the HTML Standard first. An
// element with another type is a hyperlink.
var rels = set(`dns-prefetch icon manifest modulepreload pingback preconnect prefetch preload stylesheet
	apple-touch-icon apple-touch-icon-precomposed apple-touch-startup-image fluid-icon mask-icon prerender subresource`)

// embeds has the elements of SVG and MathML that load what they link to. The others
// are hyperlinks.
var embeds = set(`feimage image script use
	animate animatecolor animatemotion animatetransform color-profile cursor filter font-face-uri glyphref altglyph
	lineargradient mpath pattern radialgradient set textpath tref`)

// rulesOf has the rules by attribute and element.
var rulesOf = func() map[string]map[string]*rule {
	all := make(map[string]map[string]*rule)
	for i, r := range rules {
		for a := range strings.FieldsSeq(r.attributes) {
			if all[a] == nil {
				all[a] = make(map[string]*rule)
			}
			for e := range strings.FieldsSeq(r.elements) {
				all[a][e] = &rules[i]
			}
		}
	}
	return all
}()

// attributeNames has the attributes that rules and their conditions name.
var attributeNames = func() map[string]string {
	names := map[string]string{"http-equiv": "http-equiv", "rel": "rel", "valuetype": "valuetype"}
	for name := range rulesOf {
		names[name] = name
	}
	return names
}()

// ruleFor returns the rule for an attribute of an element, or nil if there is none.
// Elements of SVG and MathML are foreign.
func ruleFor(element, attribute string, foreign bool) *rule {
	of := rulesOf[attribute]
	r := of[element]
	if r == nil && foreign {
		r = of["svg"]
	}
	if r == nil {
		r = of["*"]
	}
	return r
}

// one yields the start and end of the reference in a value that is one reference
// ("valid URL potentially surrounded by spaces").
func one(value string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) { yield(trimmed(value, 0, len(value))) }
}

// trimmed returns the part of value between from and to, without the white space at
// its ends.
func trimmed(value string, from, to int) (int, int) {
	for from < to && isHTMLSpace(value[from]) {
		from++
	}
	for from < to && isHTMLSpace(value[to-1]) {
		to--
	}
	return from, to
}

// words yields the references in a list that white space separates.
func words(value string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; ; {
			from, _ := trimmed(value, i, len(value))
			if from == len(value) {
				return
			}
			for i = from; i < len(value) && !isHTMLSpace(value[i]); {
				i++
			}
			if !yield(from, i) {
				return
			}
		}
	}
}

// commas yields the references in a list that commas separate.
func commas(value string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; i < len(value); {
			item, _, _ := strings.Cut(value[i:], ",")
			from, to := trimmed(value, i, i+len(item))
			if from < to && !yield(from, to) {
				return
			}
			i += len(item) + 1
		}
	}
}

// candidates yields the references in a srcset, where each may be followed by
// descriptors ("parsing a srcset attribute" in the HTML Standard). A candidate with
// wrong descriptors counts too.
func candidates(value string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := 0; ; {
			for i < len(value) && (isHTMLSpace(value[i]) || value[i] == ',') {
				i++
			}
			if i == len(value) {
				return
			}
			from := i
			for i < len(value) && !isHTMLSpace(value[i]) {
				i++
			}
			to := from + len(strings.TrimRight(value[from:i], ","))
			if !yield(from, to) {
				return
			}
			if to < i {
				continue // the comma ended the candidate
			}
			for inside := false; i < len(value) && (inside || value[i] != ','); i++ {
				if value[i] == '(' || inside && value[i] == ')' {
					inside = value[i] == '('
				}
			}
		}
	}
}

// refresh yields the reference that is loaded after some time ("shared declarative
// refresh steps" in the HTML Standard).
func refresh(value string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		rest := value
		skip := func(cutset string) (any bool) {
			n := len(rest)
			rest = strings.TrimLeft(rest, cutset)
			return len(rest) < n
		}
		const space = " \t\n\f\r"
		skip(space)
		if !skip("0123456789") && !strings.HasPrefix(rest, ".") {
			return
		}
		skip("0123456789.")
		if separated := skip(space); strings.HasPrefix(rest, ";") || strings.HasPrefix(rest, ",") {
			rest = rest[1:]
		} else if !separated {
			return
		}
		skip(space)
		if rest == "" {
			return
		}
		if len(rest) > 3 && strings.EqualFold(rest[:3], "url") {
			if after := strings.TrimLeft(rest[3:], space); strings.HasPrefix(after, "=") {
				rest = after[1:]
				skip(space)
			}
		}
		from, to := len(value)-len(rest), len(value)
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			from++
			if n := strings.IndexByte(rest[1:], rest[0]); n >= 0 {
				to = from + n
			}
		}
		yield(trimmed(value, from, to))
	}
}
