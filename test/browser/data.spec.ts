import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { releaseShaped } from '../support/split';
import { startReleaseHost, type ReleaseHost } from '../support/release-host';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';
import { freePorts } from '../../scripts/ports.mjs';

const [PORT = 0] = await freePorts(1);
const real = '../shared/paper/example';
const made = releaseShaped(30, 11);
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

test.describe('your files', () => {
  test('gzip items and labels are named, checked, kept and found again on the next visit', async ({
    page,
  }) => {
    await openPage(page, 'data/');
    await page
      .locator('input[type=file]')
      .setInputFiles([file('i.jsonl.gz', gzipSync(made.items)), file('l.jsonl', made.labels)]);
    await expect(page.getByText('30 states, with certificates')).toBeVisible();
    await expect(page.getByText('unknown file; by its fields items')).toBeVisible();
    const composition = page.getByRole('region', { name: /Composition of/ });
    await expect(composition.getByRole('row', { name: /^States 30 500 500/ })).toBeVisible();
    await expect(composition.getByRole('row', { name: /^Certificates 30/ })).toBeVisible();
    await expect(
      composition.getByRole('row', { name: /^Complete@5 of a uniform choice, % \(exact\) \d/ }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    // The second visit: everything that reads the site's worker would fail, and nothing needs it.
    await page.route(/data\.worker/, (route) => route.abort());
    await openPage(page, 'explore/');
    await expect(page.getByText('30 of 30 states')).toBeVisible();
  });

  test('joined gzip members are read whole; a cut one is refused with its reason', async ({ page }) => {
    const lines = made.items.trim().split('\n');
    const joined = Buffer.concat([gzipSync(`${lines[0]}\n`), gzipSync(`${lines[1]}\n`)]);
    await openPage(page, 'data/');
    await page.locator('input[type=file]').setInputFiles([file('joined.gz', joined)]);
    await expect(page.getByText('joined.gz: 2 states.')).toBeVisible();
    const whole = gzipSync(made.items);
    await page
      .locator('input[type=file]')
      .setInputFiles([file('cut.gz', whole.subarray(0, whole.length >> 1))]);
    await expect(page.getByText('nothing of them is used')).toBeVisible();
    await expect(page.getByText('the file is cut').first()).toBeVisible();
  });

  test('every fault is listed with its line and field', async ({ page }) => {
    const rows = made.items.trim().split('\n').slice(0, 3);
    const broken = [
      rows[0],
      '{"state_id": 7}',
      rows[1],
      '<html>',
      rows[2]!.replace('"candidate_evidence"', '"pool"'),
    ];
    await openPage(page, 'data/');
    await page.locator('input[type=file]').setInputFiles([file('broken.jsonl', broken.join('\n'))]);
    const faults = page.getByRole('region', { name: /faults/ });
    await expect(faults.getByRole('row', { name: /broken\.jsonl 2 14 state_id/ })).toBeVisible();
    await expect(faults.getByRole('row', { name: /broken\.jsonl 4/ })).toBeVisible();
    await expect(faults.getByRole('row', { name: /broken\.jsonl 5 .*candidate_evidence/ })).toBeVisible();
    await expectAccessible(page);
  });

  test('crowds, foreign files and labels alone get a clear word', async ({ page }) => {
    await openPage(page, 'data/');
    const input = page.locator('input[type=file]');
    await input.setInputFiles(Array.from({ length: 500 }, (_, i) => file(`${i}.txt`, 'x')));
    await expect(page.getByText('500 files came at once')).toBeVisible();
    await input.setInputFiles([file('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))]);
    await expect(page.getByText('no records can be read: line 1')).toBeVisible();
    await input.setInputFiles([file('labels.jsonl', made.labels)]);
    await expect(page.getByText('Labels need their items')).toBeVisible();
  });
});

test.describe('releases', () => {
  const allowed = { console: [/Failed to load resource/, /CORS policy/], hosts: [`127.0.0.1:${PORT}`] };
  test.use({ allowed });
  let host: ReleaseHost;
  test.beforeAll(async () => {
    const there = existsSync(real);
    const items = there ? readFileSync(`${real}/items.jsonl`) : Buffer.alloc(703_902, 97);
    const labels = there ? readFileSync(`${real}/labels.jsonl`) : Buffer.alloc(5845, 98);
    host = await startReleaseHost({ 'example/items.jsonl': items, 'example/labels.jsonl': labels }, PORT);
  });
  test.afterAll(() => host.close());

  async function fetchFrom(page: Page, mode: string) {
    await openPage(page, 'data/');
    await page.getByText('Fetch from a mirror instead').click();
    await page.getByLabel(/Address of the release/).fill(`${host.url}/${mode}`);
    await page.getByRole('button', { name: /Fetch Example/ }).click();
  }

  for (const [mode, words] of [
    ['404', 'HTTP 404'],
    ['403', 'refused'],
    ['html', 'a web page instead'],
    ['wrong', 'is not the released file'],
    ['no-cors', 'does not allow other sites'],
  ] as const) {
    test(`a host that does "${mode}" is named, and nothing is used`, async ({ page }) => {
      await fetchFrom(page, mode);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(page.getByText('at hand')).toHaveCount(0);
      await openPage(page, 'storage/');
      await expect(page.getByText('None is kept.')).toBeVisible();
    });
  }

  test('a slow host shows its speed, can be cancelled, and goes on by range', async ({ page }) => {
    await fetchFrom(page, 'slow');
    await expect(page.getByTestId('rate')).toContainText('/s');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /Go on fetching/ }).click();
    await expect
      .poll(() => host.log.filter((line) => line.includes('/slow/')).at(-1))
      .toMatch(/206 bytes=\d+-/);
  });

  test('what has arrived survives a reload: told, listed, gone on from, and deleted on request', async ({
    page,
  }) => {
    const asked = () => host.log.filter((line) => line.includes('/slow/example/items')).at(-1) ?? '';
    await fetchFrom(page, 'slow');
    // Written down while it arrives: another tab sees it before the fetch ends or breaks.
    const other = await page.context().newPage();
    const row = other.getByRole('row', { name: /Pieces of unfinished downloads/ });
    await expect(async () => {
      await openPage(other, 'storage/');
      await expect(row).toContainText('kB', { timeout: 1000 });
    }).toPass();
    await page.reload();
    const card = page.getByRole('article', { name: 'Example' });
    await expect(card).toContainText(/\d+\.\d kB of it have arrived before and are kept/);
    await page.getByText('Fetch from a mirror instead').click();
    await page.getByLabel(/Address of the release/).fill(`${host.url}/slow`);
    await card.getByRole('button', { name: /Go on fetching Example/ }).click();
    await expect.poll(asked).toMatch(/206 bytes=\d{6,}-$/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toContainText('have arrived before');
    await openPage(other, 'storage/');
    await other.getByRole('button', { name: 'Delete pieces' }).click();
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row).not.toContainText('kB');
    await page.reload();
    await expect(card.getByRole('button', { name: /^Fetch Example/ })).toBeVisible();
    await expect(card).not.toContainText('have arrived before');
  });

  test('the real example: fetched in pieces, verified, kept', async ({ page }) => {
    test.skip(!existsSync(real), 'the real example is not part of the repository');
    await fetchFrom(page, 'cut');
    const card = page.getByRole('article', { name: 'Example' });
    // Each ask mends a break three times by itself, then shows its error; it is asked until the whole is there.
    const atHand = card.getByText('at hand');
    for (let asks = 0; asks < 10; asks += 1) {
      await expect(card.getByRole('alert').or(atHand).first()).toBeVisible();
      if ((await atHand.count()) > 0) break;
      await card.getByRole('button', { name: /Go on fetching/ }).click();
      await expect(card.getByRole('alert')).toHaveCount(0);
    }
    await expect(atHand).toBeVisible();
    expect(host.log.some((line) => /cut\/example\/items\.jsonl 206 bytes=/.test(line))).toBe(true);
    const composition = page.getByRole('region', { name: /Composition of Example/ });
    await expect(composition.getByRole('row', { name: /^Largest pool 120/ })).toBeVisible();
    await expect(composition.getByRole('row', { name: /^Alternative sets 14/ })).toBeVisible();
    await page.locator('input[type=file]').setInputFiles([`${real}/items.jsonl`]);
    await expect(page.getByText('this is Example items')).toBeVisible();
  });
});
