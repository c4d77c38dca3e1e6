import { z } from 'zod';
import { ModelFileError } from '../errors';
import { readJson } from '../json';
import { readWordPiece } from '../wordpiece/read';
import { WordPiece } from '../wordpiece/wordpiece';
import type { Tokenizer } from '../tokenizer';
import { readSafetensors, type TensorData, type Tensors } from './safetensors';

/** A static encoder in memory: one row a token, in the layout of the model2vec library. */
export interface StaticModel {
  tokenizer: Tokenizer;
  /** Dropped from a text after the cut; null where the vocabulary has none. */
  unknown: number | null;
  rows: Int8Array | Float32Array;
  dimensions: number;
  /** A factor a token id. */
  weights: Float32Array;
  /** Row of a token id; null where rows and ids are the same. */
  mapping: Int32Array | null;
  /** Tokens kept of a text. */
  limit: number;
}

/** The three files of a static model, as bytes. */
export interface StaticFiles {
  config: Uint8Array;
  tokenizer: Uint8Array;
  weights: Uint8Array;
}

const Config = z.object({
  preprocess: z.literal('split-camel-case').optional(),
  max_length: z.int().positive().nullish(),
});

const tensor = (tensors: Tensors, ...names: string[]): TensorData | undefined =>
  names.map((name) => tensors.get(name)).find((found) => found !== undefined);

/**
 * Reads a static model: `embeddings` (I8, F16 or F32), and where they are there `weights` (a factor a token) and
 * `mapping` (a row a token). Texts are split at camelCase borders only when `config.json` says so.
 */
export function readStaticModel(files: StaticFiles, makeTokenizer = wordPiece): StaticModel {
  const config = readJson(files.config, 'config.json', Config);
  const file = 'model.safetensors';
  const tensors = readSafetensors(files.weights, file);
  const table = tensor(tensors, 'embeddings', 'embedding.weight');
  if (table === undefined) throw new ModelFileError(file, 'no tensor "embeddings": not a static model.');
  const [count = 0, dimensions = 0] = table.shape;
  const { data } = table;
  if (
    table.shape.length !== 2 ||
    dimensions === 0 ||
    !(data instanceof Int8Array || data instanceof Float32Array)
  ) {
    throw new ModelFileError(
      file,
      `embeddings: ${table.dtype} [${table.shape.join(', ')}] is not supported.`,
    );
  }
  const mapped = tensors.get('mapping');
  const mapping = mapped === undefined ? null : Int32Array.from(mapped.data);
  if (mapping?.some((row) => row < 0 || row >= count)) {
    throw new ModelFileError(file, 'mapping: points outside the rows.');
  }
  const given = tensors.get('weights');
  const weights =
    given === undefined ? new Float32Array(mapping?.length ?? count).fill(1) : Float32Array.from(given.data);
  if (weights.length !== (mapping?.length ?? count)) {
    throw new ModelFileError(file, `weights: ${weights.length} for ${mapping?.length ?? count} tokens.`);
  }
  const tokenizer = makeTokenizer(files.tokenizer, config.preprocess === 'split-camel-case');
  if (tokenizer.size > weights.length) {
    throw new ModelFileError(file, `${weights.length} rows for a vocabulary of ${tokenizer.size}.`);
  }
  const unknown = tokenizer.special.unknown;
  return { tokenizer, unknown, rows: data, dimensions, weights, mapping, limit: config.max_length ?? 512 };
}

const wordPiece = (bytes: Uint8Array, camel: boolean): Tokenizer =>
  new WordPiece(readWordPiece(bytes), camel);
