// The view of one reference: the verdicts of all editions, and what the chosen one says.
import { h, fill, str, visible, characters, byteLength, slice, textOf, picture, saveButtons, save, definition, sectionOf } from './dom.js';
import { rulePanel, expectedIn } from './rule.js';
import { state, set, chosen, label, names, latest, timeline } from './app.js';

const first = 'http://host?q';

export async function render(root) {
  const quick = latest(root);
  const detail = latest(root);
  const side = latest(root);
  const input = h('input', {
    id: 'string', class: 'string', type: 'text', value: state.s ?? first, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
    autocorrect: 'off', dir: 'ltr', maxlength: '8192', 'aria-describedby': 'verdict-line', input: () => { set({ s: input.value }); update(); },
  });
  const line = timeline('Verdict of each edition; choose one to see why', () => update());
  const strip = h('div', { class: 'strip', role: 'img' });
  const verdict = h('div', { class: 'verdict', id: 'verdict-line', 'aria-live': 'polite' });
  const parts = h('div');
  const tree = h('div', { class: 'tree' });
  const rule = h('div', { class: 'rule' });
  const showPanel = rulePanel(rule, (name) => showRule(name));
  const lint = h('div');
  const chars = h('div');
  fill(root, 
    h('div', { class: 'entry' }, h('label', { for: 'string' }, 'Reference'), input),
    line.element,
    h('div', { class: 'columns head' },
      h('section', { class: 'card why', 'aria-label': 'Verdict' }, strip, verdict),
      h('section', { class: 'card', 'aria-labelledby': 'parts-title' }, h('h2', { id: 'parts-title' }, 'Components'), parts)),
    h('div', { class: 'columns' },
      h('section', { class: 'card wide', 'aria-labelledby': 'tree-title' }, h('h2', { id: 'tree-title' }, 'Derivation'), tree),
      h('section', { class: 'card', 'aria-labelledby': 'rule-title' }, h('h2', { id: 'rule-title' }, 'Rule'), rule),
      h('section', { class: 'card', 'aria-labelledby': 'lint-title' }, h('h2', { id: 'lint-title' }, 'Findings'), lint),
      h('section', { class: 'card wide', 'aria-labelledby': 'chars-title' }, h('h2', { id: 'chars-title' }, 'Characters'), chars)));

  let text = '';
  let detailed; // the string of which all answers are there
  let selected; // a node of the tree: its rule, start and end
  let rules = { edition: '', all: new Map() };

  // take puts another string into the view.
  const take = (s) => { input.value = s; set({ s }); update(); input.focus(); };

  function update() {
    text = input.value;
    const edition = chosen();
    drawStrip(null);
    quick([{ ask: 'verdicts', input: text }], ([reply]) => {
      if (detailed === text) return; // which says more
      const verdicts = reply.answer[0]?.verdicts ?? {};
      for (const name of names) line.say(name, verdicts[name], verdicts[name] ? 'conforms' : 'does not', '');
    });
    const used = [...new Set(characters(text).map((c) => c.char))].slice(0, 64);
    const questions = [
      { ask: 'check', input: text, edition, n: 3 },
      { ask: 'compare', input: text },
      { ask: 'tree', input: text, edition },
      { ask: 'tree', input: text, edition, svg: true },
      { ask: 'lint', input: text, edition },
      { ask: 'chars', edition, characters: used },
      { ask: 'normalize', input: text, edition },
    ];
    if (rules.edition !== edition) questions.push({ ask: 'rules', edition });
    detail(questions, (replies) => {
      const [checked, compared, derived, drawn, linted, classes, normal, listed] = replies;
      if (listed) rules = { edition, all: new Map(listed.answer.map((r) => [r.rule.toLowerCase(), r])) };
      detailed = text;
      for (const o of compared.answer[0]?.editions ?? []) {
        line.say(o.edition, o.valid, o.valid ? 'conforms' : `byte ${o.error.offset}`, o.error ? visible(o.error.message) : '');
      }
      showVerdict(checked, normal, edition);
      showComponents(compared.answer[0]?.editions.find((o) => o.edition === edition)?.ast ?? null);
      const nearest = checked.answer[0]?.nearest?.[0];
      if (nearest) showNearest(textOf(nearest, 'text'), derived.answer[0], edition);
      else showTree(text, derived, drawn);
      showFindings(linted, edition);
      showCharacters(classes, used);
    });
  }

  // drawStrip shows the string character by character, with a caret at the byte of the error.
  function drawStrip(error) {
    const list = characters(text);
    const cells = list.map((c) => h('span', {
      class: ['cell', c.hidden && 'code', c.char === ' ' && 'blank', error && error.offset >= c.start && error.offset < c.end && 'at'],
      dataset: { start: c.start, end: c.end },
    }, c.shown));
    if (error && error.offset >= byteLength(text)) cells.push(h('span', { class: 'cell end at' }, '\u00A0'));
    if (text === '') cells.unshift(h('span', { class: 'empty' }, error ? '' : 'the empty reference'));
    fill(strip, ...cells);
    strip.setAttribute('aria-label', `The string ${visible(text)}` + (error ? `, with an error at byte ${error.offset}` : ''));
    select(selected, false);
  }

  function showVerdict(reply, normal, edition) {
    const answer = reply.answer[0];
    if (!answer) { fill(verdict, h('p', {}, reply.problem)); return; }
    const error = answer.error;
    drawStrip(error ?? null);
    if (!error) {
      const normalized = normal.answer[0] && textOf(normal.answer[0], 'normalized');
      fill(verdict,
        h('p', { class: 'result yes' }, 'Conforms to ', h('b', {}, label(edition))),
        answer.errata && h('p', {}, `With the errata ${answer.errata.join(', ')} applied, it would not.`),
        text === '' && h('p', { class: 'quiet' }, 'It is empty: a reference to the current document.'),
        typeof normalized === 'string' && (normalized === text ? h('p', { class: 'quiet' }, 'Normalization leaves it as it is.')
          : h('div', { class: 'nearest' }, h('h3', {}, 'Normalized, which means the same'), h('button', { type: 'button', class: 'take', click: () => take(normalized) }, str(normalized)))));
      return;
    }
    const cause = answer.cause;
    const at = characters(text).find((c) => error.offset >= c.start && error.offset < c.end);
    const why = rules.all.get((error.rule ?? '').toLowerCase());
    const rows = [
      ['found', at ? [str(at.char), ` at byte ${error.offset}`] : `the end, at byte ${error.offset}`],
      ['expected', expected(error.expected ?? [])],
      why && ['rule', definition(why.definition, { marked: expectedIn(rules.all, why.definition, new Set(error.expected)), known: new Set(rules.all.keys()), open: (name) => showRule(name) })],
      error.section && ['section', sectionOf(error, edition)],
      answer.errata && ['errata', `It conforms with ${answer.errata.join(', ')} applied.`],
      cause?.component && ['component', cause.component],
    ].filter(Boolean);
    const nearest = (answer.nearest ?? []).map((n) => h('li', {},
      h('button', { type: 'button', class: 'take', click: () => take(textOf(n, 'text')) }, str(textOf(n, 'text'))),
      h('span', { class: 'quiet' }, n.edits.slice(0, 3).map(describe).join('; ') + (n.edits.length > 3 ? `; and ${n.edits.length - 3} more` : ''))));
    fill(verdict, 
      h('p', { class: 'result no' }, 'Does not conform to ', h('b', {}, label(edition))),
      h('dl', { class: 'facts' }, rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
      nearest.length > 0 && h('div', { class: 'nearest' }, h('h3', {}, 'Nearest strings that conform'), h('ul', {}, nearest)));
  }

  function showComponents(ast) {
    if (!ast) {
      fill(parts, h('p', { class: 'quiet' }, 'A string that does not conform has no components.'));
      return;
    }
    const value = (v) => v === null || v === undefined ? h('span', { class: 'absent' }, 'absent') : v === '' ? h('span', { class: 'void' }, 'empty') : str(v);
    const site = ast.site;
    const rows = [
      ['scheme', ast.scheme],
      ['authority', site ? site.text : null, site?.kind],
      ['userinfo', site?.userinfo ? site.userinfo.text : null, '', 1],
      ['host', site?.host ? site.host.text : null, site?.host?.kind, 1],
      ['port', site?.port, '', 1],
      ['path', ast.path?.text, ast.path?.kind],
      ['query', ast.query],
      ['fragment', ast.fragment],
    ];
    fill(parts, h('table', { class: 'parts' },
      h('caption', { class: 'hidden' }, 'Components of the reference'),
      h('tbody', {}, rows.map(([name, v, kind, depth]) => h('tr', {},
        h('th', { scope: 'row', class: depth && 'inner' }, name), h('td', {}, value(v)), h('td', { class: 'quiet' }, kind ?? ''))))));
  }

  let items = [];

  // showNearest shows the tree of the string that is nearest to one that does not conform.
  function showNearest(nearest, failed, edition) {
    const error = failed?.error;
    if (error?.rule) showRule(error.rule, { expected: new Set(error.expected) });
    side([{ ask: 'tree', input: nearest, edition }, { ask: 'tree', input: nearest, edition, svg: true }], ([derived, drawn]) => showTree(nearest, derived, drawn));
  }

  let tied = true; // the tree is that of the string above

  function showTree(of, reply, drawn) {
    const answer = reply.answer[0];
    items = [];
    tied = of === text;
    if (!answer?.tree) {
      selected = undefined;
      const why = answer?.valid ? answer.error?.message : 'A string that does not conform has no derivation.';
      fill(tree, h('p', { class: 'quiet' }, why ?? reply.problem ?? ''));
      fill(rule, h('p', { class: 'quiet' }, 'Choose a rule in the derivation, or in the text of another rule.'));
      if (answer?.error?.rule) showRule(answer.error.rule, { expected: new Set(answer.error.expected) });
      return;
    }
    const nodes = [];
    (function list(t, depth, above) {
      const node = { rule: t.rule, start: t.start, end: t.end, depth, above, below: [] };
      above?.below.push(t.rule);
      nodes.push(node);
      t.children.forEach((c) => list(c, depth + 1, node));
    })(answer.tree, 0, null);
    const outline = h('ul', { class: 'outline', role: 'tree', 'aria-label': 'The derivation as an outline', keydown: move });
    for (const node of nodes.slice(0, 2000)) {
      const item = h('li', {
        role: 'treeitem', 'aria-level': node.depth + 1, tabindex: '-1', style: null,
        click: () => select(node), focus: () => select(node), mouseenter: () => light(node), mouseleave: () => light(selected),
      }, h('span', { class: 'rule-name' }, node.rule), node.start === node.end ? h('span', { class: 'void' }, 'empty') : str(slice(of, node.start, node.end)));
      item.style.setProperty('--depth', node.depth);
      items.push({ node, item });
      outline.append(item);
    }
    const shown = [];
    const svg = drawn.answer[0];
    if (svg) {
      const drawing = picture(svg);
      for (const box of drawing.querySelectorAll('g > title')) {
        const m = /^(\S+) [\s\S]* (?:bytes|byte) (\d+)(?: to (\d+))?$/.exec(box.textContent);
        const node = m && nodes.find((n) => n.rule === m[1] && n.start === Number(m[2]) && n.end === Number(m[3] ?? m[2]));
        if (!node) continue;
        const g = box.parentElement;
        g.node = node;
        g.addEventListener('click', () => select(node));
        g.addEventListener('mouseenter', () => light(node));
        g.addEventListener('mouseleave', () => light(selected));
      }
      shown.push(h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'The derivation as boxes' }, drawing));
    }
    fill(tree, !tied && h('p', { class: 'quiet' }, 'The string has no derivation. The nearest string that has one is ', str(of)),
      h('div', { class: 'derivation' }, shown, outline),
      saveButtons('tree', svg ?? '', h('button', { type: 'button', click: () => save('tree.json', 'application/json', JSON.stringify(answer, null, 2) + '\n') }, 'Save JSON')));
    const same = selected && nodes.find((n) => n.rule === selected.rule && n.start === selected.start && n.depth === selected.depth);
    if (tied) select(same ?? nodes.at(-1));
    else if (items.length > 0) items[0].item.tabIndex = 0;
  }

  // move goes through the outline with the arrow keys.
  function move(event) {
    const at = items.findIndex(({ item }) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key] ??
      (event.key === 'ArrowLeft' ? items.findIndex(({ node }) => node === items[at]?.node.above) :
        event.key === 'ArrowRight' && items[at + 1]?.node.above === items[at]?.node ? at + 1 : undefined);
    if (next === undefined) return;
    event.preventDefault();
    items[Math.max(0, Math.min(next, items.length - 1))]?.item.focus();
  }

  // innermost is the deepest node at a character; of the empty ones, none.
  function innermost(cell) {
    const start = Number(cell.dataset.start);
    return items.findLast(({ node }) => node.start <= start && start < node.end)?.node;
  }
  strip.addEventListener('mouseover', (event) => { if (event.target.matches('.cell') && tied && items.length > 0) light(innermost(event.target) ?? selected); });
  strip.addEventListener('mouseleave', () => light(selected));
  strip.addEventListener('click', (event) => {
    const node = tied && event.target.matches('.cell') && innermost(event.target);
    if (node) select(node);
  });

  // light marks what belongs to a node: its characters, its box and its line.
  function light(node, here = tied) {
    for (const cell of strip.querySelectorAll('.cell')) {
      cell.classList.toggle('lit', here && Boolean(node) && Number(cell.dataset.start) >= node.start && Number(cell.dataset.end) <= node.end && node.start < node.end);
    }
    for (const { node: own, item } of items) item.classList.toggle('lit', own === node);
    for (const g of tree.querySelectorAll('g')) if (g.node) g.classList.toggle('lit', g.node === node);
  }

  function select(node, open = true) {
    selected = node;
    light(node);
    for (const { node: own, item } of items) {
      item.setAttribute('aria-selected', String(own === node));
      item.tabIndex = own === node ? 0 : -1;
    }
    if (node && open) showRule(node.rule, { used: new Set(node.below) });
  }

  // showRule shows a rule of the chosen edition.
  function showRule(name, marks) {
    const r = rules.all.get(name.toLowerCase());
    if (r) showPanel(rules.all, { edition: chosen() }, r, marks);
  }

  function showFindings(reply, edition) {
    const findings = reply.answer[0]?.findings ?? [];
    if (findings.length === 0) {
      fill(lint, h('p', { class: 'quiet' }, reply.problem ?? 'Nothing dangerous, unusual or hard to port.'));
      return;
    }
    fill(lint, h('ul', { class: 'findings' }, findings.map((f) => {
      const change = f.suggestion;
      const fixed = change && slice(text, 0, change.start) + change.text + slice(text, change.end, byteLength(text));
      return h('li', { mouseenter: () => light({ start: f.start, end: f.end }, true), mouseleave: () => light(selected) },
        h('p', {}, h('span', { class: ['tag', f.severity] }, f.severity), ' ', h('code', {}, f.code)),
        h('p', {}, visible(f.message), ' ', h('span', { class: 'quiet' }, sectionOf(f, f.edition))),
        change && h('p', {}, h('button', { type: 'button', class: 'take', click: () => take(fixed) }, str(fixed)),
          ' ', h('span', { class: 'quiet' }, change.equivalent ? 'equivalent' : 'means something else')));
    })));
  }

  function showCharacters(reply, used) {
    const groups = new Map();
    for (const row of reply.answer) {
      const classes = row.classes.map((c) => c.name).join(' ') || 'in no class';
      const group = groups.get(classes) ?? { classes, chars: [], components: row.components.join(' '), escapes: row.escapes.join(' ') };
      group.chars.push(row.char ?? row.bytes ?? row.code_points);
      groups.set(classes, group);
    }
    if (groups.size === 0) {
      fill(chars, h('p', { class: 'quiet' }, reply.problem ?? 'No characters.'));
      return;
    }
    fill(chars, h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Classes of the characters' }, h('table', { class: 'list' },
      h('thead', {}, h('tr', {}, ['Characters', 'Classes', 'May stand in'].map((t) => h('th', { scope: 'col' }, t)))),
      h('tbody', {}, [...groups.values()].map((g) => h('tr', {},
        h('td', {}, g.chars.map((c) => [str(c), ' '])), h('td', {}, h('code', {}, g.classes)),
        h('td', { class: 'quiet' }, g.components || (g.escapes ? `only in escapes: ${g.escapes}` : 'nothing'))))))));
  }

  update();
  if (!matchMedia('(pointer: coarse)').matches) input.focus({ preventScroll: true });
}

// expected is a list of what may stand at a place.
function expected(list) {
  return list.map((x, i) => [i > 0 && ' ', h('code', { class: 'token' }, x)]);
}

// describe says what an edit does.
function describe(edit) {
  const char = (c) => `“${visible(c ?? '')}”`;
  const where = ` at byte ${edit.offset}`;
  switch (edit.op) {
    case 'insert': return `${char(edit.to)} inserted${where}`;
    case 'delete': return `${char(edit.from)} deleted${where}`;
    case 'escape': return `${char(edit.from)} escaped${where}`;
  }
  return `${char(edit.to)} in place of ${char(edit.from)}${where}`;
}
