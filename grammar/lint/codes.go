package lint

// The codes, the most severe first.
const (
	NonConforming Code = iota

	Password
	MisleadingUserinfo
	ReservedPort
	PortOutOfRange
	EmptyHost
	RareIPv4
	LookAlike
	BidiControl
	Invisible
	NonASCII
	OverlongUTF8
	HostNotUTF8
	EscapedLineBreak
	EscapedNUL
	EscapedControl
	EscapedDelimiter
	EscapedDotSegment
	DoubleEscape

	OtherPort
	DefaultPort
	EmptyPort
	UppercaseScheme
	UppercaseHost
	UnqualifiedHost
	NotDNSName
	LongHost
	Localhost
	PrivateAddress
	EmptyPath
	DotSegments
	DeviceName
	UnneededEscape
	LowercaseEscape
	NotUTF8
	RefusedElsewhere
)

// codes is what is known of each code, but for the words of the documents: those
// are in the editions' data, and tests look each of them up in its document. A
// code is found only under the editions that are quoted for it: rfc1738, for
// example, has no dot segments.
var codes = [...]explained{
	NonConforming: {
		name: "nonconforming", severity: Error, always: true,
		summary: "the reference does not conform",
		explain: "The edition's grammar does not derive the string. The finding says where the string stops being the beginning of anything that conforms, in which rule, and what could stand there. The other findings for such a string come from the components that Appendix B splits it into. The suggestion escapes the characters that may not stand where they do, if that makes the whole reference conform.",
		example: Example{"rfc3986", "http://example.com/a b", "http://example.com/a%20b"},
	},

	Password: {
		name: "password", severity: Warning,
		summary: "the password is in plain text",
		explain: "What follows the first colon of the userinfo is a password. References are shown, stored and logged, so it is not secret. An empty password (\"user:@\") means that there is none, and is not reported. Messages do not repeat the password; the suggestion leaves it out.",
		example: Example{"rfc3986", "ftp://anna:secret@ftp.example.com/", "ftp://anna@ftp.example.com/"},
	},

	MisleadingUserinfo: {
		name: "misleading-userinfo", severity: Warning,
		summary: "the userinfo looks like a host",
		explain: "The userinfo begins with what looks like a domain name or an IPv4 address, so a reader may take it for the host, which comes after the \"@\". User names with dots, such as first.last, are reported too, because they look the same. The suggestion leaves the userinfo out.",
		example: Example{"rfc3986", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "ftp://story@10.0.0.1/top_story.htm"},
	},

	ReservedPort: {
		name: "reserved-port", severity: Warning,
		summary: "the port is below 1024 and not the scheme's default",
		explain: "Every port from 0 to 1023 belongs to some protocol. If it is not the scheme's own, the reference may make a client talk to a service of another protocol, such as mail (25). The default ports are those in the documents that define the schemes (resolve.DefaultPorts); a scheme that is missing there has no default. In a reference without a scheme, the default port of any known scheme is accepted.",
		example: Example{"rfc3986", "http://example.com:25/", "http://example.com:80/"},
	},

	PortOutOfRange: {
		name: "port-out-of-range", severity: Warning,
		summary: "the port is greater than 65535",
		explain: "The grammar allows any number, but neither TCP nor UDP nor SCTP has ports above 65535. Programs refuse such a port, or take the number modulo 65536.",
		example: Example{"rfc3986", "http://example.com:65616/", "http://example.com:65535/"},
	},

	EmptyHost: {
		name: "empty-host", severity: Warning,
		summary: "the scheme needs a host, and there is none",
		explain: "A scheme whose definition names a default port is for a network protocol, and nothing can be reached without a host. The exceptions are dns and ldap, whose definitions say what to do without one. The grammar does not know the schemes. Programs differ: browsers skip the slashes and take the first segment of the path for the host.",
		example: Example{"rfc3986", "http:///index.html", "file:///index.html"},
	},

	RareIPv4: {
		name: "rare-ipv4", severity: Warning,
		summary: "the host consists of numbers, but is not an IPv4 address in the usual form",
		explain: "The host consists of one to four numbers, each decimal, octal (with a leading 0) or hexadecimal (with a leading 0x), but is not four decimal numbers from 0 to 255. Many programs hand it to the system, which may read it as an address; a filter that compares addresses as strings does not notice. The suggestion is the address in the usual form. There is none if a number has a leading 0 and could mean two things, because some programs read it as decimal.",
		example: Example{"rfc3986", "http://0x7f.1/", "http://127.0.0.1/"},
	},

	LookAlike: {
		name: "look-alike", severity: Warning,
		summary: "a character looks like an ASCII character that it is not",
		explain: "One of three things: a word of ASCII letters contains letters of another script that look like ASCII; or a word of the site, other than its last label, consists of such letters only; or a character looks like a delimiter of references. (Full-width delimiters in the path, query and fragment are not reported, because they are usual in Chinese and Japanese text.) Characters are recognised as they stand and as escaped UTF-8, and labels of IDNA (\"xn--\") by what they stand for. The table has the letters of Cyrillic, Greek, Armenian and Latin that common fonts draw like ASCII, and the full-width, circled and mathematical ones. A word that also has other letters of its script shows what it is, and is not reported. The suggestion writes the word in ASCII.",
		example: Example{"rfc3986", "http://p%D0%B0ypal.example/", "http://paypal.example/"},
	},

	BidiControl: {
		name: "bidi-control", severity: Warning,
		summary: "a character changes the direction in which the reference is displayed",
		explain: "Bidirectional formatting characters (Unicode's Bidi_Control) are invisible and reorder the text around them: gpj.exe may be displayed as exe.jpg. They are recognised as they stand and as escaped UTF-8. The suggestion leaves them out.",
		example: Example{"rfc3986", "http://example.com/%E2%80%AEgpj.exe", "http://example.com/gpj.exe"},
	},

	Invisible: {
		name: "invisible-character", severity: Warning,
		summary: "a character is invisible",
		explain: "A space other than that of ASCII, or a character that is not drawn at all (zero-width characters, the soft hyphen, the byte order mark, fillers), makes references differ that look the same. They are recognised as they stand and as escaped UTF-8. Joiners and variation selectors, which some scripts and emoji need, are reported in the site only. The suggestion leaves them out.",
		example: Example{"rfc3986", "http://example.com/pay%E2%80%8Bpal", "http://example.com/paypal"},
	},

	NonASCII: {
		name: "non-ascii", severity: Warning,
		summary: "some bytes are not ASCII",
		explain: "References consist of US-ASCII characters. What other bytes mean depends on a character encoding, which the reference does not name. Only strings that do not conform, for this or for another reason, have this finding. The suggestion escapes the bytes as they are, which is right if the text is UTF-8; a host name is better written in the form of IDNA (\"xn--\").",
		example: Example{"rfc3986", "http://example.com/caf\u00e9", "http://example.com/caf%C3%A9"},
	},

	OverlongUTF8: {
		name: "overlong-utf8", severity: Warning,
		summary: "octets are an overlong form of UTF-8",
		explain: "UTF-8 has exactly one form for each character. A longer form, such as %C0%AF for \"/\", is not UTF-8. Decoders that accept it let \"/..\" and the like pass checks that look for the short form. Nobody writes one by accident.",
		example: Example{"rfc3986", "http://example.com/%C0%AF../etc/passwd", "http://example.com/%2F../etc/passwd"},
	},

	HostNotUTF8: {
		name: "host-not-utf8", severity: Warning,
		summary: "escaped octets in the host are not UTF-8",
		explain: "In a host, escaped octets stand for characters in UTF-8, and programs that look the host up decode them so. Other octets name nothing, or a different host in each program. The grammar lets them pass; \"urispec check --utf8-host\" does not.",
		example: Example{"rfc3986", "http://caf%E9.example/", "http://caf%C3%A9.example/"},
	},

	EscapedLineBreak: {
		name: "escaped-line-break", severity: Warning,
		summary: "a carriage return or line feed is escaped",
		explain: "%0D and %0A end commands and headers in most protocols. If a program decodes them before it sends them, a reference can add commands of its own: to an ftp or telnet session, to an HTTP request, to the header of a mail. In the query of an http URL they may be intended, as the line breaks in a form's text.",
		example: Example{"rfc3986", "ftp://ftp.example.com/a%0D%0ADELE%20b", "ftp://ftp.example.com/a%20DELE%20b"},
	},

	EscapedNUL: {
		name: "escaped-nul", severity: Warning,
		summary: "a NUL character is escaped",
		explain: "%00 decodes to the octet that ends strings in C and in the interfaces of most systems: \"a.php%00.png\" may be checked as a picture and opened as a program.",
		example: Example{"rfc3986", "http://example.com/a.php%00.png", "http://example.com/a.php.png"},
	},

	EscapedControl: {
		name: "escaped-control", severity: Warning,
		summary: "a control character is escaped",
		explain: "TAB and other control characters separate the fields of some protocols and control terminals. (CR, LF and NUL have codes of their own.) In a gopher URL, %09 is not reported: the scheme uses it as the delimiter between selector and search (RFC 1738, section 3.4.1).",
		example: Example{"rfc3986", "http://example.com/a%09b", "gopher://example.com/0a%09b"},
	},

	EscapedDelimiter: {
		name: "escaped-delimiter", severity: Warning,
		summary: "a delimiter of the component is escaped",
		explain: "An escaped \"/\" or \"\\\" in the path, or an escaped delimiter in the host or userinfo, is data. It remains data only for programs that split first and decode afterwards; others see more segments, or another host. In an ftp URL, %2F has a use (RFC 1738, section 3.2.2).",
		example: Example{"rfc3986", "http://example.com/a%2Fb", "http://example.com/?a%2Fb"},
	},

	EscapedDotSegment: {
		name: "escaped-dot-segment", severity: Warning,
		summary: "a segment is \".\" or \"..\" after decoding",
		explain: "Resolution treats only unescaped dots as dot segments. A program that decodes first treats these as dot segments too, and may leave the directory that it should stay in. If the edition removes them whatever the base is, the suggestion is the path without them.",
		example: Example{"rfc3986", "http://example.com/a/%2e%2e/b", "http://example.com/b"},
	},

	DoubleEscape: {
		name: "double-escape", severity: Warning,
		summary: "an escaped \"%\" is followed by two hexadecimal digits",
		explain: "%25 and two hexadecimal digits look like an escape that was escaped once more: %2520 for %20. It may be intended, if the data is itself a reference or contains \"%20\". A program that decodes twice reads other data than one that decodes once. The suggestion is the single escape.",
		example: Example{"rfc3986", "http://example.com/a%2520b", "http://example.com/a%20b"},
	},

	OtherPort: {
		name: "other-port", severity: Note,
		summary: "the port is not the scheme's default",
		explain: "The port is 1024 or above, which is usual for private services, but is not the one that the scheme's definition names. Ports below 1024 are reserved-port. A scheme whose default port is unknown has no such finding.",
		example: Example{"rfc3986", "http://example.com:8080/", "http://example.com:80/"},
	},

	DefaultPort: {
		name: "default-port", severity: Note,
		summary: "the scheme's default port is written out",
		explain: "The port adds nothing, but a comparison of strings takes the reference for a different one. The suggestion leaves the port out.",
		example: Example{"rfc3986", "http://example.com:80/", "http://example.com/"},
	},

	EmptyPort: {
		name: "empty-port", severity: Note,
		summary: "the host is followed by \":\" but no port",
		explain: "An empty port means the default port, as does no port at all. The suggestion leaves out the colon.",
		example: Example{"rfc3986", "http://example.com:/", "http://example.com/"},
	},

	UppercaseScheme: {
		name: "uppercase-scheme", severity: Note,
		summary: "the scheme has upper-case letters",
		explain: "The case of a scheme makes no difference, but a comparison of strings does not know that, and the definitions of schemes are in lower case. In rfc1738 such a reference does not conform. The suggestion is the scheme in lower case.",
		example: Example{"rfc3986", "HTTP://example.com/", "http://example.com/"},
	},

	UppercaseHost: {
		name: "uppercase-host", severity: Note,
		summary: "the host has upper-case letters",
		explain: "The case of a domain name makes no difference (RFC 1034, section 3.1, to which the older editions refer), but a comparison of strings does not know that. The digits of escapes are not letters here. The suggestion is the host in lower case.",
		example: Example{"rfc3986", "http://Example.COM/", "http://example.com/"},
	},

	UnqualifiedHost: {
		name: "unqualified-host", severity: Note,
		summary: "the host is a name without a dot",
		explain: "Such a name is meaningful only on a local network, and may be completed to different names in different places. A final dot makes any name complete. \"localhost\" and addresses are not reported.",
		example: Example{"rfc3986", "http://intranet/", "http://intranet.example.com/"},
	},

	NotDNSName: {
		name: "not-dns-name", severity: Note,
		summary: "the host is not a valid DNS name",
		explain: "A domain name consists of labels separated by dots. A label has at most 63 letters, digits and hyphens, with no hyphen at either end, and the last label does not begin with a digit. The edition allows more, but the DNS may not. Names in other scripts are better written in the form of IDNA (\"xn--\").",
		example: Example{"rfc3986", "http://my_host.example.com/", "http://my-host.example.com/"},
	},

	LongHost: {
		name: "long-host", severity: Note,
		summary: "the host is longer than 255 characters",
		explain: "The DNS has no names of that length.",
		example: Example{"rfc3986", "http://" + longName + "a/", "http://" + longName + "/"},
	},

	Localhost: {
		name: "localhost", severity: Note,
		summary: "the host is \"localhost\"",
		explain: "The reference means something else on every machine. In a file URL it is the default, and where the edition says so the suggestion leaves it out. \"localhost.\" and names below \"localhost\" are reported too.",
		example: Example{"rfc3986", "file://localhost/etc/motd", "file:///etc/motd"},
	},

	PrivateAddress: {
		name: "private-address", severity: Note,
		summary: "the host is an address that is not globally reachable",
		explain: "The address belongs to a loopback interface, a private network, a link or to nothing at all. So the reference means something else in every place, and a server that follows it may reach what should not be reachable. Addresses are compared by value: rare forms of IPv4, and IPv4 inside IPv6, are reported too.",
		example: Example{"rfc3986", "http://192.168.0.1/", "http://192.0.2.1/"},
	},

	EmptyPath: {
		name: "empty-path", severity: Note,
		summary: "the path after the site is empty",
		explain: "For most schemes, an empty path after a site and \"/\" are the same, but a comparison of strings does not know that. The suggestion is \"/\".",
		example: Example{"rfc3986", "http://example.com", "http://example.com/"},
	},

	DotSegments: {
		name: "dot-segments", severity: Note,
		summary: "the path has \".\" or \"..\" other than at the beginning of a relative path",
		explain: "Dot segments belong at the beginning of relative paths. In the path of an absolute reference rfc3986 removes them, older editions keep them as names, and programs do either. If the edition removes them from absolute references, the suggestion is the path without them.",
		example: Example{"rfc3986", "http://example.com/a/../b", "../b"},
	},

	DeviceName: {
		name: "device-name", severity: Note,
		summary: "a segment is the name of a device on some systems",
		explain: "Some systems treat aux, con, nul and prn, and com and lpt with or without a digit, as devices in every directory, in either case and with any suffix, and \"...\" as a directory further up. A server that opens a file with such a name may hang.",
		example: Example{"rfc3986", "http://example.com/docs/aux.h", "http://example.com/docs/auxiliary.h"},
	},

	UnneededEscape: {
		name: "unneeded-escape", severity: Note,
		summary: "an unreserved character is escaped",
		explain: "The character could stand there unescaped and would mean the same, but a comparison of strings does not know that. A run of such escapes is one finding. The suggestion is the characters themselves. Escapes that would become a dot segment are not reported.",
		example: Example{"rfc3986", "http://example.com/%7Eanna", "http://example.com/~anna"},
	},

	LowercaseEscape: {
		name: "lowercase-escape", severity: Note,
		summary: "an escape has lower-case hexadecimal digits",
		explain: "Both cases mean the same, but a comparison of strings does not know that. Adjacent escapes are one finding. The suggestion is upper case.",
		example: Example{"rfc3986", "http://example.com/a%3ab", "http://example.com/a%3Ab"},
	},

	NotUTF8: {
		name: "not-utf8", severity: Note,
		summary: "escaped octets are not UTF-8",
		explain: "Which characters the octets stand for depends on an encoding that the reference does not name, mostly an old one such as Latin-1. New schemes should use UTF-8. In a host, where it is a must, the finding is host-not-utf8.",
		example: Example{"rfc3986", "http://example.com/caf%E9", "http://example.com/caf%C3%A9"},
	},

	RefusedElsewhere: {
		name: "refused-elsewhere", severity: Note, always: true,
		summary: "another edition refuses the reference",
		explain: "The reference conforms, but not to another edition that the linter was given. The finding names all such editions, and gives the rule and the section of the one that refuses the reference first. Programs written to that edition may refuse or damage the reference. The most frequent case is \"~\": rfc1738 counts it among the characters that gateways modify, and requires %7E. There is no suggestion, because what one edition asks for, another advises against.",
		example: Example{"rfc3986", "http://example.com/~anna", "http://example.com/anna"},
	},
}

// longName is a domain name of 255 characters in labels of 63.
const (
	longLabel = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"
	longName  = longLabel + "." + longLabel + "." + longLabel + "." + longLabel
)
