import { gzipSync } from 'node:zlib';
import { releaseShaped } from '../support/split';
import { expect, openPage, test } from './fixtures';

const { items, labels } = releaseShaped(60, 9);
const gz = (name: string, content: string) => ({
  name,
  mimeType: 'application/gzip',
  buffer: gzipSync(content),
});

test.describe('while DuckDB fails', () => {
  test.use({ allowed: { console: [/Failed to load resource/], hosts: [] } });

  test('a split that is being read for it is there all the same, the failure is named, and a query tries anew', async ({
    page,
  }) => {
    await page.route(/duckdb\.worker/, (route) => route.abort());
    await openPage(page, 'sql/?split=demo');
    await expect(page.getByText('DuckDB failed while the split was read')).toBeVisible();
    await page.locator('[data-editor=ready]').waitFor();
    await page.unroute(/duckdb\.worker/);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('region', { name: /4 rows/ })).toBeVisible();
  });
});

test('a large gzip is inflated beside the reader, and is kept whole', async ({ page }) => {
  expect(gzipSync(items).length).toBeGreaterThan(1 << 20);
  await openPage(page, 'data/');
  const started = page.waitForEvent('worker', (worker) => worker.url().includes('inflate.worker'));
  await page.locator('input[type=file]').setInputFiles([gz('i.gz', items), gz('l.gz', labels)]);
  await started;
  await expect(page.getByText('60 states, with certificates')).toBeVisible();
  await expect(page.getByText('Being kept for the next visit')).toHaveCount(0);
  // The second visit reads nothing anew.
  await page.route(/(data|inflate)\.worker/, (route) => route.abort());
  await openPage(page, 'sql/');
  await page.locator('[data-editor=ready]').waitFor();
  await page.getByRole('textbox', { name: 'SQL' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT count(*) AS states, sum(pool_size) AS units FROM states');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const units = items
    .trim()
    .split('\n')
    .reduce(
      (sum, line) => sum + (JSON.parse(line) as { candidate_evidence: unknown[] }).candidate_evidence.length,
      0,
    );
  await expect(page.getByRole('row', { name: `60 ${units}` })).toBeVisible();
});
