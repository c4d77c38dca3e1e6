import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parquetReadObjects } from 'hyparquet';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

async function openSql(page: Page, query?: string) {
  await openPage(page, `sql/?split=demo${query === undefined ? '' : `&q=${encodeURIComponent(query)}`}`);
  await page.locator('[data-editor=ready]').waitFor();
}
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const type = async (page: Page, sql: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(sql);
};

test('the first query answers; the page is accessible; its link gives the same again', async ({ page }) => {
  await openSql(page);
  await run(page);
  const result = page.getByRole('region', { name: /4 rows/ });
  await expect(result.getByRole('row', { name: /before_search 11/ })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  const link = page.url();
  expect(new URL(link).searchParams.get('q')).toContain('FROM state_overview');
  await openPage(page, link);
  await run(page);
  await expect(page.getByRole('region', { name: /4 rows/ })).toBeVisible();
});

test('values are plain, wide results are cut and more are shown on request', async ({ page }) => {
  await openSql(
    page,
    'SELECT i, i::HUGEINT AS huge, 1.5::DECIMAL(4,1) AS d, NULL AS nothing FROM range(5000) t(i)',
  );
  await run(page);
  await expect(page.getByText('The first 1,000 rows')).toBeVisible();
  await expect(page.getByRole('row', { name: '0 0 1.5 –' })).toBeVisible();
  await page.getByRole('button', { name: 'Show more (up to 10,000)' }).click();
  await expect(page.getByText(/^5,000 rows/)).toBeVisible();
  const drawn = page.getByRole('region', { name: /5,000 rows/ }).locator('tbody tr');
  await expect.poll(() => drawn.count()).toBeLessThan(100);
});

/** A result as JSON. */
async function jsonOf<Row>(page: Page): Promise<Row[]> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  return JSON.parse(readFileSync(await (await waiting).path(), 'utf8')) as Row[];
}

test('a query that draws is drawn once: the rows shown stay, sorted or not, and the file holds them', async ({
  page,
}) => {
  await openSql(page, 'SELECT i, random() AS drawn FROM range(20000) t(i)');
  await run(page);
  const first = page.getByRole('region', { name: /The first 1,000 rows/ });
  await expect(first).toBeVisible();
  const cells = await first.locator('tbody tr td').allTextContents();
  const records = await jsonOf<{ i: number; drawn: number }>(page);
  expect(records).toHaveLength(20_000);
  expect(records.slice(0, 3).flatMap(({ i, drawn }) => [String(i), String(drawn)])).toEqual(
    cells.slice(0, 6),
  );
  await first.getByRole('button', { name: 'drawn' }).click();
  await page.getByRole('button', { name: 'Show more (up to 10,000)' }).click();
  await page.getByRole('button', { name: 'Show more (up to 100,000)' }).click();
  const all = page.getByRole('region', { name: /^20,000 rows/ });
  // Still sorted by what was drawn, the largest first, over all the rows that were drawn at the start.
  const largest = records.reduce((a, b) => (b.drawn > a.drawn ? b : a));
  await expect(all.locator('tbody tr').first()).toHaveText(new RegExp(`^${largest.i}\\s*${largest.drawn}$`));
  expect(await jsonOf(page)).toEqual(records);
});

test('100,000 rows scroll to their end; a longer result is taken away as a file, and that can be cancelled', async ({
  page,
}) => {
  await openSql(page, 'SELECT i, i * 2 AS twice FROM range(300000) t(i)');
  await run(page);
  await page.getByRole('button', { name: 'Show more (up to 10,000)' }).click();
  await page.getByRole('button', { name: 'Show more (up to 100,000)' }).click();
  const rows = page.getByRole('region', { name: /The first 100,000 rows/ });
  await rows.focus();
  await page.keyboard.press('End');
  await expect(rows.getByRole('row', { name: '99999 199998' })).toBeVisible();
  await expect.poll(() => rows.locator('tbody tr').count()).toBeLessThan(100);
  await expect(page.getByRole('button', { name: /Show more/ })).toHaveCount(0);
  await expect(page.getByText('The whole result as a file:')).toBeVisible();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const csv = readFileSync(await (await waiting).path(), 'utf8');
  expect(csv.trim().split('\n').at(-1)).toBe('299999,599998');
  await expect(page.getByText('300,000 rows.')).toBeVisible();
});

test('DuckDB rests after five minutes: what is wholly shown still goes out, what is not says why', async ({
  page,
}) => {
  await page.clock.install();
  await openSql(page, 'SELECT random() AS drawn FROM range(3)');
  await run(page);
  const result = page.getByRole('region', { name: /^3 rows/ });
  await expect(result).toBeVisible();
  const cells = await result.locator('tbody td').allTextContents();
  await page.clock.fastForward('06:00');
  expect((await jsonOf<{ drawn: number }>(page)).map(({ drawn }) => String(drawn))).toEqual(cells);
  await type(page, 'SELECT random() AS drawn FROM range(3000)');
  await run(page);
  await expect(page.getByRole('region', { name: /^The first 1,000 rows/ })).toBeVisible();
  await page.clock.fastForward('06:00');
  await page.getByRole('button', { name: 'Show more (up to 10,000)' }).click();
  await expect(page.getByRole('alert')).toContainText('Run the query again to get more of it.');
  await run(page);
  await page.getByRole('button', { name: 'Show more (up to 10,000)' }).click();
  await expect(page.getByRole('region', { name: /^3,000 rows/ })).toBeVisible();
});

test('hostile text in cells, names and messages shows as text', async ({ page }) => {
  const html = `<img src=x onerror="window.pwned=1">`;
  const cell = `'${html}' || chr(0) || chr(27) || '[2J' || chr(8238) || 'end'`;
  await openSql(page, `SELECT ${cell} AS "${html.replaceAll('"', '""')}", repeat('x', 2000000) AS long`);
  await run(page);
  const result = page.getByRole('region', { name: /^1 row/ });
  await expect(result.getByRole('cell').first()).toHaveText(`${html}␀␛[2J⟦U+202E⟧end`);
  await expect(result.getByRole('columnheader').first()).toContainText(html);
  await expect(result.getByRole('cell').nth(1)).toHaveText(/^x{2000}…$/);
  await type(page, `SELECT "\u202e${html.replaceAll('"', '')}" FROM states`);
  await run(page);
  await expect(page.getByRole('alert')).toContainText('⟦U+202E⟧<img');
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('every example answers on the demo', async ({ page }) => {
  await openSql(page);
  const choice = page.getByLabel('Examples');
  const options = choice.locator('option');
  await expect(options.nth(1)).toHaveText(/\?$|^Means/);
  const titles = (await options.allTextContents()).slice(1);
  expect(titles.length).toBeGreaterThan(6);
  for (const [i, title] of titles.entries()) {
    await choice.selectOption({ label: title });
    const result = page.locator(`[data-result="${i + 1}"]`);
    await expect(result.getByRole('region', { name: /^[\d,]+ rows?, / })).toBeVisible();
    await expect(result.locator('tbody tr').first(), title).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('a mistake shows DuckDB’s words; a hint says what is not available here', async ({ page }) => {
  await openSql(page, 'SELECT nothing FROM states');
  await run(page);
  await expect(page.getByRole('alert')).toContainText('Referenced column "nothing" not found');
  for (const [sql, words] of [
    ["SELECT json_extract('{}', '$.a')", 'would have to be downloaded'],
    ["SELECT * FROM read_parquet('https://example.com/x.parquet')", 'would have to be downloaded'],
    ["SELECT * FROM 'https://example.com/x.csv'", ''],
    ['INSTALL httpfs; LOAD httpfs', ''],
    ['LOAD httpfs', 'would have to be downloaded'],
    ["ATTACH 'https://example.com/x.db'", ''],
  ] as const) {
    await type(page, sql);
    await run(page);
    await expect(page.getByRole('alert')).toContainText(words);
  }
});

test('a long query is cancelled, and the next one runs', async ({ page }) => {
  await openSql(page, 'SELECT sum(sqrt(a.i * b.i)) FROM range(1000000) a(i), range(1000000) b(i)');
  await run(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled.')).toBeVisible();
  await type(page, 'SELECT count(*) AS n FROM states');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('row', { name: '25', exact: true })).toBeVisible();
});

test('results go out as CSV, JSON and Parquet', async ({ page }) => {
  await openSql(
    page,
    "SELECT state_type, count(*) AS n, '=1+1' AS formula FROM states GROUP BY ALL ORDER BY n, state_type",
  );
  await run(page);
  await expect(page.getByText(/^4 rows/)).toBeVisible();
  const take = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    return readFileSync(await (await waiting).path());
  };
  const json = JSON.parse((await take('JSON')).toString()) as { state_type: string; n: number }[];
  expect(json.map((row) => row.n).sort((a, b) => a - b)).toEqual([4, 4, 6, 11]);
  const csv = (await take('CSV')).toString();
  expect(csv).toContain("before_search,11,'=1+1");
  const parquet = await take('Parquet');
  const file = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toEqual(json);
});

test('runs at hand are tables too, and dropped tables can be restored', async ({ page }) => {
  await openSql(page, 'SELECT count(*) AS n, count(DISTINCT method) AS m FROM predictions WHERE rank = 1');
  await run(page);
  await expect(page.getByRole('row', { name: /\d+ 3/ })).toBeVisible();
  await type(page, 'DROP TABLE states CASCADE');
  await run(page);
  await type(page, 'SELECT count(*) AS n FROM states');
  await run(page);
  await expect(page.getByRole('alert')).toContainText('states');
  await page.getByRole('button', { name: 'Restore the tables' }).click();
  await run(page);
  await expect(page.getByRole('row', { name: '25', exact: true })).toBeVisible();
});

test('the editor completes names, and Tab leaves it', async ({ page }) => {
  await openSql(page, '');
  await type(page, 'SELECT * FROM certif');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: 'certificates' })).toBeVisible();
  await page.keyboard.press('Escape');
  await type(page, 'SELECT pool_over FROM state_overview');
  for (let i = 0; i < ' FROM state_overview'.length; i += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await expect(page.getByRole('option', { name: 'pool_overlaps' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT 42');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  await run(page);
  await expect(page.getByRole('row', { name: '42', exact: true }).last()).toBeVisible();
});
