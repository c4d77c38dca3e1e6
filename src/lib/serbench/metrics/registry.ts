import { anyHit } from './any-hit';
import { groupNdcg } from './group-ndcg';
import { groupRecall } from './group-recall';
import type { Measure, MeasureAt, MeasureName } from './measure';
import { mssComplete } from './mss-complete';
import { necessityWeightedRecall } from './necessity-weighted-recall';
import { observedShare } from './observed-share';
import { requiredNovelty } from './required-novelty';
import { roleCoverage } from './role-coverage';

/** All measures: the six of the release, and two beside them. */
export const MEASURES: readonly Measure[] = [
  mssComplete,
  groupRecall,
  necessityWeightedRecall,
  roleCoverage,
  groupNdcg,
  requiredNovelty,
  anyHit,
  observedShare,
];

/** The paper's five headline numbers, in its order. */
export const PRIMARY_SUITE: readonly MeasureAt[] = [
  { measure: mssComplete, k: 5 },
  { measure: mssComplete, k: 8 },
  { measure: groupRecall, k: 5 },
  { measure: groupRecall, k: 8 },
  { measure: necessityWeightedRecall, k: 5 },
];

/** The released reference results' cutoffs. */
export const DEFAULT_CUTOFFS: readonly number[] = [1, 3, 5, 8, 10, 12, 16];

export const measureNamed = (name: string): Measure | undefined =>
  MEASURES.find((measure) => measure.name === name);

/** `mss_complete@5`: the key in score files. */
export const printMeasure = (name: MeasureName, k: number): string => `${name}@${k}`;

/** `Complete-MSS@5`: for people. */
export const labelMeasure = ({ measure, k }: MeasureAt): string => `${measure.label}@${k}`;

/** The inverse of `printMeasure`; null for anything else. */
export function parseMeasure(text: string): MeasureAt | null {
  const match = /^([a-z_]+)@([1-9]\d{0,5})$/.exec(text);
  const measure = measureNamed(match?.[1] ?? '');
  return match && measure ? { measure, k: Number(match[2]) } : null;
}
