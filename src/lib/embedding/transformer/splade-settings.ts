import { z } from 'zod';
import { ONCE_OVER, type Expansion } from '$lib/retrieval/rankers/learned-sparse';
import { readJson } from '../json';

export const SPLADE_FILE = '1_SpladePooling/config.json';

const File = z.object({
  pooling_strategy: z.enum(['max', 'sum']).default('max'),
  activation_function: z.enum(['relu', 'log1p_relu']).default('relu'),
});

/** How a masked language model's logits become weights. */
export interface SpladeSettings extends Expansion {
  /** The files say that the model was trained for it; a plain masked language model was not. */
  trained: boolean;
}

/** Reads sentence-transformers' file of a SPLADE model; without it, the formula of SPLADE over a plain model. */
export function readSplade(files: ReadonlyMap<string, Uint8Array>): SpladeSettings {
  const bytes = files.get(SPLADE_FILE);
  if (bytes === undefined) return { ...ONCE_OVER, trained: false };
  const { pooling_strategy: pooling, activation_function: activation } = readJson(bytes, SPLADE_FILE, File);
  return { pooling, activation, trained: true };
}

export const UNTRAINED_NOTE = `No ${SPLADE_FILE} among its files: read as a plain masked language model, whose expansion was not trained for retrieval.`;
