// A tour by examples, each of which is an address of the other views.
import { h, fill, str } from './dom.js';
import { go } from './app.js';

const chapters = [
  ['One string through thirty years', 'The same few characters were refused, read differently, and accepted, as the grammar changed.', [
    ['http://host?q', 'rfc1738', 'An authority without a path could not be followed by a query until 1998. In RFC 1808, “?q” even belongs to the host.'],
    ['HTTP://example.com/', 'rfc1738', 'RFC 1738 knows only lower-case schemes, and advises programs to be kinder than its grammar.'],
    ['http://[::1]/', 'rfc2732', 'Brackets for IPv6 addresses came in 1999.'],
    ['http://[fe80::1%25eth0]/', 'rfc6874', 'Zone identifiers came in 2013.'],
    ['http://résumé.example/', 'rfc3987', 'Characters beyond ASCII are for IRIs.'],
  ]],
  ['Five confusions', 'What is often taken for something else.', [
    ['http://a/b?c/../d', 'rfc3986', 'Dots in a query are not path segments.'],
    ['http://example.com@evil.example/', 'rfc3986', 'What comes before “@” is not the host.'],
    ['mailto:fred@example.com', 'rfc3986', 'No “//”, no host: all of this is a path.'],
    ['//example.com/a', 'rfc3986', 'A reference that begins with “//” has a host and no scheme.'],
    ['a:b', 'rfc3986', 'A colon in the first segment makes a scheme of it. “./a:b” is the relative path.'],
  ]],
  ['The ten schemes of RFC 1738', 'Its grammar has a rule for each.', [
    ['ftp://user:pw@ftp.example.com/%2Fetc/motd;type=a', 'rfc1738', 'A path of directories, and how to transfer the file.'],
    ['http://www.example.com/a?b', 'rfc1738', 'No user, no fragment.'],
    ['gopher://gopher.example.com/1abc%09query', 'rfc1738', 'One character for the type, then a selector.'],
    ['mailto:fred@example.com', 'rfc1738', 'An address of RFC 822.'],
    ['news:comp.infosystems.www.misc', 'rfc1738', 'A group, an article, or “*”.'],
    ['nntp://news.example.com/alt.misc/123', 'rfc1738', 'A group and a number.'],
    ['telnet://host.example.com:23/', 'rfc1738', 'A host to log in at.'],
    ['wais://wais.example.com/db?search', 'rfc1738', 'A database and a search.'],
    ['file://vms.example.com/disk$user/notes.txt', 'rfc1738', 'A file on a named host.'],
    ['prospero://host.example.com//pros/name;key=value', 'rfc1738', 'A directory service with named fields.'],
  ]],
  ['What hides in a string', 'Nothing of what you type changes how the page reads; characters that do not print are written out.', [
    ['http://a/\u202Egpj.exe', 'rfc3987', 'A character that reverses the direction of writing.'],
    ['http://p\u0430ypal.example/', 'rfc3987', 'A Cyrillic letter that looks like “a”.'],
    ['http://a/%c0%ae%c0%ae/', 'rfc3986', 'Escaped octets that are not UTF-8.'],
    ['http://0x7f.1/', 'rfc3986', 'A registered name, though some programs read an address.'],
  ]],
];

const steps = [
  ['http://a/b/c/d;p?q', '../../../g', 'rfc3986', 'More “..” than there are levels.'],
  ['http://a/b/c/d;p?q', '?y', 'rfc2396', 'A query alone drops the last segment, in 1998.'],
  ['http://a/b/c/d;p?q', '', 'rfc2396', 'The empty reference is the current document.'],
];

export function render(root) {
  const stop = (view, changes, shown, why) => h('li', {}, h('a', {
    href: '#' + new URLSearchParams({ ...changes, view }),
    click: (event) => { if (event.metaKey || event.ctrlKey || event.shiftKey) return; event.preventDefault(); go(view, changes); },
  }, shown, h('span', { class: 'quiet' }, why)));
  fill(root, h('h1', {}, 'Tour'), h('p', { class: 'lead' }, 'Each example opens in its view, where you can change it.'),
    chapters.map(([title, about, stops]) => h('section', { class: 'chapter' }, h('h2', {}, title), h('p', { class: 'quiet' }, about),
      h('ul', { class: 'stops' }, stops.map(([s, e, why]) => stop('reference', { s, e }, str(s), why))))),
    h('section', { class: 'chapter' }, h('h2', {}, 'Step by step'), h('p', { class: 'quiet' }, 'How a reference becomes a target.'),
      h('ul', { class: 'stops' }, steps.map(([base, r, e, why]) => stop('resolve', { base, r, e }, [str(r || '(empty)')], `Base ${base}. ${why}`)))));
}
