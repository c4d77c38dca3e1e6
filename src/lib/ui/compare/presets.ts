import { DEFAULT_SETTINGS } from '$lib/statistics/bootstrap/settings';
import type { CompareChoice } from './choice';

/** How the paper resamples one of its cohorts (D.1, F). */
export interface Preset {
  name: string;
  label: string;
  seed: number;
  resamples: number;
  /** What is resampled: a built-in cluster, or a tag's field with the built-in one that stands for it without tags. */
  cluster: string;
  without?: string;
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'test500',
    label: 'Test500: 20,000 by repository',
    seed: DEFAULT_SETTINGS.seed,
    resamples: 20_000,
    cluster: 'repo',
  },
  {
    name: 'action52',
    label: 'Action52: 10,000 by task',
    seed: 20260904,
    resamples: 10_000,
    cluster: 'task',
    without: 'issue',
  },
  {
    name: 'fresh23',
    label: 'Fresh23: 20,000 by task',
    seed: 20260912,
    resamples: 20_000,
    cluster: 'task',
    without: 'issue',
  },
  {
    name: 'ama',
    label: 'AMA-Bench: 20,000 by episode',
    seed: 20260901,
    resamples: 20_000,
    cluster: 'episode',
    without: 'issue',
  },
];

/** A preset's settings. A task or an episode is the user's tag of that name where every state has it, else the issue. */
export const presetChange = (
  { seed, resamples, cluster, without }: Preset,
  tags: readonly string[],
): Pick<CompareChoice, 'seed' | 'resamples' | 'cluster'> => ({
  seed,
  resamples,
  cluster: without === undefined || tags.includes(cluster) ? cluster : without,
});

/** The preset whose settings these are; the first where two have the same. */
export const presetOf = (choice: CompareChoice, tags: readonly string[]): Preset | undefined =>
  PRESETS.find((preset) =>
    Object.entries(presetChange(preset, tags)).every(
      ([key, value]) => choice[key as 'seed' | 'resamples' | 'cluster'] === value,
    ),
  );
