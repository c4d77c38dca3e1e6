import { Tokenizer as HubTokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';
import { ModelFileError } from './errors';
import { ID_LIMIT, type SpecialIds, type Tokenizer } from './tokenizer';

/**
 * Any `tokenizer.json` (byte-pair, unigram, ...) by the tokenizer of transformers.js. Only its pieces are used: the
 * cut and the special tokens are ours, because it cuts after adding them.
 */
export class GeneralTokenizer implements Tokenizer {
  readonly special: SpecialIds;
  readonly size: number;
  private readonly inner: HubTokenizer;

  constructor(tokenizer: object, config: { pad_token?: unknown; unk_token?: unknown }) {
    refuseIds(tokenizer);
    const inner = attempt(() => new HubTokenizer(tokenizer, config));
    this.inner = inner;
    const idOf = (token: unknown) => (typeof token === 'string' ? (inner.token_to_id(token) ?? null) : null);
    const bare = this.pieces('a', false);
    const full = this.pieces('a', true);
    const at = full.findIndex((_, i) => bare.every((id, j) => full[i + j] === id));
    const before = full.slice(0, Math.max(0, at));
    const after = full.slice(at + bare.length);
    if (at < 0 || before.length > 1 || after.length > 1) {
      throw new ModelFileError(FILE, 'at most one special token on each side of a text is supported.');
    }
    this.special = {
      start: before[0] ?? null,
      end: after[0] ?? null,
      unknown: idOf(config.unk_token),
      pad: idOf(config.pad_token) ?? 0,
      between: this.between(bare, before.length, after.length),
    };
    this.size = sizeOf(inner);
  }

  encodeInto(text: string, out: Int32Array, limit: number): number {
    const ids = this.pieces(text, false);
    for (let i = 0; i < ids.length && i < limit; i += 1) out[i] = ids[i] ?? 0;
    return ids.length;
  }

  private between(bare: readonly number[], before: number, after: number): number[] {
    const pair = attempt(() => this.inner.encode('a', { text_pair: 'a', add_special_tokens: true }).ids);
    return pair.slice(before + bare.length, pair.length - after - bare.length);
  }

  private pieces(text: string, special: boolean): number[] {
    return attempt(() => this.inner.encode(text, { add_special_tokens: special }).ids);
  }
}

const FILE = 'tokenizer.json';

/** The library's own errors name no file and no field: they are passed on as the file's. */
function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new ModelFileError(FILE, `it cannot be used (${what}). Fetch it again, or choose another model.`, {
      cause,
    });
  }
}

const Ids = z.object({
  added_tokens: z.array(z.looseObject({ id: z.unknown() })).optional(),
  model: z.looseObject({ vocab: z.record(z.string(), z.unknown()).optional() }),
});

/** The library makes arrays as long as the greatest id: one damaged id would hold the worker for minutes. */
function refuseIds(tokenizer: object): void {
  const read = Ids.safeParse(tokenizer);
  if (!read.success) return;
  const { added_tokens = [], model } = read.data;
  const ids = [
    ...Object.entries(model.vocab ?? {}),
    ...added_tokens.map(({ id }, i) => [`added_tokens.${i}`, id] as const),
  ];
  for (const [token, id] of ids)
    if (!(typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= ID_LIMIT))
      throw new ModelFileError(
        FILE,
        `${JSON.stringify(token)} has the id ${JSON.stringify(id)}, which is none.`,
      );
}

/** The greatest id plus one. */
function sizeOf(inner: HubTokenizer): number {
  let size = 0;
  for (const id of inner.get_vocab().values()) if (id >= size) size = id + 1;
  return size;
}
