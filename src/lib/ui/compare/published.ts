import { loadFacts } from '$lib/paper/load';
import type { PaperFacts } from '$lib/paper/schema';
import type { PublishedContrast } from '$lib/statistics/figures/forest';

/** The paper's names of its metrics, as the columns here are named. */
const NAMES = new Map([
  ['complete@1', 'mss_complete@1'],
  ['complete@5', 'mss_complete@5'],
  ['complete@8', 'mss_complete@8'],
  ['group@5', 'group_recall@5'],
  ['necessity@5', 'necessity_weighted_recall@5'],
  ['complete under 4,096 source tokens', 'mss_complete@4096t'],
]);

/** The paper's contrasts on all of Test500 in one column, in shares: a reference, not the same states. */
export function publishedIn({ contrasts }: PaperFacts, column: string): PublishedContrast[] {
  return contrasts
    .filter(
      ({ cohort, metric, unit }) => cohort === 'Test500' && unit === 'points' && NAMES.get(metric) === column,
    )
    .map(({ left, right, cohort, difference, interval }) => ({
      left,
      right,
      cohort,
      difference: difference / 100,
      interval: interval && { low: interval.low / 100, high: interval.high / 100 },
    }));
}

export { loadFacts };
