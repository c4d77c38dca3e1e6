import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { killed, OPERATIONS, REQUESTS } from '../support/store-contract';
import { expect, test } from './fixtures';

/** What the Complement page keeps in the browser: a run's calls, the edited configuration, the own recording. */

async function contractSource(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { $lib: fileURLToPath(new URL('../../src/lib', import.meta.url)) } },
    build: {
      write: false,
      minify: false,
      lib: { entry: 'test/browser/complement/store-entry.ts', formats: ['iife'], name: 'contract' },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  if (!output || !('output' in output)) throw new Error('The contract was not bundled.');
  return `${output.output[0].code}\nwindow.contract = contract;`;
}

type Contract = typeof import('./complement/store-entry');
const inPage = <Result>(page: Page, look: (contract: Contract, k: number) => Promise<Result>, k = 0) =>
  page.evaluate(
    ([source, place]) =>
      (
        new Function('contract', 'k', `return (${source})(contract, k)`) as (
          c: unknown,
          k: number,
        ) => Promise<Result>
      )((window as unknown as { contract: unknown }).contract, place),
    [look.toString(), k] as const,
  );

test('a run in IndexedDB: the contract of every store, and twenty kills without a lost or doubled attempt', async ({
  page,
}) => {
  // A plain file of the site: its origin's storage, without an app that works on it at the same time.
  await page.goto('demo/manifest.json');
  await page.evaluate(await contractSource());
  expect(await inPage(page, (contract) => contract.operations())).toEqual(OPERATIONS);
  const whole = await inPage(page, (contract) => contract.whole());
  for (let n = 0; n < 20; n += 1) {
    const k = (n * 7 + 3) % REQUESTS;
    const seen = await inPage(page, (contract, place) => contract.kill(place), k);
    expect(seen, `killed at request ${k}`).toEqual(killed(k, whole));
  }
  expect(await inPage(page, (contract) => contract.left())).toBe(0);
});
