import { PUBLISHED_VIEWS } from '$lib/retrieval/run/published';
import type { CalledMethod } from '../methods';
import { DEFAULT_PROMPTS, PROMPT_VERSION } from '../prompts/text';
import type { Configuration, ModelRef } from './schema';

/** The published operating point (paper, appendix E.1): cards, characters, sizes, decoding, token ceiling. */
export const PUBLISHED_LIMITS: Configuration['limits'] = {
  cards: { proposal: 80, expansion: 120, finalization: 120 },
  characters: { proposal: 760, expansion: 280, finalization: 620 },
  selectedCharacters: null,
  proposalSize: 8,
  expansionSize: 48,
  finalMinimum: 4,
  finalMaximum: 8,
  fixedSize: 7,
  ssr: { perRoute: 10, characters: 1600, size: 5, maxOutputTokens: 2400 },
  state: {
    issue: 6000,
    intent: 2000,
    observation: 4000,
    testOutput: 2000,
    diff: 3000,
    steps: 12,
    stepInput: 300,
  },
};

/** Published: two lexical routes refined by a BGE model. Which one, and how deep, is our choice. */
export const REFINED = { encoder: 'bge-small-en-v1.5', depth: 40 } as const;

const deepseek = (model: string): ModelRef => ({
  protocol: 'openai',
  url: 'https://api.deepseek.com/v1',
  model,
});

/** The published model aliases: the stronger one proposes, the faster one revises. */
export const PUBLISHED_MODELS: Configuration['models'] = {
  proposal: deepseek('deepseek-v4-pro'),
  expansion: deepseek('deepseek-v4-flash'),
  finalization: deepseek('deepseek-v4-flash'),
};

/** One model for all stages. */
export const sameModel = (model: ModelRef): Configuration['models'] => ({
  proposal: model,
  expansion: model,
  finalization: model,
});

/** A configuration at the published operating point. */
export function defaultConfiguration(
  method: CalledMethod = 'mss-complement',
  models: Configuration['models'] = PUBLISHED_MODELS,
): Configuration {
  return {
    format: 'complement-configuration-1',
    method,
    models,
    prompts: { version: PROMPT_VERSION, text: { ...DEFAULT_PROMPTS } },
    limits: structuredClone(PUBLISHED_LIMITS),
    decoding: {
      temperature: 0,
      maxOutputTokens: { proposal: 4096, expansion: 4096, finalization: 4096 },
      attempts: 3,
      timeoutMs: 240_000,
    },
    render: { tokenizer: 'o200k_base', tokenCeiling: 6144 },
    ranking: {
      source: 'reciprocal-rank fusion of nine label-hidden views over the pool',
      views: [...PUBLISHED_VIEWS],
      encoder: 'complement-static-256',
      k: 60,
      depth: 64,
      cap: 384,
      weights: {},
      routes: ['bm25-question', 'bm25-state'],
      ...(method === 'ssr' && { refine: { ...REFINED } }),
    },
  };
}
