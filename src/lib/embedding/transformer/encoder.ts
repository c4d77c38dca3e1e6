import type { TokenVectors } from '$lib/retrieval/rankers/late-interaction';
import type { Task } from '$lib/serbench/task';
import type { Encoded, LocalEncoder, TextKind, VectorIdentity } from '../encoder';
import { encodeCut, type Tokenizer } from '../tokenizer';
import { planBatches } from './batches';
import type { LateSettings } from './late-settings';
import { pool } from './pooling';
import type { Session } from './session';
import type { TransformerSettings } from './settings';
import { readTokenVectors } from './token-vectors';

/** A transformer in this thread: prefix, tokens, cut, session, pooling, unit length. */
export class TransformerEncoder implements LocalEncoder {
  readonly prefix: Readonly<Record<TextKind, string>>;

  constructor(
    readonly identity: VectorIdentity,
    readonly dimensions: number,
    readonly settings: TransformerSettings,
    readonly tokenizer: Tokenizer,
    readonly session: Session,
    readonly output: string,
    /** The model's digits depend on the rest of a batch. */
    readonly single: boolean,
    /** How its files want it read for late interaction; null where they do not speak of it. */
    readonly late: LateSettings | null = null,
  ) {
    this.prefix = settings.prefix;
  }

  async encode(texts: readonly string[], kind: TextKind, task: Task): Promise<Encoded> {
    const { dimensions, settings } = this;
    const encodings = texts.map((text) =>
      encodeCut(this.tokenizer, settings.prefix[kind] + text, settings.limit),
    );
    const vectors = new Float32Array(texts.length * dimensions);
    let done = 0;
    for (const batch of planBatches(
      encodings.map(({ ids }) => ids.length),
      this.single,
    )) {
      await task.checkpoint();
      const sequences = batch.map((i) => ({ ids: encodings[i]?.ids ?? new Int32Array(0) }));
      const states = await this.session.run(sequences, this.output);
      const pooled = pool(
        states,
        sequences.map(({ ids }) => ids.length),
        settings.pooling,
      );
      batch.forEach((i, row) => {
        vectors.set(pooled.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions);
      });
      done += batch.length;
      task.progress({ done, total: texts.length, unit: 'texts' });
    }
    return {
      vectors,
      dimensions,
      tokens: encodings.reduce((sum, { total }) => sum + total, 0),
      cut: encodings.filter(({ total }) => total > settings.limit).length,
    };
  }

  tokenIds(texts: readonly string[], kind: TextKind): Promise<number[][]> {
    const { prefix, limit } = this.settings;
    return Promise.resolve(
      texts.map((text) => [...encodeCut(this.tokenizer, prefix[kind] + text, limit).ids]),
    );
  }

  /** One unit vector a token: for late interaction. */
  tokenVectors(texts: readonly string[], kind: TextKind, task: Task): Promise<TokenVectors[]> {
    return readTokenVectors(this, texts, kind, task);
  }

  /** The same session used in another way; only one of the two may be disposed of. */
  withSettings(settings: TransformerSettings, single = this.single): TransformerEncoder {
    const { identity, dimensions, tokenizer, session, output, late } = this;
    return new TransformerEncoder(identity, dimensions, settings, tokenizer, session, output, single, late);
  }

  dispose(): Promise<void> {
    return this.session.release();
  }
}
