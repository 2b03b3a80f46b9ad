package reading

import (
	"errors"
	"fmt"
)

// Problems collects what is wrong with the data of a file, so that all of it can be
// told at once.
type Problems struct {
	File string // "rfc3986.json"
	errs []error
}

// Fail adds a problem with the value of a key, such as "edition.data.host" or
// "repairs[0]"; the key of the whole is "".
func (p *Problems) Fail(key, format string, args ...any) {
	if key != "" {
		key += ": "
	}
	p.errs = append(p.errs, fmt.Errorf("%s: %s%w", p.File, key, fmt.Errorf(format, args...)))
}

// Add adds an error that names file and key itself; nil is none.
func (p *Problems) Add(err error) {
	if err != nil {
		p.errs = append(p.errs, err)
	}
}

// Err returns an error that tells all problems, a line each; nil if there are
// none.
func (p *Problems) Err() error { return errors.Join(p.errs...) }
