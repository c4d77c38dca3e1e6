import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { openPage } from './fixtures';

/** The browser's own setting, not a stub: no site may keep any data. */
const PREFERENCES = { profile: { default_content_setting_values: { cookies: 2 } } };

test('a browser that blocks all site data: the demo opens, is scored; other pages open; nothing is kept, said once', async ({
  baseURL,
}, info) => {
  const folder = info.outputPath('profile');
  mkdirSync(join(folder, 'Default'), { recursive: true });
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(PREFERENCES));
  const { executablePath, args } = info.project.use.launchOptions ?? {};
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: args ?? [],
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  try {
    const page: Page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await openPage(page, 'score/?split=demo');
    const touch = await page.evaluate(() => {
      try {
        return String(sessionStorage.length);
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    });
    expect(touch).toBe('SecurityError');
    await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
    await expect(page.getByText('Work goes on in memory')).toHaveCount(1);
    await openPage(page, 'retrieve/?split=demo');
    await expect(page.getByText('Work goes on in memory')).toHaveCount(1);
    await openPage(page, 'lab/');
    await expect(page.getByRole('heading', { name: 'Certificate lab' })).toBeVisible();
    await openPage(page, 'explore/?split=demo');
    await expect(page.getByText('Work goes on in memory')).toHaveCount(1);
    await openPage(page, 'complement/?split=demo');
    await expect(page.locator('h1')).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
});
