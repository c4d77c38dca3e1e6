import type { StateSummary } from '../ingest/prepared';

/** What the reader chose; an absent facet lets everything through. */
export interface Filters {
  split?: string;
  boundary?: string;
  repo?: string;
  /** Number of required groups, as text; `4` means four or more. */
  groups?: string;
  overlap?: 'ids' | 'flags' | 'differ' | 'none';
  complete?: 'yes' | 'no';
}

export type Facet = keyof Filters;
export const FACETS: readonly Facet[] = ['split', 'boundary', 'repo', 'groups', 'overlap', 'complete'];

/** What filtering knows of states beside their summaries. */
export interface FilterContext {
  /** Required groups by state; empty without certificates. */
  groups: ReadonlyMap<string, number>;
  /** Whether the chosen method's first k units are complete, by state; null when no method is chosen. */
  complete: ReadonlyMap<string, boolean> | null;
  /** The states that the search found; null without a search. */
  found: ReadonlySet<string> | null;
}

/** Each facet's value of a state; null when it has none. */
const valueOf: Record<Facet, (state: StateSummary, context: FilterContext) => string[]> = {
  split: (state) => [state.split ?? ''],
  boundary: (state) => [state.state_type],
  repo: (state) => [state.repo],
  groups: (state, { groups }) => {
    const count = groups.get(state.state_id);
    return count === undefined ? [] : [String(Math.min(count, 4))];
  },
  overlap: (state) => [
    ...(state.observedIds > 0 ? ['ids'] : []),
    ...(state.observedFlags > 0 ? ['flags'] : []),
    ...(state.observedIds !== state.observedFlags ? ['differ'] : []),
    ...(state.observedIds === 0 && state.observedFlags === 0 ? ['none'] : []),
  ],
  complete: (state, { complete }) => {
    const value = complete?.get(state.state_id);
    return value === undefined ? [] : [value ? 'yes' : 'no'];
  },
};

/** Facets that nothing is known for filter nothing: they are not shown, and could not be cleared. */
const applies = (facet: Facet, { groups, complete }: FilterContext): boolean =>
  facet === 'groups' ? groups.size > 0 : facet === 'complete' ? complete !== null : true;

const passes = (state: StateSummary, filters: Filters, context: FilterContext, except?: Facet): boolean =>
  (context.found === null || context.found.has(state.state_id)) &&
  FACETS.every((facet) => {
    const wanted = filters[facet];
    if (facet === except || wanted === undefined || !applies(facet, context)) return true;
    return valueOf[facet](state, context).includes(wanted);
  });

/** The states that pass, in their order. */
export const filterStates = (
  states: readonly StateSummary[],
  filters: Filters,
  context: FilterContext,
): StateSummary[] => states.filter((state) => passes(state, filters, context));

/** How many states each value of a facet would leave, the other facets kept; by value, in code-point order. */
export function facetCounts(
  states: readonly StateSummary[],
  filters: Filters,
  context: FilterContext,
  facet: Facet,
): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const state of states) {
    if (!passes(state, filters, context, facet)) continue;
    for (const value of valueOf[facet](state, context)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The filters that a URL names. Unknown values are kept: the facet then shows 0 states, and can be cleared. */
export function filtersFrom(query: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const facet of ['boundary', 'repo', 'groups'] as const) {
    const value = query.get(facet);
    if (value !== null) filters[facet] = value;
  }
  const part = query.get('part');
  if (part !== null) filters.split = part;
  const overlap = query.get('overlap');
  if (overlap === 'ids' || overlap === 'flags' || overlap === 'differ' || overlap === 'none')
    filters.overlap = overlap;
  const complete = query.get('complete');
  if (complete === 'yes' || complete === 'no') filters.complete = complete;
  return filters;
}
