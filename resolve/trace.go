package resolve

// Step is one step of an algorithm as it was taken.
type Step struct {
	// Number is the edition's own: "6a", "5.2.4 2E". Pseudocode without numbers
	// has its section's.
	Number string
	What   string // what the step did
	// Buffer says that the step works on a buffer; Before and After are its
	// content, in 5.2.4 of rfc3986 that of the output buffer, and of the last
	// step the target.
	Buffer        bool
	Before, After string
	// Input says that there is an input buffer too (5.2.4).
	Input                   bool
	InputBefore, InputAfter string
}

// steps collects the steps of a resolution. A function that is called for each
// would let everything that a resolution works on escape to the heap.
type steps struct{ list []Step }

func (t *steps) add(s Step) { t.list = append(t.list, s) }

// step traces a step that is no work on a buffer.
func (c *call) step(number, what string) {
	if c.trace != nil {
		c.trace.add(Step{Number: number, What: what})
	}
}

// buffer returns what is in the buffer, for [call.edited]; nothing where
// nobody wants to know.
func (c *call) buffer(path []byte) string {
	if c.trace == nil {
		return ""
	}
	return string(path)
}

// edited traces a step that changed the buffer from before to path.
func (c *call) edited(number, what, before string, path []byte) {
	if c.trace != nil {
		c.trace.add(Step{Number: number, What: what, Buffer: true, Before: before, After: string(path)})
	}
}
