import { SERBENCH_SOURCE, type Measure } from './measure';

export const groupRecall: Measure = {
  name: 'group_recall',
  label: 'Group recall',
  help: 'The share of required groups that are complete within the first k units.',
  formula: 'complete groups / groups',
  source: SERBENCH_SOURCE,
  released: true,
  value: ({ groupRanks }, k) =>
    groupRanks.length === 0 ? 1 : groupRanks.filter((rank) => rank <= k).length / groupRanks.length,
};
