import { objectEnd } from './balance';

/** Tags that models put around their reasoning when the provider does not report it apart. */
const NAMES = ['think', 'thinking', 'thought', 'reasoning'] as const;
const OPEN = new RegExp(`\\s*<(${NAMES.join('|')})>`, 'iy');
const ANY_CLOSE = new RegExp(`</(?:${NAMES.join('|')})>`, 'gi');
const CLOSE = new Map(NAMES.map((name) => [name as string, new RegExp(`</${name}>`, 'gi')]));
const FENCE = /\s*```[^\s{`]*\s*/y;
const SPACE = /\s*/y;

export type Stripped = { ok: true; text: string } | { ok: false; reason: 'cut' };

/** The place after the first match from `from` on, or -1. */
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/**
 * Takes reasoning off the front of a reply: whole blocks, and, since some servers eat the opening tag, everything up
 * to a lone closing tag. A block that never closes is a cut reply. A tag inside the answer's own object is part of the
 * answer. One scan forward: the time grows with the length alone.
 */
export function stripReasoning(reply: string): Stripped {
  let at = 0;
  for (;;) {
    OPEN.lastIndex = at;
    const open = OPEN.exec(reply);
    const close = open && CLOSE.get((open[1] ?? '').toLowerCase());
    const next = close
      ? after(close, reply, at + (open[0]?.length ?? 0))
      : after(ANY_CLOSE, reply, pastAnswer(reply, at));
    if (next < 0) return close ? { ok: false, reason: 'cut' } : { ok: true, text: reply.slice(at) };
    at = next;
  }
}

/** Where a lone closing tag may first stand: behind an object that begins at `at`, with or without a fence. */
function pastAnswer(text: string, at: number): number {
  const fenced = after(FENCE, text, at);
  const start = fenced < 0 ? after(SPACE, text, at) : fenced;
  if (text[start] !== '{') return start;
  return objectEnd(text, start) ?? text.length;
}
