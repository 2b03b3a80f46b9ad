package automaton

import (
	"math"
	"math/bits"
	"strings"
	"unsafe"
)

// Lines reads text line by line as long as the lines are in the language. It returns how
// many lines that are and how many bytes they have, with their ends: what follows is
// nothing, or begins with a line that is not in the language. A line ends with LF, or with
// CR and LF, or where the text ends, and its end is no part of it. If end is not '\n', that
// byte alone ends a line, and LF and CR are data.
//
// Lines gives the verdicts that Accepts gives for the lines one by one, but needs half
// the time for lines of some 60 bytes, because it does not look for the ends first: they are
// found with what else is to be found in a line (find_amd64.h), or are one more byte that the
// automaton reads. It does not allocate.
func (a *Acceptor) Lines(text string, end byte) (lines, size int) { return a.lines(text, end, wide) }

func (a *Acceptor) lines(text string, end byte, wide bool) (lines, size int) {
	t := a.table
	if t.finder == nil {
		return a.readLines(text, end, math.MaxInt, wide)
	}
	// The lines that do not have the shape are left to the automaton. If there are many of
	// them, they are not tried one by one.
	for most := 1; size < len(text); {
		found, n := t.finder.lines(text[size:], end, wide)
		lines, size = lines+found, size+n
		if most = min(2*most, 64); found > 0 {
			most = 1
		}
		if len(text)-size < minFind {
			most = minFind
		}
		read, n := a.readLines(text[size:], end, most, wide)
		if lines, size = lines+read, size+n; read < most {
			break
		}
	}
	return lines, size
}

// minFind is the number of bytes below which no lines are found.
const minFind = 64

// lines returns how many lines of text, from the first on, have the shape, and how many
// bytes these lines have. The line after them may be in the language all the same.
func (f *finder) lines(text string, end byte, wide bool) (lines, size int) {
	if len(text) < minFind {
		return 0, 0
	}
	const none = 1 << 8
	cr := uint64(none)
	if end == '\n' {
		cr = '\r'
	}
	if wide {
		return lines64(f, unsafe.StringData(text), 0, nil, len(text), uint64(end), cr)
	}
	return lines32(f, unsafe.StringData(text), 0, nil, len(text), uint64(end), cr)
}

// readLines is Lines by the automaton alone, for at most so many lines.
func (a *Acceptor) readLines(text string, end byte, most int, wide bool) (lines, size int) {
	t := a.table
	if !t.never[end] || end == '\n' && !t.never['\r'] {
		return a.cutLines(text, end, most)
	}
	if len(text) >= t.blocksFrom {
		return runLines(t, text, end, most, wide)
	}
	return runLineBytes(t, text, end, most)
}

// cutLines is readLines for languages with strings in which the end of a line occurs.
func (a *Acceptor) cutLines(text string, end byte, most int) (lines, size int) {
	for size < len(text) && lines < most {
		line, n := text[size:], len(text)-size
		if i := strings.IndexByte(line, end); i >= 0 {
			line, n = line[:i], i+1
			if end == '\n' {
				line = strings.TrimSuffix(line, "\r")
			}
		}
		if !a.Accepts(line) {
			break
		}
		lines++
		size += n
	}
	return lines, size
}

// lineEnds returns the length of the end of a line, of which c is the first byte and
// rest follows; 0 if there is none.
func lineEnds(c, end byte, rest string) uint {
	switch {
	case c == end:
		return 1
	case c == '\r' && end == '\n' && rest != "" && rest[0] == '\n':
		return 2
	}
	return 0
}

// runLineBytes is readLines byte after byte.
func runLineBytes(t *table, s string, end byte, most int) (lines, size int) {
	at, begin := t.begin, uint(0)
	i, n := uint(0), uint(len(s))
	for i < n {
		row := &t.rows[at.state()]
		to := at
		for ; i < n; i++ {
			if to = row[s[i]]; to != at {
				break
			}
		}
		if i == n {
			break
		}
		i++
		if to >= acting {
			switch x := &t.actions[to.action()]; {
			case x.kind == skipping && t.escapeEnds(s, i):
				i += 2
			default:
				size := lineEnds(s[i-1], end, s[i:])
				if size == 0 || !t.ends[at.state()].accept {
					return lines, int(begin)
				}
				i += size - 1
				if lines++; lines == most {
					return lines, int(i)
				}
				begin, to = i, t.begin
			}
			to %= acting
		}
		at = to
	}
	return t.lastLine(at, lines, begin, n)
}

// lastLine adds the line that ends with the text, of n bytes, if there is one. It begins
// at begin and leads to a state.
func (t *table) lastLine(at entry, lines int, begin, n uint) (int, int) {
	if begin < n && t.ends[at.state()].accept {
		return lines + 1, int(n)
	}
	return lines, int(begin)
}

// runLines is readLines by blocks, as in runBlocks: a block may have several lines or parts
// of them.
func runLines(t *table, s string, end byte, most int, wide bool) (lines, size int) {
	var not outside
	at, begin := t.begin, uint(0)
	i, n := uint(0), uint(len(s))
	for i < n {
		block := min(n, 64)
		base := min(i, n-block)
		if p := unsafe.StringData(s[base:]); wide {
			classify64(&not, &t.kernel, p, int(block))
		} else {
			classify32(&not, &t.kernel, p, int(block))
		}
		for limit := base + block; ; {
			var w uint64
			var from entry
			set := at.set()
			if set == noSet {
				goto step
			}
			switch set {
			case 0:
				w = not[0]
			case 1:
				w = not[1]
			case 2:
				w = not[2]
			case 3:
				w = not[3]
			case 4:
				w = not[4]
			case 5:
				w = not[5]
			default:
				w = not[6]
			}
			i += uint(bits.TrailingZeros64(w >> ((i - base) & 63)))
			if i >= limit {
				i = limit
				break
			}
		step:
			from = at
			at = t.rows[at.state()][s[i]]
			i++
			if at >= acting {
				if x := &t.actions[at.action()]; x.kind == skipping && t.escapeEnds(s, i) {
					i += 2
				} else {
					size := lineEnds(s[i-1], end, s[i:])
					if size == 0 || !t.ends[from.state()].accept {
						return lines, int(begin)
					}
					i += size - 1
					if lines++; lines == most {
						return lines, int(i)
					}
					begin, at = i, t.begin
				}
			}
			if i >= limit {
				break
			}
		}
	}
	return t.lastLine(at, lines, begin, n)
}
