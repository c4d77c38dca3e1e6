import { afterEach, describe, expect, test } from 'vitest';
import type { Progress, Task } from '$lib/serbench/task';
import { CallUnserializable } from '$lib/worker/errors';
import { supervise, type Supervised } from '$lib/worker/supervise';
import { server, type FixtureApi } from './fixture/api';

let worker: Supervised<FixtureApi>;
const start = () => (worker = supervise<FixtureApi>(() => server.connect(), { name: 'fixture' }));
afterEach(() => worker.dispose());

describe('calls over a port', () => {
  test('arguments go in, results come out, several at once', async () => {
    start();
    const sums = await Promise.all([1, 2, 3].map((n) => worker.call('add', [n, 10])));
    expect(sums).toEqual([11, 12, 13]);
    expect(worker.starts).toBe(1);
  });

  test('buffers are moved, not copied, in both directions', async () => {
    start();
    const numbers = Float64Array.of(1, 2, 3);
    const { out, received } = await worker.call('double', [numbers], { transfer: [numbers.buffer] });
    expect(numbers.byteLength).toBe(0);
    expect(received).toBe(24);
    expect([...out]).toEqual([2, 4, 6]);
  });

  test('an error keeps its name, message, stack, cause and own fields', async () => {
    start();
    const error = await worker.call('fail', []).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'OddError', message: 'outer', file: 'a.jsonl', line: 3 });
    expect((error as Error).stack).toContain('fixture/api');
    expect((error as Error).cause).toBeInstanceOf(TypeError);
    expect((error as Error).cause).toMatchObject({ message: 'inner' });
    expect(error).not.toHaveProperty('helper');
  });

  test('a thrown string arrives as that string; an unknown function is an error', async () => {
    start();
    await expect(worker.call('failPlainly', [])).rejects.toBe('just text');
    const untyped = worker as unknown as Supervised<{ nothing: () => void }>;
    await expect(untyped.call('nothing', [])).rejects.toThrow('no function "nothing"');
  });

  test('progress is typed, rises, and ends on the last value before the result', async () => {
    start();
    const seen: Progress[] = [];
    await worker.call('count', [5000], { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toEqual({ done: 1, total: 5000, unit: 'states', note: 'counting' });
    expect(seen.at(-1)?.done).toBe(5000);
    expect(seen.every((step, i) => i === 0 || step.done > (seen[i - 1]?.done ?? 0))).toBe(true);
  });

  test('what cannot cross threads rejects that call by name and leaves the worker alive', async () => {
    start();
    const bad = worker as unknown as Supervised<{ add: (task: Task, f: () => void, n: number) => number }>;
    await expect(bad.call('add', [() => undefined, 1])).rejects.toBeInstanceOf(CallUnserializable);
    await expect(worker.call('unclonable', [])).rejects.toBeInstanceOf(CallUnserializable);
    await expect(worker.call('add', [1, 1])).resolves.toBe(2);
    expect(worker.starts).toBe(1);
  });
});
