import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { allTables, createTable, TABLES_VERSION } from '$lib/data/tables/all';
import { views } from '$lib/data/tables/views';
import { golden, prepared } from '../../support/split';

/** What a kept split is, down to its bytes, and what its tables and views are called. */
async function keptForm(): Promise<string> {
  const { items, labels } = golden('scorer');
  const { text, tables, version, pools, content: _, ...head } = await prepared(items, labels);
  expect(version).toBe(TABLES_VERSION);
  const hash = createHash('sha256');
  hash.update(JSON.stringify([allTables.map(createTable), views.map(({ name, sql }) => [name, sql])]));
  hash.update(JSON.stringify(head));
  hash.update(pools);
  hash.update(await text.text());
  for (const { name, rows, batches, content: bytes } of tables) {
    hash.update(JSON.stringify([name, rows, batches]));
    hash.update(new Uint8Array(await bytes.arrayBuffer()));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Append a line with a higher version; never change one. */
const known = new Map([
  [2, 'a3fb98bd6e7754b4'],
  [3, '5b0417c2b702c823'],
  [4, '885023806b31c212'],
  [5, '3dd09bca37d33bc2'],
]);

test('the version stands for this very kept form; else raise TABLES_VERSION and append its hash', async () => {
  expect(known.get(TABLES_VERSION)).toBe(await keptForm());
});
