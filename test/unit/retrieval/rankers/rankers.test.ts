import { describe, expect, test } from 'vitest';
import { cascade, cascadeMethod, cascadeUnits } from '$lib/retrieval/cascade';
import { crossEncoderMethod, crossEncoderOrder } from '$lib/retrieval/rankers/cross-encoder';
import { maxSim } from '$lib/retrieval/rankers/late-interaction';
import { reorderLeading } from '$lib/retrieval/rankers/leading';
import { expand, sparseDot } from '$lib/retrieval/rankers/learned-sparse';
import { drawStates, selectQueryForm } from '$lib/retrieval/rankers/query-form-selection';

const vector = (...values: number[]) => Float32Array.from(values);

describe('the cascade', () => {
  const cheap = [4, 2, 0, 3, 1];
  test('puts the leading units in the order of their cosines; the rest follows as it was', () => {
    const order = cascade(cheap, vector(1, 0), [vector(0, 1), vector(0.6, 0.8), vector(1, 0)], 3);
    expect(order).toEqual([0, 2, 4, 3, 1]);
  });
  test('equal cosines keep the cheap order', () => {
    const same = [vector(1, 0), vector(1, 0), vector(1, 0)];
    expect(cascade(cheap, vector(1, 0), same, 3)).toEqual(cheap);
  });
  test('a pool smaller than the cascade is wholly reordered', () => {
    expect(cascadeUnits([1, 0], 16)).toEqual([1, 0]);
    expect(cascade([1, 0], vector(1, 0), [vector(0, 1), vector(1, 0)])).toEqual([0, 1]);
  });
  test('a vector too few is an error, not a zero', () => {
    expect(() => cascade(cheap, vector(1, 0), [vector(1, 0)], 3)).toThrow(/3 units lead.*1 vectors came/);
  });
  test('is named as its own method', () => {
    expect(cascadeMethod('rrf', 'bge-small-en-v1.5')).toBe('cascade-16(rrf,bge-small-en-v1.5)');
    expect(crossEncoderMethod('rrf', 'm')).toBe('cross-encoder-100(rrf,m)');
  });
});

test('reordering without scores changes nothing', () => {
  expect(reorderLeading([3, 1, 2], 3, [])).toEqual([3, 1, 2]);
});

test('a cross-encoder reorders the leading units by relevance, of any scale', () => {
  expect(crossEncoderOrder([5, 6, 7, 8], [-3, -1, -2], 3)).toEqual([6, 7, 5, 8]);
  expect(() => crossEncoderOrder([5, 6, 7], [1], 3)).toThrow(/3 units were to be judged, 1 judgements/);
});

test('MaxSim: the best match of each query token, averaged', () => {
  const query = { dimensions: 2, vectors: vector(1, 0, 0, 1) };
  const document = { dimensions: 2, vectors: vector(0.6, 0.8, 1, 0, -1, 0) };
  expect(maxSim(query, document)).toBeCloseTo((1 + 0.8) / 2, 7);
  expect(maxSim(query, { dimensions: 2, vectors: vector() })).toBe(0);
  expect(() => maxSim(query, { dimensions: 3, vectors: vector(1, 0, 0) })).toThrow(/two different models/);
});

test('expansion: the largest logit of each entry over the tokens, log-scaled; zeros and special tokens left out', () => {
  const logits = vector(...[-1, 2, 0, 9], ...[3, 1, -5, 9]);
  const { ids, weights } = expand(logits, 4, new Set([3]));
  expect([...ids]).toEqual([0, 1]);
  expect(weights[0]).toBeCloseTo(Math.log(4), 6);
  expect(weights[1]).toBeCloseTo(Math.log(3), 6);
  const other = { ids: Int32Array.of(1, 2), weights: vector(2, 5) };
  expect(sparseDot({ ids, weights }, other)).toBeCloseTo(2 * Math.log(3), 6);
  expect(sparseDot({ ids, weights }, { ids: new Int32Array(0), weights: vector() })).toBe(0);
});

describe('the choice of a query form', () => {
  const ids = Array.from({ length: 500 }, (_, i) => `state-${i}`);
  test('rests on 75 states that a seed fixes, whatever order the ids come in', () => {
    const drawn = drawStates(ids);
    expect(new Set(drawn).size).toBe(75);
    expect(drawStates([...ids].reverse())).toEqual(drawn);
    expect(drawStates(ids, 75, 1)).not.toEqual(drawn);
    expect(drawStates(['b', 'a', 'b'], 75)).toEqual(['a', 'b']);
  });
  test('takes the form with the greatest mean, the first named among equals, and says what all were worth', async () => {
    const value = (_: string, form: string) =>
      Promise.resolve(form === 'issue' || form === 'state' ? 1 : 0.5);
    const { chosen, means, states } = await selectQueryForm(ids, value, 10, 3);
    expect(chosen).toBe('issue');
    expect(means.state).toBe(1);
    expect(means.question).toBe(0.5);
    expect(states).toHaveLength(10);
  });
  test('without states there is nothing to choose on', async () => {
    await expect(selectQueryForm([], () => Promise.resolve(1))).rejects.toThrow(/No state/);
  });
});
