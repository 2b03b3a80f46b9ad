package main

import (
	"io"
	"os"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressDelay is how long a run takes before the bar appears.
const progressDelay = 2 * time.Second

// progress shows on a terminal how much of the input is done. A nil *progress
// shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	since time.Time
	shown bool
}

// newProgress returns the progress of reading the named files. It is nil if nobody
// would see it, or if a person types the input.
func newProgress(s *session, names []string) *progress {
	if len(names) == 0 || !isTerminal(s.stderr) || isTerminal(s.stdin) && slices.Contains(names, "-") {
		return nil
	}
	return startProgress(s.stderr, sizeOf(names, s.stdin))
}

// startProgress returns the progress of reading a number of bytes, which is -1 if it
// is not known.
func startProgress(w io.Writer, size int64) *progress {
	bar := progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowCount(),
		progressbar.OptionShowBytes(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // the spinner turns only with progress
		progressbar.OptionClearOnFinish(),
	)
	bar.StartWithoutRender()
	return &progress{bar: bar, since: time.Now()}
}

// reached says that n bytes are done.
func (p *progress) reached(n int64) {
	if p == nil || time.Since(p.since) < progressDelay {
		return
	}
	p.shown = true
	_ = p.bar.Set64(n) // it can only fail to be drawn
}

// hide removes the bar, so that other text can be written. The next call of reached
// shows it again.
func (p *progress) hide() {
	if p != nil && p.shown {
		p.shown = false
		_ = p.bar.Clear()
	}
}

// sizeOf returns the total size of the named files as they are stored, or -1 if it is
// not known.
func sizeOf(names []string, stdin io.Reader) int64 {
	var sum int64
	for _, name := range names {
		info, err := os.Stat(name)
		if f, ok := stdin.(*os.File); ok && name == "-" {
			info, err = f.Stat()
		}
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		sum += info.Size()
	}
	return sum
}
