import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

const figure = (page: Page, id: string): Locator => page.locator(`[data-figure="${id}"]`);

/** Scrolls through the page so that every picture is drawn. */
async function drawAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      window.scrollTo(0, y);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
}

test('all 25 tables and their figures are there, and every picture draws', async ({ page }) => {
  await openPage(page, 'paper/');
  await expect(page.locator('section[id^="table-"]')).toHaveCount(25);
  await drawAll(page);
  const frames = page.locator('[data-figure] figure');
  const count = await frames.count();
  expect(count).toBeGreaterThanOrEqual(30);
  await expect(page.locator('[data-figure] svg[role="img"]')).toHaveCount(count);
});

for (const scheme of ['light', 'dark'] as const)
  test(`axe finds nothing in the ${scheme} theme, with every picture drawn`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page, 'paper/');
    await drawAll(page);
    await expectAccessible(page);
    const ink = await figure(page, 'paper-budget-curves').locator('svg[role="img"]').getAttribute('fill');
    expect(ink).toBe(scheme === 'dark' ? '#ebe8df' : '#1c1b18');
  });

test('it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, 'paper/');
  await drawAll(page);
  await expectNoSidewaysScroll(page);
});

test('arrow keys walk through a figure and say what each point is', async ({ page }) => {
  await openPage(page, 'paper/');
  const own = figure(page, 'paper-budget-curves');
  const slider = own.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(own.locator('output')).toHaveText('Qwen3 embed + reranker, first 1 units: 27.8%');
  await expect(own.locator('[data-focus]')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(own.locator('output')).toContainText('Fixed top-8 finalization, first 16 units: 81.4%');
  await page.keyboard.press('Escape');
  await expect(own.locator('[data-focus]')).toHaveCount(0);
});

test('a figure is taken away as SVG, PNG and CSV', async ({ page }) => {
  await openPage(page, 'paper/');
  const own = figure(page, 'paper-neighbourhood');
  const save = async (label: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      own.getByRole('button', { name: label, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await save('SVG');
  expect(svg.name).toBe('paper-neighbourhood.svg');
  const text = svg.bytes.toString('utf8');
  expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(text).toMatch(/data-sha256="[0-9a-f]{64}"/);
  expect(text).toMatch(/data-version="Complement \d+\.\d+\.\d+"/);
  expect(text).not.toMatch(/var\(|currentColor|<style|style=/);
  const png = await save('PNG');
  expect([...png.bytes.subarray(1, 4)].map((code) => String.fromCharCode(code)).join('')).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(1520);
  const csv = await save('CSV');
  expect(csv.bytes.toString('utf8')).toContain('Frozen center');
});

test('a link to a table goes there; a link to none says so', async ({ page }) => {
  await openPage(page, 'paper/?table=07');
  await expect(page.locator('#table-07')).toBeInViewport();
  await expect(page.locator('#table-07')).toHaveClass(/marked/);
  await openPage(page, 'paper/?table=99');
  await expect(page.getByRole('status').filter({ hasText: '“99”' })).toBeVisible();
});

test('a table sorts, and its columns lead to where they are computed', async ({ page }) => {
  await openPage(page, 'paper/');
  const table = page.locator('#table-01 table').last();
  await table.getByRole('button', { name: 'Complete-MSS@5' }).click();
  await expect(table.locator('tbody tr').first()).toContainText('MSS-Complement');
  await table.getByRole('button', { name: 'Complete-MSS@5' }).click();
  await expect(table.locator('tbody tr').first()).toContainText('BM25');
  const link = page.locator('#table-16').getByRole('link', { name: /Compute Difference@5/ });
  await expect(link).toHaveAttribute('href', /compare\/\?measures=mss_complete&k=5&strata=groups$/);
});

test('every published number stands on the page as in the data', async ({ page }) => {
  await openPage(page, 'paper/');
  for (let at = 1; at <= 25; at += 1) {
    const id = `table-${String(at).padStart(2, '0')}`;
    const { rows } = JSON.parse(readFileSync(`src/lib/paper/data/tables/${id}.json`, 'utf8')) as {
      rows: unknown[];
    };
    const numbers = (value: unknown): number[] =>
      typeof value === 'number'
        ? [value]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(numbers)
          : [];
    const cells = await page.locator(`#${id} > .scroll td.number`).allTextContents();
    const shown = cells.map((cell) => cell.trim().replaceAll(',', '')).filter((cell) => cell !== '–');
    expect(shown.map(Number), id).toEqual(numbers(rows));
  }
});

test('what-if sliders change their figure and nothing else', async ({ page }) => {
  await openPage(page, 'paper/');
  const own = figure(page, 'whatif-uniform');
  await expect(own.locator('figcaption')).toContainText('With 2 groups of 2 alternatives in a pool of 80');
  await page.getByRole('slider', { name: 'Required groups:' }).fill('1');
  await page.getByRole('slider', { name: 'Alternatives a group:' }).first().fill('1');
  await expect(own.locator('figcaption')).toContainText('complete the need in 6.25% of draws');
});

test('the bootstrap is drawn step by step, and again with the same seed', async ({ page }) => {
  await openPage(page, 'paper/');
  const own = figure(page, 'whatif-bootstrap-settling');
  await expect(own.locator('figcaption')).toContainText('nothing is drawn yet');
  await page.getByRole('button', { name: 'Draw one' }).click();
  await expect(figure(page, 'whatif-bootstrap-draw').locator('.title')).toHaveText(/^Resample 1:/);
  await page.getByRole('button', { name: 'Draw 100' }).click();
  const said = await own.locator('figcaption').textContent();
  expect(said).toContain('after 101 resamples');
  await page.getByRole('button', { name: 'Start again' }).click();
  for (const name of ['Draw one', 'Draw 100']) await page.getByRole('button', { name }).click();
  await expect(own.locator('figcaption')).toHaveText(said ?? '');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
});

test('with reduced motion nothing runs by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, 'paper/');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(figure(page, 'whatif-bootstrap-draw').locator('.title')).toHaveText(/^Resample 1:/);
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('own runs are drawn beside the published ones under their split’s name', async ({ page }) => {
  await openPage(page, 'paper/');
  await page.getByRole('button', { name: 'Open the demo and its runs' }).click();
  await page.getByRole('button', { name: /Draw my runs on Demo/ }).click();
  const own = figure(page, 'paper-reference-mss-complete');
  await expect(own.locator('figcaption')).toContainText('scored on another split');
  await expect(own.locator('svg[role="img"]')).toContainText('coverage_greedy (yours, Demo, 25 states)');
  const strata = figure(page, 'paper-group-slopes-5');
  await strata.scrollIntoViewIfNeeded();
  await expect(strata.locator('svg[role="img"]')).toContainText('coverage_greedy (yours, Demo, 25 states)');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('titles, summaries and every table can be read', async ({ page }) => {
    await page.goto('paper/');
    await expect(page.locator('#table-25 tbody tr')).toHaveCount(8);
    await expect(figure(page, 'paper-budget-curves').locator('figcaption')).toContainText(
      'Table 11 of the paper',
    );
    expect(await page.locator('[style]').count()).toBe(0);
  });
});
