import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { releaseShaped } from '../support/split';
import { expect, openPage, test } from './fixtures';
import { drop, FOLDER, gzipBomb, manyItems } from './hostile-files';

const made = releaseShaped(30, 11);
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

test.describe('files that are not what they should be', () => {
  const named = (page: Page) => page.getByRole('list', { name: 'What these files are' });

  for (const [name, content, words] of [
    ['an empty file', '', 'empty: not one byte'],
    ['a web page', '<!DOCTYPE html><title>Sign in</title>', 'a web page (HTML), not data'],
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'no records can be read: line 1'],
    ['a JSON array', '[{"candidate_evidence":[]}]', 'no records can be read: line 1'],
    ['other JSON', '{"hello":1}', 'its first record has none of the fields'],
    ['predictions', '{"state_id":"s","ranked_evidence_ids":[]}', 'open them on the Score page'],
    ['an empty gzip', gzipSync(''), 'its first record has none of the fields'],
    ['a gzip of a web page', gzipSync('<html>'), 'no records can be read: line 1'],
  ] as const) {
    test(`${name}: named, nothing used, and the page goes on`, async ({ page }) => {
      await openPage(page, 'data/');
      const input = page.locator('input[type=file]');
      await input.setInputFiles([file('x.jsonl', Buffer.from(content))]);
      await expect(named(page)).toContainText(words);
      await expect(page.getByText('Ready.', { exact: true })).toHaveCount(0);
      await input.setInputFiles([file('i.jsonl', made.items)]);
      await expect(page.getByText('i.jsonl: 30 states.')).toBeVisible();
    });
  }

  test('a folder, and a name that is markup', async ({ page }) => {
    await openPage(page, 'data/');
    await drop(page, FOLDER);
    await expect(page.getByRole('alert')).toContainText('Folders are not read.');
    const name = '<img src=x onerror="window.pwned=1">\u202e.jsonl';
    await page.locator('input[type=file]').setInputFiles([file(name, made.items)]);
    await expect(named(page)).toContainText('<img src=x onerror="window.pwned=1">⟦U+202E⟧.jsonl');
    await expect(page.getByText('Ready.', { exact: true })).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });

  test('a 1 GB gzip bomb: a clear message, and the page goes on', async ({ page }) => {
    await openPage(page, 'data/');
    const input = page.locator('input[type=file]');
    await input.setInputFiles([file('bomb.jsonl.gz', await gzipBomb())]);
    await expect(named(page)).toContainText('no records can be read: line 1', { timeout: 90_000 });
    await input.setInputFiles([file('i.jsonl', made.items)]);
    await expect(page.getByText('i.jsonl: 30 states.')).toBeVisible();
  });

  /** What a progress bar shows from now on, as `[value, max]`, each change once. */
  const watchProgress = (page: Page, label: string) =>
    page.evaluate((name) => {
      const seen: [number, number][] = [];
      (window as unknown as { seen: typeof seen }).seen = seen;
      const look = () => {
        const bar = document.querySelector<HTMLProgressElement>(`progress[aria-label="${name}"]`);
        const last = seen.at(-1);
        if (bar && bar.position >= 0 && (last?.[0] !== bar.value || last[1] !== bar.max))
          seen.push([bar.value, bar.max]);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    }, label);
  const progressSeen = (page: Page) =>
    page.evaluate(() => (window as unknown as { seen: [number, number][] }).seen);

  test('300 MB of items: progress in true bytes, a page that answers, a cancel that works', async ({
    page,
  }) => {
    await openPage(page, 'data/');
    await watchProgress(page, 'Reading and checking');
    await drop(page, manyItems(30));
    const job = page.getByRole('group', { name: 'Reading and checking' });
    await expect(job).toContainText(/ MB of 30\d\.\d MB/, { timeout: 90_000 });
    // The page answers while the worker reads: a field takes what is typed.
    await page.getByText('Fetch from a mirror instead').click();
    await page.getByLabel(/Address of the release/).fill('http://127.0.0.1/');
    await expect(page.getByLabel(/Address of the release/)).toHaveValue('http://127.0.0.1/');
    await job.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled; nothing was kept.')).toBeVisible();
    await expect(job).toHaveCount(0);
    const seen = await progressSeen(page);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(([, max]) => max)).size).toBe(1);
    expect(seen.every(([value, max], i) => value <= max && value >= (seen[i - 1]?.[0] ?? 0))).toBe(true);
    await page.locator('input[type=file]').setInputFiles([file('i.jsonl', made.items)]);
    await expect(page.getByText('i.jsonl: 30 states.')).toBeVisible();
  });

  test('40 MB are read to the last byte; of 40,000 faults the first 1,000 are listed', async ({ page }) => {
    await openPage(page, 'data/');
    await watchProgress(page, 'Reading and checking');
    await drop(page, manyItems(4));
    await expect(page.getByRole('region', { name: /^The first 1,000 of \d\d,\d{3} faults/ })).toBeVisible({
      timeout: 90_000,
    });
    const seen = await progressSeen(page);
    const line = JSON.stringify({
      state_id: 's',
      candidate_evidence: [{ evidence_id: 'a', content_excerpt: 'x'.repeat(1000) }],
    });
    const size = 4 * Math.ceil(1e7 / (line.length + 1)) * (line.length + 1);
    expect(seen.at(-1)).toEqual([size, size]);
    await expect(page.getByText('Ready.', { exact: true })).toHaveCount(0);
  });
});
