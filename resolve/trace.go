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

// step traces a step that is no work on a buffer.
func (c *call) step(number, what string) {
	if c.o.Trace != nil {
		c.o.Trace(Step{Number: number, What: what})
	}
}

// buffer returns what is in the buffer, for [call.edited]; nothing where
// nobody wants to know.
func (c *call) buffer() string {
	if c.o.Trace == nil {
		return ""
	}
	return string(c.t.path)
}

// edited traces a step that changed the buffer from before.
func (c *call) edited(number, what, before string) {
	if c.o.Trace != nil {
		c.o.Trace(Step{Number: number, What: what, Buffer: true, Before: before, After: string(c.t.path)})
	}
}
