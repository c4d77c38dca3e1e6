import { countMerged } from './bpe-merge';
import type { Tokenizer } from './count-tokens';

/** What special tokens' names in a source text are: text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Pieces of the split pattern that are longer than this are merged by ourselves: the library's merge takes time that
 * grows with the square of a piece, and one run of letters, blanks or signs is one piece.
 */
const LONG_PIECE = 256;

/** Any long piece holds one of these runs: a piece is a few signs beside one or two of them. */
const LONG_RUN = /[\p{L}\p{M}]{100}|\s{100}|[^\s\p{L}\p{N}]{100}/u;

/** OpenAI's o200k_base, loaded (2.4 MB) when first needed. Counts are the library's; the time is near-linear. */
export async function loadO200k(): Promise<Tokenizer> {
  const [{ countTokens }, { default: tokens }, { O200K_TOKEN_SPLIT_REGEX }] = await Promise.all([
    import('gpt-tokenizer/encoding/o200k_base'),
    import('gpt-tokenizer/bpeRanks/o200k_base'),
    import('gpt-tokenizer/encodingParams/constants'),
  ]);
  let ranks: Ranks | null = null;
  const countLong = (piece: string): number => {
    ranks ??= ranksOf(tokens);
    return countMerged(binary(encoder.encode(piece)), ranks.of, ranks.longest);
  };
  const count = (text: string): number => {
    if (!LONG_RUN.test(text)) return countTokens(text, PLAIN);
    let total = 0;
    for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX))
      total += piece.length > LONG_PIECE ? countLong(piece) : countTokens(piece, PLAIN);
    return total;
  };
  return { name: 'o200k_base', count };
}

interface Ranks {
  of(bytes: string): number | undefined;
  /** Bytes of the longest token. */
  longest: number;
}

const encoder = new TextEncoder();

function ranksOf(tokens: readonly (string | readonly number[])[]): Ranks {
  const ranks = new Map<string, number>();
  let longest = 0;
  tokens.forEach((token, rank) => {
    const bytes = binary(typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token));
    longest = Math.max(longest, bytes.length);
    ranks.set(bytes, rank);
  });
  return { of: (bytes) => ranks.get(bytes), longest };
}

/** Bytes as a string of code units 0 to 255. */
function binary(bytes: Uint8Array): string {
  const blocks: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192)
    blocks.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  return blocks.join('');
}
