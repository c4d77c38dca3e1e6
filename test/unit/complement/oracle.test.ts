import { describe, expect, it } from 'vitest';
import { fewestUnits, heaviestGroup } from '$lib/complement/oracle/required';
import { barredUnits, oracle, oracleMinusOneGroup } from '$lib/complement/oracle/oracle';
import { answersOf, fillOrder, oracleRowsOf } from '$lib/complement/oracle/rows';
import { runState } from '$lib/complement/run/run-state';
import type { StateDone } from '$lib/complement/run/types';
import type { Certificate } from '$lib/serbench/certificate';
import { readFileSync } from 'node:fs';
import {
  certificate,
  makeJob,
  makeState,
  memoryTools,
  never,
  scriptedConfiguration,
  setting,
} from './fixtures';
import { perfect } from './scripts';
import type { State } from '$lib/serbench/state';

const tokensOf = () => 100;
const pool = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

const complete = (labels: Certificate, ids: readonly string[]) =>
  labels.required_evidence_groups.every(
    (group) =>
      group.acceptable_evidence_ids.filter((id) => ids.includes(id)).length >= group.minimum_required,
  );

describe('oracle', () => {
  it('takes a shared unit once and fills from the ranking', () => {
    const labels = certificate([
      ['j', 'i'],
      ['i', 'h'],
    ]);
    expect(oracle({ certificate: labels, ranking: pool, slots: 4, tokensOf, ceiling: 6144 }).ids).toEqual([
      'i',
      'a',
      'b',
      'c',
    ]);
  });
  it('meets minimum_required above one', () => {
    const labels = certificate([['j', 'i', 'h']]);
    labels.required_evidence_groups[0]!.minimum_required = 2;
    expect(fewestUnits(labels.required_evidence_groups, pool)).toEqual(['h', 'i']);
  });
  it('says null when a group has no unit in the pool', () => {
    expect(fewestUnits(certificate([['z']]).required_evidence_groups, pool)).toBeNull();
  });
  it('stays under the ceiling with the required units first', () => {
    const labels = certificate([['j'], ['i']]);
    expect(oracle({ certificate: labels, ranking: pool, slots: 8, tokensOf, ceiling: 300 }).ids).toEqual([
      'i',
      'j',
      'a',
    ]);
  });
});

describe('oracle minus one group', () => {
  it('bars every alternative of the heaviest group, ties by group id', () => {
    const labels = certificate([['a', 'j'], ['i'], ['b', 'h']]);
    for (const group of labels.required_evidence_groups) group.necessity_weight = 2;
    expect(heaviestGroup(labels)?.group_id).toBe('G1');
    const { ids } = oracleMinusOneGroup({
      certificate: labels,
      ranking: pool,
      slots: 4,
      tokensOf,
      ceiling: 6144,
    });
    expect(ids).toEqual(['b', 'i', 'c', 'd']);
    expect(complete(labels, ids)).toBe(false);
  });
  it('keeps the other groups by another unit when theirs is barred', () => {
    const labels = certificate([['a', 'b'], ['b']]);
    const { ids } = oracleMinusOneGroup({
      certificate: labels,
      ranking: pool,
      slots: 2,
      tokensOf,
      ceiling: 6144,
    });
    expect(ids).toEqual(['a', 'c']);
  });
});

describe('oracle minus one group and bypass branches', () => {
  const input = (branches: string[][], slots = 2) => ({
    certificate: certificate([['a'], ['b']], { alternative_minimal_sets: branches }),
    ranking: pool,
    slots,
    tokensOf,
    ceiling: 6144,
  });
  it('breaks a branch by the unit that the ranking has last', () => {
    // G2 is heavier: b is barred. The branch c, d would complete without it.
    expect(oracleMinusOneGroup(input([['d', 'c']], 4)).ids).toEqual(['a', 'c', 'e', 'f']);
  });
  it('leaves a branch alone that is broken already, or never whole in this pool', () => {
    expect(barredUnits(input([['b', 'c']]))).toEqual(new Set(['b']));
    expect(barredUnits(input([['c', 'elsewhere']]))).toEqual(new Set(['b']));
    expect(barredUnits(input([['c'], ['c', 'd']]))).toEqual(new Set(['b', 'c']));
  });
  it('lets Complete 0 go before the other groups', () => {
    expect(oracleMinusOneGroup(input([['a']])).ids).toEqual(['c', 'd']);
  });
});

describe('the rows of the oracles', () => {
  const labels = certificate([['j'], ['i'], ['h']]);
  const state = { certificate: labels, pool, tokensOf, ceiling: 6144 };
  const ids = (rows: { ranked_evidence_ids: string[] }[]) => rows.map((row) => row.ranked_evidence_ids);

  it('have as many slots as the method returned for the state, and its cover when that is larger', () => {
    const like = (count: number) => new Map([['s1', pool.slice(0, count)]]);
    const rows = (count: number) => oracleRowsOf(state, { like: like(count), fill: null, slots: 8 });
    expect(ids(rows(5))[0]).toEqual(['h', 'i', 'j', 'a', 'b']);
    expect(ids(rows(5))[1]).toEqual(['i', 'j', 'a', 'b', 'c']);
    expect(ids(rows(1)).map((row) => row.length)).toEqual([3, 3]);
    expect(ids(oracleRowsOf(state, { like: null, fill: null, slots: 8 })).map((row) => row.length)).toEqual([
      8, 8,
    ]);
    expect(rows(5).map((row) => row.method)).toEqual(['oracle', 'oracle-minus-one-group']);
  });
  it('are filled in the given order, its units once and those of the pool only, then in the pool’s', () => {
    const fill = new Map([['s1', ['g', 'elsewhere', 'g', 'f']]]);
    expect(ids(oracleRowsOf(state, { like: null, fill, slots: 6 }))[0]).toEqual([
      'h',
      'i',
      'j',
      'g',
      'f',
      'a',
    ]);
    expect(fillOrder(pool, fill.get('s1'))).toEqual(['g', 'f', 'a', 'b', 'c', 'd', 'e', 'h', 'i', 'j']);
  });
  it('are not made like rows of several methods, or two rows of a state', () => {
    const row = { state_id: 's1', method: 'm', ranked_evidence_ids: ['a'] };
    expect(answersOf([row]).get('s1')).toEqual(['a']);
    expect(() => answersOf([row, { ...row, state_id: 's2', method: 'n' }])).toThrow('2 methods (m, n)');
    expect(() => answersOf([row, row])).toThrow('s1 has two rows');
  });
});

const lines = <T>(name: string) =>
  readFileSync(new URL(`../../golden/data/scorer-large/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('the perfect scripted model', () => {
  it('reaches the oracle ceiling at eight items on every golden state, within the token ceiling', async () => {
    const states = lines<State & { state_id: string }>('items.jsonl');
    const labels = new Map(lines<Certificate>('labels.jsonl').map((row) => [row.state_id, row]));
    let reached = 0;
    let ceiling = 0;
    for (const golden of states) {
      const row = labels.get(golden.state_id)!;
      const job = makeJob({ ...makeState(0), ...golden }, 700);
      const order = job.ranking;
      const best = oracle({ certificate: row, ranking: order, slots: 8, tokensOf: () => 700, ceiling: 6144 });
      const tools = memoryTools(perfect(row, order));
      const done = (await runState(job, await setting(scriptedConfiguration()), tools, never)) as StateDone;
      expect(done.rendered.tokens).toBeLessThanOrEqual(6144);
      ceiling += Number(complete(row, best.ids));
      reached += Number(complete(row, done.rendered.ids));
    }
    expect(states.length).toBeGreaterThan(20);
    expect(ceiling).toBeGreaterThan(0);
    expect(reached).toBe(ceiling);
  });
});
