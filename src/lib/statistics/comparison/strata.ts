import { compareCodePoints } from '$lib/serbench/code-point';
import { tagOf, type StateFacts } from './facts';

/** A part of the states with intervals of its own: clusters are resampled within it. */
export interface Stratum {
  /** `all`, `groups` (1 / 2 / >=3), `several` (1 / >=2), `boundary`, `overlap`, `repo`, or `tag:<field>`. */
  kind: string;
  name: string;
  /** Positions of its states in the sorted facts. */
  members: number[];
}

/** Fewer clusters than this make an interval unreliable; it is shown with a warning. */
export const FEW_CLUSTERS = 10;

export const STRATUM_KINDS = ['groups', 'several', 'boundary', 'overlap', 'repo'] as const;

const BOUNDARIES = ['before_search', 'after_search', 'after_file_inspection', 'before_edit'];

/** The stratum of a state within a kind; null when the state has no value there. */
function nameOf(facts: StateFacts, kind: string): string | null {
  if (kind === 'groups')
    return facts.groups === null ? null : facts.groups >= 3 ? '>=3' : String(facts.groups);
  if (kind === 'several')
    return facts.groups === null ? null : facts.groups >= 2 ? '>=2' : String(facts.groups);
  if (kind === 'boundary') return facts.boundary;
  if (kind === 'overlap') return facts.overlap ? 'recorded overlap' : 'no recorded overlap';
  if (kind === 'repo') return facts.repo;
  return tagOf(facts, kind.replace(/^tag:/, '')) ?? null;
}

/** All states, as a stratum. */
export const wholeStratum = (facts: readonly StateFacts[]): Stratum => ({
  kind: 'all',
  name: 'all states',
  members: facts.map((_, i) => i),
});

/** The strata of one kind: boundaries in the order of a trajectory, everything else by code point. */
export function strataOf(facts: readonly StateFacts[], kind: string): Stratum[] {
  const members = new Map<string, number[]>();
  facts.forEach((one, i) => {
    const name = nameOf(one, kind);
    if (name === null) return;
    const list = members.get(name);
    if (list) list.push(i);
    else members.set(name, [i]);
  });
  const rank = (name: string) => {
    if (kind === 'groups' || kind === 'several') return name.startsWith('>=') ? 1 : 0;
    const place = kind === 'boundary' ? BOUNDARIES.indexOf(name) : -1;
    return place < 0 ? BOUNDARIES.length : place;
  };
  return [...members.entries()]
    .map(([name, list]) => ({ kind, name, members: list }))
    .sort((a, b) => rank(a.name) - rank(b.name) || compareCodePoints(a.name, b.name));
}
