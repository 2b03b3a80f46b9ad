package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/picture"
)

// pictures returns a function that draws the tree of one reference, as a graph of its
// own or as part of the sheet. Only the picture goes to standard output; the reason
// why there is no tree goes to standard error.
func (c *treeCmd) pictures(s *session, x *explainer, sheet *picture.Sheet) func(ref string, t *grammar.Tree, err error) {
	e := &c.Edition
	aside := &session{stdout: bufio.NewWriter(s.stderr)}
	fail := func(ref string, err error) {
		x.fail(aside, ref, err)
		aside.stdout.Flush()
	}
	if c.Format == "dot" {
		return func(ref string, t *grammar.Tree, err error) {
			if err != nil {
				fail(ref, err)
				return
			}
			fmt.Fprint(s.stdout, picture.DOT(e, ref, t))
		}
	}
	return func(ref string, t *grammar.Tree, err error) {
		if err != nil {
			fail(ref, err)
		} else if err := sheet.Add(e, strings.Clone(ref), t); err != nil { // the sheet keeps the string
			fail(ref, err)
			s.failed(err)
		}
	}
}
