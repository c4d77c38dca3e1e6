import { readFileSync } from 'node:fs';
import { releaseShaped } from '../support/split';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';
import { demo, tamper, written } from './kept';

test('the page lists what is kept, and deletes it', async ({ page }) => {
  await demo(page);
  await openPage(page, 'storage/');
  const row = page.getByRole('row', { name: /^Demo demo/ });
  await expect(row).toContainText('25');
  await expect(row).toContainText(/kB|MB/);
  await expectAccessible(page);
  await expect(page.getByRole('row', { name: /^Prepared splits/ })).toContainText(/(kB|MB)/);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: 'Delete Demo' }).click();
  await expect(row.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: 'Delete Demo' })).toBeFocused();
  await row.getByRole('button', { name: 'Delete Demo' }).click();
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('None is kept.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('None is kept.')).toBeVisible();
});

test('runs and settings travel in an export; a broken one writes nothing', async ({ page }) => {
  await demo(page);
  // The score page keeps its prediction files as a setting: no JSON, and no empty hull in an export.
  await openPage(page, 'score/');
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await written(page, 'settings', 1, 'score-files:demo');
  await openPage(page, 'storage/');
  await expect(page.getByRole('row', { name: /Settings and drafts [1-9]/ })).toBeVisible();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const text = readFileSync(await (await waiting).path(), 'utf8');
  expect(text.split('\n').filter((line) => line.includes('"store":"runs"'))).toHaveLength(3);
  expect(text).not.toContain('score-files');
  const row = page.getByRole('row', { name: /^Demo demo/ });
  await row.getByRole('button', { name: 'Delete Demo' }).click();
  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  const give = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from(content) }]);
  await give(`${text}{"store":"runs","value":{}}\n`);
  await expect(page.getByText('Nothing was written')).toBeVisible();
  await give(text);
  await expect(page.getByText(/\d+ records were written/)).toBeVisible();
  await openPage(page, 'explore/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByLabel('Method').locator('option')).toHaveCount(4);
});

test('a kept form of an older version is made anew from the files', async ({ page }) => {
  await demo(page);
  await tamper(page, 'older-version');
  await openPage(page, 'explore/');
  await expect(page.getByText('25 of 25 states')).toBeVisible();
  await expect(page.getByText('made-before')).toHaveCount(0);
});

test('a database of the first schema is brought up to date with its content', async ({ page }) => {
  await page.goto('icon.svg');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('complement', 1);
        open.onupgradeneeded = () => {
          const db = open.result;
          for (const name of ['splits', 'batches', 'secrets']) db.createObjectStore(name, { keyPath: 'key' });
          db.createObjectStore('runs', { keyPath: 'key' }).createIndex('by-split', 'splitKey');
          db.createObjectStore('vectors', { keyPath: 'key' }).createIndex('by-model', 'model');
          db.createObjectStore('calls', { keyPath: 'key' }).createIndex('by-run', 'runKey');
          db.createObjectStore('tokens');
          db.createObjectStore('settings').put('kept', 'draft');
        };
        open.onsuccess = () => {
          open.result.close();
          resolve();
        };
      }),
  );
  await openPage(page, 'storage/');
  await expect(page.getByRole('row', { name: /Settings and drafts 1/ })).toBeVisible();
  await demo(page);
});

test('a tab with an older version blocks the storage: the new tab says so, and goes on once it is gone', async ({
  page,
  context,
  baseURL,
}) => {
  const old = await context.newPage();
  await old.goto(`${baseURL ?? ''}icon.svg`);
  await old.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('complement', 1);
        open.onupgradeneeded = () => void open.result.createObjectStore('settings');
        // An old tab that does not listen to `versionchange` keeps its connection.
        open.onsuccess = () => {
          (window as unknown as { held: IDBDatabase }).held = open.result;
          resolve();
        };
      }),
  );
  await openPage(page, 'storage/');
  await expect(page.getByText('Another tab with an older version')).toBeVisible({ timeout: 5000 });
  await old.evaluate(() => (window as unknown as { held: IDBDatabase }).held.close());
  await old.evaluate(() => indexedDB.deleteDatabase('complement'));
  await old.close();
  await expect(page.getByText('Another tab with an older version')).toHaveCount(0);
});

test('a tab that is overtaken by a newer version lets go and says so', async ({ page, context, baseURL }) => {
  await openPage(page, 'storage/');
  await expect(page.getByText('None is kept.')).toBeVisible();
  const newer = await context.newPage();
  await newer.goto(`${baseURL ?? ''}icon.svg`);
  await newer.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('complement', 99);
        open.onsuccess = () => {
          open.result.close();
          resolve();
        };
      }),
  );
  await expect(page.getByText('A newer version of this site was opened')).toBeVisible();
});

test('a visit cut off while writing leaves everything or nothing, and the next one works', async ({
  page,
}) => {
  const { items, labels } = releaseShaped(60, 4);
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  for (const wait of [60, 250, 700]) {
    await openPage(page, 'data/');
    await page.locator('input[type=file]').setInputFiles([file('i.jsonl', items), file('l.jsonl', labels)]);
    await page.waitForTimeout(wait);
    await page.reload();
  }
  await openPage(page, 'data/');
  await page.locator('input[type=file]').setInputFiles([file('i.jsonl', items), file('l.jsonl', labels)]);
  await expect(page.getByText('60 states, with certificates')).toBeVisible();
  await openPage(page, 'explore/');
  await expect(page.getByText('60 of 60 states')).toBeVisible();
});

test('without room the work goes on in memory and says so', async ({ page, context, baseURL }) => {
  await openPage(page, 'data/');
  const devtools = await context.newCDPSession(page);
  const origin = new URL(baseURL ?? '').origin;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100_000 });
  const { items } = releaseShaped(20, 4);
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'i.jsonl', mimeType: 'text/plain', buffer: Buffer.from(items) }]);
  await expect(page.getByText('no more room').first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: /Composition of/ }).getByRole('row', { name: /^States 20/ }),
  ).toBeVisible();
});
