import { z } from 'zod';
import type { VectorIdentity } from '../encoder';
import { ModelFileError } from '../errors';
import { sha256Hex } from '../digest';
import { readJson } from '../json';
import { readTokenizer } from '../read-tokenizer';
import type { Tokenizer } from '../tokenizer';
import type { Runtime } from './runtime';
import { openSession, type Session } from './session';
import { WEIGHT_FILES, weightFile, type Dtype, type TransformerSettings } from './settings';

/** What makes a transformer out of files. */
export interface TransformerParts {
  name: string;
  /** The hub's commit; null: the SHA-256 of the weights. */
  revision: string | null;
  dtype: Dtype;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  settings: TransformerSettings;
}

/** A loaded transformer before anyone says what its output is for. */
export interface OpenParts {
  identity: VectorIdentity;
  tokenizer: Tokenizer;
  session: Session;
  output: string;
}

const need = (files: TransformerParts['files'], path: string): Uint8Array<ArrayBuffer> => {
  const bytes = files.get(path);
  if (bytes === undefined) throw new ModelFileError(path, 'missing; the model needs it.');
  return bytes;
};

const Config = z.object({ vocab_size: z.int().positive().optional() });

/** An id without a row would be read from beside the table: the runtime's error names no file, or there is none. */
function refuseUnknownIds(tokenizer: Tokenizer, config: Uint8Array | undefined): void {
  const rows = config === undefined ? undefined : readJson(config, 'config.json', Config).vocab_size;
  if (rows !== undefined && tokenizer.size > rows)
    throw new ModelFileError(
      'tokenizer.json',
      `has ids up to ${tokenizer.size - 1}; config.json says ${rows} tokens.`,
    );
}

/**
 * Opens a model that has one of the outputs looked for; a model without them is closed again. `how` names what is
 * made of the output, for caches and exports.
 */
export async function openParts(
  runtime: Runtime,
  { name, revision, dtype, files, settings }: TransformerParts,
  outputs: readonly string[],
  how = `${settings.pooling}@${settings.limit}`,
): Promise<OpenParts> {
  const path = weightFile(dtype, [...files.keys()]) ?? WEIGHT_FILES[dtype][0];
  const weights = need(files, path);
  const tokenizer = readTokenizer(need(files, 'tokenizer.json'), files.get('tokenizer_config.json'));
  refuseUnknownIds(tokenizer, files.get('config.json'));
  const external = [...files]
    .filter(([file]) => file.startsWith(`${path}_data`))
    .map(([file, data]) => ({ path: file.slice(file.lastIndexOf('/') + 1), data }));
  const identity = { model: name, revision: revision ?? (await sha256Hex(weights)), dtype, how };
  const session = await openSession(runtime, weights, external, tokenizer.special.pad);
  const output = outputs.find((known) => session.outputs.includes(known));
  if (output !== undefined) return { identity, tokenizer, session, output };
  await session.release();
  throw new ModelFileError(path, `gives ${session.outputs.join(', ')}, not ${outputs.join(' or ')}.`);
}
