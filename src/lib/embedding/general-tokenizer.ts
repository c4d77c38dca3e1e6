import { Tokenizer as HubTokenizer } from '@huggingface/tokenizers';
import type { SpecialIds, Tokenizer } from './tokenizer';

/**
 * Any `tokenizer.json` (byte-pair, unigram, ...) by the tokenizer of transformers.js. Only its pieces are used: the
 * cut and the special tokens are ours, because it cuts after adding them.
 */
export class GeneralTokenizer implements Tokenizer {
  readonly special: SpecialIds;
  readonly size: number;
  private readonly inner: HubTokenizer;

  constructor(tokenizer: object, config: { pad_token?: unknown; unk_token?: unknown }) {
    const inner = new HubTokenizer(tokenizer, config);
    this.inner = inner;
    const idOf = (token: unknown) => (typeof token === 'string' ? (inner.token_to_id(token) ?? null) : null);
    const bare = this.pieces('a', false);
    const full = this.pieces('a', true);
    const at = full.findIndex((_, i) => bare.every((id, j) => full[i + j] === id));
    const before = full.slice(0, Math.max(0, at));
    const after = full.slice(at + bare.length);
    if (at < 0 || before.length > 1 || after.length > 1) {
      throw new Error('tokenizer.json: at most one special token on each side of a text is supported.');
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
    const pair = this.inner.encode('a', { text_pair: 'a', add_special_tokens: true }).ids;
    return pair.slice(before + bare.length, pair.length - after - bare.length);
  }

  private pieces(text: string, special: boolean): number[] {
    return this.inner.encode(text, { add_special_tokens: special }).ids;
  }
}

/** The greatest id plus one. */
function sizeOf(inner: HubTokenizer): number {
  let size = 0;
  for (const id of inner.get_vocab().values()) if (id >= size) size = id + 1;
  return size;
}
