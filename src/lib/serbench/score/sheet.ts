import type { MeasureAt } from '../metrics/measure';

/** The scores of a run, packed so that a worker can hand them over without copying: one row per prediction. */
export interface ScoreSheet {
  cutoffs: number[];
  /** `mss_complete@5`, ...: every measure at every cutoff, measures outer. */
  columns: string[];
  /** Sorted by code point. */
  methods: string[];
  /** In the order in which the predictions first name them. */
  states: string[];
  /** Per row, in the predictions' input order: index into `methods`. */
  rowMethod: Uint32Array;
  /** Per row: index into `states`. */
  rowState: Uint32Array;
  /** Per row: 1 where the ranking is empty, a valid abstention. */
  rowEmpty: Uint8Array;
  /** Per row: the rank where the certificate is complete; Infinity when it never is. */
  completeRank: Float64Array;
  /** rows x columns, row by row. */
  values: Float64Array;
}

/** The column of a measure, or -1. */
export const columnOf = (sheet: ScoreSheet, { measure, k }: MeasureAt): number =>
  sheet.columns.indexOf(`${measure.name}@${k}`);

/** The value at a row and column. */
export function valueAt(sheet: ScoreSheet, row: number, column: number): number {
  const value = sheet.values[row * sheet.columns.length + column];
  if (value === undefined) throw new RangeError(`No cell at row ${row}, column ${column}.`);
  return value;
}

/** One column over some rows, e.g. those of a method. */
export const columnValues = (sheet: ScoreSheet, rows: readonly number[], column: number): Float64Array =>
  Float64Array.from(rows, (row) => valueAt(sheet, row, column));

/** The rows of a method, in input order. */
export function rowsOf(sheet: ScoreSheet, method: number): number[] {
  const rows: number[] = [];
  sheet.rowMethod.forEach((m, row) => {
    if (m === method) rows.push(row);
  });
  return rows;
}

/** The rows of one run alone, under another name. Throws when the sheet has no such run. */
export function onlyRun(sheet: ScoreSheet, run: string, name: string): ScoreSheet {
  const method = sheet.methods.indexOf(run);
  if (method === -1) throw new Error(`No run ${JSON.stringify(run)} among the scores.`);
  const rows = rowsOf(sheet, method);
  const width = sheet.columns.length;
  const values = new Float64Array(rows.length * width);
  rows.forEach((row, i) => values.set(sheet.values.subarray(row * width, (row + 1) * width), i * width));
  return {
    ...sheet,
    methods: [name],
    rowMethod: new Uint32Array(rows.length),
    rowState: Uint32Array.from(rows, (row) => sheet.rowState[row] ?? 0),
    rowEmpty: Uint8Array.from(rows, (row) => sheet.rowEmpty[row] ?? 0),
    completeRank: Float64Array.from(rows, (row) => sheet.completeRank[row] ?? Infinity),
    values,
  };
}

/** The buffers to hand over when a sheet crosses to another thread. */
export const transferables = (sheet: ScoreSheet): Transferable[] =>
  [sheet.rowMethod, sheet.rowState, sheet.rowEmpty, sheet.completeRank, sheet.values].map(
    (array) => array.buffer as ArrayBuffer,
  );
