package lint

import "fmt"

// Severity says how much a finding matters. Severities are ordered: a filter
// is a comparison.
type Severity uint8

const (
	// Note is of something that is allowed and means what it says, but would be
	// better written otherwise.
	Note Severity = iota
	// Warning is of something that conforms and may harm: it leaks, misleads, or
	// is read by programs in different ways.
	Warning
	// Error is of a string that does not conform.
	Error
)

var severities = [...]string{Note: "note", Warning: "warning", Error: "error"}

// String returns "note", "warning" or "error".
func (s Severity) String() string {
	if int(s) < len(severities) {
		return severities[s]
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// ParseSeverity returns the severity of a name that [Severity.String] returns.
// The error names those that there are.
func ParseSeverity(name string) (Severity, error) {
	for s, known := range severities {
		if name == known {
			return Severity(s), nil
		}
	}
	return 0, fmt.Errorf("there is no severity %q; there are %s", name, list(severities[:]))
}

// MarshalText is [Severity.String].
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is [ParseSeverity].
func (s *Severity) UnmarshalText(text []byte) error {
	parsed, err := ParseSeverity(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}
