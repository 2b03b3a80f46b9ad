package grammar

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar/engine/reading"
	"github.com/urispec/urispec/resolve/escape"
)

// This file is about the options of a reading: demands of the prose that count only on
// request. The data name them, and the rules that they restrict.

// WithOptions returns an edition with options of its reading chosen besides those that are.
// [reading.Source.Options] lists the options of an edition's Grammar().Source(). There is
// one in rfc3986, rfc6874 and rfc3987: with "utf8-host", escaped octets in a host are
// UTF-8 (section 3.2.2 of RFC 3986). The error is an [*UnknownNameError].
//
// Everything works on the edition that it returns as on the published one. In a language
// by the published rules alone, options do not count. The edition is built at first use,
// which takes some tens of milliseconds, because there are no generated tables for it. Later
// calls with the same options return the same one.
func WithOptions(e *Edition, options ...string) (*Edition, error) {
	src := e.grammar.Source()
	for _, name := range options {
		if known := src.Options(); !slices.Contains(known, name) {
			return nil, &UnknownNameError{e.String(), "option", name, known}
		}
	}
	return e.with(options), nil
}

// optionsKey identifies an edition with options among what is derived from another one.
type optionsKey string

// with is [WithOptions] for options that there are.
func (e *Edition) with(options []string) *Edition {
	src := e.grammar.Source().With(options...)
	chosen := src.Chosen()
	if len(chosen) == len(e.grammar.Source().Chosen()) {
		return e
	}
	w, _ := Derived(e, optionsKey(strings.Join(chosen, " ")), func() (*Edition, error) {
		return e.choose(src), nil
	})
	return w
}

// choose returns the edition with the source src, in which more options are chosen.
func (e *Edition) choose(src *reading.Source) *Edition {
	w := &Edition{name: e.name, of: e, chosen: src}
	label := strings.Join(append([]string{e.grammar.label}, src.Chosen()[len(e.grammar.Source().Chosen()):]...), " ")
	var deriver Deriver
	if e.grammar.deriver != nil {
		deriver = restricted{e.grammar.deriver, restrictedTo(src)}
	}
	w.init(label, e.references.name, deriver)
	w.references.acceptor = (*Language).compile
	w.grammar.without = e.grammar
	return w
}

// restricted derives by a generated grammar, which knows of no options, and refuses the
// derivations that the options exclude.
type restricted struct {
	Deriver
	utf8 map[string]bool // the rules in which escaped octets are UTF-8
}

// restrictedTo returns the rules in which escaped octets are UTF-8.
func restrictedTo(src *reading.Source) map[string]bool {
	rules := make(map[string]bool)
	for _, d := range src.Reading {
		if d.UTF8 {
			rules[d.Rule] = true
		}
	}
	return rules
}

var errOption = errors.New("an option excludes the derivation")

// Derive is that of the generated grammar, less what the options exclude.
func (r restricted) Derive(rule string, bare bool, s string) (*Tree, error) {
	t, err := r.Deriver.Derive(rule, bare, s)
	if err != nil || bare {
		return t, err
	}
	for n := range t.postorder() {
		if r.utf8[n.Rule] && !escapedUTF8(s[n.Start:n.End]) {
			return nil, fmt.Errorf("%s at offset %d: %w", n.Rule, n.Start, errOption)
		}
	}
	return t, nil
}

// escapedUTF8 reports whether each run of escaped octets in s is UTF-8.
func escapedUTF8(s string) bool {
	var octets []byte
	for i := 0; ; {
		if i < len(s) {
			if v, ok := escape.At(s, i); ok {
				octets = append(octets, v)
				i += escape.Len
				continue
			}
		}
		if !utf8.Valid(octets) {
			return false
		}
		if i == len(s) {
			return true
		}
		octets = octets[:0]
		i++
	}
}
