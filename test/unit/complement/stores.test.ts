import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { FileStore } from '../../../scripts/cli/complement/file-store';
import {
  killed,
  observeKill,
  observeOperations,
  OPERATIONS,
  REQUESTS,
  wholePredictions,
  type ContractStore,
} from '../../support/store-contract';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Each call of the result opens the same store again, as another session would. */
async function fresh(kind: string): Promise<() => Promise<ContractStore>> {
  if (kind === 'memory') {
    const store = new MemoryStore();
    const outcomes = () => Promise.resolve([...store.outcomes.values()].sort((a, b) => a.index - b.index));
    return () => Promise.resolve({ ...store, outcomes });
  }
  const folder = await mkdtemp(join(tmpdir(), 'complement-store-'));
  folders.push(folder);
  return () => FileStore.open(folder);
}

describe.each(['memory', 'files'])('a store in %s', (kind) => {
  it('finds what is finished, counts what is paid, hands over what was begun', async () => {
    expect(await observeOperations(await fresh(kind))).toEqual(OPERATIONS);
  });

  it('gives a killed run back: every attempt paid once, every attempt counted, the same predictions', async () => {
    const whole = await wholePredictions(await (await fresh(kind))());
    for (let n = 0; n < 20; n += 1) {
      const k = (n * 7 + 3) % REQUESTS;
      expect(await observeKill(await fresh(kind), k), `killed at request ${k}`).toEqual(killed(k, whole));
    }
  });
});
