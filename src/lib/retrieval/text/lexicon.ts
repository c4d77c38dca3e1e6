const INITIAL_BITS = 15;

/** FNV-1a over UTF-16 units. */
export const HASH_START = 0x811c9dc5 | 0;
export const HASH_FACTOR = 0x01000193;

/**
 * Gives each distinct run of UTF-16 units a number, without making a string of it. Exact: a hash only says where to
 * look, the units decide.
 */
export class Lexicon {
  size = 0;
  private units = new Uint16Array(1 << 18);
  private starts = new Int32Array(1 << 14);
  private slots = new Int32Array(1 << INITIAL_BITS);
  private mask = (1 << INITIAL_BITS) - 1;
  private hashes = new Int32Array(1 << 14);

  /** The number of `text[start, end)`; new runs get the next free one. */
  intern(text: string, start = 0, end = text.length): number {
    let hash = HASH_START;
    for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_FACTOR);
    return this.internHashed(text, start, end, hash);
  }

  /** The same by whoever made the hash while it looked for the run's end: `h = (h ^ unit) * HASH_FACTOR`, 32 bits. */
  internHashed(text: string, start: number, end: number, hashed: number): number {
    const hash = hashed ^ (hashed >>> 15);
    let slot = hash & this.mask;
    for (;;) {
      const id = (this.slots[slot] as number) - 1;
      if (id < 0) return this.add(text, start, end, hash, slot);
      if (this.hashes[id] === hash && this.matches(id, text, start, end)) return id;
      slot = (slot + 1) & this.mask;
    }
  }

  /** Forgets all runs and keeps the room. */
  clear(): void {
    this.slots.fill(0);
    this.size = 0;
  }

  /** The run with this number. */
  text(id: number): string {
    const end = this.starts[id + 1] ?? 0;
    let text = '';
    for (let i = this.starts[id] ?? 0; i < end; i += 1) text += String.fromCharCode(this.units[i] ?? 0);
    return text;
  }

  private matches(id: number, text: string, start: number, end: number): boolean {
    const from = this.starts[id] ?? 0;
    if ((this.starts[id + 1] ?? 0) - from !== end - start) return false;
    for (let i = start, j = from; i < end; i += 1, j += 1)
      if (text.charCodeAt(i) !== this.units[j]) return false;
    return true;
  }

  private add(text: string, start: number, end: number, hash: number, slot: number): number {
    const id = this.size;
    const from = this.starts[id] ?? 0;
    const to = from + end - start;
    if (to > this.units.length) this.units = grown(this.units, to);
    for (let i = start, j = from; i < end; i += 1, j += 1) this.units[j] = text.charCodeAt(i);
    if (id + 2 > this.starts.length) {
      this.starts = grown(this.starts, id + 2);
      this.hashes = grown(this.hashes, id + 2);
    }
    this.starts[id + 1] = to;
    this.hashes[id] = hash;
    this.slots[slot] = id + 1;
    this.size += 1;
    if (this.size * 2 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    this.mask = this.slots.length - 1;
    for (let id = 0; id < this.size; id += 1) {
      let slot = (this.hashes[id] ?? 0) & this.mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = id + 1;
    }
  }
}

function grown<T extends Uint16Array | Int32Array>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}
