import { describe, expect, it } from 'vitest';
import {
  chooseStates,
  needsLabels,
  readIds,
  strataOf,
  type StateFacts,
  type Subset,
} from '$lib/complement/batch/subset';

const facts: StateFacts[] = Array.from({ length: 12 }, (_, n) => ({
  stateId: `s${n}`,
  boundary: n < 5 ? 'before_edit' : 'after_search',
  observed: n % 2 === 0,
  groups: (n % 4) + 1,
}));

const idsOf = (subset: Subset, from = facts): string[] => {
  const read = chooseStates(from, subset);
  if (!read.ok || !read.chosen) throw new Error(read.ok ? 'the whole split' : read.fault);
  return read.chosen.stateIds;
};
const faultOf = (subset: Subset, from = facts): string => {
  const read = chooseStates(from, subset);
  if (read.ok) throw new Error('no fault');
  return read.fault;
};

describe('a choice of states', () => {
  it('is null for the whole split', () => {
    expect(chooseStates(facts, { kind: 'all' })).toEqual({ ok: true, chosen: null });
  });

  it('takes the first, and all when more are asked than there are', () => {
    expect(idsOf({ kind: 'first', count: 3 })).toEqual(['s0', 's1', 's2']);
    expect(idsOf({ kind: 'first', count: 99 })).toHaveLength(12);
  });

  it('draws the same for the same seed, in the order of the split, a larger draw holding the smaller', () => {
    const five = idsOf({ kind: 'draw', count: 5, seed: 7 });
    expect(five).toHaveLength(5);
    expect(five).toEqual(facts.map(({ stateId }) => stateId).filter((id) => five.includes(id)));
    expect(idsOf({ kind: 'draw', count: 5, seed: 7 }, [...facts].reverse()).sort()).toEqual([...five].sort());
    expect(idsOf({ kind: 'draw', count: 8, seed: 7 })).toEqual(expect.arrayContaining(five));
    expect([1, 2, 3].map((seed) => idsOf({ kind: 'draw', count: 5, seed }).join())).not.toEqual(
      Array(3).fill(five.join()),
    );
  });

  it('takes listed ids in the order of the split and names those that are not there', () => {
    expect(idsOf({ kind: 'ids', ids: ['s9', 's2'] })).toEqual(['s2', 's9']);
    expect(faultOf({ kind: 'ids', ids: ['s1', '<b>x'] })).toMatch(/1 of 2 ids.*"<b>x"/);
    expect(faultOf({ kind: 'ids', ids: [] })).toMatch(/no state id/);
  });

  it('takes strata; those by groups need labels for every state', () => {
    expect(idsOf({ kind: 'stratum', name: 'before_edit' })).toEqual(['s0', 's1', 's2', 's3', 's4']);
    expect(idsOf({ kind: 'stratum', name: 'observed-in-pool' })).toHaveLength(6);
    expect(idsOf({ kind: 'stratum', name: 'none-observed' })[0]).toBe('s1');
    expect(idsOf({ kind: 'stratum', name: 'groups-1' })).toEqual(['s0', 's4', 's8']);
    expect(idsOf({ kind: 'stratum', name: 'groups-2' })).toEqual(['s1', 's5', 's9']);
    expect(idsOf({ kind: 'stratum', name: 'groups-2-or-more' })).toHaveLength(9);
    expect(idsOf({ kind: 'stratum', name: 'groups-3-or-more' })).toHaveLength(6);
    const unlabelled = facts.map((one) => ({ ...one, groups: null }));
    expect(faultOf({ kind: 'stratum', name: 'groups-1' }, unlabelled)).toMatch(/needs labels.*12 of 12/);
    expect(idsOf({ kind: 'stratum', name: 'before_edit' }, unlabelled)).toHaveLength(5);
    expect(faultOf({ kind: 'stratum', name: 'constructor' })).toMatch(/no stratum "constructor"; there are/);
    expect(strataOf(facts).filter(needsLabels)).toEqual([
      'groups-1',
      'groups-2',
      'groups-2-or-more',
      'groups-3-or-more',
    ]);
  });

  it('takes the states where two runs differ in their first k, as sets; states that one lacks are left out', () => {
    const run = (name: string, rows: Record<string, string[]>) => ({
      name,
      ranked: new Map(Object.entries(rows)),
    });
    const a = run('a', { s1: ['x', 'y', 'z'], s2: ['x', 'y'], s3: ['x'], s4: ['x', 'y', 'p'] });
    const b = run('b', { s1: ['x', 'z', 'y'], s2: ['y', 'x'], s4: ['x', 'y', 'q'], s3: ['x', 'y'] });
    expect(idsOf({ kind: 'differ', runs: [a, b], k: 2 })).toEqual(['s1', 's3']);
    expect(idsOf({ kind: 'differ', runs: [a, b], k: 3 })).toEqual(['s3', 's4']);
    expect(faultOf({ kind: 'differ', runs: [a, a], k: 2 })).toMatch(/No state.*a and a differ/);
  });

  it.each([
    { kind: 'first', count: 0 },
    { kind: 'first', count: 1.5 },
    { kind: 'first', count: Number.NaN },
    { kind: 'draw', count: 0, seed: 1 },
    { kind: 'draw', count: 3, seed: -1 },
    { kind: 'draw', count: 3, seed: 2 ** 32 },
    {
      kind: 'differ',
      runs: [
        { name: 'a', ranked: new Map() },
        { name: 'b', ranked: new Map() },
      ],
      k: 0,
    },
  ] satisfies Subset[])('refuses %j', (subset) => {
    expect(faultOf(subset)).toMatch(/whole number/);
  });

  it('reads ids of lines, lists and JSON Lines, each once', () => {
    expect(readIds('a\r\nb, c;d\n\n{"state_id":"e f","x":1}\na')).toEqual(['a', 'b', 'c', 'd', 'e f']);
    expect(readIds('{"id":1}\n{broken')).toEqual(['{"id":1}', '{broken']);
    expect(readIds(' \n')).toEqual([]);
  });
});
