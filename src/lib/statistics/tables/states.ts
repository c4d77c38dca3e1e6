import { compareCodePoints } from '$lib/serbench/code-point';
import type { Table } from '$lib/table/table';
import { columnOf, type ScoreBook } from '../comparison/score-book';
import { labelOf } from './contrasts';

/** Per-state differences of one pair in one column: the largest first, ties by state id. Throws for unknown names. */
export function stateTable(book: ScoreBook, left: string, right: string, column: string): Table {
  const scores = (name: string) => {
    const method = book.methods.find((one) => one.method === name);
    const at = book.columns.indexOf(column);
    if (!method || at < 0) throw new Error(`No scores of ${name} in ${column}.`);
    return { values: columnOf(book, method, at), status: method.status };
  };
  const [a, b] = [scores(left), scores(right)];
  const rows = book.facts.map((facts, state) => ({
    facts,
    left: a.values[state] ?? 0,
    right: b.values[state] ?? 0,
    status: [a.status[state] ?? '', b.status[state] ?? ''] as const,
  }));
  const size = (one: (typeof rows)[number]) => Math.abs(one.left - one.right);
  rows.sort((x, y) => size(y) - size(x) || compareCodePoints(x.facts.state_id, y.facts.state_id));
  return {
    title: `${labelOf(column)} state by state: ${left} - ${right}`,
    columns: [
      { key: 'state_id', label: 'State', kind: 'text' },
      { key: 'difference', label: 'Difference', kind: 'number', digits: 3 },
      { key: 'left', label: left, kind: 'number', digits: 3 },
      { key: 'right', label: right, kind: 'number', digits: 3 },
      { key: 'repo', label: 'Repository', kind: 'text' },
      { key: 'boundary', label: 'Boundary', kind: 'text' },
      { key: 'groups', label: 'Groups', kind: 'count' },
      { key: 'overlap', label: 'Overlap', kind: 'text' },
      { key: 'left_status', label: 'Left status', kind: 'text' },
      { key: 'right_status', label: 'Right status', kind: 'text' },
    ],
    rows: rows.map(({ facts, left: x, right: y, status }) => [
      facts.state_id,
      x - y,
      x,
      y,
      facts.repo,
      facts.boundary,
      facts.groups,
      facts.overlap ? 'yes' : 'no',
      ...status,
    ]),
    notes: ['Sorted by the size of the difference; scores of failed and not-run states are 0 and say so.'],
  };
}
