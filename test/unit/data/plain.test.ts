import { expect, test } from 'vitest';
import { isPlain } from '$lib/data/storage/plain';

test.each([
  ['text', true],
  [null, true],
  [{ a: [1, 'x', { b: false }] }, true],
  [{ a: undefined }, true],
  [NaN, false],
  [{ a: Infinity }, false],
  [[{ name: 'p', blob: new Blob([]) }], false],
  [new Uint8Array(2), false],
  [{ at: new Date(0) }, false],
  [new Map(), false],
])('%o survives JSON: %s', (value, plain) => {
  expect(isPlain(value)).toBe(plain);
});
