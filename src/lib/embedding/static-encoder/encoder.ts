import type { Task } from '$lib/serbench/task';
import type { Encoded, LocalEncoder, TextKind, VectorIdentity } from '../encoder';
import type { StaticModel } from './model';
import { StaticPool } from './pool';

const TEXTS_A_CHUNK = 256;

/** The static encoder: tokens, look-ups and a mean; no session, nothing to wait for. */
export class StaticEncoder implements LocalEncoder {
  readonly dimensions: number;
  readonly limit: number;
  readonly prefix = { query: '', document: '' };
  private readonly pool: StaticPool;

  constructor(
    readonly identity: VectorIdentity,
    private readonly model: StaticModel,
  ) {
    this.dimensions = model.dimensions;
    this.limit = model.limit;
    this.pool = new StaticPool(model);
  }

  async encode(texts: readonly string[], _kind: TextKind, task: Task): Promise<Encoded> {
    const { dimensions } = this;
    const vectors = new Float32Array(texts.length * dimensions);
    let tokens = 0;
    let cut = 0;
    for (let from = 0; from < texts.length; from += TEXTS_A_CHUNK) {
      await task.checkpoint();
      const to = Math.min(from + TEXTS_A_CHUNK, texts.length);
      for (let i = from; i < to; i += 1) {
        const total = this.pool.encodeInto(texts[i] ?? '', vectors, i * dimensions);
        tokens += total;
        if (total > this.model.limit) cut += 1;
      }
      task.progress({ done: to, total: texts.length, unit: 'texts' });
    }
    return { vectors, dimensions, tokens, cut };
  }

  tokenIds(texts: readonly string[]): Promise<number[][]> {
    const { tokenizer, limit, unknown } = this.model;
    const out = new Int32Array(limit);
    return Promise.resolve(
      texts.map((text) => {
        const total = tokenizer.encodeInto(text, out, limit);
        return [...out.subarray(0, Math.min(total, limit))].filter((id) => id !== unknown);
      }),
    );
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}
