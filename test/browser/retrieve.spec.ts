import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, openPage, test } from './fixtures';
import { models, predictions, rankAll, ranked, results, rowsOf, scored, untilDone } from './retrieve-support';

test('ranks the demo, scores it, shows each view’s part, and gives the ranking away', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-question,bm25-state,tfidf-word,entity');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  const live = page.getByRole('region', { name: 'One state, live' });
  await expect(live.getByText('What each view gives to the leading units').first()).toBeVisible();

  // The best unit's score is a sum of w / (60 + rank): at most 4 / 61 with four weights of 1, more with a 3 among them.
  const first = live.locator('ol.units li').first();
  const score = async () => Number(/([\d.]+) thousandths/.exec(await first.innerText())?.[1] ?? NaN);
  await expect.poll(score).toBeLessThan(66);
  await page.getByLabel('Weight of BM25: full state').fill('3');
  await expect.poll(score).toBeGreaterThan(66);

  await rankAll(page);
  await expect(scored(page, 'bm25-question')).toContainText('view');
  await expect(scored(page, 'rrf-4')).toContainText('fusion');
  await expect(results(page).getByText('development').first()).toBeVisible();
  await expect(results(page).getByText('Complete@8 when one view is left out').first()).toBeVisible();
  await expect(results(page).getByText('How alike the views rank').first()).toBeVisible();
  await expectAccessible(page);

  const take = page.getByRole('region', { name: 'Take it away' });
  await take.getByLabel('Format').selectOption('trec');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    take.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('rrf-4.run');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toMatch(/^\S+ Q0 \S+ 1 8 rrf-4\n/);

  await take.getByRole('button', { name: 'Add to the runs' }).click();
  await expect(take.getByText('rrf-4 is among the runs')).toBeVisible();

  const bring = page.getByRole('region', { name: 'Bring a ranking' });
  await bring
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.run', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(bring).toContainText('0 states and 0 units are unknown');
  await expect(bring.getByRole('button', { name: 'Add to the runs' })).toBeEnabled();
  // It stands beside the ranking that it was saved from, with the same scores.
  const imported = scored(page, 'rrf-4 (mine.run)');
  await expect(imported).toContainText('imported from mine.run');
  const numbers = async (row: Locator) => (await row.getByRole('cell').allInnerTexts()).slice(1, -1);
  await expect.poll(async () => (await numbers(imported)).length).toBe(6);
  expect(await numbers(imported)).toEqual(await numbers(scored(page, 'rrf-4')));
});

test('a ranking from elsewhere is scored without ranking any view here', async ({ page }) => {
  const text = ranked('--view', 'bm25-question');
  await openPage(page, 'retrieve/?split=demo');
  const bring = page.getByRole('region', { name: 'Bring a ranking' });
  await bring
    .locator('input[type=file]')
    .setInputFiles({ name: 'theirs.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(scored(page, 'bm25-question (theirs.jsonl)')).toContainText('imported from theirs.jsonl');
  expect(await predictions(page, 'bm25-question (theirs.jsonl)')).toBe(text);
});

test('one worker or three: the same file', async ({ page }) => {
  const files: string[] = [];
  for (const workers of ['1', '3']) {
    // The link opens the demo the first time and finds it kept the second.
    await openPage(page, 'retrieve/?views=bm25-state,recency&split=demo');
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

test('complement-fused, instant: the page and the command line write the same bytes', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-state');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.getByLabel(/Also rank by complement-fused/).check();
  await rankAll(page);
  const method = 'complement-fused-instant';
  await expect(scored(page, method)).toContainText('complement-fused');
  expect(await predictions(page, method)).toBe(ranked('--view', 'complement-fused', '--size', 'instant'));
});

test('the link holds the whole fusion; MMR acts on the state and on the split', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-state,entity&lambda=0.4&depth=40&bm25-state.weight=2');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByLabel('MMR lambda')).toHaveValue('0.4');
  await expect(page.getByLabel('Depth')).toHaveValue('40');
  await expect(page.getByLabel('Weight of BM25: full state')).toHaveValue('2');
  await rankAll(page);
  const stale = results(page).getByText('The views or the fusion were changed since');
  await expect(stale).toHaveCount(0);
  const spread = await predictions(page, 'mmr-0.4(rrf-2)');

  await page.getByLabel('MMR lambda').fill('1');
  await page.getByLabel('MMR lambda').press('Tab');
  await expect(page).not.toHaveURL(/lambda/);
  await expect(page).toHaveURL(/depth=40/);
  await expect(stale).toBeVisible();
  await rankAll(page);
  await expect(stale).toHaveCount(0);
  const plain = await predictions(page, 'rrf-2');
  expect(plain).not.toBe(spread.replaceAll('mmr-0.4(rrf-2)', 'rrf-2'));
  expect(rowsOf(plain)).toHaveLength(25);

  // Any ranking is a start: lambda is calibrated over a view, kept, and used over another.
  const further = page.getByRole('region', { name: 'Further rankers' });
  await further.getByLabel('Start from').selectOption('entity');
  await further.getByRole('button', { name: /^Calibrate lambda on / }).click();
  const kept = further.getByRole('list', { name: 'Calibrated coefficients' }).getByRole('listitem');
  await expect(kept).toContainText('for entity: Complete@5');
  await further.getByLabel('Lambda at the end').fill('0.3');
  await further.getByLabel('Lambda at the end').press('Tab');
  await further.getByLabel('Start from').selectOption('bm25-state');
  await further.getByRole('button', { name: 'MMR alone, over bm25-state' }).click();
  const spreadView = 'mmr-ranks-0.3(bm25-state)';
  await expect(scored(page, spreadView)).toContainText('second stage');
  expect(await predictions(page, spreadView)).toBe(ranked('--view', 'bm25-state', '--mmr', '0.3'));
});

test('a query form is chosen on the states at hand, the same one for the same seed', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-state');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.getByText('Choose a query form by the certificates').click();
  await expect(page.getByText('ranks up to 25 of the 25 states')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Query forms', exact: true });
  const chosen = panel.getByText('Chosen:');
  const tried = async (ranker: string): Promise<string> => {
    await panel.getByLabel('Ranker').selectOption({ label: ranker });
    await panel.getByRole('button', { name: 'Try the forms' }).click();
    await expect(page.getByText(`Query forms by ${ranker} over`).first()).toBeVisible();
    await expect(chosen).toHaveText(/Chosen: \S/);
    return chosen.innerText();
  };
  const first = await tried('BM25');
  await tried('TF-IDF: words');
  await tried('TF-IDF: characters');
  await tried('Static encoder');
  expect(await tried('BM25')).toBe(first);
  await expectAccessible(page);

  // All eight forms are there under a name of their own; a frozen choice ranks the whole split by its own method.
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(3);
  await panel.getByRole('combobox', { name: 'Forms' }).selectOption('exploratory');
  await expect(page.getByText('an exploration of ours')).toBeVisible();
  await tried('BM25');
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(9);
  await panel.getByRole('combobox', { name: 'Forms' }).selectOption('general');
  const apply = panel.getByRole('button', { name: /^Rank 25 states of / });
  await apply.first().click();
  await expect(panel.getByText('stands in the results above')).toBeVisible();
  await expect(results(page).getByText('query form', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByText('Choose a query form by the certificates').click();
  await expect(apply.first()).toBeVisible();

  // An opened model is a ranker too: by itself, and in a cascade once there is a fusion to start from.
  await models(page).locator('summary').click();
  await models(page).getByRole('button', { name: 'Open the model' }).click();
  await expect(models(page).getByText('complement-static-256 is open')).toBeVisible();
  const own = await tried('Encoder: complement-static-256');
  expect(own).toBe(await tried('Static encoder'));
  await rankAll(page);
  await tried('Cascade by complement-static-256');
});

test('at 320 px with data loaded nothing is cut off, and it is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openPage(page, 'retrieve/?views=bm25-question,bm25-state,entity');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.getByRole('button', { name: 'Rank all states' }).click();
  await expect(page.getByText('Complete@8 when one view is left out').first()).toBeVisible();
  await page.getByText('Read this pool with a model').click();
  await page.getByText('Choose a query form by the certificates').click();
  await page.locator('ol.units summary').first().click();
  await page
    .getByRole('region', { name: 'Further rankers' })
    .getByRole('button', { name: 'Open one under Models' })
    .click();
  await models(page).getByRole('button', { name: 'Open the model' }).click();
  await expect(page.getByRole('button', { name: 'Rank this state' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rank all 25 states' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
});

test('the dense view reads with a model that the user opened: the same ranks where it is the same model', async ({
  page,
}) => {
  await openPage(page, 'retrieve/?views=bm25-state,dense');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await rankAll(page);
  await expect(page.getByText('The dense view read with the static encoder of this site')).toBeVisible();
  const own = await predictions(page, 'dense');

  await models(page).locator('summary').click();
  await models(page).getByRole('button', { name: 'Open the model' }).click();
  await page.getByLabel('The dense view reads with complement-static-256').check();
  await expect(page).toHaveURL(/model=complement-static-256/);
  await expect(page).toHaveURL(/reads=model/);
  await rankAll(page);
  await expect(page.getByText('The dense view read with complement-static-256')).toBeVisible();
  expect(await predictions(page, 'dense')).toBe(own);
});

test('thorough: the transformer from this site reads the leading units of a state', async ({ page }) => {
  const items = readFileSync('static/demo/items.jsonl', 'utf8').split('\n').slice(0, 1);
  await openPage(page, 'score/');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'items.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(items.join('\n') + '\n'),
    });
  await expect(page.getByText(/1 state/).first()).toBeAttached();
  await openPage(page, 'retrieve/?views=bm25-state');
  await page.getByLabel(/Also rank by complement-fused/).check();
  await rankAll(page);
  await page.getByRole('button', { name: 'Rank 1 state thoroughly' }).click();
  const thoroughly = page.getByRole('region', { name: 'complement-fused, thorough' });
  await untilDone(thoroughly, thoroughly.getByText('Done: it stands in the results above'));
  // Without certificates there is no table, but the ranking is at hand.
  await page.getByLabel('Units a state').fill('400');
  await page.getByLabel('Units a state').press('Tab');
  const thorough = rowsOf(await predictions(page, 'complement-fused-thorough'));
  const instant = rowsOf(await predictions(page, 'complement-fused-instant'));
  expect(thorough.map(({ method }) => method)).toEqual(['complement-fused-thorough']);
  thorough.forEach(({ state_id, ranked_evidence_ids: ids }, i) => {
    const cheap = instant[i]?.ranked_evidence_ids ?? [];
    expect(state_id).toBe(instant[i]?.state_id);
    expect(ids).not.toEqual(cheap);
    expect(ids.toSorted()).toEqual(cheap.toSorted());
  });
});

test('a bad link keeps its good parts and says what it dropped', async ({ page }) => {
  await openPage(page, 'retrieve/?views=entity,nonsense&k=-3');
  await expect(page.getByText('view "nonsense"; k "-3"')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Entities' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Recency' })).not.toBeChecked();
});
