import type { ChatModel } from '../model';
import { readPrompt } from './read-prompt';
import { scriptedModel } from './reply';

/** The name under which its runs are recorded and shown. */
export const WORD_COVER = 'word-cover-script-1';

/**
 * A script that stands in for a language model where no key is at hand: it covers the words of the need,
 * greedily. It shows how the stages work, not how well a model does.
 */
export const wordCover: ChatModel = scriptedModel((request) => {
  const prompt = readPrompt(request.messages.map((message) => message.content).join('\n'));
  const state = prompt.blocks.get('state') ?? [];
  const open = new Set(
    state.flatMap((record) => (INTENT.has(String(record.field)) ? words(record.text) : [])),
  );
  for (const card of prompt.blocks.get('chosen') ?? [])
    for (const word of words(card.text)) open.delete(word);
  const cards = (prompt.blocks.get('candidates') ?? []).map((card) => ({
    id: String(card.id),
    words: new Set(words(card.text)),
  }));
  const ids: string[] = [];
  while (ids.length < prompt.maximum && cards.length > 0) {
    const gains = cards.map((card) => [...card.words].filter((word) => open.has(word)).length);
    const best = gains.indexOf(Math.max(...gains));
    if (gains[best] === 0 && ids.length >= prompt.minimum) break;
    const [card] = cards.splice(best, 1);
    if (!card) break;
    ids.push(card.id);
    for (const word of card.words) open.delete(word);
  }
  return JSON.stringify({ ids, missing: missing(open) });
});

const INTENT = new Set(['current need', 'subgoal', 'hypothesis', 'issue', 'search queries']);

const words = (text: unknown): string[] =>
  (
    String(text)
      .toLowerCase()
      .match(/[\p{L}_][\p{L}\p{N}_]{3,}/gu) ?? []
  ).filter((word) => !COMMON.has(word));

const COMMON = new Set(
  'this that with from have when where which should would there their into then than'.split(' '),
);

const missing = (open: ReadonlySet<string>): string =>
  open.size === 0 ? '' : `No card covers: ${[...open].slice(0, 8).join(', ')}.`;
