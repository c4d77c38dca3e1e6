import { readFileSync } from 'node:fs';
import { unzipSync, strFromU8 } from 'fflate';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

async function openDemo(page: Page, query = ''): Promise<void> {
  await openPage(page, `compare/${query}`);
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByRole('button', { name: 'Compare 3 methods' })).toBeEnabled();
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compare \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Differences' })).toBeVisible();
}

/** Figures far below are drawn when they come near. */
async function expectDrawn(page: Page, id: string): Promise<void> {
  const figure = page.locator(`[data-figure="${id}"]`).first();
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('svg[role=img]')).toBeVisible();
}

const rows = () =>
  readFileSync('static/demo/predictions.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { state_id: string; method: string; ranked_evidence_ids: string[] });

test('published contrasts are there before any data', async ({ page }) => {
  await openPage(page, 'compare/');
  await expectDrawn(page, 'paper-contrasts-test500');
  await expectAccessible(page);
});

test('the demo is compared: figures, tables, accessibility, keyboard', async ({ page }) => {
  await openDemo(page);
  await compare(page);
  for (const id of ['compare-forest', 'compare-matrix', 'compare-items', 'compare-strata'])
    await expectDrawn(page, id);
  await expect(page.getByText('only 4 clusters').first()).toBeVisible();
  await expectAccessible(page);
  const slider = page.locator('[data-figure="compare-forest"] input[type=range]');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-figure="compare-forest"]')).toContainText(/minus .* points, interval \[/);
  await page.getByLabel('Show the published contrasts').check();
  await expect(page.locator('[data-figure="compare-forest"] svg[role=img]')).toContainText('published');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});

test('settings live in the URL, and a bad link keeps its valid parts', async ({ page }) => {
  await openDemo(page, '?k=5,8&resamples=500&seed=abc&measures=mss_complete,nonsense');
  await expect(
    page.getByText('not understood and left out: measures=mss_complete,nonsense; seed=abc'),
  ).toBeVisible();
  await page.getByText('Measures, budgets, clusters, strata, seed').click();
  await expect(page.getByLabel('Resamples')).toHaveValue('500');
  await page.getByLabel('Seed').fill('7');
  await page.getByLabel('Seed').blur();
  await expect(page).toHaveURL(/[?&]seed=7(&|$)/);
  await page.getByLabel('Resamples').fill('-1');
  await page.getByLabel('Resamples').blur();
  await expect(page.getByRole('alert').first()).toContainText('whole number from 0');
});

test('budgets in source tokens: counted, cached, and every score beside its mean tokens', async ({
  page,
}) => {
  await openDemo(page, '?k=5,8&tokens=1024,4096&matched=bm25_starter&resamples=500&strata=,');
  await compare(page);
  await expectDrawn(page, 'compare-tokens');
  await expectDrawn(page, 'compare-matched');
  await expect(page.getByText(/o200k_base: [1-9]\d* units counted now/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Mean source tokens' }).last()).toBeVisible();
  await page.getByRole('button', { name: /^Compare \d/ }).click();
  await expect(page.getByText(/o200k_base: 0 units counted now, [1-9]\d* kept/)).toBeVisible();
});

test('a report opens again and is identical; a changed one shows what differs', async ({ page }) => {
  await openDemo(page, '?k=5,8&resamples=1000');
  await compare(page);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  const bytes = readFileSync(await (await waiting).path());
  const files = unzipSync(bytes);
  for (const name of [
    'report.json',
    'methods.md',
    'README.md',
    'tables/pairs.tex',
    'figures/compare-forest.svg',
  ])
    expect(Object.keys(files)).toContain(name);
  expect([...(files['figures/compare-forest.png'] ?? new Uint8Array()).subarray(1, 4)]).toEqual([
    0x50, 0x4e, 0x47,
  ]);
  const svg = strFromU8(files['figures/compare-forest.svg'] ?? new Uint8Array());
  expect(svg).not.toMatch(/var\(|currentColor/);
  expect(svg).toMatch(/xmlns=".*data-sha256|data-sha256.*xmlns="/s);

  const input = page.locator('input[type=file][aria-label="Open a report"]');
  await input.setInputFiles({ name: 'comparison.zip', mimeType: 'application/zip', buffer: bytes });
  await expect(page.getByRole('status').filter({ hasText: 'Identical.' })).toContainText('are the same');
  const report = strFromU8(files['report.json'] ?? new Uint8Array()).replace('"losses": ', '"losses": 1');
  await input.setInputFiles({
    name: 'report.json',
    mimeType: 'application/json',
    buffer: Buffer.from(report),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'Not identical.' })).toContainText(
    'report.json: 1 of',
  );
});

test('files are dropped, a faulty one is refused with its line, a partial one is not compared', async ({
  page,
}) => {
  await openDemo(page, '?resamples=500');
  const input = page.locator('input[type=file][aria-label="Add predictions files"]');
  const mine = rows()
    .filter(({ method }) => method === 'bm25_starter')
    .map((row) => ({ ...row, method: 'mine' }));
  const file = (name: string, list: unknown[]) => ({
    name,
    mimeType: 'application/jsonl',
    buffer: Buffer.from(list.map((row) => JSON.stringify(row)).join('\n')),
  });
  const bad = mine.map((row, i) => (i === 2 ? { ...row, ranked_evidence_ids: ['nowhere'] } : row));
  await input.setInputFiles(file('bad.jsonl', bad));
  await expect(page.getByRole('alert')).toContainText('The files were not taken.');
  await expect(page.getByRole('cell', { name: /not in the pool/ })).toBeVisible();
  await input.setInputFiles(file('partial.jsonl', mine.slice(0, 20)));
  await expect(page.getByRole('button', { name: 'Compare 4 methods' })).toBeEnabled();
  await compare(page);
  await expect(page.getByText('not comparable: mine was not run on 5 of 25 states').first()).toBeVisible();
});

test('a state opens in the explorer from the list of differences', async ({ page }) => {
  await openDemo(page, '?k=5&resamples=200&strata=,');
  await compare(page);
  const region = page.getByRole('region', { name: /state by state/ });
  const id =
    (await region
      .getByRole('button', { name: /demo-trace/ })
      .first()
      .textContent()) ?? '';
  await region.getByRole('button', { name: id }).click();
  await expect(page).toHaveURL(new RegExp(`/explore/\\?.*state=${id}`));
});

test('a long comparison is cancelled at once', async ({ page }) => {
  await openDemo(page, '?resamples=1000000');
  await page.getByRole('button', { name: /^Compare \d/ }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Compare 3 methods' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Differences' })).toHaveCount(0);
});

test('tags of one’s own make strata and clusters; a table for a paper shows the best method’s lead', async ({
  page,
}) => {
  await openDemo(page, '?k=5,8&resamples=300&strata=,');
  await page.getByText('Measures, budgets, clusters, strata, seed').click();
  const states = [...new Set(rows().map(({ state_id }) => state_id))];
  const file = (name: string, lines: unknown[]) => ({
    name,
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
  });
  const input = page.getByLabel(/Your tags/);
  await input.setInputFiles(file('bad.jsonl', [{ state_id: 'nowhere', team: 'a' }]));
  await expect(page.getByRole('cell', { name: /"nowhere" is not in the items/ })).toBeVisible();
  const tags = states.map((state_id, i) => ({
    state_id,
    team: i % 2 === 0 ? 'even' : 'odd',
    squad: `squad-${i % 12}`,
  }));
  await input.setInputFiles(file('tags.jsonl', tags));
  await page.getByLabel('tag:team').check();
  await page.getByLabel('Cluster by').selectOption('squad');
  await compare(page);
  await expectDrawn(page, 'compare-strata');
  const strata = page.locator('[data-figure="compare-strata"]');
  await expect(strata).toContainText('by tag:team');
  await expect(strata.locator('svg[role=img]')).toContainText('even (n = 13, 6 clusters!)');
  await expect(page.getByText(/clustered by tag "squad", seed/).first()).toBeVisible();
  const paper = page.getByRole('region', { name: /^Means, and the lead of/ });
  await expect(paper.getByRole('row')).toHaveCount(4);
});
