import { z } from 'zod';
import { openJob } from '../candidates';
import type { Configuration } from '../config/schema';
import type { Context, StateJob } from '../run/types';

const ids = z.array(z.string().min(1));

const count = z.int().min(0);

/** A record by own members alone: the library's own record loses a member called `__proto__`. */
const countsSchema = z.custom<Record<string, number>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => count.safeParse(entry).success),
  'Expected an object of whole numbers from 0 on',
);

export const contextSchema: z.ZodType<Context> = z.strictObject({
  format: z.literal('complement-context-1'),
  state_id: z.string().min(1),
  pool: ids,
  ranking: ids,
  routes: z.array(ids),
  tokens: countsSchema,
});

/** What a replay needs of a state beside its traces; holds ids and counts, no text. `pool` is what could be chosen. */
export function contextOf(job: StateJob, configuration: Configuration): Context {
  const { pool, ranking, routes } = openJob(job, configuration);
  return {
    format: 'complement-context-1',
    state_id: job.state.state_id,
    pool,
    ranking,
    routes,
    tokens: { ...job.tokens },
  };
}
