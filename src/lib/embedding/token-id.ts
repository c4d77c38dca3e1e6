import { z } from 'zod';
import { readJson } from './json';

const File = z.object({
  added_tokens: z.array(z.object({ id: z.int().nonnegative(), content: z.string() })).optional(),
  model: z.object({
    vocab: z.union([
      z.record(z.string(), z.int().nonnegative()),
      z.array(z.tuple([z.string()], z.unknown())),
    ]),
  }),
});

/**
 * Looks tokens up by their name in a `tokenizer.json`: added tokens first, then the vocabulary. Null for a name that
 * is no token, also for one that every object has, such as `constructor`.
 */
export function tokenIdReader(tokenizer: Uint8Array): (token: string) => number | null {
  const { added_tokens = [], model } = readJson(tokenizer, 'tokenizer.json', File);
  const { vocab } = model;
  const ids = new Map<string, number>(
    Array.isArray(vocab) ? vocab.map(([token], id) => [token, id]) : Object.entries(vocab),
  );
  for (const { content, id } of added_tokens) ids.set(content, id);
  return (token) => ids.get(token) ?? null;
}
