import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, openPage } from '../fixtures';

/** What the specs of the Complement page do alike. */

/** The key that must show nowhere. */
export const KEY = 'sk-SENTINEL-browser-77d0';

export async function openDemo(page: Page): Promise<void> {
  await openPage(page, 'complement/?split=demo');
  await expect(page.getByRole('button', { name: 'Run this state' })).toBeEnabled();
}

/** Waits for the end of a batch: 75 calls, also on a busy machine. */
export const finished = (page: Page, status: string) =>
  expect(page.getByTestId('batch-status')).toHaveText(status, { timeout: 100_000 });

/** The configuration's hash, once it is computed. */
export async function hashIn(page: Page): Promise<string> {
  await expect(page.getByTestId('configuration-hash')).toHaveText(/^[0-9a-f]{64}$/);
  return page.getByTestId('configuration-hash').innerText();
}

export async function useEndpoint(
  page: Page,
  preset: string,
  url: string,
  key = KEY,
  model = 'mock',
): Promise<void> {
  await page.getByRole('radio', { name: /An endpoint/ }).check();
  await page.getByLabel('Provider').selectOption(preset);
  await page.getByLabel('Base URL').fill(url);
  await page.getByLabel('Model of the proposal').fill(model);
  await page.getByLabel('Model of the revisions').fill(model);
  if (key === '') return;
  await page.getByLabel(/^Key for/).fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await expect(page.getByTestId('key-state')).toHaveText('A key is in memory for this endpoint.');
}

export const fileInput = (page: Page, label: string) =>
  page.getByRole('group', { name: label }).locator('input[type=file]');

/** The files of a batch's export: of the only batch, or of the one given. */
export async function exported(page: Page, batch: Page | Locator = page): Promise<Record<string, string>> {
  const download = page.waitForEvent('download');
  await batch.getByRole('button', { name: 'Export', exact: true }).click();
  const path = await (await download).path();
  const files = unzipSync(new Uint8Array(readFileSync(path)));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  );
}

/** Runs in the page: all that the origin keeps, as one text. */
export async function readEverything(): Promise<string> {
  const parts: string[] = [
    location.href,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
  ];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(name ?? '');
      request.onsuccess = () => done(request.result);
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((done) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => done(request.result as unknown[]);
      });
      parts.push(
        JSON.stringify(rows, (_key, value: unknown) =>
          value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
        ),
      );
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) parts.push(request.url);
  }
  return parts.join('\n');
}
