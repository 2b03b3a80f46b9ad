package judge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urispec/urispec/grammar"
)

// Options say how a program is talked to.
type Options struct {
	Protocol Protocol
	// Patience is how long the program may take for an answer; 0 means ten seconds.
	Patience time.Duration
	// Failures is after how many failed runs the program is not asked any more; 0 means 300.
	Failures int
	// Stderr gets what the program writes to standard error; nil means nothing does.
	Stderr io.Writer
}

// Program is a program that is asked through its standard input, and answers on its standard
// output: a [Parser]. It is started once, and again when it has ended or did not answer. It is
// asked thousands of questions ahead, so it is slow only if it is slow itself.
type Program struct {
	ctx     context.Context
	args    []string
	options Options
	run     *process // nil if it does not run
	// prompt is true if the program has answered a question while its input was open, and
	// buffers if it has not, but did when its input ended.
	prompt, buffers bool
	answered        bool   // it has answered a question as it should
	crlf            bool   // an answer ended with CRLF
	starts, failed  int    // how often it was started, and how often it failed
	spent           int    // of Options.Failures
	last            string // the message of the last failure
}

// Start starts a program, by its name or path and its arguments. It is a group of processes of
// its own, which ends with [Program.Close] or when the context is done. The error says that
// the program cannot be started.
func Start(ctx context.Context, args []string, o Options) (*Program, error) {
	if len(args) == 0 {
		return nil, errors.New("no program is given")
	}
	if o.Patience <= 0 {
		o.Patience = 10 * time.Second
	}
	if o.Failures <= 0 {
		o.Failures = 300
	}
	p := &Program{ctx: ctx, args: args, options: o}
	return p, p.start()
}

// String returns the program and its arguments as they were given.
func (p *Program) String() string { return strings.Join(p.args, " ") }

// start starts the program if it does not run.
func (p *Program) start() error {
	if p.run != nil {
		return nil
	}
	run, err := start(p.ctx, p.args, p.options.Stderr)
	if err != nil {
		return err
	}
	p.run = run
	p.starts++
	return nil
}

// end ends the run.
func (p *Program) end() {
	if p.run != nil {
		p.crlf = p.crlf || p.run.crlf.Load()
		p.run.kill()
		p.run = nil
	}
}

// Close ends the program. The error says that it has written more lines than it was asked, so
// that nobody knows which of its answers is which.
func (p *Program) Close() error {
	if p.run == nil {
		return nil
	}
	defer p.end()
	_, failure := p.run.exchange(p.ctx, nil, 0, true, ending, 0, nil)
	if failure != nil && failure.Kind == Surplus {
		return fmt.Errorf("%s: asked everything, %w", p, failure)
	}
	return nil
}

// Notes says what is unusual about the answers so far, in sentences.
func (p *Program) Notes() []string {
	var notes []string
	if p.crlf || p.run != nil && p.run.crlf.Load() {
		notes = append(notes, "Its lines end with CRLF.")
	}
	if p.buffers {
		notes = append(notes, "It writes its answers only when its input ends. It should flush its output after each line.")
	}
	if p.starts > 1 {
		notes = append(notes, fmt.Sprintf("It was started %d times.", p.starts))
	}
	return notes
}

const (
	// ahead is how many questions are asked ahead.
	ahead = 4096
	// pause is how long a program that was asked all may take to write one line too much.
	pause = 2 * time.Millisecond
	// mute is after how many failures a program is not asked any more that has never answered.
	mute = 16
	// hangs is how many failures it counts if a program hangs, because that takes so long.
	hangs = 30
)

// Ask implements [Parser]. A question without an answer has a failure of its own, and the
// others go on: the program is started again, and asked as few questions at a time as it takes to
// know which one it does not answer.
func (p *Program) Ask(ctx context.Context, questions []Question) ([]Answer, error) {
	answers := make([]Answer, len(questions))
	var asked []int // of questions
	for i, q := range questions {
		if answers[i].Failure = p.options.Protocol.unaskable(q); answers[i].Failure == nil {
			asked = append(asked, i)
		}
	}
	b := &batch{p, questions, answers}
	if !p.prompt && !p.buffers && len(asked) > 0 {
		b.probe(ctx, asked[:1])
		asked = asked[1:]
	}
	var suspect []int // what is left to ask again, if the next question is not the reason of a failure
	for size := ahead; len(asked) > 0; {
		now := asked[:min(size, len(asked))]
		last := p.buffers || size < ahead
		done, failure := b.ask(ctx, now, last)
		again := suspect
		suspect = nil
		switch {
		case failure == nil && again != nil:
			// Perhaps one before it has no answer, and the answers after that are those of others.
			asked, size = again, ahead/2
			continue
		case failure == nil:
			size = min(2*size, ahead)
		case failure.Kind == Interrupted || failure.Kind == GaveUp:
			b.fail(asked[done:], failure)
			return answers, ctx.Err()
		case len(now) == 1:
			b.fail(now, failure)
			done = 1
			if failure.Kind != Surplus && !p.buffers {
				size = ahead
			}
		case last || failure.Kind == Surplus || failure.Kind == Silent:
			// Nobody knows which answer is whose.
			done, size = 0, (len(now)+1)/2
		default:
			size = 1 // the first without an answer is most likely the reason
			if done > 0 {
				suspect = asked
			}
		}
		asked = asked[done:]
	}
	return answers, ctx.Err()
}

// batch is questions that are asked together.
type batch struct {
	program   *Program
	questions []Question
	answers   []Answer
}

// fail notes that questions have no answer.
func (b *batch) fail(asked []int, f *Failure) {
	for _, i := range asked {
		b.answers[i] = Answer{Failure: f}
	}
}

// ask asks the questions of these numbers, and returns how many have an answer. If last is
// true, the run ends after them. After a failure it ends too.
func (b *batch) ask(ctx context.Context, asked []int, last bool) (done int, f *Failure) {
	p := b.program
	if p.spent >= p.options.Failures || !p.answered && (p.failed >= mute || p.spent >= 2*hangs) {
		return 0, &Failure{GaveUp, fmt.Sprintf("it failed %d times, and was not asked any more; the last time, %s", p.failed, p.last)}
	}
	if last && !p.buffers {
		p.end() // its output may have lines of earlier questions
	}
	if err := p.start(); err != nil {
		f := &Failure{Died, err.Error()}
		p.fails(f)
		return 0, f
	}
	done, f = b.exchange(ctx, asked, last)
	if f != nil && f.Kind == Hung && !last {
		// Perhaps it left one out, and waits for the next; or for the end.
		more, after := b.finish(ctx, asked[done:])
		if after == nil {
			p.buffers = true
			done, f = done+more, nil
		} else if after.Kind != Hung {
			f = after
		}
	}
	if f != nil && ctx.Err() != nil {
		f = &Failure{Interrupted, "interrupted"}
	}
	if f != nil {
		p.fails(f)
	} else {
		p.answered = true
	}
	if f != nil || last || p.buffers {
		p.end()
	}
	return done, f
}

// fails counts a failure.
func (p *Program) fails(f *Failure) {
	p.failed++
	p.last = f.Message
	p.spent++
	if f.Kind == Hung {
		p.spent += hangs - 1
	}
}

// exchange is [process.exchange] for these questions.
func (b *batch) exchange(ctx context.Context, asked []int, last bool) (int, *Failure) {
	p := b.program
	var lines []byte
	for _, i := range asked {
		lines = p.options.Protocol.appendQuestion(lines, b.questions[i])
	}
	return p.run.exchange(ctx, lines, len(asked), last, p.options.Patience, pause, b.receive(asked))
}

// finish ends the input of the program, which was asked these questions.
func (b *batch) finish(ctx context.Context, asked []int) (int, *Failure) {
	return b.program.run.exchange(ctx, nil, len(asked), true, b.program.options.Patience, 0, b.receive(asked))
}

// receive returns what reads the answers to these questions.
func (b *batch) receive(asked []int) func(i int, line []byte) {
	return func(i int, line []byte) {
		q := b.questions[asked[i]]
		answer := &b.answers[asked[i]]
		if most := q.longestAnswer(); len(line) > most {
			*answer = garbage(line, fmt.Sprintf("which has more than %d bytes", most))
			return
		}
		*answer = b.program.options.Protocol.readAnswer(line)
	}
}

// longestAnswer is how many bytes an answer may have, because thousands of them are kept. It is
// enough for all parts and the target, with each byte escaped twice, and for what is ignored.
func (q Question) longestAnswer() int { return 16<<10 + 40*q.length() }

// probe asks the first question, to find out whether the program writes its answers at once.
func (b *batch) probe(ctx context.Context, asked []int) {
	_, f := b.ask(ctx, asked, false)
	if f != nil {
		b.fail(asked, f)
	}
	b.program.prompt = f == nil && !b.program.buffers
}

// Accepts asks for verdicts, into the answers of the same numbers. It is the method of
// [learn.Box]: unlike Ask, it fails if the program does not answer all questions as it should.
func (p *Program) Accepts(texts []string, answers []bool) error {
	if len(texts) == 0 {
		return nil
	}
	if err := p.start(); err != nil {
		return err
	}
	var lines []byte
	for _, text := range texts {
		lines = p.options.Protocol.appendQuestion(lines, Question{Input: text})
	}
	var wrong *Failure // the first one
	at := 0
	done, f := p.run.exchange(p.ctx, lines, len(texts), false, p.options.Patience, 0, func(i int, line []byte) {
		a := p.options.Protocol.readAnswer(line)
		switch {
		case wrong != nil:
		case a.Failure != nil:
			at, wrong = i, a.Failure
		case a.Valid == nil:
			at, wrong = i, &Failure{Garbage, "it did not say whether that is valid"}
		default:
			answers[i] = *a.Valid
		}
	})
	if wrong == nil && f != nil {
		at, wrong = min(done, len(texts)-1), f
	}
	if wrong == nil {
		return nil
	}
	p.end()
	return fmt.Errorf("%s: asked %s, %w", p, grammar.Quoted(texts[at]), wrong)
}
