import { QUERY_FORMS } from '$lib/retrieval/query-text';
import type { Effect } from '$lib/retrieval/report/effects';
import type { ScoreResult } from '$lib/serbench/score/session';
import type { Table } from '$lib/table/table';
import type { FrozenForm } from './frozen';

const SHOWN = [
  { column: 'mss_complete@5', label: 'Complete@5' },
  { column: 'mss_complete@8', label: 'Complete@8' },
  { column: 'group_recall@5', label: 'Group@5' },
  { column: 'group_recall@8', label: 'Group@8' },
  { column: 'any_hit@5', label: 'Any-hit@5' },
];

/** Public labels serve development: every figure made from them says so. */
export const DEVELOPMENT =
  'Development figures: these certificates are public, so no method may be ranked by them.';

/** Rankings against the metrics, each with where it comes from; rankings without an origin are not shown. */
export function scoreTable(
  { sheet, summaries, splitStates }: ScoreResult,
  data: string,
  origins: ReadonlyMap<string, string>,
): Table {
  const order = [...origins.keys()];
  const columns = SHOWN.filter(({ column }) => sheet.columns.includes(column));
  const place = (method: string) => order.indexOf(method);
  return {
    title: `Views and fusions over ${data} (development)`,
    columns: [
      { key: 'method', label: 'Ranking', kind: 'text' },
      ...columns.map(({ column, label }) => ({ key: column, label, kind: 'percent' as const, digits: 1 })),
      { key: 'empty', label: 'Empty', kind: 'count', help: 'States in which the view has nothing to say.' },
      { key: 'origin', label: 'Origin', kind: 'text' },
    ],
    rows: summaries
      .filter(({ method }) => origins.has(method))
      .toSorted((a, b) => place(a.method) - place(b.method))
      .map(({ method, means, empty }) => [
        method,
        ...columns.map(({ column }) => means[sheet.columns.indexOf(column)] ?? null),
        empty,
        origins.get(method) ?? null,
      ]),
    notes: [`${splitStates} states.`, DEVELOPMENT],
  };
}

/** What each view does to the fusion, by group recall at 8. */
export function effectTable(effects: readonly Effect[], data: string): Table {
  return {
    title: `What each view does to the fusion over ${data}: Group@8 with it less without it`,
    columns: [
      { key: 'view', label: 'View', kind: 'text' },
      { key: 'change', label: 'Mean change', kind: 'percent', digits: 2 },
      { key: 'helped', label: 'States helped', kind: 'count' },
      { key: 'hurt', label: 'States hurt', kind: 'count' },
      { key: 'best', label: 'Helps most in', kind: 'text' },
      { key: 'worst', label: 'Hurts most in', kind: 'text' },
    ],
    rows: effects.map(({ view, change, helped, hurt, best, worst }) => [
      view,
      change,
      helped,
      hurt,
      best?.state ?? null,
      worst?.state ?? null,
    ]),
    notes: [DEVELOPMENT],
  };
}

/** What each query form is worth on the drawn states. */
export function formTable({ means, states, repositories, seed, ranker, split }: FrozenForm): Table {
  return {
    title: `Query forms by ${ranker.label} over ${split.label}: Complete@5 on ${states.length} drawn states`,
    columns: [
      { key: 'form', label: 'Form', kind: 'text' },
      { key: 'what', label: 'What it holds', kind: 'text' },
      { key: 'mss_complete@5', label: 'Complete@5', kind: 'percent', digits: 1 },
    ],
    rows: means.map(({ form, mean }) => [form, QUERY_FORMS[form].help, mean]),
    notes: [
      repositories === null
        ? `States drawn with seed ${seed}.`
        : `${repositories.length} whole repositories drawn with seed ${seed}.`,
      DEVELOPMENT,
    ],
  };
}
