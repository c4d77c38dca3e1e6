import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadConfig, parseConfig } from '../src/config';

const raw = { leaseMs: 30_000, maxAttempts: 5, baseDelayMs: 500, maxDelayMs: 60_000 };

test('heartbeat defaults to a third of the lease', () => {
  assert.equal(parseConfig(raw).heartbeatMs, 10_000);
});

test('a field that is no positive number is named', () => {
  assert.throws(() => parseConfig({ ...raw, leaseMs: 0 }), BadConfig);
});
