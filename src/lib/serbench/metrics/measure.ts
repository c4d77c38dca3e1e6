import type { Outcome } from './outcome';

export type MeasureName =
  | 'mss_complete'
  | 'group_recall'
  | 'necessity_weighted_recall'
  | 'role_coverage'
  | 'group_ndcg'
  | 'required_novelty'
  | 'any_hit'
  | 'observed_share';

/** A measure as a value: what it is called, what it says, and how it is computed. */
export interface Measure {
  /** The name in score files, printed as `name@k`. */
  name: MeasureName;
  label: string;
  /** One line. */
  help: string;
  formula: string;
  source: string;
  /** Whether the benchmark's score files hold it. */
  released: boolean;
  /** The value in [0, 1] over the first k positions; what asks for groups is 1 for a certificate without any. */
  value(outcome: Outcome, k: number): number;
}

/** A measure at a cutoff. */
export interface MeasureAt {
  measure: Measure;
  k: number;
}

export const SERBENCH_SOURCE = 'SERBench release serbench-public-v1-v5.6, reference scorer';
