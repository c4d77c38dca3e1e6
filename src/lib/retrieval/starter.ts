import type { State, Unit } from '$lib/serbench/state';
import { analyse } from './analysis/analyser';
import { bm25Scores } from './analysis/scores';
import type { StateAnalysis } from './analysis/state-analysis';
import { orderAll } from './rank';

export const STARTER_METHOD = 'bm25_starter';

function starterQuery(state: State): string {
  const { repo, issue, information_need, current_observation, current_hypothesis, current_subgoal } = state;
  const texts = [repo, issue, information_need, current_observation, current_hypothesis, current_subgoal];
  return [...texts, ...state.opened_files, ...state.search_queries].join('\n');
}

const starterDocument = (unit: Unit): string =>
  [unit.content_excerpt, unit.source_path, unit.symbol ?? '', unit.language ?? ''].join('\n');

/** The baseline's score of each unit, in pool order. */
export function starterScores(analysis: StateAnalysis): Float64Array {
  const matrix = analysis.matrixOf('starter', (unit) => analysis.tokens(starterDocument(unit), 'words'));
  const query = analysis.tokens(starterQuery(analysis.state), 'words');
  return bm25Scores(matrix, analysis.query(matrix, query));
}

/**
 * The release's starter baseline: BM25 (k1 1.2, b 0.75) over the state's own pool. Every unit, best first, also those
 * that share no word with the query; equal scores by evidence id.
 */
export function rankStarter(state: State): string[] {
  const analysis = analyse(state);
  return orderAll(starterScores(analysis), analysis.tieOrder).map((unit) => analysis.ids[unit] ?? '');
}
