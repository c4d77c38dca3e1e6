import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { cosine, golden } from '../golden/embedding/golden';
import { tinyOnnx } from '../unit/embedding/tiny-onnx';
import { tinyTokenizer } from '../unit/embedding/tiny-tokenizer';
import { expect, expectAccessible, openPage, test } from './fixtures';

interface Row {
  text: string;
  ids: number[];
  vector: number[];
}

async function embed(page: Page, texts: string[]): Promise<Row[]> {
  await page.getByLabel('Texts: one, or a JSON list of strings').fill(JSON.stringify(texts));
  await page.getByRole('button', { name: 'Embed' }).click();
  await page
    .getByText(`${texts.length} ${texts.length === 1 ? 'text' : 'texts'},`)
    .waitFor({ timeout: 100_000 });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save vectors.json' }).click();
  return JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Row[];
}

async function expectGolden(page: Page, model: string, lowest: number): Promise<void> {
  const { rows } = golden(model);
  const ours = await embed(
    page,
    rows.map(({ text }) => text),
  );
  expect(ours).toHaveLength(12);
  for (const [i, { text, token_ids, vector }] of rows.entries()) {
    expect(ours[i]?.ids, text.slice(0, 60)).toEqual(token_ids);
    expect(cosine(ours[i]?.vector ?? [], vector), text.slice(0, 60)).toBeGreaterThanOrEqual(lowest);
  }
}

const open = (page: Page) => page.getByRole('button', { name: 'Open the model' }).click();

test('the static encoder: token ids and vectors equal the reference; vectors are kept', async ({ page }) => {
  await openPage(page, 'encoders/');
  await open(page);
  await page.getByText('complement-static-256 is open').waitFor();
  await expectGolden(page, 'complement-static-256', 0.99999);
  await expectAccessible(page);

  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  await expect(page.getByRole('region', { name: 'Stored vectors' }).getByRole('row')).toHaveCount(2);
  await open(page);
  await page.getByText('complement-static-256 is open').waitFor();
  await embed(
    page,
    golden('complement-static-256').rows.map(({ text }) => text),
  );
  await expect(page.getByText('12 texts, 12 of them from the store')).toBeVisible();
});

test('bge-small from this site: self-check, token ids with [SEP], vectors', async ({ page }) => {
  await openPage(page, 'encoders/');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('bge-small-en-v1.5');
  await open(page);
  await page.getByText('Self-check passed').waitFor({ timeout: 100_000 });
  await expectGolden(page, 'bge-small-en-v1.5', 0.99);
});

const minilm = '../shared/models/all-MiniLM-L6-v2';
test('MiniLM from a folder on disk', async ({ page }) => {
  test.skip(!existsSync(minilm), 'the model is not beside the project');
  await openPage(page, 'encoders/');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('folder');
  await page.getByLabel('Choose a model folder').setInputFiles(minilm);
  await open(page);
  await page.getByText('all-MiniLM-L6-v2 is open').waitFor({ timeout: 100_000 });
  await expect(page.getByText('Self-check passed')).toBeVisible();
  await expectGolden(page, 'all-MiniLM-L6-v2', 0.99);
});

test.describe('a hub', () => {
  test.use({ allowed: { console: [/404|Failed to load resource/], hosts: ['hub.test'] } });

  const pieces = ['timeout', 'pooled', 'pool', 'connection', 'tomatoes', 'oil'];
  const files: Record<string, Buffer> = {
    'config.json': Buffer.from('{"max_position_embeddings": 64}'),
    'tokenizer.json': Buffer.from(JSON.stringify(tinyTokenizer(pieces))),
    'onnx/model.onnx': Buffer.from(tinyOnnx(pieces.length + 4, 'states')),
  };
  const commit = 'ab'.repeat(20);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  /** A hub at hub.test; `html` names a file in whose place it sends a web page with status 200. */
  async function serveHub(page: Page, html: string | null): Promise<string[]> {
    const asked: string[] = [];
    await page.route('https://hub.test/**', (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(pathname);
      const headers = { 'access-control-allow-origin': '*' };
      if (pathname.startsWith('/api/models/tester/tiny/')) {
        const siblings = Object.entries(files).map(([rfilename, body]) => ({
          rfilename,
          size: body.length,
          lfs: { sha256: sha256(body), size: body.length },
        }));
        return route.fulfill({ headers, json: { sha: commit, siblings } });
      }
      const path = pathname.replace(`/tester/tiny/resolve/${commit}/`, '');
      const body = files[path];
      if (body === undefined) return route.fulfill({ status: 404, headers, body: 'no such file' });
      if (path === html) return route.fulfill({ headers, contentType: 'text/html', body: '<!doctype html>' });
      return route.fulfill({ headers, contentType: 'application/octet-stream', body });
    });
    return asked;
  }

  async function choose(page: Page): Promise<void> {
    await openPage(page, 'encoders/');
    await page.getByRole('combobox', { name: 'Model' }).selectOption('hub');
    await page.getByRole('combobox', { name: 'Weights' }).selectOption('fp32');
    await page.getByRole('textbox', { name: 'Hub id' }).fill('tester/tiny');
    await page.getByRole('textbox', { name: 'Hub', exact: true }).fill('https://hub.test');
    await open(page);
    await page.getByText('Download from another site?').waitFor();
  }

  test('asks first and says the size; then loads, checks, keeps, and needs no network the next time', async ({
    page,
  }) => {
    const asked = await serveHub(page, null);
    await choose(page);
    expect(asked).toHaveLength(1);
    const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    await page.getByRole('button', { name: `Download ${(bytes / 1000).toFixed(1)} kB` }).click();
    await page.getByText('tester/tiny is open').waitFor();
    const fetched = () => asked.filter((path) => path.includes('/resolve/'));
    expect(fetched()).toHaveLength(3);
    await expect(page.getByText('leave open: mean pooling')).toBeVisible();
    const lists = asked.length - 3;
    await open(page);
    // The list is read again, to plan and to open; no file is.
    await expect.poll(() => asked.length - 3).toBe(lists + 2);
    await expect(page.getByText('tester/tiny is open')).toBeVisible();
    expect(fetched()).toHaveLength(3);
  });

  test('a web page in place of a file is refused by name and never kept', async ({ page }) => {
    const asked = await serveHub(page, 'tokenizer.json');
    await choose(page);
    await page.getByRole('button', { name: /^Download/ }).click();
    await expect(page.getByRole('alert')).toContainText(
      'tokenizer.json: the host sent a web page in its place.',
    );
    const kept = await page.evaluate(async () => {
      const cache = await caches.open('complement-models');
      return (await cache.keys()).map(({ url }) => new URL(url).pathname.split('/').at(-1));
    });
    expect(kept).not.toContain('tokenizer.json');
    expect(asked.length).toBeGreaterThan(1);
  });
});

test.describe('an endpoint', () => {
  test.use({ allowed: { console: [/401|Failed to load resource/], hosts: ['127.0.0.1:5999'] } });

  test('takes a strict preflight, and a refused key is in no message', async ({ page }) => {
    const seen: Record<string, string>[] = [];
    await page.route('http://127.0.0.1:5999/**', (route) => {
      const headers = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
      };
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const sent = route.request().headers();
      seen.push(sent);
      if (sent['authorization'] !== 'Bearer right-key') {
        return route.fulfill({ status: 401, headers, json: { error: { message: 'no: wrong-key' } } });
      }
      const { input } = route.request().postDataJSON() as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: [text.length, 1, 0] }));
      return route.fulfill({ headers, json: { data, usage: { prompt_tokens: 5 } } });
    });
    await openPage(page, 'encoders/');
    await page.getByRole('combobox', { name: 'Model' }).selectOption('endpoint');
    await page.getByLabel('Base URL').fill('http://127.0.0.1:5999/v1');
    await page.getByRole('textbox', { name: 'Model' }).fill('some-model');
    await page.getByLabel('Key, if it needs one').fill('wrong-key');
    await page.getByRole('button', { name: 'Ask the endpoint' }).click();
    await expect(page.getByRole('alert')).toContainText('HTTP 401');
    await expect(page.getByRole('alert')).not.toContainText('wrong-key');
    await page.getByLabel('Key, if it needs one').fill('right-key');
    await page.getByRole('button', { name: 'Ask the endpoint' }).click();
    await page.getByText('some-model is open').waitFor();
    const asked = seen.length;
    await page.getByLabel('Texts: one, or a JSON list of strings').fill('["abcd"]');
    await page.getByRole('button', { name: 'Embed' }).click();
    await expect(page.getByText('Send to some-model?')).toBeVisible();
    await expect(page.getByText('No price is noted for this model')).toBeVisible();
    expect(seen).toHaveLength(asked);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('1 text, 0 of them from the store')).toBeVisible();
    // The second time it comes from the store: nothing is sent, so nothing is asked.
    const [row] = await embed(page, ['abcd']);
    expect(seen).toHaveLength(asked + 1);
    expect(row?.vector[0]).toBeCloseTo(4 / Math.hypot(4, 1), 6);
    expect(page.url()).not.toContain('key');
  });
});

test('one worker or two: the same vectors', async ({ page }) => {
  const root = mkdtempSync(join(tmpdir(), 'model-'));
  try {
    const pieces = ['timeout', 'pooled', 'pool', 'connection', 'tomatoes', 'oil'];
    const files: [string, string | Uint8Array][] = [
      ['config.json', '{"max_position_embeddings": 64}'],
      ['tokenizer.json', JSON.stringify(tinyTokenizer(pieces))],
      ['onnx/model.onnx', tinyOnnx(pieces.length + 4, 'states')],
    ];
    for (const [path, content] of files) {
      mkdirSync(dirname(join(root, 'tiny', path)), { recursive: true });
      writeFileSync(join(root, 'tiny', path), content);
    }
    const texts = Array.from(
      { length: 80 },
      (_, i) => `${i} ${`${pieces.slice(i % 5, (i % 5) + 2).join(' ')} `.repeat((i % 7) + 1)}`,
    );
    const vectors: Row[][] = [];
    for (const workers of ['1', '2']) {
      await openPage(page, 'encoders/');
      await page.getByRole('combobox', { name: 'Model' }).selectOption('folder');
      await page.getByRole('combobox', { name: 'Weights' }).selectOption('fp32');
      await page.getByLabel('Workers').fill(workers);
      await page.getByLabel('Workers').press('Tab');
      await page.getByLabel('Choose a model folder').setInputFiles(join(root, 'tiny'));
      await open(page);
      await expect(page.getByText('tiny is open')).toBeVisible();
      await expect(page.getByText('in 2 workers')).toHaveCount(workers === '2' ? 1 : 0);
      const stored = page.getByRole('region', { name: 'Stored vectors' });
      if (workers === '2') await stored.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('None yet.')).toBeVisible();
      vectors.push(await embed(page, texts));
      await expect(page.getByText('80 texts, 0 of them from the store')).toBeVisible();
    }
    expect(vectors[0]).toHaveLength(80);
    expect(vectors[1]).toEqual(vectors[0]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('vectors are saved to a file, removed, and brought in again', async ({ page }) => {
  await openPage(page, 'encoders/');
  await open(page);
  await page.getByText('complement-static-256 is open').waitFor();
  await embed(page, ['one text', 'another text']);
  const table = page.getByRole('region', { name: 'Stored vectors' });
  const saved = page.waitForEvent('download');
  await table.getByRole('button', { name: 'Save' }).click();
  const path = await (await saved).path();
  await table.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('None yet.')).toBeVisible();
  await page.locator('input[accept=".vectors"]').setInputFiles({
    name: 'mine.vectors',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(path),
  });
  await expect(page.getByText('mine.vectors: 2 vectors added, 0 were there.')).toBeVisible();
  await page.getByRole('button', { name: 'Embed' }).click();
  await expect(page.getByText('2 texts, 2 of them from the store')).toBeVisible();
  await page.locator('input[accept=".vectors"]').setInputFiles({
    name: 'broken.vectors',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(path).subarray(0, 400),
  });
  await expect(page.getByRole('alert')).toContainText('broken.vectors');
});
