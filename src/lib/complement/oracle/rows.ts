import type { Certificate } from '$lib/serbench/certificate';
import type { Prediction } from '$lib/serbench/prediction';
import { ORACLE_METHODS } from '../methods';
import { oracle, oracleMinusOneGroup, type OracleInput } from './oracle';

/** Answers that set the oracles' slots or fill them: by state, each list as it was returned. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/**
 * The rows of one method by state. Throws an Error when the rows are of several methods or a state has two: which of
 * them is compared with is not ours to say.
 */
export function answersOf(rows: readonly Prediction[]): Map<string, readonly string[]> {
  const methods = [...new Set(rows.map(({ method }) => method))];
  if (methods.length > 1)
    throw new Error(`The rows are of ${methods.length} methods (${methods.join(', ')}): give those of one.`);
  const answers = new Map<string, readonly string[]>();
  for (const { state_id, ranked_evidence_ids } of rows) {
    if (answers.has(state_id)) throw new Error(`${state_id} has two rows: give one a state.`);
    answers.set(state_id, ranked_evidence_ids);
  }
  return answers;
}

/** The filling order: a given ranking's units of the pool, each once, then the rest of the pool's own order. */
export function fillOrder(pool: readonly string[], given: readonly string[] | undefined): string[] {
  const members = new Set(pool);
  return [...new Set([...(given ?? []).filter((id) => members.has(id)), ...pool])];
}

/** What one state gives to both oracles. `pool` is in the order that fills where no ranking is given. */
export interface OracleState extends Pick<OracleInput, 'tokensOf' | 'ceiling'> {
  certificate: Certificate;
  pool: readonly string[];
}

/** The rows of both oracles for one state: slots as `like` returned for it, or `slots` for every state. */
export function oracleRowsOf(
  state: OracleState,
  { like, fill, slots }: { like: Answers | null; fill: Answers | null; slots: number },
): Prediction[] {
  const { certificate, pool, tokensOf, ceiling } = state;
  const { state_id } = certificate;
  const input: OracleInput = {
    certificate,
    ranking: fillOrder(pool, fill?.get(state_id)),
    slots: like ? new Set(like.get(state_id) ?? []).size : slots,
    tokensOf,
    ceiling,
  };
  const make = { oracle, 'oracle-minus-one-group': oracleMinusOneGroup };
  return ORACLE_METHODS.map((method) => ({ state_id, method, ranked_evidence_ids: make[method](input).ids }));
}
