import { describe, expect, it } from 'vitest';
import { planComparison } from '$lib/statistics/comparison/plan';
import { withTags, tagFields } from '$lib/statistics/comparison/tags';
import { contrastTable } from '$lib/statistics/tables/contrasts';
import { methodTable } from '$lib/statistics/tables/methods';
import { stateTable } from '$lib/statistics/tables/states';
import type { ContrastResult } from '$lib/statistics/comparison/result';
import { buildBook } from '$lib/statistics/comparison/build-book';
import {
  columnsOf,
  compare,
  COLUMNS,
  SETTINGS,
  syntheticBook,
  syntheticRun,
  syntheticRuns,
  syntheticSplit,
  tokensOf,
} from '../../../support/comparison';

const settings = { ...SETTINGS, resamples: 500, columns: ['mss_complete@5', 'group_recall@5'] };
const runs = syntheticRuns();
const find = (results: ContrastResult[], part: Partial<ContrastResult>) =>
  results.filter((one) =>
    Object.entries(part).every(([key, value]) => one[key as keyof ContrastResult] === value),
  );
const whole = (results: ContrastResult[]) => results.filter(({ stratum }) => stratum.kind === 'all');

describe('a comparison', () => {
  it('holds every pair and every method by itself, in every column and stratum', async () => {
    const { results } = await compare(await syntheticBook(), settings);
    // (3 pairs + 3 methods) x 2 columns x (all + 3 strata)
    expect(results).toHaveLength(6 * 2 * 4);
    for (const one of results) {
      expect(one.difference).toBeCloseTo(one.leftMean - (one.rightMean ?? 0), 12);
      if (one.outcomes) expect(one.outcomes.wins + one.outcomes.ties + one.outcomes.losses).toBe(one.states);
      expect(one.interval!.low).toBeLessThanOrEqual(one.interval!.high);
      expect(one.excludesZero).toBe(one.interval!.low > 1e-12 || one.interval!.high < -1e-12);
    }
    const pair = whole(find(results, { left: 'gathered', right: 'shuffled', column: 'mss_complete@5' }))[0]!;
    expect(pair.holm).toBeGreaterThanOrEqual(pair.test!.p);
    expect(pair.warning).toBeNull();
    expect(
      results
        .filter(({ stratum }) => stratum.kind === 'groups')
        .every(({ clusters, warning }) => clusters < 10 === (warning !== null)),
    ).toBe(true);
  });

  it('gives no interval where one cluster is all there is to resample', async () => {
    const split = syntheticSplit();
    const book = await buildBook({
      facts: split.facts.map((fact) => ({ ...fact, repo: 'only/one' })),
      certificates: split.certificates,
      runs,
      columns: columnsOf(['mss_complete@5']),
      tokens: null,
    });
    const { results } = await compare(book, { ...settings, columns: ['mss_complete@5'] });
    expect(whole(results).map(({ clusters, interval }) => [clusters, interval])).toEqual(
      whole(results).map(() => [1, null]),
    );
  });

  it('does not depend on the order of states, rows and files', async () => {
    const split = syntheticSplit();
    const book = await buildBook({
      facts: [...split.facts].reverse(),
      certificates: new Map([...split.certificates].reverse()),
      runs: runs.map((run) => ({ ...run, rankings: new Map([...run.rankings].reverse()) })),
      columns: columnsOf(COLUMNS),
      tokens: { tokenizer: 'o200k_base', of: tokensOf },
    });
    expect(book).toEqual(await syntheticBook());
    expect(await compare(book, settings)).toEqual(await compare(await syntheticBook(), settings));
  });

  // Case 7: not run is not losing.
  it('refuses to compare a method that was not run, on all states or on some', async () => {
    const part = {
      ...syntheticRun('part', 0.5, 9),
      rankings: new Map([...syntheticRun('part', 0.5, 9).rankings].slice(0, 30)),
    };
    const none = { ...part, method: 'none', rankings: new Map<string, string[]>() };
    const book = await syntheticBook([runs[0]!, part, none]);
    const comparison = await compare(book, { ...settings, methods: ['gathered', 'part', 'none'] });
    expect(new Set(comparison.results.map(({ left, right }) => `${left} ${right}`))).toEqual(
      new Set(['gathered null']),
    );
    const reasons = comparison.notComparable.filter(({ column }) => column === 'mss_complete@5');
    expect(reasons.map(({ left, right, reason }) => [left, right, reason])).toEqual([
      ['gathered', 'part', 'not comparable: part was not run on 6 of 36 states'],
      ['gathered', 'none', 'not comparable: none was not run'],
      ['part', null, 'not comparable: part was not run on 6 of 36 states'],
      ['part', 'none', 'not comparable: part was not run on 6 of 36 states; none was not run'],
      ['none', null, 'not comparable: none was not run'],
    ]);
    const table = contrastTable(comparison, ({ column }) => column === 'mss_complete@5');
    const at = (key: string) => table.columns.findIndex((column) => column.key === key);
    for (const row of table.rows.slice(-3))
      for (const key of ['difference', 'low', 'high', 'p', 'holm', 'wins']) expect(row[at(key)]).toBeNull();
  });

  it('gives failed states as 0 and left out, side by side, for the pairs that have them', async () => {
    const failing = { ...runs[1]!, failed: new Set(['state-00', 'state-01']) };
    const book = await syntheticBook([runs[0]!, failing, runs[2]!]);
    const { results } = await compare(book, { ...settings, strata: [] });
    const both = whole(find(results, { left: 'gathered', right: 'ranked', column: 'mss_complete@5' }));
    expect(both.map(({ treatment, states }) => [treatment, states])).toEqual([
      ['failed = 0', 36],
      ['failed excluded', 34],
    ]);
    expect(both[0]!.rightMean! * 36).toBeCloseTo(both[1]!.rightMean! * 34, 9);
    const other = whole(find(results, { left: 'gathered', right: 'shuffled', column: 'mss_complete@5' }));
    expect(other.map(({ treatment }) => treatment)).toEqual(['failed = 0']);
    const table = methodTable(book, await compare(book, { ...settings, strata: [] }));
    const failed = table.columns.findIndex(({ key }) => key === 'failed');
    const rows = table.rows.filter(([method]) => method === 'ranked');
    expect(rows).toHaveLength(4);
    expect(rows.every((row) => row[failed] === 2)).toBe(true);
  });

  it('treats an empty list as an answer, scored 0 and counted', async () => {
    const empty = {
      ...runs[1]!,
      rankings: new Map([...runs[1]!.rankings].map(([state], i) => [state, i === 0 ? [] : ['x']] as const)),
    };
    const book = await syntheticBook([runs[0]!, empty]);
    expect(book.methods[1]!.status.filter((one) => one === 'empty')).toHaveLength(1);
    const comparison = await compare(book, { ...settings, methods: ['gathered', 'ranked'] });
    expect(comparison.notComparable).toEqual([]);
  });

  it('clusters by repository, issue, state or a tag that every state has', async () => {
    const book = await syntheticBook();
    const clusters = async (cluster: string) =>
      (await compare(book, { ...settings, cluster, strata: [] })).results[0]!.clusters;
    expect(await clusters('repo')).toBe(12);
    expect(await clusters('issue')).toBe(18);
    expect(await clusters('state')).toBe(36);
    expect(await clusters('language')).toBe(2);
    expect(() => planComparison(book, { ...settings, cluster: 'team' })).toThrow(/has no tag "team"/);
  });

  it('has the states of two and more groups as a stratum, which is the sum of 2 and >=3', async () => {
    const { results } = await compare(await syntheticBook(), { ...settings, strata: ['groups', 'several'] });
    const states = (kind: string) =>
      Object.fromEntries(
        results
          .filter(({ stratum, treatment }) => stratum.kind === kind && treatment === 'failed = 0')
          .map((one) => [one.stratum.name, one.states]),
      );
    expect(states('several')).toEqual({ '1': 9, '>=2': 27 });
    expect(Object.keys(states('several'))).toEqual(['1', '>=2']);
    expect(states('groups')).toEqual({ '1': 9, '2': 9, '>=3': 18 });
  });

  it('has strata by groups, boundary, overlap, repository and tag, in a fixed order', async () => {
    const strata = ['groups', 'boundary', 'overlap', 'repo', 'tag:language'];
    const { results } = await compare(await syntheticBook(), { ...settings, strata });
    const names = (kind: string) => [
      ...new Set(results.filter(({ stratum }) => stratum.kind === kind).map(({ stratum }) => stratum.name)),
    ];
    expect(names('groups')).toEqual(['1', '2', '>=3']);
    expect(names('boundary')).toEqual(['before_search', 'after_search', 'before_edit']);
    expect(names('overlap')).toEqual(['no recorded overlap', 'recorded overlap']);
    expect(names('repo')).toHaveLength(12);
    expect(names('tag:language')).toEqual(['go', 'python']);
    const repo = results.find(({ stratum }) => stratum.kind === 'repo')!;
    expect(repo.interval).toBeNull();
    expect(repo.warning).toMatch(/1 cluster/);
  });

  it('refuses names that are not there', async () => {
    const book = await syntheticBook();
    expect(() => planComparison(book, { ...settings, methods: ['nobody'] })).toThrow(/No method "nobody"/);
    expect(() => planComparison(book, { ...settings, columns: ['mss_complete@7'] })).toThrow(/No column/);
    expect(() => stateTable(book, 'nobody', 'ranked', 'mss_complete@5')).toThrow(/nobody/);
  });
});

describe('the table of states', () => {
  it('puts the largest differences first and ties by id', async () => {
    const table = stateTable(await syntheticBook(), 'gathered', 'shuffled', 'group_recall@5');
    const sizes = table.rows.map((row) => Math.abs(Number(row[1])));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const ties = table.rows.filter((row) => row[1] === 0).map(([state]) => String(state));
    expect(ties).toEqual([...ties].sort());
    expect(table.rows).toHaveLength(36);
  });
});

describe('tags', () => {
  it('are known by field; only full ones can cluster', () => {
    const { facts } = syntheticSplit();
    const tagged = withTags(facts, new Map([['state-00', { team: 'a' }]]));
    expect(tagFields(tagged)).toEqual({ some: ['team'], all: [] });
    expect(tagFields(facts)).toEqual({ some: ['language'], all: ['language'] });
  });
});
