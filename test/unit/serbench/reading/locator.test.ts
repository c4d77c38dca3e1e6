import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Path } from '$lib/serbench/reading/json-path';
import { walkJson } from '$lib/serbench/reading/json-walk';
import { Locator } from '$lib/serbench/reading/locator';

const textAt = (text: string, path: Path): string | null => {
  const place = new Locator(text).find(path);
  return place && text.slice(place.start, place.end);
};

describe('places in a row', () => {
  test('every value of any JSON is found where a walk meets it first, asked for in any order', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.boolean(), (text, backwards) => {
        const met = new Map<string, { path: Path; start: number; end: number }>();
        walkJson(text, {
          value: (path, start, end) => {
            const key = JSON.stringify(path);
            if (!met.has(key)) met.set(key, { path: [...path], start, end });
          },
        });
        const places = new Locator(text);
        const asked = backwards ? [...met.values()].reverse() : [...met.values()];
        for (const { path, start, end } of asked) expect(places.find(path)).toEqual({ start, end });
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test.each<[string, Path, string | null]>([
    ['{"a": [1, 22, {"b": "x"}]}', ['a', 1], '22'],
    ['{"a": [1, 22, {"b": "x"}]}', ['a', 2, 'b'], '"x"'],
    ['{"a": 1, "a": 2}', ['a'], '1'],
    ['{"a": {"0": 7}}', ['a', 0], null],
    ['{"a": [7]}', ['a', '0'], null],
    ['{"a": [7]}', ['a', 1], null],
    ['{"a": [7]}', ['b', 1], null],
    ['{"__proto__": 3}', ['__proto__'], '3'],
    ['  {"a": 1}  ', [], '{"a": 1}'],
    ['{"a": 1, "b": [2, oops', ['a'], '1'],
    ['{"a": 1, "b": [2, oops', ['c'], null],
  ])('in %s at %j: %s', (text, path, expected) => {
    expect(textAt(text, path)).toBe(expected);
  });

  test('a row of a million members is walked once for all its faults', () => {
    const row = `[${'"x", '.repeat(999_999)}"x"]`;
    const places = new Locator(row);
    let found = 0;
    for (let i = 999_000; i < 1_000_000; i += 1) if (places.find([i])?.start === 1 + 5 * i) found += 1;
    expect(found).toBe(1000);
  });
});
