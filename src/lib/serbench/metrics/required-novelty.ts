import { SERBENCH_SOURCE, type Measure } from './measure';

export const requiredNovelty: Measure = {
  name: 'required_novelty',
  label: 'Required novelty',
  help: 'Of the acceptable units found in the first k, the share that the agent had not seen; 0 when none was found.',
  formula: 'distinct acceptable units in P that are not observed / distinct acceptable units in P',
  source: SERBENCH_SOURCE,
  released: true,
  value: ({ compiled, unitRanks }, k) => {
    if (compiled.groups.length === 0) return 1;
    let found = 0;
    let novel = 0;
    for (let unit = 0; unit < compiled.acceptable; unit += 1) {
      if ((unitRanks[unit] ?? Infinity) > k) continue;
      found += 1;
      if (compiled.novel[unit]) novel += 1;
    }
    return found === 0 ? 0 : novel / found;
  },
};
