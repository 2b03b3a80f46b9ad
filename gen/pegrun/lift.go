package pegrun

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/resolve/escape"
)

// plan is how the structs of a type become nodes: what the tags say (see the
// comment of the package). It is made once for each type.
type plan struct {
	rule   string // "" for a part of a rule
	fields []fieldPlan
	run    *fieldPlan // of a rule that is one run; else nil

	empty []*grammar.Tree // what stands in a struct that read nothing

	// start stands at the beginning if fields[:startOf] hold nothing, end at the
	// end if fields[endOf:] do.
	start, end     []*grammar.Tree
	startOf, endOf int
}

// fieldPlan is how a field becomes nodes.
type fieldPlan struct {
	index int
	many  bool     // the field is a list
	node  *plan    // of a struct; nil for a run
	rules []string // of the escaped octets of a run
}

// plans has the plans that were made, by the type of the struct: rules share
// structs, and two parsers may be built at the same time.
var plans sync.Map // map[reflect.Type]*plan

// planOf returns the plan of a generated struct.
func planOf(t reflect.Type) (*plan, error) {
	if p, ok := plans.Load(t); ok {
		return p.(*plan), nil
	}
	if t.Kind() != reflect.Struct || t.NumField() == 0 {
		return nil, fmt.Errorf("%s is no struct with fields", t)
	}
	p := &plan{rule: t.Field(0).Tag.Get("lift")}
	if isRun(t.Field(0).Type) {
		p.run = &fieldPlan{rules: strings.Fields(t.Field(0).Tag.Get("octets"))}
		if p.rule == "" || t.NumField() > 1 {
			return nil, fmt.Errorf("%s is no rule that is one run", t)
		}
		plans.Store(t, p)
		return p, nil
	}
	if t.Field(0).Type != reflect.TypeFor[Span]() {
		return nil, fmt.Errorf("%s begins with no Span", t)
	}
	var err error
	trees := func(field reflect.StructField, tag string) []*grammar.Tree {
		ts, bad := parseTrees(field.Tag.Get(tag))
		if err == nil && bad != nil {
			err = fmt.Errorf("%s.%s: %w", t, field.Name, bad)
		}
		return ts
	}
	p.empty = trees(t.Field(0), "empty")
	for i := 1; i < t.NumField() && err == nil; i++ {
		field := t.Field(i)
		var f *fieldPlan
		if f, err = planField(field); f == nil {
			continue
		}
		f.index = i
		if ts := trees(field, "end"); ts != nil {
			p.end, p.endOf = ts, len(p.fields)
		}
		p.fields = append(p.fields, *f)
		if ts := trees(field, "start"); ts != nil {
			p.start, p.startOf = ts, len(p.fields)
		}
	}
	if err != nil {
		return nil, err
	}
	plans.Store(t, p)
	return p, nil
}

// planField returns the plan of a field, nil if it becomes no node.
func planField(field reflect.StructField) (*fieldPlan, error) {
	lift := field.Tag.Get("lift")
	f := &fieldPlan{rules: strings.Fields(lift)}
	t := field.Type
	if t.Kind() == reflect.Slice {
		f.many, t = true, t.Elem()
	}
	switch {
	case lift == "-":
		return nil, nil
	case t.Kind() != reflect.Pointer:
		if len(f.rules) == 0 {
			return nil, nil
		}
		if !isRun(t) {
			return nil, fmt.Errorf("%s.%s is no run", t, field.Name)
		}
		return f, nil
	}
	var err error
	f.node, err = planOf(t.Elem())
	return f, err
}

// run is a type that embeds Run.
type run interface{ read() *Run }

func isRun(t reflect.Type) bool { return reflect.PointerTo(t).Implements(reflect.TypeFor[run]()) }

// tree returns the tree of a struct.
func (p *plan) tree(v reflect.Value) *grammar.Tree {
	l := &lifter{}
	l.lift(p, v)
	return l.kids[0]
}

// lifter builds the tree of a struct.
type lifter struct {
	kids  []*grammar.Tree // the nodes that are no one's children yet
	nodes []grammar.Tree  // not used yet
	lists []*grammar.Tree // likewise
}

// lift adds the nodes of a struct.
func (l *lifter) lift(p *plan, v reflect.Value) {
	if p.run != nil {
		first := len(l.kids)
		l.field(p.run, v)
		r := v.Addr().Interface().(run).read()
		l.close(p.rule, r.start, r.end, first)
		return
	}
	start, end := v.Field(0).Addr().Interface().(*Span).offsets()
	first := len(l.kids)
	if p.start != nil && absent(v, p.fields[:p.startOf]) {
		l.empty(p.start, start)
	}
	for i := range p.fields {
		f := &p.fields[i]
		field := v.Field(f.index)
		if !f.many {
			l.field(f, field)
			continue
		}
		for j := range field.Len() {
			l.field(f, field.Index(j))
		}
	}
	if p.end != nil && absent(v, p.fields[p.endOf:]) {
		l.empty(p.end, end)
	}
	if start == end {
		l.empty(p.empty, end)
	}
	if p.rule != "" {
		l.close(p.rule, start, end, first)
	}
}

func (l *lifter) field(f *fieldPlan, v reflect.Value) {
	switch {
	case f.node == nil:
		for _, at := range v.Addr().Interface().(run).read().octets {
			first := len(l.kids)
			for _, rule := range slices.Backward(f.rules) {
				l.close(rule, at, at+escape.Len, first)
			}
		}
	case !v.IsNil():
		l.lift(f.node, v.Elem())
	}
}

// absent reports whether fields hold nothing; they are pointers and lists.
func absent(v reflect.Value, fields []fieldPlan) bool {
	return !slices.ContainsFunc(fields, func(f fieldPlan) bool { return !v.Field(f.index).IsNil() })
}

// close makes a node of which the children are the nodes from first on, in the
// order of the input. The fields of a struct may take turns there; nodes that
// begin at one place stay in the order of the fields.
func (l *lifter) close(rule string, start, end, first int) {
	if len(l.nodes) == 0 {
		l.nodes = make([]grammar.Tree, 32)
	}
	n := &l.nodes[0]
	l.nodes = l.nodes[1:]
	n.Rule, n.Start, n.End = rule, start, end
	if kids := l.kids[first:]; len(kids) > 0 {
		slices.SortStableFunc(kids, func(a, b *grammar.Tree) int { return cmp.Compare(a.Start, b.Start) })
		if len(l.lists) < len(kids) {
			l.lists = make([]*grammar.Tree, max(32, len(kids)))
		}
		count := copy(l.lists, kids)
		n.Children, l.lists = l.lists[:count:count], l.lists[count:]
	}
	l.kids = append(l.kids[:first], n)
}

// empty adds derivations of the empty string that no struct stands for.
func (l *lifter) empty(trees []*grammar.Tree, at int) {
	for _, t := range trees {
		l.kids = append(l.kids, copyTree(t, at))
	}
}

func copyTree(t *grammar.Tree, at int) *grammar.Tree {
	n := &grammar.Tree{Rule: t.Rule, Start: at, End: at}
	for _, c := range t.Children {
		n.Children = append(n.Children, copyTree(c, at))
	}
	return n
}

// parseTrees reads derivations of the empty string, such as "a(b c) d": the
// rule a with the rules b and c in it, and the rule d.
func parseTrees(text string) ([]*grammar.Tree, error) {
	root := &grammar.Tree{}
	open := []*grammar.Tree{root}
	for rest := text; rest != ""; {
		n := strings.IndexAny(rest, "( )")
		if n < 0 {
			n = len(rest)
		}
		top := open[len(open)-1]
		if n > 0 {
			top.Children = append(top.Children, &grammar.Tree{Rule: rest[:n]})
			rest = rest[n:]
			continue
		}
		switch {
		case rest[0] == '(' && len(top.Children) > 0:
			open = append(open, top.Children[len(top.Children)-1])
		case rest[0] == ')' && len(open) > 1:
			open = open[:len(open)-1]
		case rest[0] != ' ':
			return nil, fmt.Errorf("%q is no list of trees", text)
		}
		rest = rest[1:]
	}
	if len(open) > 1 {
		return nil, fmt.Errorf("%q is no list of trees", text)
	}
	return root.Children, nil
}
