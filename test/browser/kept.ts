import type { Page } from '@playwright/test';
import { expect, openPage } from './fixtures';

/** Waits until so many records are written, of one key or of all: pages show things before they are. */
export const written = (page: Page, store: 'prepared' | 'settings' | 'runs', wanted: number, key?: string) =>
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

export async function demo(page: Page) {
  await openPage(page, 'explore/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByText('25 of 25 states')).toBeVisible();
  await written(page, 'runs', 3);
}

export type Tampering = 'older-version' | 'lose-prepared' | 'lose-items' | 'lose-labels';

/** Changes the demo's records behind the site's back; a Blob that is lost gives no byte any more. */
export async function tamper(page: Page, ...changes: Tampering[]) {
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
