import { ModelFileError } from '../errors';
import { sha256Hex } from '../digest';
import { readTokenizer } from '../read-tokenizer';
import { TransformerEncoder } from './encoder';
import type { Runtime } from './runtime';
import { openSession } from './session';
import { dependsOnBatch, WEIGHT_FILES, type Dtype, type TransformerSettings } from './settings';

/** What makes a transformer out of files. */
export interface TransformerParts {
  name: string;
  /** The hub's commit; null: the SHA-256 of the weights. */
  revision: string | null;
  dtype: Dtype;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  settings: TransformerSettings;
}

const need = (files: TransformerParts['files'], path: string): Uint8Array<ArrayBuffer> => {
  const bytes = files.get(path);
  if (bytes === undefined) throw new ModelFileError(path, 'missing; the model needs it.');
  return bytes;
};

/** Opens a transformer whose token states are pooled to vectors. */
export async function openTransformer(
  runtime: Runtime,
  parts: TransformerParts,
): Promise<TransformerEncoder> {
  const { name, dtype, files, settings } = parts;
  const path = WEIGHT_FILES[dtype];
  const weights = need(files, path);
  const tokenizer = readTokenizer(need(files, 'tokenizer.json'), files.get('tokenizer_config.json'));
  const external = [...files]
    .filter(([file]) => file.startsWith(`${path}_data`))
    .map(([file, data]) => ({ path: file.slice(file.lastIndexOf('/') + 1), data }));
  const revision = parts.revision ?? (await sha256Hex(weights));
  const session = await openSession(runtime, weights, external, tokenizer.special.pad);
  const output = ['last_hidden_state', 'token_embeddings'].find((known) => session.outputs.includes(known));
  if (output === undefined) {
    await session.release();
    throw new ModelFileError(path, `gives ${session.outputs.join(', ')}, not the states of tokens.`);
  }
  const probe = await session.run([{ ids: Int32Array.of(tokenizer.special.start ?? 0) }], output);
  return new TransformerEncoder(
    { model: name, revision, dtype, how: `${settings.pooling}@${settings.limit}` },
    probe.dims[2] ?? 0,
    settings,
    tokenizer,
    session,
    output,
    dependsOnBatch(dtype),
  );
}
