import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countMerged } from '$lib/data/bpe-merge';
import { loadO200k } from '$lib/data/o200k';

const library = (text: string) =>
  countTokens(text, { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() });

/** The rule by its definition: the leftmost pair of the lowest rank is merged until there is none. */
function mergedPlainly(bytes: string, ranks: ReadonlyMap<string, number>): number {
  const parts = [...bytes];
  for (;;) {
    const found = parts
      .slice(1)
      .map((part, i) => ({ i, rank: ranks.get(`${parts[i]}${part}`) ?? Infinity }))
      .reduce((best, one) => (one.rank < best.rank ? one : best), { i: -1, rank: Infinity });
    if (found.i < 0) return parts.length;
    parts.splice(found.i, 2, `${parts[found.i]}${parts[found.i + 1]}`);
  }
}

describe('byte-pair merging', () => {
  it('merges the leftmost pair of the lowest rank, whatever the ranks are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
    const token = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(text, fc.uniqueArray(token, { maxLength: 12 }), (bytes, tokens) => {
        const ranks = new Map(tokens.map((one, rank) => [one, rank]));
        expect(countMerged(bytes, (key) => ranks.get(key), 5)).toBe(mergedPlainly(bytes, ranks));
      }),
      { numRuns: 500 },
    );
  });

  it('looks up a number of pairs that grows with the text, not with its square', () => {
    const lookups = (length: number) => {
      let calls = 0;
      const ranks = new Map([
        ['aa', 0],
        ['aaaa', 1],
        ['aaaaaaaa', 2],
      ]);
      countMerged('a'.repeat(length), (key) => ((calls += 1), ranks.get(key)), 8);
      return calls;
    };
    expect(lookups(80_000)).toBeLessThan(10.5 * lookups(8_000));
  });
});

describe('o200k counts', () => {
  const runs = ['漢', ' ', '=', 'a', '_', 'Ж', '\t', '\u0301', 'é', '/', 'ab', '漢b', '\n ', 'Aʰ'];

  it('are those of the library, in long runs of one kind and between other text', async () => {
    const { count } = await loadO200k();
    for (const run of runs)
      for (const text of [run.repeat(700), `x\t\t${run.repeat(700)}`, `def f():\n  ${run.repeat(300)} = 1\n`])
        expect([run, count(text)]).toEqual([run, library(text)]);
  });

  it('are those of the library for any mixture', async () => {
    const { count } = await loadO200k();
    const part = fc.tuple(
      fc.constantFrom(...runs, 'return ', '1', "'ll", '<|endoftext|>', '😀'),
      fc.integer({ min: 1, max: 400 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const text = parts.map(([run, times]) => run.repeat(times)).join('');
        expect(count(text)).toBe(library(text));
      }),
      { numRuns: 100 },
    );
  });

  it('of a million letters, blanks or signs come back', async () => {
    const { count } = await loadO200k();
    for (const run of ['a', ' ', '=', '漢']) expect(count(run.repeat(1_000_000))).toBeGreaterThan(1000);
  });
});
