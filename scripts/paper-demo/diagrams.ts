import { journeys, stripOf } from '../../src/lib/paper/diagram';
import { analyse } from '../../src/lib/retrieval/analysis/analyser';
import { fuseByRank } from '../../src/lib/retrieval/fusion/rrf';
import { orderSpoken } from '../../src/lib/retrieval/rank';
import { LEXICAL_VIEWS } from '../../src/lib/retrieval/views/registry';
import type { Certificate } from '../../src/lib/serbench/certificate';
import type { State } from '../../src/lib/serbench/state';

/** The pool by the eight text views fused; units that no view speaks for follow by id. */
export function fusedOrder(state: State): string[] {
  const analysis = analyse(state);
  const voices = LEXICAL_VIEWS.map((view) => ({
    view: view.name,
    weight: 1,
    order: orderSpoken(view.score(analysis, {}), analysis.tieOrder),
  }));
  const { order } = fuseByRank(voices, analysis.tieOrder);
  const rest = state.candidate_evidence.map((_, unit) => unit).filter((unit) => !order.includes(unit));
  rest.sort((a, b) => (analysis.tieOrder[a] ?? 0) - (analysis.tieOrder[b] ?? 0));
  return [...order, ...rest].map((unit) => state.candidate_evidence[unit]?.evidence_id ?? '');
}

/** What the paper's diagrams know of the demo. */
export function demoDiagrams(states: readonly State[], certificates: ReadonlyMap<string, Certificate>) {
  const strips = states.flatMap((state) => {
    const certificate = certificates.get(state.state_id);
    return certificate ? [stripOf(state, certificate, fusedOrder(state))] : [];
  });
  return { journeys: journeys(states, certificates), strips };
}
