import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Limiter, realClock } from '$lib/llm/limiter';
import { quietTask } from '$lib/serbench/task';
import type { State } from '$lib/serbench/state';
import { cascadeStage } from '$lib/embedding/second-stage/cascade';
import { crossEncoderStage, type Judge } from '$lib/embedding/second-stage/cross-encoder';
import { endpointJudge } from '$lib/embedding/second-stage/judges';
import { lateInteractionStage } from '$lib/embedding/second-stage/late-interaction';
import { learnedSparseStage } from '$lib/embedding/second-stage/learned-sparse';
import { openStaticFolder } from '../../../scripts/models';

const [line = ''] = readFileSync('test/golden/data/views/items.jsonl', 'utf8').split('\n');
const parsed = JSON.parse(line) as { item?: State } & State;
const state: State = parsed.item ?? parsed;
const pool = state.candidate_evidence.map((_, unit) => unit);
const sorted = (order: readonly number[]) => [...order].sort((a, b) => a - b);

/** Prefers long texts. */
const judge: Judge = {
  name: 'long',
  relevance: (_, documents) => Promise.resolve({ scores: documents.map(({ length }) => length) }),
};

describe('second stages keep exactly the units they were given', () => {
  test('cascade by an encoder', async () => {
    const stage = cascadeStage(await openStaticFolder(), { leading: 3 });
    const order = await stage.order(state, pool, quietTask());
    expect(sorted(order)).toEqual(pool);
    expect(order.slice(3)).toEqual(pool.slice(3));
    expect(stage.method('rrf')).toBe('cascade-3(rrf,complement-static-256)');
  });

  test('cross-encoder: leading units by relevance', async () => {
    const order = await crossEncoderStage(judge, { leading: 2 }).order(state, pool, quietTask());
    const size = (unit: number) =>
      state.candidate_evidence[unit]!.source_path.length +
      state.candidate_evidence[unit]!.content_excerpt.length;
    expect(sorted(order)).toEqual(pool);
    expect(size(order[0]!)).toBeGreaterThanOrEqual(size(order[1]!));
    expect(order.slice(2)).toEqual(pool.slice(2));
    expect(crossEncoderStage(judge, { form: 'issue' }).method('rrf')).toBe(
      'cross-encoder-100(rrf,long,issue)',
    );
  });

  test('late interaction and learned sparse: by what their models give', async () => {
    const last = pool.length - 1;
    const favourite = state.candidate_evidence[last]!.content_excerpt;
    const near = (text: string) =>
      text.endsWith(favourite) ||
      !pool.some((unit) => text.endsWith(state.candidate_evidence[unit]!.content_excerpt));
    const tokens = lateInteractionStage({
      name: 'm',
      tokenVectors: (texts) =>
        Promise.resolve(
          texts.map((text) => ({
            dimensions: 2,
            vectors: near(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1),
          })),
        ),
    });
    const sparse = learnedSparseStage({
      name: 'm',
      terms: (texts) =>
        Promise.resolve(
          texts.map((text) => ({ ids: Int32Array.of(near(text) ? 1 : 2), weights: Float32Array.of(1) })),
        ),
    });
    for (const stage of [tokens, sparse]) {
      const order = await stage.order(state, pool, quietTask());
      expect(order[0]).toBe(last);
      expect(sorted(order)).toEqual(pool);
    }
    expect(tokens.method('rrf')).toBe('late-interaction(m)-100(rrf)');
    expect(sparse.method('rrf')).toBe('learned-sparse(m)-100(rrf)');
  });

  test('a rerank endpoint judges as a model does', async () => {
    const fetcher = ((_: string, init: RequestInit) => {
      const { documents } = JSON.parse(init.body as string) as { documents: string[] };
      const results = documents.map((_, index) => ({ index, relevance_score: index }));
      return Promise.resolve(new Response(JSON.stringify({ results })));
    }) as typeof fetch;
    const options = { key: null, limiter: new Limiter(realClock), fetch: fetcher };
    const stage = crossEncoderStage(
      endpointJudge({ url: 'https://host.test/v1/rerank', model: 'rr' }, options),
    );
    const order = await stage.order(state, pool, quietTask());
    expect(order).toEqual([...pool].reverse());
  });
});
