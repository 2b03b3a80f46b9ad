package learn

import (
	"runtime"
	"sync"
)

// Box is a black box: it accepts some strings and refuses others. To the same string it
// must always give the same answer.
type Box interface {
	// Accepts answers for each of texts whether it is accepted, into the answer of the same
	// number. The box must keep neither slice. Learn makes one call after the other.
	Accepts(texts []string, answers []bool) error
}

// Func is a black box that is a function. It must be safe for concurrent use: it is called
// by as many goroutines as there are processors.
type Func func(text string) bool

// Accepts calls the function for each of texts.
func (f Func) Accepts(texts []string, answers []bool) error {
	const few = 64 // not worth a goroutine
	parts := min(runtime.GOMAXPROCS(0), len(texts)/few)
	if parts < 2 {
		for i, text := range texts {
			answers[i] = f(text)
		}
		return nil
	}
	var group sync.WaitGroup
	for n := range parts {
		from, to := n*len(texts)/parts, (n+1)*len(texts)/parts
		group.Go(func() {
			for i := from; i < to; i++ {
				answers[i] = f(texts[i])
			}
		})
	}
	group.Wait()
	return nil
}

// batch is strings that are asked together. They share one allocation.
type batch struct {
	buffer  []byte
	ends    []int
	texts   []string
	answers []bool
}

// add adds a string, which is given in parts.
func (b *batch) add(p1, p2, p3, p4 string) {
	b.buffer = append(append(append(append(b.buffer, p1...), p2...), p3...), p4...)
	b.ends = append(b.ends, len(b.buffer))
}

// empty removes all strings.
func (b *batch) empty() {
	b.buffer, b.ends = b.buffer[:0], b.ends[:0]
}

// seal makes the strings.
func (b *batch) seal() {
	all := string(b.buffer)
	b.texts = b.texts[:0]
	from := 0
	for _, end := range b.ends {
		b.texts = append(b.texts, all[from:end])
		from = end
	}
}

// ask asks the box about all strings of the batch.
func (l *learner) ask(b *batch) error {
	b.seal()
	if err := l.within(len(b.texts)); err != nil {
		return err
	}
	b.answers = append(b.answers[:0], make([]bool, len(b.texts))...)
	if l.options.Domain == nil {
		return l.stopped(l.box.Accepts(b.texts, b.answers))
	}
	// Only strings of the domain are asked.
	var inside []string
	var numbers []int
	for i, text := range b.texts {
		if l.options.Domain.Accepts(text) {
			inside, numbers = append(inside, text), append(numbers, i)
		}
	}
	answers := make([]bool, len(inside))
	if err := l.box.Accepts(inside, answers); err != nil {
		return l.stopped(err)
	}
	for i, n := range numbers {
		b.answers[n] = answers[i]
	}
	return nil
}

// stopped returns an error of the box, but not if it comes of the end of the context.
func (l *learner) stopped(err error) error {
	if err != nil && l.ctx.Err() != nil {
		return &stopError{outOfTime}
	}
	return err
}

const outOfTime = "its time is over"

// within counts queries, and returns an error if no more may be asked.
func (l *learner) within(queries int) error {
	if l.ctx.Err() != nil {
		return &stopError{outOfTime}
	}
	if most := l.options.MaxQueries; most > 0 && l.queries+queries > most {
		return &stopError{"the number of queries has reached its limit"}
	}
	l.queries += queries
	if p := l.options.Progress; p != nil && l.queries/reportEvery != l.reported {
		l.reported = l.queries / reportEvery
		p(Progress{Stage: l.stage, States: len(l.states), Classes: len(l.reps), Queries: l.queries})
	}
	return nil
}

const reportEvery = 1 << 14 // queries
