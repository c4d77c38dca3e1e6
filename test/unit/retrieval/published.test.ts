import { expect, test, vi } from 'vitest';
import type * as Registry from '$lib/retrieval/views/registry';
import type { View } from '$lib/retrieval/views/view';

// A tenth view in the registry: what the publication fuses must not notice it.
vi.mock('$lib/retrieval/views/registry', async (original) => {
  const real = await original<typeof Registry>();
  const tenth: View = {
    name: 'tenth',
    label: 'Tenth',
    help: '',
    formula: '',
    source: '',
    parameters: [],
    needs: 'text',
    score: ({ ids }) => new Float64Array(ids.length).fill(1),
  };
  const VIEWS = [...real.VIEWS, tenth];
  return { ...real, VIEWS, viewByName: (name: string) => VIEWS.find((view) => view.name === name) };
});

const { Configuration, EIGHT_VIEWS, NINE_VIEWS } = await import('$lib/retrieval/run/configuration');
const { fusionMethod, mmrMethod } = await import('$lib/retrieval/run/method-name');
const { viewByName } = await import('$lib/retrieval/views/registry');
const { readLink } = await import('$lib/ui/retrieve/choice');
const { defaultConfiguration } = await import('$lib/complement/config/defaults');

const NINE =
  'bm25-question bm25-state bm25-actions bm25-observations tfidf-word tfidf-char dense entity recency'.split(
    ' ',
  );
const namesOf = ({ views }: typeof NINE_VIEWS) => views.map(({ name }) => name);

test('a view added to the registry does not enter the published fusion', () => {
  expect(viewByName('tenth')).toBeDefined();
  expect(namesOf(NINE_VIEWS)).toEqual(NINE);
  expect(namesOf(EIGHT_VIEWS)).toEqual(NINE.filter((name) => name !== 'dense'));
  expect(namesOf(readLink(new URLSearchParams()).configuration)).toEqual(NINE);
  expect(fusionMethod(NINE_VIEWS)).toBe('rrf');
  // But it can be chosen, and the fusion then has another name.
  const ten = Configuration.parse({ views: [...NINE_VIEWS.views, { name: 'tenth' }] });
  expect(fusionMethod(ten)).toBe('rrf-10');
});

test('the page, the command line and the stages start from the same nine', () => {
  expect(defaultConfiguration().ranking.views).toEqual(namesOf(NINE_VIEWS));
  const { k, depth, cap } = defaultConfiguration().ranking;
  expect(NINE_VIEWS.fusion).toEqual({ k, depth, cap });
});

test('a fusion that is not of the published nine carries the number of its views', () => {
  expect(fusionMethod(EIGHT_VIEWS)).toBe('rrf-8');
  const silenced = { ...NINE_VIEWS, views: NINE_VIEWS.views.map((view, i) => ({ ...view, weight: i % 2 })) };
  expect(fusionMethod(silenced)).toBe('rrf-4');
  const other = Configuration.parse({
    views: [...EIGHT_VIEWS.views.map(({ name }) => ({ name })), { name: 'tenth' }],
  });
  expect(fusionMethod(other)).toBe('rrf-9');
  expect(fusionMethod({ ...NINE_VIEWS, views: NINE_VIEWS.views.toReversed() })).toBe('rrf');
});

test('MMR stands in the name unless it changes nothing', () => {
  expect(fusionMethod({ ...EIGHT_VIEWS, lambda: 0.7 })).toBe('mmr-0.7(rrf-8)');
  expect(mmrMethod('cross-encoder-100(dense,m)', 1)).toBe('cross-encoder-100(dense,m)');
});
