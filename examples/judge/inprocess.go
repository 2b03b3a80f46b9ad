package main

import (
	"net/url"
	"regexp"
	"strings"

	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urispec/urispec/resolve/judge"
)

// inProcess are the adapters of the parsers in Go, by the names in parsers.json.
var inProcess = map[string]struct {
	answer  judge.Func
	accepts func(string) bool // the verdict alone, for learning
}{
	"net/url":          {judge.NetURL, func(s string) bool { _, err := url.Parse(s); return err == nil }},
	"fredbi/uri":       {fredbiURI, fredbi.IsURIReference},
	"nlnwa/whatwg-url": {whatwgURL, func(s string) bool { _, err := whatwg.Parse(s); return err == nil }},
}

// fredbiURI calls ParseReference of github.com/fredbi/uri.
//
// Valid: ParseReference returns no error.
// Not answered: the offset; the query, of which the package has only the keys and values; targets,
// because it resolves nothing. Where the package has "" for an absent component and for an empty one,
// the answer is that it is absent, so an empty one is lost.
func fredbiURI(q judge.Question) judge.Answer {
	if q.Base != nil {
		return judge.Answer{}
	}
	u, err := fredbi.ParseReference(q.Input)
	if err != nil {
		return verdict(false)
	}
	a := verdict(true)
	authority := u.Authority()
	a.Parts = judge.Parts{
		"scheme":   orNil(u.Scheme()),
		"userinfo": orNil(authority.UserInfo()),
		"host":     orNil(authority.Host()),
		"port":     orNil(authority.Port()),
		"path":     new(authority.Path()),
		"fragment": orNil(u.Fragment()),
	}
	return a
}

// scheme is how an absolute URL begins.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// whatwgURL calls Parse of github.com/nlnwa/whatwg-url/url, and ParseRef for targets. The answers
// mean what ask in adapters/whatwg.mjs says of the other parsers of the URL Standard.
func whatwgURL(q judge.Question) judge.Answer {
	if q.Base != nil {
		u, err := whatwg.ParseRef(*q.Base, q.Input)
		if err != nil {
			return target("", false)
		}
		return target(u.Href(false), true)
	}
	u, err := whatwg.Parse(q.Input)
	if err != nil {
		if scheme.MatchString(q.Input) {
			return verdict(false)
		}
		return judge.Answer{}
	}
	a := verdict(true)
	userinfo := u.Username()
	if u.Password() != "" {
		userinfo += ":" + u.Password()
	}
	a.Parts = judge.Parts{
		"scheme":   new(strings.TrimSuffix(u.Protocol(), ":")),
		"userinfo": orNil(userinfo),
		"host":     orNil(u.Hostname()),
		"port":     orNil(u.Port()),
		"path":     new(u.Pathname()),
		"query":    orNil(strings.TrimPrefix(u.Search(), "?")),
		"fragment": orNil(strings.TrimPrefix(u.Hash(), "#")),
	}
	return a
}

func verdict(valid bool) judge.Answer { return judge.Answer{Valid: &valid} }

// target is the answer to a question for a target; there is none if it is not ok.
func target(text string, ok bool) judge.Answer {
	parts := judge.Parts{judge.Target: nil}
	if ok {
		parts[judge.Target] = &text
	}
	return judge.Answer{Parts: parts}
}

// orNil is a component of a parser that has "" where there is none.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
