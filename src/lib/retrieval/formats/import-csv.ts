import type { RowFaults } from '$lib/serbench/reading/row-faults';
import type { Prediction } from '$lib/serbench/prediction';
import { RankedRows } from './ranked-rows';
import { readCsv } from './read-csv';

const NEEDED = ['state_id', 'rank', 'evidence_id'] as const;

/** An export puts an apostrophe before text that a spreadsheet would run; here it comes off again. */
const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** `state_id,rank,evidence_id` with a header; a column `method` is read too, else the given name holds. */
export function importCsv(text: string, method: string, faults: RowFaults): Prediction[] {
  const [header, ...records] = readCsv(text, faults);
  if (header === undefined) return [];
  const column = (name: string): number => header.cells.findIndex((cell) => cell.trim() === name);
  const missing = NEEDED.filter((name) => column(name) < 0);
  if (missing.length > 0) {
    faults.line = header.line;
    faults.add('missing-columns', `The header lacks ${missing.join(', ')}.`, {
      value: header.cells.join(','),
    });
    return [];
  }
  const rows = new RankedRows(faults, 'rank');
  for (const { cells, line } of records) {
    faults.line = line;
    const cell = (name: string): string => unguarded(cells[column(name)] ?? '');
    const rank = Number(cell('rank'));
    const blank = ['state_id', 'evidence_id'].find((name) => cell(name).trim() === '');
    if (cells.length !== header.cells.length) {
      const message = `This line has ${cells.length} cells, the header ${header.cells.length}.`;
      faults.add('wrong-columns', message, { value: cells.join(',') });
    } else if (blank !== undefined) {
      faults.add('blank-cell', `"${blank}" is blank.`, { path: [blank] });
    } else if (cell('rank').trim() === '' || !Number.isInteger(rank) || rank < 0) {
      faults.add('wrong-rank', 'A rank is a whole number.', { path: ['rank'], value: cell('rank') });
    } else {
      const own = column('method') < 0 ? method : cell('method');
      rows.add({ state: cell('state_id'), method: own, unit: cell('evidence_id'), key: rank, line });
    }
  }
  return rows.rows();
}
