package grammar

// Quotable is for a test that holds it to package lint.
var Quotable = quotable

// Locate and LocateSlowly find where s leaves a language, and in which rule.
func Locate(l *Language, s string) (offset, state, rule int) {
	return l.explain.get(l, newExplainer).locate(s)
}

func LocateSlowly(l *Language, s string) (offset, state, rule int) {
	read := l.grammar.read()
	return slowly(read, l.rule(), s, tagOf(read, l.rule()))
}
