// Package schemes is what RFC 1738 says of its ten schemes beyond their grammar:
// the parts that a URL of each consists of, what a client is to do with it, and
// how to change it.
//
//	Parse      a URL as a value of its scheme, with spans (package ast)
//	Decode     the data of a part
//	AddrSpec   the mailbox of a mailto URL
//	Describe   parts, port and steps: what the URL means
//	Edit       another URL, from one and some changes
//	Build      a URL from its parts
//
// The forms, and the parts by the names that [ast.URL.Parts], [Describe] and
// [Edit] use. Parts with an asterisk may be any number, in order.
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
// A part that is absent is not one that is empty: "ftp://foo:@host.com/" has an
// empty password, "ftp://foo@host.com/" has none, and a client asks for one.
//
// Three things stand for a part, and must not be confused: its span in the URL,
// its text, as written, and its data, which are the octets that the text encodes.
// A URL is split first and its parts are decoded afterwards, once (3.2.2), so
// that "%2F" is data of a directory's name where "/" divides directories:
//
//	ftp://myname@host.dom/%2Fetc/motd    CWD /etc, RETR motd
//	ftp://myname@host.dom/etc/motd       CWD etc, RETR motd
//	ftp://myname@host.dom//etc/motd      CWD with a null argument, CWD etc, RETR motd
//
// [Describe] says what a client is to do, and nothing here does it: no function
// connects to a network. What decoding puts into a line of a protocol is looked
// at: an encoded line end, which would "simulate an extra operation" (6), is
// refused and not handed out as a line to send.
//
// [Edit] and [Build] take data and encode it for the place where it stands. They
// return only what conforms to rfc1738 and is read back as the parts meant;
// parts that are not changed stay as they are, byte for byte.
//
// All functions take time and memory linear in their input, keep nothing, and
// may be called concurrently.
package schemes
