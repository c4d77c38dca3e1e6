import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';

const hostile = '<img src=x onerror="window.pwned=1">\u0000\u001b[2J\u202e<script>window.pwned=1</script>';
const item = (id: string, over: object = {}) => ({
  state_id: id,
  instance_id: 'o__r-1',
  repo: 'o/r',
  base_commit: 'a'.repeat(40),
  split: 'own',
  state_type: 'after_search',
  issue: `${hostile}\nbody`,
  information_need: hostile,
  current_hypothesis: hostile,
  trajectory_prefix: [
    {
      step_id: 0,
      action_type: 'repo_search',
      action_input: hostile,
      tool_output: hostile,
      search_results: [{ path: 'a\\b.py', content: hostile, rank: 1, line_start: 1, line_end: 2 }],
      metadata: { hypothesis: hostile },
    },
  ],
  observed_evidence_ids: ['u1', 'gone'],
  candidate_evidence: [
    {
      evidence_id: 'u1',
      content_excerpt: hostile,
      source_path: 'a.py',
      line_start: 1,
      line_end: 120,
      content_sha256: 'x',
    },
    {
      evidence_id: 'u2',
      content_excerpt: 'def f():\n    return "needle"\n',
      source_path: 'a.py',
      line_start: 101,
      line_end: 220,
      observed_by_state: true,
    },
    { evidence_id: 'u3', content_excerpt: 'x'.repeat(2_000_000), source_path: hostile, content_sha256: 'x' },
  ],
  ...over,
});

async function own(page: Page, ...items: object[]) {
  await openPage(page, 'data/');
  const buffer = Buffer.from(items.map((one) => JSON.stringify(one)).join('\n'));
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'own.jsonl', mimeType: 'text/plain', buffer }]);
  await expect(page.getByText('Ready.')).toBeVisible();
  await openPage(page, 'explore/');
}

async function demo(page: Page) {
  await openPage(page, 'explore/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByText('25 of 25 states')).toBeVisible();
}

test('facets narrow the list, live in the URL, and come back with it', async ({ page }) => {
  await demo(page);
  await expectAccessible(page);
  await page.getByLabel('Boundary').selectOption('before_edit');
  await expect(page.getByText('4 of 25 states')).toBeVisible();
  await page.getByLabel('Repository').selectOption('fernline/parcelog');
  const chosen = page.getByLabel('Repository').locator('option[value="fernline/parcelog"]');
  await expect(chosen).toHaveText(/\(\d+\)$/);
  const count = /\((\d+)\)$/.exec((await chosen.textContent()) ?? '')?.[1] ?? '';
  await expect(page.locator('caption')).toHaveText(`${count} of 25 states`);
  await page.reload();
  await expect(page.locator('caption')).toHaveText(`${count} of 25 states`);
  await page.getByLabel('Boundary').selectOption('*');
  await expect(page.getByText('8 of 25 states')).toBeVisible();
});

test('a chosen method splits the states into complete and not complete', async ({ page }) => {
  await demo(page);
  await page.getByLabel('Method').selectOption({ index: 1 });
  const complete = page.getByRole('combobox', { name: 'Complete', exact: true });
  const options = complete.locator('option');
  await expect(options).toHaveText(['all', /^not complete \(\d+\)$/, /^complete \(\d+\)$/]);
  const counts = (await options.allTextContents())
    .slice(1)
    .map((text) => Number(/\d+/.exec(text)?.[0] ?? NaN));
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(25);
  await complete.selectOption('yes');
  await expect(page.locator('caption')).toHaveText(`${counts[1]} of 25 states`);
  await complete.selectOption('no');
  await expect(page.locator('caption')).toHaveText(`${counts[0]} of 25 states`);
  // Fewer units complete fewer states; the cutoff is in the link.
  await page.getByLabel('First k units').fill('1');
  await page.getByLabel('First k units').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Complete@1' })).toBeVisible();
  await expect(page.locator('caption')).not.toHaveText(`${counts[0]} of 25 states`);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Complete@1' })).toBeVisible();
});

test('a state is read by keyboard, and its certificate only when asked for', async ({ page }) => {
  await demo(page);
  await page.locator('.open-row').first().click();
  await expect(page.getByRole('heading', { name: 'Pool' })).toBeVisible();
  await expect(page.getByText('1 of 25')).toBeVisible();
  await expect(page.getByText('of 1 needed')).toHaveCount(0);
  const facts = page.locator('.facts');
  const first = await facts.innerText();
  await page.keyboard.press('n');
  await expect(page.getByText('2 of 25')).toBeVisible();
  await expect(facts).not.toHaveText(first, { useInnerText: true });
  await page.keyboard.press('p');
  await expect(facts).toHaveText(first, { useInnerText: true });
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: /^#1 / })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: /^#2 / })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('region', { name: 'Unit #1' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the certificate' }).click();
  await expect(page.getByText(/\d of \d needed, weight/).first()).toBeVisible();
  await expect(page.locator('.unit .tag.good').first()).toBeVisible();
  await expectAccessible(page);
  const link = page.url();
  await openPage(page, link);
  await expect(page.getByRole('region', { name: 'Unit #1' })).toBeVisible();
});

test('search finds issues and units through DuckDB, with nothing leaving the site', async ({ page }) => {
  await own(page, item('s1'), item('s2', { candidate_evidence: [item('x').candidate_evidence[0]] }));
  await page.getByRole('searchbox').fill('NEEDLE return');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1 of 2 states')).toBeVisible();
  await expect(page.getByText('return "needle"')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('2 of 2 states')).toBeVisible();
});

test('hostile content in every field shows as text, marks stand, long lines do not block', async ({
  page,
}) => {
  await own(page, item('s1'));
  await page.locator('.open-row').first().click();
  await expect(page.getByRole('region', { name: 'Issue' })).toContainText('␀␛[2J⟦U+202E⟧<script>');
  await page.getByText('0. Search').click();
  await page.getByText('a\\b.py').click();
  await expect(page.getByRole('region', { name: 'Result 1 of step 0' })).toContainText('<img src=x');
  const units = page.getByRole('list', { name: 'Units of the pool' });
  await expect(units.locator('li').nth(0)).toContainText('observed (id)');
  await expect(units.locator('li').nth(0)).toContainText('same text as #3');
  await expect(units.locator('li').nth(0)).toContainText('shares lines with 1');
  await expect(units.locator('li').nth(1)).toContainText('observed (flag)');
  await expect(page.getByText('Observed ids outside the pool: gone')).toBeVisible();
  await units.locator('button').nth(2).click();
  await expect(page.getByRole('region', { name: 'Unit #3' })).toContainText('xxxx');
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  await expect(page.locator('main img, main script')).toHaveCount(0);
  // The same text, and shared lines, lead from unit to unit.
  await page.getByRole('button', { name: 'same text as #1', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Unit #1' })).toContainText('␀␛[2J⟦U+202E⟧');
  await page.getByRole('button', { name: 'shares lines with #2', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Unit #2' })).toContainText('needle');
});

test('hostile names in the list, the facets, the link and search hits show as text', async ({ page }) => {
  const name = '<b>o</b>\u202e/r\u0000';
  await own(
    page,
    item('s1', { repo: name, split: name, state_type: name, issue: 'plain\n' }),
    item('\u202es2<i>', { issue: '' }),
  );
  await expect(page.getByText('2 of 2 states')).toBeVisible();
  const shown = '<b>o</b>⟦U+202E⟧/r␀';
  await expect(page.getByRole('row', { name: 'plain' })).toContainText(shown);
  await expect(page.getByRole('row').filter({ hasText: '⟦U+202E⟧s2<i>' })).toBeVisible();
  for (const facet of ['Partition', 'Boundary', 'Repository'])
    await expect(page.getByLabel(facet).locator('option').filter({ hasText: shown })).toHaveCount(1);
  await page.getByRole('searchbox').fill('pwned=1 script');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Found', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: 'plain' })).toContainText('<script>window.pwned=1</script>');
  await expect(page.getByRole('row', { name: 'plain' })).toContainText('⟦U+202E⟧<script>');
  await openPage(page, `explore/?state=${encodeURIComponent('<b>\u202e')}`);
  await expect(page.getByText('does not hold: <b>⟦U+202E⟧')).toBeVisible();
  await expect(page.locator('main :is(img, script, b, i)')).toHaveCount(0);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('by keyboard alone: search, open a hit at its unit, step, and come back to its row', async ({
  page,
}) => {
  await demo(page);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('argparse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Units found' })).toBeVisible();
  const row = page.locator('.open-row').nth(1);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-state-heading]')).toBeFocused();
  await expect(page.locator('.unit.chosen')).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^Unit #/ })).toContainText('argparse');
  await page.getByRole('button', { name: 'Back to the list' }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`list and state at 380 px, ${colorScheme}: accessible, nothing wider than the window`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 380, height: 800 });
    await demo(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.locator('.open-row').nth(1).click();
    await expect(page.getByRole('heading', { name: 'Pool' })).toBeVisible();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Show the certificate' }).click();
    await expect(page.getByText(/\d of \d needed, weight/).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test.describe('a unit’s full text', () => {
  test.use({ allowed: { console: [/Failed to load resource/], hosts: ['raw.githubusercontent.com'] } });
  const lines = Array.from({ length: 10 }, (_, i) => `line ${i + 1}`);

  for (const [name, hash, words] of [
    ['another', '25ef94e6f4b1a1a1b9a7c5ae0b1f3c54', 'another text'],
    ['verified', '', 'verified: its SHA-256'],
  ] as const) {
    test(`${name}: ${words}`, async ({ page }) => {
      const full = lines.slice(2, 5).join('\n');
      const { createHash } = await import('node:crypto');
      const sum = hash === '' ? createHash('sha256').update(full).digest('hex') : hash;
      const unit = {
        evidence_id: 'u',
        content_excerpt: 'line 3',
        source_path: 'src/a.py',
        line_start: 3,
        line_end: 5,
        content_sha256: sum,
      };
      await page.route(`https://raw.githubusercontent.com/o/r/${'a'.repeat(40)}/src/a.py`, (route) =>
        route.fulfill({ body: lines.join('\n'), headers: { 'access-control-allow-origin': '*' } }),
      );
      await own(page, item('s1', { candidate_evidence: [unit] }));
      await page.locator('.open-row').first().click();
      await page.keyboard.press('j');
      await page.getByRole('button', { name: 'Fetch the full unit' }).click();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Unit #1' })).toContainText('line 5');
    });
  }
});

test('a link to a state that is not there says so and keeps the rest', async ({ page }) => {
  await demo(page);
  await openPage(page, 'explore/?split=demo&state=nowhere&boundary=before_edit');
  await expect(page.getByText('a state that this split does not hold: nowhere')).toBeVisible();
  await expect(page.getByText('4 of 25 states')).toBeVisible();
  await openPage(page, 'explore/?split=demo&method=nobody&complete=yes');
  await expect(page.getByText('a method that is not at hand: nobody')).toBeVisible();
  await expect(page.getByText('25 of 25 states')).toBeVisible();
});
