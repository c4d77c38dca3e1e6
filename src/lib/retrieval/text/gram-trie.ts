const CHARACTER_BITS = 21;

/**
 * Gives each distinct n-gram of code points a number by walking a trie: a gram is (number of its prefix, last code
 * point), so a look-up compares two integers exactly, whatever the hash.
 */
export class GramTrie {
  size = 1;
  private prefixes = new Int32Array(1 << 17);
  private points = new Int32Array(1 << 17);
  private numbers = new Int32Array(1 << 17);
  private mask = (1 << 17) - 1;

  /** The number of the gram `prefix + point`; the root, and so the empty gram, is 0. */
  child(prefix: number, point: number): number {
    let slot = this.slot(prefix, point);
    for (;;) {
      const found = this.numbers[slot] ?? 0;
      if (found === 0) return this.add(prefix, point, slot);
      if (this.prefixes[slot] === prefix && this.points[slot] === point) return found;
      slot = (slot + 1) & this.mask;
    }
  }

  private slot(prefix: number, point: number): number {
    let hash = Math.imul(prefix, 0x9e3779b1) ^ Math.imul(point + (prefix << CHARACTER_BITS), 0x85ebca6b);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) & this.mask;
  }

  private add(prefix: number, point: number, slot: number): number {
    const number = this.size;
    this.prefixes[slot] = prefix;
    this.points[slot] = point;
    this.numbers[slot] = number;
    this.size += 1;
    if (this.size * 2 > this.numbers.length) this.grow();
    return number;
  }

  private grow(): void {
    const { prefixes, points, numbers } = this;
    const length = numbers.length * 2;
    this.prefixes = new Int32Array(length);
    this.points = new Int32Array(length);
    this.numbers = new Int32Array(length);
    this.mask = length - 1;
    for (let i = 0; i < numbers.length; i += 1) {
      const number = numbers[i] ?? 0;
      if (number === 0) continue;
      let slot = this.slot(prefixes[i] ?? 0, points[i] ?? 0);
      while (this.numbers[slot] !== 0) slot = (slot + 1) & this.mask;
      this.prefixes[slot] = prefixes[i] ?? 0;
      this.points[slot] = points[i] ?? 0;
      this.numbers[slot] = number;
    }
  }
}
