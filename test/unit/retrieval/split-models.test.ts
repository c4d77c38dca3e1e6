import { describe, expect, test, vi } from 'vitest';
import { estimateBy, loadOf } from '$lib/embedding/eta';
import { cascadeStage } from '$lib/embedding/second-stage/cascade';
import { stageRows } from '$lib/embedding/second-stage/split';
import type { Encoder } from '$lib/embedding/encoder';
import { EIGHT_VIEWS, NINE_VIEWS } from '$lib/retrieval/run/configuration';
import { addDense } from '$lib/retrieval/run/dense-split';
import { makeRanker } from '$lib/retrieval/run/ranker';
import { fusedOrder, fusedRows, rankSplit } from '$lib/retrieval/run/split-rankings';
import { quietTask } from '$lib/serbench/task';
import { makeState, makeUnit } from '../../support/states';

const states = Array.from({ length: 4 }, (_, s) =>
  makeState(
    Array.from({ length: 9 }, (_, u) =>
      makeUnit(`u${u}`, `term${(u + s) % 3} other${u % 4} third${u} term1`, {
        observed_by_state: u === 2,
      }),
    ),
    { state_id: `s${s}`, issue: `term${s % 3} fails`, information_need: `term1 other${s % 4}` },
  ),
);
const stateOf = (id: string) => Promise.resolve(states.find(({ state_id }) => state_id === id)!);
const task = quietTask();

/** Counts of letters as vectors of unit length: a stand-in that is a pure function of the text. */
function letters(): Encoder & { read: string[] } {
  const read: string[] = [];
  return {
    read,
    identity: { model: 'letters', revision: '1', dtype: 'fp32', how: 'mean' },
    dimensions: 128,
    prefix: { query: '', document: '' },
    encode: (texts) => {
      read.push(...texts);
      const vectors = new Float32Array(texts.length * 128);
      texts.forEach((text, row) => {
        const counts = new Array<number>(128).fill(0);
        for (const letter of text) counts[letter.charCodeAt(0) % 128]! += 1;
        const norm = Math.hypot(...counts) || 1;
        vectors.set(
          counts.map((count) => count / norm),
          row * 128,
        );
      });
      return Promise.resolve({ vectors, dimensions: 128, tokens: null, cut: 0 });
    },
    dispose: () => Promise.resolve(),
  };
}
const request = (views: typeof NINE_VIEWS.views, likeness = false) => ({
  views,
  complement: false,
  likeness,
  shard: { index: 0, of: 1 },
});

describe('the dense view by an encoder that lives elsewhere', () => {
  test('gives what ranking with the encoder at hand gives', async () => {
    const whole = await rankSplit(states, request(NINE_VIEWS.views), letters(), task);
    const lexical = await rankSplit(states, request(EIGHT_VIEWS.views), null, task);
    const names = NINE_VIEWS.views.map(({ name }) => name);
    expect(await addDense(lexical, names, stateOf, letters(), task)).toEqual(whole);
  });

  test('a cancel ends it between states', async () => {
    const lexical = await rankSplit(states, request(EIGHT_VIEWS.views), null, task);
    const stop = new AbortController();
    const asked: string[] = [];
    const added = addDense(
      lexical,
      ['dense'],
      (id) => {
        asked.push(id);
        stop.abort(new Error('enough'));
        return stateOf(id);
      },
      letters(),
      quietTask(stop.signal),
    );
    await expect(added).rejects.toThrow('enough');
    expect(asked).toEqual(['s0']);
  });
});

describe('the cascade over a split', () => {
  test('has its own name, reads the leading units only, and keeps the rest in their places', async () => {
    const ranked = await rankSplit(states, request(EIGHT_VIEWS.views), null, task);
    const encoder = letters();
    const stage = cascadeStage(encoder, { leading: 3 });
    const firsts = ranked.map((one) => ({ id: one.state_id, order: fusedOrder(one, EIGHT_VIEWS) }));
    const rows = await stageRows(stage, firsts, 'rrf', stateOf, task);
    const first = fusedRows(ranked, EIGHT_VIEWS, 'rrf');
    expect(encoder.read).toHaveLength(states.length * 4);
    expect(rows.map(({ method }) => method)).toEqual(states.map(() => 'cascade-3(rrf,letters)'));
    rows.forEach(({ ranked_evidence_ids: ids }, i) => {
      const cheap = first[i]!.ranked_evidence_ids;
      expect(ids.slice(3)).toEqual(cheap.slice(3));
      expect(ids.slice(0, 3).toSorted()).toEqual(cheap.slice(0, 3).toSorted());
    });
    expect(rows.map((row) => row.ranked_evidence_ids)).not.toEqual(
      first.map((row) => row.ranked_evidence_ids),
    );
  });
});

describe('MMR over a split', () => {
  const configuration = { ...EIGHT_VIEWS, lambda: 0.4, observedLast: true };

  test('gives what the ranker of single states gives, and another order than lambda 1', async () => {
    const ranked = await rankSplit(states, request(EIGHT_VIEWS.views, true), null, task);
    const one = makeRanker({ kind: 'fusion', configuration }, {});
    for (const [i, row] of fusedRows(ranked, configuration, 'rrf').entries()) {
      const { analysis, order } = await one(states[i]!, task);
      expect(row.ranked_evidence_ids).toEqual(order.map((unit) => analysis.ids[unit]));
    }
    const plain = ranked.map((state) => fusedOrder(state, { ...configuration, lambda: 1 }));
    expect(ranked.map((state) => fusedOrder(state, configuration))).not.toEqual(plain);
  });

  test('without likenesses it is refused, not passed over', async () => {
    const [state] = await rankSplit(states, request(EIGHT_VIEWS.views), null, task);
    expect(() => fusedOrder(state!, configuration)).toThrow('"s0" was ranked without likenesses');
  });
});

test('an estimate from a sample scales by characters', async () => {
  const load = loadOf(['a', 'bb', 'cccc']);
  expect(load).toEqual({ texts: 3, characters: 7, sample: ['a', 'bb', 'cccc'] });
  const now = vi.fn().mockReturnValueOnce(0).mockReturnValueOnce(2000);
  const read: string[] = [];
  const reader = (sample: string[]) => Promise.resolve(read.push(...sample));
  expect(await estimateBy(reader, { ...load, characters: 70 }, now)).toEqual({
    sampled: 3,
    sampleSeconds: 2,
    seconds: 20,
  });
  expect(read).toEqual(['a', 'bb', 'cccc']);
});
