import type { Table } from '$lib/table/table';
import type { PaperTable } from '../schema';
import { tableNumber } from '../words';
import type { Check } from './check';

const COLUMNS: Table['columns'] = [
  { key: 'what', label: 'Number', kind: 'text' },
  { key: 'printed', label: 'Printed', kind: 'number' },
  { key: 'computed', label: 'Recomputed', kind: 'number', digits: 4 },
  { key: 'within', label: 'Rounding explains', kind: 'number', digits: 4 },
  { key: 'agrees', label: 'Agrees', kind: 'text' },
];

const cells = ({ what, printed, computed, within, agrees }: Check) => [
  what,
  printed,
  computed,
  within,
  agrees ? 'yes' : 'no',
];

/** The recomputed numbers of one table. */
export const checkTable = (title: string, checks: readonly Check[]): Table => ({
  title,
  columns: COLUMNS,
  rows: checks.map(cells),
  notes: [],
});

/** All that was recomputed, each number with the table it is printed in and the section it is read from. */
export function ledgerTable(checks: readonly Check[], tables: readonly PaperTable[]): Table {
  const sections = new Map(tables.map(({ id, section }) => [id, section]));
  return {
    title: 'Ledger of recomputed numbers',
    columns: [
      { key: 'table', label: 'Table', kind: 'count' },
      { key: 'section', label: 'Section', kind: 'text' },
      ...COLUMNS,
    ],
    rows: checks.map((check) => [tableNumber(check.table), sections.get(check.table) ?? '', ...cells(check)]),
    notes: [
      'Computed from the printed tables and stated facts alone; the most that rounding of the inputs explains stands beside each.',
    ],
  };
}
