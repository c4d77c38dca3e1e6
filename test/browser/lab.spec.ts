import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

const measure = (page: Page, name: string): Locator => page.locator(`[data-measure="${name}"]`);
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const unit = (page: Page, name: string): Locator =>
  page
    .locator('[data-tour="pool"]')
    .getByRole('button', { name: new RegExp(`^(Answer|Rank \\d+): ${escape(name)}$`) });
const answer = (page: Page): Locator => page.locator('[data-tour="answer"] ol > li');
const group = (page: Page, id: string): Locator => page.getByRole('group', { name: id, exact: true });

async function openLab(page: Page, query = ''): Promise<void> {
  await openPage(page, `lab/${query}`);
  await page.getByRole('heading', { name: 'Answer' }).waitFor();
}

test('a demo state is opened, answered by keyboard, and every measure follows', async ({ page }) => {
  await openLab(page);
  await expect(measure(page, 'mss_complete')).toHaveText('0');
  await expect(group(page, 'G1')).toContainText('G1 needs one of 2 units; none is in your first 5.');
  await unit(page, 'feeds.py:43-60').focus();
  await page.keyboard.press('Enter');
  await expect(measure(page, 'group_recall')).toHaveText('0.333');
  await unit(page, 'timeutil.py:19-34').press('Space');
  await unit(page, 'settings.py:1-44').press('Enter');
  await expect(measure(page, 'mss_complete')).toHaveText('1');
  await expect(page.getByText('All 3 groups are complete at rank 3.')).toBeVisible();
  await expect(page.getByText('Nothing is missing.')).toBeVisible();

  await page.getByLabel('Items').fill('2');
  await expect(measure(page, 'mss_complete')).toHaveText('0');
  await expect(group(page, 'G3')).toContainText(
    'It would be complete at rank 3, but only the first 2 count.',
  );
  await page.getByRole('button', { name: 'settings.py:1-44 up' }).press('Alt+ArrowUp');
  await expect(answer(page).nth(1)).toContainText('settings.py:1-44');
  await page.getByRole('heading', { name: 'Result' }).click();
  await page.keyboard.press('Control+z');
  await expect(answer(page).nth(2)).toContainText('settings.py:1-44');
  await page.keyboard.press('Control+Shift+z');
  await expect(answer(page).nth(1)).toContainText('settings.py:1-44');
});

test('units are dragged into the answer and into groups', async ({ page }) => {
  await openLab(page);
  const row = page.locator('[data-tour="pool"] li', { hasText: 'CHANGELOG.md:1-13' });
  await row.dragTo(page.locator('[data-tour="answer"] ol'));
  await expect(answer(page)).toHaveCount(1);
  await expect(measure(page, 'group_recall')).toHaveText('0.333');
  await row.dragTo(group(page, 'G1'));
  await expect(group(page, 'G1')).toContainText('CHANGELOG.md:1-13');
  await expect(measure(page, 'group_recall')).toHaveText('0.667');
});

test('a certificate is built from nothing on a blank pool, with live validation', async ({ page }) => {
  await openLab(page);
  await page.getByLabel('Pool from').selectOption('blank');
  await page.getByRole('button', { name: 'Answer: Unit 01' }).waitFor();
  await page.getByRole('button', { name: 'Add a group' }).click();
  await expect(page.getByRole('list', { name: 'Faults of the certificate' })).toContainText(
    'at least one acceptable unit',
  );
  for (const name of ['Unit 03', 'Unit 05', 'Unit 07']) {
    await page.getByRole('button', { name: `Into G1: ${name}` }).click();
  }
  await expect(page.getByRole('list', { name: 'Faults of the certificate' })).toBeHidden();
  await group(page, 'G1').getByLabel('Needs').fill('2');
  await expect(group(page, 'G1')).toContainText('G1 needs two of 3 units; none is in your first 5.');
  await expect(page.getByRole('list', { name: 'Minimal ways' }).getByRole('listitem')).toHaveCount(3);
  // 12 units, 5 drawn, at least 2 of 3 given ones: (3 * C(9,3) + C(9,2)) / C(12,5) = 288 / 792.
  await expect(page.locator('[data-chance]')).toHaveText('36.36%');

  await page.getByRole('button', { name: 'Add a branch' }).click();
  for (const name of ['Unit 01', 'Unit 02'])
    await page.getByRole('button', { name: `Into branch 1: ${name}` }).click();
  await expect(group(page, 'Branch 1')).toContainText('This branch can decide');
  await unit(page, 'Unit 02').click();
  await unit(page, 'Unit 01').click();
  await expect(measure(page, 'mss_complete')).toHaveText('1');
  await expect(measure(page, 'group_recall')).toHaveText('0');
});

test('the JSON follows the lab, faults are placed, and sound JSON is taken over', async ({ page }) => {
  await openLab(page);
  await page.getByText('The certificate as JSON').click();
  const editor = page.getByRole('textbox', { name: 'Certificate as JSON' });
  await expect(editor).toContainText('"group_id": "G1"');
  await group(page, 'G1').getByLabel('Weight').fill('7');
  await expect(editor).toContainText('"necessity_weight": 7');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{ "required_evidence_groups": [] }');
  await expect(page.getByRole('button', { name: 'Line 1, column 31' })).toBeVisible();
  await expect(group(page, 'G1')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    '{ "required_evidence_groups": [{ "group_id": "ONLY", "role": "r", "acceptable_evidence_ids": ["nowhere"], "minimum_required": 1, "necessity_weight": 1 }] }',
  );
  await expect(page.getByText('is not in the pool of state')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the last sound certificate' }).click();
  await expect(editor).toContainText('"necessity_weight": 7');
});

test('a draft survives a reload, a link opens it elsewhere, and a damaged link says what is lost', async ({
  page,
  context,
}) => {
  await openLab(page);
  await unit(page, 'feeds.py:43-60').click();
  await group(page, 'G2').getByLabel('Needs').fill('2');
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByLabel('Link to this draft');
  // In the fragment: no host is sent a draft.
  await expect(field).toHaveValue(/^[^?]*#c=/);
  const link = await field.inputValue();
  await page.reload();
  await expect(answer(page).first()).toContainText('feeds.py:43-60');
  await expect(group(page, 'G2').getByLabel('Needs')).toHaveValue('2');

  const other = await context.newPage();
  await other.goto(link);
  await expect(answer(other).first()).toContainText('feeds.py:43-60');
  await expect(group(other, 'G2').getByLabel('Needs')).toHaveValue('2');
  await expect(other.getByText('The link was opened as far as it is sound')).toBeHidden();
  // A link as older versions made it, then another one in the same tab.
  await other.goto(link.replace('#c=', '?c='));
  await expect(answer(other).first()).toContainText('feeds.py:43-60');
  expect(new URL(other.url()).search).toBe('');
  await other.goto(link.slice(0, Math.floor(link.length * 0.75)));
  await expect(other.getByText('The link was opened as far as it is sound')).toBeVisible();
  await expect(other.getByText(/damaged or cut/)).toBeVisible();
  await other.close();
});

test('the URL names the chosen state, and a wrong one opens with a word', async ({ page }) => {
  await openLab(page);
  const states = page.locator('[data-tour="source"] select').nth(1);
  await states.selectOption({ label: 'saltmarsh__sheetling-13 · before_search · 24 units' });
  await expect(page.getByText('Where LEN counts the length of a text')).toBeVisible();
  await expect(page).toHaveURL(/from=demo&state=saltmarsh__sheetling-13/);
  await page.reload();
  await expect(page.getByText('Where LEN counts the length of a text')).toBeVisible();
  await openLab(page, '?from=demo&state=nowhere');
  await expect(page.getByText('The state nowhere is not in Demo; its first state was opened.')).toBeVisible();
  await openLab(page, '?from=elsewhere&state=x');
  await expect(page.getByText('The split "elsewhere" is not loaded here')).toBeVisible();
});

test('labels go out in the release’s format and come back in', async ({ page }) => {
  await openLab(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export label row' }).click(),
  ]);
  const text = readFileSync((await file.path()) ?? '', 'utf8');
  const row = JSON.parse(text) as { required_evidence_groups: { group_id: string }[]; state_id: string };
  expect(row.required_evidence_groups.map(({ group_id }) => group_id)).toEqual(['G1', 'G2', 'G3']);
  await page.getByRole('button', { name: 'Remove G3' }).click();
  await expect(group(page, 'G3')).toBeHidden();
  await page
    .getByLabel('Labels file')
    .setInputFiles({ name: 'labels.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(page.getByText('Certificate taken from labels.jsonl (1 row)')).toBeVisible();
  await expect(group(page, 'G3')).toBeVisible();
  const broken = text.replace('"minimum_required":1', '"minimum_required":0');
  await page
    .getByLabel('Labels file')
    .setInputFiles({ name: 'broken.jsonl', mimeType: 'text/plain', buffer: Buffer.from(broken) });
  await expect(page.getByText('Nothing was taken from broken.jsonl')).toBeVisible();
  await expect(page.getByText(/Line 1, .*minimum_required/)).toBeVisible();
});

test('what a relevance ranker would have done can be taken over, and so can the oracle’s set', async ({
  page,
}) => {
  await openLab(page);
  const panel = page.locator('[data-tour="deep"]');
  await expect(panel.getByText(/BM25 over the state/)).toBeVisible();
  await panel.getByRole('button', { name: 'Take it as the answer' }).last().click();
  await expect(measure(page, 'any_hit')).toHaveText('1');
  await expect(measure(page, 'mss_complete')).toHaveText('0');
  await panel.getByRole('button', { name: 'Take it as the answer' }).first().click();
  await expect(measure(page, 'mss_complete')).toHaveText('1');
});

test('a token ceiling counts real tokens and skips what would pass it', async ({ page }) => {
  await openLab(page);
  await unit(page, 'feeds.py:1-90').click();
  await unit(page, 'settings.py:1-44').click();
  await page.getByRole('button', { name: 'Add a token ceiling' }).click();
  await page.getByLabel('Token ceiling').fill('400');
  await expect(answer(page).first()).toContainText('over the ceiling');
  await expect(page.getByText(/^\d+ tokens \(o200k\) within the first 5$/)).toBeVisible();
});

test('an exercise is solved, remembered, and cannot be solved by a larger budget', async ({ page }) => {
  await openPage(page, 'lab/?exercise=and-over-groups');
  await expect(page.getByText('0 of 12 solved')).toBeVisible();
  await expect(page.getByLabel('Items')).toBeDisabled();
  await expect(page.getByText('Smallest complete set')).toBeHidden();
  await page.getByRole('button', { name: 'feeds.py · whole file out' }).click();
  await expect(page.getByText('Not yet.')).toBeVisible();
  await page.getByRole('button', { name: 'docs/feeds.md · readers out' }).click();
  await unit(page, 'timeutil.py · parse_stamp').click();
  await unit(page, 'settings.py · CARRIERS').click();
  await expect(page.getByText('Solved.', { exact: true })).toBeVisible();
  await expect(page.getByText('1 of 12 solved')).toBeVisible();
  await page.getByRole('button', { name: 'Next: Any one of them' }).click();
  await expect(page).toHaveURL(/exercise=or-inside-a-group/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Any one of them' })).toBeVisible();
  await expect(page.getByText('1 of 12 solved')).toBeVisible();
});

test('questions are asked without giving the answer away', async ({ page }) => {
  await openPage(page, 'lab/?exercise=no-backfill');
  await page.getByRole('heading', { name: 'Answer' }).waitFor();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeHidden();
  await page.getByLabel('Complete at rank').fill('2');
  await expect(page.getByText('They keep their places.')).toBeVisible();
  await page.getByLabel('Complete at rank').fill('4');
  await expect(page.getByText('Solved.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`is accessible, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openLab(page);
    await unit(page, 'feeds.py:43-60').click();
    await page.locator('[data-tour="pool"] summary').first().click();
    await page.getByText('The certificate as JSON').click();
    await page.getByRole('textbox', { name: 'Certificate as JSON' }).waitFor();
    await page.getByText(/BM25 over the state/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Exercises', exact: true }).click();
    await page.getByRole('heading', { name: 'All of them' }).waitFor();
    await expectAccessible(page);
  });
}

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openLab(page);
  await unit(page, 'feeds.py:43-60').click();
  await expect(page.getByText('Not complete · group recall 0.33 · 1 of 5 places')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
