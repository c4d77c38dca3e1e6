import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '$lib/complement/batch/memory-store';
import { countOutcomes, recount } from '$lib/complement/batch/recount';
import type { ChatModel } from '$lib/complement/model';
import { FileStore } from '../../../scripts/cli/complement/file-store';
import { batch, bytesOf, Counted, states, STATES } from './batch-fixtures';

const counted = () => new Counted(Infinity, () => undefined);
const failing: ChatModel = {
  complete: () =>
    Promise.resolve({
      ok: false,
      failure: {
        kind: 'server-error',
        reach: 'retry',
        status: 500,
        message: 'HTTP 500.',
        usage: { input: null, output: null, cached: null },
        latencyMs: 1,
      },
    }),
};
async function* stream(ids: string[]) {
  for (const id of ids) yield await Promise.resolve({ ...states()[Number(id.slice(1))]! });
}

describe('a batch over a choice of states', () => {
  it.each([1, 4])(
    'runs the chosen ones only, each at its place in the split (%i at once)',
    async (concurrency) => {
      const model = counted();
      const { end, store, input } = await batch({ model, concurrency, only: new Set(['s3', 's11']) });
      expect(end).toEqual({ status: 'done' });
      expect([...store.outcomes.values()].map(({ state_id, index }) => [state_id, index]).sort()).toEqual([
        ['s11', 11],
        ['s3', 3],
      ]);
      expect([model.answered, input.tally.scored]).toEqual([6, 2]);
    },
  );

  it('makes only the missing states when it is widened, and the whole is as if made at once', async () => {
    const store = new MemoryStore();
    const [first, second, third] = [counted(), counted(), counted()];
    await batch({ store, model: first, only: new Set(['s3', 's11']) });
    await batch({ store, model: second, only: new Set(['s3', 's5', 's11']) });
    await batch({ store, model: third });
    expect([first.answered, second.answered, third.answered]).toEqual([6, 3, (STATES - 3) * 3]);
    expect(bytesOf(store)).toBe(bytesOf((await batch()).store));
  });

  it('reads no further than the last chosen state', async () => {
    let read = 0;
    async function* watched() {
      for await (const state of stream(states().map(({ state_id }) => state_id))) {
        read += 1;
        yield state;
      }
    }
    await batch({ states: watched(), only: new Set(['s0', 's4']) });
    expect(read).toBe(5);
  });
});

describe('outcomes are a state’s, wherever it stands', () => {
  it('takes no other state at the same place as done, and loses none', async () => {
    const store = new MemoryStore();
    const { input } = await batch({ store, states: stream(['s1', 's2', 's3']) });
    const model = counted();
    const again = await batch({ store, model, states: stream(['s2', 's4', 's1']), tally: input.tally });
    expect(model.answered).toBe(3);
    expect([...store.outcomes.keys()].sort()).toEqual(['s1', 's2', 's3', 's4']);
    expect(again.input.tally).toMatchObject({ scored: 4, failed: 0 });
  });

  it('counts a state that fails again once, also when it stands elsewhere', async () => {
    const store = new MemoryStore();
    const { input } = await batch({ store, model: failing, states: stream(['s1', 's2']) });
    expect(input.tally.failed).toBe(2);
    const again = await batch({
      store,
      model: failing,
      states: stream(['s5', 's1', 's2']),
      tally: input.tally,
    });
    expect(again.input.tally.failed).toBe(3);
    expect(countOutcomes([...store.outcomes.values()])).toMatchObject({ failed: 3, scored: 0 });
    const mended = await batch({ store, states: stream(['s2', 's5', 's1']), tally: again.input.tally });
    expect(mended.input.tally).toMatchObject({ scored: 3, failed: 0 });
  });

  it('a folder that kept outcomes by place is read, and kept by id from then on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'complement-places-'));
    try {
      const { store } = await batch({ states: stream(['s1', 's2']) });
      const written = await FileStore.open(folder);
      for (const outcome of store.outcomes.values())
        await writeFile(
          join(folder, 'states', `${String(outcome.index).padStart(6, '0')}.json`),
          JSON.stringify(outcome),
        );
      for (const call of store.calls.values()) await written.store(call);
      expect(await written.outcomes()).toHaveLength(2);
      const opened = await FileStore.open(folder);
      expect(await opened.outcome('s2')).toEqual(store.outcomes.get('s2'));
      expect(await opened.outcomes()).toEqual([...store.outcomes.values()]);
      const later = { ...store.outcomes.get('s1')!, reason: 'later' };
      await opened.putOutcome(later);
      expect((await readdir(join(folder, 'states'))).filter((name) => name.length < 60)).toEqual([
        '000001.json',
      ]);
      // A kill between writing the one and taking away the other leaves both.
      await writeFile(join(folder, 'states', '000000.json'), JSON.stringify(store.outcomes.get('s1')));
      const third = await FileStore.open(folder);
      expect(await third.outcome('s1')).toEqual(later);
      expect((await third.outcomes()).map(({ reason }) => reason)).toEqual(['later', '']);
      expect(
        await recount(
          third,
          () => null,
          () => 0,
        ),
      ).toMatchObject({ scored: 2, failed: 0 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
