package main

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/urispec/urispec/cmd/internal/vocabulary"
)

// batch takes references from the input to the output, many at a time:
//
//	read     cuts the input after records, into chunks
//	workers  append the results of a chunk to its parts, any number of chunks at a time
//	write    writes the parts, chunk by chunk in the order of the input
//
// Each step waits if the next one is not ready, so memory holds only a few chunks for
// each worker, and their results, however long the input is. A single record and its
// results are held as a whole. A chunk is what could be read without waiting, and its
// results are written as soon as they are ready.
//
// A record that is too long is skipped, and has a chunk without its text.
type batch struct {
	end  byte    // of a record: NUL, or LF, with the CR before it if there is one
	size int     // bytes to read at a time
	most int     // bytes in a record
	out  results // how the results are written
	// separate is true if standard error is not where standard output is.
	separate bool
	// decode returns the reference in a record that is not from an argument. It is nil
	// if the record is the reference.
	decode  func(record string) (string, error)
	work    chan *chunk // for the workers
	ordered chan *chunk // the same chunks, and those without work, for write
	stopped chan struct{}

	// Free buffers, for input and for results. References alias an input buffer, which
	// is reused after its chunk; a worker must copy what it keeps. This saves 25% of
	// the time of check --count.
	texts, results chan []byte

	// Used by read only.
	position int64  // how many bytes of the files and streams have been read
	sent     int    // how many chunks with records have been sent
	spare    []byte // a buffer for long records, kept for the next one; or nil
}

const (
	// readSize is the number of bytes to read at a time. Reading more is not faster,
	// and delays the moment at which all workers are busy.
	readSize = 64 << 10
	// partSize is the number of bytes of results at which a part of them is written
	// before the chunk is done. A worker that is ahead of the others then
	// waits.
	partSize = 1 << 20
	// maxWait is the number of records that are not tried to be passed after some that could
	// not.
	maxWait = 16
	// keptSize is the largest buffer that any chunk may have. A larger one is for a
	// long record, and nothing more is read while that record is processed.
	keptSize = 1 << 20
)

func newBatch(workers, size int, end byte, most int, out results) *batch {
	return &batch{
		end: end, size: size, most: most, out: out,
		work: make(chan *chunk, workers), ordered: make(chan *chunk, 2*workers), stopped: make(chan struct{}),
		texts: make(chan []byte, 4*workers), results: make(chan []byte, 4*workers),
	}
}

// chunk is a group of records that follow each other: arguments, text, one that was
// skipped, or none: an error or the end of a file.
type chunk struct {
	args    []string     // records that are arguments
	name    string       // the file that text is from
	offset  int64        // of text in the file
	text    string       // records with their end bytes; the last one may lack it
	buf     []byte       // the buffer that holds text, to be given back; or nil
	file    *rangedFile  // which the worker reads text from
	length  int          // of what it reads
	skipped *unreadError // a record that is too long
	err     error        // trouble with a file, after the records
	done    io.Closer    // a file that nobody reads after this chunk

	// If lines are counted, first has the number of the first record in the file, and
	// the worker tells next that of the next chunk.
	first <-chan int
	next  chan<- int

	number   int           // of the chunk, in the order of the input
	preceded bool          // there are records before the first
	position int64         // how many bytes have been read up to here
	parts    chan []part   // the results; closed after the last of them
	written  chan struct{} // if not nil, read waits until it is closed
}

// part holds some of the results for a chunk.
type part struct {
	text  []byte
	aside bool // the part is for standard error
}

// send gives a chunk to the workers and to write. It returns false if nothing
// more can be written.
func (b *batch) send(c *chunk) bool {
	c.number, c.preceded, c.position = b.sent, b.sent > 0, b.position
	c.parts = make(chan []part, 1)
	select {
	case b.ordered <- c:
	case <-b.stopped:
		return false
	}
	if c.err != nil || c.done != nil {
		close(c.parts)
		return true
	}
	b.sent++
	select {
	case b.work <- c:
	case <-b.stopped:
		return false
	}
	if c.written != nil {
		select {
		case <-c.written:
		case <-b.stopped:
			return false
		}
	}
	return true
}

// arguments sends records that are arguments.
func (b *batch) arguments(args []string) bool {
	for args := range slices.Chunk(args, 256) {
		if !b.send(&chunk{args: args}) {
			return false
		}
	}
	return true
}

// counted returns a reader that counts the bytes read from r.
func (b *batch) counted(r io.Reader) io.Reader { return counter{r, &b.position} }

type counter struct {
	io.Reader
	n *int64
}

func (c counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.n += int64(n)
	return n, err
}

// trouble sends an error, which is reported after the results of everything before
// it.
func (b *batch) trouble(err error) bool { return b.send(&chunk{err: err}) }

// write writes the results in order, until there are no more, or until writing
// fails.
func (b *batch) write(s *session, p *progress) {
	defer p.hide()
	for c := range b.ordered {
		for parts := range c.parts {
			for _, part := range parts {
				if s.terminal || part.aside {
					p.hide()
				}
				if part.aside {
					s.stderr.Write(part.text)
				} else if s.stdout.Write(part.text); s.stdout.Flush() != nil {
					close(b.stopped)
					return
				}
				give(b.results, part.text)
			}
		}
		if c.err != nil && (c.file == nil || !c.file.failed) {
			p.hide()
			s.trouble(c.err)
			if c.file != nil {
				c.file.failed = true
			}
		}
		if c.done != nil {
			c.done.Close()
		}
		if c.written != nil {
			close(c.written)
		}
		p.reached(c.position)
	}
}

// worker has a session for the results of some chunks. The output of a chunk is kept
// until its turn comes.
type worker struct {
	session *session
	b       *batch
	pending chan<- []part    // takes the results for the current chunk
	parts   []part           // those that it has not taken yet
	size    int              // how many bytes they have
	order   vocabulary.Order // of the current reference
	buf     []byte           // for ranges of files

	// pass, if it is not nil, reads records that need no more than that. It returns how
	// many records a text begins with for which that is so, and how many bytes they have.
	// They are not yielded. If judged is true, it has seen the current one, which does.
	pass   func(text string) (records, size int)
	judged bool
}

// newWorker returns a worker for a session.
func newWorker(s *session, b *batch) *worker {
	w := &worker{session: &session{color: s.color, terminal: s.terminal, width: s.width, quiet: s.quiet, placed: b.out.placed}, b: b}
	w.session.stdout = bufio.NewWriterSize(w, 4<<10)
	if s.quiet {
		w.session.stdout.Reset(io.Discard)
	}
	w.session.stderr = aside{w}
	return w
}

// refs yields the references for this worker, to a loop that must not be left early.
// A reference is valid only until the next one is yielded, because its bytes may be
// overwritten then; copy it to keep it.
func (w *worker) refs(yield func(ref string) bool) {
	for {
		var c *chunk
		select {
		case c = <-w.b.work:
		case <-w.b.stopped:
		}
		if c == nil {
			return
		}
		w.pending, w.session.preceded = c.parts, c.preceded
		end := w.b.end
		if c.file != nil {
			w.buf = c.read(w.buf[:0], end)
			c.text = unsafe.String(unsafe.SliceData(w.buf), len(w.buf))
		}
		at, counted := &w.session.place, 0
		*at = place{}
		if c.first != nil {
			n := strings.Count(c.text, string(rune(end)))
			if c.skipped != nil {
				n++
			}
			*at, counted = place{c.name, <-c.first - 1}, 1
			c.next <- at.line + 1 + n
		}
		w.order = vocabulary.Order{Chunk: c.number}
		for _, ref := range c.args {
			yield(ref)
			w.order.Record++
			w.session.preceded = true
		}
		text := c.text
		passing := w.pass != nil && w.b.decode == nil && len(text) <= w.b.most
		// Where records are not passed, it is not tried for each of them.
		tries, wait := 0, 0
		for text != "" {
			w.judged = passing && wait == 0
			if wait--; w.judged {
				n, size := w.pass(text)
				if tries++; n > 0 {
					w.session.preceded = true
					tries = 0
				}
				wait = min(tries, maxWait)
				at.line += counted * n
				w.order.Record += n
				if text = text[size:]; text == "" {
					break
				}
			}
			record, rest := text, ""
			if i := strings.IndexByte(text, end); i >= 0 {
				record, rest = text[:i], text[i+1:]
				if end == '\n' && i > 0 && record[i-1] == '\r' {
					record = record[:i-1]
				}
			}
			at.line += counted
			ref, err := w.b.reference(record)
			if err == nil {
				yield(ref)
				w.order.Record++
			} else {
				w.b.out.unread(w.session, &unreadError{c.name, c.offset + int64(len(c.text)-len(text)), err})
			}
			text = rest
			w.session.preceded = true
		}
		w.judged = false
		if c.skipped != nil {
			at.line += counted
			w.b.out.unread(w.session, c.skipped)
			w.session.preceded = true
		}
		give(w.b.texts, c.buf)
		recycle(w.buf[:cap(w.buf)])
		w.handOver()
		close(c.parts)
	}
}

// reference returns the reference in a record.
func (b *batch) reference(record string) (string, error) {
	if len(record) > b.most {
		return "", &longError{Length: int64(len(record)), Limit: int64(b.most)}
	}
	if b.decode != nil {
		return b.decode(record)
	}
	return record, nil
}

// place returns where the current reference stands. The lines must be counted, see
// [results].
func (w *worker) place() place { return w.session.place }

// Write keeps results for write. It does not fail.
func (w *worker) Write(p []byte) (int, error) {
	w.keep(p, false)
	return len(p), nil
}

// keep adds text to the parts. If standard error is not where standard output is, nobody
// sees their order, and there is only one part for each: parts take time.
func (w *worker) keep(text []byte, aside bool) {
	for len(text) > 0 {
		i := len(w.parts) - 1
		if w.b.separate && i >= 0 && w.parts[i].aside != aside {
			i--
		}
		if i < 0 || w.parts[i].aside != aside {
			i = len(w.parts)
			w.parts = append(w.parts, part{take(w.b.results), aside})
		}
		p := &w.parts[i]
		n := min(len(text), partSize-w.size)
		if need := len(p.text) + n; need > cap(p.text) {
			longer := make([]byte, 0, min(max(need, 2*cap(p.text)), partSize))
			p.text = append(longer, p.text...)
		}
		p.text = append(p.text, text[:n]...)
		text = text[n:]
		if w.size += n; w.size == partSize {
			w.leave()
		}
	}
}

// handOver gives write the results of the chunk so far.
func (w *worker) handOver() {
	w.session.stdout.Flush()
	if w.size > 0 {
		w.leave()
	}
}

// leave gives the parts to write. It waits until write has taken those before.
func (w *worker) leave() {
	select {
	case w.pending <- w.parts:
	case <-w.b.stopped:
	}
	w.parts, w.size = nil, 0
}

// aside is the standard error of a worker. It keeps the order: what is written there
// comes after the results before it.
type aside struct{ w *worker }

func (a aside) Write(p []byte) (int, error) {
	a.w.session.stdout.Flush()
	a.w.keep(p, true)
	return len(p), nil
}

// take returns an empty buffer.
func take(free chan []byte) []byte {
	select {
	case buf := <-free:
		return buf[:0]
	default:
		return nil
	}
}

// recycle is called with each buffer before it is reused, so that tests can find
// code that still reads it.
var recycle = func([]byte) {}

// give returns a buffer for take to use again.
func give(free chan []byte, buf []byte) {
	if buf == nil || cap(buf) > keptSize {
		return
	}
	recycle(buf[:cap(buf)])
	select {
	case free <- buf:
	default:
	}
}

// run lets the workers do the work on the chunks that read sends. It returns when
// everything is written, or when writing fails.
func (b *batch) run(s *session, workers int, p *progress, read func(), work func(*session, *worker)) {
	go func() {
		defer close(b.ordered)
		defer close(b.work)
		read()
	}()
	all := make([]*worker, workers)
	var working sync.WaitGroup
	for i := range all {
		w := newWorker(s, b)
		all[i] = w
		working.Go(func() { work(w.session, w) })
	}
	b.write(s, p)
	working.Wait()
	for _, w := range all {
		s.status = max(s.status, w.session.status)
	}
}
