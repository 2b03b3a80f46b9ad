package suite

import (
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/sample"
)

// verdicts adds the cases of the kind [Verdict].
func (m *maker) verdicts(s *states) error {
	for _, x := range m.examples() {
		if m.whole(x) && m.edition.Valid(x.text) == m.judge(x.text).Valid { // not what the scheme forbids
			m.verdict(x.text, Document, x.section)
		}
	}
	tours := s.tours()
	cover, err := sample.NewCover(m.language)
	if err != nil {
		return err
	}
	if m.options.Size == Small {
		covers := len(tours) + len(cover.Strings)
		texts := append(tours, cover.Strings...)
		s.suspects(func(text string) { texts = append(texts, text) })
		for _, i := range s.best(smallVerdicts-len(m.cases), texts, m.weigher(s)) {
			origin := Transition
			if i < covers {
				origin = Cover
			}
			m.verdict(texts[i], origin, "")
		}
		return nil
	}
	for _, text := range tours {
		m.verdict(text, Cover, "")
	}
	for _, text := range cover.Strings {
		m.verdict(text, Cover, "")
	}
	misses, err := sample.NearMisses(m.language)
	if err != nil {
		return err
	}
	for miss := range misses {
		m.verdict(miss.Text, NearMiss, "")
	}
	s.transitions(func(text string) { m.verdict(text, Transition, "") })
	s.detours(func(text string) { m.verdict(text, Detour, "") })
	return m.characters()
}

// characters adds, where characters are code points, the first and the last character of
// each range of each class, in every state.
func (m *maker) characters() error {
	if !m.language.Grammar().Source().UTF8() {
		return nil
	}
	d, err := m.language.Characters()
	if err != nil {
		return err
	}
	words := d.Words(m.language.Grammar().Readable(true))
	for q, live := range d.Live() {
		if !live {
			continue
		}
		for _, set := range d.Classes().Sets() {
			for _, r := range set {
				for _, c := range []rune{r.Lo, r.Hi} {
					if c < utf8.RuneSelf || !utf8.ValidRune(c) {
						continue
					}
					next := d.Step(q, c)
					if !d.Live()[next] {
						next = q
					}
					rest, _ := words.From(next) // the state is live
					m.verdict(string(words.To(q))+string(c)+string(rest), Transition, "")
				}
			}
		}
	}
	return nil
}

// smallVerdicts is how many verdicts a small suite has at most.
const smallVerdicts = 1150

// weigher returns a function that says how much a fault in a state counts. A fault counts less
// if the rule that is read there is read in many states: most states of an edition read an
// IPv6 address.
func (m *maker) weigher(s *states) func(state int) float64 {
	live := s.d.Live()
	rules, size := make([]string, s.d.States()), make(map[string]float64)
	for q := range rules {
		for _, bytes := range s.members {
			if c := bytes[:1]; live[q] && !live[s.d.Step(q, c[0])] {
				rules[q] = m.judge(s.text(q, c)).Rule // the rule that the error has
				break
			}
		}
		size[rules[q]]++
	}
	return func(q int) float64 { return math.Pow(size[rules[q]], -0.25) }
}

// verdict adds the verdict on a string that the suite may ask about. The section is that of
// an example.
func (m *maker) verdict(text string, origin Origin, section string) {
	if !m.asked(text) {
		return
	}
	c := m.judge(text)
	if c.Origin = origin; section != "" {
		c.Section = section
	}
	m.add(c)
}

// judge returns the verdict on a string.
func (m *maker) judge(text string) Case {
	c := Case{Kind: Verdict, Input: text, Valid: true}
	syntax, ok := errors.AsType[*grammar.SyntaxError](m.edition.References().Check(text))
	if ok {
		c.Section = syntax.Section
	} else if m.document != nil && !m.language.Valid(text) {
		absolute := text
		if !m.document.ForbidsFragment() {
			absolute, _, _ = strings.Cut(text, "#")
		}
		by, _ := m.document.Language(m.options.Scheme) // the scheme is one of the document
		if syntax, ok = errors.AsType[*grammar.SyntaxError](by.Check(absolute)); ok {
			c.Section = m.document.Grammar().Source().Cite(syntax.Section)
		}
	}
	if ok {
		c.Valid, c.Offset, c.Rule = false, syntax.Offset, syntax.Rule
	}
	return c
}
