package schemes_test

import (
	"errors"
	"testing"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc1738"
	"github.com/urispec/urispec/grammar/schemes"
)

// FuzzParse: what conforms has a value of which all holds that [check] asks for,
// and what does not has an error that says where.
func FuzzParse(f *testing.F) {
	for s := range documented(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := schemes.Parse(s)
		if err == nil {
			check(t, u)
		}
		var syntax *grammar.SyntaxError
		var long *grammar.TooLongError
		if (err == nil) != (len(s) <= schemes.Limit && rfc1738.Edition.Valid(s)) || err != nil && !errors.As(err, &syntax) && !errors.As(err, &long) {
			t.Errorf("%q: %v", s, err)
		}
	})
}

// FuzzEdit: a change makes a URL that has the data, or says why it does not.
func FuzzEdit(f *testing.F) {
	for i, url := range []string{
		"ftp://h/a/b;type=i", "http://h/a?b", "gopher://h/7s%09q%09+", "mailto:a@b", "news:a@h", "nntp://h/g/1",
		"telnet://u:p@h/", "wais://h/d/t/p", "file:///a", "prospero://h/a;b=c", "x://h/y", "x:y",
	} {
		for j, part := range partNames {
			f.Add(url, part, []string{"a/b", "%", "", "1", "a@h", "\t\r\n"}[(i+j)%6])
		}
	}
	f.Fuzz(func(t *testing.T, url, part, data string) {
		u, err := schemes.Parse(url)
		if err != nil {
			return
		}
		list := []string{data}
		if part == "slash" || part == "all" {
			list = nil
		}
		if wrong := edited(u, part, list); wrong != "" {
			t.Errorf("%s, %s: %q: %s", url, part, data, wrong)
		}
	})
}
