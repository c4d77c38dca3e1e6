/** Tags that models put around their reasoning when the provider does not report it apart. */
const OPEN = /^\s*<(think|thinking|thought|reasoning)>/i;

export type Stripped = { ok: true; text: string } | { ok: false; reason: 'cut' };

/**
 * Takes reasoning blocks off the front of a reply. A block that never closes is a cut reply. Some servers eat
 * the opening tag: then everything up to a lone closing tag is reasoning.
 */
export function stripReasoning(reply: string): Stripped {
  let text = reply;
  for (let open = OPEN.exec(text); open; open = OPEN.exec(text)) {
    const close = `</${(open[1] ?? '').toLowerCase()}>`;
    const at = text.toLowerCase().indexOf(close, open[0].length);
    if (at < 0) return { ok: false, reason: 'cut' };
    text = text.slice(at + close.length);
  }
  const lone = /^\s*[^\s{`][\s\S]*?<\/(?:think|thinking|thought|reasoning)>/i.exec(text);
  return { ok: true, text: lone ? text.slice(lone[0].length) : text };
}
