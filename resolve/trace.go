package resolve

// Step is one step of an algorithm as it was taken.
type Step struct {
	// Number is the edition's own: "6a", "5.2.4 2E". Pseudocode without numbers
	// has its section's.
	Number string
	What   string // what the step did
	// Buffer is true if the step works on a buffer. Before and After are the content
	// of the buffer: in 5.2.4 of rfc3986 of the output buffer. In the last step
	// After is the target.
	Buffer        bool
	Before, After string
	// Input is true if there is an input buffer too (5.2.4).
	Input                   bool
	InputBefore, InputAfter string
}

// steps collects the steps of a resolution. If a function were called for each step,
// everything that a resolution works on would escape to the heap.
type steps struct{ list []Step }

func (t *steps) add(s Step) { t.list = append(t.list, s) }

// step traces a step that does not work on a buffer.
func (c *call) step(number, what string) {
	if c.trace != nil {
		c.trace.add(Step{Number: number, What: what})
	}
}

// buffer returns the content of the buffer for [call.edited], or "" if the steps
// are not traced.
func (c *call) buffer(path []byte) string {
	if c.trace == nil {
		return ""
	}
	if n := len(c.trace.list); n > 0 {
		if last := c.trace.list[n-1].After; last == string(path) {
			return last // which is there already, and may be long
		}
	}
	return string(path)
}

// edited traces a step that changed the buffer from before to path.
func (c *call) edited(number, what, before string, path []byte) {
	if c.trace != nil {
		after := before
		if after != string(path) {
			after = string(path)
		}
		c.trace.add(Step{Number: number, What: what, Buffer: true, Before: before, After: after})
	}
}
