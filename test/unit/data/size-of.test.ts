import { expect, test } from 'vitest';
import { sizeOf } from '$lib/data/storage/size-of';

test('bytes of kept values: text, numbers, raw bytes, blobs, and what holds them', () => {
  expect(sizeOf('abc')).toBe(3);
  expect(sizeOf(1)).toBe(8);
  expect(sizeOf(null)).toBe(8);
  expect(sizeOf(new Float32Array(10))).toBe(40);
  expect(sizeOf(new Blob(['12345']))).toBe(5);
  expect(sizeOf([{ name: 'p', blob: new Blob(['12345']) }])).toBe(1 + 4 + 1 + 4 + 5);
});
