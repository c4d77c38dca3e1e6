import { expect, it } from 'vitest';
import type { wordCover } from '$lib/complement/scripted/word-cover';
import { watched } from '$lib/llm/run/watched';

it('every attempt at a call is told before it is made, and its answer passes unchanged', async () => {
  const told: number[] = [];
  const request = { messages: [], maxOutputTokens: 64, temperature: 0 } as unknown as Parameters<
    typeof wordCover.complete
  >[0];
  const failing = { complete: () => Promise.reject(new Error('down')) };
  const model = watched(failing, (attempt) => told.push(attempt));
  const signal = new AbortController().signal;
  await expect(model.complete(request, signal)).rejects.toThrow('down');
  await expect(model.complete(request, signal)).rejects.toThrow('down');
  expect(told).toEqual([1, 2]);
  const plain = { complete: () => Promise.resolve('answer' as never) };
  expect(await watched(plain, () => told.push(9)).complete(request, signal)).toBe('answer');
});
