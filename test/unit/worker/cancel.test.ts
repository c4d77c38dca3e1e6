import { afterEach, describe, expect, test } from 'vitest';
import { CallCancelled, isCancel, WorkerTerminated } from '$lib/worker/errors';
import { macrotask } from '$lib/worker/pace';
import { supervise, type Supervised } from '$lib/worker/supervise';
import { startThread } from '../../support/thread';
import { server, type FixtureApi } from './fixture/api';

let worker: Supervised<FixtureApi>;
afterEach(() => worker.dispose());
const overPort = () => (worker = supervise<FixtureApi>(() => server.connect(), { name: 'fixture' }));
const thread = () => startThread(new URL('./fixture/thread.ts', import.meta.url));

describe('cancel', () => {
  test('an aborted signal starts nothing', async () => {
    overPort();
    await expect(worker.call('add', [1, 2], { signal: AbortSignal.abort('no') })).rejects.toMatchObject({
      name: 'CallCancelled',
      cause: 'no',
    });
    expect(worker.starts).toBe(0);
  });

  test('soft: a call that checks ends by itself; the worker and its other calls live on', async () => {
    overPort();
    const stop = new AbortController();
    const cancelled = worker.call('polite', [], { signal: stop.signal });
    const other = worker.call('count', [20_000]);
    await worker.call('add', [1, 1]);
    stop.abort();
    await expect(cancelled).rejects.toBeInstanceOf(CallCancelled);
    await expect(other).resolves.toBe(20_000);
    expect(worker.starts).toBe(1);
    expect(worker.running).toBe(true);
  });

  test('hard: a call that never checks is ended with its worker; the others are told why; the next call restarts', async () => {
    overPort();
    await worker.call('add', [1, 1]);
    const stop = new AbortController();
    const cancelled = worker.call('stubborn', [], { signal: stop.signal });
    const other = worker.call('stubborn', []);
    await worker.call('add', [1, 1]);
    stop.abort();
    await expect(cancelled).rejects.toSatisfy(isCancel);
    await expect(other).rejects.toBeInstanceOf(WorkerTerminated);
    await expect(other).rejects.toThrow('ended to cancel "stubborn"');
    expect(worker.running).toBe(false);
    await expect(worker.call('add', [2, 2])).resolves.toBe(4);
    expect(worker.starts).toBe(2);
  });

  test('hard, in a real thread: an endless loop ends', async () => {
    worker = supervise<FixtureApi>(thread, { name: 'thread' });
    await worker.call('add', [1, 1]);
    const stop = new AbortController();
    const cancelled = worker.call('spin', [], { signal: stop.signal });
    await macrotask();
    stop.abort();
    await expect(cancelled).rejects.toBeInstanceOf(CallCancelled);
    await expect(worker.call('add', [2, 3])).resolves.toBe(5);
    expect(worker.starts).toBe(2);
  });

  test('before the worker is ready nothing is killed', async () => {
    worker = supervise<FixtureApi>(thread, { name: 'thread' });
    const stop = new AbortController();
    const cancelled = worker.call('spin', [], { signal: stop.signal });
    const other = worker.call('add', [1, 1]);
    stop.abort();
    await expect(cancelled).rejects.toBeInstanceOf(CallCancelled);
    await expect(other).resolves.toBe(2);
    expect(worker.starts).toBe(1);
  });
});
