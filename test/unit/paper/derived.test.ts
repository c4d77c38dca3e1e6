import { describe, expect, it } from 'vitest';
import { derivedChecks } from '$lib/paper/derived/all';
import { check } from '$lib/paper/derived/check';
import { loadFacts, loadReferences, loadTables } from '$lib/paper/load';
import { published } from '$lib/paper/published';

const data = published(await loadTables(), await loadFacts(), await loadReferences());
const checks = derivedChecks(data);

describe('derived numbers', () => {
  it('are many, and cover the tables that can be recomputed', () => {
    expect(checks.length).toBeGreaterThan(250);
    expect(new Set(checks.map(({ table }) => table)).size).toBeGreaterThanOrEqual(17);
  });

  it('all agree with the printed ones within the stated rounding', () => {
    expect(checks.filter(({ agrees }) => !agrees)).toEqual([]);
  });

  it('state no rounding wider than the inputs explain', () => {
    const wide = checks.filter(({ within, table }) => within > 0.5 && table !== 'table-03');
    expect(wide).toEqual([]);
  });

  it('would not agree with a wrong number', () => {
    expect(check('table-01', 'x', 61.4, 61.41, 0.005).agrees).toBe(false);
    expect(check('table-01', 'x', 61.4, NaN, 10).agrees).toBe(false);
    const tables = [...data.table('table-12').rows];
    const wrong = {
      ...data.table('table-12'),
      rows: [{ ...tables[0]!, difference: 11.7 }, ...tables.slice(1)],
    };
    const altered = derivedChecks({ ...data, table: (id) => (id === 'table-12' ? wrong : data.table(id)) });
    expect(altered.filter(({ agrees }) => !agrees).map(({ what }) => what)).toEqual(['difference, 5 items']);
  });
});
