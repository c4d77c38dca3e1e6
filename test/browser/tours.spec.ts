import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

test('a tour runs by keyboard, points at the page, is put aside and gone on with', async ({ page }) => {
  await openPage(page, 'lab/');
  await page.getByRole('button', { name: 'Start: Understand a certificate' }).click();
  const card = page.getByRole('region', { name: 'A decision state' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('heading')).toBeFocused();
  await expect(page.locator('[data-tour="source"]')).toHaveAttribute('data-tour-here', '');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'The pool' })).toBeFocused();
  await expect(page.locator('[data-tour="pool"]')).toHaveAttribute('data-tour-here', '');
  await expect(page.locator('[data-tour-here]')).toHaveCount(1);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(page.locator('[data-tour-here]')).toHaveCount(0);
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  await expect(page.getByRole('button', { name: 'Go on: Understand a certificate' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on: Understand a certificate' }).click();
  await expect(page.getByRole('heading', { name: 'The pool' })).toBeVisible();
  for (let i = 0; i < 6; i += 1) await page.getByRole('button', { name: /^(Next|Done)$/ }).click();
  await expect(page.getByRole('button', { name: 'Again: Understand a certificate' })).toBeVisible();
});

test('a running tour goes on after a reload, without taking the focus, and leads to its page', async ({
  page,
}) => {
  await openPage(page, 'lab/');
  await page.getByRole('button', { name: 'Start: Read the paper' }).click();
  await expect(page).toHaveURL(/\/paper\/$/);
  await expect(page.locator('#need')).toHaveAttribute('data-tour-here', '');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await openPage(page, 'about/');
  const card = page.getByRole('region', { name: 'Three calls' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('heading')).not.toBeFocused();
  await card.getByRole('button', { name: 'Go to the page of this step' }).click();
  await expect(page).toHaveURL(/\/paper\/$/);
  await expect(page.locator('#stages')).toHaveAttribute('data-tour-here', '');
});

for (const [title, path, steps] of [
  ['Score my file', /\/score\//, 5],
  ['Understand a certificate', /\/lab\//, 7],
  ['Read the paper', /\/paper\//, 5],
] as const) {
  test(`every step of "${title}" points at something that is there`, async ({ page }) => {
    await openPage(page, 'lab/');
    await page.getByRole('button', { name: `Start: ${title}` }).click();
    for (let step = 1; step <= steps; step += 1) {
      await expect(page.getByText(`${title}: ${step} of ${steps}`)).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(page.locator('[data-tour-here]')).toHaveCount(1);
      await page.getByRole('button', { name: step === steps ? 'Done' : 'Next', exact: true }).click();
    }
    await expect(page.locator('[data-tour-here]')).toHaveCount(0);
  });
}

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, 'lab/');
  await page.getByRole('button', { name: 'Start: Understand a certificate' }).click();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeInViewport();
  await expectNoSidewaysScroll(page);
});
