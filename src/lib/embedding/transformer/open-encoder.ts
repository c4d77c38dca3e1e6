import { TransformerEncoder } from './encoder';
import { openParts, type TransformerParts } from './open';
import type { Runtime } from './runtime';
import { dependsOnBatch } from './settings';

/** Opens a transformer whose token states are pooled to vectors. */
export async function openTransformer(
  runtime: Runtime,
  parts: TransformerParts,
): Promise<TransformerEncoder> {
  const { identity, tokenizer, session, output } = await openParts(runtime, parts, [
    'last_hidden_state',
    'token_embeddings',
  ]);
  const probe = await session.run([{ ids: Int32Array.of(tokenizer.special.start ?? 0) }], output);
  const dimensions = probe.dims[2] ?? 0;
  const single = dependsOnBatch(parts.dtype);
  return new TransformerEncoder(identity, dimensions, parts.settings, tokenizer, session, output, single);
}
