package bnf_test

import (
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// TestLists reads lists. Each is what the documents say that it stands for.
func TestLists(t *testing.T) {
	for _, test := range []struct {
		lists      bnf.Lists
		list, want string
	}{
		{bnf.RFC822Lists, `1#b`, `(b *(1*"," b))`},
		{bnf.RFC822Lists, `#b`, `[b *(1*"," b)]`},
		{bnf.RFC822Lists, `2#3( b / c )`, `((b / c) 1*2(1*"," (b / c)))`},
		{bnf.RFC2616Lists, `1#b`, `(*LWS b *(1*(*LWS ",") *LWS b))`},
		{bnf.RFC9110Lists, `1#b`, `(b *(OWS "," OWS b))`},
		{bnf.RFC9110Lists, `#b c`, `[b *(OWS "," OWS b)] c`},
		{bnf.RFC9110Lists, `1#1b`, `(b)`},
		{bnf.RFC9110Lists, `0#1b`, `[b]`},
		{bnf.RFC9110Lists, `3#b`, `(b 2*(OWS "," OWS b))`},
		{bnf.RFC9110Lists, `#4b`, `[b *3(OWS "," OWS b)]`},
		{bnf.RFC9110Lists, `1#[ b ]`, `([b] *(OWS "," OWS [b]))`},
	} {
		g, err := bnf.ReadListed(bnf.ABNF, test.lists, bnf.File{Name: "f", Text: []byte("a = " + test.list)})
		if err != nil {
			t.Errorf("%s: %v", test.list, err)
			continue
		}
		same := func(s string) string {
			return strings.NewReplacer("( ", "(", " )", ")", "[ ", "[", " ]", "]").Replace(s)
		}
		if got := same(g.Rules[0].Elements.Format(bnf.ABNF)); got != test.want {
			t.Errorf("%s: %s, want %s", test.list, got, test.want)
		}
	}
	for _, wrong := range []string{`1#`, `#0b`, `3#2b`, `99999999999#b`, `1#99999999999b`, `1 # 2b c#`, `##b`, `1#2#b`} {
		_, err := bnf.ReadListed(bnf.ABNF, bnf.RFC9110Lists, bnf.File{Name: "f", Text: []byte("a = " + wrong)})
		if err == nil || !strings.HasPrefix(err.Error(), "f:1:") {
			t.Errorf("%s: error %v", wrong, err)
		}
	}
	nested := func(levels int) error {
		text := "a = " + strings.Repeat("1#( b ", levels) + strings.Repeat(")", levels)
		_, err := bnf.ReadListed(bnf.ABNF, bnf.RFC9110Lists, bnf.File{Name: "f", Text: []byte(text)})
		return err
	}
	if err := nested(8); err != nil {
		t.Error(err)
	}
	if err := nested(400); err == nil || !strings.Contains(err.Error(), "lists stand for at most 262144 elements") {
		t.Errorf("nested lists: %v", err)
	}
	if _, err := bnf.Read("f", []byte("a = 1#b"), bnf.ABNF); err == nil {
		t.Error("a list that is not declared is read")
	}
	for _, name := range []string{"rfc822", "rfc2616", "rfc9110", ""} {
		if _, err := bnf.ParseLists(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := bnf.ParseLists("rfc1"); err == nil {
		t.Error("rfc1 defines no lists")
	}
}
