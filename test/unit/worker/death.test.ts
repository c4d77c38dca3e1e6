import { afterEach, describe, expect, test, vi } from 'vitest';
import { MessageUnreadable, WorkerCrashed, WorkerStartFailed, WorkerTerminated } from '$lib/worker/errors';
import type { BridgeEndpoint } from '$lib/worker/protocol';
import { supervise, type Supervised } from '$lib/worker/supervise';
import { startThread } from '../../support/thread';
import { server, type FixtureApi } from './fixture/api';

let worker: Supervised<FixtureApi>;
afterEach(() => {
  vi.useRealTimers();
  worker.dispose();
});
const thread = () => startThread(new URL('./fixture/thread.ts', import.meta.url));

/** A served port whose own events the test fires. */
function connect() {
  const { port1, port2 } = new MessageChannel();
  server.attach(port2 as unknown as BridgeEndpoint);
  return { port1, port2 };
}

describe('no call is left hanging', () => {
  test('a crash of a real thread rejects every pending call by name, with its cause', async () => {
    worker = supervise<FixtureApi>(thread, { name: 'thread' });
    await worker.call('add', [1, 1]);
    const other = worker.call('stubborn', []);
    const thrower = worker.call('throwOutside', []);
    await expect(thrower).rejects.toBeInstanceOf(WorkerCrashed);
    await expect(other).rejects.toThrow('outside a call');
    await expect(other).rejects.toMatchObject({ name: 'WorkerCrashed', worker: 'thread' });
    await expect(worker.call('add', [2, 2])).resolves.toBe(4);
  });

  test('a thread that ends by itself rejects what waited', async () => {
    worker = supervise<FixtureApi>(thread, { name: 'thread' });
    await expect(worker.call('exit', [])).rejects.toBeInstanceOf(WorkerCrashed);
  });

  test('a port closed by the other side rejects what waited', async () => {
    const { port1, port2 } = connect();
    worker = supervise<FixtureApi>(() => port1, { name: 'port' });
    await worker.call('add', [1, 1]);
    const waiting = worker.call('stubborn', []);
    port2.close();
    await expect(waiting).rejects.toBeInstanceOf(WorkerCrashed);
  });

  test.each(['page', 'worker'] as const)(
    'an unreadable message on the %s side rejects what waits',
    async (side) => {
      const { port1, port2 } = connect();
      let port = port1;
      worker = supervise<FixtureApi>(() => port, { name: 'port' });
      await worker.call('add', [1, 1]);
      const waiting = [worker.call('stubborn', []), worker.call('polite', [])];
      (side === 'page' ? port1 : port2).dispatchEvent(new Event('messageerror'));
      for (const call of waiting) await expect(call).rejects.toBeInstanceOf(MessageUnreadable);
      port = connect().port1;
      await expect(worker.call('add', [3, 3])).resolves.toBe(6);
    },
  );

  test('dispose rejects what waits and every later call', async () => {
    worker = supervise<FixtureApi>(() => server.connect(), { name: 'port' });
    const waiting = worker.call('stubborn', []);
    worker.dispose();
    await expect(waiting).rejects.toBeInstanceOf(WorkerTerminated);
    await expect(worker.call('add', [1, 1])).rejects.toBeInstanceOf(WorkerTerminated);
  });
});

describe('starting', () => {
  test('a start that throws is not remembered', async () => {
    let attempts = 0;
    worker = supervise<FixtureApi>(
      () => {
        attempts += 1;
        if (attempts === 1) throw new Error('no memory');
        return server.connect();
      },
      { name: 'late' },
    );
    await expect(worker.call('add', [1, 1])).rejects.toBeInstanceOf(WorkerStartFailed);
    await expect(worker.call('add', [1, 1])).resolves.toBe(2);
  });

  test('a thread whose file does not load fails its calls as a failed start; the next call tries again', async () => {
    let file = new URL('./fixture/absent.ts', import.meta.url);
    worker = supervise<FixtureApi>(() => startThread(file), { name: 'late' });
    const calls = [worker.call('add', [1, 1]), worker.call('add', [1, 2])];
    for (const call of calls) await expect(call).rejects.toBeInstanceOf(WorkerStartFailed);
    file = new URL('./fixture/thread.ts', import.meta.url);
    await expect(worker.call('add', [1, 1])).resolves.toBe(2);
    expect(worker.starts).toBe(2);
  });
});

describe('rest', () => {
  test('an idle worker is released after idleMs and starts again when called', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    worker = supervise<FixtureApi>(() => server.connect(), { name: 'idle', idleMs: 10_000 });
    await worker.call('add', [1, 1]);
    vi.advanceTimersByTime(9_999);
    expect(worker.running).toBe(true);
    vi.advanceTimersByTime(1);
    expect(worker.running).toBe(false);
    await expect(worker.call('add', [1, 2])).resolves.toBe(3);
    expect(worker.starts).toBe(2);
  });

  test('a working worker is never released, nor one that is to be kept', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    worker = supervise<FixtureApi>(() => server.connect(), { name: 'busy', idleMs: 10 });
    await worker.call('add', [1, 1]);
    const long = worker.call('stubborn', []);
    vi.advanceTimersByTime(60_000);
    expect(worker.running).toBe(true);
    worker.release();
    await expect(long).rejects.toBeInstanceOf(WorkerTerminated);
    worker = supervise<FixtureApi>(() => server.connect(), { name: 'kept', idleMs: Infinity });
    await worker.call('add', [1, 1]);
    vi.advanceTimersByTime(1e9);
    expect(worker.running).toBe(true);
  });
});
