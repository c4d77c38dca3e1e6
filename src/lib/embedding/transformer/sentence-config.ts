import { z } from 'zod';
import { readJson } from '../json';
import type { TransformerSettings } from './settings';

/** The sentence-transformers files that say how a model wants to be used; all optional. */
export const SENTENCE_FILES = [
  '1_Pooling/config.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
] as const;

/** What is assumed of a model whose files do not say how it pools. */
export const MEAN_POOLING = 'mean pooling';

const PoolingFile = z.object({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
});
const LengthFile = z.object({ max_seq_length: z.int().positive().nullish() });
const PromptFile = z.object({ prompts: z.record(z.string(), z.string()).optional() });
const ModelFile = z.object({ max_position_embeddings: z.int().positive().optional() });

/** What a model that is not in the catalog says of itself, and what had to be assumed. */
export function settingsFromFiles(files: ReadonlyMap<string, Uint8Array>): {
  settings: TransformerSettings;
  assumed: string[];
} {
  const assumed: string[] = [];
  const read = <T>(path: string, schema: z.ZodType<T>): T | null => {
    const bytes = files.get(path);
    return bytes === undefined ? null : readJson(bytes, path, schema);
  };
  const pooling = read('1_Pooling/config.json', PoolingFile);
  if (pooling === null) assumed.push(MEAN_POOLING);
  const length = read('sentence_bert_config.json', LengthFile)?.max_seq_length;
  const positions = read('config.json', ModelFile)?.max_position_embeddings ?? 512;
  const limit = length ?? Math.min(512, positions);
  if (!length) assumed.push(`a cut at ${limit} tokens`);
  const prompts = read('config_sentence_transformers.json', PromptFile)?.prompts ?? {};
  const query = prompts['query'] ?? '';
  const document = prompts['document'] ?? prompts['passage'] ?? '';
  if (query === '' && document === '') assumed.push('no prefixes');
  const kind = pooling?.pooling_mode_cls_token ? 'cls' : pooling?.pooling_mode_lasttoken ? 'last' : 'mean';
  return { settings: { pooling: kind, prefix: { query, document }, limit }, assumed };
}
