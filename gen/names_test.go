package main

import (
	gotoken "go/token"
	"strings"
	"testing"
)

// Every name of an edition gives a package and an exported variable, or is
// refused.
func TestEditionNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"rfc3986":       {"rfc3986", "RFC3986"},
		"rfc2396bis-00": {"rfc2396bis00", "RFC2396bis00"},
		"url-syntax-02": {"urlsyntax02", "URLSyntax02"},
		"toy":           {"toy", "Toy"},
		"whatwg-url":    {"whatwgurl", "WhatwgURL"},
		"rfc9999":       {"rfc9999", "RFC9999"},
		"3986_bis":      {"edition3986bis", "Edition3986Bis"},
		"Mine":          {"mine", "Mine"},
		"irish":         {"irish", "Irish"},
		"type":          {"editiontype", "Type"},
		"nil":           {"editionnil", "Nil"},
		"grammar":       {"editiongrammar", "Grammar"},
		"all":           {"all", "AllEdition"},
		"lookup":        {"lookup", "LookupEdition"},
	} {
		e := edition{name: name}
		if err := checkNames([]edition{e}); err != nil {
			t.Error(err)
		}
		if e.pkg() != want[0] || e.variable() != want[1] {
			t.Errorf("%s: %s, %s, want %s", name, e.pkg(), e.variable(), want)
		}
		if !gotoken.IsIdentifier(e.pkg()) || !gotoken.IsExported(e.variable()) || !gotoken.IsIdentifier(e.variable()) {
			t.Errorf("%s: %s or %s is no such name", name, e.pkg(), e.variable())
		}
	}
	for _, name := range []string{"", "a b", "a.b", "-a", "a--b", "é", "vendor", "internal", "testdata"} {
		if checkNames([]edition{{name: name}}) == nil {
			t.Errorf("%q is the name of an edition", name)
		}
	}
	err := checkNames([]edition{{name: "a-b"}, {name: "ab"}, {name: "c"}})
	if err == nil || !strings.Contains(err.Error(), "grammar/editions/ab: ") || strings.Contains(err.Error(), "editions/c") {
		t.Errorf("two editions of one package: %v", err)
	}
}
