const ASCII = 128;
const STRIDE = 4;

/**
 * Gives each distinct n-gram of code points a number by walking a trie: a gram is (number of its prefix, last code
 * point), so a look-up compares two integers exactly, whatever the hash. Pairs of ASCII characters, where most walks
 * begin, are found by their place in a table.
 */
export class GramTrie {
  size = 1;
  /** Slots of (prefix, code point, number, unused): one cache line a probe. */
  private slots: Int32Array;
  private mask: number;
  private readonly pairs = new Int32Array(ASCII * ASCII);

  constructor(bits = 18) {
    this.slots = new Int32Array(STRIDE << bits);
    this.mask = (1 << bits) - 1;
  }

  /** Forgets all grams and keeps the room: large fresh arrays cost the collector more than clearing these. */
  clear(): void {
    this.slots.fill(0);
    this.pairs.fill(0);
    this.size = 1;
  }

  /** The number of the gram of two code points. */
  pair(first: number, second: number): number {
    if (first >= ASCII || second >= ASCII) return this.child(this.child(0, first), second);
    const place = first * ASCII + second;
    const known = this.pairs[place] as number;
    if (known !== 0) return known;
    this.pairs[place] = this.size;
    return this.size++;
  }

  /** The number of the gram `prefix + point`; the root, and so the empty gram, is 0. */
  child(prefix: number, point: number): number {
    const { slots, mask } = this;
    let slot = hashOf(prefix, point) & mask;
    for (;;) {
      const at = slot * STRIDE;
      const found = slots[at + 2] as number;
      if (found === 0) return this.add(prefix, point, at);
      if (slots[at] === prefix && slots[at + 1] === point) return found;
      slot = (slot + 1) & mask;
    }
  }

  private add(prefix: number, point: number, at: number): number {
    const number = this.size;
    this.slots[at] = prefix;
    this.slots[at + 1] = point;
    this.slots[at + 2] = number;
    this.size += 1;
    if (this.size * 2 > this.mask) this.grow();
    return number;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(before.length * 2);
    this.mask = this.mask * 2 + 1;
    for (let from = 0; from < before.length; from += STRIDE) {
      if (before[from + 2] === 0) continue;
      let slot = hashOf(before[from] as number, before[from + 1] as number) & this.mask;
      while (this.slots[slot * STRIDE + 2] !== 0) slot = (slot + 1) & this.mask;
      this.slots.set(before.subarray(from, from + STRIDE), slot * STRIDE);
    }
  }
}

function hashOf(prefix: number, point: number): number {
  const hash = Math.imul(prefix, 0x9e3779b1) ^ Math.imul(point, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
