import { readFileSync } from 'node:fs';
import { prepareSplit, type PrepareResult } from '$lib/data/ingest/prepare';
import type { Prepared } from '$lib/data/ingest/prepared';
import { quietTask } from '$lib/serbench/task';
import { makeRelease } from '../../scripts/release-shaped/release';

export const prepareTexts = (items: string, labels: string | null): Promise<PrepareResult> =>
  prepareSplit(
    {
      splitKey: 'test',
      items: new Blob([items]),
      itemsName: 'items.jsonl',
      itemsSha256: '0'.repeat(64),
      labels: labels === null ? null : new Blob([labels]),
      labelsName: labels === null ? null : 'labels.jsonl',
    },
    quietTask(),
  );

export async function prepared(items: string, labels: string | null): Promise<Prepared> {
  const result = await prepareTexts(items, labels);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.prepared;
}

export const golden = (set: string) => ({
  items: readFileSync(`test/golden/data/${set}/items.jsonl`, 'utf8'),
  labels: readFileSync(`test/golden/data/${set}/labels.jsonl`, 'utf8'),
});

export function releaseShaped(states: number, seed = 1): { items: string; labels: string } {
  const rows = [...makeRelease({ states, seed, split: 'cal500' })];
  return { items: rows.map((row) => row.item).join(''), labels: rows.map((row) => row.label).join('') };
}
