package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/urispec/urispec/grammar/engine/effort"
)

// TestShapesFully runs a process for each command, hostile shape and size, up to the size in
// URISPEC_SHAPES. The flags of a command take turns: each shape is for other ones. It fails if the time for a byte grows with the size by more than a factor, or
// if the memory of a process is out of proportion, and it prints what came nearest to that:
//
//	URISPEC_SHAPES=64MiB go test -timeout 0 -run TestShapesFully -v ./cmd/urispec
//	URISPEC_SHAPES=64MiB go test -timeout 0 -run 'TestShapesFully//^lint' -v ./cmd/urispec
//	URISPEC_SHAPES=1MiB go test -short -run TestShapesFully ./cmd/urispec
//
// The first takes half an hour of one processor; with -short, a part of the pairs of command
// and shape is enough. Only the time of the processors is measured, so other programs may run
// at the same time.
func TestShapesFully(t *testing.T) {
	asked := os.Getenv("URISPEC_SHAPES")
	if asked == "" {
		t.Skip("needs the variable URISPEC_SHAPES, which is the greatest size: 64MiB")
	}
	var most size
	if err := most.UnmarshalText([]byte(asked)); err != nil {
		t.Fatal(err)
	}
	step, number := effort.Pick(1, 1, 20), 0
	all := newExtremes()
	// sizes returns the sizes of texts for a command, and how long a file of them is at least.
	try := func(name string, in *inputs, commands []string, sizes func(command string) (sizes []int, length int)) {
		t.Run(name, func(t *testing.T) {
			in.dir = t.TempDir()
			for _, command := range commands {
				if number++; number%step != 0 {
					continue
				}
				t.Run(command, func(t *testing.T) {
					t.Parallel()
					sizes, length := sizes(command)
					p := processes{args: append(strings.Fields(command), "--raw"), in: in, length: length}
					if in.end != "" {
						p.args = append(p.args, "--jobs", "2")
					}
					all.add(command, p.grow(t, sizes))
				})
			}
		})
	}
	for i, h := range recordShapes {
		try(h.name, &inputs{shape: h, end: "\n"}, turn(shapedCommands, i), func(command string) ([]int, int) {
			// Some shapes have long texts before and after them.
			const room = 4 << 10
			most, longest := min(int(most), 64<<20), longestRecord(command)
			if longest >= most {
				return []int{1 << 10, most / 64, most - room}, least
			}
			return []int{min(1<<10, longest/64), longest / 64, longest - min(room, longest/2), most - room}, min(least, 2*longest)
		})
	}
	largest := min(16<<20, int(most))
	for kind, shapes := range documentShapes {
		for i, h := range shapes {
			commands := documentCommands(kind)
			flagged := commands[1:]
			try(kind+", "+h.name, &inputs{shape: h}, []string{kind, flagged[i%len(flagged)]}, func(command string) ([]int, int) {
				if command != kind {
					return []int{1 << 10, largest / 16, largest}, 1 // what reads them is the same
				}
				doublings := []int{1 << 10}
				for size := 64 << 10; size <= largest; size *= 2 {
					doublings = append(doublings, size)
				}
				return doublings, 1
			})
		}
	}
	t.Log(all)
}

// turn returns one command line for each command: its i-th, and so on in a circle.
func turn(all []string, i int) []string {
	lines := make(map[string][]string)
	var names []string
	for _, line := range all {
		name := strings.Fields(line)[0]
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], line)
	}
	var turn []string
	for _, name := range names {
		turn = append(turn, lines[name][i%len(lines[name])])
	}
	return turn
}

// longestRecord returns the length of the longest record that a command reads.
func longestRecord(command string) int {
	switch name := strings.Fields(command)[0]; {
	case name == "nearest":
		return 4 << 10 // for which strings are looked for
	case name == "tree":
		return 128 << 10 // of which trees are made
	case name == "lint", name == "expand":
		return maxDense
	case name == "compare", name == "differ":
		return maxWide
	case name == "map", name == "encode", name == "decode", strings.Contains(command, "--trace"):
		return maxLong
	}
	return 64 << 20 // unless --max-record is given
}

// The limits.
const (
	// slower is how much more time a byte may take in a long text than in any shorter one.
	slower = 3
	// larger is how much memory a process may use: so many times the longest record, besides
	// that of the program itself, or needed bytes if that is more.
	larger  = 4
	program = 64 << 20
	needed  = 2 * 192 << 20 // for each of two workers, of which tree needs most
	// slowest is the longest time for 64 MiB.
	slowest = 60 * time.Second
)

// least is the number of bytes that a process reads, if necessary as many short records; or
// twice the longest record that the command reads, if that is less. What takes less than brief is
// as quick as that.
const (
	least = 1 << 20
	brief = 20 * time.Millisecond
)

// inputs are texts of a shape in files. Each is written when it is needed.
type inputs struct {
	shape shape
	end   string // of a record; or "" if the texts are documents
	dir   string
	sync.Mutex
}

// file returns the name of a file with texts of a size: so many that they have the length, or
// one that is longer.
func (in *inputs) file(t *testing.T, size, length int) string {
	in.Lock()
	defer in.Unlock()
	name := filepath.Join(in.dir, fmt.Sprint(size, "x", length))
	if _, err := os.Stat(name); err == nil {
		return name
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 64<<10)
	// The memory of this process counts as that of the processes that it starts.
	block := in.shape
	block.unit = strings.Repeat(block.unit, max(1, min(size, 64<<10)/len(block.unit)))
	for range max(1, length/size) {
		w.WriteString(in.shape.before)
		left := size
		for ; left >= len(block.unit); left -= len(block.unit) {
			w.WriteString(block.unit)
		}
		for ; left >= len(in.shape.unit); left -= len(in.shape.unit) {
			w.WriteString(in.shape.unit)
		}
		w.WriteString(in.shape.after)
		w.WriteString(in.end)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return name
}

// processes measures processes of one command.
type processes struct {
	args   []string
	in     *inputs
	length int // of a file at least
}

// usage is what a process used.
type usage struct {
	shape  string
	size   int           // of the longest record
	bytes  int64         // that were read
	time   time.Duration // of the processors, in the program
	memory int64         // bytes at most

	slower float64 // the factor of the time for a byte to that of the quickest shorter text
	larger float64 // the factor of the memory to the size
}

// compare returns the factor of the time for a byte to that of a shorter text.
func (u *usage) compare(before *usage) float64 {
	perByte := func(u *usage, time time.Duration) float64 { return float64(time) / float64(u.bytes) }
	return perByte(u, u.time) / max(perByte(before, max(before.time, brief)), perByte(u, brief))
}

// grow measures texts of each size.
func (p processes) grow(t *testing.T, sizes []int) []usage {
	first := p.measure(t, sizes[0], 1)
	var all []usage
	for _, size := range sizes {
		u := p.measure(t, size, p.length)
		u.time -= first.time
		for i := range all {
			if u.compare(&all[i]) > slower { // perhaps by chance
				if again := p.measure(t, size, p.length); again.time-first.time < u.time {
					u.time = again.time - first.time
				}
				if again := p.measure(t, all[i].size, p.length); again.time-first.time > all[i].time {
					all[i].time = again.time - first.time
				}
			}
			u.slower = max(u.slower, u.compare(&all[i]))
		}
		u.larger = float64(u.memory) / float64(size)
		all = append(all, u)
		if u.slower > slower {
			t.Errorf("%d bytes take %v, for each byte %.1f times as much as in shorter texts", size, u.time, u.slower)
		}
		if u.memory > max(larger*int64(size)+program, needed) {
			t.Errorf("%d bytes take %d MB of memory", size, u.memory>>20)
		}
		if u.time > slowest {
			t.Errorf("%d bytes take %v", size, u.time)
			break
		}
	}
	return all
}

// measure runs a process.
func (p processes) measure(t *testing.T, size, length int) usage {
	name := p.in.file(t, size, length)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Args = append([]string{"unchecked-urispec"}, append(p.args, "--file", name)...)
	var stderr firstBytes
	cmd.Stderr = &stderr
	if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 || strings.HasPrefix(stderr.String(), "Usage:") {
		t.Fatalf("%s: %v, %s", name, err, &stderr)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	u := usage{shape: p.in.shape.name, size: size, bytes: info.Size(), time: cmd.ProcessState.UserTime()}
	if runtime.GOOS == "linux" {
		used := reflect.ValueOf(cmd.ProcessState.SysUsage()).Elem() // its type has no such field on some systems
		u.memory = used.FieldByName("Maxrss").Int() << 10
	}
	return u
}

// extremes are what came nearest to the limits, for each command.
type extremes struct {
	sync.Mutex
	commands map[string]*extreme
}

type extreme struct{ slower, longest, larger, largest usage }

func newExtremes() *extremes { return &extremes{commands: make(map[string]*extreme)} }

// add adds measurements of a command.
func (x *extremes) add(command string, all []usage) {
	x.Lock()
	defer x.Unlock()
	e := x.commands[command]
	if e == nil {
		e = new(extreme)
		x.commands[command] = e
	}
	for _, u := range all {
		if u.slower > e.slower.slower {
			e.slower = u
		}
		if u.time > e.longest.time {
			e.longest = u
		}
		if u.memory > needed && u.larger > e.larger.larger {
			e.larger = u
		}
		if u.memory > e.largest.memory {
			e.largest = u
		}
	}
}

// String returns a table: the growth of the time for a byte, the longest time, and the
// greatest memory, as a factor if it is more than needed.
func (x *extremes) String() string {
	var b strings.Builder
	b.WriteByte('\n')
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "COMMAND\tSLOWER BY\tSIZE\tSHAPE\tLONGEST\tSHAPE\tMEMORY\tSIZE\tSHAPE\tTIMES THE SIZE\tSHAPE")
	var commands []string
	for command := range x.commands {
		commands = append(commands, command)
	}
	slices.Sort(commands)
	for _, command := range commands {
		e := x.commands[command]
		fmt.Fprintf(w, "%s\t%.1f\t%d\t%s\t%v\t%s\t%d MB\t%d\t%s\t%.1f\t%s\n", command, e.slower.slower, e.slower.size, e.slower.shape,
			e.longest.time.Round(time.Millisecond), e.longest.shape, e.largest.memory>>20, e.largest.size, e.largest.shape, e.larger.larger, e.larger.shape)
	}
	w.Flush()
	return b.String()
}

// firstBytes keeps the beginning of what is written to it.
type firstBytes struct{ bytes.Buffer }

func (w *firstBytes) Write(p []byte) (int, error) {
	const some = 1 << 10
	w.Buffer.Write(p[:min(len(p), max(0, some-w.Len()))])
	return len(p), nil
}
