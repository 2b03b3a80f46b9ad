package main

import (
	"bufio"
	"fmt"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/picture"
)

// pictures returns what draws the tree of one reference, and what ends the
// picture. Only the picture is on standard output: why there is no tree is said
// on standard error.
func (c *treeCmd) pictures(s *session, conforms func(*grammar.Edition, string) bool) (report func(ref string, t *grammar.Tree, err error), finish func()) {
	e := c.Edition.Edition
	aside := &session{stdout: bufio.NewWriter(s.stderr)}
	x := newExplainer(aside, e, conforms)
	fail := func(ref string, err error) {
		x.fail(ref, err)
		aside.stdout.Flush()
	}
	if c.Format == "dot" {
		return func(ref string, t *grammar.Tree, err error) {
			if err != nil {
				fail(ref, err)
				return
			}
			fmt.Fprint(s.stdout, picture.DOT(e, ref, t))
		}, func() {}
	}
	var sheet picture.Sheet
	report = func(ref string, t *grammar.Tree, err error) {
		if err != nil {
			fail(ref, err)
		} else if err := sheet.Add(e, ref, t); err != nil {
			fail(ref, err)
			s.failed(err)
		}
	}
	return report, func() {
		if !sheet.Empty() {
			fmt.Fprint(s.stdout, sheet.SVG())
		}
	}
}
