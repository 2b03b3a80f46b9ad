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

// codes is what is known of each code. A quotation is in the words of the
// document; tests look each of them up there. A code is found only under the
// editions that are quoted for it: rfc1738, for example, has no dot segments.
var codes = [...]explained{
	NonConforming: {
		name: "nonconforming", severity: Error, always: true,
		summary: "the reference does not conform",
		explain: "The edition's grammar does not derive the string. The finding says where the string stops being the beginning of anything that conforms, in which rule, and what could stand there. The other findings for such a string come from the components that Appendix B splits it into. The suggestion escapes the characters that may not stand where they do, if that makes the whole reference conform.",
		quotes: []Quote{
			{"rfc1738", "2.2", `All unsafe characters must always be encoded within a URL.`},
			{"url-syntax-02", "2.3.3", `Excluded characters must be escaped in order to be properly represented within a URL.`},
			{"url-syntax-09", "2.4.3", `Data corresponding to excluded characters must be escaped in order to be properly represented within a URL.`},
			{"rfc2396", "2.4.3", `Data corresponding to excluded characters must be escaped in order to be properly represented within a URI.`},
			{"rfc2396bis-00", "2.4.3", `Data corresponding to excluded characters must be escaped in order to be properly represented within a URI.`},
			{"rfc3986", "2", `A URI is composed from a limited set of characters consisting of digits, letters, and a few graphic symbols.`},
		},
		example: Example{"rfc3986", "http://example.com/a b", "http://example.com/a%20b"},
	},

	Password: {
		name: "password", severity: Warning,
		summary: "the password is in plain text",
		explain: "What follows the first colon of the userinfo is a password. References are shown, stored and logged, so it is not secret. An empty password (\"user:@\") means that there is none, and is not reported. Messages do not repeat the password; the suggestion leaves it out.",
		quotes: []Quote{
			{"rfc1738", "6", `The use of URLs containing passwords that should be secret is clearly unwise.`},
			{"url-syntax-02", "7", `It is clearly unwise to use a URL that contains a password which is intended to be secret.`},
			{"url-syntax-09", "4.3.1", `This practice is NOT RECOMMENDED, because the passing of authentication information in clear text (such as URLs) has proven to be a security risk in almost every case where it has been used.`},
			{"rfc2396", "3.2.2", `This practice is NOT RECOMMENDED, because the passing of authentication information in clear text (such as URI) has proven to be a security risk in almost every case where it has been used.`},
			{"rfc2396bis-00", "3.2.2", `This practice is NOT RECOMMENDED, because the passing of authentication information in clear text has proven to be a security risk in almost every case where it has been used.`},
			{"rfc3986", "7.5", `A password appearing within the userinfo component is deprecated and should be considered an error (or simply ignored) except in those rare cases where the 'password' parameter is intended to be public.`},
		},
		example: Example{"rfc3986", "ftp://anna:secret@ftp.example.com/", "ftp://anna@ftp.example.com/"},
	},

	MisleadingUserinfo: {
		name: "misleading-userinfo", severity: Warning,
		summary: "the userinfo looks like a host",
		explain: "The userinfo begins with what looks like a domain name or an IPv4 address, so a reader may take it for the host, which comes after the \"@\". User names with dots, such as first.last, are reported too, because they look the same. The suggestion leaves the userinfo out.",
		quotes: []Quote{
			{"rfc3986", "7.6", `Because the userinfo subcomponent is rarely used and appears before the host in the authority component, it can be used to construct a URI intended to mislead a human user by appearing to identify one (trusted) naming authority while actually identifying a different authority hidden behind the noise.`},
		},
		example: Example{"rfc3986", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "ftp://story@10.0.0.1/top_story.htm"},
	},

	ReservedPort: {
		name: "reserved-port", severity: Warning,
		summary: "the port is below 1024 and not the scheme's default",
		explain: "Every port from 0 to 1023 belongs to some protocol. If it is not the scheme's own, the reference may make a client talk to a service of another protocol, such as mail (25). The default ports are those in the documents that define the schemes (resolve.DefaultPorts); a scheme that is missing there has no default. In a reference without a scheme, the default port of any known scheme is accepted.",
		quotes: []Quote{
			{"rfc1738", "6", `Caution should be used when using any URL which specifies a port number other than the default for the protocol, especially when it is a number within the reserved space.`},
			{"url-syntax-02", "7", `Caution should be used when using any URL which specifies a port number other than the default for the protocol, especially when it is a number within the reserved space.`},
			{"url-syntax-09", "7", `Caution should be used when using any URL which specifies a port number other than the default for the protocol, especially when it is a number within the reserved space.`},
			{"rfc2396", "7", `Caution should be used when using any URL that specifies a port number other than the default for the protocol, especially when it is a number within the reserved space.`},
			{"rfc2396bis-00", "7", `Caution should be used when using any URI that specifies a port number other than the default for the protocol, especially when it is a number within the reserved space.`},
			{"rfc3986", "7.2", `Applications should prevent dereference of a URI that specifies a TCP port number within the "well-known port" range (0 - 1023) unless the protocol being used to dereference that URI is compatible with the protocol expected on that well-known port.`},
		},
		example: Example{"rfc3986", "http://example.com:25/", "http://example.com:80/"},
	},

	PortOutOfRange: {
		name: "port-out-of-range", severity: Warning,
		summary: "the port is greater than 65535",
		explain: "The grammar allows any number, but neither TCP nor UDP nor SCTP has ports above 65535. Programs refuse such a port, or take the number modulo 65536.",
		quotes: []Quote{
			{"rfc1738", "3.1", `The port number to connect to.`},
			{"url-syntax-02", "4.3.1", `The port is the network port number for the server.`},
			{"url-syntax-09", "4.3.1", `The port is the network port number for the server.`},
			{"rfc2396", "3.2.2", `The port is the network port number for the server.`},
			{"rfc2396bis-00", "3.2.2", `The type of network port identified by the URI (e.g., TCP, UDP, SCTP, etc.) is defined by the scheme-specific semantics of the URI scheme.`},
			{"rfc3986", "3.2.3", `The type of port designated by the port number (e.g., TCP, UDP, SCTP) is defined by the URI scheme.`},
		},
		example: Example{"rfc3986", "http://example.com:65616/", "http://example.com:65535/"},
	},

	EmptyHost: {
		name: "empty-host", severity: Warning,
		summary: "the scheme needs a host, and there is none",
		explain: "A scheme whose definition names a default port is for a network protocol, and nothing can be reached without a host. The exceptions are dns and ldap, whose definitions say what to do without one. The grammar does not know the schemes. Programs differ: browsers skip the slashes and take the first segment of the path for the host.",
		quotes: []Quote{
			{"rfc2396bis-00", "3.2.2", `If <host> is omitted, the default host is defined by the scheme-specific semantics of the URI (e.g., the "file" URI scheme defaults to "localhost", whereas the "http" URI scheme does not allow host to be omitted).`},
			{"rfc3986", "3.2.2", `For example, the "file" URI scheme is defined so that no authority, an empty host, and "localhost" all mean the end-user's machine, whereas the "http" scheme considers a missing authority or empty host invalid.`},
		},
		example: Example{"rfc3986", "http:///index.html", "file:///index.html"},
	},

	RareIPv4: {
		name: "rare-ipv4", severity: Warning,
		summary: "the host consists of numbers, but is not an IPv4 address in the usual form",
		explain: "The host consists of one to four numbers, each decimal, octal (with a leading 0) or hexadecimal (with a leading 0x), but is not four decimal numbers from 0 to 255. Many programs hand it to the system, which may read it as an address; a filter that compares addresses as strings does not notice. The suggestion is the address in the usual form. There is none if a number has a leading 0 and could mean two things, because some programs read it as decimal.",
		quotes: []Quote{
			{"rfc1738", "3.1", `The fully qualified domain name of a network host, or its IP address as a set of four decimal digit groups separated by ".".`},
			{"url-syntax-02", "4.3.1", `The host is a domain name of a network host, or its IPv4 address as a set of four decimal digit groups separated by ".".`},
			{"url-syntax-09", "4.3.1", `The host is a domain name of a network host, or its IPv4 address as a set of four decimal digit groups separated by ".".`},
			{"rfc2396", "3.2.2", `The host is a domain name of a network host, or its IPv4 address as a set of four decimal digit groups separated by ".".`},
			{"rfc2396bis-00", "3.2.2", `A host identified by an IPv4 literal address is represented in dotted-decimal notation (a sequence of four decimal numbers in the range 0 to 255, separated by ".")`},
			{"rfc3986", "7.4", `These additional IP address formats are not allowed in the URI syntax due to differences between platform implementations. However, they can become a security concern if an application attempts to filter access to resources based on the IP address in string literal format.`},
		},
		example: Example{"rfc3986", "http://0x7f.1/", "http://127.0.0.1/"},
	},

	LookAlike: {
		name: "look-alike", severity: Warning,
		summary: "a character looks like an ASCII character that it is not",
		explain: "One of three things: a word of ASCII letters contains letters of another script that look like ASCII; or a word of the site, other than its last label, consists of such letters only; or a character looks like a delimiter of references. (Full-width delimiters in the path, query and fragment are not reported, because they are usual in Chinese and Japanese text.) Characters are recognised as they stand and as escaped UTF-8, and labels of IDNA (\"xn--\") by what they stand for. The table has the letters of Cyrillic, Greek, Armenian and Latin that common fonts draw like ASCII, and the full-width, circled and mathematical ones. A word that also has other letters of its script shows what it is, and is not reported. The suggestion writes the word in ASCII.",
		quotes: []Quote{
			{"rfc1738", "2.2", `The interpretation of a URL depends only on the identity of the characters used.`},
			{"url-syntax-02", "1.3", `The interpretation of a URL depends only on the characters used and not how those characters are represented on the wire.`},
			{"url-syntax-09", "1.5", `The interpretation of a URL depends only on the characters used and not how those characters are represented in a network protocol.`},
			{"rfc2396", "1.5", `The interpretation of a URI depends only on the characters used and not how those characters are represented in a network protocol.`},
			{"rfc2396bis-00", "1.5", `The interpretation of a URI depends only on the characters used and not how those characters are represented in a network protocol.`},
			{"rfc3986", "7.6", `A misleading URI, such as that above, is an attack on the user's preconceived notions about the meaning of a URI rather than an attack on the software itself.`},
			{"rfc3987", "7.5", `In certain cases, there is a chance that characters from different scripts look the same. The best known example is the similarity of the Latin "A", the Greek "Alpha", and the Cyrillic "A".`},
		},
		example: Example{"rfc3986", "http://p%D0%B0ypal.example/", "http://paypal.example/"},
	},

	BidiControl: {
		name: "bidi-control", severity: Warning,
		summary: "a character changes the direction in which the reference is displayed",
		explain: "Bidirectional formatting characters (Unicode's Bidi_Control) are invisible and reorder the text around them: gpj.exe may be displayed as exe.jpg. They are recognised as they stand and as escaped UTF-8. The suggestion leaves them out.",
		quotes: []Quote{
			{"rfc1738", "2.2", `URLs are written only with the graphic printable characters of the US-ASCII coded character set.`},
			{"url-syntax-02", "1.3", `A URL may be transcribed from a non-network source, and thus should consist of characters which are most likely to be able to be typed into a computer`},
			{"url-syntax-09", "1.5", `A URL may be transcribed from a non-network source, and thus should consist of characters which are most likely to be able to be typed into a computer`},
			{"rfc2396", "1.5", `A URI may be transcribed from a non-network source, and thus should consist of characters that are most likely to be able to be typed into a computer`},
			{"rfc2396bis-00", "1.5", `A URI may be transcribed from a non-network source, and thus should consist of characters that are most likely to be able to be typed into a computer`},
			{"rfc3986", "1.2.1", `A URI might be transcribed from a non-network source and thus should consist of characters that are most likely able to be entered into a computer, within the constraints imposed by keyboards (and related input devices) across languages and locales.`},
			{"rfc3987", "4.1", `IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF).`},
		},
		example: Example{"rfc3986", "http://example.com/%E2%80%AEgpj.exe", "http://example.com/gpj.exe"},
	},

	Invisible: {
		name: "invisible-character", severity: Warning,
		summary: "a character is invisible",
		explain: "A space other than that of ASCII, or a character that is not drawn at all (zero-width characters, the soft hyphen, the byte order mark, fillers), makes references differ that look the same. They are recognised as they stand and as escaped UTF-8. Joiners and variation selectors, which some scripts and emoji need, are reported in the site only. The suggestion leaves them out.",
		quotes: []Quote{
			{"rfc1738", "2.2", `URLs are written only with the graphic printable characters of the US-ASCII coded character set.`},
			{"url-syntax-02", "1.3", `A URL may be transcribed from a non-network source, and thus should consist of characters which are most likely to be able to be typed into a computer`},
			{"url-syntax-09", "1.5", `A URL may be transcribed from a non-network source, and thus should consist of characters which are most likely to be able to be typed into a computer`},
			{"rfc2396", "1.5", `A URI may be transcribed from a non-network source, and thus should consist of characters that are most likely to be able to be typed into a computer`},
			{"rfc2396bis-00", "1.5", `A URI may be transcribed from a non-network source, and thus should consist of characters that are most likely to be able to be typed into a computer`},
			{"rfc3986", "1.2.1", `A URI might be transcribed from a non-network source and thus should consist of characters that are most likely able to be entered into a computer, within the constraints imposed by keyboards (and related input devices) across languages and locales.`},
			{"rfc3987", "8", `"Spoofing" means that somebody may add a resource name that looks the same or similar to the user, but that points to a different resource.`},
		},
		example: Example{"rfc3986", "http://example.com/pay%E2%80%8Bpal", "http://example.com/paypal"},
	},

	NonASCII: {
		name: "non-ascii", severity: Warning,
		summary: "some bytes are not ASCII",
		explain: "References consist of US-ASCII characters. What other bytes mean depends on a character encoding, which the reference does not name. Only strings that do not conform, for this or for another reason, have this finding. The suggestion escapes the bytes as they are, which is right if the text is UTF-8; a host name is better written in the form of IDNA (\"xn--\").",
		quotes: []Quote{
			{"rfc1738", "2.2", `Octets must be encoded if they have no corresponding graphic character within the US-ASCII coded character set`},
			{"url-syntax-02", "2.3.3", `Finally, all other characters besides those mentioned in the above sections are excluded because they are often difficult or impossible to transcribe using traditional computer keyboards and software.`},
			{"url-syntax-09", "2.4", `Data must be escaped if it does not have a representation using an unreserved character; this includes data that does not correspond to a printable character of the US-ASCII coded character set`},
			{"rfc2396", "2.4", `Data must be escaped if it does not have a representation using an unreserved character; this includes data that does not correspond to a printable character of the US-ASCII coded character set`},
			{"rfc2396bis-00", "2.4", `Data must be escaped if it does not have a representation using an unreserved character; this includes data that does not correspond to a printable character of the US-ASCII coded character set`},
			{"rfc3986", "2.5", `When a new URI scheme defines a component that represents textual data consisting of characters from the Universal Character Set [UCS], the data should first be encoded as octets according to the UTF-8 character encoding [STD63]; then only those octets that do not correspond to characters in the unreserved set should be percent-encoded.`},
		},
		example: Example{"rfc3986", "http://example.com/caf\u00e9", "http://example.com/caf%C3%A9"},
	},

	OverlongUTF8: {
		name: "overlong-utf8", severity: Warning,
		summary: "octets are an overlong form of UTF-8",
		explain: "UTF-8 has exactly one form for each character. A longer form, such as %C0%AF for \"/\", is not UTF-8. Decoders that accept it let \"/..\" and the like pass checks that look for the short form. Nobody writes one by accident.",
		quotes: []Quote{
			{"rfc3986", "3.2.2", `Non-ASCII characters must first be encoded according to UTF-8 [STD63], and then each octet of the corresponding UTF-8 sequence must be percent-encoded to be represented as URI characters.`},
			{"rfc3987", "8", `In particular, some UTF-8 decoders do not check against overlong byte sequences.`},
		},
		example: Example{"rfc3986", "http://example.com/%C0%AF../etc/passwd", "http://example.com/%2F../etc/passwd"},
	},

	EscapedLineBreak: {
		name: "escaped-line-break", severity: Warning,
		summary: "a carriage return or line feed is escaped",
		explain: "%0D and %0A end commands and headers in most protocols. If a program decodes them before it sends them, a reference can add commands of its own: to an ftp or telnet session, to an HTTP request, to the header of a mail. In the query of an http URL they may be intended, as the line breaks in a form's text.",
		quotes: []Quote{
			{"rfc1738", "6", `Care should be taken when URLs contain embedded encoded delimiters for a given protocol (for example, CR and LF characters for telnet protocols) that these are not unencoded before transmission.`},
			{"url-syntax-02", "7", `Care should be taken when URLs contain escaped delimiters for a given protocol (for example, CR and LF characters for telnet protocols) that these are not unescaped before transmission.`},
			{"url-syntax-09", "7", `Care should be taken when URLs contain escaped delimiters for a given protocol (for example, CR and LF characters for telnet protocols) that these are not unescaped before transmission.`},
			{"rfc2396", "7", `Care should be taken when a URL contains escaped delimiters for a given protocol (for example, CR and LF characters for telnet protocols) that these are not unescaped before transmission.`},
			{"rfc2396bis-00", "7", `Care should be taken when a URI contains escaped delimiters for a given protocol (for example, CR and LF characters for telnet protocols) that these are not unescaped before transmission.`},
			{"rfc3986", "7.2", `When a URI contains percent-encoded octets that match the delimiters for a given resolution or dereference protocol (for example, CR and LF characters for the TELNET protocol), these percent-encodings must not be decoded before transmission across that protocol.`},
		},
		example: Example{"rfc3986", "ftp://ftp.example.com/a%0D%0ADELE%20b", "ftp://ftp.example.com/a%20DELE%20b"},
	},

	EscapedNUL: {
		name: "escaped-nul", severity: Warning,
		summary: "a NUL character is escaped",
		explain: "%00 decodes to the octet that ends strings in C and in the interfaces of most systems: \"a.php%00.png\" may be checked as a picture and opened as a program.",
		quotes: []Quote{
			{"rfc1738", "6", `This would violate the protocol but could be used to simulate an extra operation or parameter, again causing an unexpected and possible harmful remote operation to be performed.`},
			{"url-syntax-02", "2.3.3", `All characters corresponding to the control characters in the US-ASCII coded character set are unsafe to use within a URL, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"url-syntax-09", "2.4.3", `The control characters in the US-ASCII coded character set are not used within a URL, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"rfc2396", "2.4.3", `The control characters in the US-ASCII coded character set are not used within a URI, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"rfc2396bis-00", "2.4.3", `The control characters (CTL) in the US-ASCII coded character set are not used within a URI, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"rfc3986", "7.3", `Note, however, that the "%00" percent-encoding (NUL) may require special handling and should be rejected if the application is not expecting to receive raw data within a component.`},
		},
		example: Example{"rfc3986", "http://example.com/a.php%00.png", "http://example.com/a.php.png"},
	},

	EscapedControl: {
		name: "escaped-control", severity: Warning,
		summary: "a control character is escaped",
		explain: "TAB and other control characters separate the fields of some protocols and control terminals. (CR, LF and NUL have codes of their own.) In a gopher URL, %09 is not reported: the scheme uses it as the delimiter between selector and search (RFC 1738, section 3.4.1).",
		quotes: []Quote{
			{"rfc1738", "6", `Care should be taken when URLs contain embedded encoded delimiters for a given protocol (for example, CR and LF characters for telnet protocols) that these are not unencoded before transmission.`},
			{"url-syntax-02", "2.3.3", `All characters corresponding to the control characters in the US-ASCII coded character set are unsafe to use within a URL, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"url-syntax-09", "2.4.3", `The control characters in the US-ASCII coded character set are not used within a URL, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"rfc2396", "2.4.3", `The control characters in the US-ASCII coded character set are not used within a URI, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"rfc2396bis-00", "2.4.3", `The control characters (CTL) in the US-ASCII coded character set are not used within a URI, both because they are non-printable and because they are likely to be misinterpreted by some control mechanisms.`},
			{"rfc3986", "7.2", `Transfer of the percent-encoding, which might violate the protocol, is less harmful than allowing decoded octets to be interpreted as additional operations or parameters, perhaps triggering an unexpected and possibly harmful remote operation.`},
		},
		example: Example{"rfc3986", "http://example.com/a%09b", "gopher://example.com/0a%09b"},
	},

	EscapedDelimiter: {
		name: "escaped-delimiter", severity: Warning,
		summary: "a delimiter of the component is escaped",
		explain: "An escaped \"/\" or \"\\\" in the path, or an escaped delimiter in the host or userinfo, is data. It remains data only for programs that split first and decode afterwards; others see more segments, or another host. In an ftp URL, %2F has a use (RFC 1738, section 3.2.2).",
		quotes: []Quote{
			{"rfc1738", "2.2", `Usually a URL has the same interpretation when an octet is represented by a character and when it encoded. However, this is not true for reserved characters: encoding a character reserved for a particular scheme may change the semantics of a URL.`},
			{"url-syntax-02", "2.3.2", `Likewise, a URL must be separated into its components before the escaped characters within those components can be safely unescaped.`},
			{"url-syntax-09", "2.4.2", `Likewise, a URL must be separated into its components before the escaped characters within those components can be safely decoded.`},
			{"rfc2396", "2.4.2", `Likewise, a URI must be separated into its components before the escaped characters within those components can be safely decoded.`},
			{"rfc2396bis-00", "2.4.2", `Likewise, a URI must be separated into its components before the escaped characters within those components can be safely decoded.`},
			{"rfc3986", "7.3", `Applications must split the URI into its components and subcomponents prior to decoding the octets, as otherwise the decoded octets might be mistaken for delimiters.`},
		},
		example: Example{"rfc3986", "http://example.com/a%2Fb", "http://example.com/?a%2Fb"},
	},

	EscapedDotSegment: {
		name: "escaped-dot-segment", severity: Warning,
		summary: "a segment is \".\" or \"..\" after decoding",
		explain: "Resolution treats only unescaped dots as dot segments. A program that decodes first treats these as dot segments too, and may leave the directory that it should stay in. If the edition removes them whatever the base is, the suggestion is the path without them.",
		quotes: []Quote{
			{"rfc1738", "3.2.2", `The components are decoded prior to their use in the FTP protocol.`},
			{"url-syntax-02", "2.3.2", `A URL is always in an escaped form, since escaping or unescaping a completed URL might change its semantics.`},
			{"url-syntax-09", "2.4.2", `A URL is always in an "escaped" form, since escaping or unescaping a completed URL might change its semantics.`},
			{"rfc2396", "2.4.2", `A URI is always in an "escaped" form, since escaping or unescaping a completed URI might change its semantics.`},
			{"rfc2396bis-00", "2.4.2", `A URI is always in an "escaped" form, since escaping or unescaping a completed URI might change its semantics.`},
			{"rfc3986", "7.3", `Security checks of the data within a URI should be applied after decoding the octets.`},
		},
		example: Example{"rfc3986", "http://example.com/a/%2e%2e/b", "http://example.com/b"},
	},

	DoubleEscape: {
		name: "double-escape", severity: Warning,
		summary: "an escaped \"%\" is followed by two hexadecimal digits",
		explain: "%25 and two hexadecimal digits look like an escape that was escaped once more: %2520 for %20. It may be intended, if the data is itself a reference or contains \"%20\". A program that decodes twice reads other data than one that decodes once. The suggestion is the single escape.",
		quotes: []Quote{
			{"rfc1738", "2.2", `The character "%" is unsafe because it is used for encodings of other characters.`},
			{"url-syntax-02", "2.3.2", `Implementers should be careful not to escape or unescape the same string more than once, since unescaping an already unescaped string might lead to misinterpreting a percent data character as another escaped character, or vice versa in the case of escaping an already escaped string.`},
			{"url-syntax-09", "2.4.2", `Implementers should be careful not to escape or unescape the same string more than once, since unescaping an already unescaped string might lead to misinterpreting a percent data character as another escaped character, or vice versa in the case of escaping an already escaped string.`},
			{"rfc2396", "2.4.2", `Implementers should be careful not to escape or unescape the same string more than once, since unescaping an already unescaped string might lead to misinterpreting a percent data character as another escaped character, or vice versa in the case of escaping an already escaped string.`},
			{"rfc2396bis-00", "2.4.2", `Implementers should be careful not to escape or unescape the same string more than once, since unescaping an already unescaped string might lead to misinterpreting a percent data character as another escaped character, or vice versa in the case of escaping an already escaped string.`},
			{"rfc3986", "2.4", `Implementations must not percent-encode or decode the same string more than once, as decoding an already decoded string might lead to misinterpreting a percent data octet as the beginning of a percent-encoding, or vice versa in the case of percent-encoding an already percent-encoded string.`},
		},
		example: Example{"rfc3986", "http://example.com/a%2520b", "http://example.com/a%20b"},
	},

	OtherPort: {
		name: "other-port", severity: Note,
		summary: "the port is not the scheme's default",
		explain: "The port is 1024 or above, which is usual for private services, but is not the one that the scheme's definition names. Ports below 1024 are reserved-port. A scheme whose default port is unknown has no such finding.",
		quotes: []Quote{
			{"rfc1738", "6", `The unsafe URL is typically constructed by specifying a port number other than that reserved for the network protocol in question.`},
			{"url-syntax-02", "7", `The unsafe URL is typically constructed by specifying a port number other than that reserved for the network protocol in question.`},
			{"url-syntax-09", "7", `The unsafe URL is typically constructed by specifying a port number other than that reserved for the network protocol in question.`},
			{"rfc2396", "7", `The unsafe URL is typically constructed by specifying a port number other than that reserved for the network protocol in question.`},
			{"rfc2396bis-00", "7", `The unsafe URI is typically constructed by specifying a port number other than that reserved for the network protocol in question.`},
			{"rfc3986", "7.2", `The unsafe URI is typically constructed by specifying a port number other than that reserved for the network protocol in question.`},
		},
		example: Example{"rfc3986", "http://example.com:8080/", "http://example.com:80/"},
	},

	DefaultPort: {
		name: "default-port", severity: Note,
		summary: "the scheme's default port is written out",
		explain: "The port adds nothing, but a comparison of strings takes the reference for a different one. The suggestion leaves the port out.",
		quotes: []Quote{
			{"rfc1738", "3.1", `Most schemes designate protocols that have a default port number. Another port number may optionally be supplied, in decimal, separated from the host by a colon.`},
			{"url-syntax-02", "4.3.1", `If the port is omitted, the default port number is assumed.`},
			{"url-syntax-09", "6", `a URL with an explicit ":port", where the port is the default for the scheme, is equivalent to one where the port is elided.`},
			{"rfc2396", "6", `a URL with an explicit ":port", where the port is the default for the scheme, is equivalent to one where the port is elided.`},
			{"rfc2396bis-00", "6", `a URI with an explicit ":port", where the port is the default for the scheme, is equivalent to one where the port is elided.`},
			{"rfc3986", "3.2.3", `URI producers and normalizers should omit the port component and its ":" delimiter if port is empty or if its value would be the same as that of the scheme's default.`},
		},
		example: Example{"rfc3986", "http://example.com:80/", "http://example.com/"},
	},

	EmptyPort: {
		name: "empty-port", severity: Note,
		summary: "the host is followed by \":\" but no port",
		explain: "An empty port means the default port, as does no port at all. The suggestion leaves out the colon.",
		quotes: []Quote{
			{"rfc1738", "3.1", `If the port is omitted, the colon is as well.`},
			{"url-syntax-02", "F.3", `The URL port is now *digit instead of 1*digit, since systems are expected to handle the case where the ":" separator between host and port is supplied without a port.`},
			{"url-syntax-09", "G.3", `The URL port is now *digit instead of 1*digit, since systems are expected to handle the case where the ":" separator between host and port is supplied without a port.`},
			{"rfc2396", "G.3", `The URL port is now *digit instead of 1*digit, since systems are expected to handle the case where the ":" separator between host and port is supplied without a port.`},
			{"rfc2396bis-00", "3.2.2", `If no explicit port number is given, the default port number, as defined by the URI scheme, is assumed.`},
			{"rfc3986", "3.2.3", `URI producers and normalizers should omit the port component and its ":" delimiter if port is empty or if its value would be the same as that of the scheme's default.`},
		},
		example: Example{"rfc3986", "http://example.com:/", "http://example.com/"},
	},

	UppercaseScheme: {
		name: "uppercase-scheme", severity: Note,
		summary: "the scheme has upper-case letters",
		explain: "The case of a scheme makes no difference, but a comparison of strings does not know that, and the definitions of schemes are in lower case. In rfc1738 such a reference does not conform. The suggestion is the scheme in lower case.",
		quotes: []Quote{
			{"rfc1738", "2.1", `For resiliency, programs interpreting URLs should treat upper case letters as equivalent to lower case in scheme names (e.g., allow "HTTP" as well as "http").`},
			{"url-syntax-02", "4.1", `For resiliency, programs interpreting URLs should treat upper case letters as equivalent to lower case in scheme names (e.g., allow "HTTP" as well as "http").`},
			{"url-syntax-09", "4.1", `For resiliency, programs interpreting URLs should treat upper case letters as equivalent to lower case in scheme names (e.g., allow "HTTP" as well as "http").`},
			{"rfc2396", "3.1", `For resiliency, programs interpreting URI should treat upper case letters as equivalent to lower case in scheme names (e.g., allow "HTTP" as well as "http").`},
			{"rfc2396bis-00", "3.1", `For resiliency, programs interpreting a URI should treat upper case letters as equivalent to lower case in scheme names (e.g., allow "HTTP" as well as "http").`},
			{"rfc3986", "3.1", `An implementation should accept uppercase letters as equivalent to lowercase in scheme names (e.g., allow "HTTP" as well as "http") for the sake of robustness but should only produce lowercase scheme names for consistency.`},
		},
		example: Example{"rfc3986", "HTTP://example.com/", "http://example.com/"},
	},

	UppercaseHost: {
		name: "uppercase-host", severity: Note,
		summary: "the host has upper-case letters",
		explain: "The case of a domain name makes no difference (RFC 1034, section 3.1, to which the older editions refer), but a comparison of strings does not know that. The digits of escapes are not letters here. The suggestion is the host in lower case.",
		quotes: []Quote{
			{"rfc1738", "3.1", `Fully qualified domain names take the form as described in Section 3.5 of RFC 1034 [13] and Section 2.1 of RFC 1123 [5]`},
			{"url-syntax-02", "4.3.1", `Domain names take the form as described in Section 3.5 of RFC 1034 [9] and Section 2.1 of RFC 1123 [5]`},
			{"url-syntax-09", "6", `namely that host name is case independent`},
			{"rfc2396", "6", `namely that the scheme and hostname are case insensitive`},
			{"rfc2396bis-00", "6", `namely that the scheme and hostname are case insensitive`},
			{"rfc3986", "3.2.2", `Although host is case-insensitive, producers and normalizers should use lowercase for registered names and hexadecimal addresses for the sake of uniformity, while only using uppercase letters for percent-encodings.`},
		},
		example: Example{"rfc3986", "http://Example.COM/", "http://example.com/"},
	},

	UnqualifiedHost: {
		name: "unqualified-host", severity: Note,
		summary: "the host is a name without a dot",
		explain: "Such a name is meaningful only on a local network, and may be completed to different names in different places. A final dot makes any name complete. \"localhost\" and addresses are not reported.",
		quotes: []Quote{
			{"rfc1738", "3.1", `The fully qualified domain name of a network host, or its IP address as a set of four decimal digit groups separated by ".".`},
			{"url-syntax-02", "F.3", `The URL host was defined as a fully-qualified domain name. However, many URLs are used without fully-qualified domain names (in contexts for which the full qualification is not necessary)`},
			{"url-syntax-09", "4.3.1", `To actually be "Uniform" as a resource locator, a URL hostname should be a fully qualified domain name. In practice, however, the host component may be a local domain literal.`},
			{"rfc2396", "3.2.2", `To actually be "Uniform" as a resource locator, a URL hostname should be a fully qualified domain name. In practice, however, the host component may be a local domain literal.`},
			{"rfc2396bis-00", "3.2.2", `The rightmost domain label of a fully qualified domain name will never start with a digit, thus syntactically distinguishing domain names from IPv4 addresses, and may be followed by a single "." if it is necessary to distinguish between the complete domain name and any local domain.`},
			{"rfc3986", "3.2.2", `However, a globally scoped naming system, such as DNS fully qualified domain names, is necessary for URIs intended to have global scope.`},
		},
		example: Example{"rfc3986", "http://intranet/", "http://intranet.example.com/"},
	},

	NotDNSName: {
		name: "not-dns-name", severity: Note,
		summary: "the host is not a valid DNS name",
		explain: "A domain name consists of labels separated by dots. A label has at most 63 letters, digits and hyphens, with no hyphen at either end, and the last label does not begin with a digit. The edition allows more, but the DNS may not. Names in other scripts are better written in the form of IDNA (\"xn--\").",
		quotes: []Quote{
			{"rfc2396bis-00", "3.2.2", `The rightmost domain label of a fully qualified domain name will never start with a digit, thus syntactically distinguishing domain names from IPv4 addresses`},
			{"rfc3986", "3.2.2", `URI producers should use names that conform to the DNS syntax, even when use of DNS is not immediately apparent, and should limit these names to no more than 255 characters in length.`},
		},
		example: Example{"rfc3986", "http://my_host.example.com/", "http://my-host.example.com/"},
	},

	LongHost: {
		name: "long-host", severity: Note,
		summary: "the host is longer than 255 characters",
		explain: "The DNS has no names of that length.",
		quotes: []Quote{
			{"rfc3986", "3.2.2", `URI producers should use names that conform to the DNS syntax, even when use of DNS is not immediately apparent, and should limit these names to no more than 255 characters in length.`},
		},
		example: Example{"rfc3986", "http://" + longName + "a/", "http://" + longName + "/"},
	},

	Localhost: {
		name: "localhost", severity: Note,
		summary: "the host is \"localhost\"",
		explain: "The reference means something else on every machine. In a file URL it is the default, and where the edition says so the suggestion leaves it out. \"localhost.\" and names below \"localhost\" are reported too.",
		quotes: []Quote{
			{"rfc1738", "3.10", "As a special case, <host> can be the string \"localhost\" or the empty string; this is interpreted as `the machine from which the URL is being interpreted'."},
			{"url-syntax-02", "F.3", `However, many URLs are used without fully-qualified domain names (in contexts for which the full qualification is not necessary), without any host (as in some file URLs), or with a host of "localhost".`},
			{"url-syntax-09", "G.3", `However, many URLs are used without fully-qualified domain names (in contexts for which the full qualification is not necessary), without any host (as in some file URLs), or with a host of "localhost".`},
			{"rfc2396", "G.3", `However, many URLs are used without fully-qualified domain names (in contexts for which the full qualification is not necessary), without any host (as in some file URLs), or with a host of "localhost".`},
			{"rfc2396bis-00", "3.2.2", `If <host> is omitted, the default host is defined by the scheme-specific semantics of the URI (e.g., the "file" URI scheme defaults to "localhost", whereas the "http" URI scheme does not allow host to be omitted).`},
			{"rfc3986", "1.1", `For example, "http://localhost/" has the same interpretation for every user of that reference, even though the network interface corresponding to "localhost" may be different for each end-user: interpretation is independent of access.`},
		},
		example: Example{"rfc3986", "file://localhost/etc/motd", "file:///etc/motd"},
	},

	PrivateAddress: {
		name: "private-address", severity: Note,
		summary: "the host is an address that is not globally reachable",
		explain: "The address belongs to a loopback interface, a private network, a link or to nothing at all. So the reference means something else in every place, and a server that follows it may reach what should not be reachable. Addresses are compared by value: rare forms of IPv4, and IPv4 inside IPv6, are reported too.",
		quotes: []Quote{
			{"rfc3986", "7.4", `If this filtering is performed, literals should be converted to numeric form and filtered based on the numeric value, and not on a prefix or suffix of the string form.`},
		},
		example: Example{"rfc3986", "http://192.168.0.1/", "http://192.0.2.1/"},
	},

	EmptyPath: {
		name: "empty-path", severity: Note,
		summary: "the path after the site is empty",
		explain: "For most schemes, an empty path after a site and \"/\" are the same, but a comparison of strings does not know that. The suggestion is \"/\".",
		quotes: []Quote{
			{"rfc3986", "6.2.3", `In general, a URI that uses the generic syntax for authority with an empty path should be normalized to a path of "/".`},
		},
		example: Example{"rfc3986", "http://example.com", "http://example.com/"},
	},

	DotSegments: {
		name: "dot-segments", severity: Note,
		summary: "the path has \".\" or \"..\" other than at the beginning of a relative path",
		explain: "Dot segments belong at the beginning of relative paths. In the path of an absolute reference rfc3986 removes them, older editions keep them as names, and programs do either. If the edition removes them from absolute references, the suggestion is the path without them.",
		quotes: []Quote{
			{"url-syntax-02", "5", `these path components are only considered special when resolving a relative-path reference to its absolute form`},
			{"url-syntax-09", "5", `these path components are only considered special when resolving a relative-path reference to its absolute form`},
			{"rfc2396", "5", `these path components are only considered special when resolving a relative-path reference to its absolute form`},
			{"rfc2396bis-00", "5", `these path components are only considered special when resolving a relative-path reference to its absolute form`},
			{"rfc3986", "3.3", `They are intended for use at the beginning of a relative-path reference (Section 4.2) to indicate relative position within the hierarchical tree of names.`},
		},
		example: Example{"rfc3986", "http://example.com/a/../b", "../b"},
	},

	DeviceName: {
		name: "device-name", severity: Note,
		summary: "a segment is the name of a device on some systems",
		explain: "Some systems treat aux, con, nul and prn, and com and lpt with or without a digit, as devices in every directory, in either case and with any suffix, and \"...\" as a directory further up. A server that opens a file with such a name may hang.",
		quotes: []Quote{
			{"rfc3986", "7.3", `File systems typically assign an operational meaning to special characters, such as the "/", "\", ":", "[", and "]" characters, and to special device names like ".", "..", "...", "aux", "lpt", etc.`},
		},
		example: Example{"rfc3986", "http://example.com/docs/aux.h", "http://example.com/docs/auxiliary.h"},
	},

	UnneededEscape: {
		name: "unneeded-escape", severity: Note,
		summary: "an unreserved character is escaped",
		explain: "The character could stand there unescaped and would mean the same, but a comparison of strings does not know that. A run of such escapes is one finding. The suggestion is the characters themselves. Escapes that would become a dot segment are not reported.",
		quotes: []Quote{
			{"rfc1738", "2.2", `On the other hand, characters that are not required to be encoded (including alphanumerics) may be encoded within the scheme-specific part of a URL, as long as they are not being used for a reserved purpose.`},
			{"url-syntax-02", "2.2", `Unreserved characters can be escaped without changing the semantics of the URL, but this should not be done unless the URL is being used in a context which does not allow the unescaped character to appear.`},
			{"url-syntax-09", "2.3", `Unreserved characters can be escaped without changing the semantics of the URL, but this should not be done unless the URL is being used in a context which does not allow the unescaped character to appear.`},
			{"rfc2396", "2.3", `Unreserved characters can be escaped without changing the semantics of the URI, but this should not be done unless the URI is being used in a context that does not allow the unescaped character to appear.`},
			{"rfc2396bis-00", "2.3", `Unreserved characters can be escaped without changing the semantics of the URI, but this should not be done unless the URI is being used in a context that does not allow the unescaped character to appear.`},
			{"rfc3986", "2.3", `For consistency, percent-encoded octets in the ranges of ALPHA (%41-%5A and %61-%7A), DIGIT (%30-%39), hyphen (%2D), period (%2E), underscore (%5F), or tilde (%7E) should not be created by URI producers and, when found in a URI, should be decoded to their corresponding unreserved characters by URI normalizers.`},
		},
		example: Example{"rfc3986", "http://example.com/%7Eanna", "http://example.com/~anna"},
	},

	LowercaseEscape: {
		name: "lowercase-escape", severity: Note,
		summary: "an escape has lower-case hexadecimal digits",
		explain: "Both cases mean the same, but a comparison of strings does not know that. Adjacent escapes are one finding. The suggestion is upper case.",
		quotes: []Quote{
			{"rfc1738", "2.2", `(The characters "abcdef" may also be used in hexadecimal encodings.)`},
			{"url-syntax-02", "2.3.1", `hex = digit | "A" | "B" | "C" | "D" | "E" | "F" | "a" | "b" | "c" | "d" | "e" | "f"`},
			{"url-syntax-09", "2.4.1", `hex = digit | "A" | "B" | "C" | "D" | "E" | "F" | "a" | "b" | "c" | "d" | "e" | "f"`},
			{"rfc2396", "2.4.1", `hex = digit | "A" | "B" | "C" | "D" | "E" | "F" | "a" | "b" | "c" | "d" | "e" | "f"`},
			{"rfc2396bis-00", "2.4.1", `An escaped octet is encoded as a character triplet, consisting of the percent character "%" followed by the two hexadecimal digits representing the octet code.`},
			{"rfc3986", "2.1", `For consistency, URI producers and normalizers should use uppercase hexadecimal digits for all percent-encodings.`},
		},
		example: Example{"rfc3986", "http://example.com/a%3ab", "http://example.com/a%3Ab"},
	},

	NotUTF8: {
		name: "not-utf8", severity: Note,
		summary: "escaped octets are not UTF-8",
		explain: "Which characters the octets stand for depends on an encoding that the reference does not name, mostly an old one such as Latin-1. Hosts must be UTF-8, and new schemes should use it.",
		quotes: []Quote{
			{"rfc3986", "2.5", `the data should first be encoded as octets according to the UTF-8 character encoding [STD63]; then only those octets that do not correspond to characters in the unreserved set should be percent-encoded.`},
		},
		example: Example{"rfc3986", "http://example.com/caf%E9", "http://example.com/caf%C3%A9"},
	},

	RefusedElsewhere: {
		name: "refused-elsewhere", severity: Note, always: true,
		summary: "another edition refuses the reference",
		explain: "The reference conforms, but not to another edition that the linter was given. There is one finding for each such edition, with its rule and section. Programs written to that edition may refuse or damage the reference. The most frequent case is \"~\": rfc1738 counts it among the characters that gateways modify, and requires %7E. There is no suggestion, because what one edition asks for, another advises against.",
		quotes: []Quote{
			{"rfc1738", "2.2", "Other characters are unsafe because gateways and other transport agents are known to sometimes modify such characters. These characters are \"{\", \"}\", \"|\", \"\\\", \"^\", \"~\", \"[\", \"]\", and \"`\"."},
			{"url-syntax-02", "F.2", `The tilde "~" character was added to those in the "unreserved" set, since it is extensively used on the Internet in spite of the difficulty to transcribe it with some keyboards.`},
			{"url-syntax-09", "G.2", `The tilde "~" character was added to those in the "unreserved" set, since it is extensively used on the Internet in spite of the difficulty to transcribe it with some keyboards.`},
			{"rfc2396", "G.2", `The tilde "~" character was added to those in the "unreserved" set, since it is extensively used on the Internet in spite of the difficulty to transcribe it with some keyboards.`},
			{"rfc2396bis-00", "G.1", `Square brackets are now specified as reserved for the authority component, allowed within the opaque part of an opaque URI, and not allowed in the hierarchical syntax except for their use as delimiters for an IPv6reference within host.`},
			{"rfc3986", "D.1", `Square brackets are now specified as reserved within the authority component and are not allowed outside their use as delimiters for an IP literal within host.`},
		},
		example: Example{"rfc3986", "http://example.com/~anna", "http://example.com/anna"},
	},
}

// longName is a domain name of 255 characters in labels of 63.
const (
	longLabel = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"
	longName  = longLabel + "." + longLabel + "." + longLabel + "." + longLabel
)
