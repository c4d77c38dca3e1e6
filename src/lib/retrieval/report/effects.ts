import { columnValues, rowsOf, type ScoreSheet } from '$lib/serbench/score/sheet';

/** What a view does to the fusion, state by state: the fusion's score less that of the fusion without the view. */
export interface Effect {
  view: string;
  /** Mean over the states. */
  change: number;
  helped: number;
  hurt: number;
  /** The state that it helps or hurts most; null where it does neither. */
  best: { state: string; change: number } | null;
  worst: { state: string; change: number } | null;
}

function scoresOf(sheet: ScoreSheet, method: string, column: number): Map<string, number> {
  const rows = rowsOf(sheet, sheet.methods.indexOf(method));
  const values = columnValues(sheet, rows, column);
  return new Map(rows.map((row, i) => [sheet.states[sheet.rowState[row] ?? 0] ?? '', values[i] ?? 0]));
}

/** Effects of views by one column of a sheet that holds the fusion and each fusion without a view. */
export function effectsOf(
  sheet: ScoreSheet,
  {
    column,
    whole,
    views,
  }: { column: string; whole: string; views: readonly { view: string; without: string }[] },
): Effect[] {
  const at = sheet.columns.indexOf(column);
  const full = scoresOf(sheet, whole, at);
  return views.map(({ view, without }): Effect => {
    const lacking = scoresOf(sheet, without, at);
    const changes = [...full].map(([state, value]) => ({ state, change: value - (lacking.get(state) ?? 0) }));
    const best = changes.reduce<Effect['best']>(
      (top, one) => (one.change > (top?.change ?? 0) ? one : top),
      null,
    );
    const worst = changes.reduce<Effect['worst']>(
      (low, one) => (one.change < (low?.change ?? 0) ? one : low),
      null,
    );
    return {
      view,
      change: changes.reduce((sum, { change }) => sum + change, 0) / Math.max(1, changes.length),
      helped: changes.filter(({ change }) => change > 0).length,
      hurt: changes.filter(({ change }) => change < 0).length,
      best,
      worst,
    };
  });
}
