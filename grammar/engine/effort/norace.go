//go:build !race

package effort

// Race says that the race detector is on.
const Race = false
