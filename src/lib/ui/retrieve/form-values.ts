import { rowsOf, valueAt, type ScoreSheet } from '$lib/serbench/score/sheet';

/** Looks up what a run's row of a state scored; a state without a score is an error, never 0. */
export function formValues(sheet: ScoreSheet, column: string): (stateId: string, method: string) => number {
  const at = sheet.columns.indexOf(column);
  const values = new Map(
    sheet.methods.map((method, number) => [
      method,
      new Map(
        rowsOf(sheet, number).map((row) => [
          sheet.states[sheet.rowState[row] ?? -1],
          valueAt(sheet, row, at),
        ]),
      ),
    ]),
  );
  return (stateId, method) => {
    const value = values.get(method)?.get(stateId);
    if (value === undefined) throw new Error(`State "${stateId}" was not scored for "${method}".`);
    return value;
  };
}
