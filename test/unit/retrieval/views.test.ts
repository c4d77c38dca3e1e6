import { afterEach, describe, expect, test, vi } from 'vitest';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { orderSpoken, signalOf } from '$lib/retrieval/rank';
import { dense } from '$lib/retrieval/views/dense';
import { entity } from '$lib/retrieval/views/entity';
import { recency } from '$lib/retrieval/views/recency';
import { VIEWS } from '$lib/retrieval/views/registry';
import type { State } from '$lib/serbench/state';
import { makeState, makeStep, makeUnit } from '../../support/states';

const idsOf = (state: State, scores: Float64Array): string[] => {
  const analysis = analyse(state);
  return orderSpoken(scores, analysis.tieOrder).map((unit) => analysis.ids[unit]!);
};

describe('registry', () => {
  test('nine views, each with a name, one line of help, a formula, a source and sound parameters', () => {
    expect(VIEWS.map(({ name }) => name)).toEqual([
      ...['bm25-question', 'bm25-state', 'bm25-actions', 'bm25-observations', 'tfidf-word', 'tfidf-char'],
      ...['dense', 'entity', 'recency'],
    ]);
    for (const { help, formula, source, parameters } of VIEWS) {
      expect(help).toMatch(/^[^\n]+\.$/);
      expect(formula + source).not.toBe('');
      for (const { least, initial, most, step } of parameters) {
        expect(least <= initial && initial <= most && step > 0).toBe(true);
      }
    }
  });

  test('a state without anything makes every view silent', () => {
    const analysis = analyse(makeState([makeUnit('a', 'x'), makeUnit('b', 'y')]));
    for (const view of VIEWS) expect([...view.score(analysis, {})]).toEqual([0, 0]);
  });

  test('an empty pool is an empty ranking', () => {
    const analysis = analyse(makeState([], { issue: 'x', information_need: 'y' }));
    for (const view of VIEWS) expect(view.score(analysis, {})).toHaveLength(0);
  });
});

describe('entities', () => {
  const score = (text: string, ...units: string[]): Float64Array =>
    entity.score(
      analyse(
        makeState(
          units.map((unit, i) => makeUnit(`u${i}`, unit)),
          { issue: text },
        ),
      ),
      {},
    );

  test.each([
    ['an identifier', 'parseHeader fails', 'def parseHeader():'],
    ['a name with underscores', 'user_id is lost', 'user_id = 1'],
    ['an error name', 'raises ValueError', 'raise ValueError("x")'],
    ['a dotted name', 'see os.path.join', 'os.path.join(a, b)'],
    ['a path with the other slash', 'in src\\io\\read.py', '# src/io/read.py'],
    ['a path by its last part', 'in src/io/read.py', 'open("read.py")'],
    ['a quoted literal', 'says "no such file"', 'raise X("no such file")'],
    ['a quoted word, unquoted in the unit', 'the `flush` call', 'self.flush()'],
  ])('%s', (_name, text, unit) => {
    const scores = score(text, unit, 'nothing of it here');
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[1]).toBe(0);
  });

  test('plain words are no entities', () => {
    expect([...score('the parser fails', 'the parser fails')]).toEqual([0]);
  });

  test('a rare entity weighs more, and the whole is at most 1', () => {
    const scores = score('alpha_one beta_two', 'alpha_one beta_two', 'alpha_one', 'beta_two', 'alpha_one');
    expect(scores[0]).toBeCloseTo(1, 12);
    expect(scores[2]).toBeGreaterThan(scores[1]!);
  });

  test('the symbol of a unit counts', () => {
    const unit = makeUnit('a', 'x', { symbol: 'parseHeader' });
    expect(entity.score(analyse(makeState([unit], { issue: 'parseHeader' })), {})[0]).toBe(1);
  });
});

describe('signal', () => {
  test('one unit alone speaks; several alike are flat; none above 0 is silent', () => {
    expect(signalOf([2])).toBe('spoke');
    expect(signalOf([2, 2])).toBe('flat');
    expect(signalOf([2, 1])).toBe('spoke');
    expect(signalOf([0, 0])).toBe('silent');
    expect(signalOf([])).toBe('silent');
  });
});

describe('recency', () => {
  test.each([
    // Lines 101 to 110 were shown; a margin of 20 reaches from 81 to 130.
    [130, 140, 1],
    [131, 140, 0.5],
    [60, 81, 1],
    [60, 80, 0.5],
  ])('the edge of the margin: lines %i to %i', (line_start, line_end, score) => {
    const step = makeStep({
      action_type: 'read_file',
      action_input: 'src/a.py',
      tool_output: 'FILE src/a.py:101-110\nx',
    });
    const state = makeState([makeUnit('a', 'x', { line_start, line_end })], { trajectory_prefix: [step] });
    expect([...recency.score(analyse(state), { neighbourLines: 20 })]).toEqual([score]);
  });

  const read = (path: string, first: number, last: number) =>
    makeStep({
      action_type: 'read_file',
      action_input: path,
      tool_output: `FILE ${path}:${first}-${last}\n    1: x`,
    });
  const at = (id: string, source_path: string, line_start = 1, line_end = 10) =>
    makeUnit(id, '', { source_path, line_start, line_end });

  const units = [
    at('near', 'src/a/one.py', 15, 30),
    at('far', 'src/a/one.py', 500, 600),
    at('folder', 'src/a/two.py'),
    at('older', 'src/b/old.py'),
    at('never', 'lib/x.py'),
  ];
  const state = makeState(units, {
    trajectory_prefix: [read('src\\b\\old.py', 1, 120), read('src\\a\\one.py', 1, 20)],
  });

  test('latest first, neighbours before the rest of the file, the folder less, never touched not at all', () => {
    const scores = recency.score(analyse(state), {});
    expect([...scores]).toEqual([1, 0.5, 0.25, 2 ** -0.5, 0]);
    expect(idsOf(state, scores)).toEqual(['near', 'older', 'far', 'folder']);
  });

  test('parameters', () => {
    const scores = recency.score(analyse(state), { halfLife: 1, sameFile: 0.1, sameFolder: 0 });
    expect([...scores]).toEqual([1, 0.1, 0, 0.5, 0]);
  });

  test('hits of a search count less than opened files; files without a step count as the oldest', () => {
    const hit = makeStep({
      search_results: [{ path: 'lib\\x.py', content: '', line_start: 1, line_end: 9 }],
    });
    const searched = makeState(units, { trajectory_prefix: [hit], opened_files: ['src\\b\\old.py'] });
    expect([...recency.score(analyse(searched), {})]).toEqual([0, 0, 0, 2 ** -0.5, 0.5]);
  });

  describe('case 18: no clock', () => {
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });

    test.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('%s, in 2030', (zone) => {
      const before = [...recency.score(analyse(state), {})];
      vi.stubEnv('TZ', zone);
      vi.useFakeTimers({ now: new Date('2030-06-01T12:00:00Z') });
      expect([...recency.score(analyse(state), {})]).toEqual(before);
    });
  });
});

test('dense: cosine of the vectors handed in, below 0 as 0', () => {
  const analysis = analyse(makeState([makeUnit('a', ''), makeUnit('b', '')]));
  const vectors = { query: Float32Array.of(1, 0), units: [Float32Array.of(0.5, 1), Float32Array.of(-1, 0)] };
  expect([...dense.score(analysis, {}, vectors)]).toEqual([0.5, 0]);
});
