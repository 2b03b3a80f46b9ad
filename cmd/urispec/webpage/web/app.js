// The page: which view is shown, and the state, which is in the fragment of the address.
import { h } from './dom.js';
import { ask as send } from './ask.js';

const main = document.getElementById('main');
const busy = document.querySelector('.busy');

// state is what the address says: view, e (the edition), s (the string), and what the views add.
export let state = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
state.view ??= 'reference';

// set changes the state and the address. A new entry of the history is made only when the
// view changes.
let later;
export function set(changes, { push = false } = {}) {
  state = { ...state, ...changes };
  for (const key of Object.keys(state)) if (state[key] === null || state[key] === undefined) delete state[key];
  const hash = '#' + new URLSearchParams(state);
  clearTimeout(later);
  if (push) history.pushState(null, '', hash);
  else later = setTimeout(() => history.replaceState(null, '', hash), 120); // browsers limit how often
}

// go shows a view with a state.
export function go(view, changes = {}) {
  set({ ...changes, view }, { push: true });
  show();
}

let waiting = 0;
let mark;

// ask asks questions. If that takes longer than 200 ms, the page says so.
export async function ask(questions, signal) {
  waiting++;
  mark ??= setTimeout(() => { document.body.classList.add('waiting'); busy.textContent = 'Computing …'; }, 200);
  try {
    return await send(questions, signal);
  } finally {
    if (--waiting === 0) {
      clearTimeout(mark);
      mark = undefined;
      document.body.classList.remove('waiting');
      busy.textContent = '';
    }
  }
}

// latest returns a function that asks questions, of which only the last ones count. While an
// answer is on its way, newer questions wait for it, so that whoever types fast does not make
// the answers of whole words begin anew; if it takes longer than patience, it is cancelled.
// The function calls done with the replies, if root is still on the page.
const patience = 1500;
export function latest(root) {
  let running; // what cancels the questions that are on their way
  let waiting; // the newest questions after them
  async function run(questions, done) {
    const mine = running = new AbortController();
    let replies;
    try {
      replies = await ask(questions, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) trouble(error);
    }
    if (running === mine) running = undefined;
    if (waiting) {
      const next = waiting;
      waiting = undefined;
      next();
    } else if (replies && root.isConnected) done(replies);
  }
  return (questions, done) => {
    if (!running) return run(questions, done);
    const before = running;
    if (!waiting) setTimeout(() => { if (running === before) before.abort(); }, patience);
    waiting = () => run(questions, done);
  };
}

// trouble tells the reader that there is no answer.
export function trouble(error) {
  const old = document.querySelector('.trouble');
  old?.remove();
  const box = h('div', { class: 'trouble', role: 'alert' }, `No answer: ${error.message || error}`,
    h('button', { type: 'button', click: () => box.remove() }, 'Close'));
  document.body.append(box);
}

let known;

// editions returns what is known of each edition, in their order.
export async function editions() {
  known ??= ask([{ ask: 'editions' }]).then(([reply]) => reply.answer);
  try {
    return await known;
  } catch (error) {
    known = undefined;
    throw error;
  }
}

// chosen is the name of the edition that the address has.
export const chosen = () => names.includes(state.e) ? state.e : 'rfc3986';

// names are the editions and their years, which stand here so that nothing moves when the
// first answer comes.
export const years = {
  'rfc1738': 1994, 'rfc1808': 1995, 'url-syntax-02': 1996, 'url-syntax-09': 1997, 'rfc2396': 1998,
  'rfc2732': 1999, 'rfc2396bis-00': 2002, 'rfc3986': 2005, 'rfc3987': 2005, 'rfc6874': 2013,
};
export const names = Object.keys(years);

// label is a name of an edition for people.
export const label = (name) => name.replace(/^rfc(\d+)$/, 'RFC $1');

// timeline returns the switch between the editions. What an edition says of something is
// put beside it with its function say.
export function timeline(legend, change) {
  const marks = new Map();
  const element = h('fieldset', { class: 'timeline' }, h('legend', {}, legend),
    h('div', { class: 'editions' }, names.map((name) => {
      const say = h('span', { class: 'say' });
      const input = h('input', { type: 'radio', name: 'edition', value: name, checked: name === chosen(), change: () => { set({ e: name }); change(name); } });
      const box = h('label', { class: 'edition', dataset: { edition: name } }, input,
        h('span', { class: 'year' }, String(years[name])), h('span', { class: 'name' }, label(name)), say);
      marks.set(name, { box, say });
      return box;
    })));
  return {
    element,
    say(name, verdict, text, title) {
      const { box, say } = marks.get(name);
      box.classList.toggle('yes', verdict === true);
      box.classList.toggle('no', verdict === false);
      say.textContent = text;
      box.title = title ?? '';
    },
  };
}

const views = {
  reference: () => import('./reference.js'),
  resolve: () => import('./resolve.js'),
  editions: () => import('./editions.js'),
  grammar: () => import('./grammar.js'),
  tour: () => import('./tour.js'),
};

const titles = { reference: 'Reference', resolve: 'Resolve', editions: 'Editions', grammar: 'Grammar', tour: 'Tour' };

let shown = 0;

async function show() {
  if (!(state.view in views)) state.view = 'reference';
  const turn = ++shown;
  const view = state.view;
  for (const link of document.querySelectorAll('nav a')) {
    link.toggleAttribute('aria-current', link.dataset.view === view);
    if (link.dataset.view === view) link.setAttribute('aria-current', 'page');
  }
  document.title = `${titles[view]} · urispec`;
  try {
    const { render } = await views[view]();
    if (turn !== shown) return;
    const element = h('div', { class: 'view', dataset: { view } });
    main.replaceChildren(element);
    await render(element);
  } catch (error) {
    trouble(error);
  }
}

for (const link of document.querySelectorAll('nav a')) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link.dataset.view);
  });
}
document.querySelector('.skip').addEventListener('click', (event) => { event.preventDefault(); main.focus(); });

function fromAddress() {
  state = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  state.view ??= 'reference';
  show();
}
addEventListener('popstate', fromAddress);
show();
