import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../src/store';

test('higher priority goes first', () => {
  const store = new MemoryStore();
  store.insert({ kind: 'a', payload: null, priority: 1 }, 0);
  const urgent = store.insert({ kind: 'b', payload: null, priority: 9 }, 0);
  assert.equal(store.claim(0, 1000)?.id, urgent.id);
});

test('equal priority is first come, first served', () => {
  const store = new MemoryStore();
  const ids = [1, 2, 3, 4, 5].map(() => store.insert({ kind: 'a', payload: null }, 0).id);
  const claimed = ids.map(() => store.claim(0, 1000)?.id);
  assert.deepEqual(claimed, ids);
});
