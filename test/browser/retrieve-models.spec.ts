import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { tinyOnnx } from '../unit/embedding/tiny-onnx';
import { tinyTokenizer } from '../unit/embedding/tiny-tokenizer';
import { expect, expectAccessible, openPage, test } from './fixtures';
import { further, models, predictions, rankAll, ranked, rowsOf, scored, untilDone } from './retrieve-support';

const STATES = 25;
const PIECES = ['import', 'return', 'def', 'time', 'the', 'of', 'is', 'in', 'zone', 'scan', 'test', 'value'];
const filesOf = (head: 'states' | 'relevance' | 'terms'): Record<string, Buffer> => ({
  'config.json': Buffer.from('{"max_position_embeddings": 64}'),
  'tokenizer.json': Buffer.from(JSON.stringify(tinyTokenizer(PIECES))),
  'onnx/model.onnx': Buffer.from(tinyOnnx(PIECES.length + 4, head)),
});

/** Writes a tiny model into a folder of its own name for as long as `use` takes. */
async function withFolder(
  name: string,
  head: 'states' | 'relevance' | 'terms',
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'model-'));
  try {
    for (const [path, bytes] of Object.entries(filesOf(head))) {
      const file = join(root, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    await use(join(root, name));
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function openRanked(page: Page): Promise<void> {
  await openPage(page, 'retrieve/?views=bm25-state&split=demo');
  await rankAll(page);
  await models(page).locator('summary').click();
}

/** Runs the chosen second stage over the split and expects its rows in the table and in the file. */
async function expectStage(page: Page, ranker: string, method: string): Promise<string> {
  const region = further(page);
  await region.getByLabel('Ranker').selectOption({ label: ranker });
  await region.getByRole('button', { name: `Rank all ${STATES} states` }).click();
  await untilDone(region, region.getByText(`${method} is done`));
  await expect(scored(page, method)).toContainText('second stage');
  const text = await predictions(page, method);
  const rows = rowsOf(text);
  expect(rows).toHaveLength(STATES);
  expect(rows.every((row) => row.method === method)).toBe(true);
  expect(text).not.toBe((await predictions(page, 'rrf-1')).replaceAll('"rrf-1"', `"${method}"`));
  return text;
}

const judges = [
  { kind: 'relevance', label: 'Cross-encoder', method: 'cross-encoder-100(rrf-1,tiny)' },
  { kind: 'terms', label: 'Learned sparse', method: 'learned-sparse-100(rrf-1,tiny)' },
] as const;
for (const { kind, label, method } of judges) {
  test(`${label} from a folder, over all states: its own row and file, kept for the next time`, async ({
    page,
  }) => {
    await withFolder('tiny', kind, async (folder) => {
      await openRanked(page);
      const judge = page.getByRole('region', { name: 'Judge', exact: true });
      await judge.getByRole('combobox', { name: 'Judge' }).selectOption(kind);
      await judge.getByRole('combobox', { name: 'From' }).selectOption('folder');
      await judge.getByRole('combobox', { name: 'Weights' }).selectOption('fp32');
      await judge.getByLabel('Choose a judge’s folder').setInputFiles(folder);
      await judge.getByRole('button', { name: 'Open the judge' }).click();
      await expect(judge.getByText('tiny is at hand as a judge')).toBeVisible();
      const first = await expectStage(page, `${label}: tiny`, method);
      expect(await expectStage(page, `${label}: tiny`, method)).toBe(first);
    });
  });
}

test('late interaction and cascade by a transformer from a folder; one state and all states agree', async ({
  page,
}) => {
  await withFolder('tiny', 'states', async (folder) => {
    await openRanked(page);
    const picker = page.getByRole('region', { name: 'Encoder for the split' });
    await picker.getByRole('combobox', { name: 'Model' }).selectOption('folder');
    await picker.getByRole('combobox', { name: 'Weights' }).selectOption('fp32');
    await expect(picker.getByText('A folder of your disk cannot be in this page’s link.')).toBeVisible();
    await picker.getByLabel('Choose a model folder').setInputFiles(folder);
    await picker.getByRole('button', { name: 'Open the model' }).click();
    await expect(models(page).getByText('tiny is open')).toBeVisible();
    expect(page.url()).not.toContain('model=');
    await expectStage(page, 'Cascade by tiny', 'cascade-16(rrf-1,tiny)');
    const late = await expectStage(page, 'Late interaction: tiny', 'late-interaction-16(rrf-1,tiny)');
    // The command line writes the same bytes.
    const config = join(folder, 'views.json');
    writeFileSync(config, '{"views": [{"name": "bm25-state"}]}');
    const second = ['--second', 'late-interaction', '--model', folder, '--dtype', 'fp32', '--leading', '16'];
    expect(late).toBe(ranked('--view', 'rrf', '--config', config, ...second));
    await expectAccessible(page);
  });
});

test('one state: the whole pool is scored while one looks on, and a cascade has its own name', async ({
  page,
}) => {
  await openPage(page, 'retrieve/?split=demo');
  await page.getByText('Read this pool with a model').click();
  await page.getByRole('button', { name: 'Open one under Models' }).first().click();
  await models(page).getByRole('button', { name: 'Open the model' }).click();
  await page.getByRole('button', { name: 'Score the whole pool' }).click();
  await expect(page.getByText(/^(\d+) of \1 units scored\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Rank this state' }).click();
  await expect(page.getByText('cascade-16(rrf,complement-static-256)')).toBeVisible();
});

test.describe('endpoints', () => {
  test.use({ allowed: { console: [], hosts: ['127.0.0.1:5998'] } });
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

  /** An embeddings endpoint that counts the texts it was sent; `hold` keeps answers back. */
  async function serveEmbeddings(page: Page, sent: string[], hold: () => Promise<void>): Promise<void> {
    await page.route('http://127.0.0.1:5998/**', async (route) => {
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const { input } = route.request().postDataJSON() as { input: string[] };
      if (input[0] !== 'test') sent.push(...input);
      await hold();
      const data = input.map((text, index) => ({
        index,
        embedding: [text.length, 300, text.charCodeAt(text.length >> 1)],
      }));
      return route.fulfill({ headers, json: { data, usage: { prompt_tokens: input.join('').length } } });
    });
  }
  async function openEndpoint(page: Page): Promise<void> {
    const picker = page.getByRole('region', { name: 'Encoder for the split' });
    await picker.getByRole('combobox', { name: 'Model' }).selectOption('endpoint');
    await picker.getByLabel('Base URL').fill('http://127.0.0.1:5998/v1');
    await picker.getByRole('textbox', { name: 'Model' }).fill('some-model');
    await picker.getByRole('button', { name: 'Ask the endpoint' }).click();
    await expect(models(page).getByText('some-model is open')).toBeVisible();
  }
  const METHOD = 'cascade-16(rrf-1,some-model)';

  test('nothing is sent before tokens and price were shown; what is kept is not sent again', async ({
    page,
  }) => {
    const sent: string[] = [];
    await serveEmbeddings(page, sent, () => Promise.resolve());
    await openRanked(page);
    await openEndpoint(page);
    const region = further(page);
    const run = region.getByRole('button', { name: `Rank all ${STATES} states` });
    const question = region.getByText('Send to some-model?');

    await run.click();
    await expect(question).toBeVisible();
    await expect(region.getByText(/\d+\s+texts, about\s+[\d,]+\s+tokens/)).toBeVisible();
    await expect(region.getByText('No price is noted for this model')).toBeVisible();
    await region.getByLabel('Price per million tokens').fill('2');
    await region.getByLabel('Price per million tokens').press('Tab');
    await expect(region.getByText(/About 0\.\d+ USD at the price noted on \d{4}-\d\d-\d\d/)).toBeVisible();
    await expectAccessible(page);
    await region.getByRole('button', { name: 'Cancel' }).click();
    await expect(region.getByText('Cancelled; what was read so far is kept.')).toBeVisible();
    expect(sent).toEqual([]);

    await run.click();
    const texts = region.getByText(/\d+\s+texts, about\s+[\d,]+\s+tokens/);
    await expect(texts).toBeVisible();
    const told = Number(/(\d+)\s+texts/.exec(await texts.innerText())?.[1]);
    // The price is kept.
    await expect(region.getByLabel('Price per million tokens')).toHaveValue('2');
    await region.getByRole('button', { name: 'Send' }).click();
    await expect(region.getByText(`${METHOD} is done`)).toBeVisible();
    expect(sent).toHaveLength(told);
    expect(new Set(sent).size).toBe(told);
    const rows = await predictions(page, METHOD);
    await expect(scored(page, METHOD)).toContainText('second stage');

    await run.click();
    await expect(run).toBeEnabled();
    await expect(region.getByText(`${METHOD} is done`)).toBeVisible();
    expect(sent).toHaveLength(told);
    expect(await predictions(page, METHOD)).toBe(rows);
  });

  test('a page closed in the middle: the next one reads only what is missing', async ({ page, context }) => {
    const first: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await serveEmbeddings(page, first, () => (first.length > 120 ? held : Promise.resolve()));
    await openRanked(page);
    await openEndpoint(page);
    await further(page)
      .getByRole('button', { name: `Rank all ${STATES} states` })
      .click();
    await further(page).getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => first.length).toBeGreaterThan(120);
    await page.close();
    release();

    const second: string[] = [];
    const next = await context.newPage();
    await serveEmbeddings(next, second, () => Promise.resolve());
    await openRanked(next);
    await openEndpoint(next);
    const region = further(next);
    await region.getByRole('button', { name: `Rank all ${STATES} states` }).click();
    const texts = region.getByText(/\d+\s+texts, about[^]* more are kept from earlier runs/);
    await expect(texts).toBeVisible();
    const [, missing = '', kept = ''] =
      /(\d+)\s+texts[^]* (\d+) more are kept/.exec(await texts.innerText()) ?? [];
    expect(Number(kept)).toBeGreaterThan(60);
    await region.getByRole('button', { name: 'Send' }).click();
    await expect(region.getByText(`${METHOD} is done`)).toBeVisible();
    expect(second).toHaveLength(Number(missing));
    // What the first page was told to read and did not get back is read again, all else is not.
    const again = second.filter((text) => first.includes(text)).length;
    expect(again).toBeLessThanOrEqual(32);
    await next.close();
  });

  test('a rerank endpoint over all states: one search a state, price by tokens or searches', async ({
    page,
  }) => {
    let calls = 0;
    const keys = new Set<string | undefined>();
    await page.route('http://127.0.0.1:5998/**', (route) => {
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      calls += 1;
      keys.add(route.request().headers()['authorization']);
      const { documents } = route.request().postDataJSON() as { documents: string[] };
      const relevance = (text: string) => (text.length * 7919) % 1000;
      const results = documents.map((text, index) => ({ index, relevance_score: relevance(text) }));
      return route.fulfill({ headers, json: { results } });
    });
    await openRanked(page);
    const judge = page.getByRole('region', { name: 'Judge', exact: true });
    await judge.getByRole('combobox', { name: 'Judge' }).selectOption('endpoint');
    await judge.getByLabel('URL').fill('http://127.0.0.1:5998/v1/rerank');
    await judge.getByLabel('Model').fill('rr');
    await judge.getByLabel('Key, if it needs one').fill('some-secret');
    await judge.getByRole('button', { name: 'Use the endpoint' }).click();
    await expect(judge.getByText('rr is at hand as a judge')).toBeVisible();

    const region = further(page);
    const run = region.getByRole('button', { name: `Rank all ${STATES} states` });
    await run.click();
    await expect(region.getByText(`in ${STATES} searches`)).toBeVisible();
    await region.getByLabel('Price per 1,000 searches').fill('4');
    await region.getByLabel('Price per 1,000 searches').press('Tab');
    await expect(region.getByText('About 0.10 USD')).toBeVisible();
    expect(calls).toBe(0);
    await region.getByRole('button', { name: 'Send' }).click();
    const method = 'cross-encoder-100(rrf-1,rr)';
    await expect(region.getByText(`${method} is done`)).toBeVisible();
    expect(calls).toBe(STATES);
    expect([...keys]).toEqual(['Bearer some-secret']);
    await expect(scored(page, method)).toContainText('second stage');
    const rows = await predictions(page, method);
    await run.click();
    await expect(run).toBeEnabled();
    await expect(region.getByText(`${method} is done`)).toBeVisible();
    expect(calls).toBe(STATES);
    expect(await predictions(page, method)).toBe(rows);
    expect(page.url()).not.toContain('secret');
  });
});

test.describe('the model in the link', () => {
  test.use({ allowed: { console: [], hosts: ['hub.test'] } });

  test('a hub model: nothing is asked until the user opens it, then its size first', async ({ page }) => {
    const files = filesOf('states');
    const commit = 'ab'.repeat(20);
    const asked: string[] = [];
    await page.route('https://hub.test/**', (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      const headers = { 'access-control-allow-origin': '*' };
      if (pathname.startsWith('/api/')) {
        const siblings = Object.entries(files).map(([rfilename, body]) => ({
          rfilename,
          size: body.length,
          lfs: { sha256: createHash('sha256').update(body).digest('hex'), size: body.length },
        }));
        return route.fulfill({ headers, json: { sha: commit, siblings } });
      }
      const body = files[pathname.replace(`/tester/tiny/resolve/${commit}/`, '')];
      if (body === undefined) return route.fulfill({ status: 404, headers, body: 'no such file' });
      return route.fulfill({ headers, contentType: 'application/octet-stream', body });
    });
    const link = 'model=tester/tiny&hub=https://hub.test&dtype=fp32';
    await openPage(page, `retrieve/?views=bm25-state,dense&split=demo&${link}&reads=model`);
    await expect(models(page).getByText('The link names tester/tiny')).toBeVisible();
    await expect(models(page).getByText('Nothing was asked of hub.test yet')).toBeVisible();
    await rankAll(page);
    expect(asked).toEqual([]);

    await models(page).getByRole('button', { name: 'Open the model' }).click();
    await expect(models(page).getByText('Download from another site?')).toBeVisible();
    expect(asked).toHaveLength(1);
    await models(page)
      .getByRole('button', { name: /^Download / })
      .click();
    await expect(models(page).getByText('tester/tiny is open')).toBeVisible();
    await expect(page.getByLabel('The dense view reads with tester/tiny')).toBeChecked();
    await expect(page).toHaveURL(/model=tester%2Ftiny/);
    await expect(page).toHaveURL(/hub=https/);
    await expect(page).toHaveURL(/dtype=fp32/);
    await models(page).getByRole('button', { name: 'Close tester/tiny' }).click();
    await expect(page).not.toHaveURL(/model=/);
  });

  test('a model of this site is named, not fetched; a bad name is left out and said', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await openPage(page, 'encoders/?model=bge-small-en-v1.5&dtype=nonsense');
    await expect(page.getByText('The link names bge-small-en-v1.5')).toBeVisible();
    await expect(page.getByText('dtype "nonsense"')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('bge-small-en-v1.5');
    expect(fetched.filter((url) => url.includes('/models/'))).toEqual([]);
    await openPage(page, 'encoders/?model=javascript:alert(1)');
    await expect(page.getByText('model "javascript:alert(1)"')).toBeVisible();
  });
});
