import type { Measure } from './measure';

/**
 * How much of the first k the agent had seen already: a property of a ranking and a state, not of what a decision
 * needs. The paper reports it of the first ten of its pilot's rankings (sections 1 and B.3).
 */
export const observedShare: Measure = {
  name: 'observed_share',
  label: 'Observed share',
  help: 'How much of the first k the agent had observed before; high is no virtue: it says what a ranking spends on what is known.',
  formula: 'observed units in P / positions in P; 0 when nothing is returned',
  source: 'The Missing Complement, B.3; not part of the release’s score files',
  released: false,
  value: ({ observedRanks, returned }, k) => {
    const positions = Math.min(k, returned);
    return positions === 0 ? 0 : observedRanks.filter((rank) => rank <= k).length / positions;
  },
};
