import { z } from 'zod';
import { sha256 } from '$lib/data/hash';
import type { SplitRecord } from '$lib/data/schema';
import { FORMS } from '$lib/retrieval/query-text';
import { sortedJson } from '$lib/retrieval/run/configuration';

const Split = z.object({ key: z.string(), label: z.string(), itemsSha256: z.string() });
const common = {
  /** SHA-256 of the choice without hash and date, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  date: z.string(),
  split: Split,
  measure: z.literal('mss_complete@5'),
};
const Form = z.object({
  ...common,
  kind: z.literal('form'),
  /** The ranker by the page's key and by its name. */
  ranker: z.object({ key: z.string(), label: z.string() }),
  set: z.string(),
  chosen: z.enum(FORMS),
  means: z.array(z.object({ form: z.enum(FORMS), mean: z.number() })),
  states: z.array(z.string()),
  /** The repositories drawn whole; null for a plain draw of states. */
  repositories: z.array(z.string()).nullable(),
  seed: z.number(),
});
const Lambda = z.object({
  ...common,
  kind: z.literal('lambda'),
  /** Method name of the ranking that was spread. */
  start: z.string(),
  lambda: z.number().min(0).max(1),
  means: z.array(z.object({ lambda: z.number(), mean: z.number() })),
  states: z.number(),
});
export const Frozen = z.discriminatedUnion('kind', [Form, Lambda]);

export type Frozen = z.infer<typeof Frozen>;
export type FrozenForm = z.infer<typeof Form>;
export type FrozenLambda = z.infer<typeof Lambda>;
type Sealed = 'hash' | 'date' | 'split' | 'measure';

async function seal(choice: object, { key, label, itemsSha256 }: SplitRecord, date: string) {
  const whole = { ...choice, split: { key, label, itemsSha256 }, measure: 'mss_complete@5' };
  return { ...whole, hash: await sha256(sortedJson(whole)), date };
}

/** A query form chosen on one split's certificates, sealed by its hash: the same choice has the same hash. */
export const freezeForm = async (
  choice: Omit<FrozenForm, Sealed>,
  split: SplitRecord,
  date: string,
): Promise<FrozenForm> => Form.parse(await seal(choice, split, date));

/** A lambda calibrated on one split's certificates, sealed alike. */
export const freezeLambda = async (
  choice: Omit<FrozenLambda, Sealed>,
  split: SplitRecord,
  date: string,
): Promise<FrozenLambda> => Lambda.parse(await seal(choice, split, date));
