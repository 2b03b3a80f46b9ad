// What is known of a rule: its published text, where that is from, what was decided about
// it, and its railroad diagram.
import { h, fill, picture, saveButtons, definition, sectionOf } from './dom.js';
import { latest } from './app.js';

// rulePanel returns a function that shows a rule of a grammar in an element. The grammar is
// the part of a question that names it; open is called with the name of another rule.
export function rulePanel(element, open) {
  const ask = latest(element);
  return (rules, grammar, r, used = new Set()) => {
    const known = new Set(rules.keys());
    const where = grammar.grammar ? `line ${r.line}` : r.line ? `line ${r.line} of the collected grammar` : 'not in the published text';
    const diagram = h('div', { class: 'scroll diagram', tabindex: '0', role: 'group', 'aria-label': `Railroad diagram of ${r.rule}` });
    const buttons = h('div');
    fill(element,
      definition(r.definition, { known, open, used }),
      h('p', { class: 'quiet' }, [r.line || !grammar.grammar ? where : 'imported', sectionOf(r, grammar.edition)].filter(Boolean).join(', ')),
      r.repairs.map((x) => h('p', { class: 'remark' }, h('b', {}, `Repair ${x.id}: `), `${x.what} is read as ${x.with}. ${x.why}`)),
      (r.errata ?? []).map((x) => h('p', { class: 'remark' }, h('b', {}, `Erratum ${x.id}: `), x.summary)),
      r.reading.map((x) => h('p', { class: 'remark' }, h('b', {}, 'Reading'), x.section ? ` (section ${x.section}): ` : ': ', `${x.what}. ${x.why}`)),
      diagram, buttons);
    ask([{ ask: 'rules', ...grammar, rule: r.rule, svg: true }], ([reply]) => {
      if (!reply.answer[0]) return;
      const drawing = picture(reply.answer[0]);
      for (const g of drawing.querySelectorAll('g.rule, g.class')) {
        const name = g.querySelector('text')?.textContent ?? '';
        if (!known.has(name.toLowerCase())) continue;
        g.classList.toggle('lit', used.has(name));
        g.classList.add('link');
        g.addEventListener('click', () => open(name));
      }
      fill(diagram, drawing);
      fill(buttons, saveButtons(r.rule, reply.answer[0]));
    });
  };
}
