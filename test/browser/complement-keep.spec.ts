import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type * as contract from './complement/store-entry';
import { killed, OPERATIONS, REQUESTS } from '../support/store-contract';
import { hashIn, KEY, openDemo, readEverything, useEndpoint } from './complement/page';
import { expect, test } from './fixtures';

/** What the Complement page keeps in the browser: a run's calls, the edited configuration, the own recording. */

async function contractSource(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { $lib: fileURLToPath(new URL('../../src/lib', import.meta.url)) } },
    build: {
      write: false,
      minify: false,
      lib: { entry: 'test/browser/complement/store-entry.ts', formats: ['iife'], name: 'contract' },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  if (!output || !('output' in output)) throw new Error('The contract was not bundled.');
  return `${output.output[0].code}\nwindow.contract = contract;`;
}

/** Calls a function of the bundled contract in the page. */
const inPage = (page: Page, name: keyof typeof contract, k = 0): Promise<unknown> =>
  page.evaluate(
    ([called, place]) =>
      (window as unknown as { contract: Record<string, (k: number) => unknown> }).contract[called]!(place),
    [name, k] as const,
  );

test('a run in IndexedDB: the contract of every store, and twenty kills without a lost or doubled attempt', async ({
  page,
}) => {
  // A plain file of the site: its origin's storage, without an app that works on it at the same time.
  await page.goto('demo/manifest.json');
  await page.evaluate(await contractSource());
  expect(await inPage(page, 'operations')).toEqual(OPERATIONS);
  const whole = await inPage(page, 'whole');
  for (let n = 0; n < 20; n += 1) {
    const k = (n * 7 + 3) % REQUESTS;
    const seen = await inPage(page, 'kill', k);
    expect(seen, `killed at request ${k}`).toEqual(killed(k, String(whole)));
  }
  expect(await inPage(page, 'places')).toEqual({ found: true, all: true, later: 'later', byPlace: 0 });
  expect(await inPage(page, 'left')).toBe(0);
});

test('an edited configuration survives a reload without its key, and goes back to default', async ({
  page,
}) => {
  await openDemo(page);
  const hash = await hashIn(page);
  await expect(page.getByTestId('draft')).toHaveCount(0);
  await useEndpoint(page, 'custom', 'http://127.0.0.1:45990/v1', KEY, 'my-model');
  await page.getByText('Method, limits and prompts').click();
  await page.getByText('Prompts', { exact: true }).click();
  await page.getByRole('combobox', { name: /^Method/ }).selectOption('no-feedback-fixed');
  await page.getByLabel('Final, at most').fill('7');
  await page.getByLabel('Prompt: retry').fill('Once more, please.');
  await expect.poll(() => page.evaluate(readEverything)).toContain('Once more, please.');
  const edited = await hashIn(page);
  expect(edited).not.toBe(hash);
  await page.reload();

  await expect(page.getByTestId('draft')).toContainText('your draft of an earlier visit');
  await expect(page.getByTestId('configuration-hash')).toHaveText(edited);
  await expect(page.getByRole('radio', { name: /An endpoint/ })).toBeChecked();
  await expect(page.getByLabel('Base URL')).toHaveValue('http://127.0.0.1:45990/v1');
  await expect(page.getByLabel('Model of the revisions')).toHaveValue('my-model');
  await expect(page.getByTestId('key-state')).toHaveText('No key for this endpoint.');
  const kept = await page.evaluate(readEverything);
  expect(kept).toContain('Once more, please.');
  expect(kept).not.toContain(KEY);

  await page.getByRole('button', { name: 'Back to default' }).click();
  await expect(page.getByTestId('configuration-hash')).toHaveText(hash);
  await expect.poll(() => page.evaluate(readEverything)).not.toContain('Once more, please.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Run this state' })).toBeEnabled();
  await expect(page.getByTestId('configuration-hash')).toHaveText(hash);
  await expect(page.getByTestId('draft')).toHaveCount(0);
});

test('a text that holds a key, or an address that could, is never kept', async ({ page }) => {
  await openDemo(page);
  await useEndpoint(page, 'custom', 'http://127.0.0.1:45990/v1', KEY);
  await page.getByLabel('Model of the revisions').fill('kept-model');
  await expect.poll(() => page.evaluate(readEverything)).toContain('kept-model');
  await page.getByLabel('Model of the revisions').fill(KEY);
  await page.getByLabel('Base URL').fill('http://127.0.0.1:45990/v1?key=secret-in-url');
  await page.reload();
  await expect(page.getByLabel('Model of the revisions')).toHaveValue('kept-model');
  const kept = await page.evaluate(readEverything);
  expect([kept.includes(KEY), kept.includes('secret-in-url')]).toEqual([false, false]);
});

test('an edit is kept however soon the page is left after it', async ({ page }) => {
  await openDemo(page);
  await page.getByText('Method, limits and prompts').click();
  await page.getByText('Prompts', { exact: true }).click();
  for (let n = 0; n < 8; n += 1) {
    const prompt = page.getByLabel('Prompt: retry');
    await prompt.fill(`Edit ${n}`);
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await loaded;
    await page.locator('html[data-ready]').waitFor();
    await expect(page.getByTestId('draft')).toContainText('your draft of an earlier visit');
    await page.getByText('Method, limits and prompts').click();
    await page.getByText('Prompts', { exact: true }).click();
    await expect(prompt).toHaveValue(`Edit ${n}`);
  }
});

test('a draft that only the journal holds is put back and then lies in the database', async ({ page }) => {
  await openDemo(page);
  await page.getByText('Method, limits and prompts').click();
  await page.getByText('Prompts', { exact: true }).click();
  // The database of a page that is being left: it takes no draft any more.
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
      if (key === 'complement-draft') throw new DOMException('The page is left.', 'InvalidStateError');
      return put.call(this, value, key);
    };
  });
  await page.getByLabel('Prompt: retry').fill('Only in the journal.');
  const journal = () => page.evaluate(() => localStorage.getItem('complement-draft') ?? 'empty');
  await expect.poll(journal).toContain('Only in the journal.');
  await page.reload();
  await expect(page.getByTestId('draft')).toContainText('your draft of an earlier visit');
  await expect.poll(journal).toBe('empty');
  await page.reload();
  await page.getByText('Method, limits and prompts').click();
  await page.getByText('Prompts', { exact: true }).click();
  await expect(page.getByLabel('Prompt: retry')).toHaveValue('Only in the journal.');
});

test('an own recording is there again after a reload, until it is dropped', async ({ page }) => {
  await openDemo(page);
  const own = page.getByRole('group', { name: 'Your own exported run (zip)' }).locator('input[type=file]');
  await own.setInputFiles('static/demo/complement-run.zip');
  const recording = page.getByTestId('recording');
  await expect(recording).toContainText('25 recorded states, 25 in the present split');
  await page.reload();
  await expect(recording).toContainText('complement-run.zip: 25 recorded states, 25 in the present split');
  await page.getByRole('button', { name: 'Run this state' }).click();
  await expect(page.getByText('recorded; no call was made')).toHaveCount(3);
  await page.getByRole('button', { name: 'Back to the demo run' }).click();
  await expect(recording).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('The demo run was recorded with a script')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run this state' })).toBeEnabled();
  await expect(recording).toHaveCount(0);
});
