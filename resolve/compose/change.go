package compose

import "net/netip"

// Change is one change to a reference. [Build] and [Edit] make changes in order. The
// zero value changes nothing.
type Change struct {
	how       how
	component string
	key, data string
	address   netip.Addr
	absolute  bool
	segments  []Segment
}

// how is what a change does to its component.
type how uint8

const (
	keep        how = iota
	setData         // data is to be escaped
	setText         // data is text
	setAddress      // address is the host
	setSegments     // the data of each is to be escaped
	addSegment      // data is to be escaped
	setPair         // key and data are to be escaped
	addPair         // the same
	removePairs     // with key, which is data
	unset           // it becomes absent
)

// Scheme sets the scheme.
func Scheme(data string) Change { return Change{how: setData, component: "scheme", data: data} }

// UserInfo sets the user information as a whole, in editions whose grammar does not split
// it; a ":" in it stays as it is. One that is data of the user is escaped by [User].
func UserInfo(data string) Change { return Change{how: setData, component: "userinfo", data: data} }

// User sets the user: what precedes the first ":" of the user information.
func User(data string) Change { return Change{how: setData, component: "user", data: data} }

// Password sets the password: what follows the first ":" of the user information. There
// has to be a user, which may be empty.
func Password(data string) Change { return Change{how: setData, component: "password", data: data} }

// Host sets the host: a name, an IPv4 address, or an IP literal in its brackets. It
// removes a registry-based name.
func Host(data string) Change { return Change{how: setData, component: "host", data: data} }

// Address sets the host to an IP address: one of version 6 in brackets, and with its zone,
// if it has one, in an edition that has zones (RFC 6874).
func Address(a netip.Addr) Change { return Change{how: setAddress, component: "host", address: a} }

// Port sets the port, which is digits. Port("") writes a ":" without digits, in editions
// that allow that.
func Port(data string) Change { return Change{how: setData, component: "port", data: data} }

// Registry makes the site a registry-based name, in editions that have such names. It
// removes the user information, the host and the port.
func Registry(data string) Change { return Change{how: setData, component: "registry", data: data} }

// Query sets the query; Query("") is an empty one, written as "?". "&" and "=" stay as
// they are; see [Pair] for a query made from data.
func Query(data string) Change { return Change{how: setData, component: "query", data: data} }

// Fragment sets the fragment; Fragment("") is an empty one, written as "#".
func Fragment(data string) Change { return Change{how: setData, component: "fragment", data: data} }

// Opaque makes the part after the scheme opaque, in editions that have such references.
// It replaces the path. There must be neither a site nor a query.
func Opaque(data string) Change { return Change{how: setData, component: "opaque", data: data} }

// Segment is the data of one segment of a path.
type Segment struct {
	Name string
	// Params are the texts after the ";" of each parameter, in editions with the rule
	// param. An empty parameter is different from an absent one. In rfc1808 only the
	// last segment has parameters.
	Params []string
}

// Path builds the path from segments, each of which is escaped by itself: "/" in a name
// becomes "%2F", and ";" becomes "%3B" in editions with params. Only an absolute path
// begins with "/". Without segments an absolute path is "/", and any other is empty. The
// names "." and ".." remain dot segments, because no escape turns them into data.
func Path(absolute bool, segments ...Segment) Change {
	return Change{how: setSegments, component: "path", absolute: absolute, segments: segments}
}

// Segments is [Path] for segments without parameters.
func Segments(absolute bool, names ...string) Change {
	segments := make([]Segment, len(names))
	for i, name := range names {
		segments[i].Name = name
	}
	return Path(absolute, segments...)
}

// WholePath sets the path to data in which "/" still divides segments, and ";" parameters
// in editions that have them. See [Path] for a path made from data.
func WholePath(data string) Change { return Change{how: setData, component: "path", data: data} }

// AppendSegment appends a segment to the path, or, if the path ends with "/", puts it in
// the place of the last segment, which is empty. The names "." and ".." are refused in
// editions whose algorithm removes them, because no escape turns them into data. An empty
// segment is refused where it would be the first of a path that does not begin with "/".
func AppendSegment(data string) Change {
	return Change{how: addSegment, component: "path", data: data}
}

// Pair sets a pair of the query, "key=value", in which everything but unreserved
// characters is escaped. It takes the place of the first pair with that key; other pairs
// with it are removed. If there is none, it comes after the others. Keys are the same if
// they are the same data, however they are escaped.
func Pair(key, value string) Change {
	return Change{how: setPair, component: "query", key: key, data: value}
}

// AppendPair appends a pair to the query, after all others. It is written as that of
// [Pair].
func AppendPair(key, value string) Change {
	return Change{how: addPair, component: "query", key: key, data: value}
}

// WithoutPairs removes all pairs of the query with a key, and a query of which nothing
// is left. There may have been none.
func WithoutPairs(key string) Change { return Change{how: removePairs, component: "query", key: key} }

// Raw sets a component to text, which is checked against the component's rule but not
// escaped. The component is path, opaque or site as a whole, or any that the other
// functions set. Raw("site", "") is an empty site. In rfc1808, whose net_loc has no
// parts, there is no other way to set the site.
func Raw(component, text string) Change {
	return Change{how: setText, component: component, data: text}
}

// Without makes a component absent: scheme, site, userinfo, user, password,
// port, query or fragment. It may have been absent before.
func Without(component string) Change { return Change{how: unset, component: component} }
