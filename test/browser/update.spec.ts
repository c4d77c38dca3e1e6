import { expect, test, type Page } from '@playwright/test';
import { startTwoVersions, type TwoVersions } from '../support/two-versions';
import { openPage } from './fixtures';

// Not the strict page of the other tests: its routes would switch the browser's own HTTP cache off.
let site: TwoVersions;
test.beforeEach(async () => {
  site = await startTwoVersions();
});
test.afterEach(() => site.close());
async function visit(page: Page, path = ''): Promise<void> {
  await openPage(page, `${site.url}${path}`);
  await page.locator('html[data-offline=ready]').waitFor();
}
const askForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });
const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')).sort());
const ofSecond = (page: Page) => page.locator('script[src*="second"], link[href*="/second/"]').count();
/** Scores the demo in place: two workers start, the second one within the first. */
async function openDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
}

test('an update is whole on a host that lets pages be kept, and the other tab goes on and is told', async ({
  page,
  context,
}) => {
  await visit(page);
  await page.reload();
  const other = await context.newPage();
  await visit(other);
  site.deployed = 'second';
  await askForUpdate(page);

  // Told calmly, reached by keyboard.
  const button = page.getByRole('button', { name: 'Reload to use it' });
  await button.focus();
  const [, loaded] = await Promise.all([page.keyboard.press('Enter'), page.waitForEvent('load')]);
  await loaded.locator('html[data-ready]').waitFor();
  expect(await ofSecond(page)).toBeGreaterThan(0);

  // The other tab is of the first version still: it knows, and what it has not loaded yet is still there.
  await expect(other.getByText('This tab shows an older version of this site')).toBeVisible();
  expect(await shells(page)).toHaveLength(2);
  site.asked = [];
  await other.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Score' }).click();
  await expect(other.locator('h1')).toHaveText(/Score/);
  expect(await ofSecond(other)).toBe(0);
  await openDemo(other);
  // The browser itself looks for a new service worker whenever it likes.
  const asked = site.asked.filter((path) => path.endsWith('.js') && !path.endsWith('service-worker.js'));
  expect(asked).toEqual([]);

  // Its button brings it over, and then nothing of the first version is left.
  await Promise.all([
    other.getByRole('button', { name: 'Reload this tab' }).click(),
    other.waitForEvent('load'),
  ]);
  await other.locator('html[data-offline=ready]').waitFor();
  expect(await ofSecond(other)).toBeGreaterThan(0);
  await expect.poll(() => shells(page)).toHaveLength(1);
  await context.setOffline(true);
  await openPage(page, `${site.url}score/`);
  expect(await ofSecond(page)).toBeGreaterThan(0);
});

test('an update whose pages are of the version before is refused, and taken when it is whole', async ({
  page,
}) => {
  await visit(page);
  const before = await shells(page);
  site.deployed = 'torn';
  await askForUpdate(page);
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null),
    )
    .toBeNull();
  expect(await shells(page)).toEqual(before);
  await openPage(page, `${site.url}score/`);
  await expect(page.getByRole('button', { name: 'Reload to use it' })).toBeHidden();
  expect(await ofSecond(page)).toBe(0);
  site.deployed = 'second';
  await askForUpdate(page);
  await expect(page.getByRole('button', { name: 'Reload to use it' })).toBeVisible();
});

test('a tab whose worker is gone from the host says so, and a reload mends it', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openPage(page, `${site.url}score/`);
  site.deployed = 'second';
  const notice = page.getByText('This tab shows an older version of this site');
  // A part of the page that is loaded when it is first used.
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();
  // A worker that is started when it is first used.
  const file = { name: 'items.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{}\n') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(notice).toBeVisible();
  await Promise.all([
    page.getByRole('button', { name: 'Reload this tab' }).click(),
    page.waitForEvent('load'),
  ]);
  await page.locator('html[data-ready]').waitFor();
  expect(await ofSecond(page)).toBeGreaterThan(0);
  await openDemo(page);
  await context.close();
});

test('a damaged file of the offline copy is fetched anew; an unknown address offline gets the site’s own page', async ({
  page,
  context,
}) => {
  await visit(page, 'score/');
  const damaged = await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith('shell-'));
    const cache = await caches.open(name ?? '');
    const scripts = (await cache.keys()).filter(({ url }) => url.endsWith('.js'));
    for (const request of scripts) {
      await cache.put(request, new Response('garbage(', { headers: { 'content-type': 'text/javascript' } }));
    }
    return scripts.length;
  });
  expect(damaged).toBeGreaterThan(10);
  await visit(page, 'score/');
  await openDemo(page);
  await context.setOffline(true);
  await openPage(page, `${site.url}score/`);
  await page.goto(`${site.url}nope/`);
  await expect(page.locator('h1')).toHaveText('No such page');
});

test('a damaged copy of a version that the host has no more gives way to the version that it has', async ({
  page,
}) => {
  await visit(page, 'score/');
  await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith('shell-'));
    const cache = await caches.open(name ?? '');
    for (const request of await cache.keys()) {
      if (request.url.includes('/entry/')) await cache.put(request, new Response('garbage('));
    }
  });
  site.deployed = 'second';
  // The damaged copy is dropped at the first try; meanwhile the browser may look for the new version by itself.
  await expect(async () => {
    await page.goto(`${site.url}score/`);
    await page.locator('html[data-ready]').waitFor({ timeout: 4000 });
    expect(await ofSecond(page)).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });
});
