import type { Measure } from './measure';

export const anyHit: Measure = {
  name: 'any_hit',
  label: 'Any hit',
  help: 'Whether at least one acceptable unit is among the first k. Not the same as complete: shown beside it for that reason.',
  formula: '1 if some acceptable unit is in P; else 0',
  source: 'Complement; not part of the release’s score files',
  released: false,
  value: ({ compiled, unitRanks }, k) => {
    if (compiled.groups.length === 0) return 1;
    for (let unit = 0; unit < compiled.acceptable; unit += 1)
      if ((unitRanks[unit] ?? Infinity) <= k) return 1;
    return 0;
  },
};
