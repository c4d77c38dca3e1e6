/** Rank of the token made of these bytes, or undefined when there is none; the lower is merged first. */
export type RankOf = (bytes: string) => number | undefined;

/**
 * How many tokens byte-pair merging leaves of one piece. Bytes come as a string of code units 0 to 255.
 * The pair of the lowest rank is merged, the leftmost of equal ones first, until no neighbours form a token: the
 * rule of tiktoken, with a heap over a linked list, so that the time grows as n log n where scanning all pairs for
 * each merge grows as n². `longest` is the length of the longest token: no longer pair is looked up.
 */
export function countMerged(bytes: string, rankOf: RankOf, longest: number): number {
  const length = bytes.length;
  // Parts are named by their first byte; `end` of a part is where the next one starts.
  const end = Int32Array.from({ length }, (_, at) => at + 1);
  const before = Int32Array.from({ length }, (_, at) => at - 1);
  const gone = new Uint8Array(length);
  // The rank of the pair that starts at a part; entries of the heap with another rank are out of date.
  const rank = new Int32Array(length).fill(-1);
  const heap = new PairHeap();

  const offer = (start: number): void => {
    const middle = end[start] as number;
    const stop = middle < length ? (end[middle] as number) : -1;
    const found = stop < 0 || stop - start > longest ? undefined : rankOf(bytes.slice(start, stop));
    rank[start] = found ?? -1;
    if (found !== undefined) heap.push(found, start);
  };

  for (let start = 0; start < length; start += 1) offer(start);
  let parts = length;
  for (let pair = heap.pop(); pair !== null; pair = heap.pop()) {
    const { start } = pair;
    if (gone[start] === 1 || rank[start] !== pair.rank) continue;
    const middle = end[start] as number;
    const stop = end[middle] as number;
    gone[middle] = 1;
    end[start] = stop;
    if (stop < length) before[stop] = start;
    parts -= 1;
    offer(start);
    const left = before[start] as number;
    if (left >= 0) offer(left);
  }
  return parts;
}

/** A binary heap of pairs, by rank and then by place. */
class PairHeap {
  // rank * PLACES + start is exact: ranks stay below 2^20.
  readonly #keys: number[] = [];

  push(rank: number, start: number): void {
    const keys = this.#keys;
    const key = rank * PLACES + start;
    let at = keys.length;
    keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = keys[parent] as number;
      if (above <= key) break;
      keys[at] = above;
      at = parent;
    }
    keys[at] = key;
  }

  pop(): { rank: number; start: number } | null {
    const keys = this.#keys;
    const top = keys[0];
    const last = keys.pop();
    if (top === undefined || last === undefined) return null;
    if (keys.length > 0) this.#sink(last);
    return { rank: Math.floor(top / PLACES), start: top % PLACES };
  }

  #sink(key: number): void {
    const keys = this.#keys;
    let at = 0;
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if (child + 1 < keys.length && (keys[child + 1] as number) < (keys[child] as number)) child += 1;
      if ((keys[child] as number) >= key) break;
      keys[at] = keys[child] as number;
      at = child;
    }
    keys[at] = key;
  }
}

/** Above the place of any byte: a JavaScript string is shorter. */
const PLACES = 2 ** 31;
