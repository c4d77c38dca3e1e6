import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EIGHT_VIEWS, NINE_VIEWS, type Configuration } from '$lib/retrieval/run/configuration';
import { VIEWS } from '$lib/retrieval/views/registry';
import { printLink, readLink } from '$lib/ui/retrieve/choice';

const search = (configuration: Configuration): URLSearchParams => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(printLink(configuration))) if (value) query.set(name, value);
  return query;
};

describe('the link of the retrieval page', () => {
  test('holds nothing for the defaults, and is read as them', () => {
    expect(search(NINE_VIEWS).toString()).toBe('');
    // Links that name the eight from before, or the nine, keep their meaning.
    expect(readLink(search(EIGHT_VIEWS)).configuration).toEqual(EIGHT_VIEWS);
    const nine = new URLSearchParams({ views: NINE_VIEWS.views.map(({ name }) => name).join(',') });
    expect(readLink(nine).configuration).toEqual(NINE_VIEWS);
    expect(readLink(new URLSearchParams())).toEqual({ configuration: NINE_VIEWS, state: null, dropped: [] });
  });

  test('holds weights, parameters, depth, cap and lambda, and only what differs', () => {
    const configuration: Configuration = {
      views: [
        { name: 'bm25-state', weight: 2.5, parameters: { b: 0.5, k1: 1.2 } },
        { name: 'dense', weight: 1, parameters: {}, form: 'issue' },
      ],
      fusion: { k: 60, depth: 32, cap: 100 },
      observedLast: true,
      lambda: 0.7,
    };
    const query = search(configuration);
    expect(Object.fromEntries(query)).toEqual({
      views: 'bm25-state,dense',
      observed: 'last',
      lambda: '0.7',
      depth: '32',
      cap: '100',
      'bm25-state.weight': '2.5',
      'bm25-state.b': '0.5',
      'dense.form': 'issue',
    });
    expect(readLink(query).configuration.views).toContainEqual(configuration.views[1]);
  });

  test('a bad link keeps its valid parts and says what it dropped', () => {
    const query = new URLSearchParams(
      'views=entity,nonsense&k=-3&depth=1.5&cap=&lambda=2&observed=first&entity.weight=2&entity.nothing=1&recency.weight=3&dense.form=issue',
    );
    const { configuration, dropped } = readLink(query);
    expect(configuration).toEqual({
      ...EIGHT_VIEWS,
      views: [{ name: 'entity', weight: 2, parameters: {} }],
    });
    expect(dropped.toSorted()).toEqual([
      'cap ""',
      'dense.form "issue"',
      'depth "1.5"',
      'entity.nothing "1"',
      'k "-3"',
      'lambda "2"',
      'observed "first"',
      'recency.weight "3"',
      'view "nonsense"',
    ]);
  });

  test('what it prints it reads back', () => {
    const names = fc.subarray(
      VIEWS.map(({ name }) => name),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        names,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (chosen, tenths, depth, lambda, observedLast) => {
          const configuration: Configuration = {
            ...NINE_VIEWS,
            views: chosen.map((name) => ({ name, weight: tenths / 10, parameters: {} })),
            fusion: { ...NINE_VIEWS.fusion, depth },
            // -0 prints as 0.
            lambda: lambda + 0,
            observedLast,
          };
          expect(readLink(search(configuration))).toEqual({ configuration, state: null, dropped: [] });
        },
      ),
    );
  });
});
