import type { Table } from '$lib/table/table';
import type { PaperFacts } from './schema';

/** A stated value as text: lists and records in one line. */
function said(value: unknown): string {
  if (Array.isArray(value)) return value.map(said).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${said(part)}`)
      .join(', ');
  return value === null || value === undefined ? 'not stated' : String(value as string | number | boolean);
}

/** The facts of a paper as a Table value. */
export function factTable({ facts, source }: PaperFacts): Table {
  return {
    title: 'Stated in the text',
    columns: [
      { key: 'what', label: 'What', kind: 'text' },
      { key: 'value', label: 'Value', kind: 'text' },
      { key: 'unit', label: 'Unit', kind: 'text' },
      { key: 'section', label: 'Section', kind: 'text' },
    ],
    rows: facts.map(({ what, value, unit, section }) => [what, said(value), unit, section]),
    notes: [source],
  };
}
