import type { Table } from '$lib/table/table';
import { MEASURES, printMeasure } from '../metrics/registry';
import { rowsOf, valueAt, type ScoreSheet } from './sheet';

/** One method's states at a cutoff, with the rank where each became complete; rows in the predictions' order. */
export function stateTable(sheet: ScoreSheet, method: string, k: number): Table {
  const columns = MEASURES.map((measure) => ({
    measure,
    column: sheet.columns.indexOf(printMeasure(measure.name, k)),
  }));
  return {
    title: `${method}: state by state at k = ${k}`,
    columns: [
      { key: 'state_id', label: 'State', kind: 'text' },
      {
        key: 'complete_rank',
        label: 'Complete at rank',
        kind: 'number',
        help: 'The rank at which all groups, or one whole alternative set, were there; a dash when never.',
      },
      { key: 'status', label: 'Status', kind: 'text' },
      ...columns.map(({ measure }) => ({
        key: measure.name,
        label: measure.label,
        kind: 'percent' as const,
        digits: 1,
        help: measure.help,
      })),
    ],
    rows: rowsOf(sheet, sheet.methods.indexOf(method)).map((row) => {
      const rank = sheet.completeRank[row] ?? Infinity;
      return [
        sheet.states[sheet.rowState[row] ?? 0] ?? '',
        Number.isFinite(rank) ? rank : null,
        sheet.rowEmpty[row] === 1 ? 'empty' : 'scored',
        ...columns.map(({ column }) => (column === -1 ? null : valueAt(sheet, row, column))),
      ];
    }),
    notes: [],
  };
}
