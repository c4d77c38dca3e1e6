import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallCancelled, WorkerTerminated } from '$lib/worker/errors';
import { supervise, type Supervised } from '$lib/worker/supervise';
import { startThread } from '../../support/thread';
import { server, type FixtureApi } from './fixture/api';

let worker: Supervised<FixtureApi>;
afterEach(() => {
  vi.useRealTimers();
  worker.dispose();
});
const overPort = (idleMs?: number) =>
  (worker = supervise<FixtureApi>(() => server.connect(), {
    name: 'fixture',
    ...(idleMs === undefined ? {} : { idleMs }),
  }));

describe('calls just after a cancel', () => {
  test('a blocked worker ends, and the call gets its result from a new one', async () => {
    worker = supervise<FixtureApi>(() => startThread(new URL('./fixture/thread.ts', import.meta.url)), {
      name: 'thread',
    });
    await worker.call('add', [1, 1]);
    const stop = new AbortController();
    const cancelled = worker.call('spin', [], { signal: stop.signal });
    await Promise.resolve();
    stop.abort();
    const next = [worker.call('add', [2, 3]), worker.call('add', [20, 30])];
    await expect(cancelled).rejects.toBeInstanceOf(CallCancelled);
    await expect(Promise.all(next)).resolves.toEqual([5, 50]);
    expect(worker.starts).toBe(2);
  });

  test('a worker that stops by itself keeps what it holds: the call goes to the same one', async () => {
    overPort();
    await worker.call('add', [1, 1]);
    const stop = new AbortController();
    const cancelled = worker.call('polite', [], { signal: stop.signal });
    await worker.call('add', [1, 1]);
    stop.abort();
    const next = worker.call('add', [2, 3]);
    await expect(cancelled).rejects.toBeInstanceOf(CallCancelled);
    await expect(next).resolves.toBe(5);
    expect(worker.starts).toBe(1);
  });

  test('cancels one after the other, as at a quick change of mind: the last call is answered', async () => {
    overPort();
    await worker.call('add', [1, 1]);
    const lost: Promise<unknown>[] = [];
    for (let i = 0; i < 4; i += 1) {
      const stop = new AbortController();
      const call = worker.call('stubborn', [], { signal: stop.signal });
      call.catch(() => undefined);
      lost.push(call);
      await Promise.resolve();
      stop.abort();
    }
    const last = worker.call('add', [2, 3]);
    for (const call of lost) await expect(call).rejects.toBeInstanceOf(CallCancelled);
    await expect(last).resolves.toBe(5);
  });

  test('while it waits a call can be cancelled itself, and a closed worker rejects it', async () => {
    overPort();
    await worker.call('add', [1, 1]);
    const [first, second] = [new AbortController(), new AbortController()];
    const cancelled = worker.call('stubborn', [], { signal: first.signal });
    cancelled.catch(() => undefined);
    await Promise.resolve();
    first.abort();
    const alsoCancelled = worker.call('add', [2, 3], { signal: second.signal });
    const closed = worker.call('add', [3, 4]);
    second.abort('changed');
    await expect(alsoCancelled).rejects.toMatchObject({ name: 'CallCancelled', cause: 'changed' });
    worker.dispose();
    await expect(closed).rejects.toBeInstanceOf(WorkerTerminated);
    await expect(cancelled).rejects.toBeInstanceOf(Error);
    expect(worker.starts).toBe(1);
  });

  test('a worker with a call that waits for it is not released as idle', async () => {
    overPort(0);
    await worker.call('add', [1, 1]);
    const stop = new AbortController();
    const cancelled = worker.call('stubborn', [], { signal: stop.signal });
    cancelled.catch(() => undefined);
    await Promise.resolve();
    stop.abort();
    await expect(Promise.all([worker.call('add', [2, 3]), worker.call('count', [2000])])).resolves.toEqual([
      5, 2000,
    ]);
    await expect(cancelled).rejects.toBeInstanceOf(CallCancelled);
  });

  test('an abort after the result ends nothing: the call no longer listens', async () => {
    overPort();
    const stop = new AbortController();
    await worker.call('add', [1, 1], { signal: stop.signal });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const other = worker.call('count', [20_000]);
    stop.abort();
    vi.advanceTimersByTime(1000);
    await expect(other).resolves.toBe(20_000);
    expect(worker.starts).toBe(1);
  });
});
