import { z } from 'zod';
import { addressSchema, configurationShape } from '$lib/complement/config/schema';
import { getSetting, setSetting } from '$lib/data/settings';

const NAME = 'complement-draft';
const name = z.string().max(500);

/**
 * The edited configuration as it is kept: where answers come from, the endpoint without its key, the models,
 * and method, limits and prompts. Strict, so that nothing else can slip in.
 */
export const draftSchema = z.strictObject({
  format: z.literal('complement-draft-1'),
  source: z.enum(['recorded', 'endpoint', 'browser']),
  preset: name,
  url: addressSchema,
  strong: name,
  fast: name,
  browserModel: name,
  /** Empty in drafts of before there was a choice of hubs. */
  hub: addressSchema.default(''),
  /** May hold faults between its fields: a half-edited draft is still the user's work. */
  configuration: configurationShape,
});
export type Draft = z.infer<typeof draftSchema>;

/** The kept draft, or null when there is none or it is of another version. */
export const keptDraft = (): Promise<Draft | null> => getSetting(NAME, draftSchema).catch(() => null);

/** Keeps a draft; null forgets it. A page without storage goes on without. */
export const keepDraft = (draft: Draft | null): Promise<void> =>
  setSetting(NAME, draft).catch(() => undefined);
