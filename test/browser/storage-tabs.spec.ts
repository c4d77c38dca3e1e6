import type { Page } from '@playwright/test';
import { releaseShaped } from '../support/split';
import { expect, openPage, test } from './fixtures';
import { demo } from './kept';

test.describe('two tabs', () => {
  async function both(page: Page) {
    await demo(page);
    const other = await page.context().newPage();
    await openPage(other, 'storage/');
    return other;
  }

  test('a split that another tab deletes goes here too, and the page says so', async ({ page }) => {
    const other = await both(page);
    await other.getByRole('button', { name: 'Delete Demo' }).click();
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Demo was deleted in another tab.')).toBeVisible();
    await expect(page.getByText('No split is open')).toBeVisible();
    await expect(page.getByText('25 of 25 states')).toHaveCount(0);
  });

  test('a split that another tab adds can be chosen here; deleted, the next one takes its place', async ({
    page,
  }) => {
    const other = await both(page);
    await openPage(other, 'data/');
    const { items } = releaseShaped(5, 3);
    await other
      .locator('input[type=file]')
      .setInputFiles([{ name: 'other.jsonl', mimeType: 'text/plain', buffer: Buffer.from(items) }]);
    const option = page.getByLabel('Split').locator('option');
    await expect(option).toHaveText(['Demo (25 states)', 'other.jsonl (5 states)']);
    await expect(page.getByText('25 of 25 states')).toBeVisible();
    await openPage(other, 'storage/');
    await other.getByRole('button', { name: 'Delete Demo' }).click();
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Demo was deleted in another tab; other.jsonl is in use now.')).toBeVisible();
    await expect(page.getByText('5 of 5 states')).toBeVisible();
  });

  test('runs that another tab adds or deletes show here', async ({ page }) => {
    const other = await both(page);
    const methods = page.getByLabel('Method').locator('option');
    await expect(methods).toHaveCount(4);
    await openPage(other, 'score/?split=demo');
    await expect(other.getByRole('region', { name: 'Results' })).toBeVisible();
    const row = '{"state_id":"nowhere","method":"from the other tab","ranked_evidence_ids":[]}';
    const own = await other.evaluate(async () => {
      const items = await (await fetch('../demo/items.jsonl')).text();
      return items
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { state_id: string }).state_id);
    });
    const buffer = Buffer.from(own.map((id) => row.replace('nowhere', id)).join('\n'));
    await other
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'p.jsonl', mimeType: 'text/plain', buffer }]);
    await expect(methods.filter({ hasText: 'from the other tab' })).toHaveCount(1);
    await openPage(other, 'storage/');
    await other.getByRole('button', { name: 'Delete from the other tab' }).click();
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(methods.filter({ hasText: 'from the other tab' })).toHaveCount(0);
    await expect(methods).toHaveCount(4);
  });
});
