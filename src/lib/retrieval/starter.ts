import type { State, Unit } from '$lib/serbench/state';
import { bm25 } from './bm25';
import { orderByScore } from './order';
import { words } from './text/words';

export const STARTER_METHOD = 'bm25_starter';

function starterQuery(state: State): string[] {
  const { repo, issue, information_need, current_observation, current_hypothesis, current_subgoal } = state;
  const texts = [repo, issue, information_need, current_observation, current_hypothesis, current_subgoal];
  return [...texts, ...state.opened_files, ...state.search_queries].flatMap(words);
}

function starterDocument(unit: Unit): string[] {
  const texts = [unit.content_excerpt, unit.source_path, unit.symbol ?? '', unit.language ?? ''];
  return texts.flatMap(words);
}

/**
 * The release's starter baseline: BM25 (k1 1.2, b 0.75) over the state's own pool. Every unit, best first, also those
 * that share no word with the query; equal scores by evidence id.
 */
export function rankStarter(state: State): string[] {
  const units = state.candidate_evidence;
  const scores = bm25(starterQuery(state), units.map(starterDocument));
  return orderByScore(
    units.map((unit) => unit.evidence_id),
    scores,
  );
}
