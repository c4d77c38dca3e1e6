import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { supervise } from '$lib/worker/supervise';
import { server, type ScoreApi } from '$workers/score.worker';

const golden = (path: string) =>
  readFileSync(new URL(`../../../golden/data/${path}`, import.meta.url), 'utf8');
const named = (name: string, content: string) => ({ name, blob: new Blob([content]) });
const worker = () => supervise<ScoreApi>(() => server.connect(), { name: 'score' });
const golden3 = (set: string) =>
  ['items', 'labels', 'predictions'].map((name) => named(`${name}.jsonl`, golden(`${set}/${name}.jsonl`)));

const items = ['s1', 's2']
  .map((state_id) =>
    JSON.stringify({
      state_id,
      issue: 'fix a',
      candidate_evidence: [
        { evidence_id: 'a', content_excerpt: 'fix a' },
        { evidence_id: 'b' },
        { evidence_id: 'c' },
      ],
    }),
  )
  .join('\n');
const labels = ['s1', 's2']
  .map((state_id) =>
    JSON.stringify({
      state_id,
      required_evidence_groups: [
        {
          group_id: 'G1',
          role: 'r1',
          acceptable_evidence_ids: ['a', 'b'],
          minimum_required: 1,
          necessity_weight: 2,
          rationale: 'why',
        },
      ],
      alternative_minimal_sets: [['b', 'c']],
    }),
  )
  .join('\n');
const row = (state_id: string, method: string, ranked_evidence_ids: string[]) =>
  JSON.stringify({ state_id, method, ranked_evidence_ids });

/** A worker with the small split open, over a real port. */
async function opened() {
  const own = worker();
  const found = await own.call('open', [named('items', items), named('labels', labels)]);
  expect(found).toMatchObject({ states: 2, certificates: 2, faults: { errors: 0 } });
  return own;
}

describe('over the worker’s own port', () => {
  test.each([
    ['scorer', [1, 3, 5, 8, 10, 12, 16]],
    ['scorer-large', [1, 5, 8, 20]],
  ])('%s: the files are byte-identical, whatever the curves need beside', async (set, cutoffs) => {
    const own = worker();
    const [i, l, p] = golden3(set);
    await own.call('open', [i!, l!]);
    const { methods, faults } = await own.call('readFiles', [[p!], false, []]);
    expect(faults.errors).toBe(0);
    expect(methods.map(({ method }) => method).sort()).toEqual(['alpha', 'beta', 'gamma']);
    const { sheet } = await own.call('score', [cutoffs]);
    expect(sheet.cutoffs).toEqual(expect.arrayContaining([...cutoffs, 2, 7]));
    const files = await own.call('files', [cutoffs]);
    expect(await files.summary.text()).toBe(golden(`${set}/summary.json`));
    expect(await files.perState.text()).toBe(golden(`${set}/per_state_scores.jsonl`));
    expect(JSON.parse(await files.report.text())).toMatchObject({ status: 'complete', cutoffs });
    own.dispose();
  });

  test('tells files apart by content', async () => {
    const own = worker();
    const kinds = await Promise.all(
      golden3('scorer').map((file) => own.call('identify', [{ ...file, name: 'x' }])),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['items', 'labels', 'predictions']);
    expect(await own.call('identify', [named('x', '{"a":1}')])).toMatchObject({
      kind: null,
      faults: { errors: 0 },
    });
    expect(await own.call('identify', [named('x', '')])).toMatchObject({ kind: null });
    own.dispose();
  });

  test('faulty labels do not replace the split that is open', async () => {
    const own = await opened();
    const { faults } = await own.call('open', [named('items', items), named('labels', '{}')]);
    expect(faults.errors).toBeGreaterThan(0);
    await own.call('readFiles', [[named('p', row('s1', 'm', ['a']))], true, []]);
    expect((await own.call('score', [[5]])).summaries).toHaveLength(1);
    own.dispose();
  });

  test('a method in two files is refused; runs made elsewhere are scored beside files', async () => {
    const own = await opened();
    const one = named('one', `${row('s1', 'm', ['a'])}\n${row('s2', 'm', [])}`);
    const { faults } = await own.call('readFiles', [[one, { ...one, name: 'two' }], false, []]);
    expect(faults.kept.map(({ code, file }) => [code, file])).toEqual([['method-in-two-files', 'two']]);
    await own.call('readFiles', [[one], false, []]);
    await own.call('setRun', ['m', []]);
    await own.call('setRun', ['view', [{ state_id: 's1', method: 'view', ranked_evidence_ids: ['c', 'b'] }]]);
    const { summaries } = await own.call('score', [[5]]);
    expect(
      summaries.map(({ method, states, missing, empty, status }) => [method, states, missing, empty, status]),
    ).toEqual([
      ['m', 2, 0, 1, 'scored'],
      ['view', 1, 1, 0, 'partial'],
    ]);
    expect(await own.call('rows', ['view'])).toHaveLength(1);
    await own.call('clearRuns', []);
    expect((await own.call('score', [[5]])).summaries).toHaveLength(1);
    own.dispose();
  });

  test('two runs of one method are scored side by side; each alone has the files of its own rows', async () => {
    const own = await opened();
    const file = named('one', `${row('s1', 'm', ['a'])}\n${row('s2', 'm', [])}`);
    await own.call('readFiles', [[file], false, []]);
    const other = [
      { state_id: 's1', method: 'm', ranked_evidence_ids: ['c', 'b'] },
      { state_id: 's2', method: 'm', ranked_evidence_ids: ['c'] },
    ];
    await own.call('score', [[5]]);
    const alone = await own.call('files', [[5]]);
    // The run made elsewhere came first and is called as the method; the file's own run is the second.
    await own.call('setRun', ['m', other]);
    await own.call('setRun', ['m (2)', []]);
    const { summaries, sheet } = await own.call('score', [[5], [['m', 'm (2)']]]);
    expect(summaries.map(({ method, states, empty }) => [method, states, empty])).toEqual([
      ['m', 2, 0],
      ['m (2)', 2, 1],
    ]);
    expect(sheet.rowMethod).toHaveLength(4);
    expect(await own.call('rows', ['m'])).toEqual(other);
    expect((await own.call('rows', ['m (2)']))[0]).toMatchObject({ method: 'm', ranked_evidence_ids: ['a'] });
    expect(await own.call('detail', ['m (2)', 's1'])).toMatchObject({ method: 'm (2)', completeRank: 1 });
    const both = JSON.parse(await (await own.call('files', [[5]])).summary.text()) as object;
    expect(Object.keys(both)).toEqual(['m', 'm (2)']);
    const files = await own.call('files', [[5], [], 'm (2)']);
    expect(await files.summary.text()).toBe(await alone.summary.text());
    expect(await files.perState.text()).toBe(await alone.perState.text());
    const made = await own.call('files', [[5], [], 'm']);
    expect(Object.keys(JSON.parse(await made.summary.text()) as object)).toEqual(['m']);
    expect(await made.perState.text()).not.toBe(await alone.perState.text());
    await expect(own.call('files', [[5], [], 'gone'])).rejects.toThrow('"gone"');
    own.dispose();
  });

  test('the report says which run a line is of, and what fell back or failed', async () => {
    const own = await opened();
    await own.call('setRun', ['mine', [{ state_id: 's1', method: 'm', ranked_evidence_ids: ['a'] }]]);
    await own.call('score', [[5]]);
    const note = {
      run: 'mine',
      method: 'm',
      configurationHash: 'c0ffee',
      addedAt: '2026-01-01T00:00:00.000Z',
      failed: 1,
      fallbackStates: 1,
      accountedStates: 1,
    };
    const expected = { file_method: 'm', configuration_sha256: 'c0ffee', failed: 1, fallback_states: 1 };
    for (const run of [null, 'mine']) {
      const { report } = await own.call('files', [[5], [note], run]);
      const { methods } = JSON.parse(await report.text()) as { methods: object[] };
      expect(methods).toEqual([
        expect.objectContaining({ ...expected, method: run === null ? 'mine' : 'm', fallback_states_of: 1 }),
      ]);
    }
    own.dispose();
  });

  test('two files of one name, from two folders, are two files; every method they share is told', async () => {
    const own = await opened();
    const both = (method: string) => `${row('s1', method, ['a'])}\n${row('s2', method, [])}`;
    const one = named('p.jsonl', `${both('m')}\n${both('n')}`);
    const two = named('p.jsonl', `${both('m')}\n${both('n')}\n${both('o')}`);
    const { faults } = await own.call('readFiles', [[one, two], false, []]);
    expect(faults.kept.map(({ code, value }) => [code, value])).toEqual([
      ['method-in-two-files', '"m"'],
      ['method-in-two-files', '"n"'],
    ]);
    own.dispose();
  });

  test.each([
    ['escaped', '{"state_id":"\\u00741","method":"m","ranked_evidence_ids":[]}'],
    ['plain', '{"state_id":"t1","method":"m","ranked_evidence_ids":[]}'],
  ])('an unknown state that another split holds says so, %s', async (_, text) => {
    const own = await opened();
    const other = { ...named('t.jsonl', '{"state_id":"t1","candidate_evidence":[]}'), label: 'Test500' };
    const { faults } = await own.call('readFiles', [[named('p', text)], true, [other]]);
    expect(faults.kept.map(({ hint }) => hint)).toEqual(['exists in split Test500']);
    own.dispose();
  });

  test('an unknown state that another split holds says so', async () => {
    const own = await opened();
    const other = { ...named('t.jsonl', '{"state_id":"t1","candidate_evidence":[]}'), label: 'Test500' };
    const p = named('p', `${row('t1', 'm', [])}\n${row('t2', 'm', [])}`);
    const { faults } = await own.call('readFiles', [[p], true, [other]]);
    expect(faults.kept.map(({ code, hint }) => [code, hint])).toEqual([
      ['unknown-state', 'exists in split Test500'],
      ['unknown-state', undefined],
    ]);
    own.dispose();
  });

  test('a state opens with groups, sets, ranking and pool', async () => {
    const own = await opened();
    await own.call('readFiles', [[named('p', row('s1', 'm', ['c', 'b']))], true, []]);
    await own.call('score', [[5]]);
    expect(await own.call('detail', ['m', 's1'])).toMatchObject({
      method: 'm',
      completeRank: 2,
      groups: [
        {
          name: 'G1',
          role: 'r1',
          weight: 2,
          rationale: 'why',
          completeRank: 2,
          missing: 0,
          units: [
            { id: 'b', rank: 2 },
            { id: 'a', rank: null },
          ],
        },
      ],
      branches: [{ name: 'set 1', need: 2, completeRank: 2, missing: 0 }],
      ranking: [
        { id: 'c', serves: ['set 1'] },
        { id: 'b', serves: ['G1', 'set 1'] },
      ],
      pool: [
        { evidence_id: 'a', rank: null },
        { evidence_id: 'b', rank: 2 },
        { evidence_id: 'c', rank: 1 },
      ],
    });
    expect(await own.call('detail', ['m', 's2'])).toMatchObject({
      ranking: null,
      completeRank: null,
      groups: [{ missing: 1 }],
    });
    expect(await own.call('detail', ['m', 'nowhere'])).toBeNull();
    own.dispose();
  });

  test('floor, ceiling and the starter baseline', async () => {
    const own = await opened();
    const { bounds, states } = await own.call('bounds', [[1, 2]]);
    expect(bounds.map(({ k, random, oracleComplete }) => [k, random?.mss_complete, oracleComplete])).toEqual([
      [1, 2 / 3, 1],
      [2, 1, 1],
    ]);
    expect(states[0]).toEqual({ state_id: 's1', smallest: ['a'], randomComplete: [2 / 3, 1] });
    const rows = await own.call('starter', [2]);
    expect(rows.map(({ state_id, ranked_evidence_ids }) => [state_id, ranked_evidence_ids])).toEqual([
      ['s1', ['a', 'b']],
      ['s2', ['a', 'b']],
    ]);
    own.dispose();
  });
});
