import { SERBENCH_SOURCE, type Measure } from './measure';

export const roleCoverage: Measure = {
  name: 'role_coverage',
  label: 'Role coverage',
  help: 'The share of distinct roles that have at least one complete group within the first k units.',
  formula: 'distinct roles among complete groups / distinct roles among groups',
  source: SERBENCH_SOURCE,
  released: true,
  value: ({ compiled, groupRanks }, k) => {
    if (compiled.groups.length === 0) return 1;
    const covered = new Set<number>();
    compiled.groups.forEach((group, i) => {
      if ((groupRanks[i] ?? Infinity) <= k) covered.add(group.role);
    });
    return covered.size / compiled.roles;
  },
};
