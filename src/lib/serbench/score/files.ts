import { compareCodePoints } from '../code-point';
import { parseMeasure } from '../metrics/registry';
import { printFloat, printPythonJson, printString } from '../python-json';
import { valueAt, type ScoreSheet } from './sheet';
import type { MethodSummary } from './summary';

/** The columns that the release's files hold at these cutoffs: any-hit is ours and stays out. */
const released = (sheet: ScoreSheet, cutoffs: readonly number[]): { key: string; column: number }[] =>
  sheet.columns
    .map((key, column) => ({ key, column }))
    .filter(({ key }) => {
      const at = parseMeasure(key);
      return at !== null && at.measure.released && cutoffs.includes(at.k);
    });

/** The bytes of `summary.json`, as the release's own scorer writes them. */
export function printSummary(
  sheet: ScoreSheet,
  summaries: readonly MethodSummary[],
  cutoffs: readonly number[] = sheet.cutoffs,
): string {
  const columns = released(sheet, cutoffs);
  const value = Object.fromEntries(
    summaries.map(({ method, states, means }) => [
      method,
      Object.fromEntries([
        ['states', states],
        ...columns.map(({ key, column }) => [key, means[column] ?? Number.NaN]),
      ]),
    ]),
  ) as Record<string, Record<string, number>>;
  return `${printPythonJson(value, 2)}\n`;
}

/** The lines of `per_state_scores.jsonl`, each with its newline, in the predictions' order. */
export function* printPerState(
  sheet: ScoreSheet,
  cutoffs: readonly number[] = sheet.cutoffs,
): Generator<string> {
  const keys = [
    ...released(sheet, cutoffs),
    { key: 'method', column: -1 },
    { key: 'state_id', column: -2 },
  ].sort((a, b) => compareCodePoints(a.key, b.key));
  const parts = keys.map(({ key, column }) => ({ prefix: `${printString(key)}: `, column }));
  for (let row = 0; row < sheet.rowMethod.length; row += 1) {
    const method = printString(sheet.methods[sheet.rowMethod[row] ?? 0] ?? '');
    const state = printString(sheet.states[sheet.rowState[row] ?? 0] ?? '');
    const cell = (column: number) =>
      column === -1 ? method : column === -2 ? state : printFloat(valueAt(sheet, row, column));
    yield `{${parts.map(({ prefix, column }) => prefix + cell(column)).join(', ')}}\n`;
  }
}
