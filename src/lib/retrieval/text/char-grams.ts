import { isSpace } from './characters';
import { GramTrie } from './gram-trie';
import { IntList } from './int-list';
import { HASH_FACTOR, HASH_START, Lexicon } from './lexicon';

const SPACE = 0x20;

/**
 * Character n-grams inside word borders as scikit-learn's `char_wb` has them: the text is lowered and split at white
 * space, each piece is padded by one space on both sides, and a padded piece not longer than n is one gram and ends
 * the piece. The grams of a piece are worked out once and remembered. `shortest` is 3 or more: a padded piece has three
 * characters at least.
 */
export class CharGrams {
  readonly trie = new GramTrie();
  private readonly pieces = new Lexicon();
  private readonly grams = new IntList(1 << 16);
  private readonly starts: number[] = [0];
  private readonly points = new IntList();

  constructor(
    readonly shortest: number,
    readonly longest: number,
  ) {}

  /** Rises whenever the numbering starts anew: numbers of an older generation mean nothing. */
  generation = 0;

  clear(): void {
    this.trie.clear();
    this.pieces.clear();
    this.grams.length = 0;
    this.starts.length = 1;
    this.generation += 1;
  }

  /** Numbers the pieces of a text that is lowered already. */
  split(lowered: string, into: IntList): void {
    const { length } = lowered;
    let i = 0;
    while (i < length) {
      const start = i;
      let hash = HASH_START;
      for (; i < length; i += 1) {
        const unit = lowered.charCodeAt(i);
        if (isSpace(unit)) break;
        hash = Math.imul(hash ^ unit, HASH_FACTOR);
      }
      if (i > start) into.push(this.piece(lowered, start, i, hash));
      i += 1;
    }
  }

  /** Pieces numbered so far. */
  get pieceCount(): number {
    return this.pieces.size;
  }

  /** One more than the largest number of a gram so far. */
  get size(): number {
    return this.trie.size;
  }

  /** Where the grams of a piece, repeats included, lie in `data`: from here to the start of the next piece. */
  start(piece: number): number {
    return this.starts[piece] ?? 0;
  }

  get data(): Int32Array {
    return this.grams.data;
  }

  private piece(text: string, start: number, end: number, hash: number): number {
    const known = this.pieces.size;
    const id = this.pieces.internHashed(text, start, end, hash);
    if (id === known) this.addGrams(text.slice(start, end));
    return id;
  }

  private addGrams(piece: string): void {
    const { trie, grams, shortest, longest } = this;
    const points = this.pointsOf(piece);
    const length = this.points.length;
    const data = grams.reserve(length * (longest - shortest + 1));
    let at = grams.length;
    for (let offset = 0; offset + 2 < length; offset += 1) {
      let node = trie.triple(
        points[offset] as number,
        points[offset + 1] as number,
        points[offset + 2] as number,
      );
      const last = Math.min(longest, length - offset);
      if (shortest <= 3 || length === 3) data[at++] = node;
      for (let n = 4; n <= last; n += 1) {
        node = trie.child(node, points[offset + n - 1] as number);
        if (n >= shortest || n === length) data[at++] = node;
      }
    }
    grams.length = at;
    this.starts.push(at);
  }

  /** Code points of the padded piece, in `points`. */
  private pointsOf(piece: string): Int32Array {
    const { points } = this;
    points.length = 0;
    points.push(SPACE);
    for (let i = 0; i < piece.length; i += 1) {
      const point = piece.codePointAt(i) ?? 0;
      points.push(point);
      if (point > 0xffff) i += 1;
    }
    points.push(SPACE);
    return points.data;
  }
}
