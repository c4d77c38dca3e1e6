import { expect, test } from 'vitest';
import { sharedLoad } from '$lib/retrieval/run/shared-load';
import { quietTask, type Progress, type Task } from '$lib/serbench/task';

const gate = <T>() => {
  let open: (value: T) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
};
const go = () => Promise.resolve();

test('who is cancelled leaves at once; the load goes on for those who come after', async () => {
  const { promise, open } = gate<string>();
  let loads = 0;
  const load = sharedLoad(async (task) => {
    loads += 1;
    const value = await promise;
    task.signal.throwIfAborted();
    await task.checkpoint();
    return value;
  }, go);
  const stop = new AbortController();
  const first = load(quietTask(stop.signal));
  stop.abort(new Error('another state was chosen'));
  await expect(first).rejects.toThrow('another state');
  const second = load(quietTask());
  open('encoder');
  expect(await second).toBe('encoder');
  expect(await load(quietTask())).toBe('encoder');
  expect(loads).toBe(1);
  await expect(load(quietTask(stop.signal))).rejects.toThrow('another state');
});

test('a load that failed is forgotten, and all who waited are told', async () => {
  const { promise, fail } = gate<string>();
  let loads = 0;
  const load = sharedLoad(() => ((loads += 1) === 1 ? promise : Promise.resolve('second')), go);
  const waiting = [load(quietTask()), load(quietTask())].map((one) =>
    expect(one).rejects.toThrow('no network'),
  );
  fail(new Error('no network'));
  await Promise.all(waiting);
  expect(await load(quietTask())).toBe('second');
});

test('progress reaches those who wait now, not those who left', async () => {
  const { promise, open } = gate<string>();
  let inner: Task | null = null;
  const load = sharedLoad((task) => {
    inner = task;
    return promise;
  }, go);
  const seen: string[] = [];
  const stop = new AbortController();
  const watch = (name: string, signal?: AbortSignal): Task => ({
    ...quietTask(signal),
    progress: ({ done }: Progress) => seen.push(`${name}${done}`),
  });
  const first = load(watch('a', stop.signal));
  inner!.progress({ done: 1, total: 2, unit: 'bytes' });
  stop.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  const second = load(watch('b'));
  inner!.progress({ done: 2, total: 2, unit: 'bytes' });
  open('x');
  await second;
  expect(seen).toEqual(['a1', 'b2']);
});
