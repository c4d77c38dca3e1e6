import type { Task } from '$lib/serbench/task';
import type { Encoded, Encoder, TextKind, VectorIdentity } from '../encoder';
import { textHash, vectorSpace } from './space';
import type { VectorStore } from './store';

/** New vectors are stored after this many texts, so that a closed tab loses little. */
const TEXTS_A_BLOCK = 128;

/** An encoder that asks the store first, and stores each block of new vectors before the next is made. */
export class CachedEncoder implements Encoder {
  readonly identity: VectorIdentity;
  readonly dimensions: number;
  readonly prefix: Readonly<Record<TextKind, string>>;
  /** Texts answered by the store and by the encoder, since this object was made. */
  readonly counts = { stored: 0, made: 0 };

  constructor(
    private readonly inner: Encoder,
    private readonly store: VectorStore,
    private readonly onStoreError: (error: unknown) => void = () => undefined,
  ) {
    this.identity = inner.identity;
    this.dimensions = inner.dimensions;
    this.prefix = inner.prefix;
  }

  /** `tokens` and `cut` count the texts that were made in this call only; stored ones keep no such count. */
  async encode(texts: readonly string[], kind: TextKind, task: Task): Promise<Encoded> {
    const { dimensions } = this;
    const space = vectorSpace(this, kind);
    const hashes: string[] = [];
    for (const text of texts) {
      hashes.push(await textHash(text));
      if (hashes.length % 256 === 0) await task.checkpoint();
    }
    const known = await this.store.find(space, hashes);
    const missing = new Map<string, string>();
    hashes.forEach((hash, i) => {
      if (!known.has(hash)) missing.set(hash, texts[i] ?? '');
    });
    this.counts.stored += texts.length - missing.size;
    let tokens: number | null = 0;
    let cut = 0;
    const wanted = [...missing];
    const before = new Set(hashes).size - wanted.length;
    for (let from = 0; from < wanted.length; from += TEXTS_A_BLOCK) {
      await task.checkpoint();
      const block = wanted.slice(from, from + TEXTS_A_BLOCK);
      const part = await this.inner.encode(
        block.map(([, text]) => text),
        kind,
        {
          ...task,
          progress: ({ done }) =>
            task.progress({ done: before + from + done, total: before + wanted.length, unit: 'texts' }),
        },
      );
      block.forEach(([hash], row) =>
        known.set(hash, part.vectors.slice(row * dimensions, (row + 1) * dimensions)),
      );
      tokens = tokens === null || part.tokens === null ? null : tokens + part.tokens;
      cut += part.cut;
      this.counts.made += block.length;
      await this.keep(
        space,
        block.map(([hash]) => hash),
        part.vectors,
      );
    }
    const vectors = new Float32Array(texts.length * dimensions);
    hashes.forEach((hash, i) => {
      const vector = known.get(hash);
      if (vector !== undefined) vectors.set(vector, i * dimensions);
    });
    return { vectors, dimensions, tokens, cut };
  }

  dispose(): Promise<void> {
    return this.inner.dispose();
  }

  /** A full store must not stop a run: it is told, and the vectors stay in memory. */
  private async keep(space: string, hashes: string[], vectors: Float32Array): Promise<void> {
    try {
      await this.store.add(space, { hashes, dimensions: this.dimensions, vectors });
    } catch (error) {
      this.onStoreError(error);
    }
  }
}
