import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';

interface Strict {
  /** Console messages and off-origin hosts that a test expects; anything else fails it. */
  allowed: { console: RegExp[]; hosts: string[] };
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Every test runs on a page that fails it for a stray console warning or error, an uncaught error, and any
 * request that leaves the origin.
 */
export const test = base.extend<Strict>({
  // Playwright requires the object pattern even when nothing is taken.

  allowed: async ({}, use) => use({ console: [], hosts: [] }),
  page: async ({ page, allowed, baseURL }, use) => {
    const complaints: string[] = [];
    const origin = new URL(baseURL ?? '').host;
    page.on('console', (message) => {
      if (!['warning', 'error'].includes(message.type())) return;
      const text = `${message.type()}: ${message.text()} (${message.location().url})`;
      if (!allowed.console.some((pattern) => pattern.test(text))) complaints.push(text);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    await page.route(
      (url) => url.protocol.startsWith('http') && url.host !== origin && !allowed.hosts.includes(url.host),
      (route) => {
        complaints.push(`request left the origin: ${route.request().url()}`);
        return route.abort();
      },
    );
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };

/** axe-core over the page as it stands; injected past the CSP, as a browser extension would be. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
    return (await axe.run()).violations;
  });
  expect(violations).toEqual([]);
}

/** Waits until Svelte has taken over the prerendered page. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-ready]').waitFor();
}

/** Nothing is wider than the window; figures follow a change of size a frame later. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: 'sideways scroll' }).toBeLessThanOrEqual(0);
}
