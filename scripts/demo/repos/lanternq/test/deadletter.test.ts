import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeadLetterBox } from '../src/deadletter';
import { MemoryStore } from '../src/store';

test('a replayed job starts over', () => {
  const store = new MemoryStore();
  const box = new DeadLetterBox();
  const job = store.insert({ kind: 'mail', payload: { to: 'x' } }, 0);
  box.put({ ...job, attempts: 5, lastError: 'refused' });
  const again = box.replay(job.id, (next) => store.insert(next, 10));
  assert.equal(again?.attempts, 0);
  assert.deepEqual(again?.payload, { to: 'x' });
  assert.equal(box.list().length, 0);
});

test('an unknown id replays nothing', () => {
  assert.equal(new DeadLetterBox().replay(4, () => assert.fail()), null);
});
