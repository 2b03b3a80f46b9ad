// The editor of grammars: CodeMirror with the colours of ABNF. It lives in a shadow root, so that
// its style sheets need no exception in the Content-Security-Policy.
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, highlightActiveLine, drawSelection } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching } from '@codemirror/language';
import { setDiagnostics, lintGutter, lintKeymap } from '@codemirror/lint';
import { tags } from '@lezer/highlight';

const abnf = StreamLanguage.define({
  token(stream) {
    if (stream.sol() && stream.match(/[A-Za-z][\w-]*(?=\s*=)/)) return 'definition';
    if (stream.match(/;.*/)) return 'comment';
    if (stream.match(/(%[si])?"[^"]*"?|<[^>]*>?/)) return 'string';
    if (stream.match(/%[bdxBDX][0-9A-Fa-f.-]+/)) return 'number';
    if (stream.match(/[A-Za-z][\w-]*/)) return 'variableName';
    if (stream.match(/=\/|[=/*[\]()]|\d*\*\d*|\d+/)) return 'operator';
    stream.next();
    return null;
  },
  tokenTable: { definition: tags.definition(tags.variableName) },
});

const colours = HighlightStyle.define([
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
  { tag: tags.variableName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--yes)' },
  { tag: tags.number, color: 'var(--yes)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.operator, color: 'var(--quiet)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '14px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 2px 0 0 var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '6px', fontFamily: 'var(--sans)' },
  '.cm-diagnostic': { maxWidth: '60ch' },
});

// edit puts an editor into an element. It calls change with each new text.
export function edit(element, text, change) {
  const root = element.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root, parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(), abnf, syntaxHighlighting(colours), theme,
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]), EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Grammar in ABNF', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => { if (update.docChanged) change(update.state.doc.toString()); }),
      ],
    }),
  });
  return {
    view,
    get text() { return view.state.doc.toString(); },
    set text(value) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }); },
    focus: () => view.focus(),
    // show marks findings, which have a line and a column in bytes, both from 1.
    show(findings) {
      const doc = view.state.doc;
      view.dispatch(setDiagnostics(view.state, findings.filter((f) => f.line >= 1).map((f) => {
        const line = doc.line(Math.min(f.line, doc.lines));
        const from = Math.min(line.from + Math.max(0, f.column - 1), line.to);
        const word = /^[\w-]+/.exec(doc.sliceString(from, line.to))?.[0].length ?? 1;
        return { from, to: Math.min(from + word, line.to), severity: f.severity, message: f.message };
      })));
    },
    // go puts the cursor at a place and shows it.
    go(line, column) {
      const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: Math.min(at.from + Math.max(0, column - 1), at.to) }, scrollIntoView: true });
      view.focus();
    },
  };
}
