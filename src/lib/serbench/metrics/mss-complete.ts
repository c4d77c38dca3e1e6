import { SERBENCH_SOURCE, type Measure } from './measure';

export const mssComplete: Measure = {
  name: 'mss_complete',
  label: 'Complete-MSS',
  help: 'Whether every required group is complete within the first k units, or one whole alternative set is there.',
  formula: '1 if all groups are complete in P, or some alternative set is a subset of P; else 0',
  source: SERBENCH_SOURCE,
  released: true,
  value: ({ compiled, completeRank }, k) => (compiled.groups.length === 0 || completeRank <= k ? 1 : 0),
};
