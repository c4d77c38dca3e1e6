import { describe, expect, test } from 'vitest';
import { rankStarter } from '$lib/retrieval/starter';
import { golden, goldenStates } from './read';

interface Row {
  state_id: string;
  ranked_evidence_ids: string[];
}

const predictions = (path: string) =>
  new Map((golden(path) as Row[]).map((row) => [row.state_id, row.ranked_evidence_ids]));

describe('starter baseline', () => {
  test('twelve golden states, top 8 exact', () => {
    const expected = predictions('views/starter_predictions.jsonl');
    const states = goldenStates();
    expect(states).toHaveLength(12);
    for (const state of states) expect(rankStarter(state).slice(0, 8)).toEqual(expected.get(state.state_id));
  });

  test('ranks every unit once', () => {
    for (const state of goldenStates()) {
      const ids = state.candidate_evidence.map((unit) => unit.evidence_id);
      expect([...rankStarter(state)].sort()).toEqual([...ids].sort());
    }
  });
});
