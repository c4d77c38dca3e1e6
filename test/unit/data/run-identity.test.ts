import { describe, expect, test } from 'vitest';
import {
  completeRuns,
  freeLabel,
  labelProblem,
  outgrown,
  placeRun,
  sharedMethods,
  withUnstored,
  type NewRun,
  type StoredRun,
} from '$lib/data/run-identity';
import type { RunRecord } from '$lib/data/schema';

const rows = (method: string, ...ids: string[]) => [
  { state_id: 's1', method, ranked_evidence_ids: ids },
  { state_id: 's2', method, ranked_evidence_ids: [] },
];
const fresh = (method: string, ids: string[], configurationHash: string | null = null): NewRun => ({
  method,
  origin: configurationHash === null ? 'file:p.jsonl' : 'complement',
  configurationHash,
  configuration: configurationHash === null ? null : { k: 5 },
  rows: rows(method, ...ids),
  failed: [],
  accounting: null,
});
/** Adds runs one after the other, a minute apart. */
async function added(...runs: NewRun[]): Promise<RunRecord[]> {
  let list: RunRecord[] = [];
  for (const [i, run] of runs.entries()) {
    const record = await placeRun(run, 'split', list, new Date(Date.UTC(2026, 0, 1, 0, i)));
    list = [...list.filter(({ key }) => key !== record.key), record];
  }
  return list;
}
/** As kept before runs had labels and accounting. */
const old = (method: string, key: string, addedAt = '2025-01-01T00:00:00.000Z'): StoredRun => ({
  key,
  splitKey: 'split',
  method,
  origin: 'fusion',
  configurationHash: 'c'.repeat(64),
  configuration: { view: method },
  rows: rows(method, 'a'),
  failed: [],
  addedAt,
});

describe('two runs of one method', () => {
  test('differ by their rows, or by their configuration alone: neither takes the other’s place', async () => {
    const runs = await added(
      fresh('m', ['a'], '1'.repeat(64)),
      fresh('m', ['a'], '2'.repeat(64)),
      fresh('m', ['b'], '1'.repeat(64)),
    );
    expect(runs.map(({ label }) => label)).toEqual(['m', 'm (2)', 'm (3)']);
    expect(new Set(runs.map(({ key }) => key)).size).toBe(3);
    expect(runs.map(({ method }) => method)).toEqual(['m', 'm', 'm']);
    expect(sharedMethods([...runs, ...(await added(fresh('n', ['a'])))])).toEqual(['m']);
  });

  test('same rows, method and configuration are one run, which keeps its label and time', async () => {
    const [first] = await added({ ...fresh('m', ['a'], '1'.repeat(64)), label: 'mine' });
    const again = await placeRun(
      { ...fresh('m', ['a'], '1'.repeat(64)), failed: [{ state_id: 's3', reason: 'refused' }] },
      'split',
      [first!],
      new Date(Date.UTC(2027, 0, 1)),
    );
    expect(again).toEqual({ ...first, failed: [{ state_id: 's3', reason: 'refused' }] });
  });

  test('the file of a run made here is that run, and takes nothing from it', async () => {
    const failed = [{ state_id: 's3', reason: 'refused' }];
    const [made] = await added({ ...fresh('m', ['a'], '1'.repeat(64)), failed });
    expect(await placeRun(fresh('m', ['a']), 'split', [made!], new Date())).toBe(made);
    // The other way round the file's run learns its configuration.
    const [file] = await added(fresh('m', ['a']));
    expect(await placeRun(fresh('m', ['a'], '1'.repeat(64)), 'split', [file!], new Date())).toMatchObject({
      key: file!.key,
      addedAt: file!.addedAt,
      configurationHash: '1'.repeat(64),
      origin: 'complement',
    });
  });

  test('a label that a method of another run has is numbered past it', async () => {
    const runs = await added(fresh('m', ['a']), fresh('m (2)', ['a']), fresh('m', ['b']));
    expect(runs.map(({ label }) => label)).toEqual(['m', 'm (2)', 'm (3)']);
    expect(freeLabel('x', new Set())).toBe('x');
  });
});

describe('kept runs', () => {
  test('of before are read: named by their method, without accounting, otherwise as they were', async () => {
    const [run] = completeRuns([old('bm25', 'k1')]);
    expect(run).toEqual({ ...old('bm25', 'k1'), label: 'bm25', accounting: null });
    // The same run made again is still that one, though its key was made otherwise.
    const { origin, configuration, failed } = run!;
    const again = { method: 'bm25', origin, configuration, failed, rows: run!.rows, accounting: null };
    const placed = await placeRun(
      { ...again, configurationHash: run!.configurationHash },
      'split',
      [run!],
      new Date(),
    );
    expect(placed).toEqual(run);
  });

  test('whose label two tabs gave at once are told apart, in whatever order they are read', () => {
    const runs = [
      { ...old('m', 'k2', '2026-01-02'), label: 'm' },
      { ...old('m', 'k1', '2026-01-01'), label: 'm' },
      { ...old('a', 'k3', '2026-01-03'), label: 'z' },
    ];
    const named = (list: RunRecord[]) => list.map(({ key, label }) => [key, label]);
    expect(named(completeRuns(runs))).toEqual([
      ['k3', 'z'],
      ['k1', 'm'],
      ['k2', 'm (2)'],
    ]);
    expect(completeRuns([...runs].reverse())).toEqual(completeRuns(runs));
  });

  test('that storage refused a change of show the change', () => {
    const kept = completeRuns([old('m', 'k1')]);
    const renamed = kept.map((run) => ({ ...run, label: 'mine' }));
    expect(withUnstored(kept, renamed).map(({ label }) => label)).toEqual(['mine']);
  });
});

test('a label is refused when empty, too long or taken, and says why', async () => {
  const [one, two] = await added(fresh('m', ['a']), fresh('m', ['b']));
  const runs = [one!, two!];
  expect(labelProblem(' ', one!, runs)).toContain('at least one character');
  expect(labelProblem('x'.repeat(201), one!, runs)).toContain('200');
  expect(labelProblem('m (2)', one!, runs)).toContain('"m (2)"');
  expect(labelProblem('m', one!, runs)).toBeNull();
  expect(labelProblem('mine', one!, runs)).toBeNull();
});

describe('a run broken off earlier', () => {
  const hash = '1'.repeat(64);
  const part = (...states: string[]): NewRun => ({
    ...fresh('m', [], hash),
    rows: states.map((state_id) => ({ state_id, method: 'm', ranked_evidence_ids: ['a', 'b'] })),
  });
  test('is outgrown by the same method and configuration over more states; the longest of several', async () => {
    const runs = await added(part('s2'), part('s2', 's3'));
    expect(outgrown(part('s1', 's2', 's3'), runs)?.key).toBe(runs[1]!.key);
    expect(outgrown(part('s1', 's2', 's3'), [...runs].reverse())?.key).toBe(runs[1]!.key);
  });
  test('stays when a row, the method or the configuration differs, or when it has as many states', async () => {
    const runs = await added(part('s1', 's2'));
    const other = part('s1', 's2', 's3');
    const order = { ...other, rows: other.rows.map((row) => ({ ...row, ranked_evidence_ids: ['b', 'a'] })) };
    expect(outgrown(other, runs)).not.toBeNull();
    expect(outgrown(order, runs)).toBeNull();
    expect(outgrown({ ...other, configurationHash: '2'.repeat(64) }, runs)).toBeNull();
    expect(outgrown({ ...other, method: 'n' }, runs)).toBeNull();
    expect(outgrown(part('s1', 's2'), runs)).toBeNull();
    expect(outgrown(part('s2', 's3', 's4'), runs)).toBeNull();
    expect(
      outgrown(
        { ...other, configurationHash: null },
        await added({ ...part('s1'), configurationHash: null }),
      ),
    ).toBeNull();
  });
});
