// What is known of a rule: its published text, where that is from, what was decided about
// it, and its railroad diagram.
import { h, fill, picture, saveButtons, definition, sectionOf } from './dom.js';
import { latest } from './app.js';

// expectedIn returns the tokens of a rule's text that are expected, or that name a rule whose own
// text has an expected one.
export function expectedIn(rules, text, expected) {
  const tokens = (t) => t.match(/"[^"\n]*"|%[bdxBDX][0-9A-Fa-f.-]+|[A-Za-z][\w-]*/g) ?? [];
  const out = new Set();
  for (const token of tokens(text).slice(1)) {
    const r = rules.get(token.toLowerCase());
    if (expected.has(token) || r && tokens(r.definition).slice(1).some((t) => expected.has(t))) out.add(token);
  }
  return out;
}

// rulePanel returns a function that shows a rule of a grammar in an element. The grammar is
// the part of a question that names it; open is called with the name of another rule. The
// names in used are lit, and the tokens that are expected are marked, because one is missing.
export function rulePanel(element, open) {
  const ask = latest(element);
  return (rules, grammar, r, { used = new Set(), expected: wanted = new Set() } = {}) => {
    const expected = expectedIn(rules, r.definition, wanted);
    const known = new Set(rules.keys());
    const where = grammar.grammar ? `line ${r.line}` : r.line ? `line ${r.line} of the collected grammar` : 'not in the published text';
    const diagram = h('div', { class: 'scroll diagram', tabindex: '0', role: 'group', 'aria-label': `Railroad diagram of ${r.rule}` });
    const buttons = h('div');
    fill(element,
      definition(r.definition, { known, open, used, marked: expected }),
      h('p', { class: 'quiet' }, [r.line || !grammar.grammar ? where : 'imported', sectionOf(r, grammar.edition)].filter(Boolean).join(', ')),
      r.repairs.map((x) => h('p', { class: 'remark' }, h('b', {}, `Repair ${x.id}: `), `${x.what} is read as ${x.with}. ${x.why}`)),
      (r.errata ?? []).map((x) => h('p', { class: 'remark' }, h('b', {}, `Erratum ${x.id}: `), x.summary)),
      r.reading.map((x) => h('p', { class: 'remark' }, h('b', {}, 'Reading'), x.section ? ` (section ${x.section}): ` : ': ', `${x.what}. ${x.why}`)),
      diagram, buttons);
    ask([{ ask: 'rules', ...grammar, rule: r.rule, svg: true }], ([reply]) => {
      if (!reply.answer[0]) return;
      const drawing = picture(reply.answer[0]);
      for (const g of drawing.querySelectorAll('g.rule, g.class, g.literal')) {
        const name = g.querySelector('text')?.textContent ?? '';
        g.classList.toggle('lit', used.has(name));
        g.classList.toggle('expected', expected.has(name));
        if (g.classList.contains('literal') || !known.has(name.toLowerCase())) continue;
        g.classList.add('link');
        g.addEventListener('click', () => open(name));
      }
      fill(diagram, drawing);
      fill(buttons, saveButtons(r.rule, reply.answer[0]));
    });
  };
}
