import type { Task } from '$lib/serbench/task';
import type { VectorIdentity } from '../encoder';
import { encodePair } from '../tokenizer';
import { openParts, type OpenParts, type TransformerParts } from './open';
import { planBatches } from './batches';
import type { Runtime } from './runtime';
import { dependsOnBatch } from './settings';

/** A model that reads query and document as one text and gives one relevance. */
export class CrossEncoder {
  readonly identity: VectorIdentity;

  constructor(
    private readonly parts: OpenParts,
    private readonly limit: number,
    private readonly single: boolean,
  ) {
    this.identity = parts.identity;
  }

  /** One relevance a document, greater is better, in the documents' order; no fixed scale. */
  async relevance(
    query: string,
    documents: readonly string[],
    task: Task,
  ): Promise<{ scores: number[]; cut: number }> {
    const { tokenizer, session, output } = this.parts;
    const pairs = documents.map((document) => encodePair(tokenizer, query, document, this.limit));
    const scores = new Array<number>(documents.length).fill(0);
    let done = 0;
    for (const batch of planBatches(
      pairs.map(({ ids }) => ids.length),
      this.single,
    )) {
      await task.checkpoint();
      const { data, dims } = await session.run(
        batch.flatMap((i) => pairs[i] ?? []),
        output,
      );
      const labels = dims[1] ?? 1;
      // One label is the relevance itself; of two, the second says "relevant".
      batch.forEach((i, row) => {
        const last = data[row * labels + labels - 1] ?? 0;
        scores[i] = labels === 2 ? last - (data[row * labels] ?? 0) : last;
      });
      done += batch.length;
      task.progress({ done, total: documents.length, unit: 'texts' });
    }
    return { scores, cut: pairs.filter(({ cut }) => cut).length };
  }

  dispose(): Promise<void> {
    return this.parts.session.release();
  }
}

export async function openCrossEncoder(runtime: Runtime, parts: TransformerParts): Promise<CrossEncoder> {
  const open = await openParts(runtime, parts, ['logits']);
  return new CrossEncoder(open, parts.settings.limit, dependsOnBatch(parts.dtype));
}
