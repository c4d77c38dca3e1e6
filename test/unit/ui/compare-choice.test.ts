import { PRESETS, presetChange, presetOf } from '$lib/ui/compare/presets';
import { describe, expect, it } from 'vitest';
import { chosenKeys, DEFAULT_CHOICE, parseNumbers, printChoice, readChoice } from '$lib/ui/compare/choice';
import { poolSize } from '$lib/ui/compare/pool';
import { methodRun, wantedUnits } from '$lib/ui/compare/runs';

const query = (changes: Record<string, string | null>) =>
  new URLSearchParams(
    Object.entries(changes).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );

describe('the choice in the URL', () => {
  it('is empty for the default and comes back as it was', () => {
    expect([...query(printChoice(DEFAULT_CHOICE))]).toEqual([]);
    for (const choice of [
      DEFAULT_CHOICE,
      {
        ...DEFAULT_CHOICE,
        measures: ['any_hit'],
        cutoffs: [2, 9],
        ceilings: [4096],
        matched: 'a & b=c',
        seed: 0,
        resamples: 0,
      },
      { ...DEFAULT_CHOICE, strata: [], cluster: 'team', without: ['a,b', '"c"'] },
      { ...DEFAULT_CHOICE, strata: ['overlap', 'tag:team'] },
    ])
      expect(readChoice(query(printChoice(choice)))).toEqual({ choice, dropped: [] });
  });

  it('keeps valid parts and names the others', () => {
    const { choice, dropped } = readChoice(
      new URLSearchParams('k=5,x&seed=-1&resamples=10000000&measures=mss_complete,zzz&tokens=9'),
    );
    expect(dropped).toEqual(['measures=mss_complete,zzz', 'k=5,x', 'seed=-1', 'resamples=10000000']);
    expect(choice).toEqual({ ...DEFAULT_CHOICE, measures: ['mss_complete'], ceilings: [9] });
  });

  it('names its columns: every measure at every cutoff, token budgets for the first', () => {
    const choice = {
      ...DEFAULT_CHOICE,
      measures: ['mss_complete', 'group_recall'],
      cutoffs: [5, 8],
      ceilings: [4096],
      matched: 'm',
    };
    expect(chosenKeys(choice)).toEqual([
      'mss_complete@5',
      'mss_complete@8',
      'group_recall@5',
      'group_recall@8',
      'mss_complete@4096t',
      'mss_complete@8=m',
    ]);
    expect(chosenKeys({ ...choice, ceilings: [] })).toHaveLength(4);
  });

  it('reads lists of numbers', () => {
    expect(parseNumbers('8, 5 5', 10)).toEqual([5, 8]);
    expect(parseNumbers('', 10)).toEqual([]);
    for (const bad of ['0', '11', '1.5', 'x', '-1']) expect(parseNumbers(bad, 10)).toBeNull();
  });
});

describe('runs', () => {
  const run = {
    key: 'k',
    splitKey: 's',
    label: 'm (2)',
    method: 'm',
    origin: 'file:x',
    configurationHash: null,
    configuration: null,
    rows: [{ state_id: 'a', method: 'm', ranked_evidence_ids: ['u', 'v'] }],
    failed: [{ state_id: 'b', reason: 'timeout' }],
    accounting: null,
    addedAt: '',
  };

  it('become rankings and failures, and say which units need tokens', () => {
    // By label: the book must tell two runs of one method apart.
    expect(methodRun(run)).toMatchObject({
      method: 'm (2)',
      rankings: new Map([['a', ['u', 'v']]]),
      failed: new Set(['b']),
    });
    const other = { ...run, rows: [{ state_id: 'a', method: 'n', ranked_evidence_ids: ['w'] }] };
    expect(wantedUnits([run, other])).toEqual(new Map([['a', new Set(['u', 'v', 'w'])]]));
  });

  it('are shared over a few workers', () => {
    expect([1, 2, 4, 64].map(poolSize)).toEqual([1, 1, 3, 4]);
  });
});

describe('settings of the paper’s cohorts', () => {
  const named = (name: string) => PRESETS.find((preset) => preset.name === name)!;

  it.each([
    ['action52', 20260904, 10_000, 'task'],
    ['fresh23', 20260912, 20_000, 'task'],
    ['ama', 20260901, 20_000, 'episode'],
    ['test500', DEFAULT_CHOICE.seed, 20_000, 'repo'],
  ])('%s', (name, seed, resamples, cluster) => {
    expect(presetChange(named(name), ['episode', 'task'])).toEqual({ seed, resamples, cluster });
  });

  it('resample issues where no tag names the task, and are recognised again', () => {
    expect(presetChange(named('action52'), []).cluster).toBe('issue');
    const choice = { ...DEFAULT_CHOICE, ...presetChange(named('ama'), ['episode']) };
    expect(presetOf(choice, ['episode'])?.name).toBe('ama');
    expect(presetOf({ ...choice, seed: 1 }, ['episode'])).toBeUndefined();
  });
});

it('returned completion is a column of the first measure, and stands in the link', () => {
  const choice = { ...DEFAULT_CHOICE, returned: true };
  expect(chosenKeys(choice)).toContain('mss_complete@returned');
  expect(chosenKeys(DEFAULT_CHOICE)).not.toContain('mss_complete@returned');
  expect(printChoice(choice).returned).toBe('1');
  expect(readChoice(new URLSearchParams('returned=1')).choice.returned).toBe(true);
  expect(readChoice(new URLSearchParams('returned=yes')).dropped).toEqual(['returned=yes']);
});
