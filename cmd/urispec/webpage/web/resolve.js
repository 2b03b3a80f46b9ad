// The view of a resolution: the targets by all editions, and the steps of the chosen one.
import { h, fill, str, visible, textOf } from './dom.js';
import { state, set, go, chosen, label, latest, timeline } from './app.js';

export function render(root) {
  const all = latest(root);
  const one = latest(root);
  const field = (id, name, value) => {
    const input = h('input', { id, class: 'string', type: 'text', value, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', dir: 'ltr', maxlength: '8192', input: update });
    return [h('div', { class: 'entry' }, h('label', { for: id }, name), input), input];
  };
  const [baseEntry, base] = field('base', 'Base', state.base ?? 'http://a/b/c/d;p?q');
  const [refEntry, ref] = field('ref', 'Reference', state.r ?? '../g');
  const line = timeline('Target by each edition; choose one to see its steps', update);
  const result = h('div', { class: 'verdict', 'aria-live': 'polite' });
  const targets = h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Targets' });
  const player = h('div', { class: 'player', role: 'group', 'aria-label': 'Steps' });
  const steps = h('ol', { class: 'steps' });
  const buffers = h('div', { class: 'buffers', 'aria-live': 'polite' });
  fill(root, h('div', { class: 'pair' }, baseEntry, refEntry), line.element,
    h('div', { class: 'columns' },
      h('section', { class: 'card wide', 'aria-labelledby': 'steps-title' }, h('h2', { id: 'steps-title' }, 'Steps'), result, player, buffers, steps),
      h('section', { class: 'card wide', 'aria-labelledby': 'targets-title' }, h('h2', { id: 'targets-title' }, 'Targets'), targets)));

  let trace = [];
  let at = 0;
  let clock;

  function update() {
    set({ base: base.value, r: ref.value });
    const edition = chosen();
    all([{ ask: 'compare', input: ref.value, base: base.value }], ([reply]) => showTargets(reply.answer[0]));
    one([{ ask: 'resolve', input: ref.value, base: base.value, edition }], ([reply]) => showSteps(reply, edition));
  }

  // target is what an edition resolves the reference to, for people.
  function target(r, error) {
    if (error) return h('span', { class: 'quiet' }, visible(error.message));
    if (!r) return h('span', { class: 'absent' }, 'resolves nothing');
    if (r.same_document) return h('span', {}, 'the current document', r.fragment !== null && [', fragment ', str(r.fragment)]);
    if (r.error) return h('span', { class: 'quiet' }, visible(r.error.message));
    const text = textOf(r, 'target');
    return [h('button', { type: 'button', class: 'witness', click: () => go('reference', { s: text, e: r.edition }) }, str(text)),
      r.conforms === false && h('span', { class: 'quiet' }, ' which does not conform')];
  }

  function showTargets(answer) {
    if (!answer) return;
    for (const o of answer.editions) {
      const r = o.resolution;
      line.say(o.edition, r ? r.target !== null && r.target !== undefined || r.same_document : undefined,
        !r ? 'resolves nothing' : r.same_document ? 'same document' : r.error ? 'no target' : visible(textOf(r, 'target')), '');
    }
    fill(targets, h('table', { class: 'targets' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Edition'), h('th', { scope: 'col' }, 'Target'))),
      h('tbody', {}, answer.editions.map((o) => h('tr', {}, h('th', { scope: 'row' }, label(o.edition)),
        h('td', {}, target(o.resolution, o.resolution && !o.valid ? o.error : null)))))));
  }

  function showSteps(reply, edition) {
    const answer = reply.answer[0];
    stop();
    trace = answer?.trace ?? [];
    at = Math.max(0, trace.length - 1);
    if (!answer) {
      fill(result, h('p', { class: 'result no' }, reply.problem));
    } else if (answer.error) {
      const where = answer.error.offset === undefined ? '' : ` at byte ${answer.error.offset}`;
      fill(result, h('p', { class: 'result no' }, `No target by ${label(edition)}: `, h('span', {}, `${answer.error.in ?? ''}${where}: ${visible(answer.error.message)}`)));
    } else {
      fill(result, h('p', { class: 'result yes' }, target(answer, null)));
    }
    fill(steps, ...trace.map((s, i) => h('li', {}, h('button', { type: 'button', click: () => { stop(); show(i); } },
      h('span', { class: 'number' }, s.step), h('span', {}, s.what)))));
    const button = (name, does) => h('button', { type: 'button', click: does }, name);
    const play = button('Play', () => clock ? stop() : start());
    play.classList.add('play');
    fill(player, ...trace.length === 0 ? [] : [
      button('First', () => { stop(); show(0); }), button('Back', () => { stop(); show(at - 1); }), play,
      button('Next', () => { stop(); show(at + 1); }), h('span', { class: 'quiet count' })]);
    show(at);
  }

  function start() {
    if (at === trace.length - 1) show(0);
    player.querySelector('.play').textContent = 'Pause';
    clock = setInterval(() => { if (at >= trace.length - 1 || !root.isConnected) stop(); else show(at + 1); }, 1100);
  }

  function stop() {
    clearInterval(clock);
    clock = undefined;
    const play = player.querySelector('.play');
    if (play) play.textContent = 'Play';
  }

  function show(i) {
    at = Math.max(0, Math.min(i, trace.length - 1));
    const step = trace[at];
    [...steps.children].forEach((li, j) => {
      const button = li.firstChild;
      if (j === at) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      button.classList.toggle('later', j > at);
    });
    const count = player.querySelector('.count');
    if (count) count.textContent = `step ${at + 1} of ${trace.length}`;
    if (!step) { fill(buffers); return; }
    const buffer = (name, before, after) => h('div', { class: 'buffer' }, h('h3', {}, name),
      before !== after && h('div', {}, h('del', {}, str(before))), h('div', {}, str(after)),
      after === '' && h('span', { class: 'void' }, 'empty'));
    fill(buffers,
      ('after' in step) && buffer('input_after' in step ? 'Output' : step.before ? 'Before and after' : 'Result', step.before || step.after, step.after),
      ('input_after' in step) && buffer('Input', step.input_before, step.input_after));
  }

  update();
}
