import { describe, expect, it } from 'vitest';
import { methodNames, referenceCurves } from '$lib/paper/figures/reference-curves';
import type { Reference } from '$lib/paper/load';
import type { PaperFacts } from '$lib/paper/schema';
import { FaultList } from '$lib/serbench/fault';
import { quietTask } from '$lib/serbench/task';
import { settingsLine } from '$lib/statistics/comparison/describe';
import { clusterNames } from '$lib/statistics/comparison/facts';
import { strataOf } from '$lib/statistics/comparison/strata';
import { readTags, tagFields, withTags } from '$lib/statistics/comparison/tags';
import { withoutIdle } from '$lib/statistics/tables/contrasts';
import { publishedIn } from '$lib/ui/compare/published';
import { SETTINGS, syntheticSplit } from '../../../support/comparison';

/** Names that every plain object answers to. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('what a user or a file names like an object’s own member is a name like any other', () => {
  const facts = syntheticSplit().facts;
  const first = facts[0]?.state_id ?? '';

  it.each(NAMES)('tag %s: read, listed, a stratum, and no cluster of states that lack it', async (name) => {
    const line = `{"state_id": ${JSON.stringify(first)}, ${JSON.stringify(name)}: "a"}\n`;
    const faults = new FaultList();
    const states = new Set(facts.map(({ state_id }) => state_id));
    const tags = await readTags(new Blob([line]), 'tags.jsonl', states, faults, quietTask());
    const tagged = withTags(facts, tags);
    expect(tagFields(tagged)).toEqual({ some: [name], all: [] });
    expect(
      strataOf(tagged, `tag:${name}`).map(({ name: stratum, members }) => [stratum, members.length]),
    ).toEqual([['a', 1]]);
    expect(() => clusterNames(tagged, name)).toThrow(`has no tag "${name}"`);
  });

  it.each(NAMES)('cluster, column, metric and method %s: by their own names', (name) => {
    expect(settingsLine({ ...SETTINGS, cluster: name })).toContain(`clustered by tag "${name}"`);
    const columns = [{ key: name, label: name, kind: 'text' as const }];
    expect(withoutIdle(columns, [['x']]).columns).toHaveLength(1);
    const contrast = {
      cohort: 'Test500',
      unit: 'points',
      metric: name,
      left: 'a',
      right: 'b',
      difference: 1,
    };
    const paper = { contrasts: [{ ...contrast, interval: null }] } as unknown as PaperFacts;
    expect(publishedIn(paper, 'mss_complete@5')).toEqual([]);
    expect(methodNames.get(name)).toBeUndefined();
    const figure = referenceCurves([{ name, metrics: { 'mss_complete@5': 0.5 } } as unknown as Reference]);
    expect(JSON.stringify(figure)).toContain(`${name}, first 5 units: 50%`);
  });
});
