import { freePorts } from '../../scripts/ports.mjs';
import { startMock, type Mock } from '../mock-llm/server';
import { exported, finished, KEY, openDemo, readEverything, useEndpoint } from './complement/page';
import { expect, test } from './fixtures';

/** This run's own ports, so that two runs on one machine do not meet. */
const [PORT = 0, STRICT_PORT = 0, CLOSED = 0] = await freePorts(3);
const STATES = 25;

let mock: Mock;
test.beforeAll(async () => {
  mock = await startMock({ port: PORT, key: KEY, models: ['mock'] });
});
test.afterAll(() => mock.close());
test.beforeEach(() => {
  mock.seen.length = 0;
  mock.preflights.length = 0;
  mock.answered.clear();
  mock.answers = 0;
  mock.holdAfter = Infinity;
});

/**
 * A page without request interception: with it, Playwright answers preflights itself and nothing about CORS is
 * tested. Uncaught errors still fail the test.
 */
const real = test.extend({
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await use(page);
    expect(errors).toEqual([]);
  },
});

real.describe('with an endpoint', () => {
  for (const [preset, provider] of [
    ['custom', 'openai'],
    ['anthropic', 'anthropic'],
    ['gemini', 'gemini'],
    ['ollama', 'ollama'],
  ] as const)
    real(
      `${provider}: the headers pass an exact preflight, the probe says ready, a state runs`,
      async ({ page }) => {
        await openDemo(page);
        await useEndpoint(page, preset, mock.base(provider, 'ok'));
        await page.getByRole('button', { name: 'Test the connection' }).click();
        await expect(page.getByTestId('probe')).toContainText('Ready: mock answers');
        await page.getByRole('button', { name: 'Run this state' }).click();
        await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
        expect(mock.preflights.length).toBeGreaterThan(0);
        expect(
          mock.seen.map((call) => call.prompt.includes('<data name="candidates">')).filter(Boolean),
        ).toHaveLength(3);
      },
    );

  real('the probe tells apart what is wrong, with the fix for this page', async ({ page, baseURL }) => {
    const { origin } = new URL(baseURL ?? '');
    const strict = await startMock({ port: STRICT_PORT, origin: null });
    await openDemo(page);
    const probe = async (message: string, preset: string, url: string, key: string, model = 'mock') => {
      await useEndpoint(page, preset, url, key, model);
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await expect(page.getByTestId('probe')).toContainText(message);
    };
    await probe('ollama serve', 'ollama', `http://127.0.0.1:${CLOSED}`, '');
    await probe(`OLLAMA_ORIGINS="${origin}"`, 'ollama', strict.base('ollama'), '');
    await probe('refused the key', 'custom', mock.base('openai'), 'sk-wrong');
    await probe('does not list "other"', 'custom', mock.base('openai'), KEY, 'other');
    await probe('may call http only on this machine', 'custom', 'http://192.168.1.7:8080/v1', '');
    await strict.close();
  });

  real('a failed call is a failed state with its reason; nothing falls back in silence', async ({ page }) => {
    await openDemo(page);
    await useEndpoint(page, 'custom', mock.base('openai', 'status-402'));
    await page.getByRole('button', { name: 'Run this state' }).click();
    await expect(page.getByRole('alert')).toContainText('no credit left');
    await page.getByLabel('Base URL').fill(mock.base('openai', 'prose'));
    await page.getByRole('button', { name: 'Run this state' }).click();
    await expect(page.getByTestId('fallbacks')).toHaveText('3 of 3 stages fell back to the ranked order');
  });

  real('a cut prompt shows as such with both counts, for one state and for a batch', async ({ page }) => {
    const both = /Prompt cut: the server reports 100 prompt tokens where \d+ were sent/;
    await openDemo(page);
    await useEndpoint(page, 'custom', mock.base('openai', 'prompt-cut'));
    await page.getByRole('button', { name: 'Run this state' }).click();
    await expect(page.getByText('Failed: prompt cut')).toBeVisible();
    await expect(page.getByText(both)).toBeVisible();
    await page.getByRole('button', { name: 'Start or resume' }).click();
    await finished(page, 'failed');
    await page.getByText('Why states failed').click();
    await expect(page.getByTestId('reasons').getByRole('listitem').first()).toHaveText(both);
  });

  real(
    'a batch whose tab is closed resumes with exactly the missing calls, to the same bytes',
    async ({ page, context, browser, baseURL }) => {
      const k = 31;
      mock.holdAfter = k;
      await openDemo(page);
      await useEndpoint(page, 'custom', mock.base('openai'));
      await page.getByLabel('States at once').fill('1');
      await page.getByRole('button', { name: 'Start or resume' }).click();
      await expect.poll(() => mock.seen.length).toBe(k + 1);

      const watcher = await context.newPage();
      await openDemo(watcher);
      await expect(watcher.getByText('Another tab runs a batch; this one watches.')).toBeVisible();
      await page.close();
      expect(mock.answers).toBe(k);
      mock.holdAfter = Infinity;

      await useEndpoint(watcher, 'custom', mock.base('openai'));
      await expect(watcher.getByTestId('batch').getByRole('button', { name: 'Resume' })).toBeEnabled();
      await watcher.getByTestId('batch').getByRole('button', { name: 'Resume' }).click();
      await finished(watcher, 'scored');
      expect(mock.answers).toBe(STATES * 3);
      await expect(watcher.getByTestId('unfinished')).toContainText('1 calls had begun');
      await expect(watcher.getByTestId('batch-counts')).toContainText(`${STATES * 3} calls made`);
      expect([...mock.answered.values()].every((times) => times === 1)).toBe(true);
      const resumed = await exported(watcher);

      const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      const fresh = await other.newPage();
      await openDemo(fresh);
      await useEndpoint(fresh, 'custom', mock.base('openai'));
      await fresh.getByRole('button', { name: 'Start or resume' }).click();
      await finished(fresh, 'scored');
      const whole = await exported(fresh);
      expect(resumed['predictions.jsonl']).toBe(whole['predictions.jsonl']);

      await fresh.getByRole('button', { name: 'Send to Score and Compare' }).click();
      await expect(
        fresh.getByText('Now in the workspace: mss-complement, single-stage, fixed-top-8.'),
      ).toBeVisible();
      await other.close();
    },
  );

  real(
    'the key is in no storage, cache, URL, page text, console line or export; it can be sealed and forgotten',
    async ({ page }) => {
      const lines: string[] = [];
      page.on('console', (message) => lines.push(message.text()));
      await openDemo(page);
      await useEndpoint(page, 'custom', mock.base('openai', 'echo-key'));
      await page.getByRole('button', { name: 'Run this state' }).click();
      await expect(page.getByRole('alert')).toContainText('[key]');
      await page.getByLabel('Base URL').fill(mock.base('openai'));
      await page.getByRole('button', { name: 'Run this state' }).click();
      await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
      await page.getByRole('button', { name: 'Start or resume' }).click();
      await finished(page, 'scored');
      const files = await exported(page);

      await page.getByText('Keep keys on this device').click();
      await page.getByLabel('Passphrase').fill('a long passphrase');
      await page.getByRole('button', { name: 'Keep encrypted' }).click();
      await expect(page.getByText('Encrypted and kept.')).toBeVisible();

      const everything = await page.evaluate(readEverything);
      expect(everything).toContain('complement-call-1');
      expect(everything).not.toContain(KEY);
      expect(Object.values(files).join('\n')).not.toContain(KEY);
      expect(lines.join('\n')).not.toContain(KEY);
      expect(await page.content()).not.toContain(KEY);
      expect(mock.seen.every((call) => !call.path.includes(KEY))).toBe(true);

      await page.reload();
      await page.getByRole('radio', { name: /An endpoint/ }).check();
      await page.getByLabel('Provider').selectOption('custom');
      await page.getByLabel('Base URL').fill(mock.base('openai'));
      await page.getByText('Keep keys on this device').click();
      await page.getByLabel('Passphrase').fill('another passphrase');
      await page.getByRole('button', { name: /^Unlock/ }).click();
      await expect(page.getByText('The passphrase does not open this key.')).toBeVisible();
      await page.getByLabel('Passphrase').fill('a long passphrase');
      await page.getByRole('button', { name: /^Unlock/ }).click();
      await expect(page.getByTestId('key-state')).toHaveText('A key is in memory for this endpoint.');
      await page.getByRole('button', { name: 'Forget all keys' }).click();
      await expect(page.getByTestId('key-state')).toHaveText('No key for this endpoint.');
      await expect(page.getByRole('button', { name: /^Unlock/ })).toHaveCount(0);
    },
  );
});
