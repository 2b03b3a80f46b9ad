package lint

import "fmt"

// Severity says how serious a finding is. Severities are ordered, so a filter is
// a comparison.
type Severity uint8

const (
	// Note is for something that is allowed and does what it says, but is better
	// written differently.
	Note Severity = iota
	// Warning is for something that conforms but may do harm: it leaks a secret,
	// misleads a reader, or is read differently by different programs.
	Warning
	// Error is for a string that does not conform.
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
