import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from './fixtures';
import { drop, FOLDER, gzipBomb, manyItems } from './hostile-files';

const golden = (path: string) => `test/golden/data/${path}`;
const text = (path: string) => readFileSync(golden(path), 'utf8');
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const picker = (page: Page) => page.locator('input[type=file]').first();
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const faults = (page: Page) => page.getByRole('region', { name: 'Faults' }).last();

async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  return readFileSync(await download.path(), 'utf8');
}

async function setCutoffs(page: Page, cutoffs: string) {
  await page.getByLabel('Cutoffs').fill(cutoffs);
  await page.getByLabel('Cutoffs').press('Enter');
}

const state = (id: string, units: string[]) =>
  JSON.stringify({ state_id: id, candidate_evidence: units.map((evidence_id) => ({ evidence_id })) });
const label = (id: string, groups: string[][]) =>
  JSON.stringify({
    state_id: id,
    required_evidence_groups: groups.map((acceptable_evidence_ids, i) => ({
      group_id: `G${i + 1}`,
      role: `role_${i + 1}`,
      acceptable_evidence_ids,
      minimum_required: 1,
      necessity_weight: 1,
    })),
  });
const row = (id: string, units: string[], method = 'm') =>
  JSON.stringify({ state_id: id, method, ranked_evidence_ids: units });
const lines = (...rows: string[]) => rows.join('\n') + '\n';
const SMALL = [
  file('items.jsonl', lines(state('s1', ['a1', 'a2', 'b1', 'x']), state('s2', ['c1', 'x']))),
  file('labels.jsonl', lines(label('s1', [['a1', 'a2'], ['b1']]), label('s2', [['c1']]))),
];

test.describe('golden sets', () => {
  for (const [set, cutoffs] of [
    ['scorer', '1, 3, 5, 8, 10, 12, 16'],
    ['scorer-large', '1, 5, 8, 20'],
  ] as const) {
    test(`${set}: dropped together, the downloads are byte-identical, also after a reload`, async ({
      page,
    }) => {
      await openPage(page, 'score/');
      await setCutoffs(page, cutoffs);
      await picker(page).setInputFiles(
        ['predictions', 'items', 'labels'].map((name) => file(`${name}.x`, text(`${set}/${name}.jsonl`))),
      );
      await expect(results(page)).toBeVisible();
      for (const name of ['summary.json', 'per_state_scores.jsonl']) {
        expect(await downloaded(page, name)).toBe(text(`${set}/${name}`));
      }
      await page.reload();
      await expect(results(page)).toBeVisible();
      for (const name of ['summary.json', 'per_state_scores.jsonl']) {
        expect(await downloaded(page, name)).toBe(text(`${set}/${name}`));
      }
    });
  }

  test('gzip in the browser: joined members are read, cut ones refused at their line', async ({ page }) => {
    await openPage(page, 'score/');
    await setCutoffs(page, '1, 5, 8, 20');
    const set = 'scorer-large';
    const rows = text(`${set}/predictions.jsonl`);
    const half = rows.indexOf('\n', rows.length / 2) - 10;
    const joined = Buffer.concat([gzipSync(rows.slice(0, half)), gzipSync(rows.slice(half))]);
    const gz = (name: string) => file(`${name}.gz`, gzipSync(text(`${set}/${name}.jsonl`)));
    await picker(page).setInputFiles([gz('items'), gz('labels'), file('predictions.gz', joined)]);
    await expect(results(page)).toBeVisible();
    expect(await downloaded(page, 'per_state_scores.jsonl')).toBe(text(`${set}/per_state_scores.jsonl`));

    const cut = gzipSync(rows).subarray(0, -400);
    await picker(page).setInputFiles([file('cut.jsonl.gz', cut)]);
    await expect(faults(page)).toContainText('gzip-truncated');
    await expect(page.getByText('The files were not taken.')).toBeVisible();
  });
});

test('the real example, where it lies beside the project', async ({ page }) => {
  const folder = '../shared/paper/example';
  test.skip(!existsSync(folder), 'the real items are not part of the repository');
  await openPage(page, 'score/');
  await picker(page).setInputFiles([
    `${folder}/items.jsonl`,
    `${folder}/labels.jsonl`,
    golden('example/starter_predictions.jsonl'),
  ]);
  await expect(results(page)).toBeVisible();
  for (const name of ['summary.json', 'per_state_scores.jsonl']) {
    expect(await downloaded(page, name)).toBe(text(`example/${name}`));
  }
});

test.describe('the demo', () => {
  test('opens by its link with scores, floor, ceiling, published rows and a state', async ({ page }) => {
    await openPage(page, 'score/?split=demo');
    await expect(results(page)).toBeVisible();
    await expect(page.getByText('Several runs of one method.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Random floor and oracle ceiling' }).click();
    await expect(results(page)).toContainText('Oracle (ceiling)');
    await page.getByRole('button', { name: 'Published Test500 rows' }).click();
    await expect(results(page)).toContainText('Test500, published');
    await expect(page.getByText('they are not comparable with rows scored on other states')).toBeVisible();
    const states = page.getByRole('region', { name: /state by state/ });
    await states.locator('tbody button').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Required groups' })).toBeVisible();
    await expect(page).toHaveURL(/state=/);
    await expectAccessible(page);
  });

  test('a wrong file is told, and what was scored before is one press away', async ({ page }) => {
    await openPage(page, 'score/?split=demo');
    await expect(results(page)).toBeVisible();
    await picker(page).setInputFiles([file('wrong.jsonl', lines(row('nowhere', ['x'])))]);
    await expect(faults(page)).toContainText('unknown-state');
    await page.getByRole('button', { name: 'Back to what was scored before' }).press('Enter');
    await expect(results(page)).toContainText('coverage_greedy');
    await expect(page.getByText('The files were not taken.')).toHaveCount(0);
  });

  test('is accessible in the dark and at 320 px', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 700 });
    await openPage(page, 'score/?split=demo');
    await expect(results(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('the starter baseline is added to the runs', async ({ page }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles([...SMALL, file('p.jsonl', lines(row('s1', []), row('s2', [])))]);
    await expect(results(page)).toBeVisible();
    await page.getByRole('button', { name: 'Starter baseline (BM25)' }).click();
    await expect(results(page)).toContainText('bm25_starter');
  });

  test('a file with the name of a run made here is scored beside it, and either can be called something else', async ({
    page,
  }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles([...SMALL, file('p.jsonl', lines(row('s1', []), row('s2', [])))]);
    await page.getByRole('button', { name: 'Starter baseline (BM25)' }).click();
    await expect(results(page)).toContainText('bm25_starter');
    const notice = page.getByText('Several runs of one method.').locator('..');
    await expect(notice).toHaveCount(0);
    const own = [row('s1', ['a1', 'b1'], 'bm25_starter'), row('s2', ['c1'], 'bm25_starter')];
    await picker(page).setInputFiles([file('own.jsonl', lines(...own))]);
    await expect(notice).toContainText('bm25_starter (2): file:own.jsonl');
    await expect(results(page)).toContainText('bm25_starter (2)');
    await expect(results(page)).toContainText('100.00');
    // Also after a reload, and the run made here is still there for other pages.
    await page.reload();
    await expect(notice).toContainText('bm25_starter (2)');
    await expect(results(page)).toContainText('100.00');
    await page.getByLabel('Runs in the files').selectOption('bm25_starter (2)');
    const alone = JSON.parse(await downloaded(page, 'summary.json')) as Record<string, { states: number }>;
    expect(Object.keys(alone)).toEqual(['bm25_starter']);
    await page.getByRole('button', { name: 'Rename bm25_starter (2)' }).click();
    await page.getByLabel('Label of bm25_starter (2)').fill('from my file');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(results(page)).toContainText('from my file');
    const origins = await page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('complement');
          opening.onerror = () => reject(new Error('no database'));
          opening.onsuccess = () => {
            const all = opening.result.transaction('runs').objectStore('runs').getAll();
            all.onsuccess = () => resolve((all.result as { origin: string }[]).map(({ origin }) => origin));
          };
        }),
    );
    expect(origins.sort()).toEqual(['baseline', 'file:own.jsonl', 'file:p.jsonl']);
  });
});

test.describe('states', () => {
  test('any-hit is not all-required: the state names the missing group and the rank', async ({ page }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles([
      ...SMALL,
      file('p.jsonl', lines(row('s1', ['a1', 'a2', 'x']), row('s2', ['x', 'c1']))),
    ]);
    await expect(results(page)).toContainText('50.00');
    const states = page.getByRole('region', { name: /state by state/ });
    await states.getByRole('button', { name: 's1' }).click();
    const view = page.getByRole('region', { name: 'State s1' });
    await expect(view).toContainText('Never complete');
    await expect(view).toContainText('Missing at k = 5: G2 (role_2).');
    await expect(view).toContainText('complete at rank 1');
    await states.getByRole('button', { name: 's2' }).click();
    await expect(page.getByRole('region', { name: 'State s2' })).toContainText('Complete at rank 2');
  });

  test('a missing state is an error; as a subset it is partial, with its counts', async ({ page }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles([...SMALL, file('p.jsonl', lines(row('s1', [])))]);
    await expect(faults(page)).toContainText('missing-state');
    await page.getByLabel(/Subset analysis/).check();
    await expect(page.getByText('partial, not comparable.')).toBeVisible();
    await expect(page.getByText('m: 1 of 2 states scored, 1 missing, 1 empty.')).toBeVisible();
    await expect(page).toHaveURL(/subset=1/);
  });
});

test.describe('files that are not what they should be', () => {
  for (const [name, content, message] of [
    ['an empty file', '', /is empty/],
    ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /binary-file/],
    ['a JSON array', '[{"state_id":"s1"}]', /json-array/],
    ['other JSON', '{"hello":1}\n', /is no SERBench file/],
  ] as const) {
    test(name, async ({ page }) => {
      await openPage(page, 'score/');
      await picker(page).setInputFiles([file('x.jsonl', Buffer.from(content))]);
      await expect(page.getByText('Not taken.', { exact: true })).toBeVisible();
      await expect(page.locator('main')).toContainText(message);
      await expectAccessible(page);
    });
  }

  test('500 files, and a folder', async ({ page }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles(Array.from({ length: 500 }, (_, i) => file(`${i}.jsonl`, '{}')));
    await expect(page.getByText('500 files were dropped, and at most 20 are read at once.')).toBeVisible();
    await drop(page, FOLDER);
    await expect(page.getByText('A folder was dropped.')).toBeVisible();
  });

  test('predictions without items say what is missing', async ({ page }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles([file('p.jsonl', row('s1', []))]);
    await expect(page.getByText('Predictions alone cannot be checked')).toBeVisible();
  });

  test('a 1 GB gzip bomb: a clear message, and the page goes on', async ({ page }) => {
    await openPage(page, 'score/');
    await picker(page).setInputFiles([file('bomb.jsonl.gz', await gzipBomb())]);
    await expect(faults(page)).toContainText('line-too-long', { timeout: 60_000 });
    await setCutoffs(page, '3');
    await expect(page).toHaveURL(/k=3/);
  });

  test('300 MB of items: progress, a page that answers, and a cancel that works', async ({ page }) => {
    await openPage(page, 'score/');
    const big = manyItems(30);
    await drop(page, big);
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await page.getByLabel(/Subset analysis/).focus();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled.')).toBeVisible();
    // Whole, it is 300,000 states of one name: the first 1,000 faults are listed, all are counted.
    await drop(page, big);
    await expect(page.getByText('The first 1,000 are listed.')).toBeVisible({ timeout: 110_000 });
    await expect(faults(page)).toContainText('duplicate-state');
  });
});

test.describe('the community feed', () => {
  test.use({ allowed: { console: [/Failed to load resource/], hosts: ['raw.githubusercontent.com'] } });
  const feed = (metrics: object) =>
    JSON.stringify({
      schema_version: 1,
      updated_at: '2026-09-16T21:20:29.416147Z',
      results: [
        {
          method: '<b>theirs</b>',
          issue_url: 'https://github.com/a/b/issues/1',
          comment_url: 'https://github.com/a/b/issues/1#c',
          evaluated_at: '2026-09-16T21:15:22Z',
          metrics,
        },
      ],
    });
  const METRICS = {
    'mss_complete@5': 12.34,
    'mss_complete@8': 20,
    'group_recall@5': 1,
    'group_recall@8': 2,
    'necessity_weighted_recall@5': 3,
  };

  test('is fetched on demand, checked, and shown as text with its label', async ({ page }) => {
    let body = feed({ ...METRICS, 'mss_complete@5': 123 });
    await page.route('https://raw.githubusercontent.com/**', (route) =>
      route.fulfill({ body, headers: { 'access-control-allow-origin': '*' }, contentType: 'text/plain' }),
    );
    await openPage(page, 'score/?split=demo');
    await expect(results(page)).toBeVisible();
    await page.getByRole('button', { name: /Community rows/ }).click();
    await expect(page.getByText('The feed has another form than expected')).toBeVisible();
    body = feed(METRICS);
    await page.getByRole('button', { name: /Community rows/ }).click();
    await expect(results(page)).toContainText('<b>theirs</b>');
    await expect(results(page)).toContainText('12.34');
    await expect(results(page)).toContainText('Test500, community');
  });

  test('out of reach: a message', async ({ page }) => {
    await page.route('https://raw.githubusercontent.com/**', (route) => route.abort());
    await openPage(page, 'score/?split=demo');
    await page.getByRole('button', { name: /Community rows/ }).click();
    await expect(page.getByText('The feed could not be reached.')).toBeVisible();
  });
});

test('Test500: local scoring is refused with its reason; the submission is checked and the form filled in', async ({
  page,
}) => {
  const ids = Array.from({ length: 500 }, (_, i) => `t${i}`);
  const rows = lines(...ids.map((id) => row(id, ['a', 'b'])));
  await openPage(page, 'score/');
  await picker(page).setInputFiles([
    file('items.jsonl', lines(...ids.map((id) => state(id, ['a', 'b', 'c'])))),
  ]);
  await expect(page.getByText('The certificates of Test500 are private')).toBeVisible();
  const submission = page.locator('input[type=file]').last();
  await submission.setInputFiles([file('p.jsonl', rows.replace('"t7"', '"t8"'))]);
  await expect(faults(page)).toContainText('duplicate-row');
  await submission.setInputFiles([file('p.jsonl', rows)]);
  await expect(page.getByText('The file keeps every rule of a submission.')).toBeVisible();
  await page.getByLabel(/Prediction URL/).fill('https://raw.githubusercontent.com/me/r/main/p.jsonl');
  await expect(page.getByText('pinned to a commit of 40 hexadecimal digits')).toBeVisible();
  await page
    .getByLabel(/Prediction URL/)
    .fill(`https://raw.githubusercontent.com/me/r/${'a'.repeat(40)}/p.jsonl`);
  await page.getByLabel('Method description').fill('BM25 & more');
  const link = new URL(
    (await page.getByRole('link', { name: 'Open the evaluation form' }).getAttribute('href')) ?? '',
  );
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    template: 'evaluation.yml',
    method: 'm',
    release: 'serbench-public-v1-v5.6',
    description: 'BM25 & more',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  await expectAccessible(page);
});

test('a bad link keeps its valid parts and says what it dropped', async ({ page }) => {
  await openPage(page, 'score/?k=5,x&subset=1');
  await expect(page.getByText('left out: k=5,x.')).toBeVisible();
  await expect(page.getByLabel(/Subset analysis/)).toBeChecked();
});

test('twelve methods over 500 states are scored and every one can be opened', async ({ page }) => {
  const ids = Array.from({ length: 500 }, (_, i) => `s${i}`);
  const methods = Array.from({ length: 12 }, (_, i) => `method ${String(i).padStart(2, '0')}`);
  await openPage(page, 'score/?k=1,3,5,8,10,12,16');
  await picker(page).setInputFiles([
    file('items.jsonl', lines(...ids.map((id) => state(id, ['a', 'b', 'c'])))),
    file('labels.jsonl', lines(...ids.map((id) => label(id, [['a'], ['b']])))),
    file(
      'p.jsonl',
      lines(
        ...methods.flatMap((method, m) =>
          ids.map((id, i) => row(id, i < m * 40 ? ['a', 'b'] : ['c'], method)),
        ),
      ),
    ),
  ]);
  await expect(results(page)).toBeVisible();
  await expect(results(page).locator('tbody tr')).toHaveCount(12);
  // 40 of 500 states more with each method: 8 points.
  await expect(results(page).locator('tbody tr').nth(11)).toContainText('88.00');
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('method 11');
  const states = page.getByRole('region', { name: /^method 11: state by state/ });
  await expect(states.locator('tbody button').first()).toHaveText('s0');
  await states.getByRole('button', { name: 'Complete at rank' }).click();
  await expect(states.locator('tbody tr').first()).toContainText('2');
});
