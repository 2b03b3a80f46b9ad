package reading

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/urispec/urispec/grammar/engine/bnf"
)

// decode reads an object of JSON into v, which points to a struct. It is stricter
// than package json: a key must be spelled as in the struct and stand once, and null
// is no value. The error tells all that is wrong, each with the file and the key;
// key is that of the object itself, "" for the whole file.
func decode(file, key string, data []byte, v any) error {
	var any any
	if err := json.Unmarshal(data, &any); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			line := 1 + bytes.Count(data[:syntax.Offset], []byte("\n"))
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
		return fmt.Errorf("%s: %w", file, err)
	}
	d := &decoder{Problems{File: file}}
	d.check(key, bytes.TrimSpace(data), reflect.TypeOf(v).Elem())
	if err := d.Err(); err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// decoder holds JSON that can be read to the types that it is to be read into.
type decoder struct{ Problems }

// check reports what keeps a value from being read as a type.
func (d *decoder) check(key string, value []byte, t reflect.Type) {
	later := t == reflect.TypeFor[json.RawMessage]()
	wanted := ""
	switch kind := value[0]; {
	case later || t.Kind() == reflect.Map || t.Kind() == reflect.Struct:
		if kind != '{' {
			wanted = "an object"
		}
	case t.Kind() == reflect.Slice:
		if kind != '[' {
			wanted = "an array"
		}
	case t.Kind() == reflect.String:
		if kind != '"' {
			wanted = "a string"
		}
	case t.Kind() == reflect.Bool:
		if kind != 't' && kind != 'f' {
			wanted = "true or false"
		}
	default:
		panic(fmt.Sprintf("reading: no data are of the type %v", t))
	}
	switch {
	case wanted != "":
		d.Fail(key, "%s is wanted, not %s", wanted, kindOf(value))
	case later:
	case t.Kind() == reflect.Slice:
		var elements []json.RawMessage
		json.Unmarshal(value, &elements)
		for i, x := range elements {
			d.check(fmt.Sprintf("%s[%d]", key, i), x, t.Elem())
		}
	case t.Kind() == reflect.Map, t.Kind() == reflect.Struct:
		d.checkObject(key, value, t)
	}
}

// checkObject checks the keys and the values of an object.
func (d *decoder) checkObject(key string, object []byte, t reflect.Type) {
	types := make(map[string]reflect.Type)
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if name := f.Tag.Get("json"); name != "" && name != "-" {
				types[name] = f.Type
			}
		}
	}
	names := slices.Sorted(maps.Keys(types))
	seen := make(map[string]bool)
	dec := json.NewDecoder(bytes.NewReader(object))
	for dec.Token(); dec.More(); {
		token, _ := dec.Token()
		name := token.(string)
		var value json.RawMessage
		dec.Decode(&value)
		at := strings.TrimPrefix(key+"."+name, ".")
		if seen[name] {
			d.Fail(at, "the key stands twice")
			continue
		}
		seen[name] = true
		if t.Kind() == reflect.Map {
			d.check(at, value, t.Elem())
		} else if of, ok := types[name]; ok {
			d.check(at, value, of)
		} else if near, ok := bnf.Nearest(name, names); ok {
			d.Fail(at, "there is no such key; did you mean %s?", near)
		} else {
			d.Fail(at, "there is no such key")
		}
	}
}

// kindOf says what a value is.
func kindOf(value []byte) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f', 'n':
		return string(value)
	}
	return "a number"
}
