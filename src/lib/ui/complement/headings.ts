import { readPrompt } from '$lib/complement/scripted/read-prompt';
import type { Trace } from '$lib/complement/trace';

/** A call's data blocks of cards, by name, as its prompt holds them. Empty for prompts of another make. */
export function cardBlocks(trace: Trace): [string, Record<string, unknown>[]][] {
  const user = trace.messages.find((message) => message.role === 'user')?.content ?? '';
  try {
    return [...readPrompt(user).blocks].filter(([name]) => name !== 'state');
  } catch {
    return [];
  }
}

/** What the cards' first lines say of each unit: path, lines, symbol. Ids alone tell a reader nothing. */
export function headingsOf(traces: readonly Trace[]): Map<string, string> {
  const headings = new Map<string, string>();
  for (const trace of traces)
    for (const [, cards] of cardBlocks(trace))
      for (const card of cards) {
        const [first = ''] = String(card.text).split('\n');
        if (!headings.has(String(card.id))) headings.set(String(card.id), first);
      }
  return headings;
}
