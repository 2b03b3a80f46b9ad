package peg

import "testing"

// Escaped octets are one token; what cannot be said so is an error.
func TestEscapedOctets(t *testing.T) {
	const u = "u = \"a\" / esc\nesc = \"%\" HEXDIG HEXDIG\n"
	for _, c := range []struct{ why, rules, err string }{
		{"all", "s = *u\n", ""},
		{"one by a literal", "s = *u\nv = \"%09\" u\n", ""},
		{"some", "s = *u some\n" + some, ""},
		{"two rules of all", "s = *u two\ntwo = \"%\" HEXDIG HEXDIG\n", "rules esc and two are both an escaped octet"},
		{"other digits", "s = *u bad\nbad = \"%\" %x47-48 HEXDIG\n", "rules bad and esc are both an escaped octet"},
		{"few", "s = *u few\nfew = \"%\" \"0\" HEXDIG\n", "literals name more than 16 escaped octets"},
		{"one of two lengths", "s = *u long\nlong = \"%\" 1*2HEXDIG \"-\"\n", `x.json: rule long takes the escaped octet in "%00-" apart`},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, err := proverOfText(c.rules + u)
			if got := text(err); got != c.err {
				t.Errorf("%s, want %s", got, c.err)
			}
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
