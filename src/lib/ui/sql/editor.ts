import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { columnsInScope, type SqlSchema } from './scope';

export interface EditorOptions {
  doc: string;
  schema: SqlSchema;
  onChange: (text: string) => void;
  onRun: () => void;
}

// The page's own tokens: custom properties reach into the shadow root.
const look = EditorView.theme({
  '&': {
    border: '1px solid var(--rule-strong)',
    borderRadius: '4px',
    background: 'var(--raised)',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-content': { fontFamily: 'var(--mono)', fontSize: '14px', minHeight: '7rem', caretColor: 'var(--ink)' },
  '.cm-gutters': {
    fontFamily: 'var(--mono)',
    fontSize: '14px',
    background: 'var(--sunken)',
    color: 'var(--ink-soft)',
    border: 'none',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--accent-soft)' },
  '.cm-tooltip': { background: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--rule-strong)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
});
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
]);

// Left to itself, Chromium replaces a coloured selection by text in a span with an inline style, which the site's
// policy forbids: typing over a selection goes through the editor's state instead.
const replaceByTransaction = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty)
      return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type' });
    return true;
  },
});

/** Offers the columns of every table that the query names; lang-sql itself offers them after a table's dot only. */
const columnCompletion =
  (schema: SqlSchema) =>
  (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.]*/);
    if (!word || word.text.includes('.') || (word.text === '' && !context.explicit)) return null;
    const options = columnsInScope(context.state.doc.toString(), schema).map(({ column, tables }) => ({
      label: column,
      type: 'property',
      detail: tables.join(', '),
    }));
    return { from: word.from, options, validFor: /^\w*$/ };
  };

/**
 * A SQL editor inside a shadow root: there its style sheets are adopted objects, not style elements, so that the
 * site's strict policy stands. Tab moves on, as everywhere on the page.
 */
export function makeEditor(host: HTMLElement, { doc, schema, onChange, onRun }: EditorOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc,
      extensions: [
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onRun();
              return true;
            },
          },
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        lineNumbers(),
        history(),
        drawSelection(),
        closeBrackets(),
        bracketMatching(),
        autocompletion(),
        EditorView.lineWrapping,
        placeholder('SELECT …'),
        sql({ dialect: PostgreSQL, schema, upperCaseKeywords: true }),
        PostgreSQL.language.data.of({ autocomplete: columnCompletion(schema) }),
        syntaxHighlighting(colours),
        look,
        replaceByTransaction,
        EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
}
