import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse, Analyser } from '$lib/retrieval/analysis/analyser';
import { fuseLists } from '$lib/complement/controls/fuse';
import { fuseByRank } from '$lib/retrieval/fusion/rrf';
import { maximalMarginalRelevance } from '$lib/retrieval/fusion/mmr';
import { orderAll } from '$lib/retrieval/rank';
import { EIGHT_VIEWS } from '$lib/retrieval/run/configuration';
import { rankState } from '$lib/retrieval/run/state-ranking';
import { rankStarter } from '$lib/retrieval/starter';
import { LEXICAL_VIEWS } from '$lib/retrieval/views/registry';
import type { State } from '$lib/serbench/state';
import { makeState, makeStep, makeUnit } from '../../support/states';

const word = fc.constantFrom(
  'parseHeader',
  'user_id',
  'os.path',
  'größe',
  '名前',
  'fails',
  'the',
  'Σ',
  'a/b.py',
  '"x y"',
  'İ',
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const unit = fc.record({
  text,
  path: fc.constantFrom('src/a.py', 'src/b.py', 'lib/c.ts'),
  line: fc.integer({ min: 1, max: 400 }),
});

const state: fc.Arbitrary<State> = fc
  .record({
    units: fc.array(unit, { minLength: 1, maxLength: 9 }),
    issue: text,
    need: text,
    output: text,
    seen: fc.nat(8),
  })
  .map(({ units, issue, need, output, seen }) =>
    makeState(
      units.map((one, i) =>
        makeUnit(`evidence-${(i * 7) % 11}`, one.text, {
          source_path: one.path,
          line_start: one.line,
          line_end: one.line + 20,
          observed_by_state: i === seen,
        }),
      ),
      {
        issue,
        information_need: need,
        trajectory_prefix: [
          makeStep({ action_type: 'read_file', action_input: 'src\\a.py', tool_output: output }),
        ],
      },
    ),
  );

const shuffled = (one: State, seed: number): State => ({
  ...one,
  candidate_evidence: one.candidate_evidence.toSorted(
    (a, b) => hash(a.evidence_id, seed) - hash(b.evidence_id, seed),
  ),
});
const hash = (id: string, seed: number): number => {
  let value = seed;
  for (let i = 0; i < id.length; i += 1) value = Math.imul(value ^ id.charCodeAt(i), 0x01000193);
  return value;
};

const byId = (one: State, scores: ArrayLike<number>): Map<string, number> =>
  new Map(one.candidate_evidence.map((u, i) => [u.evidence_id, scores[i] ?? 0]));

test('every view scores a unit the same to the digit, whatever the order of the candidates', () => {
  fc.assert(
    fc.property(state, fc.integer(), (one, seed) => {
      const other = shuffled(one, seed);
      for (const view of LEXICAL_VIEWS) {
        const a = byId(one, view.score(analyse(one), {}));
        const b = byId(other, view.score(analyse(other), {}));
        for (const [id, score] of a) expect(b.get(id)).toBe(score);
      }
      expect(rankStarter(other)).toEqual(rankStarter(one));
    }),
  );
});

test('an analyser that has seen other states gives the same digits as a fresh one', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 2, maxLength: 4 }), (states) => {
      const analyser = new Analyser();
      for (const one of states) {
        const used = analyser.analyse(one);
        for (const view of LEXICAL_VIEWS) expect(view.score(used, {})).toEqual(view.score(analyse(one), {}));
      }
    }),
  );
});

test('a state’s ranking does not depend on the order of candidates or of views', () => {
  fc.assert(
    fc.property(
      state,
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(1, 0.7, 0),
      (one, seed, observedLast, lambda) => {
        const configuration = { ...EIGHT_VIEWS, observedLast, lambda };
        const other = shuffled(one, seed);
        const names = (s: State, order: number[]) => order.map((u) => s.candidate_evidence[u]!.evidence_id);
        const a = rankState(analyse(one), configuration);
        const b = rankState(analyse(other), { ...configuration, views: configuration.views.toReversed() });
        expect(names(other, b.order)).toEqual(names(one, a.order));
        expect(byId(other, b.fused.scores)).toEqual(byId(one, a.fused.scores));
      },
    ),
  );
});

const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]);

test('fusion: permuting the voices changes no digit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(order, fc.double({ min: 0.1, max: 3, noNaN: true })), { minLength: 1, maxLength: 6 }),
      (views) => {
        const voices = views.map(([one, weight], i) => ({ view: `v${i}`, weight, order: one }));
        const ties = [3, 1, 0, 2, 7, 6, 5, 4];
        expect(fuseByRank(voices.toReversed(), ties)).toEqual(fuseByRank(voices, ties));
      },
    ),
  );
});

test('fusion: shares add up to the score', () => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 5 }), (views) => {
      const { scores, shares } = fuseByRank(
        views.map((one, i) => ({ view: `v${i}`, weight: 1, order: one })),
        [0, 1, 2, 3, 4, 5, 6, 7],
      );
      scores.forEach((score, u) => {
        const parts = shares.map((share) => share.scores[u]!).sort((a, b) => b - a);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(score);
      });
    }),
  );
});

test('MMR with lambda 1 is the identity; any lambda keeps the units', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (scores, lambda) => {
        const ties = scores.map((_, i) => i);
        const ranked = orderAll(scores, ties);
        const likeness = (a: number, b: number) => 1 / (1 + Math.abs(a - b));
        expect(maximalMarginalRelevance(ranked, scores, 1, likeness)).toEqual(ranked);
        expect(maximalMarginalRelevance(ranked, scores, lambda, likeness).toSorted((a, b) => a - b)).toEqual(
          ties,
        );
      },
    ),
  );
});

test('fusion: the names of the views change no digit and no rank', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(order, fc.double({ min: 0.1, max: 3, noNaN: true })), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 6, maxLength: 6 }),
      (views, keys) => {
        const ties = [3, 1, 0, 2, 7, 6, 5, 4];
        const named = (name: (i: number) => string) =>
          fuseByRank(
            views.map(([one, weight], i) => ({ view: name(i), weight, order: one })),
            ties,
          );
        const a = named((i) => `v${i}`);
        const b = named((i) => `w${keys[i]!}-${i}`);
        expect(b.order).toEqual(a.order);
        expect(b.scores).toEqual(a.scores);
      },
    ),
  );
});

test('fusion: units that hold the same ranks in different views tie, and stand by id', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 6 }), (places) => {
      // Unit 0 has the places in the order given, unit 1 in the opposite one; every other unit is a filler of its own.
      const back = places.toReversed();
      let filler = 2;
      const voices = places.map((place, i) => {
        const other = back[i]!;
        const length = Math.max(place, other) + 1;
        const list = Array.from({ length }, (_, at) => (at === place ? 0 : at === other ? 1 : (filler += 1)));
        return { view: `v${i}`, weight: 1, order: list };
      });
      // With an odd number of views the middle one has both at one place: leave it out.
      const apart = voices.filter((_, i) => places[i] !== back[i]);
      const ties = Array.from({ length: filler + 1 }, (_, unit) => (unit === 0 ? 1 : unit === 1 ? 0 : unit));
      const { order: fused, scores } = fuseByRank(apart, ties);
      expect(scores[0]).toBe(scores[1]);
      expect(fused.indexOf(1)).toBe(fused.indexOf(0) - 1);
    }),
  );
});

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'] as const;

test('ids, paths, symbols and words that are names of every object rank like any other', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...NAMES], { minLength: 2 }),
      fc.array(fc.constantFrom(...NAMES), { maxLength: 6 }),
      (names, words) => {
        // The same state twice: once with these names, once with plain ones of the same order by code point.
        const plain = new Map([...NAMES].sort().map((name, i) => [name, `name${i}`]));
        const make = (name: (one: string) => string): State =>
          makeState(
            names.map((own, i) =>
              makeUnit(name(own), `${name(own)} ${name(names[i - 1] ?? own)}`, {
                source_path: `src/${name(own)}.py`,
                symbol: name(own),
              }),
            ),
            {
              issue: words.map(name).join(' '),
              information_need: name(names[0]!),
              opened_files: [`src/${name(names[1]!)}.py`],
              trajectory_prefix: [
                makeStep({ action_type: 'read_file', action_input: `src/${name(names[0]!)}.py` }),
              ],
            },
          );
        const strange = make((one) => one);
        const usual = make((one) => plain.get(one as (typeof NAMES)[number]) ?? one);
        const ranked = (one: State) => rankState(analyse(one), EIGHT_VIEWS);
        const a = ranked(strange);
        const ids = (order: readonly number[]) =>
          order.map((u) => strange.candidate_evidence[u]!.evidence_id);
        expect(new Set(ids(a.order)).size).toBe(a.order.length);
        // Character n-grams and identifiers differ with the letters: the views of words must agree to the digit.
        for (const view of ['bm25-question', 'bm25-actions', 'tfidf-word', 'recency']) {
          const of = (ranking: typeof a) => [...ranking.views.find((one) => one.view === view)!.scores];
          const b = ranked(usual);
          const near = of(b);
          of(a).forEach((score, u) => expect(score).toBeCloseTo(near[u]!, 12));
        }
        for (const { scores } of a.views)
          for (const score of scores) expect(Number.isFinite(score)).toBe(true);
        expect(a.order).toContain(0);
        expect(fuseLists([names, names.toReversed()], 60).toSorted()).toEqual([...names].toSorted());
      },
    ),
  );
});
