package judge

import (
	"strings"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/escape"
	"github.com/urispec/urispec/resolve/suite"
)

// Subject is what a disagreement is about: the name of a part ([PartNames]), or one of these.
type Subject string

// The subjects that are not parts.
const (
	Verdict Subject = "verdict"
	Offset  Subject = "offset"
)

// Subjects returns all subjects, the ones that matter most for security first: filters are
// bypassed where two parsers disagree about the host.
func Subjects() []Subject {
	subjects := []Subject{"host", "userinfo", Verdict}
	for _, name := range PartNames() {
		if name != "host" && name != "userinfo" {
			subjects = append(subjects, Subject(name))
		}
	}
	return append(subjects, Offset)
}

// How says in which way an answer is wrong.
type How string

// The ways.
const (
	Accepted  How = "accepted"  // of a verdict: the string does not conform
	Refused   How = "refused"   // of a verdict, or where a target is asked for: the string conforms
	Invented  How = "invented"  // there is a part that is absent
	Missing   How = "missing"   // a part that is there is absent
	Emptied   How = "emptied"   // a part that is absent is empty
	Lost      How = "lost"      // a part that is empty is absent
	Rewritten How = "rewritten" // a part differs in case, escapes or brackets only
	Different How = "different" // it differs in another way
)

// Hows returns all ways.
func Hows() []How {
	return []How{Accepted, Refused, Invented, Missing, Emptied, Lost, Rewritten, Different}
}

// difference is a way in which an answer differs from the right one.
type difference struct {
	subject Subject
	how     How
}

// compare returns in which ways an answer differs from the right one, and calls judged for each
// subject that both speak of, in a fixed order. If a target is asked for and the parser
// refuses, nothing is judged.
func compare(q Question, right, got *Answer, judged func(Subject)) []difference {
	var all []difference
	if got.Failure != nil || right.Valid == nil {
		return nil
	}
	if q.Base == nil && got.Valid != nil {
		judged(Verdict)
		if *right.Valid != *got.Valid {
			how := Refused
			if *got.Valid {
				how = Accepted
			}
			return append(all, difference{Verdict, how})
		}
		if right.Offset != nil && got.Offset != nil {
			judged(Offset)
			if *right.Offset != *got.Offset {
				all = append(all, difference{Offset, Different})
			}
		}
	}
	names := suite.ComponentNames()
	if q.Base != nil {
		names = []string{Target}
	}
	refused := got.Valid != nil && !*got.Valid
	for _, name := range names {
		want, ok := right.Parts[name]
		have, said := got.Parts[name]
		switch {
		case !ok || !said || refused:
		default:
			judged(Subject(name))
			if how, same := differs(want, have); !same {
				all = append(all, difference{Subject(name), how})
			}
		}
	}
	return all
}

// differs says in which way a part differs from the right one.
func differs(right, got *string) (how How, same bool) {
	switch {
	case right == nil && got == nil:
		return "", true
	case right == nil && *got == "":
		return Emptied, false
	case right == nil:
		return Invented, false
	case got == nil && *right == "":
		return Lost, false
	case got == nil:
		return Missing, false
	case *right == *got:
		return "", true
	case rewritten(*right) == rewritten(*got):
		return Rewritten, false
	}
	return Different, false
}

// rewritten returns a part in a form that does not depend on case, escapes and brackets.
func rewritten(part string) string {
	var b []byte
	for i := 0; i < len(part); i++ {
		octet, ok := escape.At(part, i)
		if ok {
			i += escape.Len - 1
		} else {
			octet = part[i]
		}
		b = append(b, octet)
	}
	return strings.Trim(strings.ToLower(string(b)), "[]")
}

// wrongPart returns the first component in which a target is wrong: "scheme", "authority",
// "path", "query" or "fragment"; or "dot segments", if that is the path, and one of the two that
// were resolved has any. It is "" if one of the targets is nil.
func wrongPart(q Question, right, got *string) string {
	if right == nil || got == nil {
		return ""
	}
	want, have := resolve.Split(*right), resolve.Split(*got)
	for _, part := range []struct {
		name       string
		want, have ast.Span
	}{
		{"scheme", want.Scheme.Span, have.Scheme.Span},
		{"authority", want.Site.Span, have.Site.Span},
		{"path", want.Path.Span, have.Path.Span},
		{"query", want.Query.Span, have.Query.Span},
		{"fragment", want.Fragment.Span, have.Fragment.Span},
	} {
		if part.want.Present() == part.have.Present() && want.Text(part.want) == have.Text(part.have) {
			continue
		}
		if part.name == "path" && (hasDots(q.Input) || hasDots(*q.Base)) {
			return "dot segments"
		}
		return part.name
	}
	return ""
}

// hasDots reports whether the path of a reference has dot segments.
func hasDots(input string) bool {
	ref := resolve.Split(input)
	for segment := range ref.Segments() {
		if name := ref.Text(segment.Span); name == "." || name == ".." {
			return true
		}
	}
	return false
}
