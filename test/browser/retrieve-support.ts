import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

export interface Row {
  state_id: string;
  method: string;
  ranked_evidence_ids: string[];
}

export const rowsOf = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Downloads a ranking as predictions.jsonl. */
export async function predictions(page: Page, ranking: string): Promise<string> {
  const take = page.getByRole('region', { name: 'Take it away' });
  await take.getByLabel('Ranking').selectOption(ranking);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    take.getByRole('button', { name: 'Download' }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

/** What `rank` of the command line writes for the demo. */
export function ranked(...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'rank-'));
  const out = join(folder, 'out.jsonl');
  const cli = ['--tsconfig', 'scripts/tsconfig.json', 'scripts/cli.ts', 'rank'];
  const given = ['--items', 'static/demo/items.jsonl', '--k', '8', '--out', out];
  try {
    execFileSync('node_modules/.bin/tsx', [...cli, ...given, ...options], { stdio: 'pipe' });
    return readFileSync(out, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const models = (page: Page): Locator => page.getByRole('region', { name: 'Models' });
export const further = (page: Page): Locator => page.getByRole('region', { name: 'Further rankers' });
export const results = (page: Page): Locator => page.getByRole('region', { name: /Results over/ });

/** The table's row of a ranking, by its first cell. */
export const scored = (page: Page, ranking: string): Locator =>
  results(page)
    .getByRole('region', { name: /Views and fusions over/ })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: ranking, exact: true }) });

/** Ranks all states by the views; the button is disabled from the click until the scores are there. */
export async function rankAll(page: Page): Promise<void> {
  const rank = page.getByRole('button', { name: 'Rank all states' });
  await rank.click();
  await expect(rank).toBeEnabled();
  await expect(results(page)).toBeVisible();
}

/** Waits for `done`; a slow machine is asked for a yes first. */
export async function untilDone(region: Locator, done: Locator): Promise<void> {
  const start = region.getByRole('button', { name: 'Start' });
  await expect(start.or(done)).toBeVisible({ timeout: 100_000 });
  // Both states last: the question until the click, the end until the next run.
  if ((await start.count()) > 0) await start.click();
  await expect(done).toBeVisible({ timeout: 100_000 });
}
