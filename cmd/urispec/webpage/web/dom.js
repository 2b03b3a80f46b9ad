// Small helpers for elements, and for text that may be hostile.

// h makes an element. Attributes that are functions are listeners, and class may be a list.
// Children are elements or strings, which become text and never markup.
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (key === 'class') element.className = Array.isArray(value) ? value.filter(Boolean).join(' ') : value;
    else if (key === 'dataset') Object.assign(element.dataset, value);
    else if (key === 'value' || key === 'checked') element[key] = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...present(children));
  return element;
}

// present are the children that there are; null, undefined and false stand for none.
const present = (children) => children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);

// fill replaces what is in an element.
export const fill = (element, ...children) => element.replaceChildren(...present(children));

const utf8 = new TextEncoder();

// byteLength is the number of bytes of a text in UTF-8.
export const byteLength = (text) => utf8.encode(text).length;

// unprintable matches characters that are invisible or that change the direction of writing.
const unprintable = /[\p{C}\p{Zl}\p{Zp}\u00A0\u00AD\u034F\u115F\u1160\u1680\u180E\u2000-\u200F\u202A-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0100}-\u{E01EF}]/u;

// code is how a character that does not print is written.
function code(char) {
  const n = char.codePointAt(0);
  return n < 0x80 ? '\\x' + n.toString(16).toUpperCase().padStart(2, '0') : `\\u{${n.toString(16).toUpperCase()}}`;
}

// characters takes a text apart: each character, where it begins in bytes, and how it is shown.
export function characters(text) {
  const out = [];
  let start = 0;
  for (const char of text) {
    const end = start + byteLength(char);
    const hidden = unprintable.test(char);
    out.push({ char, start, end, shown: hidden ? code(char) : char, hidden });
    start = end;
  }
  return out;
}

// visible is a text with everything written out that does not print.
export const visible = (text) => characters(text).map((c) => c.shown).join('');

// str shows a string of the input, from left to right and with everything visible.
export function str(text, attributes = {}) {
  const parts = [];
  let plain = '';
  for (const c of characters(text)) {
    if (!c.hidden && c.char !== ' ') {
      plain += c.char;
      continue;
    }
    if (plain) parts.push(plain);
    plain = '';
    parts.push(c.char === ' ' ? h('span', { class: 'blank' }, ' ') : h('span', { class: 'code' }, c.shown));
  }
  if (plain) parts.push(plain);
  return h('bdi', { ...attributes, class: ['str', attributes.class], dir: 'ltr' }, parts);
}

// slice is the part of a text between two byte offsets.
export function slice(text, start, end) {
  return characters(text).filter((c) => c.start >= start && c.end <= end).map((c) => c.char).join('');
}

// text of an object of JSON that may be in base64.
export function textOf(object, name) {
  if (name in object) return object[name];
  const base64 = object[name + '_base64'];
  return base64 === undefined ? '' : new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
}

// picture returns an SVG document as an element of the page. Its style sheet is that of the
// page, and it keeps no identifiers, of which the page may have the same.
export function picture(svg) {
  const bare = svg.replace(/<style>[^<]*<\/style>/, '');
  const root = document.importNode(new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement, true);
  const title = root.querySelector('title')?.textContent ?? '';
  const desc = root.querySelector('desc')?.textContent ?? '';
  root.querySelectorAll(':scope > title, :scope > desc').forEach((e) => e.remove());
  root.querySelectorAll('[id]').forEach((e) => e.removeAttribute('id'));
  root.removeAttribute('aria-labelledby');
  root.setAttribute('role', 'img');
  root.setAttribute('aria-label', visible(title));
  root.dataset.description = desc;
  root.classList.add('picture');
  return root;
}

// save lets the reader keep a file.
export function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// savePNG keeps an SVG document as pixels, two for each of its own.
export async function savePNG(name, svg) {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  await image.decode();
  const canvas = h('canvas', { width: image.width * 2, height: image.height * 2 });
  const context = canvas.getContext('2d');
  context.scale(2, 2);
  context.drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  if (blob) save(name, 'image/png', blob);
}

// saveButtons are the buttons below a picture.
export function saveButtons(name, svg, more = []) {
  return h('p', { class: 'actions' },
    h('button', { type: 'button', click: () => save(name + '.svg', 'image/svg+xml', svg) }, 'Save SVG'),
    h('button', { type: 'button', click: () => savePNG(name + '.png', svg) }, 'Save PNG'),
    more);
}

// definition shows the text of a rule. Names of rules are links if there is a function for
// them, and the tokens that marked contains are marked.
export function definition(text, { known = new Set(), open = null, marked = new Set(), used = new Set() } = {}) {
  const out = [];
  const token = /("[^"\n]*"|'[^'\n]*'|%[bdxBDXsi][^\s)\]]*|<[^>\n]*>|;[^\n]*|[A-Za-z][\w-]*|\s+|.)/gu;
  let first = true;
  for (const [part] of text.matchAll(token)) {
    const isName = /^[A-Za-z]/.test(part);
    const quoted = /^["']/.test(part);
    if (part.startsWith(';')) out.push(h('span', { class: 'note' }, part));
    else if (first && isName) out.push(h('b', {}, part));
    else {
      const bare = quoted ? part.slice(1, -1) : part;
      const isMarked = marked.has(part) || quoted && marked.has(`"${bare}"`) || part.startsWith('%') && marked.has(part);
      let piece = part;
      if (isName && open && known.has(part.toLowerCase())) {
        piece = h('button', { type: 'button', class: ['rule-link', used.has(part) && 'used'], dataset: { rule: part }, click: () => open(part) }, part);
      } else if (quoted) piece = h('span', { class: 'literal' }, part);
      out.push(isMarked ? h('mark', {}, piece) : piece);
    }
    if (isName) first = false;
  }
  return h('pre', { class: 'definition', tabindex: '0' }, h('code', {}, out));
}

// sectionOf writes a section.
export function sectionOf(of, edition) {
  if (!of?.section) return '';
  const what = /^\d/.test(of.section) ? 'section ' : 'appendix ';
  return `${what}${of.section} of ${of.document ?? edition}`;
}
