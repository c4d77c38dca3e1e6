import { z } from 'zod';
import type { Context, StateJob } from '../run/types';

const ids = z.array(z.string().min(1));

export const contextSchema: z.ZodType<Context> = z.strictObject({
  format: z.literal('complement-context-1'),
  state_id: z.string().min(1),
  pool: ids,
  ranking: ids,
  routes: z.array(ids),
  tokens: z.record(z.string(), z.int().min(0)),
});

/** What a replay needs of a state beside its traces; holds ids and counts, no text. */
export function contextOf(job: StateJob): Context {
  return {
    format: 'complement-context-1',
    state_id: job.state.state_id,
    pool: job.state.candidate_evidence.map((unit) => unit.evidence_id),
    ranking: [...job.ranking],
    routes: job.routes.map((route) => [...route]),
    tokens: { ...job.tokens },
  };
}
