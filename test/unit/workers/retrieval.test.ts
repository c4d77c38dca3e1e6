import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { rankStarter } from '$lib/retrieval/starter';
import { EIGHT_VIEWS } from '$lib/retrieval/run/configuration';
import { fusedRows, mergeShards } from '$lib/retrieval/run/split-rankings';
import { CallCancelled } from '$lib/worker/errors';
import { supervise } from '$lib/worker/supervise';
import { server, type RetrievalApi } from '$workers/retrieval.worker';

const bytes = readFileSync(new URL('../../golden/data/views/items.jsonl', import.meta.url));
const items = { key: 'golden', name: 'items.jsonl', blob: new Blob([bytes]) };
const workers = ['one', 'two'].map((name) => supervise<RetrievalApi>(() => server.connect(), { name }));
afterAll(() => workers.forEach((worker) => worker.dispose()));
const worker = workers[0]!;
const request = (index: number, of: number) => ({
  views: EIGHT_VIEWS.views,
  complement: false,
  likeness: false,
  shard: { index, of },
});

describe('the retrieval worker', () => {
  test('ranks a split alike in one call and in shards', async () => {
    const whole = await worker.call('rank', [items, request(0, 1), null]);
    const shards = await Promise.all(
      workers.map((one, index) => one.call('rank', [items, request(index, 2), null])),
    );
    expect(whole).toHaveLength(12);
    expect(fusedRows(mergeShards(shards), EIGHT_VIEWS, 'rrf')).toEqual(fusedRows(whole, EIGHT_VIEWS, 'rrf'));
  });

  test('opens one state; an unknown one is refused by name', async () => {
    const [first = ''] = await worker.call('states', [items]);
    const detail = await worker.call('detail', [items, first, EIGHT_VIEWS.views, null]);
    expect(detail.state.state_id).toBe(first);
    expect(detail.views.map(({ view }) => view)).toEqual(EIGHT_VIEWS.views.map(({ name }) => name));
    await expect(worker.call('detail', [items, 'nobody', [], null])).rejects.toThrow('No state "nobody"');
  });

  test('previews a ranking made elsewhere', async () => {
    const [first = ''] = await worker.call('states', [items]);
    const { state } = await worker.call('detail', [items, first, [], null]);
    const [best = ''] = rankStarter(state);
    const text = `${first} Q0 ${best} 1 2 mine\n${first} Q0 stranger 2 1 mine\n`;
    const file = new File([text], 'mine.run');
    const { preview, errors } = await worker.call('read', [items, file, 'trec', '']);
    expect(errors).toBe(0);
    expect(preview).toMatchObject({ methods: ['mine'], states: 1, missingStates: 11, unknownUnits: 1 });
  });

  test('a fault of the items is told, not skipped', async () => {
    const bad = { key: 'bad', name: 'bad.jsonl', blob: new Blob(['{"state_id": 1}\n']) };
    await expect(worker.call('states', [bad])).rejects.toThrow('state_id');
  });

  test('a cancelled call settles as cancelled', async () => {
    const stop = new AbortController();
    const call = worker.call('rank', [{ ...items, key: 'again' }, request(0, 1), null], {
      signal: stop.signal,
    });
    stop.abort();
    await expect(call).rejects.toBeInstanceOf(CallCancelled);
  });
});
