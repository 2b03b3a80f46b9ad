package urispec

import (
	"database/sql/driver"
	"fmt"
	"log/slog"

	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions/rfc3986"
)

// MarshalText implements [encoding.TextMarshaler], by which encoding/json writes a string,
// and other encoders too. The error is a [*ZeroError]; the option omitzero of encoding/json
// leaves zero values out.
func (p parsed) MarshalText() ([]byte, error) {
	if p.IsZero() {
		return nil, &ZeroError{"marshaled"}
	}
	return []byte(p.ref.Input), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]: it parses text by the edition that r
// already has, or by RFC 3986 if r is the zero value. The error is that of [Parse], and then
// r stays as it was.
func (r *Reference) UnmarshalText(text []byte) error {
	parsed, err := ParseIn(r.own(), string(text))
	if err != nil {
		return err
	}
	*r = parsed
	return nil
}

// UnmarshalText is [Reference.UnmarshalText]. The text has to be a URI.
func (u *URI) UnmarshalText(text []byte) error {
	parsed, err := ParseURIIn(u.own(), string(text))
	if err != nil {
		return err
	}
	*u = parsed
	return nil
}

// own is the edition by which a value is read.
func (p *parsed) own() *grammar.Edition {
	if p.IsZero() {
		return rfc3986.Edition
	}
	return p.edition
}

// Set implements [flag.Value] as UnmarshalText does.
func (r *Reference) Set(s string) error { return r.UnmarshalText([]byte(s)) }

// Set implements [flag.Value] as UnmarshalText does.
func (u *URI) Set(s string) error { return u.UnmarshalText([]byte(s)) }

// Value implements [driver.Valuer]: the string, or NULL for the zero value.
func (p parsed) Value() (driver.Value, error) {
	if p.IsZero() {
		return nil, nil
	}
	return p.ref.Input, nil
}

// LogValue implements [slog.LogValuer]: the string with its password hidden.
func (p parsed) LogValue() slog.Value { return slog.StringValue(p.Redacted()) }

// Scan implements [sql.Scanner], from a string or bytes as UnmarshalText does, and from NULL
// to the zero value. The error says so if the column has another type; then r stays as it was.
func (r *Reference) Scan(column any) error {
	return scan(column, r.UnmarshalText, func() { *r = Reference{} })
}

// Scan is [Reference.Scan].
func (u *URI) Scan(column any) error {
	return scan(column, u.UnmarshalText, func() { *u = URI{} })
}

func scan(column any, unmarshal func([]byte) error, clear func()) error {
	switch v := column.(type) {
	case nil:
		clear()
		return nil
	case string:
		return unmarshal([]byte(v))
	case []byte:
		return unmarshal(v)
	}
	return fmt.Errorf("urispec: a column of type %T is no reference; a string is wanted", column)
}
