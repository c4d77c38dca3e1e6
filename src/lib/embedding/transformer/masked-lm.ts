import { expand, type SparseVector } from '$lib/retrieval/rankers/learned-sparse';
import type { Task } from '$lib/serbench/task';
import type { VectorIdentity } from '../encoder';
import { encodeCut } from '../tokenizer';
import { openParts, type OpenParts, type TransformerParts } from './open';
import type { Runtime } from './runtime';
import { readSplade, type SpladeSettings } from './splade-settings';

/** A masked language model as an expander of texts to weighted vocabulary entries. One text a run: logits are large. */
export class MaskedLanguageModel {
  readonly identity: VectorIdentity;

  constructor(
    private readonly parts: OpenParts,
    private readonly limit: number,
    readonly splade: SpladeSettings,
  ) {
    this.identity = parts.identity;
  }

  async terms(texts: readonly string[], task: Task): Promise<SparseVector[]> {
    const { tokenizer, session, output } = this.parts;
    const { start, end, pad, unknown } = tokenizer.special;
    // A trained model gives its special tokens the weight that it learnt; of a plain one they would be noise.
    const skip = new Set(this.splade.trained ? [] : [start, end, pad, unknown].filter((id) => id !== null));
    const vectors: SparseVector[] = [];
    for (const text of texts) {
      await task.checkpoint();
      const { ids } = encodeCut(tokenizer, text, this.limit);
      const { data, dims } = await session.run([{ ids }], output);
      vectors.push(expand(data, dims[2] ?? 0, skip, this.splade));
      task.progress({ done: vectors.length, total: texts.length, unit: 'texts' });
    }
    return vectors;
  }

  dispose(): Promise<void> {
    return this.parts.session.release();
  }
}

export async function openMaskedLanguageModel(
  runtime: Runtime,
  parts: TransformerParts,
): Promise<MaskedLanguageModel> {
  const splade = readSplade(parts.files);
  const { limit } = parts.settings;
  const how = `${splade.trained ? 'splade' : 'masked-lm'}-${splade.pooling}-${splade.activation}@${limit}`;
  return new MaskedLanguageModel(await openParts(runtime, parts, ['logits'], how), limit, splade);
}
