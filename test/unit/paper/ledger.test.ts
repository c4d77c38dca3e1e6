import { expect, it } from 'vitest';
import { derivedChecks } from '$lib/paper/derived/all';
import { ledgerTable } from '$lib/paper/derived/ledger';
import { loadFacts, loadReferences, loadTables } from '$lib/paper/load';
import { published } from '$lib/paper/published';
import { BIBTEX, CITED } from '$lib/paper/citation';
import { tableView } from '$lib/paper/table-view';

it('the ledger holds every check with its table and a section that the paper has', async () => {
  const tables = await loadTables();
  const checks = derivedChecks(published(tables, await loadFacts(), await loadReferences()));
  const ledger = ledgerTable(checks, tables);
  expect(ledger.rows).toHaveLength(checks.length);
  const sections = new Set(tables.map(({ section }) => section));
  for (const [, section] of ledger.rows) expect(sections.has(String(section))).toBe(true);
  expect(ledger.rows.filter(([table]) => table === 25)).toHaveLength(
    checks.filter(({ table }) => table === 'table-25').length,
  );
});

it('every export of a published table and the bibliography name the paper by its identifier', async () => {
  for (const table of await loadTables()) expect(tableView(table).notes.at(-1)).toBe(CITED);
  for (const text of [CITED, BIBTEX]) expect(text).toContain('2609.20050');
});

it('facts that the shared list lacks are shown with it, each name once', async () => {
  const { facts } = await loadFacts();
  const ids = facts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(facts.find(({ id }) => id === 'test500.six_unit_state')?.section).toBe('B.4');
});
