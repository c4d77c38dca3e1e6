import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { methodCaution, methodPlace, notComputable, placeOf } from '$lib/paper/links';
import { loadTables } from '$lib/paper/load';
import { tableView } from '$lib/paper/table-view';
import { readChoice as readCompare } from '$lib/ui/compare/choice';
import { readChoice as readScore } from '$lib/ui/score/choice';

const folders = ['src/lib/ui/paper', 'src/routes/paper', 'src/routes/libra'];
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => `${folder}/${name}`),
);

/** The words of a component: no script, no style, no tags, no expressions. */
function words(source: string): string {
  let text = source.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '');
  // Innermost braces first, so that nested expressions go too.
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/\{[^{}]*\}/g, '');
  }
  return text.replace(/<[^>]*>/g, ' ');
}

describe('the pages', () => {
  it.each(files)('%s holds no number of its own in its words', (file) => {
    const text = words(readFileSync(file, 'utf8'))
      // Names that hold a digit, the interface's own step sizes, and the rule of thumb of ten clusters.
      .replaceAll(/Test500|Cal500|Draw 100|fewer than 10/g, '');
    expect(text.match(/\d+/g) ?? []).toEqual([]);
  });
});

describe('the places where numbers can be computed', async () => {
  const tables = await loadTables();
  const places = tables.flatMap((table) =>
    tableView(table).columns.flatMap(({ key }) => {
      const place = placeOf(table.id, key);
      return place ? [{ table: table.id, column: key, href: place.href }] : [];
    }),
  );

  it('are given for every table, or the reason why not', () => {
    const without = tables
      .map(({ id }) => id)
      .filter((id) => notComputable(id) === null && !places.some(({ table }) => table === id));
    expect(without).toEqual([]);
    expect(places.length).toBeGreaterThan(40);
  });

  it('are pages of this site, with queries that they take whole', () => {
    for (const { href } of places) {
      const { pathname, searchParams } = new URL(href, 'https://x.test');
      expect(existsSync(`src/routes${pathname}+page.svelte`)).toBe(true);
      if (pathname === '/compare/') expect(readCompare(searchParams).dropped).toEqual([]);
      if (pathname === '/score/') expect(readScore(searchParams).dropped).toEqual([]);
    }
  });

  it('lead from a method to the page that runs it, under the names of the tables', () => {
    const names = new Set(
      tables.flatMap(({ rows }) =>
        rows.flatMap(({ method }) => (typeof method === 'string' ? [method] : [])),
      ),
    );
    const led = [...names].filter((name) => methodPlace(name) !== null);
    expect(led.sort()).toEqual([
      'Fixed top-8 finalization',
      'Independent similarity (fixed 7)',
      'MSS-Complement',
      'No feedback (adaptive 4-8)',
      'No feedback (fixed 7)',
      'SSR',
      'Single-stage MSS proposal',
    ]);
    for (const name of led) {
      const { pathname } = new URL(methodPlace(name)!.href, 'https://x.test');
      expect(existsSync(`src/routes${pathname}+page.svelte`)).toBe(true);
    }
  });

  it('carry the measure and cutoff of their column', () => {
    const hrefOf = (table: string, column: string) => placeOf(table, column)?.href;
    expect(hrefOf('table-01', 'group@8')).toBe('/score/?k=8&measure=group_recall');
    expect(hrefOf('table-16', 'difference@8')).toBe('/compare/?measures=mss_complete&k=8&strata=groups');
    expect(hrefOf('table-15', 'complete@5_interval_low')).toBe(
      '/compare/?measures=mss_complete&k=5&strata=overlap',
    );
    expect(hrefOf('table-12', 'difference')).toContain('matched=');
    const returned = hrefOf('table-04', 'returned_completion') ?? '';
    const { choice, dropped } = readCompare(new URL(returned, 'https://x.test').searchParams);
    expect(dropped).toEqual([]);
    expect(choice).toMatchObject({ measures: ['mss_complete'], returned: true });
  });

  it('are not given where the same cannot be computed', () => {
    for (const table of ['table-03', 'table-17', 'table-18', 'table-19', 'table-25'])
      for (const column of [
        'complete@5',
        'group@5',
        'complete@5_difference',
        'difference',
        'fallbacks',
        'returned_completion',
      ])
        expect(placeOf(table, column)).toBeNull();
    for (const table of tables)
      for (const { name } of table.columns) expect(placeOf(table.id, name)?.href ?? '').not.toBe('/score/');
  });

  it('never lead from the paper’s BM25 to a view of ours, and say why', () => {
    expect(methodPlace('BM25')).toBeNull();
    expect(methodCaution('BM25')).toContain('Not the BM25 of this site');
    expect(methodCaution('MSS-Complement')).toBeNull();
  });
});
