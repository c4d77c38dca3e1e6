import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../src/clock';
import { parseConfig } from '../src/config';
import { DeadLetterBox } from '../src/deadletter';
import { Queue } from '../src/queue';
import { MemoryStore } from '../src/store';
import { Worker } from '../src/worker';

const config = parseConfig({ leaseMs: 900, maxAttempts: 2, baseDelayMs: 10, maxDelayMs: 100 });

function setUp() {
  const store = new MemoryStore();
  const dead = new DeadLetterBox();
  const clock = new ManualClock();
  return { store, dead, clock, queue: new Queue(store, config, dead, () => 0) };
}

test('a job that succeeds is gone', async () => {
  const { queue, clock } = setUp();
  queue.push({ kind: 'a', payload: 1 }, 0);
  assert.equal(await new Worker(queue, { a: async () => undefined }, clock).drain(), 1);
  assert.equal(queue.size, 0);
});

test('a long handler keeps its lease by heartbeat', async () => {
  const { queue, clock } = setUp();
  queue.push({ kind: 'a', payload: 1 }, 0);
  const handlers = { a: async () => clock.advance(2000) };
  await new Worker(queue, handlers, clock).drain();
  assert.equal(queue.counters.get('expired', 'a'), 0);
});

test('the second failure is the last one here', async () => {
  const { queue, clock, dead } = setUp();
  queue.push({ kind: 'a', payload: 1 }, 0);
  const worker = new Worker(queue, { a: () => Promise.reject(new Error('no')) }, clock);
  await worker.drain();
  clock.advance(50);
  await worker.drain();
  assert.equal(dead.list('a')[0]?.lastError, 'no');
});
