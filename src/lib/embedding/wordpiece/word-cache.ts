import type { Pieces } from './pieces';

const WORDS = 1 << 18;
const UNITS = 1 << 22;
const LONGEST = 4096;

/**
 * The token ids of words already seen: an open-addressed table over typed arrays, looked up by a hash that the
 * caller rolls while it reads the word. When full it is emptied, so that memory stays bounded (about 20 MB) and
 * results never depend on what came before.
 */
export class WordCache {
  /** The word being looked up, as UTF-16 units. */
  readonly word = new Uint16Array(LONGEST);
  /** All ids of all cached words, one after the other. */
  readonly ids = new Int32Array(UNITS);
  /** After `find`: where the word's ids start in `ids`, and how many they are. */
  start = 0;
  count = 0;

  private readonly table = new Int32Array(WORDS * 2).fill(-1);
  private readonly hashes = new Int32Array(WORDS);
  private readonly unitAt = new Int32Array(WORDS + 1);
  private readonly idAt = new Int32Array(WORDS + 1);
  private readonly units = new Uint16Array(UNITS);
  private readonly scratch = new Int32Array(LONGEST);
  private words = 0;

  constructor(private readonly pieces: Pieces) {}

  /** Finds or makes the ids of `word[0..length)`; sets `start` and `count`. */
  find(length: number, hash: number): void {
    const mask = WORDS * 2 - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const entry = this.table[slot] as number;
      if (entry < 0) break;
      if (this.hashes[entry] === hash && this.same(entry, length)) {
        this.start = this.idAt[entry] as number;
        this.count = (this.idAt[entry + 1] as number) - this.start;
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.add(slot, length, hash);
  }

  private same(entry: number, length: number): boolean {
    const from = this.unitAt[entry] as number;
    if ((this.unitAt[entry + 1] as number) - from !== length) return false;
    for (let i = 0; i < length; i += 1) if (this.units[from + i] !== this.word[i]) return false;
    return true;
  }

  private add(slot: number, length: number, hash: number): void {
    const count = this.pieces.split(this.word, length, this.scratch);
    const full =
      this.words === WORDS ||
      (this.unitAt[this.words] as number) + length > UNITS ||
      (this.idAt[this.words] as number) + count > UNITS;
    if (full) {
      this.table.fill(-1);
      this.words = 0;
      slot = (hash ^ (hash >>> 15)) & (WORDS * 2 - 1);
    }
    const entry = this.words;
    const unit = this.unitAt[entry] as number;
    const id = this.idAt[entry] as number;
    for (let i = 0; i < length; i += 1) this.units[unit + i] = this.word[i] as number;
    for (let i = 0; i < count; i += 1) this.ids[id + i] = this.scratch[i] as number;
    this.unitAt[entry + 1] = unit + length;
    this.idAt[entry + 1] = id + count;
    this.hashes[entry] = hash;
    this.table[slot] = entry;
    this.words += 1;
    this.start = id;
    this.count = count;
  }
}
