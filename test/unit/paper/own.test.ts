import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownBounds, scoreOwnRuns } from '$lib/paper/own';
import { groupSlopes } from '$lib/paper/figures/group-slopes';
import { loadPaperDemo, loadTable } from '$lib/paper/load';
import { factTable } from '$lib/paper/fact-table';
import { loadFacts } from '$lib/paper/load';
import type { Prediction } from '$lib/serbench/prediction';
import { expectFigure } from '../../support/figure';
import { quietTask } from '$lib/serbench/task';

const read = (name: string) => readFileSync(`static/demo/${name}`, 'utf8');
const rows = read('predictions.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Prediction);
const labels = () => new Blob([read('labels.jsonl')]);
const of = (method: string) => ({ method, rows: rows.filter((row) => row.method === method) });

describe('own runs', () => {
  it('are scored as the scorer scores them', async () => {
    const runs = [of('coverage_greedy'), of('bm25_starter')];
    const [greedy, starter] = await scoreOwnRuns(quietTask(), {
      labels: labels(),
      labelsName: 'labels.jsonl',
      runs,
    });
    expect(greedy?.states).toBe(25);
    expect(greedy?.of).toBe(25);
    const { clusters } = await loadPaperDemo();
    const difference = clusters.repository.reduce((sum, cluster) => sum + cluster.difference, 0) / 25;
    expect(greedy!.means['mss_complete@5']! - starter!.means['mss_complete@5']!).toBeCloseTo(difference, 12);
  });

  it('split into the strata of table 16, which weigh back to the whole', async () => {
    const runs = [of('coverage_greedy')];
    const [greedy] = await scoreOwnRuns(quietTask(), { labels: labels(), labelsName: 'labels.jsonl', runs });
    const parts = greedy!.byGroups;
    expect(parts.map(({ groups }) => groups)).toEqual(['1', '2', '>=3']);
    expect(parts.reduce((sum, { states }) => sum + states, 0)).toBe(25);
    const whole = parts.reduce((sum, { states, means }) => sum + states * means['mss_complete@5']!, 0) / 25;
    expect(whole).toBeCloseTo(greedy!.means['mss_complete@5']!, 12);
    const figure = groupSlopes(await loadTable('table-16'), 5, [
      {
        label: 'mine (yours, Demo, 25 states)',
        values: parts.map(({ groups, states, means }) => ({
          groups,
          states,
          value: means['mss_complete@5']!,
        })),
      },
    ]);
    await expectFigure({ ...figure, id: 'paper-group-slopes-own' });
    expect(figure.summary).toContain('scored on another split');
  });

  it('say how many states they cover', async () => {
    const { method, rows: all } = of('coverage_greedy');
    const runs = [{ method, rows: all.slice(0, 7) }];
    const [part] = await scoreOwnRuns(quietTask(), { labels: labels(), labelsName: 'labels.jsonl', runs });
    expect(part).toMatchObject({ states: 7, of: 25 });
  });

  it('refuse labels with a fault, naming it', async () => {
    const broken = new Blob([
      read('labels.jsonl').split('\n').slice(0, 2).join('\n') + '\n{"state_id": 5}\n',
    ]);
    await expect(
      scoreOwnRuns(quietTask(), { labels: broken, labelsName: 'mine.jsonl', runs: [] }),
    ).rejects.toThrow(/^mine\.jsonl has \d+ faults; the first, line 3: /);
  });

  it('have the floor and ceiling that the page shows', async () => {
    const bounds = await ownBounds(quietTask(), {
      items: new Blob([read('items.jsonl')]),
      itemsName: 'items.jsonl',
      labels: labels(),
      labelsName: 'labels.jsonl',
    });
    expect(bounds).toEqual((await loadPaperDemo()).bounds);
  });
});

describe('stated facts', () => {
  it('read as one line each', async () => {
    const { rows: lines } = factTable(await loadFacts());
    expect(lines.length).toBeGreaterThan(150);
    for (const [, value] of lines) expect(value).not.toMatch(/\[object|undefined/);
    expect(lines.find(([what]) => what === 'paired questions against AMA-Agent')?.[1]).toBe(
      'gains: 359, ties: 1830, losses: 307',
    );
  });
});
