package main

import (
	"io"
	"os"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressDelay is how long a run takes of which nobody needs to see the
// progress.
const progressDelay = 2 * time.Second

// progress shows on a terminal how much of the input is done. A nil *progress
// shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	since time.Time
	shown bool
}

// newProgress returns the progress of reading the files of these names. It is
// nil if no person would see it, or one is typing them.
func newProgress(s *session, names []string) *progress {
	if len(names) == 0 || !isTerminal(s.stderr) || isTerminal(s.stdin) && slices.Contains(names, "-") {
		return nil
	}
	return startProgress(s.stderr, sizeOf(names, s.stdin))
}

// startProgress returns the progress of reading a number of bytes, -1 if that is
// not known.
func startProgress(w io.Writer, size int64) *progress {
	bar := progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowCount(),
		progressbar.OptionShowBytes(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // it turns when there is progress
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

// hide takes the bar away, so that other text may stand in its place. What is
// reached next brings it back.
func (p *progress) hide() {
	if p != nil && p.shown {
		p.shown = false
		_ = p.bar.Clear()
	}
}

// sizeOf returns the number of bytes that the files of these names hold together,
// as they are stored, or -1 if that is not known.
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
