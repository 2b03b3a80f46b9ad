// Package expand completes abbreviated references, which newspapers, billboards and
// people write instead of a reference:
//
//	www.w3.org/Addressing/
//	ftp.example.org
//
// The drafts from url-syntax-09 on and RFC 2396 call them abbreviated URLs
// (Appendix F), and RFC 3986 calls them suffix references (section 4.5): "a
// reference consisting of only the authority and path portions of the
// identified resource", "or simply a DNS registered name on its own". No grammar
// has them. As a reference, www.w3.org/Addressing/ is a relative path. So they make
// sense only where there is no base, as in a dialog box.
//
// What they stand for is a guess, and [Expand] says which rule made it:
//
//	guess, err := expand.Expand(editions.RFC3986, "www.w3.org/Addressing/", expand.DefaultTable())
//	// guess.Reference == "http://www.w3.org/Addressing/"
//	// guess.Rule.Name == "www"
//
// "There is no standard set of heuristics", and they "will change over time", so the
// rules are a [Table] that the caller can replace. RFC 3986 warns that guesses "are
// often incorrect when used out of context" and "can lead to security issues".
//
// Text that a person typed may have delimiters and white space around it; remove them
// with extract.Unwrap.
//
// The functions keep nothing and are safe for concurrent use, as long as nobody
// changes a Table that is in use. They take time in proportion to the input and to
// the patterns of the table.
//
// The zero value of a type is of use only if the comment of the type says so.
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

// Rule is one heuristic: what to put before an abbreviated reference with a host of a
// certain form.
type Rule struct {
	Name string `json:"name"`
	// Hosts are patterns as in package path, such as "www*.?*". One of them has to
	// match the whole host, in lower case.
	Hosts []string `json:"hosts"`
	// Prefix is what completes the reference, such as "http://". If it is "", a string
	// with such a host is not an abbreviated reference.
	Prefix string `json:"prefix"`
	Why    string `json:"why"` // for people
}

// Table is a list of heuristics. The first rule that matches applies.
type Table []Rule

// DefaultTable returns the table that the command uses. Its default scheme is http,
// because that is the documents' default.
func DefaultTable() Table {
	return Table{
		{
			Name:  "file",
			Hosts: []string{"*.html", "*.htm", "*.txt", "*.xml", "*.pdf", "*.css", "*.js", "*.gif", "*.jpg", "*.jpeg", "*.png"},
			Why:   "it is the name of a file; there is no such top-level domain",
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
			Why: `"or simply a DNS registered name on its own" (RFC 3986, section 4.5); most of these are web servers`,
		},
	}
}

// Guess is what an abbreviated reference may stand for.
type Guess struct {
	// Reference is the prefix of the rule, followed by the abbreviated reference. It
	// conforms to the edition.
	Reference string
	// Rule is the heuristic that made the guess.
	Rule Rule
	// Section is the section in which the edition describes abbreviated references.
	Section string
}

// NotAbbreviatedError says that a string is not an abbreviated reference. [Expand]
// returns it.
type NotAbbreviatedError struct {
	Input string
	Why   string
}

// Error quotes the input and says why.
func (err *NotAbbreviatedError) Error() string {
	return fmt.Sprintf("%q is not an abbreviated reference: %s", err.Input, err.Why)
}

// Fault implements [ast.FaultError]: it returns Why.
func (err *NotAbbreviatedError) Fault() ast.Fault {
	return ast.Fault{Text: err.Input, Message: err.Why, Offset: -1}
}

// Expand completes the abbreviated reference s, by writing the prefix of a rule before
// it.
//
// An abbreviated reference begins with a host, which is a domain name or an IPv4
// address, and continues with a path, a query or a fragment. Everything else is
// refused: a string with a scheme (by the grammar, www.w3.org:80/ has one), a string
// that begins with "/" or has a userinfo, a number such as 1.5, and a host for which the
// table has no rule.
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
		return Guess{}, &NotAbbreviatedError{s, fmt.Sprintf("there is no rule for the host %q", host)}
	case rule.Prefix == "":
		return Guess{}, &NotAbbreviatedError{s, fmt.Sprintf("rule %q: %s", rule.Name, rule.Why)}
	}
	guess := Guess{Reference: rule.Prefix + s, Rule: *rule, Section: section}
	if err := e.Check(guess.Reference); err != nil {
		return Guess{}, err
	}
	return guess, nil
}

// match returns the first rule for a host in lower case, or nil if there is none.
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

// hostOf returns the host with which s begins, or the reason why there is none.
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
		return "", fmt.Sprintf("%q is not a domain name", host)
	}
	return host, ""
}

// isDomainName reports whether a host consists of labels as in section 3.2.2 of the
// editions with Appendix F. The last label begins with a letter. Bytes beyond US-ASCII
// are allowed, because some editions have them.
func isDomainName(host string) bool {
	label := 0 // where the current label begins
	for label < len(host) {
		end := label
		for end < len(host) && isLabel(host[end]) {
			end++
		}
		switch {
		case end == label || host[label] == '-' || host[end-1] == '-':
			return false
		case end == len(host) || end == len(host)-1 && host[end] == '.': // a final dot is allowed
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
