import { expect, expectAccessible, openPage, test } from './fixtures';

test('ranks the demo, scores it, shows each view’s part, and gives the ranking away', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-question,bm25-state,tfidf-word,entity');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  const live = page.getByRole('region', { name: 'One state, live' });
  await expect(live.getByText('What each view gives to the leading units').first()).toBeVisible();

  const first = live.locator('ol.units li').first();
  await expect(first).toContainText('thousandths');
  const before = await first.textContent();
  await page.getByLabel('Weight of BM25: full state').fill('3');
  await expect(first).not.toHaveText(before ?? '');

  await page.getByRole('button', { name: 'Rank all states' }).click();
  const results = page.getByRole('region', { name: /Results over/ });
  await expect(
    results.getByRole('button', { name: 'bm25-question' }).or(results.getByText('bm25-question').first()),
  ).toBeVisible();
  await expect(results.getByText('development').first()).toBeVisible();
  await expect(results.getByText('Complete@8 when one view is left out').first()).toBeVisible();
  await expect(results.getByText('How alike the views rank').first()).toBeVisible();
  await expectAccessible(page);

  const take = page.getByRole('region', { name: 'Take it away' });
  await take.getByLabel('Format').selectOption('trec');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    take.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('rrf.run');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toMatch(/^\S+ Q0 \S+ 1 8 rrf\n/);

  await take.getByRole('button', { name: 'Add to the runs' }).click();
  await expect(take.getByText('rrf is among the runs')).toBeVisible();

  const bring = page.getByRole('region', { name: 'Bring a ranking' });
  await bring
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.run', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(bring).toContainText('0 states and 0 units are unknown');
  await expect(bring.getByRole('button', { name: 'Add to the runs' })).toBeEnabled();
});

test('one worker or three: the same file', async ({ page }) => {
  const files: string[] = [];
  for (const workers of ['1', '3']) {
    await openPage(page, 'retrieve/?views=bm25-state,recency');
    const demo = page.getByRole('button', { name: 'Open the demo' });
    if (await demo.isVisible()) await demo.click();
    await page.getByLabel('Workers').evaluate((input: HTMLInputElement, value) => {
      input.max = '8';
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, workers);
    await page.getByRole('button', { name: 'Rank all states' }).click();
    const take = page.getByRole('region', { name: 'Take it away' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      take.getByRole('button', { name: 'Download' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    files.push(Buffer.concat(chunks).toString('utf8'));
  }
  expect(files[0]).not.toBe('');
  expect(files[1]).toBe(files[0]);
});

test('complement-fused, instant, ranks with the static encoder from the site', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-state');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.getByLabel(/Also rank by complement-fused/).check();
  await page.getByRole('button', { name: 'Rank all states' }).click();
  await expect(
    page.getByRole('region', { name: /Results over/ }).getByText('complement-fused-instant'),
  ).toBeVisible();
});

test('a bad link keeps its good parts and says what it dropped', async ({ page }) => {
  await openPage(page, 'retrieve/?views=entity,nonsense&k=-3');
  await expect(page.getByText('view "nonsense"; k "-3"')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Entities' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Recency' })).not.toBeChecked();
});
