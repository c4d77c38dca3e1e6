import { z } from 'zod';
import { configurationSchema } from '../config/schema';
import { contextSchema } from '../replay/context';

const count = z.number().min(0);
const amount = z.number().min(0).nullable();

export const rowSchema = z.strictObject({
  state_id: z.string().min(1),
  method: z.string().min(1),
  ranked_evidence_ids: z.array(z.string().min(1)),
  configuration_sha256: z.string(),
  fallbacks: z.int().min(0),
  source_tokens: z.int().min(0),
});

/** What became of one state: its rows and how to replay them, or why it failed. Kept as soon as it is known. */
export const outcomeSchema = z.strictObject({
  state_id: z.string().min(1),
  /** Place in the split, from 0. */
  index: z.int().min(0),
  status: z.enum(['scored', 'failed']),
  reason: z.string(),
  /** The method's own row first, then the derived ones. */
  rows: z.array(rowSchema),
  calls: z.array(z.strictObject({ stage: z.string(), key: z.string() })),
  context: contextSchema,
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** How far a batch is. Costs are null while no price is known; tokens are the providers' counts, ours where one tells none. */
export const tallySchema = z.strictObject({
  scored: count,
  failed: count,
  fallbacks: count,
  /** Calls made, and calls found stored. */
  calls: count,
  stored: count,
  inputTokens: count,
  outputTokens: count,
  /** What the calls with a known price cost; null while there is none. */
  cost: amount,
  /** Calls that used tokens and have no known price: the cost leaves them out. */
  unpriced: count.default(0),
});
export type Tally = z.infer<typeof tallySchema>;

export const batchSchema = z.strictObject({
  format: z.literal('complement-batch-1'),
  /** SHA-256 over configuration and split: the same batch is resumed, never paid twice. */
  key: z.string(),
  splitKey: z.string(),
  splitLabel: z.string(),
  itemsSha256: z.string(),
  /** States of the split. */
  states: z.int().min(0),
  /** The states that were last asked for, with the choice in words; null = the whole split, as in older records. */
  chosen: z
    .strictObject({ label: z.string(), stateIds: z.array(z.string().min(1)).min(1) })
    .nullable()
    .default(null),
  configuration: configurationSchema,
  configurationSha256: z.string(),
  concurrency: z.int().min(1).max(64),
  budget: z.strictObject({ tokens: amount, cost: amount }),
  status: z.enum(['running', 'paused', 'stopped', 'done']),
  /** Why it stopped, in words. */
  reason: z.string(),
  tally: tallySchema,
  /** Calls of earlier sessions that began and never ended: the provider may have billed them. */
  unfinished: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Batch = z.infer<typeof batchSchema>;

export const EMPTY_TALLY: Tally = {
  scored: 0,
  failed: 0,
  fallbacks: 0,
  calls: 0,
  stored: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  unpriced: 0,
};
