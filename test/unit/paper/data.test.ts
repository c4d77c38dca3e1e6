import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadFacts, loadReferences, loadTable, loadTables, tableIds } from '$lib/paper/load';
import { paperTable } from '$lib/paper/schema';
import { tableView } from '$lib/paper/table-view';

const folder = 'src/lib/paper/data';
const paper = tableIds.filter((id) => id.startsWith('table-'));

function files(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );
}

describe('the published data', () => {
  it('are 25 tables, 12 summaries and the facts, each valid', async () => {
    expect(paper).toEqual(Array.from({ length: 25 }, (_, at) => `table-${String(at + 1).padStart(2, '0')}`));
    expect(await loadTables()).toHaveLength(tableIds.length);
    expect(await loadReferences()).toHaveLength(12);
    expect((await loadFacts()).facts.length).toBeGreaterThan(150);
  });

  it('come in files under 50 KB', () => {
    const big = files(folder).filter((file) => statSync(file).size >= 50_000);
    expect(files(folder).length).toBeGreaterThan(38);
    expect(big).toEqual([]);
  });

  it('equal the published ones byte for byte', () => {
    const sums = readFileSync('test/golden/data/paper-SHA256SUMS', 'utf8').trim().split('\n');
    expect(sums).toHaveLength(25 + 12 + 1);
    for (const line of sums) {
      const [sum = '', file = ''] = line.split('  ');
      const own = readFileSync(`${folder}/${file}`);
      expect(createHash('sha256').update(own).digest('hex'), file).toBe(sum);
    }
  });

  it.each(paper)('%s keeps every number on its way to the page', async (id) => {
    const table = await loadTable(id);
    const numbers = (value: unknown): number[] =>
      typeof value === 'number'
        ? [value]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(numbers)
          : [];
    const raw: unknown = JSON.parse(readFileSync(`${folder}/tables/${id}.json`, 'utf8'));
    const view = tableView(table);
    expect(numbers(view.rows)).toEqual(numbers((raw as { rows: unknown }).rows));
    expect(view.rows).toHaveLength(table.rows.length);
    for (const row of view.rows) expect(row).toHaveLength(view.columns.length);
  });

  it('refuse a row that lacks a cell, and an unknown name', async () => {
    const table = await loadTable('table-06');
    const [first, ...rest] = table.rows;
    const { states: _, ...short } = first!;
    expect(paperTable.safeParse({ ...table, rows: [short, ...rest] }).success).toBe(false);
    await expect(loadTable('table-26')).rejects.toThrow('No published data named "table-26"');
  });
});
