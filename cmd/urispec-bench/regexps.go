package main

import (
	"regexp"
	"strings"
	"sync"
)

// appendixB is the regular expression of RFC 3986 Appendix B, for bytes: "."
// stands for any. It splits every string. Its groups 2, 4, 5, 7 and 9 are
// scheme, authority, path, query and fragment.
var appendixB = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?s:(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?)$`)
})

// rfc3986 is the whole grammar as a regular expression, typed by hand from Appendix A of
// RFC 3986, so that it shares nothing with the rules that urispec reads. rfc3986Groups
// also finds the components, with named groups.
var (
	rfc3986       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + uriReference(false) + `$`) })
	rfc3986Groups = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + uriReference(true) + `$`) })
)

// uriReference returns the expression for URI-reference, with or without groups. A group
// that both absolute and relative references have occurs twice, with 1 and 2 at the end of
// its name.
func uriReference(groups bool) string {
	const (
		unreserved = `A-Za-z0-9\-._~`
		subDelims  = `!$&'()*+,;=`
		escaped    = `%[0-9A-Fa-f]{2}`
		h16        = `[0-9A-Fa-f]{1,4}`
		decOctet   = `(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])`
		ipv4       = decOctet + `(?:\.` + decOctet + `){3}`
		ls32       = `(?:` + h16 + `:` + h16 + `|` + ipv4 + `)`
		ipv6       = `(?:` +
			`(?:` + h16 + `:){6}` + ls32 +
			`|::(?:` + h16 + `:){5}` + ls32 +
			`|(?:` + h16 + `)?::(?:` + h16 + `:){4}` + ls32 +
			`|(?:(?:` + h16 + `:){0,1}` + h16 + `)?::(?:` + h16 + `:){3}` + ls32 +
			`|(?:(?:` + h16 + `:){0,2}` + h16 + `)?::(?:` + h16 + `:){2}` + ls32 +
			`|(?:(?:` + h16 + `:){0,3}` + h16 + `)?::` + h16 + `:` + ls32 +
			`|(?:(?:` + h16 + `:){0,4}` + h16 + `)?::` + ls32 +
			`|(?:(?:` + h16 + `:){0,5}` + h16 + `)?::` + h16 +
			`|(?:(?:` + h16 + `:){0,6}` + h16 + `)?::)`
		ipvFuture = `[vV][0-9A-Fa-f]+\.[` + unreserved + subDelims + `:]+`
	)
	chars := func(more string) string { return `(?:[` + unreserved + subDelims + more + `]|` + escaped + `)` }
	pchar := chars(`:@`)
	group := func(name, expr string) string {
		if groups {
			return `(?P<` + name + `>` + expr + `)`
		}
		return `(?:` + expr + `)`
	}
	hierarchical := func(n, first string) string {
		authority := `(?:` + group("userinfo"+n, chars(`:`)+`*`) + `@)?` +
			`(?:` + group("ipv6"+n, `\[`+ipv6+`\]`) + `|` + group("ipvfuture"+n, `\[`+ipvFuture+`\]`) +
			`|` + group("ipv4"+n, ipv4) + `|` + group("regname"+n, chars(``)+`*`) + `)` +
			`(?::` + group("port"+n, `[0-9]*`) + `)?`
		abempty := `(?:/` + pchar + `*)*`
		absolute := `/(?:` + pchar + `+` + abempty + `)?`
		return `(?://` + group("site"+n, authority) + group("sitepath"+n, abempty) +
			`|` + group("path"+n, absolute+`|`+first+abempty+`|`) + `)`
	}
	return strings.Join([]string{
		`(?:`, group("scheme", `[A-Za-z][A-Za-z0-9+\-.]*`), `:`, hierarchical("1", pchar+`+`),
		`|`, hierarchical("2", chars(`@`)+`+`), `)`,
		`(?:\?`, group("query", `(?:`+pchar+`|[/?])*`), `)?`,
		`(?:#`, group("fragment", `(?:`+pchar+`|[/?])*`), `)?`,
	}, "")
}
