package peg

import "testing"

func TestGoNames(t *testing.T) {
	taken := make(Names)
	for _, c := range [][2]string{
		{"path-abempty", "PathAbempty"}, {"hier_part", "HierPart"}, {"gopher+_string", "GopherString"}, {"h16", "H16"},
		{"path-Abempty", "PathAbempty_2"}, {"type", "Type"}, {"a-", "A"}, {"a+", "A_2"},
	} {
		if got := taken.Take(GoName(c[0])); got != c[1] {
			t.Errorf("%s is %s, want %s", c[0], got, c[1])
		}
	}
}
