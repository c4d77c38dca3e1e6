import type { Column, Table } from '$lib/table/table';
import type { Counts } from './counts';

/** What a pool alone gives at five units, where certificates are at hand: shares in 0..1. */
export interface PoolBoundsAt5 {
  uniform: number | null;
  oracle: number | null;
  /** The states that no five units complete, with what they need; null where their pool cannot complete them. */
  beyond?: { state_id: string; units: number | null }[];
}

/** Published numbers by the facts' ids (`test500.states`); percentages as printed. */
export type PublishedNumbers = ReadonlyMap<string, number>;

interface Line {
  id: string;
  label: string;
  percent?: boolean;
  digits?: number;
}

const boundaries = ['before_search', 'after_search', 'after_file_inspection', 'before_edit'];

const LINES: readonly Line[] = [
  { id: 'states', label: 'States' },
  { id: 'issues', label: 'Issues' },
  { id: 'repositories', label: 'Repositories' },
  ...boundaries.map((name) => ({ id: `boundary.${name}`, label: `States ${name.replaceAll('_', ' ')}` })),
  { id: 'pool.units', label: 'Pool entries' },
  { id: 'pool.min_units', label: 'Smallest pool' },
  { id: 'pool.mean_units', label: 'Mean pool', digits: 2 },
  { id: 'pool.max_units', label: 'Largest pool' },
  { id: 'overlap.states_with', label: 'States whose pool overlaps the observed ids' },
  ...boundaries.map((name) => ({
    id: `overlap.${name}`,
    label: `– of these ${name.replaceAll('_', ' ')}`,
  })),
  { id: 'overlap.repositories_with', label: '– their repositories' },
  { id: 'overlap.states_without', label: 'States without overlap' },
  ...boundaries.map((name) => ({
    id: `overlap.without.${name}`,
    label: `– of those without, ${name.replaceAll('_', ' ')}`,
  })),
  { id: 'overlap.repositories_without', label: '– repositories of those without' },
  { id: 'overlap.differing_states', label: 'States whose flags and ids disagree in number' },
  { id: 'overlap.flagged_candidates', label: 'Pool entries flagged as observed' },
  { id: 'certificates', label: 'Certificates' },
  ...[1, 2, 3, 4, 5, 6].map((n) => ({
    id: `groups.${n}`,
    label: `States with ${n} required ${n === 1 ? 'group' : 'groups'}`,
  })),
  { id: 'groups.more', label: 'States with more than 6 required groups' },
  { id: 'groups.at_least_2', label: 'States with at least 2 required groups' },
  { id: 'groups.at_least_3', label: 'States with at least 3 required groups' },
  { id: 'groups.mean', label: 'Mean required groups', digits: 3 },
  { id: 'branches.any_states', label: 'States with enumerated alternative sets' },
  { id: 'branches.multiple_states', label: 'States with several alternative sets' },
  { id: 'branches.total', label: 'Alternative sets' },
  { id: 'branches.not_minimal', label: 'Alternative sets with a unit to spare (not minimal)' },
  { id: 'branches.can_decide', label: 'Alternative sets that can decide (complete without all groups)' },
  {
    id: 'pool.uniform_complete@5',
    label: 'Complete@5 of a uniform choice, % (exact)',
    percent: true,
    digits: 2,
  },
  { id: 'pool.oracle_complete@5', label: 'Complete@5 of the oracle, %', percent: true, digits: 2 },
];

/** Facts that the paper prints for Test500 without its name in the id. */
const OF_TEST500 = /^(pool|overlap)\./;

const publishedFor = (split: 'cal500' | 'test500', id: string, published: PublishedNumbers): number | null =>
  published.get(`${split}.${id}`) ??
  (split === 'test500' && OF_TEST500.test(id) ? published.get(id) : undefined) ??
  null;

const column = (key: string, label: string, help: string): Column => ({ key, label, kind: 'number', help });

/** The loaded split beside the published numbers. A line that neither has is left out. */
export function compositionTable(
  label: string,
  counts: Counts,
  bounds: PoolBoundsAt5 | null,
  published: PublishedNumbers,
): Table {
  const share = (value: number | null) => (value === null ? undefined : value * 100);
  const own = new Map<string, number | undefined>([
    ...counts,
    ['pool.uniform_complete@5', share(bounds?.uniform ?? null)],
    ['pool.oracle_complete@5', share(bounds?.oracle ?? null)],
  ]);
  const labelled = counts.has('certificates');
  const rows = LINES.flatMap((line) => {
    const mine = own.get(line.id) ?? (countable(line.id, labelled) ? 0 : null);
    // No paper has such states: the line is for files that do.
    if (line.id === 'groups.more' && !mine) return [];
    const round = (value: number | null) => (value === null ? null : Number(value.toFixed(line.digits ?? 0)));
    const cal = publishedFor('cal500', line.id, published);
    const test = publishedFor('test500', line.id, published);
    return mine === null && cal === null && test === null ? [] : [[line.label, round(mine), cal, test]];
  });
  return {
    title: `Composition of ${label}, beside what the paper prints`,
    columns: [
      { key: 'what', label: 'What', kind: 'text' },
      column('own', label, 'Recomputed from the loaded files'),
      column('cal500', 'Cal500, published', 'As the paper or the release prints it; – where neither does'),
      column('test500', 'Test500, published', 'As printed'),
    ],
    rows,
    notes: [
      ...beyondNote(bounds?.beyond ?? []),
      'Overlap counts pool units whose id the state lists as observed; flags are counted apart, they can disagree.',
      labelled
        ? 'The uniform expectation is exact, by counting; the oracle takes the smallest complete set of each pool.'
        : 'No certificates are loaded: groups, alternative sets, uniform expectation and oracle need them.',
    ],
  };
}

const NAMED = 10;

/** Names the states that keep the oracle below 100%. */
function beyondNote(beyond: NonNullable<PoolBoundsAt5['beyond']>): string[] {
  if (beyond.length === 0) return [];
  const names = beyond
    .slice(0, NAMED)
    .map(
      ({ state_id, units }) => `${state_id} (${units === null ? 'its pool lacks units' : `needs ${units}`})`,
    );
  const more = beyond.length > NAMED ? `, and ${beyond.length - NAMED} more` : '';
  return [`No five units complete ${names.join(', ')}${more}.`];
}

const digitsOf = new Map(LINES.map(({ label, digits }) => [label, digits]));

/** The same with means and shares to their printed digits (99.80), for reading; exports keep numbers. */
export const printed = (table: Table): Table => ({
  ...table,
  rows: table.rows.map(([label, ...cells]) => {
    const digits = digitsOf.get(String(label));
    return [
      label ?? null,
      ...cells.map((cell) =>
        digits !== undefined && typeof cell === 'number' ? cell.toFixed(digits) : (cell ?? null),
      ),
    ];
  }),
});

const countable = (id: string, labelled: boolean): boolean =>
  id.includes('@') ? false : /^(groups|branches)\./.test(id) ? labelled : id !== 'certificates';
