import { readFileSync } from 'node:fs';
import { prepareSplit, type SplitRead } from '$lib/data/ingest/prepare';
import type { KeptPrepared, Prepared } from '$lib/data/ingest/prepared';
import { quietTask } from '$lib/serbench/task';
import { makeRelease } from '../../scripts/release-shaped/release';

export const prepareTexts = (items: string, labels: string | null): Promise<SplitRead> =>
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

/** A split made ready, with its content at hand. */
export async function prepared(items: string, labels: string | null): Promise<Prepared & KeptPrepared> {
  const result = await prepareTexts(items, labels);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const content = await result.content(new AbortController().signal);
  return { ...result.head, ...content, content: Promise.resolve(content) };
}

export const golden = (set: string) => ({
  items: readFileSync(`test/golden/data/${set}/items.jsonl`, 'utf8'),
  labels: readFileSync(`test/golden/data/${set}/labels.jsonl`, 'utf8'),
});

export function releaseShaped(states: number, seed = 1): { items: string; labels: string } {
  const rows = [...makeRelease({ states, seed, split: 'cal500' })];
  return { items: rows.map((row) => row.item).join(''), labels: rows.map((row) => row.label).join('') };
}
