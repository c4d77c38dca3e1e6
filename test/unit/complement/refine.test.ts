import { describe, expect, it } from 'vitest';
import { defaultConfiguration } from '$lib/complement/config/defaults';
import { refineRoute } from '$lib/complement/refine';
import { preparer } from '$lib/llm/run/prepare';
import type { Encoder } from '$lib/embedding/encoder';
import { quietTask } from '$lib/serbench/task';
import { ownEncoder } from '../../../scripts/cli/complement/encoder';
import { id, makeState, makeUnit } from './fixtures';

describe('a refined route', () => {
  const similarity = new Map([
    ['a', 0.1],
    ['b', 0.9],
    ['c', 0.9],
    ['d', 0.5],
  ]);
  it('has its leading units by similarity, equal ones as they were, the rest as it was', () => {
    expect(refineRoute(['a', 'b', 'c', 'x', 'y'], 3, similarity)).toEqual(['b', 'c', 'a', 'x', 'y']);
    expect(refineRoute(['c', 'b', 'd'], 9, similarity)).toEqual(['c', 'b', 'd']);
    expect(refineRoute([], 3, similarity)).toEqual([]);
  });
  it('refuses a unit without a similarity', () => {
    expect(() => refineRoute(['a', 'x'], 2, similarity)).toThrow('No similarity of x');
  });
});

describe('the routes of ssr', () => {
  const state = makeState(12, {
    information_need: 'How does the parser skip comments?',
    candidate_evidence: [
      ...Array.from({ length: 11 }, (_, n) => makeUnit(n, `parser comments skip ${'filler '.repeat(n)}`)),
      makeUnit(11, 'def skip_comment(stream): reads to the end of the line and drops what a comment holds'),
    ],
  });
  const routesOf = async (configuration: ReturnType<typeof defaultConfiguration>, encoder: unknown) => {
    const prepare = preparer(configuration, {
      countTokens: () => 1,
      encoder: encoder as (name: string) => Promise<Encoder>,
      task: quietTask(),
    });
    return (await prepare(state)).routes;
  };
  const lexical = { ...defaultConfiguration('ssr').ranking, views: ['bm25-question'] };
  const { refine: _none, ...plain } = lexical;

  it('are refined by the encoder that the configuration names, by default a BGE', async () => {
    const configuration = { ...defaultConfiguration('ssr'), ranking: lexical };
    expect(configuration.ranking.refine).toEqual({ encoder: 'bge-small-en-v1.5', depth: 40 });
    const asked: string[] = [];
    /** A unit's vector tells its number: the last one is the most similar. */
    const encoder = (name: string) => {
      asked.push(name);
      return Promise.resolve({
        encode: (texts: string[], kind: string) =>
          Promise.resolve({
            dimensions: 1,
            vectors: Float32Array.from(texts, (text) =>
              kind === 'query' ? 1 : Number(/m(\d+)\.py/.exec(text)?.[1] ?? 0),
            ),
          }),
      });
    };
    const [first] = await routesOf(configuration, encoder);
    expect(asked).toEqual(['bge-small-en-v1.5']);
    expect(first).toEqual(Array.from({ length: 12 }, (_, n) => id(11 - n)));
    const shallow = { ...configuration, ranking: { ...lexical, refine: { encoder: 'e', depth: 2 } } };
    const before = await routesOf({ ...configuration, ranking: plain }, encoder);
    const after = await routesOf(shallow, encoder);
    expect(after[0]?.slice(2)).toEqual(before[0]?.slice(2));
    expect(after[0]?.slice(0, 2)).toEqual([...(before[0] ?? [])].slice(0, 2).sort().reverse());
  });

  it('stay as they are without one, and no encoder is opened', async () => {
    const configuration = { ...defaultConfiguration('ssr'), ranking: plain };
    const routes = await routesOf(configuration, () => Promise.reject(new Error('No encoder is needed.')));
    expect(routes.map((route) => route.length)).toEqual([12, 12]);
  });

  it('take the real encoder’s cosines of question and unit', async () => {
    const [first] = await routesOf({ ...defaultConfiguration('ssr'), ranking: lexical }, ownEncoder);
    const encoder = await ownEncoder('bge-small-en-v1.5');
    const { information_need, current_subgoal, issue, candidate_evidence } = state;
    const question = [information_need, current_subgoal, issue].join('\n');
    const { vectors: query } = await encoder.encode([question], 'query', quietTask());
    const cosines: [string, number][] = [];
    for (const { evidence_id, source_path, content_excerpt } of candidate_evidence) {
      const { vectors } = await encoder.encode(
        [`${source_path}\n${content_excerpt}`],
        'document',
        quietTask(),
      );
      cosines.push([evidence_id, vectors.reduce((sum, value, place) => sum + value * query[place]!, 0)]);
    }
    expect(first).toEqual(cosines.sort(([, a], [, b]) => b - a).map(([unit]) => unit));
  });
});
