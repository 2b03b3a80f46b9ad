package compose

// Change is one change of a reference for [Build] and [Edit], which make them
// in order. The zero value changes nothing.
type Change struct {
	how       how
	component string
	data      string
	absolute  bool
	segments  []Segment
}

// how is what a change does to its component.
type how uint8

const (
	keep        how = iota
	setData         // data is to be escaped
	setText         // data is text
	setSegments     // the data of each is to be escaped
	unset           // it becomes absent
)

// Scheme sets the scheme.
func Scheme(data string) Change { return Change{how: setData, component: "scheme", data: data} }

// UserInfo sets the user information, in editions that do not split it; a ":"
// in it stays as it is. To write one that is data of the user, use
// Raw("userinfo", text) with "%3A".
func UserInfo(data string) Change { return Change{how: setData, component: "userinfo", data: data} }

// User sets the user, in editions that split the user information.
func User(data string) Change { return Change{how: setData, component: "user", data: data} }

// Password sets the password, in editions that split the user information.
func Password(data string) Change { return Change{how: setData, component: "password", data: data} }

// Host sets the host: a name, an IPv4 address, or an IP literal in its
// brackets. A registry-based name gives way to it.
func Host(data string) Change { return Change{how: setData, component: "host", data: data} }

// Port sets the port: digits, and none after the ":" for "" in editions that
// allow that.
func Port(data string) Change { return Change{how: setData, component: "port", data: data} }

// Registry makes the site a registry-based name, in editions that have such;
// user information, host and port give way to it.
func Registry(data string) Change { return Change{how: setData, component: "registry", data: data} }

// Query sets the query; Query("") is an empty one, "?".
func Query(data string) Change { return Change{how: setData, component: "query", data: data} }

// Fragment sets the fragment; Fragment("") is an empty one, "#".
func Fragment(data string) Change { return Change{how: setData, component: "fragment", data: data} }

// Opaque makes what follows the scheme opaque, in editions that have such
// references. It takes the place of the path and stands alone behind the
// scheme: a site and a query must be absent.
func Opaque(data string) Change { return Change{how: setData, component: "opaque", data: data} }

// Segment is the data of one segment of a path.
type Segment struct {
	Name string
	// Params are what follows the ";" of each parameter, in editions with the
	// rule param. An empty parameter is not an absent one. In rfc1808 only the
	// last segment has them.
	Params []string
}

// Path makes the path of segments, each of which is escaped by itself: "/" in a
// name becomes "%2F", and ";" becomes "%3B" in editions with params. Only an
// absolute path begins with "/"; without segments it is "/", and one that is
// not absolute is empty. The names "." and ".." stay what they are to the
// resolution of references; no escape makes data of them.
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

// Raw sets a component to text, which is checked against the component's rule
// and not escaped: path, opaque, or site as a whole (Raw("site", "") is an
// empty one; in rfc1808, whose net_loc has no parts, there is no other way), or
// any that the other functions set.
func Raw(component, text string) Change {
	return Change{how: setText, component: component, data: text}
}

// Without makes a component absent: scheme, site, userinfo, user, password,
// port, query or fragment. It may have been absent before.
func Without(component string) Change { return Change{how: unset, component: component} }
