import { Trie } from './trie';

/** The WordPiece model: greedy longest match from the left; a word that cannot be covered is one unknown token. */
export class Pieces {
  private readonly trie = new Trie();
  private readonly starts = this.trie.root();
  private readonly continues = this.trie.root();

  constructor(
    vocabulary: Iterable<readonly [string, number]>,
    readonly unknown: number,
    prefix: string,
    private readonly longestWord: number,
  ) {
    for (const [piece, id] of vocabulary) {
      this.trie.insert(this.starts, piece, id);
      if (piece.startsWith(prefix)) this.trie.insert(this.continues, piece.slice(prefix.length), id);
    }
  }

  /** Writes the ids of the word `units[0..length)` into `out`, and returns their number (at most `length`). */
  split(units: Uint16Array, length: number, out: Int32Array): number {
    if (this.points(units, length) > this.longestWord) {
      out[0] = this.unknown;
      return 1;
    }
    let count = 0;
    let at = 0;
    while (at < length) {
      let node = at === 0 ? this.starts : this.continues;
      let id = -1;
      let end = at;
      for (let i = at; i < length; i += 1) {
        node = this.trie.step(node, units[i] as number);
        if (node < 0) break;
        const found = this.trie.idAt(node);
        if (found >= 0) {
          id = found;
          end = i + 1;
        }
      }
      if (id < 0 || end === at) {
        out[0] = this.unknown;
        return 1;
      }
      out[count] = id;
      count += 1;
      at = end;
    }
    return count;
  }

  private points(units: Uint16Array, length: number): number {
    let points = length;
    if (length <= this.longestWord) return points;
    for (let i = 0; i < length; i += 1) if (((units[i] as number) & 0xfc00) === 0xdc00) points -= 1;
    return points;
  }
}
