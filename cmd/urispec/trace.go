package main

import (
	"fmt"

	"github.com/urispec/urispec/resolve"
)

// traceLines returns the lines that show the steps of a resolution to people, below
// the target. Each step has its number and what it did. Below that comes the buffer
// before and after the step or, if there are two buffers, their contents after it, as
// in the table in section 5.2.4 of RFC 3986:
//
//	6b  the reference's path is appended
//	    "/b/c/" → "/b/c/../g"
//
//	5.2.4 2E  the first segment of the input is moved to the output
//	          output "/b"    input "/c/../g"
func traceLines(s *session, steps []resolve.Step) []string {
	numbers := 0 // columns
	for _, step := range steps {
		numbers = max(numbers, columns(step.Number))
	}
	room := s.room(len("    ")+numbers+len("  "), lineWidth-numbers-len("  "))
	const frame = `output "…"  input "…"`
	half := (room - columns(frame)) / 2
	outputs := 0 // columns
	for _, step := range steps {
		if step.Input {
			outputs = max(outputs, columns(ending(step.After, half)))
		}
	}

	var lines []string
	for _, step := range steps {
		number := step.Number
		item := func(text string) {
			lines = append(lines, "    "+s.color.dim(fmt.Sprintf("%-*s", numbers, number))+"  "+text)
			number = ""
		}
		for _, line := range wrap(step.What, room) {
			item(line)
		}
		switch {
		case step.Input:
			output, input := ending(step.After, half), beginning(step.InputAfter, half)
			item(fmt.Sprintf(`output "%s"%*s  input "%s"`, output, outputs-columns(output), "", input))
		case step.Buffer:
			left := room - columns(`"" → "…"`)
			before := beginning(step.Before, left/2)
			item(fmt.Sprintf(`"%s" → "%s"`, before, beginning(step.After, left-columns(before))))
		}
	}
	return lines
}

// traceJSON returns what --json writes for the steps.
func traceJSON(steps []resolve.Step) []*object {
	out := make([]*object, len(steps))
	for i, step := range steps {
		out[i] = new(object)
		out[i].text("step", step.Number)
		out[i].text("what", step.What)
		if step.Buffer {
			out[i].text("before", step.Before)
			out[i].text("after", step.After)
		}
		if step.Input {
			out[i].text("input_before", step.InputBefore)
			out[i].text("input_after", step.InputAfter)
		}
	}
	return out
}
