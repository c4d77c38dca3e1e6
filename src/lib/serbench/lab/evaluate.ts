import { admitUnderCeiling } from '../budget';
import { compileCertificate, type CompiledCertificate } from '../metrics/compile';
import { readRanking, type Outcome } from '../metrics/outcome';
import { MEASURES } from '../metrics/registry';
import type { Draft } from './draft';

/** A draft's answer against its certificate, by the scorer's own functions. */
export interface Evaluation {
  compiled: CompiledCertificate;
  /** The answer as it is delivered: units that would pass the token ceiling are skipped. */
  delivered: string[];
  skipped: string[];
  outcome: Outcome;
  /** In the order of MEASURES, at the item budget. */
  values: number[];
}

/** Token counts are needed only under a token ceiling; an unknown unit counts 0 and the page says so. */
export function evaluateDraft(draft: Draft, tokensOf: (id: string) => number): Evaluation {
  const compiled = compileCertificate(draft.certificate);
  const { items, tokens } = draft.budget;
  const delivered = tokens === null ? draft.answer : admitUnderCeiling(draft.answer, tokensOf, tokens);
  const kept = new Set(delivered);
  const outcome = readRanking(compiled, delivered);
  return {
    compiled,
    delivered,
    skipped: draft.answer.filter((id) => !kept.has(id)),
    outcome,
    values: MEASURES.map((measure) => measure.value(outcome, items)),
  };
}
