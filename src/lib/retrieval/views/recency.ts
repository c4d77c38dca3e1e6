import type { Unit } from '$lib/serbench/state';
import { folderOf, normalPath } from '../paths';
import { touchesOf, type Touch } from '../touches';
import { settingsOf, type Parameter, type View } from './view';

const share = (key: string, label: string, help: string, initial: number): Parameter => ({
  key,
  label,
  help,
  initial,
  least: 0,
  most: 1,
  step: 0.05,
});

export const recency: View = {
  name: 'recency',
  label: 'Recency',
  help: 'Units that the trajectory came by lately, and their neighbours.',
  formula: 'max over touches of 2^(-age / halfLife) x nearness; age in steps',
  source: 'Our definition: the published description names files, order and decay, no numbers.',
  parameters: [
    {
      key: 'halfLife',
      label: 'Half-life (steps)',
      help: 'After so many steps a touch counts half. Steps, never time.',
      initial: 2,
      least: 0.5,
      most: 20,
      step: 0.5,
    },
    {
      key: 'neighbourLines',
      label: 'Neighbouring lines',
      help: 'A range this near to the touched lines counts as touched.',
      initial: 20,
      least: 0,
      most: 500,
      step: 10,
    },
    share('sameFile', 'Same file', 'Nearness of other lines of a touched file.', 0.5),
    share('sameFolder', 'Same folder', 'Nearness of other files of its folder.', 0.25),
    share('shown', 'Search hits', 'What a hit of a search counts beside an opened file.', 0.5),
  ],
  needs: 'text',
  score(analysis, given) {
    const settings = settingsOf(recency, given);
    const touches = touchesOf(analysis.state);
    return Float64Array.from(analysis.units, (unit) => best(unit, touches, settings));
  },
};

function best(unit: Unit, touches: readonly Touch[], settings: Readonly<Record<string, number>>): number {
  const path = normalPath(unit.source_path);
  const folder = folderOf(path);
  let score = 0;
  for (const touch of touches) {
    const decay = 2 ** (-touch.age / (settings['halfLife'] ?? 1));
    const kind = touch.kind === 'shown' ? (settings['shown'] ?? 0) : 1;
    score = Math.max(score, decay * kind * nearness(unit, path, folder, touch, settings));
  }
  return score;
}

function nearness(
  unit: Unit,
  path: string,
  folder: string,
  touch: Touch,
  settings: Readonly<Record<string, number>>,
): number {
  if (touch.path !== path) return folderOf(touch.path) === folder ? (settings['sameFolder'] ?? 0) : 0;
  const margin = settings['neighbourLines'] ?? 0;
  const first = unit.line_start ?? 1;
  const last = unit.line_end ?? Infinity;
  return first <= touch.last + margin && last >= touch.first - margin ? 1 : (settings['sameFile'] ?? 0);
}
