import type { Finish } from './model';
import { parseReply, type ReplyBody, type Unusable } from './reply/parse';
import { validateIds } from './reply/validate';
import type { Answer, Ask } from './stages/ask';

export type Verdict = 'usable' | Unusable | 'no known id';

/** Judges one reply against the question: usable, or why not. The same for live replies and recorded ones. */
export function judge(
  ask: Ask,
  reply: { text: string; finish: Finish },
): { verdict: 'usable'; body: ReplyBody } | { verdict: Exclude<Verdict, 'usable'> } {
  const parsed = parseReply(reply.text, reply.finish);
  if (!parsed.ok) return { verdict: parsed.reason };
  const shown = new Set(ask.candidates.map(({ id }) => id));
  if (!parsed.body.ids.some((id) => shown.has(id))) return { verdict: 'no known id' };
  return { verdict: 'usable', body: parsed.body };
}

/**
 * The stage's answer from its attempts: the first usable one, validated; without one the ranked order stands
 * in, and the answer says so. What was unusable when it came stays so: a recorded run does not change when replies
 * are read more generously.
 */
export function conclude(
  ask: Ask,
  attempts: readonly { text: string; finish: Finish; verdict: string }[],
): Answer {
  const shown = ask.candidates.map(({ id }) => id);
  for (const attempt of attempts) {
    if (attempt.verdict !== 'usable') continue;
    const judged = judge(ask, attempt);
    if (judged.verdict === 'usable')
      return {
        ...validateIds(judged.body.ids, shown, ask.order, ask),
        missing: judged.body.missing,
        fallback: false,
      };
  }
  const { ids } = validateIds([], shown, ask.order, { minimum: ask.maximum, maximum: ask.maximum });
  return { ids, dropped: [], filled: [], missing: '', fallback: true };
}

const REPLIES: Record<Verdict, true> = {
  usable: true,
  empty: true,
  cut: true,
  refused: true,
  'not JSON': true,
  ambiguous: true,
  'wrong shape': true,
  'no known id': true,
};

/** Whether an attempt brought a reply (usable or not), rather than a failure of the transport. */
export const isReply = (verdict: string): boolean => Object.hasOwn(REPLIES, verdict);
