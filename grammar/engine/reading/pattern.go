package reading

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled at first use. A variable of the type
// costs nothing in a program that does not use it.
type pattern struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

func (p *pattern) get() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.text) })
	return p.re
}
