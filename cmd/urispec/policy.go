package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urispec/urispec/ast"
)

// policyFlags say what references have to be beyond the grammar.
type policyFlags struct {
	Schemes []string `placeholder:"SCHEME,..." help:"Accept only these schemes, in upper or lower case."`
	Require []string `placeholder:"NAME,..." help:"Accept only references that have these components, and not as empty ones."`
	Forbid  []string `placeholder:"NAME,..." help:"Accept only references without these components, even empty ones."`
}

// policyHelp is what --help says of the flags.
const policyHelp = `--schemes, --require and --forbid are policies: a reference that conforms and does not keep to all of them is invalid too. The components are those of "urispec parse", as in --require=host,query:id and --forbid=password.`

// policies are the policies that the flags ask for.
type policies struct {
	edition         *edition
	schemes         []string // in lower case; nil for all
	require, forbid []field
}

// given reports whether there are any.
func (f *policyFlags) given() bool { return f.Schemes != nil || f.Require != nil || f.Forbid != nil }

// policies returns the policies, or nil if there are none.
func (f *policyFlags) policies(e *edition) (*policies, error) {
	if !f.given() {
		return nil, nil
	}
	p := &policies{edition: e}
	rule, err := e.DataRule("scheme")
	if f.Schemes != nil && err != nil {
		return nil, fmt.Errorf("--schemes: %w", unknown(err))
	}
	for _, scheme := range f.Schemes {
		scheme = strings.ToLower(scheme)
		if !rule.Accepts(scheme) {
			return nil, fmt.Errorf("--schemes: %s is not a scheme", quoted(scheme))
		}
		p.schemes = append(p.schemes, scheme)
	}
	for _, of := range []struct {
		flag   string
		names  []string
		fields *[]field
	}{{"require", f.Require, &p.require}, {"forbid", f.Forbid, &p.forbid}} {
		for _, name := range of.names {
			field, err := e.field(name)
			if err != nil {
				return nil, fmt.Errorf("--%s: %w", of.flag, err)
			}
			*of.fields = append(*of.fields, field)
		}
	}
	return p, nil
}

// after returns a function that checks the policies too, after check has found nothing.
func (p *policies) after(check func(ref string) error) func(ref string) error {
	return func(ref string) error {
		if err := check(ref); err != nil {
			return err
		}
		return p.check(ref)
	}
}

// check returns a [*policyError] if a reference does not keep to the policies. If it does
// not conform, the error says so.
func (p *policies) check(input string) error {
	var ref ast.Reference
	if err := p.edition.ParseInto(&ref, input); err != nil {
		return err
	}
	var broken []breach
	if p.schemes != nil {
		allowed := "allowed: " + strings.Join(p.schemes, ", ")
		switch span := ref.Scheme.Span; {
		case !span.Present():
			broken = append(broken, breach{"schemes", "scheme", span, "the scheme is absent; " + allowed})
		case !slices.Contains(p.schemes, strings.ToLower(ref.Text(span))):
			broken = append(broken, breach{"schemes", "scheme", span, fmt.Sprintf("the scheme is %q; %s", ref.Text(span), allowed)})
		}
	}
	for i := range p.require {
		f := &p.require[i]
		switch span := f.span(&ref); {
		case !span.Present():
			broken = append(broken, breach{"require", f.name, span, "the " + f.name + " is absent"})
		case span.Len() == 0:
			broken = append(broken, breach{"require", f.name, span, "the " + f.name + " is empty"})
		}
	}
	for i := range p.forbid {
		f := &p.forbid[i]
		if span := f.span(&ref); span.Present() {
			broken = append(broken, breach{"forbid", f.name, span, "the " + f.name + " is present"})
		}
	}
	if broken == nil {
		return nil
	}
	return &policyError{input, broken}
}

// breach is a policy that a reference does not keep to. The message does not repeat the
// component, which may be secret, but for a scheme.
type breach struct {
	policy    string // the name of the flag
	component string // as the flag names it
	span      ast.Span
	message   string
}

// policyError says which policies a reference does not keep to.
type policyError struct {
	input  string
	broken []breach
}

func (err *policyError) Error() string {
	var messages []string
	for _, b := range err.broken {
		messages = append(messages, b.message+" (--"+b.policy+")")
	}
	return strings.Join(messages, "; ")
}

// Fault implements [ast.FaultError]: it returns all that is wrong, and where the first of
// it is that has a place.
func (err *policyError) Fault() ast.Fault {
	f := ast.Fault{Text: err.input, Message: err.Error(), Offset: -1}
	for _, b := range err.broken {
		if b.span.Present() {
			f.Offset = int(b.span.Start)
			break
		}
	}
	return f
}

// breachJSON is a breach in JSON. Start and End are null if the component is absent.
type breachJSON struct {
	Policy    string `json:"policy"`
	Component string `json:"component"`
	Start     *int32 `json:"start"`
	End       *int32 `json:"end"`
	Message   string `json:"message"`
}

// policiesJSON returns the policies that an error is about, or nil if there are none.
func policiesJSON(err error) []breachJSON {
	var out []breachJSON
	if failed, ok := errors.AsType[*policyError](err); ok {
		for _, b := range failed.broken {
			j := breachJSON{Policy: b.policy, Component: b.component, Message: b.message}
			if b.span.Present() {
				j.Start, j.End = &b.span.Start, &b.span.End
			}
			out = append(out, j)
		}
	}
	return out
}

// explainPolicies writes the reference on a line that begins with "no", and below it each
// policy that it does not keep to, and where:
//
//	no  ftp://u:p@h/
//	    ^^^
//	    schemes      the scheme is "ftp"; allowed: http, https
//	            ^
//	    forbid       the password is present
func (s *session) explainPolicies(err *policyError) {
	s.begin(max(err.Fault().Offset, 0))
	s.stdout.WriteString(s.color.bad("no") + "  ")
	wide := s.visible(err.input) > s.line()
	s.stdout.WriteByte('\n')
	for _, b := range err.broken {
		if b.span.Present() {
			s.point(err.input, wide, int(b.span.Start), int(b.span.End))
		}
		s.item(b.policy, b.message)
	}
}
