import type { Dtype, Pooling } from './transformer/settings';

/** What this project has seen of a model with its own eyes. */
export type Tested =
  | 'golden' // token ids and vectors equal the reference's, in Node and in Chromium
  | 'not here'; // facts from the model's card; never run in this project

interface Common {
  /** Stable name, part of cache keys and exports. */
  id: string;
  /** Repository on the hub whose files are read. */
  hub: string;
  dimensions: number;
  /** Tokens kept of a text. Shorter than the model allows where more would only cost time on excerpts. */
  limit: number;
  licence: string;
  /** Files lie in `static/models`. */
  vendored: boolean;
  tested: Tested;
  note: string;
}

export interface StaticEntry extends Common {
  kind: 'static';
  /** Bytes of the weights. */
  bytes: number;
}

export interface TransformerEntry extends Common {
  kind: 'transformer';
  pooling: Pooling;
  prefix: { query: string; document: string };
  /** Bytes of the weights by dtype, about; the hub's listing has the exact number before anything is fetched. */
  sizes: Partial<Record<Dtype, number>>;
  dtype: Dtype;
}

export type CatalogEntry = StaticEntry | TransformerEntry;

const MB = 1_000_000;
const none = { query: '', document: '' };
const bge = { query: 'Represent this sentence for searching relevant passages: ', document: '' };
const e5 = { query: 'query: ', document: 'passage: ' };

const transformer = (
  entry: Omit<TransformerEntry, 'kind' | 'vendored' | 'tested' | 'dtype'> & Partial<TransformerEntry>,
): TransformerEntry => ({
  kind: 'transformer',
  vendored: false,
  tested: 'not here',
  dtype: 'int8',
  ...entry,
});

const potion = (name: string, dimensions: number, bytes: number, note: string): StaticEntry => ({
  kind: 'static',
  id: name,
  hub: `minishlab/${name}`,
  dimensions,
  limit: 512,
  licence: 'MIT',
  vendored: false,
  tested: 'not here',
  bytes,
  note,
});

/** Models that this site knows how to use, the embedded default first. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    kind: 'static',
    id: 'complement-static-256',
    hub: '',
    dimensions: 256,
    limit: 512,
    licence: 'MIT',
    vendored: true,
    tested: 'golden',
    bytes: 7_935_880,
    note: 'The default: token look-ups and a mean. A whole release in seconds.',
  },
  transformer({
    id: 'bge-small-en-v1.5',
    hub: 'Xenova/bge-small-en-v1.5',
    dimensions: 384,
    limit: 512,
    pooling: 'cls',
    prefix: bge,
    licence: 'MIT',
    sizes: { int8: 34 * MB, fp16: 67 * MB, fp32: 133 * MB },
    vendored: true,
    tested: 'golden',
    note: 'Recommended: on real code far ahead of others of its size.',
  }),
  transformer({
    id: 'all-MiniLM-L6-v2',
    hub: 'Xenova/all-MiniLM-L6-v2',
    dimensions: 384,
    limit: 256,
    pooling: 'mean',
    prefix: none,
    licence: 'Apache-2.0',
    sizes: { int8: 23 * MB, fp16: 45 * MB, fp32: 90 * MB },
    tested: 'golden',
    note: 'Half the time of bge-small, weaker on code.',
  }),
  transformer({
    id: 'bge-base-en-v1.5',
    hub: 'Xenova/bge-base-en-v1.5',
    dimensions: 768,
    limit: 512,
    pooling: 'cls',
    prefix: bge,
    licence: 'MIT',
    sizes: { int8: 110 * MB, fp16: 218 * MB, fp32: 436 * MB },
    note: 'About four times the work of bge-small.',
  }),
  transformer({
    id: 'bge-large-en-v1.5',
    hub: 'Xenova/bge-large-en-v1.5',
    dimensions: 1024,
    limit: 512,
    pooling: 'cls',
    prefix: bge,
    licence: 'MIT',
    sizes: { int8: 337 * MB, fp16: 669 * MB, fp32: 1337 * MB },
    note: 'For WebGPU; about twelve times the work of bge-small.',
  }),
  transformer({
    id: 'gte-small',
    hub: 'Xenova/gte-small',
    dimensions: 384,
    limit: 512,
    pooling: 'mean',
    prefix: none,
    licence: 'MIT',
    sizes: { int8: 34 * MB, fp16: 67 * MB, fp32: 133 * MB },
    note: 'General English, no prefixes.',
  }),
  transformer({
    id: 'gte-base',
    hub: 'Xenova/gte-base',
    dimensions: 768,
    limit: 512,
    pooling: 'mean',
    prefix: none,
    licence: 'MIT',
    sizes: { int8: 110 * MB, fp16: 218 * MB, fp32: 436 * MB },
    note: 'General English, no prefixes.',
  }),
  transformer({
    id: 'e5-small-v2',
    hub: 'Xenova/e5-small-v2',
    dimensions: 384,
    limit: 512,
    pooling: 'mean',
    prefix: e5,
    licence: 'MIT',
    sizes: { int8: 34 * MB, fp16: 67 * MB, fp32: 133 * MB },
    note: 'Prefixes on both sides.',
  }),
  transformer({
    id: 'e5-base-v2',
    hub: 'Xenova/e5-base-v2',
    dimensions: 768,
    limit: 512,
    pooling: 'mean',
    prefix: e5,
    licence: 'MIT',
    sizes: { int8: 110 * MB, fp16: 218 * MB, fp32: 436 * MB },
    note: 'Prefixes on both sides.',
  }),
  transformer({
    id: 'jina-embeddings-v2-base-code',
    hub: 'jinaai/jina-embeddings-v2-base-code',
    dimensions: 768,
    limit: 1024,
    pooling: 'mean',
    prefix: none,
    licence: 'Apache-2.0',
    sizes: { int8: 162 * MB, fp16: 321 * MB, fp32: 642 * MB },
    note: 'Trained on code and questions about it; takes up to 8,192 tokens.',
  }),
  transformer({
    id: 'Qwen3-Embedding-0.6B',
    hub: 'onnx-community/Qwen3-Embedding-0.6B-ONNX',
    dimensions: 1024,
    limit: 1024,
    pooling: 'last',
    prefix: {
      // The model's own form with our task: its card's example is for web searches, to be replaced per task.
      query:
        'Instruct: Given the issue and the state of a coding agent, retrieve the source code that its next decision needs\nQuery:',
      document: '',
    },
    licence: 'Apache-2.0',
    sizes: { int8: 614 * MB, fp16: 1200 * MB },
    note: 'For WebGPU or an endpoint; takes up to 32,768 tokens.',
  }),
  potion('potion-base-8M', 256, 30 * MB, 'Public static model, general English.'),
  potion('potion-base-32M', 512, 129 * MB, 'Public static model, larger vocabulary.'),
  potion('potion-retrieval-32M', 512, 129 * MB, 'Public static model, tuned for retrieval.'),
];

export const catalogEntry = (id: string): CatalogEntry | undefined =>
  CATALOG.find((entry) => entry.id === id);

/** What `complement-fused` and the tests rely on being there without any network. */
export const DEFAULT_STATIC = 'complement-static-256';
export const DEFAULT_TRANSFORMER = 'bge-small-en-v1.5';
