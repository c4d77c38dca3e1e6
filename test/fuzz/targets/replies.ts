import { conclude, judge } from '$lib/complement/conclude';
import { dataBlock } from '$lib/complement/data-block';
import type { Finish } from '$lib/complement/model';
import type { Ask } from '$lib/complement/stages/ask';
import { readPrompt } from '$lib/complement/scripted/read-prompt';

/** Pieces of replies as models and servers give them, and what breaks readers of such. */
const PIECES = [
  ...[
    '{"ids":["E1","E2"],"missing":""}',
    '{"ids":[',
    '"E1"',
    '"E9"',
    ',',
    ']',
    '}',
    '{',
    '"missing":"',
    '"',
    '\\',
    '\\u0069ds',
  ],
  ...[
    '<think>',
    '</think>',
    '<THINKING>',
    '</thinking>',
    '<reasoning>',
    '</reasoning>',
    '```json\n',
    '```',
    '`',
    '\n',
    ' ',
  ],
  ...[
    'İ',
    'ß',
    '\u{1f600}',
    '\ud800',
    '\u2028',
    '\u0000',
    '__proto__',
    'null',
    '1e999',
    '-0',
    '[[[[',
    '{"ids":{}}',
    'Well.',
  ],
  ...['<data name="state">', '</data>', '< / data'],
];
const FINISHES: Finish[] = ['stop', 'length', 'filter', 'unknown'];
const SHOWN = ['E1', 'E2', 'E3', '__proto__', 'İ'];
const ASK: Ask = {
  stage: 'finalization',
  prompt: 'finalization',
  selected: [],
  candidates: SHOWN.map((id) => ({ id })),
  selectedCharacters: null,
  characters: 600,
  maxOutputTokens: 4096,
  minimum: 2,
  maximum: 4,
  order: SHOWN,
};
/** Far above what a linear reader takes of the longest input, on any machine. */
const HANGS_MS = 20_000;

function makeReply(random: () => number): string {
  const pick = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const pieces = Array.from({ length: Math.floor(random() * 12) }, pick);
  // One input in fifty is very long: what is quadratic shows there.
  if (random() < 0.02) return pieces.concat(pick().repeat(50_000), pick().repeat(50_000)).join('');
  return pieces.join('');
}

/** Replies of any shape: read, judged and concluded without a raw error, to ids that were shown, each once. */
export const replies = {
  name: 'replies',
  /** Gives the size of the input. */
  run(random: () => number): number {
    const text = makeReply(random);
    const finish = FINISHES[Math.floor(random() * FINISHES.length)] ?? 'stop';
    const began = performance.now();
    const { verdict } = judge(ASK, { text, finish });
    const answer = conclude(ASK, [{ text, finish, verdict }]);
    const took = performance.now() - began;
    if (took > HANGS_MS) throw new Error(`A reply of ${text.length} characters took ${took} ms`);
    const known = answer.ids.every((id) => SHOWN.includes(id));
    if (!known || new Set(answer.ids).size !== answer.ids.length)
      throw new Error(`Answers ${JSON.stringify(answer.ids)}`);
    if (answer.fallback !== (verdict !== 'usable')) throw new Error(`Falls back, and says ${verdict}`);
    if (answer.ids.length < ASK.minimum || answer.ids.length > ASK.maximum)
      throw new Error(`Answers ${answer.ids.length} ids`);
    if (text.length < 10_000) checkBlock(text);
    return text.length;
  },
};

/** What is quoted comes back, and ends no block. */
function checkBlock(text: string): void {
  const prompt = `${dataBlock('state', [{ field: 'issue', text }])}\n\n${dataBlock('candidates', [])}`;
  const { blocks } = readPrompt(prompt);
  if (blocks.size !== 2 || blocks.get('state')?.[0]?.text !== text)
    throw new Error(`A block does not hold ${JSON.stringify(text)}`);
}
