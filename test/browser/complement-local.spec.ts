import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { startAltered } from '../support/altered-site';
import { startHub, COMMIT, type HubHost } from '../support/hub-host';
import { copierFiles, randomFiles } from '../support/tiny-chat';
import { finished } from './complement/page';
import { openPage } from './fixtures';
import { freePorts } from '../../scripts/ports.mjs';

/**
 * The model in the browser, from the hub's list to the counted answer, by transformers.js and ONNX Runtime under the
 * site's policy. The models are written by hand (test/support/tiny-chat.ts): one copies ids out of the prompt, one
 * says random words. They prove the path and say nothing of what a language model would choose.
 */
/** This run's own ports, so that two runs on one machine do not meet. */
const [PORT = 0, SECOND_PORT = 0, ALTERED_PORT = 0] = await freePorts(3);
const COPIER = copierFiles(8);
const RANDOM = randomFiles(262_144, 'in a file');

let hub: HubHost;

/** No interception, which workers of workers escape: the requests of all of them are listened to instead. */
const test = base.extend<{ strangers: string[] }>({
  strangers: [
    async ({ context, page, baseURL }, use) => {
      const hosts = [new URL(baseURL ?? '').host, `127.0.0.1:${PORT}`, `127.0.0.1:${SECOND_PORT}`];
      const strangers: string[] = [];
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && !hosts.includes(url.host)) strangers.push(url.href);
      });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        if (/Content Security Policy|ERR_(?!ABORTED|CONNECTION_REFUSED|INTERNET)/.test(text))
          complaints.push(text);
      });
      hub.log.length = 0;
      await use(strangers);
      expect(strangers).toEqual([]);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

test.beforeAll(async () => {
  hub = await startHub(
    {
      'tester/copier': { files: COPIER },
      'tester/random': { files: RANDOM },
      'tester/short': { files: randomFiles(64, 'in the configuration') },
      'tester/no-template': { files: randomFiles(32_768, 'none') },
      'tester/damaged': { files: COPIER, fault: 'damaged' },
      'tester/html': { files: COPIER, fault: 'html' },
      'tester/not-onnx': { files: { ...COPIER, 'onnx/model_q4.onnx': new TextEncoder().encode('no model') } },
      'tester/other': {
        files: { 'config.json': COPIER['config.json']!, 'model.safetensors': new Uint8Array(9) },
      },
    },
    PORT,
  );
});
test.afterAll(() => hub.close());

async function choose(page: Page, id: string, url = hub.url): Promise<void> {
  await page.getByRole('radio', { name: /A small model in this browser/ }).check();
  await page.getByRole('textbox', { name: 'Hub', exact: true }).fill(url);
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill(id);
}

const openModel = (page: Page) => page.getByRole('button', { name: 'Open the model' }).click();
const download = (page: Page) => page.getByRole('button', { name: /^Download / });

async function ready(page: Page, id: string): Promise<void> {
  await choose(page, id);
  await openModel(page);
  await download(page).click();
  await expect(page.getByTestId('local-model')).toBeVisible();
}

/** Few and short cards, so that the hand-made models read them at once. */
async function openSmall(page: Page, answer = 512): Promise<void> {
  await openPage(page, 'complement/?split=demo');
  await expect(page.getByRole('button', { name: 'Run this state' })).toBeEnabled();
  await smallLimits(page, answer);
}

async function smallLimits(page: Page, answer: number): Promise<void> {
  await page.getByText('Method, limits and prompts').click();
  await page.getByText('Decoding', { exact: true }).click();
  for (const stage of ['proposal', 'expansion', 'finalization']) {
    await page.getByLabel(`Cards, ${stage}`, { exact: true }).fill('12');
    await page.getByLabel(`Characters a card, ${stage}`).fill('60');
    await page.getByLabel(`Answer tokens, ${stage}`).fill(String(answer));
  }
  await page.getByLabel('Expansion size').fill('8');
}

const run = (page: Page) => page.getByRole('button', { name: 'Run this state' }).click();
const files = () => hub.log.filter((path) => path.includes('/resolve/'));

test('asks first with the size, shows the download, answers all three stages, and counts its tokens', async ({
  page,
  strangers,
}) => {
  await openSmall(page);
  await choose(page, 'tester/copier');
  expect(hub.log).toEqual([]);
  await openModel(page);
  const bytes = Object.values(COPIER).reduce((sum, { length }) => sum + length, 0);
  const size = `${(bytes / 1000).toFixed(1)} kB`;
  await expect(page.getByText(`Download ${size} from another site?`)).toBeVisible();
  await expect(
    page.getByText(`4 files of tester/copier at ${COMMIT.slice(0, 12)}, weights q4.`),
  ).toBeVisible();
  expect(files()).toEqual([]);

  hub.hold = true;
  await page.getByRole('button', { name: `Download ${size}` }).click();
  const bar = page.getByRole('group', { name: 'Opening the model' });
  await expect(bar).toContainText(new RegExp(`tester/copier: [\\d.]+ (bytes|kB) of ${size}`));
  hub.release();
  await expect(page.getByTestId('local-model')).toContainText('weights q4, in WASM.');
  await expect(page.getByTestId('local-model')).toContainText(/WebGPU|promise integration/);
  expect(files()).toHaveLength(4);

  await run(page);
  await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
  await expect(page.getByTestId('fallbacks')).toHaveCount(0);
  await expect(page.getByTestId('delivered').getByRole('listitem')).toHaveCount(8);
  const first = page.getByRole('region', { name: '1. proposal' });
  for (const term of ['Tokens in', 'Tokens out'])
    await expect(first.locator('dt', { hasText: term }).locator('+ dd')).toHaveText(/^[\d,]+$/);
  await expect(first.locator('dt', { hasText: 'Ids kept' }).locator('+ dd')).toHaveText('8');
  await expect(first.locator('dt', { hasText: 'Filled' }).locator('+ dd')).toHaveText('0');
  expect(strangers).toEqual([]);
});

test('what validation refuses is a counted fallback; words stream in, a cancel in mid-answer leaves the model usable', async ({
  page,
}) => {
  // More words than a test waits for: the cancel always comes in the middle.
  await openSmall(page, 60_000);
  await ready(page, 'tester/random');
  await expect(page.getByTestId('local-model')).toContainText('it has no smaller ones that run here');
  const fetched = hub.log.length;
  await run(page);
  await expect(page.getByTestId('arriving')).toContainText(/\w+ \w+/);
  const before = await page.getByTestId('arriving').textContent();
  await expect(page.getByTestId('arriving')).not.toHaveText(before ?? '');
  await page
    .getByRole('group', { name: 'Running the stages' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByTestId('arriving')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '1. proposal' })).toHaveCount(0);

  for (const stage of ['proposal', 'expansion', 'finalization'])
    await page.getByLabel(`Answer tokens, ${stage}`).fill('64');
  await page.getByLabel('Attempts').fill('2');
  await run(page);
  await expect(page.getByTestId('fallbacks')).toHaveText('3 of 3 stages fell back to the ranked order');
  const first = page.getByRole('region', { name: '1. proposal' });
  await expect(first.getByText('The raw answer: cut, then cut')).toBeVisible();
  // The cap, then on from there to four times the cap: each token is made, and counted, once.
  await expect(first.locator('dt', { hasText: 'Tokens out' }).locator('+ dd')).toHaveText(String(256));
  // The one list that "Open" read apart, nothing was looked up or fetched anew.
  expect(hub.log.slice(fetched).filter((path) => path.includes('/resolve/'))).toEqual([]);
});

test('a batch of two states runs in the worker and is scored, its tokens counted, no cost made up', async ({
  page,
}) => {
  const two = readFileSync('static/demo/items.jsonl', 'utf8').split('\n').slice(0, 2).join('\n');
  await openPage(page, 'data/');
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'two.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(two) }]);
  await expect(page.getByText('two.jsonl: 2 states.')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Complement', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Run this state' })).toBeEnabled();
  await smallLimits(page, 512);
  await ready(page, 'tester/copier');
  await page.getByRole('button', { name: 'Start or resume' }).click();
  await finished(page, 'scored');
  await expect(page.getByTestId('batch-counts')).toContainText(
    '2 scored, 0 failed, 0 not run of 2. 6 calls made',
  );
  await expect(page.getByTestId('batch-counts')).toContainText(
    /[1-9][\d,]*\s+tokens\s+in,\s+[1-9][\d,]*\s+out,\s+no cost: it runs here/,
  );
  await expect(page.getByTestId('batch').getByText('fallbacks')).toHaveCount(0);
});

test('the second use needs no network: list and files are kept', async ({ page, context }) => {
  const port = SECOND_PORT;
  const second = await startHub({ 'tester/copier': { files: COPIER } }, port);
  await openSmall(page);
  await choose(page, 'tester/copier', second.url);
  await openModel(page);
  await download(page).click();
  await expect(page.getByTestId('local-model')).toBeVisible();
  await second.close();
  await page.close();

  const later = await context.newPage();
  await openSmall(later);
  await choose(later, 'tester/copier', second.url);
  await run(later);
  await expect(later.getByRole('heading', { name: 'The final set' })).toBeVisible();
  await openModel(later);
  await expect(later.getByTestId('local-model')).toContainText('weights q4');
});

test('a run whose model is not here fails with what to do, and fetches nothing', async ({ page }) => {
  await openSmall(page);
  await choose(page, 'tester/copier');
  await run(page);
  await expect(page.getByRole('alert')).toContainText(
    'are not all in this browser. Press "Open the model" first',
  );
  expect(files()).toEqual([]);
  await page.getByRole('button', { name: 'Start or resume' }).click();
  await expect(page.getByTestId('batch').getByRole('note')).toContainText('Press "Open the model" first');
  expect(files()).toEqual([]);
});

test('each thing that can be wrong with a model has its own message, and the next model still opens', async ({
  page,
}) => {
  await openSmall(page);
  const problem = page.getByRole('alert').filter({ hasText: 'The model was not opened' });
  const refused = async (id: string, when: 'looked up' | 'fetched', message: RegExp | string) => {
    await choose(page, id);
    await expect(problem).toHaveCount(0);
    await openModel(page);
    if (when === 'fetched') await download(page).click();
    await expect(problem).toContainText(message);
  };
  await refused('tester/missing', 'looked up', 'the file list of tester/missing: the host answered 404');
  await refused('tester/other', 'looked up', 'tokenizer.json: not in tester/other.');
  const damaged = /onnx\/model_q4\.onnx: its hash is [0-9a-f]{64}, not [0-9a-f]{64}: damaged/;
  await refused('tester/damaged', 'fetched', damaged);
  await refused('tester/html', 'fetched', 'onnx/model_q4.onnx: the host sent a web page in its place.');
  await refused('tester/not-onnx', 'fetched', 'protobuf parsing failed');
  await choose(page, 'nonsense');
  await expect(page.getByRole('button', { name: 'Open the model' })).toBeDisabled();
  await ready(page, 'tester/copier');

  for (const [id, message] of [
    ['tester/no-template', 'tester/no-template has no chat template: it is no instruct model.'],
    [
      'tester/short',
      /The prompt has \d+ tokens and the answer may have 512; tester\/short takes 64 together/,
    ],
  ] as const) {
    await ready(page, id);
    await run(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Failed' })).toContainText(message);
  }
});

test('a browser without promise integration for WebAssembly runs the plain build', async ({ browser }) => {
  // As Safari and Firefox answer; Chromium has no switch for it, so the question is answered in the scripts.
  let answered = 0;
  const site = await startAltered(ALTERED_PORT, (script) =>
    script.replace(/[`'"]Suspending[`'"] ?in WebAssembly/g, () => {
      answered += 1;
      return 'false';
    }),
  );
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const wasm: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('.wasm')) wasm.push(new URL(request.url()).pathname);
  });
  await openSmall(page);
  await ready(page, 'tester/copier');
  await expect(page.getByTestId('local-model')).toContainText('lacks JavaScript promise integration');
  await run(page);
  await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
  await expect(page.getByTestId('fallbacks')).toHaveCount(0);
  expect(answered).toBeGreaterThan(0);
  expect(wasm.filter((path) => path.includes('jspi'))).toEqual([]);
  await context.close();
  await site.close();
});
