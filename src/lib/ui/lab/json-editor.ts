import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';

export interface JsonEditor {
  text(): string;
  /** Replaces the text unless it is the same; does not call `onChange`. */
  show(text: string): void;
  /** Puts the cursor at an offset and scrolls to it. */
  goTo(offset: number): void;
  destroy(): void;
}

const theme = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)' },
  '.cm-scroller': { maxHeight: '28rem', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
});

/**
 * An editor in a shadow root: there CodeMirror takes constructed style sheets, which the site's policy allows, where
 * in the document it would add a style element, which it does not. Tab leaves the editor, as keyboard users need.
 */
export function openJsonEditor(
  host: HTMLElement,
  text: string,
  onChange: (text: string) => void,
): JsonEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let quiet = false;
  const view = new EditorView({
    root,
    parent: root as unknown as Element,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        json(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Certificate as JSON' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) onChange(update.state.doc.toString());
        }),
        theme,
      ],
    }),
  });
  // Long texts scroll inside the editor, by keyboard too.
  view.scrollDOM.tabIndex = 0;
  return {
    text: () => view.state.doc.toString(),
    show(next) {
      if (next === view.state.doc.toString()) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      quiet = false;
    },
    goTo(offset) {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
