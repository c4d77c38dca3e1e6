import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, openPage, test } from './fixtures';

/** Downloads a ranking as predictions.jsonl. */
async function predictions(page: Page, method: string): Promise<string> {
  const take = page.getByRole('region', { name: 'Take it away' });
  await take.getByLabel('Ranking').selectOption(method);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    take.getByRole('button', { name: 'Download' }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

interface Row {
  state_id: string;
  method: string;
  ranked_evidence_ids: string[];
}
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** What `rank` of the command line writes for the demo. */
function ranked(...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'rank-'));
  const out = join(folder, 'out.jsonl');
  const cli = ['--tsconfig', 'scripts/tsconfig.json', 'scripts/cli.ts', 'rank'];
  const given = ['--items', 'static/demo/items.jsonl', '--k', '8', '--out', out];
  try {
    execFileSync('node_modules/.bin/tsx', [...cli, ...given, ...options]);
    return readFileSync(out, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
  await page.getByRole('button', { name: 'Rank all states' }).click();
  await expect(
    page.getByRole('region', { name: /Results over/ }).getByText('complement-fused-instant'),
  ).toBeVisible();
  const method = 'complement-fused-instant';
  expect(await predictions(page, method)).toBe(ranked('--view', 'complement-fused', '--size', 'instant'));
});

test('the link holds the whole fusion; MMR acts on the state and on the split', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-state,entity&lambda=0.4&depth=40&bm25-state.weight=2');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await expect(page.getByLabel('MMR lambda')).toHaveValue('0.4');
  await expect(page.getByLabel('Depth')).toHaveValue('40');
  await expect(page.getByLabel('Weight of BM25: full state')).toHaveValue('2');
  const rank = page.getByRole('button', { name: 'Rank all states' });
  await rank.click();
  const spread = await predictions(page, 'rrf');

  await page.getByLabel('MMR lambda').fill('1');
  await page.getByLabel('MMR lambda').press('Tab');
  await expect(page).not.toHaveURL(/lambda/);
  await expect(page).toHaveURL(/depth=40/);
  await rank.click();
  await expect(page.getByRole('group', { name: /Ranking|Scoring/ })).toHaveCount(0);
  const plain = await predictions(page, 'rrf');
  expect(plain).not.toBe(spread);
  expect(rowsOf(plain)).toHaveLength(25);
});

test('a query form is chosen on the states at hand, the same one for the same seed', async ({ page }) => {
  await openPage(page, 'retrieve/?views=bm25-state');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.getByText('Choose a query form by the certificates').click();
  await expect(page.getByText('ranks 25 of the 25 states')).toBeVisible();
  const chosen = page.getByText('Chosen:');
  const forms: (string | null)[] = [];
  for (const ranker of ['bm25', 'dense', 'bm25']) {
    await page.getByLabel('Ranker').selectOption(ranker);
    await page.getByRole('button', { name: 'Try the forms' }).click();
    const by = ranker === 'bm25' ? 'BM25' : 'static encoder';
    await expect(page.getByText(`Query forms by ${by} over`).first()).toBeVisible();
    forms.push(await chosen.textContent());
  }
  expect(forms[2]).toBe(forms[0]);
  await expectAccessible(page);
});

test('at 320 px with data loaded nothing is cut off, and it is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openPage(page, 'retrieve/?views=bm25-question,bm25-state,entity');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.getByRole('button', { name: 'Rank all states' }).click();
  await expect(page.getByText('Complete@8 when one view is left out').first()).toBeVisible();
  await page.getByText('Read with a model: the dense view').click();
  await page.getByText('Read this pool with a model').click();
  await page.getByText('Choose a query form by the certificates').click();
  await page.locator('ol.units summary').first().click();
  await expect(page.getByRole('button', { name: 'Open the model' })).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
});

test('the dense view reads with a model that the user opened: the same ranks where it is the same model', async ({
  page,
}) => {
  await openPage(page, 'retrieve/?views=bm25-state,dense');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  const rank = page.getByRole('button', { name: 'Rank all states' });
  await rank.click();
  await expect(page.getByText('The dense view read with the static encoder of this site')).toBeVisible();
  const own = await predictions(page, 'dense');

  await page.getByText('Read with a model: the dense view').click();
  await page.getByRole('button', { name: 'Open the model' }).click();
  await page.getByLabel('The dense view reads with complement-static-256').check();
  await rank.click();
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
  await page.getByRole('button', { name: 'Rank all states' }).click();
  await page.getByRole('button', { name: 'Rank 1 state thoroughly' }).click();
  await expect(page.getByText('Done: it can be taken away below.')).toBeVisible({ timeout: 100_000 });

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

test.describe('the cascade over a split, by an endpoint', () => {
  test.use({ allowed: { console: [], hosts: ['127.0.0.1:5998'] } });

  test('a long run says how long and waits; it can be called off; vectors are kept', async ({ page }) => {
    let delay = 1500;
    let texts = 0;
    await page.route('http://127.0.0.1:5998/**', async (route) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const { input } = route.request().postDataJSON() as { input: string[] };
      texts += input.length;
      await new Promise((resolve) => setTimeout(resolve, delay));
      const data = input.map((text, index) => ({
        index,
        embedding: [text.length, 300, text.charCodeAt(text.length >> 1)],
      }));
      return route.fulfill({ headers, json: { data, usage: { prompt_tokens: input.join('').length } } });
    });
    await openPage(page, 'retrieve/?views=bm25-state');
    await page.getByRole('button', { name: 'Open the demo' }).click();
    await page.getByRole('button', { name: 'Rank all states' }).click();
    await page.getByText('Read with a model: the dense view').click();
    await page.getByRole('combobox', { name: 'Model' }).selectOption('endpoint');
    await page.getByLabel('Base URL').fill('http://127.0.0.1:5998/v1');
    await page.getByRole('textbox', { name: 'Model' }).fill('some-model');
    await page.getByRole('button', { name: 'Ask the endpoint' }).click();
    const cascade = page.getByRole('region', { name: 'Cascade' });
    const run = cascade.getByRole('button', { name: 'Cascade over all states' });

    await run.click();
    await expect(cascade.getByText('some-model has 400 texts to read')).toBeVisible();
    await cascade.getByRole('button', { name: 'Cancel' }).click();
    await expect(cascade.getByText('Cancelled; vectors made so far are kept.')).toBeVisible();

    await run.click();
    await cascade.getByRole('button', { name: 'Start' }).click();
    delay = 0;
    const method = 'cascade-16(rrf,some-model)';
    await expect(cascade.getByText(`${method} is done`)).toBeVisible();
    const rows = await predictions(page, method);
    expect(rowsOf(rows).every((row) => row.method === method)).toBe(true);
    expect(rows).not.toBe((await predictions(page, 'rrf')).replaceAll('"rrf"', `"${method}"`));

    // Again: all but the sample that is timed comes from the store.
    texts = 0;
    await run.click();
    await expect(cascade.getByRole('group', { name: 'Cascade' })).toHaveCount(0);
    await expect(cascade.getByText(`${method} is done`)).toBeVisible();
    expect(texts).toBe(8);
    expect(await predictions(page, method)).toBe(rows);
  });
});

test('a bad link keeps its good parts and says what it dropped', async ({ page }) => {
  await openPage(page, 'retrieve/?views=entity,nonsense&k=-3');
  await expect(page.getByText('view "nonsense"; k "-3"')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Entities' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Recency' })).not.toBeChecked();
});
