import type { Tokenizer, SpecialIds } from '../tokenizer';
import { isCamelBorder, splitCamelCase } from './camel';
import { wordsOf, type Casing } from './normalise';
import { Pieces } from './pieces';
import { DROP, kindOf, PUNCT, WORD } from './ranges';
import { WordCache } from './word-cache';

/** What `readWordPiece` takes from a `tokenizer.json`. */
export interface WordPieceModel extends Casing {
  vocabulary: [string, number][];
  unknown: number;
  prefix: string;
  longestWord: number;
  /** Special tokens that are recognised in raw text, longest first; each starts with ASCII punctuation. */
  specials: { content: string; id: number }[];
  special: SpecialIds;
}

const LONG = 256;
const KEPT_ODD_WORDS = 50_000;

/**
 * BERT's WordPiece tokenizer. ASCII text takes one pass over typed arrays: a class per unit, a rolling hash per
 * word, its ids from a cache. A run of word characters with any other unit goes through the whole normaliser.
 */
export class WordPiece implements Tokenizer {
  readonly special: SpecialIds;
  readonly size: number;
  private readonly cache: WordCache;
  private readonly kinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code));
  private readonly lower: Uint8Array;
  private readonly marks = new Int32Array(128);
  private readonly opensSpecial = new Uint8Array(128);
  /** Ids of special tokens, and the lengths that they have, the longest first. */
  private readonly specials: ReadonlyMap<string, number>;
  private readonly specialLengths: readonly number[];
  private readonly casing: Casing;
  private readonly odd = new Map<string, Int32Array>();
  private readonly unknown: number;
  private readonly longestWord: number;

  /** `camel`: split camelCase first, for models that were trained so. */
  constructor(
    model: WordPieceModel,
    private readonly camel = false,
  ) {
    const pieces = new Pieces(model.vocabulary, model.unknown, model.prefix, model.longestWord);
    this.cache = new WordCache(pieces);
    this.special = model.special;
    const { start, end, pad, between } = model.special;
    const around = [start ?? 0, end ?? 0, pad, ...between];
    const ids = [model.vocabulary.map(([, id]) => id), model.specials.map(({ id }) => id), around];
    this.size = ids.flat().reduce((size, id) => Math.max(size, id + 1), 0);
    // Of equal names the first counts, which has the smallest id.
    this.specials = new Map(model.specials.map(({ content, id }) => [content, id] as const).reverse());
    this.specialLengths = [...new Set(model.specials.map(({ content }) => content.length))].sort(
      (a, b) => b - a,
    );
    this.casing = { lowercase: model.lowercase, stripAccents: model.stripAccents };
    this.unknown = model.unknown;
    this.longestWord = Math.min(model.longestWord, LONG);
    this.lower = Uint8Array.from({ length: 128 }, (_, code) =>
      model.lowercase && code >= 65 && code <= 90 ? code + 32 : code,
    );
    const one = new Int32Array(1);
    for (let code = 0; code < 128; code += 1) {
      pieces.split(Uint16Array.of(code), 1, one);
      this.marks[code] = one[0] ?? model.unknown;
    }
    for (const { content } of model.specials) this.opensSpecial[content.charCodeAt(0)] = 1;
  }

  /** Writes the first `limit` ids of the text into `out`; returns how many ids the whole text has. */
  encodeInto(text: string, out: Int32Array, limit: number): number {
    const { kinds, lower, marks, cache, camel } = this;
    const { word, ids } = cache;
    const end = text.length;
    let count = 0;
    let i = 0;
    while (i < end) {
      const code = text.charCodeAt(i);
      const kind = code < 128 ? (kinds[code] as number) : WORD;
      if (kind === PUNCT) {
        if (this.opensSpecial[code] === 1) {
          const special = this.specialAt(text, i);
          if (special !== null) {
            if (count < limit) out[count] = special.id;
            count += 1;
            i += special.length;
            continue;
          }
        }
        if (count < limit) out[count] = marks[code] as number;
        count += 1;
        i += 1;
        continue;
      }
      if (kind !== WORD) {
        i += 1;
        continue;
      }
      const from = i;
      let length = 0;
      let hash = 0;
      let ascii = true;
      for (; i < end; i += 1) {
        const unit = text.charCodeAt(i);
        if (unit >= 128) {
          ascii = false;
          break;
        }
        const unitKind = kinds[unit] as number;
        if (unitKind !== WORD) {
          if (unitKind === DROP) continue;
          break;
        }
        if (camel && i > from && unit < 91 && unit > 64) {
          if (isCamelBorder(text.charCodeAt(i - 1), unit, text.charCodeAt(i + 1))) break;
        }
        const small = lower[unit] as number;
        if (length < LONG) word[length] = small;
        length += 1;
        hash = Math.imul(hash ^ small, 0x01000193) + 0x9e37;
      }
      if (!ascii) {
        i = this.runEnd(text, i);
        const found = this.oddWord(text.slice(from, i));
        for (let j = 0; j < found.length && count + j < limit; j += 1) out[count + j] = found[j] as number;
        count += found.length;
      } else if (length > this.longestWord) {
        if (count < limit) out[count] = this.unknown;
        count += 1;
      } else {
        cache.find(length, hash | 0);
        const start = cache.start;
        const more = cache.count;
        for (let j = 0; j < more && count + j < limit; j += 1) out[count + j] = ids[start + j] as number;
        count += more;
      }
    }
    return count;
  }

  private specialAt(text: string, at: number): { length: number; id: number } | null {
    for (const length of this.specialLengths) {
      const id = this.specials.get(text.slice(at, at + length));
      if (id !== undefined) return { length, id };
    }
    return null;
  }

  /** Where the run of units that are not ASCII blanks or punctuation ends. */
  private runEnd(text: string, from: number): number {
    let i = from;
    for (; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < 128 && this.kinds[code] !== WORD && this.kinds[code] !== DROP) break;
    }
    return i;
  }

  private oddWord(run: string): Int32Array {
    const known = this.odd.get(run);
    if (known !== undefined) return known;
    const out: number[] = [];
    for (const word of wordsOf(this.camel ? splitCamelCase(run) : run, this.casing)) {
      if (word.length > 2 * this.longestWord) {
        out.push(this.unknown);
        continue;
      }
      let hash = 0;
      for (let i = 0; i < word.length; i += 1) {
        const unit = word.charCodeAt(i);
        this.cache.word[i] = unit;
        hash = Math.imul(hash ^ unit, 0x01000193) + 0x9e37;
      }
      this.cache.find(word.length, hash | 0);
      for (let j = 0; j < this.cache.count; j += 1) out.push(this.cache.ids[this.cache.start + j] as number);
    }
    const ids = Int32Array.from(out);
    if (this.odd.size >= KEPT_ODD_WORDS) this.odd.clear();
    this.odd.set(run, ids);
    return ids;
  }
}
