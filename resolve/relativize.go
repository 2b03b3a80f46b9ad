package resolve

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/ast"
)

// UnreachableError says that no reference resolves to a target.
// [Algorithm.Relativize] returns it.
type UnreachableError struct {
	Edition, Base, Target string
	Why                   string // as a rule, what resolving the target itself gives
}

// Error names the edition, the target and the base, and says why.
func (err *UnreachableError) Error() string {
	return fmt.Sprintf("%s: no reference resolves to %s from %s: %s", err.Edition, err.Target, err.Base, err.Why)
}

// Fault implements [ast.FaultError]: it returns Why.
func (err *UnreachableError) Fault() ast.Fault {
	return ast.Fault{In: "result", Message: err.Why, Offset: -1}
}

// Relativize returns the shortest reference that resolves to the target with the
// zero value of [Options]. Of equally short references it prefers a relative path
// to an absolute one. It considers only references for which conforms is true. If
// there is none, as for a target with dot segments in rfc3986, the error is an
// [*UnreachableError]. Base and target come from [Algorithm.Split].
func (a *Algorithm) Relativize(base, target *ast.Reference, conforms func(string) bool) (string, error) {
	goal := target.Input
	list := a.candidates(base, target)
	slices.SortStableFunc(list, func(c, d candidate) int { return c.length() - d.length() })
	var got []byte
	for _, c := range list {
		s := c.head + c.tail // which is made only when all shorter ones have failed
		if !conforms(s) {
			continue
		}
		ref := a.Split(s)
		var err error
		if got, err = a.AppendResolve(got[:0], base, &ref, Options{}); err == nil && string(got) == goal {
			return s, nil
		}
	}
	why := "it does not resolve to itself"
	if got, err := a.AppendResolve(got[:0], base, target, Options{}); err != nil {
		why = err.Error()
	} else if string(got) != goal {
		why = "as a reference it resolves to " + excerpt(got)
	}
	return "", &UnreachableError{a.name, base.Input, goal, why}
}

// excerpt returns the beginning of a text, for messages, which must not be as long as any text.
func excerpt(text []byte) string {
	n := 200
	if len(text) <= n {
		return string(text)
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return string(text[:n]) + "…"
}

// candidate is a reference that may resolve to a target: some text, and the end of the target.
type candidate struct{ head, tail string }

func (c candidate) length() int { return len(c.head) + len(c.tail) }

// candidates returns references that may resolve to the target, beginning with
// those that write out the least of it. It need not know what the algorithm makes of
// them, because each is tried.
func (a *Algorithm) candidates(base, target *ast.Reference) []candidate {
	from := func(i int32) string { return target.Input[i:] }
	whole := candidate{tail: target.Input}

	// What a reference does not have of its own, scheme and site, is that of the base.
	if base.Text(base.Scheme.Span) != target.Text(target.Scheme.Span) {
		return []candidate{whole}
	}
	var network candidate // a network path
	if target.Site.Present() {
		network.tail = from(target.Site.Start - int32(len("//")))
	}
	if here, there := base.Text(base.Site.Span), target.Text(target.Site.Span); here != "" && there != "" && here != there {
		return []candidate{network, whole}
	}
	end := int32(len(target.Input))
	path, tail, fragment := target.Path.Start, target.Path.End, end // tail is the query and the fragment
	if target.Fragment.Present() {
		fragment = target.Fragment.Start - 1
	}

	// The empty reference, which in rfc1808 gives the base with its fragment; a
	// fragment alone; a query with the fragment.
	list := []candidate{{}, {tail: from(fragment)}, {tail: from(tail)}}

	// The params, where they are not part of the path.
	if i := strings.IndexByte(target.Input[path:tail], ';'); i >= 0 {
		list = append(list, candidate{tail: from(path + int32(i))})
	}

	// A relative path. It is relative to the directory of the base without dot
	// segments, to which "." resolves.
	here := a.Split(".")
	if s, err := a.Resolve(base, &here, Options{Unchecked: true}); err == nil {
		dir := a.Split(s)
		above := dir.Text(dir.Path.Span)
		common := commonDir(above, target.Input[path:tail])
		up := strings.Repeat("../", strings.Count(above[common:], "/"))
		rest := from(path + int32(common))
		if path+int32(common) == tail || rest[0] == ';' {
			// The directory itself, which may be named without its slash; in rfc1808
			// even if params follow.
			list = append(list, candidate{strings.TrimSuffix(up, "/"), rest}, candidate{".", rest})
		}
		// "./" keeps a colon or a slash that follows from being read as the end of
		// a scheme or the beginning of a site.
		list = append(list, candidate{up, rest}, candidate{"./", rest})
	}

	// An absolute path; "/." keeps it from being read as a site where dot
	// segments are removed from absolute paths.
	list = append(list, candidate{tail: from(path)}, candidate{"/.", from(path)})

	// A network path, and the target itself.
	list = append(list, network, whole)

	// An empty component. In rfc1808 that is the same as an absent one, but the
	// reference is not empty, so it does not inherit the base's fragment.
	for _, empty := range []string{"#", "?", ";", "//"} {
		list = append(list, candidate{empty, from(fragment)}, candidate{empty, from(tail)})
	}
	return list
}

// commonDir returns the length of the longest directory that two paths have in
// common. The path from is itself a directory: it ends in "/" or is empty.
func commonDir(from, path string) int {
	common := 0
	for i := 0; i < min(len(from), len(path)) && from[i] == path[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	return common
}
