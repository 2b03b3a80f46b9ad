// The view of a grammar of one's own: what is wrong with it, whether examples match, its rules
// as diagrams, what it derives in two ways, samples, how it differs from an edition, and exports.
import { h, fill, str, visible, textOf, slice, picture, save, saveButtons } from './dom.js';
import { rulePanel } from './rule.js';
import { state, set, label, names, latest, ask, trouble } from './app.js';
import { edit } from './editor.js';

const firstText = `; A date as RFC 3339 writes it
date  = year "-" month "-" day
year  = 4DIGIT
month = "0" %x31-39 / "1" %x30-32
day   = "0" %x31-39 / ( "1" / "2" ) DIGIT / "3" %x30-31
`;
const firstTests = '+2026-11-22\n+1999-01-31\n-2026-13-01\n-26-1-1';

export function render(root) {
  const judge = latest(root);
  const tests = latest(root);
  const trees = latest(root);
  const strings = latest(root);
  const differences = latest(root);
  const exports = latest(root);

  const editor = h('div', { class: 'editor' });
  const findings = h('ul', { class: 'findings' });
  const start = h('select', { id: 'start', change: () => { set({ start: start.value }); update(); } }, h('option', { value: state.start ?? '' }, state.start || 'the first rule'));
  const depth = h('input', { id: 'depth', type: 'number', min: '0', max: '99', value: state.depth ?? '', placeholder: '–', input: () => { set({ depth: depth.value || null }); later(); } });
  const lists = h('select', { id: 'lists', change: () => { set({ lists: lists.value || null }); update(); } },
    [['', 'none'], ['rfc822', 'RFC 822'], ['rfc2616', 'RFC 2616'], ['rfc9110', 'RFC 9110']].map(([value, name]) => h('option', { value, selected: value === (state.lists ?? '') }, name)));
  const rows = h('ul', { class: 'tests' });
  const summary = h('p', { class: 'quiet', 'aria-live': 'polite' });
  const menu = h('ul', { class: 'names' });
  const rule = h('div', { class: 'rule' });
  const showPanel = rulePanel(rule, (name) => open(name));
  const tree = h('div', { class: 'tree' });
  const ambiguous = h('section', { class: 'card wide', 'aria-labelledby': 'ambiguous-title' });
  const made = h('div', { 'aria-live': 'polite' });
  const other = h('select', { 'aria-label': 'What to compare with', change: compare },
    h('option', { value: '' }, 'nothing'), names.map((n) => h('option', { value: n }, label(n))), h('option', { value: 'own' }, 'another grammar'));
  const second = h('textarea', { class: 'second', rows: '6', spellcheck: 'false', 'aria-label': 'The other grammar', hidden: true, input: () => { clearTimeout(clock); clock = setTimeout(compare, 250); } });
  const difference = h('div', { 'aria-live': 'polite' });
  const form = h('select', { 'aria-label': 'Form of the export', change: doExport },
    [['', 'choose a form'], ['ecmascript', 'JavaScript'], ['re2', 'Go (RE2)'], ['python', 'Python'], ['pcre', 'PCRE'], ['posix', 'POSIX (grep -E)'], ['re2c', 're2c'], ['dot', 'Graphviz'], ['json', 'automaton as JSON']]
      .map(([value, name]) => h('option', { value }, name)));
  const exported = h('div');

  fill(root,
    h('div', { class: 'columns first' },
      h('section', { class: 'card', 'aria-labelledby': 'grammar-title' }, h('h2', { id: 'grammar-title' }, 'Grammar'),
        editor,
        h('p', { class: 'bar below' }, h('label', { class: 'field' }, 'Start', start), h('label', { class: 'field' }, 'Depth of recursion', depth), h('label', { class: 'field' }, 'Lists', lists)),
        findings),
      h('section', { class: 'card', 'aria-labelledby': 'tests-title' }, h('h2', { id: 'tests-title' }, 'Examples'), summary, rows,
        h('p', { class: 'actions' },
          h('button', { type: 'button', click: () => add('', true) }, 'Add one that matches'),
          h('button', { type: 'button', click: () => add('', false) }, 'Add one that does not')),
        h('div', {}, h('h3', {}, 'Derivation of the chosen example'), tree))),
    h('div', { class: 'pane' },
      h('section', { class: 'card', 'aria-labelledby': 'rules-title' }, h('h2', { id: 'rules-title' }, 'Rules'), menu),
      h('section', { class: 'card', 'aria-labelledby': 'rule-title' }, h('h2', { id: 'rule-title' }, 'Rule'), rule)),
    h('div', { class: 'columns' },
      ambiguous,
      h('section', { class: 'card', 'aria-labelledby': 'made-title' }, h('h2', { id: 'made-title' }, 'Strings'),
        h('p', { class: 'bar' },
          h('button', { type: 'button', click: () => sample({ seed: Math.floor(Math.random() * 2 ** 32), n: 10 }, true) }, 'Samples'),
          h('button', { type: 'button', click: () => sample({ cover: true, n: 60 }, true) }, 'A cover'),
          h('button', { type: 'button', click: () => sample({ invalid: true, n: 60 }, false) }, 'Near misses'),
          h('button', { type: 'button', click: saveSuite }, 'Save a test suite')), made),
      h('section', { class: 'card', 'aria-labelledby': 'diff-title' }, h('h2', { id: 'diff-title' }, 'Differences'),
        h('p', { class: 'bar' }, h('label', { class: 'field' }, 'Compare with', other)), second, difference),
      h('section', { class: 'card wide', 'aria-labelledby': 'export-title' }, h('h2', { id: 'export-title' }, 'Export'), h('p', { class: 'bar' }, form), exported)));

  let clock;
  let rules = new Map();
  let examples = (state.t ?? firstTests).split('\n').filter((l) => l).map((l) => ({ text: l.slice(1), matches: l[0] === '+' }));
  let chosen = 0;
  const later = () => { clearTimeout(clock); clock = setTimeout(update, 150); };
  const cm = edit(editor, state.g ?? firstText, (text) => { set({ g: text }); later(); });

  // own is the grammar as a part of a question.
  const own = () => ({ grammar: { text: cm.text, start: state.start ?? '', depth: Number(depth.value) || 0, lists: lists.value } });

  function update() {
    const grammar = own();
    judge([{ ask: 'grammar check', ...grammar }, { ask: 'rules', ...grammar }], ([checked, listed]) => {
      const all = checked.answer;
      if (checked.problem && all.length === 0) all.push({ line: 1, column: 1, severity: 'error', code: 'grammar', message: checked.problem });
      cm.show(all.map((f) => ({ ...f, message: visible(f.message) })));
      fill(findings, all.length === 0 && h('li', { class: 'quiet' }, 'Nothing is wrong with it.'), all.map((f) => h('li', {},
        h('button', { type: 'button', class: 'at', click: () => cm.go(f.line, f.column) }, `${f.line}:${f.column}`), ' ',
        h('span', { class: ['tag', f.severity] }, f.severity), ' ', visible(f.message))));
      showAmbiguities(all.filter((f) => f.chosen), listed.answer.length > 0);
      root.classList.toggle('broken', listed.answer.length === 0);
      if (listed.answer.length === 0) {
        if (all.every((f) => f.severity !== 'error') && listed.problem) fill(findings, h('li', {}, h('span', { class: 'tag error' }, 'error'), ' ', listed.problem));
        fill(summary, 'The examples are checked once the grammar is complete.');
        return;
      }
      rules = new Map(listed.answer.map((r) => [r.rule.toLowerCase(), r]));
      const mine = listed.answer.filter((r) => r.line);
      fill(start, h('option', { value: '' }, 'the first rule'), mine.map((r) => h('option', { value: r.rule, selected: r.rule === state.start }, r.rule)));
      fill(menu, listed.answer.map((r) => h('li', {}, h('button', { type: 'button', dataset: { rule: r.rule.toLowerCase() }, click: () => open(r.rule) }, r.rule))));
      open(rules.has((state.rule ?? '').toLowerCase()) ? state.rule : mine[0]?.rule ?? listed.answer[0].rule);
      check();
      compare();
      doExport();
    });
  }

  function open(name) {
    const r = rules.get(name.toLowerCase());
    if (!r) return;
    set({ rule: r.rule });
    for (const button of menu.querySelectorAll('button')) {
      if (button.dataset.rule === name.toLowerCase()) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    showPanel(rules, own(), r);
  }

  // The examples.

  function add(text, matches) {
    examples.push({ text, matches });
    chosen = examples.length - 1;
    showRows();
    check();
    rows.lastElementChild?.querySelector('input').focus();
  }

  function showRows() {
    fill(rows, examples.map((x, i) => h('li', {},
      h('span', { class: 'sign', 'aria-hidden': 'true' }),
      h('input', { type: 'text', value: x.text, spellcheck: 'false', dir: 'ltr', 'aria-label': `Example ${i + 1}, ${x.matches ? 'must match' : 'must not match'}`, focus: () => { chosen = i; derive(); }, input: (e) => { x.text = e.target.value; check(); } }),
      h('span', { class: 'row' },
        h('button', { type: 'button', title: 'Whether it must match', click: () => { x.matches = !x.matches; showRows(); check(); } }, x.matches ? 'matches' : 'does not'),
        h('button', { type: 'button', 'aria-label': `Remove example ${i + 1}`, click: () => { examples.splice(i, 1); chosen = 0; showRows(); check(); } }, '×')))));
  }

  function check() {
    set({ t: examples.map((x) => (x.matches ? '+' : '-') + x.text).join('\n') });
    const grammar = own();
    tests(examples.map((x) => ({ ask: 'check', ...grammar, input: x.text })), (replies) => {
      let passed = 0;
      replies.forEach((reply, i) => {
        const row = rows.children[i];
        const answer = reply.answer[0];
        if (!row || !answer) return;
        const pass = answer.valid === examples[i].matches;
        passed += pass;
        row.classList.toggle('pass', pass);
        row.classList.toggle('fail', !pass);
        row.querySelector('.sign').textContent = pass ? '✓' : '✗';
        row.title = answer.error ? visible(`byte ${answer.error.offset}: ${answer.error.message}`) : 'the grammar derives it';
      });
      fill(summary, `${passed} of ${examples.length} examples are as they should be.`);
      derive();
    });
  }

  function derive() {
    const x = examples[chosen];
    if (!x) { fill(tree); return; }
    const grammar = own();
    trees([{ ask: 'tree', ...grammar, input: x.text, svg: true }, { ask: 'tree', ...grammar, input: x.text }], ([drawn, derived]) => {
      const answer = derived.answer[0];
      if (!drawn.answer[0]) {
        fill(tree, h('p', { class: 'quiet' }, str(x.text), ' ', answer?.error ? visible(`fails at byte ${answer.error.offset}: ${answer.error.message}`) : ''));
        return;
      }
      fill(tree, h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'The derivation as boxes' }, picture(drawn.answer[0])),
        saveButtons('tree', drawn.answer[0], h('button', { type: 'button', click: () => save('tree.json', 'application/json', JSON.stringify(answer, null, 2) + '\n') }, 'Save JSON')));
    });
  }

  // Two trees of one string.

  function showAmbiguities(list, known) {
    const outline = (t, text, depth) => [
      h('li', { style: null, dataset: { depth } }, h('span', { class: 'rule-name' }, t.rule), ' ', t.start === t.end ? h('span', { class: 'void' }, 'empty') : str(slice(text, t.start, t.end))),
      t.children.map((c) => outline(c, text, depth + 1))];
    const drawn = (t, text) => {
      const ul = h('ul', { class: 'outline still' }, outline(t, text, 0));
      for (const li of ul.children) li.style.setProperty('--depth', li.dataset.depth);
      return ul;
    };
    fill(ambiguous, h('h2', { id: 'ambiguous-title' }, 'Ambiguities'),
      list.length === 0 && h('p', { class: 'quiet' }, !known ? 'Ambiguities are shown once the grammar is complete.' : 'No definition of a rule derives a string in two ways.'),
      list.map((f) => [h('p', {}, h('code', {}, f.rule ?? ''), ' derives ', str(textOf(f, 'input')), ' in two ways.'),
        h('div', { class: 'derivation' }, drawn(f.chosen, textOf(f, 'input')), drawn(f.other, textOf(f, 'input')))]));
  }

  function sample(how, matches) {
    strings([{ ask: 'sample', ...own(), ...how }], ([reply]) => {
      if (reply.answer.length === 0) { fill(made, h('p', { class: 'quiet' }, reply.problem || 'There are none.')); return; }
      fill(made, h('p', { class: 'quiet' }, 'Choose one to add it to the examples.'), h('div', { class: 'many' }, reply.answer.map((s) => {
        const text = textOf(s, 'text');
        return h('button', { type: 'button', class: 'witness', click: () => add(text, matches) }, text === '' ? h('span', { class: 'void' }, 'empty') : str(text));
      })), h('p', { class: 'actions' }, h('button', { type: 'button', click: () => save('strings.jsonl', 'application/jsonl', reply.answer.map((s) => JSON.stringify(s)).join('\n') + '\n') }, 'Save JSON Lines')));
    });
  }

  // saveSuite keeps the cases of a suite, a line each.
  function saveSuite() {
    strings([{ ask: 'suite', ...own(), n: 1000 }], ([reply]) => {
      if (reply.answer.length === 0) { fill(made, h('p', { class: 'quiet' }, reply.problem)); return; }
      save('suite.jsonl', 'application/jsonl', reply.answer.map((c) => JSON.stringify(c)).join('\n') + '\n');
      fill(made, h('p', { class: 'quiet' }, `Saved ${reply.answer.length} cases.`));
    });
  }

  function compare() {
    second.hidden = other.value !== 'own';
    if (!other.value || other.value === 'own' && !second.value.trim()) { fill(difference); return; }
    const to = other.value === 'own' ? { other_grammar: { text: second.value } } : { other: other.value };
    differences([{ ask: 'diff', ...own(), ...to }], ([reply]) => {
      const whole = reply.answer[0];
      if (!whole) { fill(difference, h('p', { class: 'quiet' }, reply.problem)); return; }
      const theirs = other.value === 'own' ? 'the other grammar' : label(other.value);
      const side = (only, causes, name) => [...new Set([...only, ...causes].map((x) => textOf(x, 'input')))].map((text) => h('li', {}, str(text || '(empty)'), h('span', { class: 'quiet' }, ` only ${name}`)));
      fill(difference, h('p', {}, { equal: 'Both have the same strings.', subset: `All strings of this grammar are in ${theirs}, which has more.`, superset: `This grammar has all strings of ${theirs}, and more.` }[whole.relation] ?? `Each has strings that the other lacks (${whole.relation}).`),
        h('ul', { class: 'plain-list' }, side(whole.only_a, whole.causes_a, 'this grammar'), side(whole.only_b, whole.causes_b, theirs)));
    });
  }

  function doExport() {
    if (!form.value) { fill(exported); return; }
    exports([{ ask: 'export', ...own(), to: form.value }], ([reply]) => {
      const text = reply.answer[0];
      if (text === undefined) { fill(exported, h('p', { class: 'quiet' }, reply.problem)); return; }
      const shown = text.length > 20_000 ? text.slice(0, 20_000) + '…' : text;
      fill(exported, h('pre', { class: 'definition export', tabindex: '0' }, h('code', {}, shown)),
        h('p', { class: 'actions' }, h('button', { type: 'button', click: () => navigator.clipboard.writeText(text).catch(trouble) }, 'Copy'),
          h('button', { type: 'button', click: () => save(`grammar.${{ dot: 'dot', json: 'json' }[form.value] ?? 'txt'}`, 'text/plain', text) }, 'Save')));
    });
  }

  showRows();
  update();
}
