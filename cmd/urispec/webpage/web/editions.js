// The view of the editions: a document with its rules, the differences of two editions, and
// strings that tell all of them apart.
import { h, fill, str, visible, textOf } from './dom.js';
import { rulePanel } from './rule.js';
import { state, set, go, chosen, label, names, latest, timeline, editions, ask, trouble } from './app.js';

export async function render(root) {
  const list = latest(root);
  const differences = latest(root);
  const line = timeline('Editions', () => { set({ rule: null }); update(); });
  const about = h('div', { class: 'about' });
  const filter = h('input', { type: 'text', class: 'field', placeholder: 'Filter', 'aria-label': 'Filter the rules', spellcheck: 'false', input: () => showNames() });
  const menu = h('ul', { class: 'names' });
  const rule = h('div', { class: 'rule' });
  const showPanel = rulePanel(rule, (name) => open(name));
  const other = h('select', { 'aria-label': 'The edition to compare with', change: () => { set({ with: other.value }); compare(); } });
  const difference = h('div', { 'aria-live': 'polite' });
  const vectors = h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Verdicts of all editions' });
  fill(root, line.element,
    h('section', { class: 'card', 'aria-label': 'The document' }, about),
    h('div', { class: 'pane' },
      h('section', { class: 'card', 'aria-labelledby': 'rules-title' }, h('h2', { id: 'rules-title' }, 'Rules'), filter, menu),
      h('section', { class: 'card', 'aria-labelledby': 'rule-title' }, h('h2', { id: 'rule-title' }, 'Rule'), rule)),
    h('section', { class: 'card apart', 'aria-labelledby': 'diff-title' }, h('h2', { id: 'diff-title' }, 'Differences'), h('p', { class: 'bar' }, h('label', { class: 'field' }, 'Compare with', other)), difference),
    h('section', { class: 'card apart', 'aria-labelledby': 'vectors-title' }, h('h2', { id: 'vectors-title' }, 'What tells the editions apart'),
      h('p', { class: 'quiet' }, 'Every combination of verdicts that the ten editions give on some string, with a shortest string that gets it.'), vectors));

  let rules = new Map();

  for (const e of await editions()) line.say(e.edition, undefined, `${e.rules} rules`, e.title);

  async function update() {
    const name = chosen();
    const e = (await editions()).find((x) => x.edition === name);
    const facts = [
      ['date', e.date], ['status', e.status], e.amends && ['amends', label(e.amends)],
      e.obsoletes.length > 0 && ['obsoletes', e.obsoletes.join(', ')], e.updates.length > 0 && ['updates', e.updates.join(', ')],
      ['grammar', `${e.rules} rules, ${e.repairs} ${e.repairs === 1 ? 'repair' : 'repairs'}, ${e.errata} known errata`],
    ].filter(Boolean);
    fill(about, h('h1', {}, `${label(name)}: ${e.title}`), h('dl', { class: 'facts' }, facts.map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)])));
    list([{ ask: 'rules', edition: name }], ([reply]) => {
      rules = new Map(reply.answer.map((r) => [r.rule.toLowerCase(), r]));
      showNames();
      open(rules.has((state.rule ?? '').toLowerCase()) ? state.rule : reply.answer[0].rule);
    });
    const before = names[Math.max(0, names.indexOf(name) - 1)];
    const second = names.includes(state.with) && state.with !== name ? state.with : before === name ? names[1] : before;
    fill(other, names.filter((n) => n !== name).map((n) => h('option', { value: n, selected: n === second }, label(n))));
    compare();
  }

  function showNames() {
    const wanted = filter.value.toLowerCase();
    fill(menu, [...rules.values()].filter((r) => r.rule.toLowerCase().includes(wanted)).map((r) => h('li', {},
      h('button', { type: 'button', dataset: { rule: r.rule.toLowerCase() }, click: () => open(r.rule) }, r.rule,
        r.repairs.length + r.reading.length + (r.errata ?? []).length > 0 && h('span', { class: 'quiet', title: 'with a repair, an erratum or a reading' }, '•')))));
    current();
  }

  function current() {
    for (const button of menu.querySelectorAll('button')) {
      if (button.dataset.rule === (state.rule ?? '').toLowerCase()) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }

  function open(name) {
    const r = rules.get(name.toLowerCase());
    if (!r) return;
    set({ rule: r.rule });
    current();
    showPanel(rules, { edition: chosen() }, r);
  }

  // witness is a string that shows something, one click away from its view.
  const witness = (text, edition) => h('button', { type: 'button', class: 'witness', click: () => go('reference', { s: text, e: edition }) }, text === '' ? h('span', { class: 'void' }, 'empty') : str(text));

  function compare() {
    const a = chosen();
    const b = other.value;
    differences([{ ask: 'diff', edition: a, other: b }], ([reply]) => {
      const [whole, ...rest] = reply.answer;
      if (!whole) { fill(difference, h('p', {}, reply.problem)); return; }
      const sentence = {
        equal: `Every reference of ${label(a)} is one of ${label(b)}, and the other way round.`,
        subset: `Every reference of ${label(a)} is one of ${label(b)}, which has more.`,
        superset: `Every reference of ${label(b)} is one of ${label(a)}, which has more.`,
        overlapping: 'Each of the two has references that the other one does not have.',
        disjoint: 'They have no reference in common.',
      }[whole.relation] ?? whole.relation;
      const side = (only, causes, own, lacking) => {
        const seen = new Set();
        const all = [...only, ...causes].filter((c) => { const t = textOf(c, 'input'); return !seen.has(t) && seen.add(t); });
        return all.length > 0 && h('div', {}, h('h3', {}, `Only ${label(own)}`), h('ul', { class: 'plain-list' }, all.map((c) => {
          const why = c[lacking]?.error;
          return h('li', {}, witness(textOf(c, 'input'), own), ' ', h('span', { class: 'quiet' }, c.rule && `by ${c.rule}. `, why && visible(why.message)));
        })));
      };
      const differing = rest.filter((r) => r.what === 'rule' && r.relation !== 'equal');
      const equal = rest.filter((r) => r.what === 'rule' && r.relation === 'equal').map((r) => r.rule_a);
      const cell = (only) => only.length === 0 ? '–' : textOf(only[0], 'input') === '' ? h('span', { class: 'void' }, 'empty') : str(textOf(only[0], 'input'));
      fill(difference, h('p', {}, sentence), h('div', { class: 'columns' }, side(whole.only_a, whole.causes_a, a, 'b'), side(whole.only_b, whole.causes_b, b, 'a')),
        differing.length > 0 && [h('h3', {}, 'Rule by rule'), h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Rule by rule' }, h('table', {},
          h('thead', {}, h('tr', {}, ['Rule', 'Relation', `Only ${label(a)}`, `Only ${label(b)}`].map((t) => h('th', { scope: 'col' }, t)))),
          h('tbody', {}, differing.map((r) => h('tr', {}, h('td', {}, h('code', {}, r.rule_a === r.rule_b ? r.rule_a : `${r.rule_a} = ${r.rule_b}`)), h('td', {}, r.relation), h('td', {}, cell(r.only_a)), h('td', {}, cell(r.only_b)))))))],
        equal.length > 0 && h('p', { class: 'quiet' }, `Equal: ${equal.join(', ')}.`),
        whole.unpaired_a.length > 0 && h('p', { class: 'quiet' }, `Only in ${label(a)}: ${whole.unpaired_a.join(', ')}.`),
        whole.unpaired_b.length > 0 && h('p', { class: 'quiet' }, `Only in ${label(b)}: ${whole.unpaired_b.join(', ')}.`));
    });
  }

  update();
  ask([{ ask: 'sample', edition: names[0], between: names.slice(1), n: 200 }]).then(([reply]) => {
    fill(vectors, h('table', { class: 'vectors' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'String'), names.map((n) => h('th', { scope: 'col' }, label(n))))),
      h('tbody', {}, reply.answer.map((v) => h('tr', {}, h('td', {}, witness(textOf(v, 'text'), chosen())),
        names.map((n) => h('td', { class: v.verdicts[n] ? 'yes' : 'no' }, v.verdicts[n] ? '✓' : '✗', h('span', { class: 'hidden' }, v.verdicts[n] ? 'conforms' : 'does not conform'))))))));
  }).catch(trouble);
}
