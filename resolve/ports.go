package resolve

import (
	"maps"
	"slices"
)

// SchemePort is the default port of a scheme: the port of its URLs that do not name
// one.
type SchemePort struct {
	Scheme, Port string
	Source       string // the document that says so
}

// DefaultPorts are the schemes whose definitions name a default port, sorted by
// scheme. Leaving out the default port does not change what a URL names. The
// slice must not be changed.
var DefaultPorts = []SchemePort{
	{"acap", "674", "RFC 2244"},
	{"coap", "5683", "RFC 7252 section 6.1"},
	{"coaps", "5684", "RFC 7252 section 6.2"},
	{"dict", "2628", "RFC 2229 section 5"},
	{"dns", "53", "RFC 4501 section 3"},
	{"ftp", "21", "RFC 1738 section 3.2"},
	{"gopher", "70", "RFC 1738 section 3.4"},
	{"http", "80", "RFC 1738 section 3.3; RFC 9110 section 4.2.1"},
	{"https", "443", "RFC 9110 section 4.2.2"},
	{"imap", "143", "RFC 5092"},
	{"ipp", "631", "RFC 3510"},
	{"ldap", "389", "RFC 4516 section 2"},
	{"nfs", "2049", "RFC 2224"},
	{"nntp", "119", "RFC 1738 section 3.7"},
	{"pop", "110", "RFC 2384"},
	{"prospero", "1525", "RFC 1738 section 3.11"},
	{"rsync", "873", "RFC 5781 section 2"},
	{"rtsp", "554", "RFC 7826 section 4.2"},
	{"rtsps", "322", "RFC 7826 section 4.2"},
	{"telnet", "23", "RFC 1738 section 3.8"},
	{"wais", "210", "RFC 1738 section 3.9"},
	{"ws", "80", "RFC 6455 section 3"},
	{"wss", "443", "RFC 6455 section 3"},
}

// defaultHosts are the hosts that an empty host stands for, by scheme.
var defaultHosts = map[string]string{
	"file": "localhost", // RFC 1738 section 3.10; RFC 8089 section 2
}

// hostsByDefault are these without their schemes.
var hostsByDefault = slices.Collect(maps.Values(defaultHosts))

// defaultSites are the same with their schemes, as a reference begins with them.
var defaultSites = func() (sites []string) {
	for scheme, host := range defaultHosts {
		sites = append(sites, scheme+"://"+host)
	}
	return sites
}()

var defaultPorts = func() map[string]string {
	m := make(map[string]string)
	for _, d := range DefaultPorts {
		m[d.Scheme] = d.Port
	}
	return m
}()
