package resolve

import (
	"fmt"
	"strings"

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
	goal := Recompose(target)
	best, found := "", false
	for _, s := range a.candidates(base, target) {
		if found && len(s) >= len(best) || !conforms(s) {
			continue
		}
		ref := a.Split(s)
		if got, err := a.Resolve(base, &ref, Options{}); err == nil && got == goal {
			best, found = s, true
		}
	}
	if found {
		return best, nil
	}
	self := a.Split(goal)
	why := "it does not resolve to itself"
	if got, err := a.Resolve(base, &self, Options{}); err != nil {
		why = err.Error()
	} else if got != goal {
		why = fmt.Sprintf("as a reference it resolves to %s", got)
	}
	return "", &UnreachableError{a.name, Recompose(base), goal, why}
}

// candidates returns references that may resolve to the target, beginning with
// those that write out the least of it. It need not know what the algorithm makes of
// them, because each is tried.
func (a *Algorithm) candidates(base, target *ast.Reference) []string {
	tail := target.Input[target.Path.End:] // the query and the fragment
	fragment := ""
	if target.Fragment.Present() {
		fragment = target.Input[target.Fragment.Start-1:]
	}
	path := target.Text(target.Path.Span)

	// The empty reference, which in rfc1808 gives the base with its fragment; a
	// fragment alone; a query with the fragment.
	list := []string{"", fragment, tail}

	// The params, where they are not part of the path.
	if i := strings.IndexByte(path, ';'); i >= 0 {
		list = append(list, path[i:]+tail)
	}

	// A relative path. It is relative to the directory of the base without dot
	// segments, to which "." resolves.
	here := a.Split(".")
	if s, err := a.Resolve(base, &here, Options{Unchecked: true}); err == nil {
		dir := a.Split(s)
		from := dir.Text(dir.Path.Span)
		common := commonDir(from, path)
		up := strings.Repeat("../", strings.Count(from[common:], "/"))
		rest := path[common:]
		if rest == "" || rest[0] == ';' {
			// The directory itself, which may be named without its slash; in rfc1808
			// even if params follow.
			list = append(list, strings.TrimSuffix(up, "/")+rest+tail, "."+rest+tail)
		}
		// "./" keeps a colon or a slash that follows from being read as the end of
		// a scheme or the beginning of a site.
		list = append(list, up+rest+tail, "./"+rest+tail)
	}

	// An absolute path; "/." keeps it from being read as a site where dot
	// segments are removed from absolute paths.
	list = append(list, path+tail, "/."+path+tail)

	// A network path, and the target itself.
	if target.Site.Present() {
		list = append(list, target.Input[int(target.Site.Start)-len("//"):])
	}
	list = append(list, target.Input)

	// An empty component. In rfc1808 that is the same as an absent one, but the
	// reference is not empty, so it does not inherit the base's fragment.
	for _, empty := range []string{"#", "?", ";", "//"} {
		list = append(list, empty+fragment, empty+tail)
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
