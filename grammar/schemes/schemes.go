// Package schemes implements what RFC 1738 says about its ten schemes beyond their
// grammar: the parts of a URL, what a client does with it, and how to change it.
//
//	Parse      reads a URL as a value of its scheme, with spans (package ast)
//	Decode     returns the data of a part
//	AddrSpec   returns the mailbox of a mailto URL
//	Describe   says what a URL means: its parts, port and steps
//	Edit       changes parts of a URL
//	Build      writes a URL from its parts
//
// The table has the form of each scheme, and the names of its parts as
// [ast.URL.Parts], [Describe] and [Edit] use them. Parts with an asterisk may occur
// any number of times, in order.
//
//	http      http://<host>:<port>/<path>?<searchpart>                        3.3
//	          host port hsegment* search
//	ftp       ftp://<user>:<password>@<host>:<port>/<cwd1>/.../<name>;type=<typecode>
//	          user password host port cwd* name typecode                      3.2
//	gopher    gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>
//	          host port slash gtype selector search gopher-plus-string        3.4
//	mailto    mailto:<rfc822-addr-spec>                                       3.5
//	          addr-spec
//	news      news:*, news:<newsgroup-name> or news:<message-id>              3.6
//	          all, group or article
//	nntp      nntp://<host>:<port>/<newsgroup-name>/<article-number>          3.7
//	          host port group number
//	telnet    telnet://<user>:<password>@<host>:<port>/                       3.8
//	          user password host port slash
//	wais      wais://<host>:<port>/<database>, and ?<search> or /<wtype>/<wpath>
//	          host port database, and search or wtype wpath                   3.9
//	file      file://<host>/<path>                                            3.10
//	          host fsegment*
//	prospero  prospero://<host>:<port>/<hsoname>;<field>=<value>              3.11
//	          host port hsoname, and fieldname* fieldvalue* in pairs
//	other     any other scheme                                                2.1, 3.1, 4
//	          scheme, and user password host port urlpath or schemepart
//
// An absent part is different from an empty one: "ftp://foo:@host.com/" has an
// empty password, "ftp://foo@host.com/" has none, and a client asks for one.
//
// A part has a span in the URL, a text as written, and data, which are the octets
// that the text encodes. A URL is split first, and its parts are decoded
// afterwards, once (3.2.2). So "%2F" is data in the name of a directory, where "/"
// separates directories:
//
//	ftp://myname@host.dom/%2Fetc/motd    CWD /etc, RETR motd
//	ftp://myname@host.dom/etc/motd       CWD etc, RETR motd
//	ftp://myname@host.dom//etc/motd      CWD with a null argument, CWD etc, RETR motd
//
// [Describe] only says what a client does: no function here connects to a network.
// It refuses a URL in which decoding would put a line end into a line of a
// protocol, because that would "simulate an extra operation" (6).
//
// [Edit] and [Build] take data and encode it for the place where it stands. They
// return a URL only if it conforms to rfc1738 and parses into the parts that were
// meant. Parts that are not changed stay as they are, byte for byte.
//
// The package also has the documents that define schemes since then, each with its
// grammar: [Documents], [DocumentsOf] and [CurrentDocument].
//
// All functions take time and memory linear in their input, and are safe for
// concurrent use.
//
// The zero value of a type is of use only if the comment of the type says so.
package schemes
