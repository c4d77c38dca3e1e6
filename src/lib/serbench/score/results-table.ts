import type { Bounds } from '$lib/retrieval/baselines/bounds';
import type { Cell, Column, Table } from '$lib/table/table';
import type { CommunityRow } from '../community';
import { anyHit } from '../metrics/any-hit';
import type { MeasureAt } from '../metrics/measure';
import { labelMeasure, MEASURES, PRIMARY_SUITE, printMeasure } from '../metrics/registry';
import { PARTIAL } from './report';
import { shortfall, type RunNote } from './run-note';
import type { ScoreResult } from './session';

const SCORED = 'scored';

/** A released summary: measures as shares, with `states`. */
export interface PublishedRow {
  name: string;
  label: string;
  measures: Record<string, number>;
}

export interface ResultsInput {
  /** What the user's rows were scored on. */
  data: string;
  result: ScoreResult;
  cutoffs: readonly number[];
  bounds: readonly Bounds[];
  published: readonly PublishedRow[];
  community: readonly CommunityRow[];
  /** What is known of the runs, where something is. */
  notes?: readonly RunNote[];
}

/** The primary suite first, any-hit beside Complete; then the other measures at the cutoffs asked for. */
export function resultColumns(cutoffs: readonly number[]): MeasureAt[] {
  const first = PRIMARY_SUITE.flatMap((at) =>
    at.measure.name === 'mss_complete' ? [at, { measure: anyHit, k: at.k }] : [at],
  );
  const key = ({ measure, k }: MeasureAt) => printMeasure(measure.name, k);
  const known = new Set(first.map(key));
  const rest = MEASURES.flatMap((measure) => cutoffs.map((k) => ({ measure, k }))).filter(
    (at) => !known.has(key(at)),
  );
  return [...first, ...rest];
}

/** Beside the counts, where a run made here tells them. */
const ACCOUNTED: readonly Column[] = [
  {
    key: 'failed',
    label: 'Failed',
    kind: 'count',
    help: 'States on which the run failed: they have no row, so they are among the missing.',
  },
  {
    key: 'fallbacks',
    label: 'Fell back',
    kind: 'count',
    help: 'Scored states that hold the fused order because the model gave no usable answer: no result of the model.',
  },
];

/** `scored`, or what keeps the row from being a full result of its method. */
function statusOf(status: 'scored' | 'partial', note: RunNote | undefined): string {
  const short = note && shortfall(note);
  const base = status === 'partial' ? PARTIAL : SCORED;
  return short ? `${base}; ${short}` : base;
}

/** Methods x measures with counts beside them. Every row names the data it was scored on: splits are never mixed. */
export function resultsTable({
  data,
  result,
  cutoffs,
  bounds,
  published,
  community,
  notes: runNotes = [],
}: ResultsInput): Table {
  const measures = resultColumns(cutoffs);
  const noteOf = (run: string) => runNotes.find((note) => note.run === run);
  const told = result.summaries.some(({ method }) => {
    const note = noteOf(method);
    return note !== undefined && (note.failed > 0 || note.fallbackStates !== null);
  });
  const beside = (run: string): Cell[] => {
    const note = noteOf(run);
    return told ? [note?.failed ?? null, note?.fallbackStates ?? null] : [];
  };
  const blank: Cell[] = told ? [null, null] : [];
  const keys = measures.map(({ measure, k }) => printMeasure(measure.name, k));
  const columns: Column[] = [
    {
      key: 'method',
      label: 'Method',
      kind: 'text',
      help: 'The run’s label: the method’s name, numbered where runs share it.',
    },
    { key: 'data', label: 'Scored on', kind: 'text' },
    { key: 'status', label: 'Status', kind: 'text' },
    ...measures.map((at, i): Column => ({
      key: keys[i] ?? '',
      label: labelMeasure(at),
      kind: 'percent',
      digits: 2,
      help: at.measure.help,
    })),
    { key: 'states', label: 'States', kind: 'count', help: 'The denominator of every mean in the row.' },
    { key: 'empty', label: 'Empty', kind: 'count', help: 'Empty rankings among them: scored as returned.' },
    {
      key: 'missing',
      label: 'Missing',
      kind: 'count',
      help: 'States without a row: not in the mean, never scored as 0.',
    },
    ...(told ? ACCOUNTED : []),
  ];
  const own = result.summaries.map((summary): Cell[] => [
    summary.method,
    data,
    statusOf(summary.status, noteOf(summary.method)),
    ...keys.map((key) => summary.means[result.sheet.columns.indexOf(key)] ?? null),
    summary.states,
    summary.empty,
    summary.missing,
    ...beside(summary.method),
  ]);
  const floor = boundRow(bounds, keys, 'Uniform random (exact expectation)', (bound, name) =>
    name in (bound.random ?? {}) ? (bound.random?.[name as keyof typeof bound.random] ?? null) : null,
  );
  const ceiling = boundRow(bounds, keys, 'Oracle (ceiling)', (bound, name) =>
    name === 'mss_complete' ? bound.oracleComplete : null,
  );
  const limits =
    bounds.length === 0
      ? []
      : [floor, ceiling].map(([name, ...cells]) => [
          name ?? '',
          data,
          'from pool and certificates',
          ...cells,
          result.splitStates,
          0,
          0,
          ...blank,
        ]);
  const others = [
    ...published.map((row) => [
      row.label,
      'Test500, published',
      'published',
      ...keys.map((key) => row.measures[key] ?? null),
      row.measures['states'] ?? null,
      null,
      null,
      ...blank,
    ]),
    ...community.map((row) => [
      row.method,
      'Test500, community',
      `evaluated ${row.evaluatedAt.slice(0, 10)}`,
      ...keys.map((key) => row.measures[key] ?? null),
      500,
      null,
      null,
      ...blank,
    ]),
  ];
  const foreign =
    others.length > 0
      ? [
          'Rows scored on Test500 are published numbers; they are not comparable with rows scored on other states.',
        ]
      : [];
  const partial = result.summaries.some((summary) => summary.status === 'partial')
    ? [`A row marked “${PARTIAL}” lacks states; its means are over the states it has.`]
    : [];
  const fellBack = result.summaries.some(({ method }) => (noteOf(method)?.fallbackStates ?? 0) > 0)
    ? ['A state that fell back holds the fused order, not an answer of the model; it is scored as returned.']
    : [];
  return {
    title: 'Results',
    columns,
    rows: [...own, ...limits, ...others],
    notes: [
      'Means over states, empty rankings included; the sum is exact and rounded once. The order of the ids is the rank; only the first k positions count.',
      ...partial,
      ...fellBack,
      ...foreign,
    ],
  };
}

/**
 * The same table with the primary suite and any-hit only; where every row was scored on the same data, and wholly,
 * without the two columns that would say so row by row.
 */
export function primaryOnly(table: Table): Table {
  const keys = new Set(resultColumns([]).map(({ measure, k }) => printMeasure(measure.name, k)));
  const status = table.columns.findIndex(({ key }) => key === 'status');
  const alike = table.rows.every((row) => row[status] === SCORED);
  const shown = ({ key, kind }: Column) =>
    kind === 'percent' ? keys.has(key) : !alike || (key !== 'data' && key !== 'status');
  const kept = table.columns.flatMap((column, i) => (shown(column) ? [i] : []));
  const pick = <T>(cells: readonly T[]): T[] => kept.flatMap((i) => cells.slice(i, i + 1));
  return { ...table, columns: pick(table.columns), rows: table.rows.map(pick) };
}

function boundRow(
  bounds: readonly Bounds[],
  keys: readonly string[],
  name: string,
  value: (bound: Bounds, measure: string) => number | null,
): Cell[] {
  return [
    name,
    ...keys.map((key) => {
      const [measure = '', k] = key.split('@');
      const bound = bounds.find((one) => one.k === Number(k));
      return bound ? value(bound, measure) : null;
    }),
  ];
}
