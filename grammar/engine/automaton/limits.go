package automaton

import (
	"errors"
	"fmt"
)

// The limits of a construction. Some short expressions have huge automata: that of
// *(a|b) a (a|b)(a|b)...(a|b), with 40 parts at the end, has 2^41 states. A construction
// that meets a limit panics with a [*LimitError]; [Within] turns that into an error.
// It has then taken about a second, and some 100 MB.
const (
	maxNodes   = 1 << 18 // nodes of an NFA, in which counted repetitions are expanded
	maxSubsets = 1 << 17 // states of a subset construction, before they are minimized
	maxNesting = 1 << 16 // how deep a search of the nodes of an NFA recurses
	maxSteps   = 1 << 27 // steps, on one Meter
)

// MaxStates is how many states a minimal automaton may have, so that an [Acceptor] can be
// made of it.
const MaxStates = maxStates - 2

// LimitError says that something grew too large to be made. The functions of this
// package panic with it; [Within] returns it.
type LimitError struct {
	What  string // what there were too many of: "nodes", "states", "steps"
	Limit int    // how many there may be
}

// Error says what there were too many of.
func (err *LimitError) Error() string {
	return fmt.Sprintf("it has grown too large: more than %d %s", err.Limit, err.What)
}

// Within calls f, and returns the error if f, or what it calls, panics with an error
// that is or wraps a [*LimitError]. It returns nil if f returns. Any other panic goes
// on.
func Within(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			if _, ok := errors.AsType[*LimitError](r); !ok {
				panic(r)
			}
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Meter counts the steps of constructions, and panics with a [*LimitError] when
// there are more than 2^27. A step is a turn of an inner loop, or a byte that is kept.
// Each function of this package has a meter of its own. The methods of Meter are the
// same functions on a common meter; package grammar uses them for what takes many
// constructions. The zero value is ready for use, by one goroutine at a time.
type Meter struct{ spent int }

// Spend counts steps. On a nil Meter it does nothing; searches with limits of their own
// have none.
func (m *Meter) Spend(steps int) {
	if m == nil {
		return
	}
	if m.spent += steps; m.spent > maxSteps {
		m.exceeded()
	}
}

func (m *Meter) exceeded() { panic(&LimitError{"steps", maxSteps}) }

// Spent returns how many steps have been counted.
func (m *Meter) Spent() int { return m.spent }
