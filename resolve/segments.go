package resolve

import "bytes"

// The steps that the algorithms before rfc3986 have in common. Each works on a
// buffer in place, in one pass. A segment is a piece between slashes; a slash at
// the beginning of the buffer has no segment before it.

// root returns the length of the slash at the beginning of a path, 0 or 1.
func root(path []byte) int {
	if len(path) > 0 && path[0] == '/' {
		return 1
	}
	return 0
}

// dirLen returns the length of a path without its last segment: "any
// characters after the last (right-most) slash character, if any, are
// excluded".
func dirLen(path string) int {
	for i := len(path); i > 0; i-- {
		if path[i-1] == '/' {
			return i
		}
	}
	return 0
}

// removeDots removes "all occurrences of "./", where "." is a complete path
// segment".
func removeDots(b []byte) []byte {
	if !bytes.Contains(b, []byte("./")) {
		return b
	}
	w := 0
	for i := 0; i < len(b); {
		end := segmentEnd(b, i)
		if end < len(b) {
			end++ // the slash
		}
		if string(b[i:end]) != "./" {
			w += copy(b[w:], b[i:end])
		}
		i = end
	}
	return b[:w]
}

// segmentEnd returns where the segment that begins at i ends.
func segmentEnd(b []byte, i int) int {
	if n := bytes.IndexByte(b[i:], '/'); n >= 0 {
		return i + n
	}
	return len(b)
}

// removeFinalDot: "If the buffer string ends with "." as a complete path
// segment, that "." is removed".
func removeFinalDot(b []byte) []byte {
	if string(b) == "." || bytes.HasSuffix(b, []byte("/.")) {
		return b[:len(b)-1]
	}
	return b
}

// removeParents removes "all occurrences of "<segment>/../", where <segment>
// is a complete path segment not equal to "..". Removal of these path segments
// is performed iteratively, removing the leftmost matching pattern on each
// iteration, until no matching pattern remains."
//
// There is no match to the left of the leftmost match, so the next one begins no
// earlier than at the segment before it. One pass that keeps the segments on a
// stack therefore finds the matches in the same order. If a removal leaves a
// buffer that begins with a slash, the buffer has a root from then on:
// "a/..//../g" becomes "/../g", in which no segment stands before "..".
func removeParents(b []byte) []byte {
	if !bytes.Contains(b, []byte("/../")) {
		return b
	}
	first := root(b)
	w := first
	for i := first; i < len(b); {
		end := segmentEnd(b, i)
		if end == len(b) {
			w += copy(b[w:], b[i:])
			break
		}
		// This search takes linear time in all: what it finds is removed, or is
		// one "../".
		last := w
		if string(b[i:end]) == ".." {
			last = lastSegment(b[:w], first)
		}
		if last < w && string(b[last:w]) != "../" {
			w = last
		} else {
			w += copy(b[w:], b[i:end+1])
			if w == 1 && b[0] == '/' {
				first = 1
			}
		}
		i = end + 1
	}
	return b[:w]
}

// lastSegment returns where the last segment of b begins. Its slash ends b. It
// returns len(b) if there is no segment after the first bytes.
func lastSegment(b []byte, first int) int {
	if len(b) == first {
		return first
	}
	return max(first, bytes.LastIndexByte(b[:len(b)-1], '/')+1)
}

// removeFinalParent: "If the buffer string ends with "<segment>/..", where
// <segment> is a complete path segment not equal to "..", that "<segment>/.."
// is removed".
func removeFinalParent(b []byte) []byte {
	before, ok := bytes.CutSuffix(b, []byte(".."))
	if !ok || !bytes.HasSuffix(before, []byte("/")) {
		return b
	}
	first := root(b)
	last := lastSegment(before, first)
	if last == len(before) || string(before[last:]) == "../" {
		return b
	}
	return b[:last]
}

// excess returns the end of the complete segments ".." that a path still begins
// with; root(b) if there are none.
func excess(b []byte) int {
	i := root(b)
	for bytes.HasPrefix(b[i:], []byte("../")) {
		i += len("../")
	}
	if string(b[i:]) == ".." {
		i = len(b)
	}
	return i
}

// react takes the edition's step for excess "..", with the reaction that was
// chosen. It returns false if that is to refuse the reference.
func (c *call) react(number string, path []byte) ([]byte, bool) {
	first, end := root(path), excess(path)
	if first == end {
		return path, true
	}
	before := c.buffer(path)
	switch c.dotDot {
	case Refuse:
		c.edited(number, `excess "..": the reference is in error`, before, path)
		return path, false
	case Remove:
		path = append(path[:first], path[end:]...)
		c.edited(number, `excess "..": removed`, before, path)
	default:
		c.edited(number, `excess "..": retained`, before, path)
	}
	return path, true
}
