package bnf

import (
	_ "embed"
	"sync"
)

//go:embed core.abnf
var coreText []byte

// coreRules reads the core rules of RFC 5234 appendix B.1 once. All grammars share
// the nodes.
func coreRules() []*Rule {
	core.once.Do(func() {
		var err error
		if core.rules, err = readRules("core.abnf", coreText, ABNF); err != nil {
			panic(err) // core.abnf is a part of this package
		}
	})
	return core.rules
}

var core struct {
	once  sync.Once
	rules []*Rule
}

// CoreRule returns the core rule of RFC 5234 appendix B.1 of a name, in any case. It
// returns nil if there is none. All grammars share the rule, so it must not be
// changed.
func CoreRule(name string) *Rule {
	for _, r := range coreRules() {
		if ABNF.sameName(r.Name, name) {
			return r
		}
	}
	return nil
}

// usedCore returns the core rules that some rules use without defining them,
// directly or through another core rule (CRLF uses CR and LF).
func usedCore(rules []*Rule) []*Rule {
	defined := make(map[string]bool)
	for _, r := range rules {
		defined[ABNF.key(r.Name)] = true
	}
	used := make(map[string]bool)
	var use func(*Rulename)
	use = func(ref *Rulename) {
		k := ABNF.key(ref.Name)
		if used[k] {
			return
		}
		used[k] = true
		if r := CoreRule(k); r != nil && !defined[k] {
			r.Elements.eachReference(use)
		}
	}
	for _, r := range rules {
		r.Elements.eachReference(use)
	}
	var core []*Rule
	for _, r := range coreRules() {
		if k := ABNF.key(r.Name); used[k] && !defined[k] {
			core = append(core, r)
		}
	}
	return core
}
