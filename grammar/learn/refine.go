package learn

// refine changes the hypothesis until it agrees with the box on a string, on which they
// disagree, and with all that the discrimination tree says.
func (l *learner) refine(text string, accepted bool) error {
	text, accepted, err := l.shorten(text, accepted)
	if err != nil {
		return err
	}
	if len(text) > MaxLength {
		l.note(text)
		return nil
	}
	for l.accepts(text) != accepted {
		if err := l.divide(text, accepted); err != nil {
			return err
		}
		// What the tree says of a state holds from there on. Where the hypothesis does not
		// agree, that is a disagreement for which nothing was asked.
		for {
			text, accepted, ok := l.contradiction()
			if !ok {
				break
			}
			if err := l.divide(text, accepted); err != nil {
				return err
			}
		}
	}
	return nil
}

// shorten leaves out parts of a string as long as the box and the hypothesis disagree.
func (l *learner) shorten(text string, accepted bool) (string, bool, error) {
	var b batch
next:
	for size := len(text); size > 0; {
		b.empty()
		for from := 0; from < len(text); from += size {
			b.add(text[:from], text[min(from+size, len(text)):], "", "")
		}
		if err := l.ask(&b); err != nil {
			return "", false, err
		}
		for i, shorter := range b.texts {
			if b.answers[i] != l.accepts(shorter) {
				text, accepted = shorter, b.answers[i]
				size = min(size, len(text))
				continue next
			}
		}
		size /= 2
	}
	return text, accepted, nil
}

// divide divides a state or a class of bytes, by a string on which the box and the
// hypothesis disagree.
//
// For each position, the beginning of the string is replaced by the string that leads to the
// state there. With nothing replaced, the box gives its own answer, and with everything
// replaced, that of the hypothesis. At the last position where its answer changes, what it
// says depends on more than the hypothesis knows.
func (l *learner) divide(text string, accepted bool) error {
	l.found++
	var b batch
	path := make([]int, 0, len(text)+1)
	q := 0
	for i := 0; ; i++ {
		path = append(path, q)
		b.add(l.states[q].access, text[i:], "", "")
		if i == len(text) {
			break
		}
		q = l.step(q, text[i])
	}
	if err := l.ask(&b); err != nil {
		return err
	}
	answers := b.answers
	if answers[0] != accepted || answers[len(text)] != l.states[q].accepts {
		return &flakyError{text}
	}
	i := len(text) - 1
	for answers[i] == answers[i+1] {
		i--
	}
	from, to, class, suffix := path[i], path[i+1], int(l.classOf[text[i]]), text[i+1:]
	access := l.states[from].access

	// The byte may be one that the box reads in another way than the rest of its class.
	var each batch
	var members []byte
	for c, of := range l.classOf {
		if int(of) == class {
			each.add(access, single[c], suffix, "")
			members = append(members, byte(c))
		}
	}
	if text[i] != l.reps[class] {
		each.add(access, single[l.reps[class]], suffix, "")
		if err := l.ask(&each); err != nil {
			return err
		}
		standard := each.answers[len(members)]
		var others []byte
		for n, c := range members {
			if each.answers[n] != standard {
				others = append(others, c)
			}
		}
		if len(others) > 0 {
			l.divideClass(others)
			return l.close()
		}
	}
	l.divideState(to, suffix, access+single[l.reps[class]], answers[i])
	return l.close()
}

// contradiction returns a string on which the hypothesis does not agree with the
// discrimination tree, and what the tree says.
func (l *learner) contradiction() (text string, accepted, ok bool) {
	for q := range l.states {
		s := &l.states[q]
		for n := s.leaf; n.parent != nil; n = n.parent {
			if suffix := n.parent.suffix; l.states[l.walk(q, suffix)].accepts != n.accepted {
				// The string that leads to the state may lead elsewhere in the hypothesis.
				return s.access + suffix, n.accepted, true
			}
		}
	}
	return "", false, false
}

// note keeps a string that is too long to learn from.
func (l *learner) note(text string) {
	const some = 20
	if len(l.long) < some {
		l.long = append(l.long, text)
	}
}
