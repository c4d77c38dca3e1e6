import { SERBENCH_SOURCE, type Measure } from './measure';

export const necessityWeightedRecall: Measure = {
  name: 'necessity_weighted_recall',
  label: 'Necessity',
  help: 'Group recall with each group counted by its necessity weight; 0 when the weights sum to 0.',
  formula: 'sum of weights of complete groups / sum of all weights',
  source: SERBENCH_SOURCE,
  released: true,
  value: ({ compiled, groupRanks }, k) => {
    if (compiled.groups.length === 0) return 1;
    if (compiled.weight === 0) return 0;
    // Plain additions in group order: the release's last digit depends on it.
    let sum = 0;
    compiled.groups.forEach((group, i) => {
      if ((groupRanks[i] ?? Infinity) <= k) sum += group.weight;
    });
    return sum / compiled.weight;
  },
};
