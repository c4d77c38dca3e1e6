import { describe, expect, test } from 'vitest';
import { inverseDocumentFrequency } from '$lib/retrieval/analysis/scores';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { linkScores } from '$lib/retrieval/complement-fused/links';
import { makeState, makeUnit } from '../../../support/states';

const at = (id: string, text: string, first: number, more = {}) =>
  makeUnit(id, text, { line_start: first, line_end: first + 9, ...more });

/** `a` names what `b` defines; the others have nothing to do with it. */
const units = [
  at('a', 'return read_header(line)', 1),
  at('b', 'def read_header(line):', 101),
  at('c', 'def other_thing():', 201),
  at('d', 'nothing of note', 301),
  at('e', 'nothing either', 401),
];

describe('links', () => {
  test('a definition gains by each user: idf x e^(score - best)', () => {
    const scores = [2, 0, 1, 0, 0];
    const links = linkScores(analyse(makeState(units)), scores);
    expect(links[1]).toBeCloseTo(Math.log1p(inverseDocumentFrequency(5, 2)), 12);
    expect([...links].filter((_, i) => i !== 1)).toEqual([0, 0, 0, 0]);
    const weak = linkScores(analyse(makeState(units)), [0, 0, 2, 0, 0]);
    expect(weak[1]).toBeCloseTo(Math.log1p(inverseDocumentFrequency(5, 2) * Math.exp(-2)), 12);
  });

  test('a unit that holds the same lines is no user', () => {
    const within = [at('a', 'return read_header(line)', 105), ...units.slice(1)];
    expect(linkScores(analyse(makeState(within)), [2, 0, 0, 0, 0])[1]).toBe(0);
    const elsewhere = [
      at('a', 'return read_header(line)', 105, { source_path: 'src/b.py' }),
      ...units.slice(1),
    ];
    expect(linkScores(analyse(makeState(elsewhere)), [2, 0, 0, 0, 0])[1]).toBeGreaterThan(0);
  });

  test('a name that more than half of the pool holds says nothing', () => {
    const common = units.map((unit, i) =>
      i === 1 ? unit : { ...unit, content_excerpt: `${unit.content_excerpt} read_header` },
    );
    expect(linkScores(analyse(makeState(common)), [2, 0, 0, 0, 0])[1]).toBe(0);
  });

  test('the order of the candidates changes no digit', () => {
    const many = [
      ...units,
      at('f', 'read_header other_thing', 501),
      at('g', 'x = read_header(y)', 601),
      at('h', 'z', 701),
      at('i', 'z', 801),
    ];
    const scores = [0.1, 0.7, 1.3, -0.2, 0.30000001, 1.7, 0.9, 0, 0];
    const there = linkScores(analyse(makeState(many)), scores);
    const back = linkScores(analyse(makeState(many.toReversed())), scores.toReversed());
    expect([...back].toReversed()).toEqual([...there]);
    expect(there[1]).toBeGreaterThan(0);
  });
});
