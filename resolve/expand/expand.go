// Package expand completes abbreviated references: what newspapers, billboards
// and people write instead of a reference,
//
//	www.w3.org/Addressing/
//	ftp.example.org
//
// The drafts from url-syntax-09 on and RFC 2396 call them abbreviated URLs
// (Appendix F), RFC 3986 calls them suffix references (section 4.5): "a
// reference consisting of only the authority and path portions of the
// identified resource", "or simply a DNS registered name on its own". No grammar
// has them. As a reference, www.w3.org/Addressing/ is a relative path, so they
// mean something only where there is no base, as in a dialog box.
//
// What they stand for is a guess, and [Expand] says which rule made it:
//
//	guess, err := expand.Expand(editions.RFC3986, "www.w3.org/Addressing/", expand.DefaultTable())
//	// guess.Reference == "http://www.w3.org/Addressing/"
//	// guess.Rule.Name == "www"
//
// "There is no standard set of heuristics", and they "will change over time":
// the rules are a [Table], to be replaced at will. RFC 3986 warns that guesses
// "are often incorrect when used out of context" and "can lead to security
// issues".
//
// What a person typed may have delimiters and white space around it, which
// extract.Unwrap takes away.
package expand

import (
	"fmt"
	"net/netip"
	"path"
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve"
)

// Rule is one heuristic: what to put before an abbreviated reference whose
// host looks like this.
type Rule struct {
	Name string `json:"name"`
	// Hosts are patterns of package path, such as "www*.?*". One of them has
	// to match the whole host, whose letters are lower case.
	Hosts []string `json:"hosts"`
	// Prefix completes the reference, as "http://" does. If it is "", there is
	// no abbreviated reference with such a host.
	Prefix string `json:"prefix"`
	Why    string `json:"why"` // for people
}

// Table is a list of heuristics. The first rule that matches applies.
type Table []Rule

// DefaultTable returns the table that the command uses. It has the scheme http
// for all that does not say otherwise, because the documents do.
func DefaultTable() Table {
	return Table{
		{
			Name:  "file",
			Hosts: []string{"*.html", "*.htm", "*.txt", "*.xml", "*.pdf", "*.css", "*.js", "*.gif", "*.jpg", "*.jpeg", "*.png"},
			Why:   "the name of a file: no top-level domain is named so",
		},
		{
			Name: "www", Hosts: []string{"www*.?*"}, Prefix: "http://",
			Why: `"most registered names beginning with "www" are likely to have a URI prefix of "http://"" (RFC 3986, section 4.5)`,
		},
		{
			Name: "ftp", Hosts: []string{"ftp.?*"}, Prefix: "ftp://",
			Why: "a host is often named after its only service",
		},
		{
			Name: "gopher", Hosts: []string{"gopher.?*"}, Prefix: "gopher://",
			Why: "a host is often named after its only service",
		},
		{
			Name: "host", Hosts: []string{"?*.?*", "localhost"}, Prefix: "http://",
			Why: `"or simply a DNS registered name on its own" (RFC 3986, section 4.5); most of them are of web servers`,
		},
	}
}

// Guess is what an abbreviated reference may stand for.
type Guess struct {
	// Reference is the prefix of the rule and what was abbreviated. It conforms
	// to the edition.
	Reference string
	// Rule is the heuristic that made it.
	Rule Rule
	// Section is where the edition describes abbreviated references.
	Section string
}

// NotAbbreviatedError says that a string is no abbreviated reference. [Expand]
// returns it.
type NotAbbreviatedError struct {
	Input string
	Why   string
}

func (err *NotAbbreviatedError) Error() string {
	return fmt.Sprintf("%q is not abbreviated: %s", err.Input, err.Why)
}

// Fault returns Why.
func (err *NotAbbreviatedError) Fault() ast.Fault {
	return ast.Fault{Text: err.Input, Message: err.Why, Offset: -1}
}

// Expand completes the abbreviated reference s. Nothing is changed but that the
// prefix of a rule comes first.
//
// An abbreviated reference begins with a host, which is a domain name or an
// IPv4 address, and goes on with a path, a query or a fragment. Everything else
// is refused: what has a scheme already, which by the grammar is also
// www.w3.org:80/; what begins with "/" or has a userinfo; a number such as 1.5;
// and what no rule of the table is for.
//
// The error is a [*grammar.NotDefinedError], a [*NotAbbreviatedError], a
// [*grammar.SyntaxError] if the completed reference does not conform, or
// [path.ErrBadPattern] with the name of the rule.
func Expand(e *grammar.Edition, s string, table Table) (Guess, error) {
	section := e.Document().Abbreviated
	if section == "" {
		return Guess{}, &grammar.NotDefinedError{Edition: e.Name(), What: "abbreviated references", See: "url-syntax-09"}
	}
	host, why := hostOf(s)
	if why != "" {
		return Guess{}, &NotAbbreviatedError{s, why}
	}
	rule, err := table.match(strings.ToLower(host))
	switch {
	case err != nil:
		return Guess{}, err
	case rule == nil:
		return Guess{}, &NotAbbreviatedError{s, fmt.Sprintf("no rule is for the host %q", host)}
	case rule.Prefix == "":
		return Guess{}, &NotAbbreviatedError{s, fmt.Sprintf("rule %q: %s", rule.Name, rule.Why)}
	}
	guess := Guess{Reference: rule.Prefix + s, Rule: *rule, Section: section}
	if err := e.Check(guess.Reference); err != nil {
		return Guess{}, err
	}
	return guess, nil
}

// match returns the first rule for a host in lower case, nil if there is none.
func (t Table) match(host string) (*Rule, error) {
	for i := range t {
		for _, pattern := range t[i].Hosts {
			ok, err := path.Match(pattern, host)
			if err != nil {
				return nil, fmt.Errorf("rule %q: pattern %q: %w", t[i].Name, pattern, err)
			}
			if ok {
				return &t[i], nil
			}
		}
	}
	return nil, nil
}

// hostOf returns the host that s begins with, or why it does not.
func hostOf(s string) (host, why string) {
	parts := resolve.Split(s)
	switch {
	case parts.Scheme.Present():
		return "", fmt.Sprintf("it has the scheme %q", parts.Text(parts.Scheme.Span))
	case parts.Site.Present():
		return "", `it begins with "//"`
	}
	host, _, _ = strings.Cut(parts.Text(parts.Path.Span), "/")
	switch {
	case host == "":
		return "", "it does not begin with a host"
	case strings.Contains(host, "@"):
		return "", "it has a userinfo"
	case !isDomainName(host) && !isIPv4(host):
		return "", fmt.Sprintf("%q is no domain name", host)
	}
	return host, ""
}

// isDomainName reports whether a host is made of labels, as section 3.2.2 of
// the editions with Appendix F has them; the last begins with a letter. Bytes
// beyond US-ASCII are for editions that have them.
func isDomainName(host string) bool {
	label := 0 // where it begins
	for label < len(host) {
		end := label
		for end < len(host) && isLabel(host[end]) {
			end++
		}
		switch {
		case end == label || host[label] == '-' || host[end-1] == '-':
			return false
		case end == len(host) || end == len(host)-1 && host[end] == '.': // the root may be named
			return host[label] < '0' || host[label] > '9'
		case host[end] != '.':
			return false
		}
		label = end + 1
	}
	return false
}

func isLabel(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c >= 0x80
}

func isIPv4(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.Is4()
}
