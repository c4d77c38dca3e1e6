import { gzipSync } from 'node:zlib';
import { pages, quietPages } from '../../src/lib/ui/shell/pages';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

const paths = ['', ...[...pages, ...quietPages].map(({ path }) => path.slice(1))];

for (const path of paths) {
  test(`/${path} is accessible in both themes and fits 320 px and 4K`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openPage(page, path);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    for (const size of [
      { width: 320, height: 640 },
      { width: 3840, height: 2160 },
    ]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
  });
}

test('the first load is small: under 100 kB of compressed JavaScript, no wasm, no model, no data', async ({
  page,
}) => {
  const requests: string[] = [];
  const bodies: Promise<Buffer>[] = [];
  // The offline copy is made after the page is there; what the page itself needs is counted.
  await page.route('**/service-worker.js', (route) => route.abort());
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    requests.push(path);
    if (path.endsWith('.js')) bodies.push(response.body());
  });
  await openPage(page, '');
  await page.waitForLoadState('networkidle');
  const size = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThan(100_000);
  expect(requests.filter((path) => /\.(wasm|onnx|safetensors|jsonl)$/.test(path))).toEqual([]);
});

test('the policy allows no inline script, no eval and no foreign script', async ({ page }) => {
  await openPage(page, '');
  const policy = await page.locator('meta[http-equiv="content-security-policy"]').getAttribute('content');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|script-src[^;]*blob:/);
});

test('the theme is chosen by keyboard and survives a reload', async ({ page }) => {
  await openPage(page, '');
  const button = page.getByRole('button', { name: /^Theme/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(button).toHaveText('Theme: dark');
});

test('the first Tab offers to skip to the text', async ({ page }) => {
  await openPage(page, '');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the text' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('an unknown address', () => {
  test.use({ allowed: { console: [/404 \(Not Found\)/, /Not found/], hosts: [] } });
  test('gets the site’s own page with a way back', async ({ page }) => {
    await page.goto('no/such/page/');
    await expect(page.locator('h1')).toHaveText('No such page');
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page.locator('h1')).toHaveText('A laboratory for evidence recovery');
  });
});

test('every page opens offline after the first visit', async ({ page, context }) => {
  await openPage(page, '');
  await page.locator('html[data-offline=ready]').waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  for (const path of paths) {
    await openPage(page, path);
    await expect(page.locator('h1')).toHaveCount(1);
  }
  await context.setOffline(false);
});
