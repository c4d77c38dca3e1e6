import type { Configuration } from './config/schema';
import { independentSimilarity } from './controls/independent-similarity';
import { noFeedback } from './controls/no-feedback';
import { stateSetReranker } from './controls/ssr';
import type { Answer, AskModel, Selection } from './stages/ask';
import { mssComplement } from './stages/mss-complement';

/** What a method ranks: the whole pool in fused order, and the routes of ssr. Ids only. */
export interface Candidates {
  ranking: readonly string[];
  routes: readonly (readonly string[])[];
}

/**
 * Runs the configuration's method over ids. The same code serves live runs, dry runs and replays. A question without
 * a candidate is not put to anybody: its answer is no id, and no fallback.
 */
export async function select(
  candidates: Candidates,
  configuration: Configuration,
  ask: AskModel,
): Promise<Selection> {
  const unasked = new Set<Answer>();
  const selection = await choose(candidates, configuration, (question) => {
    if (question.candidates.length > 0) return ask(question);
    const nothing: Answer = { ids: [], dropped: [], filled: [], missing: '', fallback: false };
    unasked.add(nothing);
    return Promise.resolve(nothing);
  });
  return { ...selection, answers: selection.answers.filter(({ answer }) => !unasked.has(answer)) };
}

function choose(
  { ranking, routes }: Candidates,
  configuration: Configuration,
  ask: AskModel,
): Promise<Selection> {
  switch (configuration.method) {
    case 'mss-complement':
      return mssComplement(ranking, configuration, ask);
    case 'independent-similarity':
      return independentSimilarity(ranking, configuration, ask);
    case 'no-feedback-fixed':
      return noFeedback('fixed', ranking, configuration, ask);
    case 'no-feedback-adaptive':
      return noFeedback('adaptive', ranking, configuration, ask);
    case 'ssr':
      return stateSetReranker(routes, configuration, ask);
  }
}
