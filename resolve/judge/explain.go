package judge

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
)

// If a parser refuses a string that conforms, the string alone does not tell why. So the
// shortest such string is taken, made shorter, and parts of it are replaced by other strings of
// the same rules: the innermost part that can be made acceptable in this way is where the
// parser is wrong. Strings that become acceptable if all such parts are replaced are explained
// by that, too; then comes the next.

// cause is why strings are refused.
type cause struct {
	group *group
	// rule is the rule that is refused, or refused at times, and within is the one whose
	// strings were replaced to find out: the same, or one that contains it.
	rule, within string
	accepted     *string // a string of within that makes the whole acceptable; nil if there is none
}

// explain finds the causes of all strings that are refused.
func (h *hearing) explain() error {
	if len(h.refused) == 0 {
		return nil
	}
	h.learnGood()
	h.explaining = true
	defer func() { h.explaining = false }()
	for _, c := range h.causes {
		if err := h.explainBy(c); err != nil {
			return err
		}
	}
	for len(h.refused) > 0 {
		input := slices.MinFunc(slices.Collect(maps.Keys(h.refused)), func(a, b string) int {
			return cmp.Or(cmp.Compare(len(a), len(b)), compareRanks(a, b))
		})
		count := h.refused[input]
		delete(h.refused, input)
		shortest, err := h.shrinkRefused(input)
		if err != nil {
			return err
		}
		c, err := h.blame(shortest)
		if err != nil {
			return err
		}
		right, got := Edition{h.Edition}.Answer(Question{Input: shortest}), Answer{Valid: new(false)}
		if c.accepted == nil {
			// No string is known that the parser accepts, so nothing tells the causes apart.
			for _, n := range h.refused {
				count += n
			}
			clear(h.refused)
		}
		c.group = h.group(key{difference{Verdict, Refused}, c.rule, ""}, h.section(c.rule), Question{Input: shortest}, &right, &got)
		c.group.tried = c.group.Question.id()
		c.group.Count += count
		h.causes = append(h.causes, c)
		if err := h.explainBy(c); err != nil {
			return err
		}
	}
	return nil
}

// shrinkRefused returns the shortest string that conforms and is refused, among those that are
// found by making a string simpler, and again.
func (h *hearing) shrinkRefused(input string) (string, error) {
	for {
		var all []Question
		for _, s := range h.simplerStrings(input) {
			if q := (Question{Input: s}); shorter(q, Question{Input: input}) && h.Edition.Valid(s) {
				all = append(all, q)
			}
		}
		if err := h.ask(all, false); err != nil {
			return "", err
		}
		best := Question{Input: input}
		for _, q := range all {
			if accepted, known := h.accepts[q.Input]; known && !accepted && shorter(q, best) {
				best = q
			}
		}
		if best.Input == input {
			return input, nil
		}
		input = best.Input
	}
}

// blame finds out which rule the parser reads wrongly in a string that it refuses.
func (h *hearing) blame(input string) (cause, error) {
	tree, err := h.Edition.Tree(input)
	if err != nil {
		return cause{}, nil // nothing is known of it
	}
	var nodes []*grammar.Tree
	for n := range tree.All() {
		nodes = append(nodes, n)
	}
	slices.Reverse(nodes) // inner ones before outer ones
	slices.SortStableFunc(nodes, func(a, b *grammar.Tree) int { return cmp.Compare(a.End-a.Start, b.End-b.Start) })
	var all []Question
	replaced := func(n *grammar.Tree, other string) string { return input[:n.Start] + other + input[n.End:] }
	for _, n := range nodes {
		for _, other := range h.alternatives(n.Rule) {
			if s := replaced(n, other); h.Edition.Valid(s) {
				all = append(all, Question{Input: s})
			}
		}
	}
	if err := h.ask(all, false); err != nil {
		return cause{}, err
	}
	for _, n := range nodes {
		c := cause{rule: n.Rule, within: n.Rule}
		used := make(map[string]bool) // rules in what is accepted instead
		for _, other := range h.alternatives(n.Rule) {
			s := replaced(n, other)
			if !h.accepts[s] {
				continue
			}
			if c.accepted == nil {
				c.accepted = &other
			}
			if t, err := h.Edition.Tree(s); err == nil {
				for m := range t.All() {
					used[m.Rule] = true
				}
			}
		}
		if c.accepted == nil {
			continue
		}
		// A rule that is in none of them is not read at all.
		for _, child := range n.Children {
			if !used[child.Rule] {
				c.rule = child.Rule
				break
			}
		}
		return c, nil
	}
	return cause{rule: tree.Rule, within: tree.Rule}, nil
}

// explainBy counts for a cause the strings that it explains: those that are accepted if what
// is refused in them is replaced, for this cause alone or for all that are known.
func (h *hearing) explainBy(c cause) error {
	mended := make(map[string][]string)
	var all []Question
	for _, input := range slices.Sorted(maps.Keys(h.refused)) {
		for _, causes := range [][]cause{{c}, h.causes} {
			if s := h.mend(input, causes); s != input && h.Edition.Valid(s) {
				mended[input] = append(mended[input], s)
				all = append(all, Question{Input: s})
			}
		}
	}
	if err := h.ask(all, false); err != nil {
		return err
	}
	for input, others := range mended {
		if slices.ContainsFunc(others, func(s string) bool { return h.accepts[s] }) {
			c.group.Count += h.refused[input]
			delete(h.refused, input)
		}
	}
	return nil
}

// mend replaces what causes explain in a string.
func (h *hearing) mend(input string, causes []cause) string {
	tree, err := h.Edition.Tree(input)
	if err != nil {
		return input
	}
	type edit struct {
		start, end int
		text       string
	}
	var edits []edit
	for _, c := range causes {
		for n := range tree.All() {
			if c.accepted != nil && n.Rule == c.within && n.First(c.rule) != nil {
				edits = append(edits, edit{n.Start, n.End, *c.accepted})
			}
		}
	}
	// Of parts that contain each other, the outermost is replaced.
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var out strings.Builder
	at := 0
	for _, e := range edits {
		if e.start >= at {
			out.WriteString(input[at:e.start] + e.text)
			at = e.end
		}
	}
	return out.String() + input[at:]
}

// alternatives returns strings of a rule, shortest first: some of each of its shortest lengths,
// and some that stand in strings that the parser accepts. There is at least one.
func (h *hearing) alternatives(rule string) []string {
	return append(h.some(rule), h.good[rule]...)
}

// some returns strings of each of the shortest lengths of a rule. There is at least one.
func (h *hearing) some(rule string) []string {
	if list, ok := h.options[rule]; ok {
		return list
	}
	const longest, lengths, each = 12, 3, 4
	var list []string
	if l, err := h.Edition.Language(rule); err == nil {
		if sampler, err := sample.NewSampler(l, longest); err == nil {
			source := rand.NewPCG(0, 0)
			for _, length := range sampler.Lengths()[:min(lengths, len(sampler.Lengths()))] {
				for range each {
					list = append(list, string(sampler.Append(nil, source, length)))
				}
			}
		}
	}
	if list == nil {
		list = []string{""}
	}
	h.options[rule] = slices.Clip(list)
	return h.options[rule]
}

// learnGood notes for each rule the shortest strings of it that stand in strings that the
// parser accepts.
func (h *hearing) learnGood() {
	const most = 8
	var inputs []string
	for input, accepted := range h.accepts {
		if accepted && h.Edition.Valid(input) {
			inputs = append(inputs, input)
		}
	}
	slices.SortFunc(inputs, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), compareRanks(a, b)) })
	for _, input := range inputs {
		tree, err := h.Edition.Tree(input)
		if err != nil {
			continue
		}
		for n := range tree.All() {
			if list := h.good[n.Rule]; len(list) < most && !slices.Contains(list, n.Text(input)) {
				h.good[n.Rule] = append(list, n.Text(input))
			}
		}
	}
}
