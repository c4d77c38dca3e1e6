import { compareCodePoints } from '../../src/lib/serbench/code-point';
import type { GroupSpec, Place, StateSpec } from './spec';
import type { DemoStep } from './trajectory';
import type { Chunk, Repository } from './units';

/** Longest list of whole branches that is written out. */
const BRANCH_LIMIT = 24;

const squeeze = (text: string) => text.replace(/\s+/g, ' ');

/** What the agent has on its screen after these steps, without line numbers and line breaks. */
export function screen(steps: readonly DemoStep[]): string {
  return squeeze(steps.map((step) => step.tool_output.replace(/^ *\d+: /gm, '')).join('\n'));
}

const holds = (chunk: Chunk, place: Place) =>
  chunk.path === place.path && place.quotes.every((quote) => chunk.excerpt.includes(quote));

/** All units of a repository whose excerpt states the fact at one of these places; every place must match. */
export function unitsThatState(repository: Repository, places: readonly Place[]): Chunk[] {
  for (const place of places) {
    if (!repository.chunks.some((chunk) => holds(chunk, place))) {
      throw new Error(
        `${repository.name}: no unit's excerpt holds ${place.path}: ${place.quotes.join(' … ')}`,
      );
    }
  }
  return repository.chunks.filter((chunk) => places.some((place) => holds(chunk, place)));
}

const ids = (chunks: readonly Chunk[]) => chunks.map((chunk) => chunk.id).sort(compareCodePoints);

function product(lists: readonly string[][]): string[][] {
  const rows = lists.reduce<string[][]>(
    (sets, list) => sets.flatMap((set) => list.map((id) => [...set, id])),
    [[]],
  );
  const unique = new Map(
    rows.map((row) => [...new Set(row)].sort(compareCodePoints)).map((row) => [row.join(), row]),
  );
  return [...unique].sort(([a], [b]) => compareCodePoints(a, b)).map(([, row]) => row);
}

export interface Resolved {
  groups: { spec: GroupSpec; ids: string[] }[];
  branches: string[][];
  /** Units that the pool must hold. */
  needed: Set<string>;
}

/**
 * Resolves a state's facts to units. Throws when a fact was already on the agent's screen or stands in an observed
 * unit (then it is not missing), or when a group could not be completed.
 */
export function resolve(
  repository: Repository,
  state: StateSpec,
  steps: DemoStep[],
  observed: Set<string>,
): Resolved {
  const shown = screen(steps);
  const find = (places: readonly Place[]) => {
    for (const place of places) {
      if (place.quotes.every((quote) => shown.includes(squeeze(quote)))) {
        throw new Error(
          `${repository.name} ${state.boundary}: the agent has already seen ${place.path}: ${place.quotes[0]}`,
        );
      }
    }
    const units = unitsThatState(repository, places);
    const seen = units.find((unit) => observed.has(unit.id));
    if (seen !== undefined)
      throw new Error(`${repository.name}: ${seen.path} is observed and states a required fact`);
    return ids(units);
  };
  const groups = state.groups.map((spec) => {
    const found = find(spec.places);
    if (found.length < (spec.minimum ?? 1))
      throw new Error(`${repository.name}: a group cannot be completed`);
    return { spec, ids: found };
  });
  const own = state.listProduct === true ? product(groups.map((group) => group.ids)) : [];
  const other = state.otherBranch === undefined ? [] : product(state.otherBranch.facts.map(find));
  const branches = [...own, ...other];
  if (branches.length > BRANCH_LIMIT) throw new Error(`${repository.name}: ${branches.length} branches`);
  return { groups, branches, needed: new Set([...groups.flatMap((group) => group.ids), ...branches.flat()]) };
}
