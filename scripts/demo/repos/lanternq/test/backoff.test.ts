import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDelay, plainDelay } from '../src/backoff';

const options = { baseDelayMs: 100, maxDelayMs: 1000 };

test('doubles per failure', () => {
  assert.deepEqual([1, 2, 3].map((n) => plainDelay(n, options)), [100, 200, 400]);
});

test('stops at the cap', () => {
  assert.equal(plainDelay(30, options), 1000);
});

test('jitter never shortens a wait', () => {
  assert.equal(nextDelay(2, options, () => 0), 200);
  assert.ok(nextDelay(2, options, () => 0.99) > 200);
});
