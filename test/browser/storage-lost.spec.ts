import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { releaseShaped } from '../support/split';
import { expect, expectAccessible, openPage, test } from './fixtures';
import { demo, tamper, written } from './kept';

test('a kept form that the browser has lost is made anew from the files', async ({ page }) => {
  await demo(page);
  await tamper(page, 'lose-prepared');
  await openPage(page, 'explore/');
  await expect(page.getByText('25 of 25 states')).toBeVisible();
  await page.locator('.open-row').first().click();
  await expect(page.getByRole('heading', { name: 'Pool' })).toBeVisible();
  await expect(page.getByText('made-before')).toHaveCount(0);
});

const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'Lost by the browser.' });

test('lost items: what is prepared is still read, every page says what is gone, and the demo comes again', async ({
  page,
}) => {
  await demo(page);
  await tamper(page, 'lose-items');
  await openPage(page, 'explore/');
  await expect(lost(page)).toContainText('no longer has the items of Demo (demo/items.jsonl)');
  await expect(page.getByText('25 of 25 states')).toBeVisible();
  await expectAccessible(page);
  for (const path of ['data/', 'sql/', 'score/', 'retrieve/', 'compare/']) {
    await openPage(page, path);
    await expect(lost(page)).toContainText('Open the demo again');
  }
  await openPage(page, 'storage/');
  const row = page.getByRole('row', { name: /^Demo demo/ });
  await expect(row).toContainText('items lost');
  await expect(row.getByRole('button', { name: 'Save files' })).toBeDisabled();
  await openPage(page, 'score/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expect(lost(page)).toHaveCount(0);
});

for (const [part, name] of [
  ['items', 'demo/items.jsonl'],
  ['labels', 'demo/labels.jsonl'],
] as const) {
  test(`lost ${part} and no prepared form: a message, no endless wait, and other splits work`, async ({
    page,
  }) => {
    await openPage(page, 'data/');
    const { items } = releaseShaped(5, 3);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'other.jsonl', mimeType: 'text/plain', buffer: Buffer.from(items) }]);
    await expect(page.getByText('other.jsonl: 5 states.')).toBeVisible();
    await openPage(page, 'explore/?split=demo');
    await expect(page.getByText('25 of 25 states')).toBeVisible();
    await tamper(page, `lose-${part}`, 'lose-prepared');
    await openPage(page, 'explore/?split=demo');
    await expect(lost(page)).toContainText(`no longer has the ${part} of Demo (${name})`);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.getByLabel('Split').selectOption({ label: 'other.jsonl (5 states)' });
    await expect(page.getByText('5 of 5 states')).toBeVisible();
    await expect(lost(page)).toHaveCount(0);
    await page.getByLabel('Split').selectOption({ label: 'Demo (25 states)' });
    await expect(lost(page)).toBeVisible();
    await page.getByRole('button', { name: 'Open the demo' }).click();
    await expect(page.getByText('25 of 25 states')).toBeVisible();
  });
}

test('files that the browser has deleted from its disk: told, loaded again, and their runs are still there', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'complement-profile-'));
  const { items, labels } = releaseShaped(6, 9);
  const give = (page: Page, ...files: [name: string, content: string][]) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        files.map(([name, content]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })),
      );
  const visit = async () => {
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: baseURL ?? '',
    });
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  try {
    const first = await visit();
    await openPage(first.page, 'score/');
    const ids = items
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { state_id: string }).state_id);
    const rows = ids.map((state_id) => ({ state_id, method: 'mine', ranked_evidence_ids: [] }));
    await give(
      first.page,
      ['i.jsonl', items],
      ['l.jsonl', labels],
      ['p.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')],
    );
    await expect(first.page.getByRole('region', { name: 'Results' })).toContainText('mine');
    await written(first.page, 'runs', 1);
    await openPage(first.page, 'explore/');
    await expect(first.page.getByText('6 of 6 states')).toBeVisible();
    await openPage(first.page, 'storage/');
    await expect(first.page.getByRole('row', { name: /^i\.jsonl/ })).toContainText(/kB|MB/);
    await first.context.close();

    const blobs = readdirSync(profile, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /IndexedDB.*\.blob.[0-9a-f/\\]*$/.test(path),
    );
    const files = blobs.map((path) => join(profile, path)).filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) rmSync(path);

    const second = await visit();
    await openPage(second.page, 'explore/');
    await expect(lost(second.page)).toContainText('the items and labels of i.jsonl (i.jsonl, l.jsonl)');
    await expect(lost(second.page)).toContainText('Drop the same file again on the Data page');
    await openPage(second.page, 'storage/');
    await expect(second.page.getByRole('row', { name: /^i\.jsonl/ })).toContainText(
      /items lost\s*labels lost/,
    );
    await openPage(second.page, 'data/');
    await give(second.page, ['l.jsonl', labels]);
    await expect(second.page.getByRole('alert').filter({ hasText: 'no longer has the items' })).toHaveCount(
      2,
    );
    await give(second.page, ['i.jsonl', items], ['l.jsonl', labels]);
    await expect(second.page.getByText('i.jsonl: 6 states, with certificates.')).toBeVisible();
    await expect(lost(second.page)).toHaveCount(0);
    await openPage(second.page, 'explore/');
    await expect(second.page.getByText('6 of 6 states')).toBeVisible();
    await expect(second.page.getByLabel('Method').locator('option')).toHaveText(['none', 'mine']);
    await second.context.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

test('items that are dropped again keep the labels that are at hand', async ({ page }) => {
  const { items, labels } = releaseShaped(6, 9);
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  await openPage(page, 'data/');
  await page.locator('input[type=file]').setInputFiles([file('i.jsonl', items), file('l.jsonl', labels)]);
  await expect(page.getByText('6 states, with certificates')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles([file('again.jsonl', items)]);
  await expect(page.getByText('again.jsonl: 6 states, with certificates')).toBeVisible();
});
