import { exactMean } from '../exact/mean';
import type { Status } from '../prediction';
import { columnValues, rowsOf, type ScoreSheet } from './sheet';

/** A method's means with the counts that stand beside every one of them. */
export interface MethodSummary {
  method: string;
  /** The denominator: the states that the method has a row for. */
  states: number;
  /** Of these, the empty rankings: scored as returned. */
  empty: number;
  /** The split's states without a row: left out of the denominator, never scored as 0. */
  missing: number;
  /** `partial` when states are missing: not comparable with full runs. */
  status: Extract<Status, 'scored' | 'partial'>;
  /** Per column of the sheet, correctly rounded. */
  means: number[];
}

/** Per method, sorted by name; `splitStates` is the number of states that a full run has. */
export function summarise(sheet: ScoreSheet, splitStates: number): MethodSummary[] {
  return sheet.methods.map((method, m) => {
    const rows = rowsOf(sheet, m);
    const missing = splitStates - rows.length;
    return {
      method,
      states: rows.length,
      empty: rows.filter((row) => sheet.rowEmpty[row] === 1).length,
      missing,
      status: missing > 0 ? 'partial' : 'scored',
      means: sheet.columns.map((_, column) => exactMean(columnValues(sheet, rows, column))),
    };
  });
}
