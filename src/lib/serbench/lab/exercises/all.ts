import { noBackfill, observed, redundancy } from './budget';
import { clusters } from './clusters';
import type { Exercise } from './exercise';
import { allGroups, oneOfGroup, partialCredit, thresholds } from './groups';
import { branches, floorAndCeiling, minimality, rankingOrSet } from './sets';

/** In the order in which they build on each other. */
export const EXERCISES: readonly Exercise[] = [
  allGroups,
  oneOfGroup,
  partialCredit,
  thresholds,
  redundancy,
  observed,
  noBackfill,
  branches,
  rankingOrSet,
  minimality,
  floorAndCeiling,
  clusters,
];
