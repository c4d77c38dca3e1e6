import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { releaseShaped } from '../support/split';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

/** Waits until so many records are written, of one key or of all: pages show things before they are. */
const written = (page: Page, store: 'prepared' | 'settings' | 'runs', wanted: number, key?: string) =>
  expect
    .poll(() =>
      page.evaluate(
        ([name, only]) =>
          new Promise<number>((resolve, reject) => {
            const open = indexedDB.open('complement');
            open.onerror = () => reject(open.error ?? new Error('no database'));
            open.onsuccess = () => {
              const count = open.result.transaction(name).objectStore(name).count(only);
              count.onsuccess = () => {
                open.result.close();
                resolve(count.result);
              };
            };
          }),
        [store, key] as const,
      ),
    )
    .toBe(wanted);

async function demo(page: Page) {
  await openPage(page, 'explore/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByText('25 of 25 states')).toBeVisible();
  await written(page, 'runs', 3);
}

type Tampering = 'older-version' | 'lose-prepared' | 'lose-items' | 'lose-labels';

/** Changes the demo's records behind the site's back; a Blob that is lost gives no byte any more. */
async function tamper(page: Page, ...changes: Tampering[]) {
  await written(page, 'prepared', 1, 'demo');
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('complement');
        open.onsuccess = () => {
          const tx = open.result.transaction(['prepared', 'splits'], 'readwrite');
          const change = (name: string, edit: (record: Record<string, unknown>) => void) => {
            const get = tx.objectStore(name).get('demo');
            get.onsuccess = () => {
              edit(get.result as Record<string, unknown>);
              tx.objectStore(name).put(get.result);
            };
          };
          for (const what of all) {
            if (what === 'lose-items') change('splits', (split) => (split.items = new Blob([])));
            else if (what === 'lose-labels') change('splits', (split) => (split.labels = new Blob([])));
            else
              change('prepared', (record) => {
                (record.summaries as { title: string }[])[0]!.title = 'made-before';
                if (what === 'older-version') record.version = 0;
                else record.text = new Blob([]);
              });
          }
          tx.oncomplete = () => {
            open.result.close();
            resolve();
          };
          tx.onerror = () => reject(tx.error ?? new Error('tamper failed'));
        };
      }),
    changes,
  );
}

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
