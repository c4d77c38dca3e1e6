import { poolBounds } from '$lib/retrieval/baselines/bounds';
import type { Certificate } from '$lib/serbench/certificate';
import type { SplitIndex } from '$lib/serbench/split-index';
import type { Task } from '$lib/serbench/task';

/** Floor and ceiling of a labelled split at one k, as shares of its states. */
export interface SplitBound {
  k: number;
  uniform: number;
  oracle: number;
}

const DEPTH = 16;

/**
 * The exact expectation of a uniform choice and the oracle's share over k, for all labelled states of a split. Throws
 * when a certificate is too complex to count. Reads certificates: a diagnostic, no method.
 */
export async function splitBounds(
  split: SplitIndex,
  certificates: ReadonlyMap<string, Certificate>,
  task: Task,
): Promise<SplitBound[]> {
  const ks = Array.from({ length: DEPTH }, (_, at) => at + 1);
  const { bounds } = await poolBounds(split, certificates, ks, task);
  return bounds.map(({ k, random, oracleComplete }) => {
    if (!random || oracleComplete === null)
      throw new Error('A certificate of this split is too complex to count exactly.');
    return { k, uniform: random.mss_complete, oracle: oracleComplete };
  });
}
