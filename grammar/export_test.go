package grammar

// Quotable is for a test that holds it to package lint.
var Quotable = quotable

// Locators find where a string leaves a language, and in which rule: as Check does without
// a table, and slowly.
func Locators(l *Language) (locate, slow func(s string) (offset, state, rule int)) {
	read, r := l.grammar.read(), l.rule()
	return newRuleExplainer(read, r).locate, func(s string) (offset, state, rule int) {
		return slowly(read, r, s, tagOf(read, r))
	}
}

// ByComponents returns what [Normalizer.Normalize] returns, without a glance at the whole.
func ByComponents(n *Normalizer, s string) (string, error) {
	ref, err := n.edition.Parse(s)
	if err != nil {
		return "", err
	}
	return n.n.Normalize(&ref), nil
}

// IsSettled reports whether it is seen at a glance that no step changes s.
func IsSettled(n *Normalizer, s string) bool {
	return n.accept != nil && n.accept.Settled(s) && n.n.Settled(s)
}

// Place is what an error says of the place where a string leaves a language.
type Place struct {
	Offset        int
	Rule, Section string
	Expected      []string
	Expectations  []Expected
}

// Explainers find the same by the table of the edition, and by the rules. There is no
// table if byTable is nil.
func Explainers(l *Language) (byTable, byRules func(s string) Place) {
	source := l.grammar.Source()
	place := func(leave func(s string) (int, explanation)) func(s string) Place {
		return func(s string) Place {
			offset, at := leave(s)
			if whole := source.Whole(s[:offset]); whole < offset {
				offset, at = leave(s[:whole])
			}
			return Place{offset, at.rule, at.section, at.names, at.values}
		}
	}
	if newExplainer(l).source != source {
		byTable = place(newExplainer(l).leave)
	}
	return byTable, place(newRuleExplainer(l.grammar.read(), l.rule()).leave)
}

// ExplanationsText returns the text of the table of an edition.
func ExplanationsText(e *Edition) string { return GeneratedTables(e)[explanationsTable] }

// ParseExplanations says what is wrong with the text of a table.
func ParseExplanations(text string) error {
	_, err := parseExplanations(text)
	return err
}
