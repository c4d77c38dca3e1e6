import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../src/store';

test('a leased job is invisible until the lease ends', () => {
  const store = new MemoryStore();
  const job = store.insert({ kind: 'a', payload: null }, 0);
  assert.equal(store.claim(0, 1000)?.id, job.id);
  assert.equal(store.claim(999, 1000), null);
  assert.equal(store.claim(1000, 1000)?.id, job.id);
});

test('renewing after the end of the lease is refused', () => {
  const store = new MemoryStore();
  const job = store.insert({ kind: 'a', payload: null }, 0);
  store.claim(0, 1000);
  assert.equal(store.renew(job.id, 999, 1000), true);
  assert.equal(store.renew(job.id, 1999, 1000), false);
});
