import type { RowFaults } from '$lib/serbench/reading/row-faults';

export interface CsvRecord {
  /** The physical line on which the record starts, from 1. */
  line: number;
  cells: string[];
}

/** RFC 4180: quoted cells may hold commas, line ends and doubled quotes. Blank lines are skipped. */
export function readCsv(text: string, faults: RowFaults): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  let cells: string[] = [];
  let start = line;
  let at = 0;
  const end = (): void => {
    if (cells.length > 1 || (cells[0] ?? '').trim() !== '') records.push({ line: start, cells });
    cells = [];
    start = line;
  };
  while (at < text.length) {
    const [cell, next, lines] = text[at] === '"' ? quoted(text, at) : plain(text, at);
    if (next < 0) {
      faults.line = line;
      faults.add('open-quote', 'A quoted cell is never closed.', { value: text.slice(at) });
      return records;
    }
    cells.push(cell);
    line += lines;
    at = next;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
      faults.line = line;
      faults.add('text-after-quote', 'After a closing quote only a comma or a line end may follow.', {
        value: text.slice(at, at + 40),
      });
      return records;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    end();
  }
  if (cells.length > 0) end();
  return records;
}

type Cell = readonly [cell: string, next: number, lines: number];

function plain(text: string, from: number): Cell {
  let to = from;
  while (to < text.length && text[to] !== ',' && text[to] !== '\n' && text[to] !== '\r') to += 1;
  return [text.slice(from, to), to, 0];
}

function quoted(text: string, from: number): Cell {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) return ['', -1, 0];
    cell += text.slice(at, close);
    if (text[close + 1] !== '"') return [cell, close + 1, cell.split('\n').length - 1];
    cell += '"';
    at = close + 2;
  }
}
