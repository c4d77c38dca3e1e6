import { test as base, expect, type Page } from '@playwright/test';
import { startHub, COMMIT, type HubHost } from '../support/hub-host';
import { copierFiles, randomFiles } from '../support/tiny-chat';
import { openPage } from './fixtures';

/**
 * The model in the browser, from the hub's list to the counted answer, by transformers.js and ONNX Runtime under the
 * site's policy. The models are written by hand (test/support/tiny-chat.ts): one copies ids out of the prompt, one
 * says random words. They prove the path and say nothing of what a language model would choose.
 */
const PORT = 45_981;
const COPIER = copierFiles(8);
const RANDOM = randomFiles(32_768, 'in a file');

let hub: HubHost;

/** No interception, which workers of workers escape: the requests of all of them are listened to instead. */
const test = base.extend<{ strangers: string[] }>({
  strangers: async ({ context, page, baseURL }, use) => {
    const hosts = [new URL(baseURL ?? '').host, `127.0.0.1:${PORT}`];
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

async function choose(page: Page, id: string): Promise<void> {
  await page.getByRole('radio', { name: /A small model in this browser/ }).check();
  await page.getByRole('textbox', { name: 'Hub', exact: true }).fill(hub.url);
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
  await page.getByText('Method, limits and prompts').click();
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
