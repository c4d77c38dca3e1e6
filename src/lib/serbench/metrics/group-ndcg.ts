import { log2 } from '../exact/log2';
import { SERBENCH_SOURCE, type Measure } from './measure';

export const groupNdcg: Measure = {
  name: 'group_ndcg',
  label: 'Group nDCG',
  help: 'How early the groups become complete, against the best order possible. The ideal is cut at k too, so 1 does not mean complete.',
  formula:
    'DCG / ideal DCG, capped at 1; DCG = sum over complete groups of weight / log2(rank + 1); the ideal is the exact best DCG within k positions (above 20 distinct acceptable units: the sum of the weights)',
  source: SERBENCH_SOURCE,
  released: true,
  value: ({ compiled, groupRanks }, k) => {
    if (compiled.groups.length === 0) return 1;
    const ideal = compiled.ideal.at(k);
    if (ideal === 0) return 0;
    let dcg = 0;
    compiled.groups.forEach((group, i) => {
      const rank = groupRanks[i] ?? Infinity;
      if (rank <= k) dcg += group.weight / log2(rank + 1);
    });
    return Math.min(1, dcg / ideal);
  },
};
