import { describe, expect, test } from 'vitest';
import { toCsv } from '$lib/table/csv';
import { toJson } from '$lib/table/json';
import { escapeLatex, toLatex } from '$lib/table/latex';
import { toMarkdown } from '$lib/table/markdown';
import type { Cell, Table } from '$lib/table/table';

const table = (rows: Cell[][], notes: string[] = []): Table => ({
  title: 'A & B',
  columns: [
    { key: 'method', label: 'Method', kind: 'text' },
    { key: 'delta', label: 'Delta', kind: 'number', digits: 2 },
    { key: 'share', label: 'Share', kind: 'percent', digits: 1 },
    { key: 'n', label: 'States', kind: 'count' },
  ],
  rows,
  notes,
});

describe('CSV', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '-0.12'])('neutralises the text %j', (text) => {
    const line = toCsv(table([[text, 1, 1, 1]])).split('\n')[1]!;
    expect(line.replace(/^"/, '').startsWith(`'${text}`)).toBe(true);
  });

  test('keeps negative numbers numbers, with all their digits', () => {
    expect(toCsv(table([['m', -0.12, 0.1234567890123, 5]]))).toBe(
      'Method,Delta,Share,States\nm,-0.12,0.1234567890123,5\n',
    );
  });

  test('quotes separators, quotes and line breaks; nothing is an empty field', () => {
    expect(toCsv(table([['a,"b"\nc', null, true, 0]]))).toBe(
      'Method,Delta,Share,States\n"a,""b""\nc",,true,0\n',
    );
  });
});

describe('LaTeX', () => {
  test('escapes every special character', () => {
    expect(escapeLatex('& % $ # _ { } ~ ^ \\')).toBe(
      '\\& \\% \\$ \\# \\_ \\{ \\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{}',
    );
  });

  test('a row that starts with a bracket or star is no argument of the line end before it', () => {
    const rows = toLatex(
      table([
        ['[mine] v1', 1, 1, 1],
        ['*star', 1, 1, 1],
        ['a[b]*', 1, 1, 1],
      ]),
    ).split('\n');
    expect(rows.slice(7, 10).map((row) => row.trim().split(' & ')[0])).toEqual([
      '{}[mine] v1',
      '{}*star',
      'a[b]*',
    ]);
  });

  test('is a booktabs table with rounded cells, escaped title, labels and notes', () => {
    expect(toLatex(table([['bm25_starter', -0.125, 0.5, 500]], ['n = 500 & more']))).toBe(
      [
        '\\begin{table}',
        '  \\centering',
        '  \\caption{A \\& B}',
        '  \\begin{tabular}{lrrr}',
        '    \\toprule',
        '    Method & Delta & Share (\\%) & States \\\\',
        '    \\midrule',
        '    bm25\\_starter & -0.13 & 50.0 & 500 \\\\',
        '    \\bottomrule',
        '  \\end{tabular}',
        '  \\par\\footnotesize n = 500 \\& more',
        '\\end{table}',
        '',
      ].join('\n'),
    );
  });
});

describe('Markdown', () => {
  test('cannot be broken out of by a cell', () => {
    const text = toMarkdown(table([['a|b\n<img src=x> [l](javascript:1) `c`', 1, 1, 1]]));
    expect(text.split('\n')[4]).toBe(
      '| a\\|b \\<img src=x\\> \\[l\\](javascript:1) \\`c\\` | 1.00 | 100.0 | 1 |',
    );
  });

  test('shows nothing as a dash, and notes below', () => {
    expect(
      toMarkdown(table([['m', null, null, 3]], ['partial']))
        .split('\n')
        .slice(4),
    ).toEqual(['| m | – | – | 3 |', '', '- partial', '']);
  });
});

test('JSON keeps keys, kinds and all digits', () => {
  const parsed = JSON.parse(toJson(table([['m', -0.12, 0.1, 5]], ['note']))) as Record<string, unknown>;
  expect(parsed['rows']).toEqual([{ method: 'm', delta: -0.12, share: 0.1, n: 5 }]);
  expect(parsed['notes']).toEqual(['note']);
});
