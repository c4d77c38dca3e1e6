import { describe, expect, test } from 'vitest';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { fuseByRank } from '$lib/retrieval/fusion/rrf';
import { fullStateText } from '$lib/retrieval/query-text';
import { orderSpoken } from '$lib/retrieval/rank';
import { starterScores } from '$lib/retrieval/starter';
import { bm25Question } from '$lib/retrieval/views/bm25-question';
import { bm25State } from '$lib/retrieval/views/bm25-state';
import { tfidfChar } from '$lib/retrieval/views/tfidf-char';
import { tfidfWord } from '$lib/retrieval/views/tfidf-word';
import { goldenStates, goldenViews } from './read';

const VIEWS = {
  bm25_question: bm25Question,
  bm25_state: bm25State,
  tfidf_word: tfidfWord,
  tfidf_char: tfidfChar,
};
const NAMES = ['bm25_question', 'bm25_state', 'tfidf_word', 'tfidf_char'] as const;

describe.each(goldenStates().map((state, i) => ({ state, expected: goldenViews()[i]! })))(
  '$state.state_id',
  ({ state, expected }) => {
    const analysis = analyse(state);

    test('full state text', () => {
      expect(fullStateText(state)).toBe(expected.full_state);
      expect(analysis.ids).toEqual(expected.ids);
    });

    test('starter scores to the digit', () => {
      const scores = starterScores(analysis);
      expected.bm25_starter.forEach((value, i) => expect(scores[i]).toBeCloseTo(value, 12));
    });

    test.each(NAMES)('%s: scores to 1e-9, ranks exact', (name) => {
      const scores = VIEWS[name].score(analysis, {});
      const wanted = expected[name];
      expect(scores).toHaveLength(wanted.length);
      wanted.forEach((value, i) => expect(Math.abs(scores[i]! - value)).toBeLessThanOrEqual(1e-9));
      expect(orderSpoken(scores, analysis.tieOrder)).toEqual(orderSpoken(wanted, analysis.tieOrder));
    });

    test('fusion of four', () => {
      const voices = NAMES.map((view) => {
        return { view, weight: 1, order: orderSpoken(VIEWS[view].score(analysis, {}), analysis.tieOrder) };
      });
      const fused = fuseByRank(voices, analysis.tieOrder);
      expect(fused.order.map((unit) => analysis.ids[unit])).toEqual(
        expected.rrf_of_four.map((row) => row.evidence_id),
      );
      expected.rrf_of_four.forEach(({ score }, place) => {
        expect(Math.abs(fused.scores[fused.order[place]!]! - score)).toBeLessThanOrEqual(1e-9);
      });
    });
  },
);
