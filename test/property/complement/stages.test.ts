import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CALLED_METHODS } from '$lib/complement/methods';
import { replayState } from '$lib/complement/replay/replay-state';
import { contextOf } from '$lib/complement/replay/context';
import { runState } from '$lib/complement/run/run-state';
import type { StateDone } from '$lib/complement/run/types';
import { readPrompt } from '$lib/complement/scripted/read-prompt';
import { scriptedModel } from '$lib/complement/scripted/reply';
import {
  digest,
  makeJob,
  makeState,
  memoryTools,
  never,
  scriptedConfiguration,
  setting,
} from '../../unit/complement/fixtures';

/** A model that answers anything: known, unknown and repeated ids, prose, cut JSON, in any order. */
const anyReply = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(
      fc.oneof(
        fc.nat(130).map((n) => n),
        fc.string(),
      ),
      { maxLength: 60 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'prose', '{"ids":["a"', '[]', '```json\n{}\n```') },
);

it('keeps stage cardinalities, known and distinct ids on every trace, and replays to the same result', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 130 }),
      fc.array(anyReply, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...CALLED_METHODS),
      async (units, replies, method) => {
        let turn = 0;
        const model = scriptedModel(({ messages }) => {
          const reply = replies[turn++ % replies.length] ?? '';
          if (typeof reply === 'string') return reply;
          const cards = readPrompt(messages[1]?.content ?? '').blocks.get('candidates') ?? [];
          return JSON.stringify({
            ids: reply.map((entry) => (typeof entry === 'number' ? (cards[entry]?.id ?? 'x') : entry)),
          });
        });
        const job = makeJob(makeState(units));
        const set = await setting(scriptedConfiguration(method));
        const done = (await runState(job, set, memoryTools(model), never)) as StateDone;
        const pool = new Set(job.ranking);
        const sizes = Object.fromEntries(done.traces.map((trace) => [trace.stage, trace.ids.length]));
        for (const { ids } of done.traces) {
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.every((id) => pool.has(id))).toBe(true);
        }
        expect(new Set(done.rendered.ids).size).toBe(done.rendered.ids.length);
        if (method === 'mss-complement') {
          expect(sizes.proposal).toBe(Math.min(8, units));
          expect(sizes.expansion ?? 0).toBe(Math.min(48, Math.max(0, units - 8)));
          expect(sizes.finalization).toBeGreaterThanOrEqual(Math.min(4, units));
          expect(sizes.finalization).toBeLessThanOrEqual(8);
        } else if (method === 'ssr') expect(sizes.proposal).toBeLessThanOrEqual(5);
        else {
          expect(sizes.proposal).toBe(Math.min(8, units));
          expect(sizes.expansion).toBe(Math.min(48, units));
          if (method !== 'no-feedback-adaptive') expect(sizes.finalization).toBe(Math.min(7, units));
        }
        expect(await replayState(contextOf(job, set.configuration), done.traces, set, digest)).toEqual(done);
      },
    ),
    { numRuns: 150 },
  );
});
