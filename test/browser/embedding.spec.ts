import { readFileSync, existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { cosine, golden } from '../golden/embedding/golden';
import { expect, expectAccessible, openPage, test } from './fixtures';

interface Row {
  text: string;
  ids: number[];
  vector: number[];
}

async function embed(page: Page, texts: string[]): Promise<Row[]> {
  await page.getByLabel('Texts: one, or a JSON list of strings').fill(JSON.stringify(texts));
  await page.getByRole('button', { name: 'Embed' }).click();
  await page.getByText(`${texts.length} texts,`).waitFor({ timeout: 100_000 });
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
