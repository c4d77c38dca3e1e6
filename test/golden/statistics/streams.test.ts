import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillIntegers } from '$lib/statistics/random/integers';
import { Pcg64 } from '$lib/statistics/random/pcg64';

interface Stream {
  seed: number;
  high: number;
  first: number[];
}
const file = new URL('../data/bootstrap.json', import.meta.url);
const { streams } = JSON.parse(readFileSync(file, 'utf8')) as { streams: Stream[] };

describe('draws as numpy makes them', () => {
  it('reads all the streams', () => expect(streams).toHaveLength(49));

  it.each(streams)('seed $seed, $high values', ({ seed, high, first }) => {
    const out = new Uint32Array(first.length);
    fillIntegers(new Pcg64(seed), high, out);
    expect(Array.from(out)).toEqual(first);
  });
});
