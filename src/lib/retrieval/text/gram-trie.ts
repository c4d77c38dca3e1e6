const ASCII = 128;
const STRIDE = 4;

/**
 * Gives each distinct n-gram of code points a number by walking a trie: a gram is (number of its prefix, last code
 * point), so a look-up compares two integers exactly, whatever the hash. Triples of ASCII characters, where most walks
 * begin, are found by their place in a table. Most longer grams are followed by one character only: a node's first child
 * lies beside the node, which is near in memory as walks number their nodes in a row; further children are hashed.
 */
export class GramTrie {
  size = 1;
  /** Slots of (prefix, code point, number, unused): one cache line a probe. */
  private slots: Int32Array;
  private mask: number;
  private hashed = 0;
  /** By pair of ASCII characters: one more than its row in `triples`. */
  private readonly pairs = new Int32Array(ASCII * ASCII);
  private pairCount = 0;
  /** By row and third character. */
  private triples = new Int32Array(ASCII << 11);
  /** By node: the first child's code point and number. */
  private firsts = new Int32Array(2 << 17);

  constructor(bits = 17) {
    this.slots = new Int32Array(STRIDE << bits);
    this.mask = (1 << bits) - 1;
  }

  /** Forgets all grams and keeps the room: large fresh arrays cost the collector more than clearing these. */
  clear(): void {
    this.slots.fill(0);
    this.pairs.fill(0);
    this.triples.fill(0, 0, this.pairCount * ASCII);
    this.pairCount = 0;
    this.firsts.fill(0, 0, this.size * 2);
    this.size = 1;
    this.hashed = 0;
  }

  /** The number of the gram of three code points. */
  triple(first: number, second: number, third: number): number {
    if ((first | second | third) >= ASCII) return this.child(this.child(this.child(0, first), second), third);
    const place = first * ASCII + second;
    const row = this.pairs[place] as number;
    const at = ((row === 0 ? this.addPair(place) : row) - 1) * ASCII + third;
    const known = this.triples[at] as number;
    if (known !== 0) return known;
    return (this.triples[at] = this.next());
  }

  /** The number of the gram `prefix + point`; the root, and so the empty gram, is 0. */
  child(prefix: number, point: number): number {
    const { firsts } = this;
    const first = firsts[prefix * 2 + 1] as number;
    if (first !== 0) return firsts[prefix * 2] === point ? first : this.further(prefix, point);
    const number = this.next();
    this.firsts[prefix * 2] = point;
    this.firsts[prefix * 2 + 1] = number;
    return number;
  }

  private addPair(place: number): number {
    this.pairCount += 1;
    if (this.pairCount * ASCII > this.triples.length) {
      const grown = new Int32Array(this.triples.length * 2);
      grown.set(this.triples);
      this.triples = grown;
    }
    return (this.pairs[place] = this.pairCount);
  }

  private further(prefix: number, point: number): number {
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

  private next(): number {
    const number = this.size;
    this.size += 1;
    if (this.size * 2 > this.firsts.length) {
      const grown = new Int32Array(this.firsts.length * 2);
      grown.set(this.firsts);
      this.firsts = grown;
    }
    return number;
  }

  private add(prefix: number, point: number, at: number): number {
    const number = this.next();
    this.slots[at] = prefix;
    this.slots[at + 1] = point;
    this.slots[at + 2] = number;
    this.hashed += 1;
    if (this.hashed * 2 > this.mask) this.grow();
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
