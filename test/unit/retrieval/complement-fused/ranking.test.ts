import { describe, expect, test } from 'vitest';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { coverOrder } from '$lib/retrieval/complement-fused/cover';
import { LEADING } from '$lib/retrieval/complement-fused/parameters';
import { LONG_PASSAGE_LENGTH, PASSAGE_LENGTH, passagesOf } from '$lib/retrieval/complement-fused/passages';
import { runInstant, runThorough } from '$lib/retrieval/complement-fused/run';
import { standardScores } from '$lib/retrieval/complement-fused/standard';
import { allTexts, partVectors, staticTexts } from '$lib/retrieval/complement-fused/texts';
import { rankThorough, thoroughTexts } from '$lib/retrieval/complement-fused/thorough';
import type { TextEncoder } from '$lib/retrieval/run/text-encoder';
import { quietTask } from '$lib/serbench/task';
import { makeState, makeUnit } from '../../../support/states';

/** Two dimensions: how often `red` and `blue` stand in a text, plus a trace so that nothing is zero. */
const colours: TextEncoder = {
  encode: (texts) => {
    const vectors = new Float32Array(texts.length * 2);
    texts.forEach((text, i) => {
      const red = text.split('red').length - 1 + 0.01;
      const blue = text.split('blue').length - 1 + 0.01;
      const length = Math.hypot(red, blue);
      vectors.set([red / length, blue / length], 2 * i);
    });
    return Promise.resolve({ vectors, dimensions: 2 });
  },
};

const at = (id: string, text: string, first: number, last: number, more = {}) =>
  makeUnit(id, text, { line_start: first, line_end: last, ...more });

describe('passages', () => {
  test('each under its path; joined they are the excerpt', () => {
    const text = 'x'.repeat(PASSAGE_LENGTH * 2 + 5);
    const passages = passagesOf(makeUnit('a', text));
    expect(passages).toHaveLength(3);
    expect(passages.map((passage) => passage.slice('src/a.py\n'.length)).join('')).toBe(text);
  });

  test('longer ones for the transformer', () => {
    const text = 'x'.repeat(LONG_PASSAGE_LENGTH + 1);
    const lengths = passagesOf(makeUnit('a', text), LONG_PASSAGE_LENGTH).map(({ length }) => length);
    expect(lengths).toEqual(['src/a.py\n'.length + LONG_PASSAGE_LENGTH, 'src/a.py\n'.length + 1]);
  });

  test('no text: the path alone; no cut inside a surrogate pair', () => {
    expect(passagesOf(makeUnit('a', ''))).toEqual(['src/a.py\n']);
    const text = `${'x'.repeat(PASSAGE_LENGTH - 1)}😀y`;
    for (const passage of passagesOf(makeUnit('a', text)))
      expect(() => encodeURIComponent(passage)).not.toThrow();
  });
});

describe('standard scores', () => {
  test('mean 0, deviation 1; equal scores are zeros', () => {
    expect([...standardScores([1, 3], [0, 1])]).toEqual([-1, 1]);
    expect([...standardScores([0.1, 0.1, 0.1], [2, 0, 1])]).toEqual([0, 0, 0]);
    expect(standardScores([], [])).toHaveLength(0);
  });

  test('the order of the candidates changes no digit', () => {
    const scores = [0.1, 0.7, 1e-9, 12.3, 0.30000001];
    const there = standardScores(scores, [0, 1, 2, 3, 4]);
    const back = standardScores(scores.toReversed(), [4, 3, 2, 1, 0]);
    expect([...back].toReversed()).toEqual([...there]);
  });
});

describe('cover', () => {
  const units = [
    at('window', '', 1, 120),
    at('inside', '', 10, 20),
    at('next', '', 101, 220),
    at('other', '', 1, 120, { source_path: 'src/b.py' }),
  ];

  test('what is covered already waits; other files do not mind', () => {
    expect(coverOrder(units, [4, 3.9, 3, 2.5], [0, 1, 2, 3], 2)).toEqual([0, 2, 3, 1]);
  });

  test('at no cost the scores alone order, ties by id', () => {
    expect(coverOrder(units, [1, 2, 2, 3], [0, 2, 1, 3], 0)).toEqual([3, 2, 1, 0]);
  });

  test('without lines nothing is covered', () => {
    const bare = [makeUnit('a', ''), makeUnit('b', '')];
    expect(coverOrder(bare, [2, 1], [0, 1], 9)).toEqual([0, 1]);
  });
});

describe('instant', () => {
  const units = [
    at('a', 'blue sky', 1, 10),
    at('b', 'a red redRed thing', 20, 30),
    at('c', 'nothing', 40, 50),
    at('d', 'red again', 60, 70, { observed_by_state: true }),
  ];
  const state = makeState(units, { issue: 'red is wrong' });

  test('meaning and words lead, the observed goes last', async () => {
    const { order, parts, scores } = await runInstant(analyse(state), colours, quietTask());
    expect(order[0]).toBe(1);
    expect(order.at(-1)).toBe(3);
    const sums = scores.map((_, unit) => Object.values(parts).reduce((sum, part) => sum + part[unit]!, 0));
    sums.forEach((sum, unit) => expect(sum).toBeCloseTo(scores[unit]!, 12));
  });

  test('the order of the candidates changes nothing', async () => {
    const back = { ...state, candidate_evidence: units.toReversed() };
    const names = async (one: typeof state) =>
      (await runInstant(analyse(one), colours, quietTask())).order.map(
        (u) => one.candidate_evidence[u]?.evidence_id,
      );
    expect(await names(back)).toEqual(await names(state));
  });

  test('a matrix of the wrong size is refused', () => {
    const texts = staticTexts(state);
    expect(allTexts(texts)).toHaveLength(3 + 1 + 4);
    expect(() => partVectors(texts, new Float32Array(3), 2)).toThrow(RangeError);
  });
});

describe('thorough', () => {
  const units = Array.from({ length: LEADING + 4 }, (_, i) =>
    at(`u${String(i).padStart(2, '0')}`, i === 3 ? 'blue' : 'red '.repeat(30 - i), i * 100, i * 100 + 5),
  );
  const state = makeState(units, { issue: 'red' });

  test('only the leading units are read; the rest keep their order', async () => {
    const analysis = analyse(state);
    const instant = await runInstant(analysis, colours, quietTask());
    const texts = thoroughTexts(analysis, instant);
    expect(texts.units).toHaveLength(LEADING);
    expect(texts.documents[0]).toContain('src/a.py\n');
    const order = await runThorough(analysis, { fast: colours, transformer: colours }, quietTask());
    expect(order.toSorted((a, b) => a - b)).toEqual(units.map((_, i) => i));
    expect(new Set(order.slice(0, LEADING))).toEqual(new Set(texts.units));
    const rest = instant.order.filter((unit) => !texts.units.includes(unit));
    expect(order.slice(LEADING)).toEqual(rest);
  });

  test('a leading unit is read in passages, all of them', async () => {
    const long = units.map((unit, i) => (i === 0 ? { ...unit, content_excerpt: 'red '.repeat(500) } : unit));
    const analysis = analyse(makeState(long, { issue: 'red' }));
    const texts = thoroughTexts(analysis, await runInstant(analysis, colours, quietTask()));
    const place = texts.units.indexOf(0);
    expect(place).toBeGreaterThanOrEqual(0);
    const own = texts.documents.slice(texts.starts[place], texts.starts[place + 1]);
    expect(own.map((document) => document.slice('src/a.py\n'.length)).join('')).toBe('red '.repeat(500));
    expect(own).toHaveLength(3);
    expect(texts.starts.at(-1)).toBe(texts.documents.length);
    expect(texts.documents).toHaveLength(LEADING + 2);
  });

  test('the transformer’s word moves a unit, by its best passage', async () => {
    const analysis = analyse(state);
    const instant = await runInstant(analysis, colours, quietTask());
    const texts = thoroughTexts(analysis, instant);
    const favourite = texts.units.at(-1)!;
    const documents = texts.units.map((unit) => Float32Array.of(unit === favourite ? 1 : 0));
    const order = rankThorough(analysis, instant, texts, Float32Array.of(1), documents);
    expect(order[0]).toBe(favourite);
    // The same cosines, but the favourite's after another passage without a word of it.
    const starts = texts.starts.map((start, i) => (i === LEADING ? start + 1 : start));
    const more = [...documents.slice(0, -1), Float32Array.of(0), Float32Array.of(1)];
    expect(rankThorough(analysis, instant, { ...texts, starts }, Float32Array.of(1), more)).toEqual(order);
  });

  test('the order of the candidates changes nothing', async () => {
    const mixed = units.map((unit, i) => ({
      ...unit,
      content_excerpt: `${'red '.repeat(i)}${'blue '.repeat(7)}`,
    }));
    const names = async (pool: typeof mixed) => {
      const analysis = analyse(makeState(pool, { issue: 'red' }));
      const order = await runThorough(analysis, { fast: colours, transformer: colours }, quietTask());
      return order.map((unit) => analysis.ids[unit]);
    };
    expect(await names(mixed.toReversed())).toEqual(await names(mixed));
  });

  test('observed units are neither read nor lead', async () => {
    const seen = units.map((unit, i) => (i < 3 ? { ...unit, observed_by_state: true } : unit));
    const analysis = analyse(makeState(seen, { issue: 'red' }));
    const texts = thoroughTexts(analysis, await runInstant(analysis, colours, quietTask()));
    expect(texts.units.some((unit) => unit < 3)).toBe(false);
    const order = await runThorough(analysis, { fast: colours, transformer: colours }, quietTask());
    expect(order.slice(-3).toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
  });
});
