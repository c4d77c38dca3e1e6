import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { exported, fileInput, finished, hashIn, openDemo } from './complement/page';
import { expect, expectAccessible, test } from './fixtures';

test('the demo replays without a key or a network, all three stages visible', async ({ page }) => {
  await openDemo(page);
  await page.getByRole('button', { name: 'Run this state' }).click();
  for (const name of ['1. proposal', '2. expansion', '3. finalization'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('recorded; no call was made')).toHaveCount(3);
  const delivered = page.getByTestId('delivered').getByRole('listitem');
  await expect(delivered).toHaveCount(8);
  await expect(delivered.first()).toContainText(/src\/|\.py|\.ts|:\d+-\d+/);
  await page.getByLabel('show the certificate of this state').check();
  await expect(page.getByRole('heading', { name: /The certificate/ })).toBeVisible();
  for (const summary of await page.locator('summary').all()) await summary.click();
  const evidence = page.getByTestId('evidence');
  await expect(evidence).toContainText('# Evidence for: ');
  await expect(evidence).toContainText('8 ranges in ');
  await expectAccessible(page);
  await page.getByLabel('Format').selectOption('XML');
  await expect(evidence).toContainText('<evidence format="complement-evidence-1"');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^evidence-.*\.xml$/);
  expect(readFileSync(await file.path(), 'utf8')).toBe(await evidence.textContent());
});

test('an edited limit is answered anew, and two runs stand side by side', async ({ page }) => {
  await openDemo(page);
  const run = page.getByRole('button', { name: 'Run this state' });
  await run.click();
  await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
  const hash = await hashIn(page);
  await page.getByText('Method, limits and prompts').click();
  await page.getByLabel('Final, at least').fill('8');
  await expect(page.getByTestId('configuration-hash')).not.toHaveText(hash);
  await run.click();
  await expect(page.getByRole('heading', { name: 'Two runs side by side' })).toBeVisible();
  await expect(page.getByTestId('delivered').getByRole('listitem')).toHaveCount(8);
});

test('a stage is edited and run again where it stands; the others are not asked anew', async ({ page }) => {
  await openDemo(page);
  await page.getByRole('button', { name: 'Run this state' }).click();
  const second = page.getByRole('region', { name: '2. expansion' });
  const editor = second.locator('details', { hasText: 'Edit this stage and run it again' });
  await editor.locator('summary').click();
  await editor.getByLabel('Cards, call 2').fill('20');
  await editor.getByRole('button', { name: 'Run with these edits' }).click();
  await expect(page.getByRole('heading', { name: 'Run 2: mss-complement' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
  await expect(second.locator('dt', { hasText: 'Cards shown' }).locator('+ dd')).toHaveText('20');
  const first = page.getByRole('region', { name: '1. proposal' });
  await expect(first.getByText('recorded; no call was made')).toBeVisible();
  await expect(second.getByText('recorded; no call was made')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Two runs side by side' })).toBeVisible();
});

test('the state-set reranker refines its two routes here, and says so in its configuration', async ({
  page,
}) => {
  await openDemo(page);
  await page.getByText('Method, limits and prompts').click();
  await page.getByRole('combobox', { name: /^Method/ }).selectOption('ssr');
  const refine = page.getByRole('checkbox', { name: /^Refine both routes with bge-small-en-v1.5/ });
  await expect(refine).toBeChecked();
  await page.getByLabel('Leading units refined').fill('4');
  const refined = await hashIn(page);
  const wasm = page.waitForRequest(/ort-wasm.*\.wasm/);
  await page.getByRole('button', { name: 'Run this state' }).click();
  await wasm;
  await expect(page.getByTestId('delivered').getByRole('listitem')).toHaveCount(5, { timeout: 250_000 });
  await expect(page.getByRole('heading', { name: '2. expansion' })).toHaveCount(0);
  await refine.uncheck();
  await expect(page.getByTestId('configuration-hash')).not.toHaveText(refined);
  await page.getByRole('combobox', { name: /^Method/ }).selectOption('mss-complement');
  await expect(refine).toHaveCount(0);
});

test('an exported run is imported, replayed and sent on without a call', async ({ page }) => {
  await openDemo(page);
  await fileInput(page, 'Import an exported run (zip)').setInputFiles('static/demo/complement-run.zip');
  await finished(page, 'scored');
  await expect(page.getByTestId('batch-counts')).toContainText('25 scored, 0 failed, 0 not run');
  await page.getByRole('button', { name: 'Send to Score and Compare' }).click();
  await expect(page.getByText(/^Now in the workspace: mss-complement/)).toBeVisible();
  const files = await exported(page);
  const before = unzipSync(new Uint8Array(readFileSync('static/demo/complement-run.zip')));
  expect(files['predictions.jsonl']).toBe(new TextDecoder().decode(before['predictions.jsonl']));
  const traces = new TextDecoder().decode(before['traces.jsonl']);
  expect(files['traces.jsonl']).toBe(traces);
  const [evidence] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Evidence', exact: true }).click(),
  ]);
  const documents = readFileSync(await evidence.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(documents).toHaveLength(25);
  expect(JSON.parse(documents[0] ?? '')).toMatchObject({
    format: 'complement-evidence-1',
    units: [expect.objectContaining({ cut: false }), ...Array(7).fill(expect.anything())],
  });
  await page.getByText('Accounting per state').click();
  await expect(page.getByTestId('accounting')).toContainText('Means over 25 scored states');
  await expect(page.getByTestId('accounting')).toContainText('0 of 25 states fell back');

  // Other answers to the same calls: the first run stays as it is, the second stands beside it.
  const other = traces.replaceAll('"latency_ms":0', '"latency_ms":5');
  expect(other).not.toBe(traces);
  const buffer = Buffer.from(zipSync({ ...before, 'traces.jsonl': strToU8(other) }));
  const file = { name: 'other.zip', mimeType: 'application/zip', buffer };
  await fileInput(page, 'Import an exported run (zip)').setInputFiles(file);
  const beside = page.getByTestId('batch').filter({ hasText: 'Imported beside what this browser holds' });
  await expect(beside.getByTestId('batch-status')).toHaveText('scored');
  await expect(page.getByTestId('batch')).toHaveCount(2);
  const own = page.getByTestId('batch').filter({ hasNotText: 'Imported beside' });
  expect((await exported(page, own))['traces.jsonl']).toBe(traces);
  expect((await exported(page, beside))['traces.jsonl']).toBe(other);
});

test('an own exported run answers step by step, what it lacks fails, and what is no export is refused', async ({
  page,
}) => {
  await openDemo(page);
  const hash = await hashIn(page);
  await page.getByText('Method, limits and prompts').click();
  await page.getByLabel('Final, at least').fill('5');
  const own = fileInput(page, 'Your own exported run (zip)');
  await own.setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') });
  await expect(page.getByRole('alert')).toContainText('notes.zip');
  await expect(page.getByTestId('recording')).toHaveCount(0);
  await own.setInputFiles('static/demo/complement-run.zip');
  await expect(page.getByTestId('recording')).toContainText('25 recorded states, 25 in the present split');
  await expect(page.getByTestId('configuration-hash')).toHaveText(hash);
  const run = page.getByRole('button', { name: 'Run this state' });
  await run.click();
  await expect(page.getByText('recorded; no call was made')).toHaveCount(3);
  await page.getByLabel('Final, at least').fill('6');
  await run.click();
  await expect(page.getByText('This call was not recorded')).toBeVisible();
  await page.getByRole('button', { name: 'Start or resume' }).click();
  await expect(page.getByText('Your recorded run answers, and makes no calls.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the demo run' }).click();
  await expect(page.getByLabel('Final, at least')).toHaveValue('5');
});

test.describe('with an encoder behind an endpoint', () => {
  test.use({ allowed: { console: [], hosts: ['127.0.0.1:5998'] } });

  test('the dense view reads after a yes, some states make a batch, a wider choice makes the rest', async ({
    page,
  }) => {
    const sent: string[] = [];
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    await page.route('http://127.0.0.1:5998/**', (route) => {
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const { input } = route.request().postDataJSON() as { input: string[] };
      if (input[0] !== 'test') sent.push(...input);
      const data = input.map((text, index) => ({ index, embedding: [text.length, 300] }));
      return route.fulfill({ headers, json: { data, usage: { prompt_tokens: input.join('').length } } });
    });
    await openDemo(page);
    const before = await hashIn(page);
    await page.getByText('Method, limits and prompts').click();
    await page.getByText('Ranking', { exact: true }).click();
    await page.getByText('Open another encoder').click();
    const picker = page.getByRole('region', { name: 'Another encoder' });
    await picker.getByRole('combobox', { name: 'Model' }).selectOption('endpoint');
    await picker.getByLabel('Base URL').fill('http://127.0.0.1:5998/v1');
    await picker.getByRole('textbox', { name: 'Model' }).fill('some-model');
    await picker.getByRole('button', { name: 'Ask the endpoint' }).click();
    const name = 'some-model@http://127.0.0.1:5998, as served, endpoint';
    await expect(page.getByLabel('Encoder of the dense view')).toHaveValue(name);
    expect(await hashIn(page)).not.toBe(before);

    await page.getByLabel('Which states').selectOption('first');
    await page.getByLabel('How many').fill('2');
    await page.getByRole('button', { name: 'Forecast' }).click();
    await expect(page.getByTestId('forecast')).toContainText('2 states, 6 calls');
    await page.getByRole('button', { name: 'Start or resume' }).click();
    await expect(page.getByText('Send to some-model?')).toBeVisible();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await finished(page, 'partial');
    await expect(page.getByTestId('batch-counts')).toContainText(/2 scored, 0 failed, 23 not run/);
    await expect(page.getByTestId('batch-chosen')).toContainText('2 of 25 states: the first 2');
    const read = sent.length;
    expect(read).toBeGreaterThan(40);

    await page.getByLabel('How many').fill('3');
    await page.getByRole('button', { name: 'Start or resume' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByTestId('batch-counts')).toContainText(/3 scored, 0 failed, 22 not run/);
    await expect(page.getByTestId('batch-counts')).toContainText('9 calls made');
    expect(new Set(sent).size).toBe(sent.length);

    await page.reload();
    await page.getByText('Method, limits and prompts').click();
    await page.getByText('Ranking', { exact: true }).click();
    await expect(page.getByTestId('encoder-missing')).toBeVisible();
    await page.getByRole('button', { name: 'Run this state' }).click();
    await expect(page.getByText(`needs the encoder "${name}", and no other encoder is open`)).toBeVisible();
  });
});

test('nothing is wider than a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openDemo(page);
  await page.getByRole('button', { name: 'Run this state' }).click();
  await expect(page.getByRole('heading', { name: 'The final set' })).toBeVisible();
  for (const summary of await page.locator('summary').all()) await summary.click();
  const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await expect.poll(() => page.evaluate(wider)).toBe(0);
});

test('the oracle diagnostics are made apart, labelled, and reach the workspace', async ({ page }) => {
  await openDemo(page);
  await page.getByText('Oracle diagnostics (they read the certificate)').click();
  await page.getByLabel('As many units per state as').selectOption({ index: 1 });
  await page.getByLabel('The other slots filled from').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Make both and send them to Score and Compare' }).click();
  await expect(page.getByText(/25 states each. They read the certificates/)).toBeVisible();
});
