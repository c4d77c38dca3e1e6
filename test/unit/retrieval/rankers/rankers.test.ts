import { describe, expect, test } from 'vitest';
import { cascade, cascadeMethod, cascadeUnits } from '$lib/retrieval/cascade';
import { crossEncoderMethod, crossEncoderOrder } from '$lib/retrieval/rankers/cross-encoder';
import { maxSim } from '$lib/retrieval/rankers/late-interaction';
import { reorderLeading } from '$lib/retrieval/rankers/leading';
import { expand, sparseDot } from '$lib/retrieval/rankers/learned-sparse';
import { calibrateLambda, LAMBDA_GRID } from '$lib/retrieval/rankers/calibrate-lambda';
import { drawRepositories } from '$lib/retrieval/rankers/draw-repositories';
import {
  drawStates,
  FORM_SETS,
  isFormSet,
  selectQueryForm,
} from '$lib/retrieval/rankers/query-form-selection';
import { spreadRow, wholePool } from '$lib/retrieval/rankers/spread';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { makeState, makeUnit } from '../../../support/states';

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
  test('takes the form with the greatest mean, the first named among equals, and says what all were worth', () => {
    const value = (state: string, form: string) => (form === 'issue' || state === 'a' ? 1 : 0);
    const { chosen, means, states } = selectQueryForm(['question', 'issue', 'state'], ['a', 'b'], value);
    expect(chosen).toBe('issue');
    expect(means).toEqual([
      { form: 'question', mean: 0.5 },
      { form: 'issue', mean: 1 },
      { form: 'state', mean: 0.5 },
    ]);
    expect(states).toEqual(['a', 'b']);
    expect(selectQueryForm(['state', 'issue'], ['a'], () => 1).chosen).toBe('state');
  });
  test('two forms for general retrievers, two for agent-aware ones, and all eight as an exploration', () => {
    expect(FORM_SETS.general.forms).toEqual(['issue', 'state-need']);
    expect(FORM_SETS['agent-aware'].forms).toEqual(['reasoning-need', 'question']);
    expect(FORM_SETS.exploratory.forms).toHaveLength(8);
    expect(isFormSet('constructor')).toBe(false);
  });
  test('without states or forms there is nothing to choose on', () => {
    expect(() => selectQueryForm(['issue'], [], () => 1)).toThrow(/No state/);
    expect(() => selectQueryForm([], ['a'], () => 1)).toThrow(/No state/);
  });
});

describe('the draw by repositories', () => {
  const split = (sizes: readonly number[]) =>
    sizes.flatMap((size, r) =>
      Array.from({ length: size }, (_, i) => ({ id: `r${r}-${i}`, repository: `r${r}` })),
    );
  const cal = split(Array.from({ length: 60 }, (_, i) => 1 + ((i * 7) % 17)));

  test('75 states of whole repositories: none has states among the drawn and among the rest', () => {
    const { states, repositories, seed } = drawRepositories(cal);
    expect(states).toHaveLength(75);
    const drawn = new Set(states);
    const rest = cal.filter(({ id }) => !drawn.has(id));
    expect(rest.some(({ repository }) => repositories.includes(repository))).toBe(false);
    expect(drawRepositories(cal.toReversed())).toEqual({ states, repositories, seed });
    expect(drawRepositories(cal, 75, 1).repositories).not.toEqual(repositories);
  });

  test.each<[string, number[], number, number]>([
    ['exactly, though a greedy draw may miss it', [4, 3, 3], 6, 6],
    ['the most below it', [4, 4, 4], 6, 4],
    ['all of a small split', [2, 3], 75, 5],
  ])('%s', (_, sizes, size, drawn) => {
    for (const seed of [1, 2, 3, 4, 5])
      expect(drawRepositories(split(sizes), size, seed).states).toHaveLength(drawn);
  });

  test('a split of one large repository is refused in words', () => {
    expect(() => drawRepositories(split([80]))).toThrow('Every repository has more than 75 states');
    expect(() => drawRepositories([])).toThrow('No state');
  });
});

describe('calibrating lambda', () => {
  test('the greatest mean wins; of equals the lambda that changes the ranking least', () => {
    const worth = (id: string, lambda: number) => (id === 'a' ? 1 : lambda === 0 ? 0 : lambda >= 0.5 ? 1 : 0);
    const found = calibrateLambda(LAMBDA_GRID, ['a', 'b'], worth);
    expect(found.lambda).toBe(1);
    expect(found.means).toHaveLength(11);
    expect(found.means[0]).toEqual({ lambda: 0, mean: 0.5 });
    expect(found.states).toBe(2);
    expect(calibrateLambda([1, 0.3, 0.7], ['a'], (_, lambda) => (lambda === 1 ? 0 : 1)).lambda).toBe(0.7);
  });
  test.each([
    ['an empty grid', []],
    ['a number over 1', [0.5, 1.5]],
    ['a number below 0', [-0.1]],
    ['no number', [NaN]],
    ['a number twice', [0.5, 0.5]],
  ])('%s is refused', (_, grid) => {
    expect(() => calibrateLambda(grid, ['a'], () => 1)).toThrow('different numbers from 0 to 1');
  });
  test('no states: nothing to calibrate on', () => {
    expect(() => calibrateLambda([1], [], () => 1)).toThrow('No labelled state');
  });
});

describe('MMR over any ranking', () => {
  const state = makeState([
    makeUnit('a', 'parse header bytes', { source_path: 'x' }),
    makeUnit('b', 'parse header bytes', { source_path: 'x' }),
    makeUnit('c', 'something else', { source_path: 'y' }),
  ]);
  const row = { state_id: 's', method: 'cross-encoder-100(dense,m)', ranked_evidence_ids: ['b', 'a', 'c'] };

  test('a copy of what stands above goes down; lambda 1 is the ranking and its name', () => {
    const [spread, same] = spreadRow(analyse(state), row, [0.5, 1]);
    expect(spread).toEqual({
      state_id: 's',
      method: 'mmr-ranks-0.5(cross-encoder-100(dense,m))',
      ranked_evidence_ids: ['b', 'c', 'a'],
    });
    expect(same).toEqual(row);
  });
  test('a unit from elsewhere is named', () => {
    const strange = { ...row, ranked_evidence_ids: ['__proto__'] };
    expect(() => spreadRow(analyse(state), strange, [1])).toThrow('State "s" has no unit "__proto__"');
  });
  test('the whole pool: what the ranking leaves out follows by id', () => {
    expect(wholePool([2], [0, 1, 2])).toEqual([2, 0, 1]);
    expect(wholePool([], [2, 0, 1])).toEqual([1, 2, 0]);
    expect(crossEncoderMethod('dense', 'm', Infinity)).toBe('cross-encoder-pool(dense,m)');
  });
});
