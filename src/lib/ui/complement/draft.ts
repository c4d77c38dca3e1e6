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
  /** The endpoint of the revisions, where it is another one; null in drafts of before there was a choice. */
  revisions: z.strictObject({ preset: name, url: addressSchema }).nullable().default(null),
  browserModel: name,
  /** Empty in drafts of before there was a choice of hubs. */
  hub: addressSchema.default(''),
  /** May hold faults between its fields: a half-edited draft is still the user's work. */
  configuration: configurationShape,
});
export type Draft = z.infer<typeof draftSchema>;

/** The kept draft, or null when there is none or it is of another version. */
export async function keptDraft(): Promise<Draft | null> {
  const unwritten = readJournal();
  if (unwritten === undefined) return getSetting(NAME, draftSchema).catch(() => null);
  await keepDraft(unwritten);
  return unwritten;
}

/**
 * Keeps a draft; null forgets it. A page without storage goes on without. The database writes later, and a page that
 * is being left may not see it through: until it is done, the draft also stands in the one store that writes at once.
 */
export async function keepDraft(draft: Draft | null): Promise<void> {
  const text = JSON.stringify(draft);
  journal((storage) => storage.setItem(NAME, text));
  try {
    await setSetting(NAME, draft);
    journal((storage) => storage.getItem(NAME) === text && storage.removeItem(NAME));
  } catch {
    // Then the next visit finds it in the journal, if there is one.
  }
}

/** The draft that a left page could not write any more; undefined when there is none. */
function readJournal(): Draft | null | undefined {
  let text: string | null = null;
  journal((storage) => (text = storage.getItem(NAME)));
  if (text === null) return undefined;
  try {
    const read = draftSchema.nullable().safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // Not JSON: of another hand.
  }
  journal((storage) => storage.removeItem(NAME));
  return undefined;
}

/** Local storage throws where the user forbids it or it is full. */
function journal(action: (storage: Storage) => unknown): void {
  try {
    action(localStorage);
  } catch {
    // The database alone keeps the draft then.
  }
}
