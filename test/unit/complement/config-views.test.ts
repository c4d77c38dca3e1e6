import { describe, expect, it } from 'vitest';
import { canonicalJson } from '$lib/complement/canonical';
import { defaultConfiguration } from '$lib/complement/config/defaults';
import { readConfiguration } from '$lib/complement/config/read';
import { withView, withWeight } from '$lib/complement/config/views';
import { stateLines } from '$lib/complement/state-text';
import { draftSchema } from '$lib/ui/complement/draft';
import { makeState } from './fixtures';

const { ranking } = defaultConfiguration();

describe('the views of a configuration', () => {
  it('say how many there are, keep the registry’s order, and come back to the published bytes', () => {
    const without = withView(withView(ranking, 'recency', false), 'bm25-state', false);
    expect(without.views).toEqual(ranking.views.filter((name) => !['recency', 'bm25-state'].includes(name)));
    expect(without.source).toBe('reciprocal-rank fusion of 7 of nine label-hidden views over the pool');
    const back = withView(withView(without, 'recency', true), 'bm25-state', true);
    expect(canonicalJson(back)).toBe(canonicalJson(ranking));
    expect(readConfiguration({ ...defaultConfiguration(), ranking: without }).ok).toBe(true);
  });

  it('keep the last one', () => {
    const one = ranking.views.slice(1).reduce((held, name) => withView(held, name, false), ranking);
    expect(one.views).toEqual(['bm25-question']);
    expect(withView(one, 'bm25-question', false)).toBe(one);
  });

  it('weigh 1 without a trace; a view that goes takes its weight along', () => {
    const heavy = withWeight(ranking, 'dense', 2);
    expect(heavy.weights).toEqual({ dense: 2 });
    expect(canonicalJson(withWeight(heavy, 'dense', 1))).toBe(canonicalJson(ranking));
    expect(withView(withWeight(heavy, 'entity', 0), 'dense', false).weights).toEqual({ entity: 0 });
  });
});

describe('the steps in a prompt', () => {
  const step = (step_id: number) => ({
    ...makeState(1).trajectory_prefix[0],
    step_id,
    action_type: 'read_file',
    action_input: `input ${step_id}`,
    tool_output: '',
    opened_files: [],
    search_queries: [],
    search_results: [],
  });
  it.each([
    [0, []],
    [1, ['step 3: read_file']],
    [9, ['step 1: read_file', 'step 2: read_file', 'step 3: read_file']],
  ])('%i of them are shown', (steps, shown) => {
    const state = makeState(1, { trajectory_prefix: [step(1), step(2), step(3)] });
    const lines = stateLines(state, { ...defaultConfiguration().limits.state, steps });
    expect(lines.map(({ field }) => String(field)).filter((field) => field.startsWith('step'))).toEqual(
      shown,
    );
  });
});

describe('a kept draft', () => {
  const old = {
    format: 'complement-draft-1',
    source: 'endpoint',
    preset: 'custom',
    url: 'https://host.example/v1',
    strong: 'a',
    fast: 'b',
    browserModel: '',
    configuration: defaultConfiguration(),
  };
  it('of before endpoints could differ still reads, with one endpoint', () => {
    expect(draftSchema.parse(old).revisions).toBeNull();
  });
  it('holds the endpoint of the revisions, and never an address with a key', () => {
    const revisions = { preset: 'custom', url: 'https://other.example/v1' };
    expect(draftSchema.parse({ ...old, revisions }).revisions).toEqual(revisions);
    const key = { ...revisions, url: 'https://other.example/v1?key=sk-1' };
    expect(draftSchema.safeParse({ ...old, revisions: key }).success).toBe(false);
  });
});
