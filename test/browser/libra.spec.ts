import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

for (const scheme of ['light', 'dark'] as const)
  test(`the Libra page is accessible in the ${scheme} theme, wide and narrow`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, 'libra/');
      for (const frame of await page.locator('[data-figure]').all()) await frame.scrollIntoViewIfNeeded();
      await expect(page.locator('[data-figure] svg[role="img"]')).toHaveCount(6);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });

test('a round of the loop follows the printed points and the reader', async ({ page }) => {
  await openPage(page, 'libra/');
  const loop = page.locator('[data-figure="libra-loop"]');
  await expect(loop.locator('svg[role="img"]')).toContainText('159 wrong files');
  await page.getByLabel('Printed point').selectOption({ label: 'step 60: 80.7%' });
  await expect(loop.locator('svg[role="img"]')).toContainText('77 wrong files');
  await page.getByLabel('Printed point').selectOption('hand');
  await page.getByLabel('Questions a batch').fill('100');
  await page.getByLabel('Right files').fill('50');
  await expect(loop.locator('svg[role="img"]')).toContainText('50 wrong files');
  await expect(loop.locator('figcaption')).toContainText('chosen by the reader');
});

test('a link to a table goes there, and the page says what is not in it', async ({ page }) => {
  await openPage(page, 'libra/?table=04');
  await expect(page.locator('#libra-table-04')).toBeInViewport();
  await expect(page.locator('#libra-table-04')).toContainText('119.54');
  await expect(page.getByText('Not in our copy').first()).toBeVisible();
});
