import { z } from 'zod';
import { ModelFileError } from '../errors';
import { readJson } from '../json';
import { readSafetensors } from '../static-encoder/safetensors';
import { tokenIdReader } from '../token-id';

/**
 * The files in which late-interaction models say how they read texts, the first that is there counts: PyLate's ONNX
 * export, PyLate itself (its fields stand in sentence-transformers' file), and ColBERT's own.
 */
export const LATE_FILES = [
  'onnx_config.json',
  'config_sentence_transformers.json',
  'artifact.metadata',
] as const;
export const PROJECTION_FILES = ['1_Dense/config.json', '1_Dense/model.safetensors'] as const;

/** A linear map of token states, without bias: `size` rows of `from` numbers. */
export interface Projection {
  weights: Float32Array;
  from: number;
  size: number;
}

/** How a model of ColBERT's kind reads a text (Khattab and Zaharia, 2020; Santhanam et al., ColBERTv2, 2022). */
export interface LateSettings {
  /** The file that says so. */
  file: string;
  /** Id put after the opening token, by kind of text; null: none. */
  marker: Readonly<Record<'query' | 'document', number | null>>;
  /** Tokens of a text with its special tokens and its marker. */
  length: Readonly<Record<'query' | 'document', number>>;
  /** The id that fills a query up to its length; null: queries are not filled up. */
  expansion: number | null;
  /** Whether the other tokens see those that fill up. */
  attend: boolean;
  /** Ids of a document that take no part in the comparison, such as punctuation. */
  skip: ReadonlySet<number>;
  /** The map from token states to token vectors, where it is not part of the ONNX file. */
  projection: Projection | null;
  /** Numbers of a token vector, where the files say it. */
  size: number | null;
}

const length = z.int().min(4).max(32_768);
const PyLate = z.object({
  query_prefix: z.string().nullish(),
  document_prefix: z.string().nullish(),
  query_length: length.nullish(),
  document_length: length.nullish(),
  attend_to_expansion_tokens: z.boolean().nullish(),
  do_query_expansion: z.boolean().nullish(),
  skiplist_words: z.array(z.string()).nullish(),
  embedding_dim: z.int().positive().nullish(),
});
const ColBert = z.object({
  query_token_id: z.string(),
  doc_token_id: z.string(),
  query_maxlen: length,
  doc_maxlen: length,
  attend_to_mask_tokens: z.boolean(),
  mask_punctuation: z.boolean(),
  dim: z.int().positive(),
  similarity: z.literal('cosine'),
});
const MaskToken = z.object({
  mask_token: z.union([z.string(), z.object({ content: z.string() })]).nullish(),
});

/** Python's `string.punctuation`, which both libraries leave out of documents. */
const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];

/**
 * Reads how a late-interaction model wants to be used. Null when no file says that it is one: its token states can
 * be compared all the same, but it was not trained for it. Throws when a file names a token that is not there.
 */
export function readLateSettings(files: ReadonlyMap<string, Uint8Array>): LateSettings | null {
  for (const file of LATE_FILES) {
    const bytes = files.get(file);
    if (bytes === undefined) continue;
    const found = file === 'artifact.metadata' ? ofColBert(bytes) : ofPyLate(bytes, file);
    if (found !== null) return withIds(found, file, files);
  }
  return null;
}

interface Named {
  marker: Record<'query' | 'document', string | null>;
  length: Record<'query' | 'document', number>;
  expands: boolean;
  attend: boolean;
  skip: readonly string[];
  size: number | null;
}

function ofPyLate(bytes: Uint8Array, file: string): Named | null {
  const read = readJson(bytes, file, PyLate);
  // Sentence-transformers' own models have the same file without these fields.
  const { query_length: query = null, document_length: document = null } = read;
  if (query === null || document === null) return null;
  return {
    marker: { query: read.query_prefix || null, document: read.document_prefix || null },
    length: { query, document },
    expands: read.do_query_expansion ?? true,
    attend: read.attend_to_expansion_tokens ?? false,
    skip: read.skiplist_words ?? PUNCTUATION,
    size: read.embedding_dim ?? null,
  };
}

function ofColBert(bytes: Uint8Array): Named {
  const read = readJson(bytes, 'artifact.metadata', ColBert);
  return {
    marker: { query: read.query_token_id, document: read.doc_token_id },
    length: { query: read.query_maxlen, document: read.doc_maxlen },
    expands: true,
    attend: read.attend_to_mask_tokens,
    skip: read.mask_punctuation ? PUNCTUATION : [],
    size: read.dim,
  };
}

function withIds(named: Named, file: string, files: ReadonlyMap<string, Uint8Array>): LateSettings {
  const tokenizer = files.get('tokenizer.json');
  if (tokenizer === undefined) throw new ModelFileError('tokenizer.json', 'missing; the model needs it.');
  const idOf = tokenIdReader(tokenizer);
  const need = (token: string): number => {
    const id = idOf(token) ?? idOf(token.trim());
    if (id === null)
      throw new ModelFileError(file, `names the token ${JSON.stringify(token)}, which tokenizer.json lacks.`);
    return id;
  };
  const projection = readProjection(files);
  return {
    file,
    marker: {
      query: named.marker.query === null ? null : need(named.marker.query),
      document: named.marker.document === null ? null : need(named.marker.document),
    },
    length: named.length,
    expansion: named.expands ? need(maskToken(files)) : null,
    attend: named.attend,
    skip: new Set(named.skip.map(idOf).filter((id) => id !== null)),
    projection,
    size: named.size ?? projection?.size ?? null,
  };
}

function maskToken(files: ReadonlyMap<string, Uint8Array>): string {
  const bytes = files.get('tokenizer_config.json');
  const token = bytes === undefined ? null : readJson(bytes, 'tokenizer_config.json', MaskToken).mask_token;
  return (typeof token === 'object' ? token?.content : token) ?? '[MASK]';
}

const Dense = z.object({
  in_features: z.int().positive(),
  out_features: z.int().positive(),
  bias: z.boolean(),
  activation_function: z.string().endsWith('Identity'),
});

function readProjection(files: ReadonlyMap<string, Uint8Array>): Projection | null {
  const [configFile, weightsFile] = PROJECTION_FILES;
  const config = files.get(configFile);
  const weights = files.get(weightsFile);
  if (config === undefined || weights === undefined) return null;
  const { in_features: from, out_features: size, bias } = readJson(config, configFile, Dense);
  if (bias) throw new ModelFileError(configFile, 'a projection with a bias is not supported.');
  const tensor = readSafetensors(weights, weightsFile).get('linear.weight');
  if (!(tensor?.data instanceof Float32Array) || tensor.data.length !== from * size)
    throw new ModelFileError(weightsFile, `no tensor linear.weight of ${size} x ${from} floats.`);
  return { weights: tensor.data, from, size };
}

/** For caches and exports: what of the reading decides over the digits. */
export const lateName = ({ length, expansion, attend, marker, skip }: LateSettings): string =>
  [
    `colbert-q${length.query}-d${length.document}`,
    expansion === null ? 'unfilled' : attend ? 'attended' : 'masked',
    `${marker.query ?? 'none'}:${marker.document ?? 'none'}`,
    `skip${skip.size}`,
  ].join('-');
