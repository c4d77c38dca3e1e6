import { TransformerEncoder } from './encoder';
import { lateName, readLateSettings } from './late-settings';
import { openParts, type TransformerParts } from './open';
import type { Runtime } from './runtime';
import { dependsOnBatch } from './settings';

/** What exports of late-interaction models call their token vectors. */
const LATE_OUTPUTS = ['output', 'contextual'];

/** Opens a transformer whose token states are pooled to vectors. */
export async function openTransformer(
  runtime: Runtime,
  parts: TransformerParts,
): Promise<TransformerEncoder> {
  const late = readLateSettings(parts.files);
  const { pooling, limit } = parts.settings;
  const how = late === null ? `${pooling}@${limit}` : `${pooling}@${limit}+${lateName(late)}`;
  const outputs = ['last_hidden_state', 'token_embeddings', ...(late === null ? [] : LATE_OUTPUTS)];
  const { identity, tokenizer, session, output } = await openParts(runtime, parts, outputs, how);
  const probe = await session.run([{ ids: Int32Array.of(tokenizer.special.start ?? 0) }], output);
  const dimensions = probe.dims[2] ?? 0;
  const single = dependsOnBatch(parts.dtype);
  return new TransformerEncoder(
    identity,
    dimensions,
    parts.settings,
    tokenizer,
    session,
    output,
    single,
    late,
  );
}
