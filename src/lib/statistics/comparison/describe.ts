import { count } from '../words';
import type { ComparisonSettings } from './result';

const CLUSTERS = new Map([
  ['repo', 'repository'],
  ['state', 'state'],
  ['issue', 'issue'],
]);

/** What states are resampled by, in words. */
export const clusterWord = (cluster: string): string => CLUSTERS.get(cluster) ?? `tag "${cluster}"`;

/** One line on how intervals were made, for figures and table notes. */
export function settingsLine(settings: ComparisonSettings): string {
  if (settings.resamples === 0) return 'Intervals: not computed (no resamples were asked for).';
  return (
    `${settings.level * 100}% percentile intervals, ${count(settings.resamples)} paired resamples ` +
    `clustered by ${clusterWord(settings.cluster)}, seed ${settings.seed}.`
  );
}
